//! What judging costs: it is paid for every case of a campaign.

#![allow(clippy::expect_used, reason = "a benchmark stops at any trouble")]

use std::time::Duration;

use divan::Bencher;
use quis_judge::{Judge, SolverFacts};
use quis_observations::{Answer, End, Mode, Observation, Reply, SolverId, Variation};
use quis_smtlib::{Mode as ParseMode, parse};
use quis_techniques::TestCase;

/// A small case as techniques make them: some variables, some assertions of some depth.
const SOURCE: &str = "(set-logic QF_LIA)(declare-const a Int)(declare-const b Int)(declare-const c Int)(declare-const p Bool)\
    (assert (or (> (+ a (* 2 b)) c) (and p (<= (- a c) (mod b 7)))))(assert (not (= (ite p a b) (+ c 1))))\
    (assert (let ((d (+ a b c))) (and (< d 100) (> d (- 100)) (distinct d a b))))(assert (=> p (> (div c 3) (- a))))(check-sat)";
const MODEL: &str = "(\n  (define-fun a () Int 5)\n  (define-fun b () Int 7)\n  (define-fun c () Int 3)\n  (define-fun p () Bool false)\n)\n";

fn main() {
    divan::main();
}

fn case() -> TestCase {
    let script = parse(SOURCE, ParseMode::Standard).into_result().expect("a valid script");
    TestCase::of_script(&script).expect("a small script")
}

fn seen(solver: &str, answer: Answer, model: &str) -> Observation {
    let reply = Reply { answer: Some(answer), model: model.into(), complete: true, ..Reply::default() };
    Observation {
        solver: solver.to_owned(),
        replies: vec![reply],
        stdout: Vec::new(),
        stderr: Vec::new(),
        end: End::Exited(0),
        wall: Duration::from_millis(20),
        cpu: Duration::from_millis(20),
        memory: None,
        mode: Mode::Fresh,
        variation: Variation::default(),
    }
}

fn bench(bencher: Bencher<'_, '_>, observations: &[Observation]) {
    let judge = Judge::new(vec![
        SolverFacts::new("z3", SolverId::of_family("z3")),
        SolverFacts::new("cvc5", SolverId::of_family("cvc5")),
    ]);
    let case = case();
    bencher.bench(|| {
        let verdicts = judge.judge(&case, observations);
        assert!(verdicts.is_empty());
    });
}

#[divan::bench]
fn all_unsat(bencher: Bencher<'_, '_>) {
    let no_model = "(error \"line 9 column 10: model is not available\")\n";
    bench(bencher, &[seen("z3", Answer::Unsat, no_model), seen("cvc5", Answer::Unsat, no_model)]);
}

#[divan::bench]
fn unknown(bencher: Bencher<'_, '_>) {
    bench(bencher, &[seen("z3", Answer::Unknown, ""), seen("cvc5", Answer::Unsat, "")]);
}

#[divan::bench]
fn one_model(bencher: Bencher<'_, '_>) {
    bench(bencher, &[seen("z3", Answer::Sat, MODEL), seen("cvc5", Answer::Unknown, "")]);
}

#[divan::bench]
fn two_models(bencher: Bencher<'_, '_>) {
    bench(bencher, &[seen("z3", Answer::Sat, MODEL), seen("cvc5", Answer::Sat, MODEL)]);
}
