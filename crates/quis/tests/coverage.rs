//! Libraries that tell which edges they run: loaded here, and by the program. Skipped where there is no gcc.

#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "a library is loaded, and its function called")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and says why it did nothing")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use libloading::Library;
use quis_domains::coverage::Edges;

quis_domains::export_coverage!();

/// The process has one map of edges.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A library made of a file of `tests/coverage`; none if there is no gcc, or it does not know the option.
fn compiled(directory: &Path, name: &str, options: &[&str]) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coverage").join(format!("{name}.c"));
    let library = directory.join(format!("lib{name}.so"));
    let mut gcc = Command::new("gcc");
    gcc.args(["-O0", "-shared", "-fPIC", "-o"]).arg(&library).args(options).arg(source);
    match gcc.output() {
        Ok(output) if output.status.success() => Some(library),
        Ok(output) => {
            println!("skipped: {}", String::from_utf8_lossy(&output.stderr));
            None
        }
        Err(error) => {
            println!("skipped: gcc: {error}");
            None
        }
    }
}

const BLOCKS: [&str; 1] = ["-fsanitize-coverage=trace-pc"];

/// Loads a library; what comes back runs its function and says whether new edges were seen, and how many there are now.
fn loaded(library: &Path) -> impl FnMut(i32) -> (bool, usize) {
    // SAFETY: the library is ours, and does nothing when it is loaded but run its own function.
    let library = Box::leak(Box::new(unsafe { Library::new(library) }.unwrap()));
    // SAFETY: this is its type.
    let step = unsafe { library.get::<unsafe extern "C" fn(i32) -> i32>(b"quis_step") }.unwrap();
    let mut edges = Edges::default();
    // What ran while it was loaded.
    edges.harvest();
    move |n| {
        // SAFETY: it takes all numbers.
        unsafe { step(n) };
        let is_new = edges.harvest();
        (is_new, edges.count())
    }
}

#[test]
fn blocks_of_gcc_are_seen() {
    let _guard = ONE_AT_A_TIME.lock();
    let directory = tempfile::tempdir().unwrap();
    let Some(library) = compiled(directory.path(), "blocks", &BLOCKS) else { return };
    let mut step = loaded(&library);
    let (_, few) = step(3);
    assert!(few > 3, "{few}");
    assert_eq!(step(3), (false, few));
    // A branch that did not run before.
    let (is_new, more) = step(-5);
    assert!(is_new && more > few, "{few} {more}");
    // The same blocks, but the loop runs much more often.
    assert_eq!(step(40), (true, more));
    assert_eq!(step(41), (false, more));
    let (is_new, most) = step(1000);
    assert!(is_new && most > more, "{more} {most}");
}

#[test]
fn guards_of_clang_are_seen() {
    let _guard = ONE_AT_A_TIME.lock();
    let directory = tempfile::tempdir().unwrap();
    let Some(library) = compiled(directory.path(), "guards", &[]) else { return };
    let mut step = loaded(&library);
    let (is_new, few) = step(1);
    assert!(is_new);
    assert_eq!(step(2), (false, few));
    assert_eq!(step(-1), (true, few + 1));
    assert_eq!(step(-1), (false, few + 1));
}

/// The program itself exports what libraries call: this one is loaded before everything else, and would not be without.
#[test]
fn the_program_counts_edges() {
    let directory = tempfile::tempdir().unwrap();
    let Some(library) = compiled(directory.path(), "blocks", &BLOCKS) else { return };
    let arguments = ["domains", "test", "--domain", "reference:zones", "--checks", "500", "-q", "--json"];
    let run = |preloaded: Option<&Path>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quis"));
        command.args(arguments);
        if let Some(library) = preloaded {
            command.env("LD_PRELOAD", library);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let summary = run(Some(&library));
    assert!(summary["summary"]["edges"].as_u64().unwrap() > 3, "{summary}");
    let summary = run(None);
    assert_eq!(summary["summary"].get("edges"), None, "{summary}");
}
