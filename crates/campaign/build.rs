//! Puts the bundled seeds into the library.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                files.push(path);
            }
        }
    }
    files.sort_unstable();
    let mut source =
        String::from("/// The bundled seeds: names and texts.\nconst BUNDLED: &[(&str, &str)] = &[\n");
    for file in &files {
        let name = file.strip_prefix(&folder)?;
        writeln!(source, "    ({name:?}, include_str!({:?})),", file.canonicalize()?)?;
    }
    source.push_str("];\n");
    let target = PathBuf::from(std::env::var("OUT_DIR")?).join("bundled.rs");
    std::fs::write(target, source)?;
    Ok(())
}
