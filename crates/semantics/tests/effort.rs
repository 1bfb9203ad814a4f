//! What evaluation costs: small values nothing beyond their steps, large ones as much as they are long, products the
//! product. All work is counted, so that no sequence of operations escapes its limit.

#![allow(clippy::panic, reason = "a test fails by panicking")]

use quis_semantics::{Evaluator, Model, Reason};
use quis_smtlib::{Command, Mode, parse};

/// The steps that the last of some terms takes, once the others have their values.
fn work(declarations: &str, terms: &str) -> u64 {
    let source = format!("{declarations}(get-value ({terms}))");
    let script = parse(&source, Mode::Standard).into_result().unwrap_or_else(|errors| panic!("{errors:?}"));
    let Some(Command::GetValue(terms)) = script.commands.last() else { panic!("{source}") };
    let mut model = Model::new();
    let mut evaluator = Evaluator::new(&script.store, &mut model);
    let mut before = 0;
    for &term in &**terms {
        before = evaluator.work();
        assert!(evaluator.evaluate(term).is_ok(), "{:?}", evaluator.evaluate(term));
    }
    evaluator.work() - before
}

/// A number of so many words of 64 bits.
fn words(count: usize) -> String {
    format!("1{}", "0".repeat(count * 1927 / 100))
}

#[test]
fn the_cost_grows_with_the_values() {
    let (number, vector) = (words(100), format!("#x{}", "a".repeat(1600)));
    let constants = format!(
        "(define-fun n () Int {number})
         (define-fun r () Real (/ {number}.0 (+ {number}.0 1.0)))
         (define-fun v () (_ BitVec 6400) {vector})
         (define-fun s () String (str.power \"a\" 1600))
         (define-fun q () (Seq Int) (seq.power (seq.unit 1) 400))
         (define-fun up ((x Int)) Int (+ x 1))
         (define-fun all ((x Int) (y Int) (z Int)) Bool (and (= x y) (= y z)))"
    );
    for (terms, expected) in [
        ("1 (- 1)", 0),
        // Literals and known constants need no step of their own.
        ("(+ 1 2)", 0),
        ("1.5 (- 1.5)", 0),
        ("#xff (bvnot #xff)", 0),
        ("\"abc\" (str.len \"abc\")", 0),
        // Argument and value.
        ("n (- n)", 200),
        ("n (abs n)", 200),
        // Arguments, product, value.
        ("n (* n n)", 500),
        // The power before it is made, and the value.
        ("2 (^ 2 6400)", 300),
        ("2.0 (^ 2.0 6400.0)", 300),
        ("1 (^ 1 100000000)", 0),
        // To lowest terms: the product of both parts.
        ("r (- r)", 2 * (200 + 10_000 / 8)),
        // The work is paid for beside argument and value; of products it is the square.
        ("v (bvnot v)", 300),
        ("v (bvadd v v)", 400),
        ("v (bvmul v v)", 300 + 10_000 / 8 + 1),
        ("v (bvudiv v v)", 300 + 10_000 / 8 + 1),
        ("#x0000000000000000 (bvnot #x0000000000000000)", 2),
        ("#x00000000000000000 (bvnot #x00000000000000000)", 3),
        ("s (str.len s)", 100),
        ("q (seq.len q)", 100),
    ] {
        let found = work(&constants, terms);
        // And the step itself.
        assert_eq!(found, 1 + expected, "{terms}");
    }
}

#[test]
fn maps_are_paid_for_by_point_and_by_map() {
    // Four maps with the same fifty points: each is listed, then read at each point.
    let elements: Vec<String> = (0..50).map(|n| n.to_string()).collect();
    let set =
        format!("(define-fun s () (Set Int) (set.insert {} (as set.empty (Set Int))))", elements.join(" "));
    let found = work(&set, "s (set.union s s s s)");
    assert!((400..=440).contains(&found), "{found} steps");
    let stores = elements.iter().fold("((as const (Array Int Bool)) false)".to_owned(), |array, n| {
        format!("(store {array} {n} true)")
    });
    let array = format!("(define-fun a () (Array Int Bool) {stores})");
    let found = work(&array, "a ((_ map and) a a a a)");
    assert!((400..=440).contains(&found), "{found} steps");
    let bag = "(define-fun b () (Bag (Tuple Int)) (bag.union_disjoint (bag (tuple 1) 1) (bag (tuple 2) 1)))
               (define-fun c () (Bag (Tuple Int)) (bag.union_disjoint (bag (tuple 3) 1) (bag (tuple 4) 1)))";
    assert!(work(bag, "b c (table.product b c)") < 30);
    // Relations: each pair of tuples.
    let tuples: Vec<String> = elements.iter().map(|n| format!("(tuple {n})")).collect();
    let relation = format!(
        "(define-fun r () (Set (Tuple Int)) (set.insert {} (as set.empty (Set (Tuple Int)))))",
        tuples.join(" ")
    );
    let found = work(&relation, "r (rel.product r r)");
    assert!((2500..=2700).contains(&found), "{found} steps");
}

#[test]
fn what_is_too_much_is_too_large() {
    let source = format!("(get-value ((* {0} {0})))", words(100));
    let Ok(script) = parse(&source, Mode::Standard).into_result() else { panic!("{source}") };
    let Some(Command::GetValue(terms)) = script.commands.last() else { panic!("{source}") };
    for (steps, enough) in [(250, false), (450, false), (600, true)] {
        let mut model = Model::new();
        let mut evaluator = Evaluator::new(&script.store, &mut model).with_steps(steps);
        match evaluator.evaluate(terms[0]) {
            Ok(_) => assert!(enough, "{steps}"),
            Err(open) => assert!(!enough && open.reason == Reason::TooLarge, "{steps}"),
        }
        assert!(evaluator.work() <= steps);
    }
}
