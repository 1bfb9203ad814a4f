//! `quis reduce FILE --solver SOLVER`, with the demonstration solver and its planted faults.

use super::Place;

const SAT: &str = "(set-info :status sat)\n(set-logic ALL)\n(declare-const x Int)\n(declare-const y Int)\n(declare-const p Bool)\n\
    (assert (and (or p (> x 3)) (not (and (= y 7) (not (< (mod x (+ y 9)) 5))))))\n\
    (assert (=> (> y 2) (or (not p) (and (distinct x y) (>= (+ x y) 0)))))\n(check-sat)\n(get-model)\n";

/// The demonstration solver, with these arguments.
fn demo(arguments: &str) -> String {
    format!("'{}' demo-solver {arguments}", env!("CARGO_BIN_EXE_quis"))
}

#[test]
fn a_wrong_answer_stays_wrong() {
    let place = Place::new();
    place.file("a.smt2", SAT);
    let (wrong, right) = (demo("--fault wrong-unsat:mod"), demo(""));
    let run = place.quis(&["reduce", "a.smt2", "--solver", &wrong, "--trust", &right]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("unsat; the witness stays one"), "{}", run.stderr);
    let reduced = place.read("a.reduced.smt2");
    assert!(reduced.contains("mod") && reduced.len() < 60, "{reduced}");
    // It is satisfiable, and the solver still says otherwise.
    place.file("b.smt2", format!("{reduced}(get-model)\n"));
    assert!(place.quis(&["demo-solver", "b.smt2"]).stdout.starts_with("sat"), "{reduced}");
    assert!(place.quis(&["demo-solver", "--fault", "wrong-unsat:mod", "b.smt2"]).stdout.starts_with("unsat"));
}

#[test]
fn two_others_go_on_saying_that_there_is_no_model() {
    let place = Place::new();
    place.file(
        "a.smt2",
        "(declare-const x (_ BitVec 3))\n(declare-const y (_ BitVec 3))\n(assert (bvult x y))\n(assert (bvult y #b111))\n\
         (assert (= (bvor x (bvadd x y)) (bvmul y #b010)))\n(assert (bvult y x))\n(check-sat)\n",
    );
    let wrong = demo("--fault wrong-sat:bvult");
    let (one, other) = (demo(""), demo("--seed 3"));
    let arguments = ["reduce", "a.smt2", "--truth", "unsat", "--solver", &wrong];
    let run = place.quis(&[&arguments[..], &["--trust", &one, "--trust", &other]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("still answer unsat"), "{}", run.stderr);
    let reduced = place.read("a.reduced.smt2");
    assert!(reduced.contains("bvult") && reduced.len() < 60, "{reduced}");
    assert!(place.quis(&["demo-solver", "a.reduced.smt2"]).stdout.starts_with("unsat"), "{reduced}");
}

#[test]
fn mistakes_are_named() {
    let place = Place::new();
    place.file("a.smt2", SAT);
    place.file("wrong.smt2", "(assert\n");
    let right = demo("");
    let message = |arguments: &[&str]| {
        let run = place.quis(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stdout);
        run.stderr
    };
    let told = message(&["reduce", "a.smt2", "--solver", &right, "--trust", &right]);
    assert!(
        told.contains("a.smt2: nothing is wrong with what") && told.contains("sat (exit code 0)"),
        "{told}"
    );
    assert!(message(&["reduce", "wrong.smt2", "--solver", &right]).contains("wrong.smt2:1:"));
    assert!(message(&["reduce", "a.smt2", "--solver", "no-such-solver"]).contains("no-such-solver"));
    assert!(message(&["reduce", "a.smt2"]).contains("this is no finding, so what is to be kept?"));
    assert!(message(&["reduce", "a.smt2", "--solver", &right, "--", "true"]).contains("cannot be used with"));
    assert!(message(&["reduce", "a.smt2", "--truth", "sat", "--", "true"]).contains("cannot be used with"));
    assert!(message(&["reduce", "a.smt2", "--truth", "sat"]).contains("--solver"));
}
