//! Cores.

use insta::assert_snapshot;
use quis_judge::{About, FollowUp, How, Kind};
use quis_observations::Answer;
use quis_techniques::Truth;

use crate::support::{answered, case, judge, judged_core, text, with_model};

const NAMED: &str = "(set-logic QF_LIA) (declare-const x Int) (declare-const y Int) (assert (! (> x 5) :named a)) (assert (> y 0)) \
                     (push 1) (declare-const z Int) (assert (! (< z 5) :named n)) (pop 1) (push 1) \
                     (assert (! (< x 3) :named |b c|)) (assert (! (= (! (+ x y) :named inner) 4) :named d)) (check-sat)";

#[test]
fn the_case_of_a_core() {
    let case = case(NAMED, &[]);
    let of_check = |check: usize| {
        let names = vec!["a".to_owned(), "b c".to_owned()];
        let about = About::Core { solver: "z3".to_owned(), check, names };
        FollowUp { about, how: How::default() }.case(&case).map(|made| made.into_owned())
    };
    let made = of_check(0).expect("it has a check");
    assert_snapshot!(made.text);
    assert_eq!(made.checks.len(), 1);
    assert_eq!(of_check(1), None);
}

/// The assertions and declarations that each check of a script depends on, by their names.
fn kept(source: &str) -> Vec<String> {
    let case = case(source, &[]);
    let of_check = |check: usize| {
        let names = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let about = About::Core { solver: "z3".to_owned(), check, names };
        FollowUp { about, how: How::default() }.case(&case).map(|made| made.into_owned())
    };
    let made: Vec<_> = (0..9).map_while(of_check).collect();
    let of_text = |text: &str| {
        let names = text.split(|c: char| !c.is_alphanumeric());
        let known = |name: &&str| ["a", "b", "c", "d", "x", "y", "z"].contains(name);
        let mut names: Vec<&str> = names.filter(known).collect();
        names.sort_unstable();
        names.dedup();
        names.concat()
    };
    made.iter().map(|case| of_text(&case.text)).collect()
}

#[test]
fn a_check_depends_on_what_its_scopes_hold() {
    const A: &str = "(assert (! true :named a))";
    const B: &str = "(assert (! (not false) :named b))";
    const C: &str = "(assert (! (= true true) :named c))";
    const X: &str = "(declare-const x Int)";
    const Y: &str = "(declare-const y Int)";
    const ALL: &str = "(set-option :global-declarations true)";
    const OWN: &str = "(set-option :global-declarations false)";
    const CHECK: &str = "(check-sat)";
    let table = [
        (format!("{A}{CHECK}{B}{CHECK}"), vec!["a", "ab"]),
        (format!("{A}(push 1){X}{B}{CHECK}(pop 1){C}{CHECK}"), vec!["abx", "ac"]),
        (format!("{OWN}{A}(push 1){X}{B}{CHECK}(pop 1){C}{CHECK}"), vec!["abx", "ac"]),
        (format!("{ALL}{A}(push 1){X}{B}{CHECK}(pop 1){C}{CHECK}"), vec!["abx", "acx"]),
        (format!("{A}(push 2){B}(push 1){C}(pop 2){CHECK}(pop 1){CHECK}"), vec!["a", "a"]),
        (format!("{A}(push 1){B}(push 1){C}(pop 1){CHECK}(pop 1){CHECK}"), vec!["ab", "a"]),
        (format!("{X}{A}{CHECK}(reset-assertions){Y}{B}{CHECK}"), vec!["ax", "by"]),
        (format!("{ALL}{X}{A}{CHECK}(reset-assertions){Y}{B}{CHECK}"), vec!["ax", "bxy"]),
        (format!("{A}(push 1){B}(reset-assertions){C}(push 1)(pop 1){CHECK}"), vec!["c"]),
        (format!("{X}{A}{CHECK}(reset){B}{CHECK}"), vec!["ax", "b"]),
        (format!("{A}{CHECK}(exit){CHECK}"), vec!["a"]),
    ];
    for (source, expected) in table {
        assert_eq!(kept(&source), expected, "{source}");
    }
}

#[test]
fn cores_that_are_none() {
    let case = case(NAMED, &[]);
    let judged = |core: &[&str], of_core| judged_core(&judge(), &case, "z3", core, &[of_core]);
    assert_eq!(judged(&["a", "b c"], answered("cvc5", Answer::Unsat)), None);
    // No name of an assertion, or of one that was popped.
    for stranger in ["inner", "n", "x"] {
        let verdict = judged(&["a", stranger], answered("cvc5", Answer::Unsat)).expect("a stranger");
        assert_eq!(verdict.kind, Kind::InvalidCore);
    }
    let found = || with_model("cvc5", "((define-fun x () Int 6) (define-fun y () Int 1))");
    assert_eq!(judged(&["a", "d"], found()), None, "this is no model");
    assert_snapshot!(text(judged(&["a"], found()).as_slice()));
    // An answer alone is no proof.
    assert_eq!(judged(&["a"], answered("cvc5", Answer::Sat)), None);
}

#[test]
fn cores_that_are_too_large() {
    let known = ["a", "b c"].map(str::to_owned).to_vec();
    let case = case(NAMED, &[Truth::Unsat { core: Some(known) }]);
    let judged = |core: &[&str]| judged_core(&judge(), &case, "z3", core, &[]);
    assert_snapshot!(text(judged(&["d", "b c", "a"]).as_slice()));
    assert_eq!(judged(&["b c", "a"]), None);
    // Another core, not smaller in every way.
    assert_eq!(judged(&["a", "d"]), None);
}
