//! OpFuzz: mutants made and printed, on small and large seeds.

#![allow(clippy::expect_used, reason = "a benchmark fails by panicking")]

use std::fmt::Write as _;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use quis_smtlib::{Mode, Script, parse};
use quis_techniques::{Material, OpFuzz, Stream, Technique};

fn main() {
    divan::main();
}

/// So many mutants are made in one turn: more than one chain.
const MUTANTS: usize = 1000;

fn script(source: &str) -> Script {
    parse(source, Mode::Standard).into_result().expect("a valid script")
}

/// A script with so many assertions, each made from its number.
fn seed(sort: &str, assertions: usize, assertion: impl Fn(usize) -> String) -> Script {
    let mut source = format!("(set-logic ALL)\n(declare-const x {sort})\n(declare-const y {sort})\n");
    for number in 0..assertions {
        writeln!(source, "(assert {})", assertion(number)).expect("written");
    }
    source.push_str("(check-sat)\n");
    script(&source)
}

fn mutate(bencher: Bencher<'_, '_>, seed: &Script) {
    let technique = OpFuzz::default();
    let bytes: usize =
        technique.cases(Material::of(seed), Stream::new(0)).take(MUTANTS).map(|case| case.text.len()).sum();
    bencher.counter(ItemsCount::new(MUTANTS)).counter(BytesCount::new(bytes)).bench_local(|| {
        technique
            .cases(Material::of(seed), Stream::new(0))
            .take(MUTANTS)
            .map(|case| case.text.len())
            .sum::<usize>()
    });
}

fn arithmetic(number: usize) -> String {
    format!("(> (+ (* x y) {number}) (- (* 3 x) y))")
}

#[divan::bench(args = [4, 40, 400, 4000])]
fn integers(bencher: Bencher<'_, '_>, assertions: usize) {
    mutate(bencher, &seed("Int", assertions, arithmetic));
}

#[divan::bench(args = [4, 400])]
fn bit_vectors(bencher: Bencher<'_, '_>, assertions: usize) {
    let assertion =
        |number: usize| format!("(bvult (bvadd x (bvmul y #x{number:08x})) ((_ rotate_left 3) y))");
    mutate(bencher, &seed("(_ BitVec 32)", assertions, assertion));
}

#[divan::bench(args = [4, 400])]
fn strings(bencher: Bencher<'_, '_>, assertions: usize) {
    let assertion = |number: usize| {
        format!(
            "(and (str.in_re x (re.* (str.to_re \"a{number}\"))) (str.< (str.++ x y) (str.at y {number})))"
        )
    };
    mutate(bencher, &seed("String", assertions, assertion));
}

/// The work before the first mutant.
#[divan::bench(args = [4, 400])]
fn first_mutant(bencher: Bencher<'_, '_>, assertions: usize) {
    let seed = seed("Int", assertions, arithmetic);
    bencher.bench_local(|| OpFuzz::default().cases(Material::of(&seed), Stream::new(0)).next());
}
