//! Inputs that once broke the front end: see `regressions/README.md`.
#![allow(clippy::expect_used, clippy::panic, reason = "tests stop at any trouble")]

mod common;

use std::path::Path;

use common::check_round_trip;
use quis_smtlib::{Mode, PrintOptions, parse, print_script};

#[test]
fn nothing_breaks_twice() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "smt2") {
            continue;
        }
        count += 1;
        let bytes = std::fs::read(&path).expect("readable");
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        for mode in [Mode::Standard, Mode::Permissive, Mode::Strict] {
            let parsed = parse(&text, mode);
            let limited = PrintOptions { max_bytes: 1 << 24, ..PrintOptions::shared() };
            assert!(print_script(&parsed.script, limited).is_ok());
            if mode == Mode::Standard && parsed.is_ok() {
                check_round_trip(&path.display().to_string(), &parsed.script);
            }
        }
    }
    assert!(count >= 5, "the regression inputs are there");
}
