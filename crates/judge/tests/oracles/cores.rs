//! Cores.

use insta::assert_snapshot;
use quis_judge::{Kind, core_case};
use quis_observations::Answer;
use quis_techniques::Truth;

use crate::support::{answered, case, judge, text, with_model};

const NAMED: &str = "(set-logic QF_LIA) (declare-const x Int) (declare-const y Int) (assert (! (> x 5) :named a)) (assert (> y 0)) \
                     (push 1) (declare-const z Int) (assert (! (< z 5) :named n)) (pop 1) (push 1) \
                     (assert (! (< x 3) :named |b c|)) (assert (! (= (! (+ x y) :named inner) 4) :named d)) (check-sat)";

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn the_case_of_a_core() {
    let case = case(NAMED, &[]);
    let made = core_case(&case, 0, &names(&["a", "b c"])).expect("it has a check");
    assert_snapshot!(made.text);
    assert_eq!(made.checks.len(), 1);
    assert_eq!(core_case(&case, 1, &[]), None);
}

#[test]
fn cores_that_are_none() {
    let case = case(NAMED, &[]);
    let solver = answered("z3", Answer::Unsat);
    let judge = judge();
    let good = names(&["a", "b c"]);
    assert_eq!(judge.judge_core(&case, 0, &solver, &good, &[answered("cvc5", Answer::Unsat)]), None);
    // No name of an assertion, or of one that was popped.
    for stranger in ["inner", "n", "x"] {
        let verdict = judge.judge_core(&case, 0, &solver, &names(&["a", stranger]), &[]).expect("a stranger");
        assert_eq!(verdict.kind, Kind::InvalidCore);
    }
    let loose = names(&["a", "d"]);
    let found = with_model("cvc5", "((define-fun x () Int 6) (define-fun y () Int 1))");
    assert_eq!(judge.judge_core(&case, 0, &solver, &loose, &[found]), None, "this is no model");
    let just_a = names(&["a"]);
    let found = with_model("cvc5", "((define-fun x () Int 6) (define-fun y () Int 1))");
    let verdict = judge.judge_core(&case, 0, &solver, &just_a, &[found]);
    assert_snapshot!(text(verdict.as_slice()));
    // An answer alone is no proof.
    assert_eq!(judge.judge_core(&case, 0, &solver, &just_a, &[answered("cvc5", Answer::Sat)]), None);
}

#[test]
fn cores_that_are_too_large() {
    let case = case(NAMED, &[Truth::Unsat { core: Some(names(&["a", "b c"])) }]);
    let solver = answered("z3", Answer::Unsat);
    let verdict = judge().judge_core(&case, 0, &solver, &names(&["d", "b c", "a"]), &[]);
    assert_snapshot!(text(verdict.as_slice()));
    assert_eq!(judge().judge_core(&case, 0, &solver, &names(&["b c", "a"]), &[]), None);
    // Another core, not smaller in every way.
    assert_eq!(judge().judge_core(&case, 0, &solver, &names(&["a", "d"]), &[]), None);
}
