//! How fast scripts are read and printed: `cargo bench`. `CORPUS=folder` adds the files of a folder.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop at any trouble")]

use std::fmt::Write as _;

use divan::counter::BytesCount;
use quis_smtlib::{Mode, PrintOptions, parse, print_script};

fn main() {
    divan::main();
}

/// Inputs of some megabytes with one trait each.
fn inputs() -> Vec<(String, String)> {
    let mut all = vec![
        ("declarations".to_owned(), declarations()),
        ("bit-vector lets".to_owned(), bit_vector_lets()),
        ("deep terms".to_owned(), deep_terms()),
        ("literals".to_owned(), literals()),
    ];
    if let Ok(folder) = std::env::var("CORPUS") {
        let mut files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "smt2"))
        {
            if let Ok(source) = std::fs::read_to_string(file) {
                all.push((file.file_name().unwrap_or_default().to_string_lossy().into_owned(), source));
            }
        }
    }
    all
}

fn declarations() -> String {
    let mut source = String::from("(set-logic QF_UFLIA)\n");
    for i in 0..20_000 {
        let _ = write!(
            source,
            "(declare-fun function_{i} (Int Int) Int)\n(assert (<= (function_{i} {i} 7) (+ {i} 1)))\n"
        );
    }
    source
}

fn bit_vector_lets() -> String {
    let mut source =
        String::from("(set-logic QF_BV)\n(declare-const x (_ BitVec 32))\n(assert (let ((v0 x)) ");
    for i in 1..20_000 {
        let _ = write!(
            source,
            "(let ((v{i} (bvadd (bvmul v{} #x0000{:04x}) ((_ rotate_left 3) v{})))) ",
            i - 1,
            i % 65_536,
            i / 2
        );
    }
    source.push_str("(= v19999 x)");
    source.push_str(&")".repeat(20_000));
    source.push_str(")\n");
    source
}

fn deep_terms() -> String {
    let mut source = String::from("(declare-const p Bool)\n(assert ");
    for _ in 0..100_000 {
        source.push_str("(not (and p ");
    }
    source.push('p');
    source.push_str(&"))".repeat(100_000));
    source.push_str(")\n");
    source
}

fn literals() -> String {
    let mut source = String::from("(declare-fun f (String Real) Int)\n");
    for i in 0..30_000 {
        let _ = writeln!(source, "(assert (= (f \"text number {i} \\u{{{:x}}}\" {i}.25) {i}))", i % 0x2_ffff);
    }
    source
}

#[divan::bench(args = inputs().into_iter().map(|(name, _)| name).collect::<Vec<_>>())]
fn parse_and_type(bencher: divan::Bencher<'_, '_>, name: &str) {
    let (_, source) = inputs().into_iter().find(|(known, _)| known == name).unwrap();
    bencher.counter(BytesCount::of_str(&source)).bench(|| parse(&source, Mode::Standard));
}

#[divan::bench(args = inputs().into_iter().map(|(name, _)| name).collect::<Vec<_>>())]
fn print_with_lets(bencher: divan::Bencher<'_, '_>, name: &str) {
    let (_, source) = inputs().into_iter().find(|(known, _)| known == name).unwrap();
    let script = parse(&source, Mode::Standard).script;
    bencher.counter(BytesCount::of_str(&source)).bench(|| print_script(&script, PrintOptions::shared()));
}
