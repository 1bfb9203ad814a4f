//! Verdicts on models: what is valid, invalid and open, and why.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use quis_semantics::{Effort, Model, Verdict, checks, explain, validate, validate_with};
use quis_smtlib::{Mode, PrintOptions, parse, print_term, read_model};

/// The verdict on a model for each check of a script; the reason if it is open, the part to blame if it is invalid.
fn verdicts(source: &str, answer: &str) -> Vec<String> {
    let mut script = parse(source, Mode::Standard).into_result().expect(source);
    let checks = checks(&script);
    checks
        .iter()
        .map(|check| {
            let answer = read_model(&mut script, check.command, answer);
            assert!(answer.is_ok(), "{:?}", answer.diagnostics);
            let mut model = Model::from_answer(&script.store, &answer);
            match validate(&script.store, &check.assertions, &mut model) {
                Verdict::Valid { completed: false } => "valid".to_owned(),
                Verdict::Valid { completed: true } => "valid, completed".to_owned(),
                Verdict::Open { open, .. } => format!("open: {}", open.reason.describe(&script.store)),
                Verdict::Invalid { assertion } => {
                    let failure = explain(&script.store, assertion, &mut model);
                    let text = |term| print_term(&script.store, term, PrintOptions::plain()).expect("short");
                    let mut told = format!("invalid: {} is {}", text(failure.term), failure.value);
                    for (term, slot) in &failure.values {
                        let value = slot.as_ref().map_or_else(
                            |open| open.reason.name().to_owned(),
                            |value| model.values.text(&script.store, script.store.sort(*term), value),
                        );
                        told += &format!("; {} = {value}", text(*term));
                    }
                    for (var, value) in &failure.instance {
                        let value = model.values.text(&script.store, script.store.sort(*var), value);
                        told += &format!("; for {} = {value}", text(*var));
                    }
                    told
                }
            }
        })
        .collect()
}

fn verdict(source: &str, answer: &str) -> String {
    verdicts(&format!("{source} (check-sat)"), answer).join(" | ")
}

#[test]
fn a_false_assertion_is_followed_to_what_is_to_blame() {
    let source = "(declare-const x Int) (declare-const y Int)
        (assert (and (> x 0) (not (or (< y 0) (=> (= x 1) (= (+ x y) 3))))))";
    assert_eq!(verdict(source, "((define-fun x () Int 1) (define-fun y () Int 1))"), "valid");
    assert_eq!(
        verdict(source, "((define-fun x () Int 1) (define-fun y () Int 2))"),
        "invalid: (= (+ x y) 3) is true; (+ x y) = 3; x = 1; y = 2"
    );
    assert_eq!(
        verdict(source, "((define-fun x () Int 0) (define-fun y () Int 2))"),
        "invalid: (> x 0) is false; x = 0"
    );
}

#[test]
fn names_and_annotations_are_looked_through() {
    let source =
        "(declare-const p Bool) (define-fun q () Bool (not p)) (assert (! (ite p q false) :named a))";
    assert_eq!(verdict(source, "((define-fun p () Bool true))"), "invalid: p is true");
    // With p false the other branch is to blame.
    assert_eq!(verdict(source, "((define-fun p () Bool false))"), "invalid: false is false");
}

#[test]
fn a_quantifier_shows_its_instance() {
    let source = "(declare-fun f ((_ BitVec 2)) Bool) (assert (forall ((x (_ BitVec 2))) (f x)))";
    assert_eq!(verdict(source, "((define-fun f ((x (_ BitVec 2))) Bool true))"), "valid");
    assert_eq!(
        verdict(source, "((define-fun f ((x (_ BitVec 2))) Bool (distinct x #b10)))"),
        "invalid: (forall ((x (_ BitVec 2))) (f x)) is false; for x = #b10"
    );
}

#[test]
fn a_function_that_is_the_same_everywhere_needs_no_argument() {
    let source =
        "(declare-fun p (Int) Bool) (assert (forall ((x Int) (y Int)) (=> (p x) (< x y) (p (+ y 1)))))";
    assert_eq!(verdict(source, "((define-fun p ((x Int)) Bool true))"), "valid");
    assert_eq!(verdict(source, "((define-fun p ((x Int)) Bool false))"), "valid");
    let negated = "(declare-fun p (Int) Bool) (assert (exists ((x Int)) (not (p (* x x x)))))";
    assert!(verdict(negated, "((define-fun p ((x Int)) Bool true))").starts_with("invalid"));
}

#[test]
fn gaps_are_filled_if_that_makes_all_true() {
    // A missing symbol.
    let source = "(declare-const x Int) (assert (> x 2)) (assert (< x 9))";
    assert_eq!(verdict(source, "()"), "valid, completed");
    // Nothing that is tried will do, but something else might: never invalid.
    let source = "(declare-const x Int) (assert (> (* x x) 1000000000)) (assert (< x 0))";
    assert_eq!(verdict(source, "()"), "open: the model has no `x`");
    // What no value can mend is invalid all the same.
    let source = "(declare-const x Int) (declare-const y Int) (assert (> x 2)) (assert (> y 2))";
    assert_eq!(verdict(source, "((define-fun y () Int 0))"), "invalid: (> y 2) is false; y = 0");
}

#[test]
fn open_points_are_searched_and_obey_what_the_model_says() {
    let source = "(declare-const x Int) (assert (= (div x 0) 5)) (assert (= (mod x 0) 0))";
    assert_eq!(verdict(source, "((define-fun x () Int 7))"), "valid, completed");
    let fixed = "((define-fun x () Int 7) (define-fun div0 ((a Int) (b Int)) Int 5) (define-fun mod0 ((a Int)) Int 0))";
    assert_eq!(verdict(source, fixed), "valid");
    let wrong = "((define-fun x () Int 7) (define-fun div0 ((a Int) (b Int)) Int 4))";
    assert_eq!(verdict(source, wrong), "invalid: (= (div x 0) 5) is false; (div x 0) = 4; x = 7");
    // Division by zero is a function: it cannot give two values at one point.
    let source = "(declare-const x Int) (assert (= (div x 0) 5)) (assert (= (div (+ x 0) 0) 6))";
    assert!(verdict(source, "((define-fun x () Int 7))").starts_with("open"));
}

#[test]
fn what_the_standard_half_fixes_is_not_chosen_at_will() {
    // The minimum of two zeros is one of them.
    let zeros = "(fp.min (_ +zero 5 11) (_ -zero 5 11))";
    assert_eq!(verdict(&format!("(assert (fp.isNegative {zeros}))"), "()"), "valid, completed");
    assert!(verdict(&format!("(assert (not (fp.isZero {zeros})))"), "()").starts_with("open"));
    // What is chosen from a set is in it.
    let chosen = "(set.choose (set.insert 1 (set.singleton 2)))";
    assert_eq!(verdict(&format!("(assert (= {chosen} 2))"), "()"), "valid, completed");
    assert!(verdict(&format!("(assert (= {chosen} 3))"), "()").starts_with("open"));
}

#[test]
fn quantifiers_range_over_the_universe_that_a_model_names() {
    let source = "(declare-sort U 0) (declare-fun p (U) Bool) (assert (forall ((x U)) (p x)))";
    let elements = "(declare-fun U!val!0 () U) (declare-fun U!val!1 () U)
        (forall ((x U)) (or (= x U!val!0) (= x U!val!1)))";
    let model = |body: &str| format!("({elements} (define-fun p ((x U)) Bool {body}))");
    assert_eq!(verdict(source, &model("(or (= x U!val!0) (= x U!val!1))")), "valid");
    assert_eq!(
        verdict(source, &model("(= x U!val!0)")),
        "invalid: (forall ((x U)) (p x)) is false; for x = (as @U!val!1 U)"
    );
    // Without a word on the universe there may be more.
    let open = "((declare-fun U!val!0 () U) (define-fun p ((x U)) Bool (= x U!val!0)))";
    assert_eq!(verdict(source, open), "open: a quantifier over too many values");
}

#[test]
fn arrays_that_differ_outside_the_universe_only_are_open() {
    let source = "(declare-sort U 0) (declare-const u U) (declare-const a (Array U Int)) (declare-const b (Array U Int))
        (assert (= a b))";
    let elements = "(declare-fun U!val!0 () U) (forall ((x U)) (= x U!val!0)) (define-fun u () U U!val!0)";
    let model = |b: &str| {
        format!(
            "({elements} (define-fun a () (Array U Int) ((as const (Array U Int)) 0)) (define-fun b () (Array U Int) {b}))"
        )
    };
    let same_there = "(store ((as const (Array U Int)) 1) U!val!0 0)";
    assert!(verdict(source, &model(same_there)).starts_with("open"));
    let different = "(store ((as const (Array U Int)) 0) U!val!0 1)";
    assert!(verdict(source, &model(different)).starts_with("invalid"));
    // Two elements: the first says nothing, the second tells.
    let elements = "(declare-fun U!val!0 () U) (declare-fun U!val!1 () U)
        (forall ((x U)) (or (= x U!val!0) (= x U!val!1))) (define-fun u () U U!val!0)";
    let model = |b: &str| {
        format!(
            "({elements} (define-fun a () (Array U Int) ((as const (Array U Int)) 0)) (define-fun b () (Array U Int) {b}))"
        )
    };
    let zero = "((as const (Array U Int)) 0)";
    assert!(verdict(source, &model(&format!("(store {zero} U!val!1 1)"))).starts_with("invalid"));
    assert!(verdict(source, &model(&format!("(store {zero} U!val!0 1)"))).starts_with("invalid"));
    assert_eq!(verdict(source, &model(zero)), "valid");
    let same_there = "(store (store ((as const (Array U Int)) 1) U!val!0 0) U!val!1 0)";
    assert!(verdict(source, &model(same_there)).starts_with("open"));
    // Inside of other arrays nothing is said of them.
    let source = "(declare-sort U 0) (declare-const a (Array Int (Array U Int))) (declare-const b (Array Int (Array U Int)))
        (assert (= a b))";
    let nested = |b: &str| {
        let of = |inner: &str| format!("((as const (Array Int (Array U Int))) {inner})");
        format!(
            "((declare-fun U!val!0 () U) (forall ((x U)) (= x U!val!0)) (define-fun a () (Array Int (Array U Int)) {})
              (define-fun b () (Array Int (Array U Int)) {}))",
            of(zero),
            of(b)
        )
    };
    assert!(verdict(source, &nested("((as const (Array U Int)) 1)")).starts_with("open"));
    assert_eq!(verdict(source, &nested(zero)), "valid");
}

#[test]
fn each_check_has_its_own_assertions() {
    let source =
        "(declare-const x Int) (assert (> x 0)) (push 1) (assert (> x 5)) (check-sat) (pop 1) (check-sat)
        (check-sat-assuming ((< x 0)))";
    assert_eq!(
        verdicts(source, "((define-fun x () Int 3))"),
        ["invalid: (> x 5) is false; x = 3", "valid", "invalid: (< x 0) is false; x = 3"]
    );
}

#[test]
fn functions_given_as_cases_arrays_and_elements() {
    let source =
        "(declare-sort U 0) (declare-fun f (U Int) U) (declare-const a (Array Int U)) (declare-const u U)
        (assert (distinct (f u 1) u (select a 3))) (assert (= (f u 2) (select a 3)))";
    let answer = "(
        (define-fun u () U (as @U_0 U))
        (define-fun a () (Array Int U) (_ as-array k!0))
        (define-fun k!0 ((x!0 Int)) U (ite (= x!0 3) (as @U_2 U) (as @U_0 U)))
        (define-fun f ((x U) (n Int)) U (ite (and (= x (as @U_0 U)) (= n 1)) (as @U_1 U) (as @U_2 U))))";
    assert_eq!(verdict(source, answer), "valid");
}

#[test]
fn algebraic_numbers_as_solvers_print_them() {
    let source = "(declare-const x Real) (assert (= (* x x) 2.0)) (assert (> x 0.0))";
    assert_eq!(verdict(source, "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))"), "valid");
    assert_eq!(
        verdict(source, "((define-fun x () Real (_ real_algebraic_number <1*x^2 + (-2), (1, 2)>)))"),
        "valid"
    );
    assert_eq!(
        verdict(source, "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 1)))"),
        "invalid: (> x 0.0) is false; x = (root-obj (+ (- 2) (* 1 (^ x 2))) 1)"
    );
}

#[test]
fn a_bare_backslash_in_a_model_may_be_an_old_escape() {
    let source = "(declare-const s String) (assert (= (str.len s) 1))";
    assert!(verdict(source, r#"((define-fun s () String "\u{0}"))"#) == "valid");
    assert!(verdict(source, r#"((define-fun s () String "ab"))"#).starts_with("invalid"));
    // One character for the solvers of 2019, four today.
    assert!(verdict(source, r#"((define-fun s () String "\x00"))"#).starts_with("open"));
}

#[test]
fn effort_is_limited() {
    let source = "(assert (forall ((x (_ BitVec 10))) (distinct (bvmul x x) #b0000000011))) (check-sat)";
    let script = parse(source, Mode::Standard).into_result().unwrap();
    let check = checks(&script).remove(0);
    let little = Effort { each: 50, ..Effort::default() };
    let verdict = validate_with(&script.store, &check.assertions, &mut Model::new(), little);
    assert!(matches!(verdict, Verdict::Open { .. }));
    let verdict = validate(&script.store, &check.assertions, &mut Model::new());
    assert!(matches!(verdict, Verdict::Valid { .. }));
}
