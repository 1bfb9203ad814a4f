//! What the tests of techniques have in common: seeds and solvers.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "not every test needs all of it"
)]

use std::path::{Path, PathBuf};

use quis_smtlib::{Mode, Script, parse};
use quis_solvers::{SearchPath, Solver};

/// Larger files are for the benchmarks.
const MAX_BYTES: u64 = 200_000;

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut todo = vec![folder.to_path_buf()];
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                files.push(path);
            }
        }
    }
}

/// The seeds that can be read, each with its path.
pub fn seeds() -> Vec<(PathBuf, Script)> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds"), &mut files);
    if let Some(corpus) = std::env::var_os("QUIS_CORPUS") {
        collect(Path::new(&corpus), &mut files);
    }
    files.sort();
    let small = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|data| data.len() <= MAX_BYTES);
    let read = |path: PathBuf| {
        let source = std::fs::read(&path).ok()?;
        let script = parse(&String::from_utf8_lossy(&source), Mode::Standard).into_result().ok()?;
        Some((path, script))
    };
    let seeds: Vec<_> = files.into_iter().filter(small).filter_map(read).collect();
    assert!(seeds.len() > 50, "too few seeds: {}", seeds.len());
    seeds
}

/// Z3 and cvc5, if they are found.
pub fn solvers() -> Vec<(String, Solver)> {
    let find = |name: &str| {
        let solver = Solver::from_spec(name, &SearchPath::from_environment()).ok()?;
        Some((name.to_owned(), solver))
    };
    let solvers: Vec<_> = ["z3", "cvc5"].into_iter().filter_map(find).collect();
    if solvers.is_empty() {
        assert!(std::env::var_os("QUIS_REQUIRE_SOLVERS").is_none(), "there is no solver");
        eprintln!("skipped: there is no solver");
    }
    solvers
}
