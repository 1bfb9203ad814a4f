//! The workspace as data.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The text of a file, by its path from the root.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names in a folder, in order.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A crate of the workspace.
pub(crate) struct Crate {
    /// The name of its folder, and of its package without `quis-`.
    pub(crate) name: String,
    manifest: toml::Table,
}

impl Crate {
    /// All crates, in the order of their names.
    pub(crate) fn all() -> Vec<Crate> {
        let is_crate = |name: &String| root().join("crates").join(name).join("Cargo.toml").exists();
        let crates = names("crates").into_iter().filter(is_crate);
        crates.map(|name| Crate { manifest: manifest(&format!("crates/{name}/Cargo.toml")), name }).collect()
    }

    /// The packages in `[dependencies]` or `[dev-dependencies]`.
    pub(crate) fn packages(&self, section: &str) -> BTreeSet<String> {
        packages(&self.manifest, section)
    }

    /// Whether others can depend on it.
    pub(crate) fn is_library(&self) -> bool {
        root().join("crates").join(&self.name).join("src/lib.rs").exists()
    }
}

/// The packages in `[workspace.dependencies]`.
pub(crate) fn workspace_packages() -> BTreeSet<String> {
    packages(manifest("Cargo.toml")["workspace"].as_table().unwrap(), "dependencies")
}

/// The name of a crate of the workspace, from that of its package.
pub(crate) fn own(package: &str) -> Option<&str> {
    package.strip_prefix("quis-")
}

fn packages(table: &toml::Table, section: &str) -> BTreeSet<String> {
    let section = table.get(section).and_then(toml::Value::as_table);
    section.map_or_else(BTreeSet::new, |section| section.keys().cloned().collect())
}

fn manifest(path: &str) -> toml::Table {
    toml::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The Rust files below a folder, as paths from the root, in order.
pub(crate) fn sources(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(folder) = todo.pop() {
        for name in names(&folder) {
            let path = format!("{folder}/{name}");
            if root().join(&path).is_dir() {
                todo.push(path);
            } else if name.ends_with(".rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
