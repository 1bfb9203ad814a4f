//! The evaluator: a set of assertions under a model, with a new evaluator each time.
//!
//! Throughput is counted in terms of the DAG.

#![allow(clippy::expect_used, reason = "a benchmark fails by panicking")]

use std::fmt::Write as _;

use divan::Bencher;
use divan::counter::ItemsCount;
use quis_semantics::{Completion, Evaluator, Model, checks};
use quis_smtlib::{Mode, parse, walk};

fn main() {
    divan::main();
}

/// Evaluates the assertions of a script; all symbols have default values.
fn evaluate(bencher: Bencher<'_, '_>, source: &str) {
    let script = parse(source, Mode::Standard).into_result().expect("a valid script");
    let check = checks(&script).pop().expect("a check");
    let mut terms = 0usize;
    walk::post_order(&script.store, &check.assertions, &mut walk::TermSet::default(), |_| terms += 1);
    let mut model = Model::new();
    model.completion = Completion::All;
    bencher.counter(ItemsCount::new(terms)).bench_local(|| {
        let mut evaluator = Evaluator::new(&script.store, &mut model);
        check.assertions.iter().filter(|&&term| evaluator.evaluate(term).is_ok()).count()
    });
}

/// A script with constants, and assertions each made from its number.
fn script(constants: &str, sort: &str, assertion: impl Fn(&mut String, usize)) -> String {
    let mut source = String::new();
    for name in constants.split(' ') {
        writeln!(source, "(declare-const {name} {sort})").expect("written");
    }
    for n in 0..1000 {
        source.push_str("(assert ");
        assertion(&mut source, n);
        source.push_str(")\n");
    }
    source + "(check-sat)\n"
}

#[divan::bench]
fn linear_integers(bencher: Bencher<'_, '_>) {
    let source = script("x y z", "Int", |out, n| {
        write!(out, "(<= (+ (* {n} x) (* (- {}) y) z) (- {n} (* 3 x)))", n % 17).expect("written");
    });
    evaluate(bencher, &source);
}

#[divan::bench]
fn linear_reals(bencher: Bencher<'_, '_>) {
    let source = script("x y z", "Real", |out, n| {
        write!(out, "(or (< (+ (* {n}.5 x) (/ y 3.0)) (- z {n}.25)) (= x (/ {n}.0 7.0)))").expect("written");
    });
    evaluate(bencher, &source);
}

#[divan::bench(args = [32, 64, 256])]
fn bit_vectors(bencher: Bencher<'_, '_>, width: u32) {
    let source = script("x y z", &format!("(_ BitVec {width})"), |out, n| {
        write!(
            out,
            "(bvule (bvadd (bvmul x (_ bv{n} {width})) (bvxor y (bvshl z (_ bv{} {width})))) (bvudiv (_ bv{n} {width}) (bvor y z)))",
            n % 31
        )
        .expect("written");
    });
    evaluate(bencher, &source);
}

#[divan::bench(args = ["8 24", "11 53", "15 113"])]
fn floats(bencher: Bencher<'_, '_>, format: &str) {
    let source = script("x y", &format!("(_ FloatingPoint {format})"), |out, n| {
        write!(
            out,
            "(fp.leq (fp.add RNE (fp.mul RTZ x ((_ to_fp {format}) RNE {n}.3)) y) (fp.div RNA ((_ to_fp {format}) RNE {n}.7) (fp.sqrt RNE ((_ to_fp {format}) RNE {n}.1))))"
        )
        .expect("written");
    });
    evaluate(bencher, &source);
}

#[divan::bench]
fn strings(bencher: Bencher<'_, '_>) {
    let source = script("s t", "String", |out, n| {
        write!(
            out,
            "(= (str.indexof (str.++ \"banana{n}\" s) (str.substr \"ananas\" {} 3) 1) (str.len (str.replace_all \"ab{n}ab\" \"ab\" t)))",
            n % 4
        )
        .expect("written");
    });
    evaluate(bencher, &source);
}

#[divan::bench]
fn languages(bencher: Bencher<'_, '_>) {
    let source = script("s", "String", |out, n| {
        write!(
            out,
            "(str.in_re (str.++ \"abcabc{n}\" s) (re.inter (re.++ (re.* (re.range \"a\" \"c\")) ((_ re.loop 1 5) (re.range \"0\" \"9\"))) (re.comp (str.to_re \"a{n}\"))))"
        )
        .expect("written");
    });
    evaluate(bencher, &source);
}

#[divan::bench]
fn arrays(bencher: Bencher<'_, '_>) {
    let mut array = "((as const (Array Int Int)) 0)".to_owned();
    for n in 0..1000 {
        array = format!("(store {array} {} {n})", n * 7919 % 1009);
    }
    let source = format!(
        "(define-fun a () (Array Int Int) {array})\n(assert (= a (store a 5 (select a 5))))\n(assert (= 0 (select a 77)))\n(check-sat)"
    );
    evaluate(bencher, &source);
}

#[divan::bench]
fn recursive_definition(bencher: Bencher<'_, '_>) {
    let source = "(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
        (assert (= (sum 1000) 500500)) (check-sat)";
    evaluate(bencher, source);
}

#[divan::bench]
fn quantifier_over_bit_vectors(bencher: Bencher<'_, '_>) {
    let source = "(assert (forall ((x (_ BitVec 6)) (y (_ BitVec 6))) (= (bvadd x y) (bvsub x (bvneg y))))) (check-sat)";
    evaluate(bencher, source);
}

/// One term, very deep.
#[divan::bench]
fn deep_conjunction(bencher: Bencher<'_, '_>) {
    let depth = 100_000;
    let source = format!(
        "(declare-const p Bool)\n(assert {}p{})\n(check-sat)",
        "(not (and true ".repeat(depth),
        "))".repeat(depth)
    );
    evaluate(bencher, &source);
}
