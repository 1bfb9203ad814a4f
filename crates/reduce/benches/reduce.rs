//! What the reducer itself costs: predicates that look at the text, so nothing is run.
//!
//! Throughput is counted in candidates that were tested.

#![allow(clippy::expect_used, reason = "a benchmark fails by panicking")]

use std::convert::Infallible;
use std::fmt::Write as _;

use divan::Bencher;
use divan::counter::ItemsCount;
use quis_reduce::{Predicate, Settings, reduce};
use quis_techniques::TestCase;

fn main() {
    divan::main();
}

/// Holds for texts with all of these words.
struct Has(&'static [&'static str]);

impl Predicate for Has {
    type Error = Infallible;

    fn holds(&self, case: &TestCase) -> Result<bool, Infallible> {
        Ok(self.0.iter().all(|word| case.text.contains(word)))
    }
}

fn measure(bencher: Bencher<'_, '_>, text: &str, words: &'static [&'static str]) {
    let case = TestCase::of_text(text, &[]);
    let run = || reduce(&case, &Has(words), &Settings::default(), &mut |_| {}).expect("it holds");
    let calls = run().statistics.calls;
    bencher.counter(ItemsCount::new(calls)).bench_local(|| run().case.text.len());
}

/// A thousand assertions, of which two are needed.
#[divan::bench]
fn assertions(bencher: Bencher<'_, '_>) {
    let mut text = String::from("(declare-const x (_ BitVec 32))\n(declare-const y (_ BitVec 32))\n");
    for number in 0..1000 {
        let op = match number {
            300 => "bvudiv",
            700 => "bvsmod",
            _ => "bvadd",
        };
        writeln!(text, "(assert (bvult ({op} x (_ bv{number} 32)) (bvmul y x)))").expect("written");
    }
    text.push_str("(check-sat)\n");
    measure(bencher, &text, &["bvudiv", "bvsmod", "check-sat"]);
}

/// One assertion, two thousand terms deep.
#[divan::bench]
fn depth(bencher: Bencher<'_, '_>) {
    let mut term = String::from("(mod x 7)");
    for number in 0..2000 {
        term = format!("(ite (< x {number}) {number} (+ {term} y))");
    }
    let text = format!("(declare-const x Int)\n(declare-const y Int)\n(assert (> {term} 0))\n(check-sat)\n");
    measure(bencher, &text, &["mod", "ite"]);
}
