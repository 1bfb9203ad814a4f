//! FuzzSMT: formulas made and printed, open ones and such as are satisfiable by construction, small and large.

#![allow(clippy::expect_used, reason = "a benchmark fails by panicking")]

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use quis_smtlib::Script;
use quis_techniques::{Material, Stream, technique};

fn main() {
    divan::main();
}

fn make(bencher: Bencher<'_, '_>, count: usize, parameters: &str) {
    let technique = technique("fuzzsmt", parameters).expect("good parameters");
    let empty = Script::default();
    let bytes = || {
        technique
            .cases(Material::of(&empty), Stream::new(0))
            .take(count)
            .map(|case| case.text.len())
            .sum::<usize>()
    };
    bencher.counter(ItemsCount::new(count)).counter(BytesCount::new(bytes())).bench_local(bytes);
}

#[divan::bench(args = ["any", "QF_BV", "QF_AUFBV", "QF_FP", "QF_SLIA", "UFLIA", "QF_UFDTLIA"])]
fn open(bencher: Bencher<'_, '_>, logic: &str) {
    make(bencher, 1000, &format!("logic={logic} truth=open"));
}

#[divan::bench(args = ["any", "QF_BV", "QF_AUFBV", "QF_FP", "QF_SLIA", "UFLIA", "QF_UFDTLIA"])]
fn satisfiable(bencher: Bencher<'_, '_>, logic: &str) {
    make(bencher, 1000, &format!("logic={logic} truth=sat"));
}

/// Linear in the size.
#[divan::bench(args = [100, 1000, 10_000, 100_000])]
fn size(bencher: Bencher<'_, '_>, size: usize) {
    let parameters = format!("logic=QF_BV truth=open size={size} predicates={} depth=100", size / 4);
    make(bencher, 10, &parameters);
}
