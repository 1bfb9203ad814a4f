//! Ends, messages and times.

use std::time::Duration;

use insta::assert_snapshot;
use quis_judge::{Judge, Kind, Settings};
use quis_observations::{Answer, Complaint, End, Observation, Reply, Variation};

use crate::support::{answered, case, died, facts, judged, refused, reply, saw, text};

const SMALL: &str = "(set-logic QF_LIA) (declare-const x Int) (assert (> x 0)) (check-sat)";

fn kinds(observations: &[Observation]) -> Vec<Kind> {
    judged(&case(SMALL, &[]), observations).iter().map(|verdict| verdict.kind).collect()
}

#[test]
fn signals() {
    for signal in [4, 6, 7, 8, 11] {
        assert_eq!(kinds(&[died("z3", "", End::Signal(signal))]), [Kind::Crash], "signal {signal}");
        assert_eq!(kinds(&[died("z3", "", End::Exited(128 + signal))]), [Kind::Crash], "signal {signal}");
    }
    // Killed by others, or by the limit of CPU time.
    for signal in [2, 9, 15, 24] {
        assert_eq!(kinds(&[died("z3", "", End::Signal(signal))]), [], "signal {signal}");
    }
    assert_eq!(kinds(&[died("z3", "", End::TimedOut)]), []);
    assert_eq!(kinds(&[died("z3", "", End::Truncated)]), []);
    assert_eq!(kinds(&[died("z3", "", End::Interrupted)]), []);
}

#[test]
fn memory_is_a_limit() {
    let thrown =
        "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n";
    assert_eq!(kinds(&[died("cvc5", thrown, End::Signal(6))]), []);
    assert_eq!(kinds(&[refused("z3", "out of memory")]), []);
    let settings = Settings { memory_limit: Some(1000), ..Settings::default() };
    let judge = Judge::new(Vec::new()).with_settings(settings);
    let small = case(SMALL, &[]);
    let full = Observation { memory: Some(950), ..died("z3", "", End::Signal(11)) };
    assert_eq!(judge.judge(&small, &[full]), []);
    let spare = Observation { memory: Some(500), ..died("z3", "", End::Signal(11)) };
    assert_eq!(judge.judge(&small, &[spare]).len(), 1);
}

#[test]
fn crashes_tell_where() {
    let small = case(SMALL, &[]);
    let fatal = "Fatal failure within void cvc5::T::check(int) at ./src/theory/engine.cpp:545\nCheck failure\n\n  d_x\n";
    assert_snapshot!(text(&judged(&small, &[died("cvc5", fatal, End::Signal(6))])));
    let violated = "ASSERTION VIOLATION\nFile: /b/z3/src/smt/lra.cpp\nLine: 12\nm_x == 3\n";
    let first = judged(&small, &[died("z3", violated, End::Exited(114))]);
    let on_stdout = Observation { stdout: violated.as_bytes().to_vec(), ..died("z3", "", End::Exited(114)) };
    let second = judged(&small, &[on_stdout]);
    assert_eq!(first[0].fingerprint, "crash z3: smt/lra.cpp:12 m_x == #");
    assert_eq!(first[0].fingerprint, second[0].fingerprint);
    assert_snapshot!(text(&judged(&small, &[died("z3", "", End::Exited(3))])));
}

#[test]
fn an_answer_before_a_crash_counts() {
    let source = "(declare-const x Int) (assert (> x 0)) (check-sat) (assert (< x 0)) (check-sat)";
    let small = case(source, &[quis_techniques::Truth::Sat { witness: None }]);
    let seen =
        Observation { end: End::Signal(11), ..saw("z3", vec![reply(Answer::Unsat), Reply::default()]) };
    let verdicts = judged(&small, &[seen]);
    let told: Vec<_> = verdicts.iter().map(|verdict| (verdict.kind, verdict.check)).collect();
    assert_eq!(told, [(Kind::RefutationUnsound, Some(0)), (Kind::Crash, Some(1))]);
}

#[test]
fn missing_features_are_no_bugs() {
    let good = answered("cvc5", Answer::Sat);
    for error in [
        "logic does not support this",
        "unsupported operator",
        "line 1 column 3: unknown constant str.in_re",
        "line 1 column 3: unknown function/constant bvcomp",
        "line 1 column 3: unknown sort 'RegLan'",
        "Array constants are experimental, try --arrays-exp",
    ] {
        assert_eq!(kinds(&[refused("z3", error), good.clone()]), [], "{error}");
    }
    // An abort for want of a feature.
    assert_eq!(kinds(&[died("cvc4", "Unimplemented code encountered", End::Signal(6))]), []);
    assert_eq!(kinds(&[died("cvc4", "Unimplemented code encountered", End::Signal(11))]), [Kind::Crash]);
}

#[test]
fn the_table_of_a_solver_comes_first() {
    let classify = |message: &str| match message {
        _ if message.contains("phase of the moon") => Complaint::Limitation,
        _ if message.contains("dave") => Complaint::Crash,
        _ => Complaint::Other,
    };
    let judge = Judge::new(vec![facts("z3", "z3").with_classify(classify)]);
    let small = case(SMALL, &[]);
    let good = answered("cvc5", Answer::Sat);
    let of = |error: &str| {
        let verdicts = judge.judge(&small, &[refused("z3", error), good.clone()]);
        verdicts.iter().map(|verdict| verdict.kind).collect::<Vec<_>>()
    };
    assert_eq!(of("wrong phase of the moon"), []);
    let aborted =
        |signal| judge.judge(&small, &[died("z3", "wrong phase of the moon", End::Signal(signal))]).len();
    assert_eq!((aborted(6), aborted(11)), (0, 1));
    assert_eq!(of("I can't do that, dave"), [Kind::Crash]);
    assert_eq!(of("bad weather"), [Kind::Rejected]);
    assert_eq!(of("line 1 column 3: unknown constant x"), [Kind::Rejected]);
}

#[test]
fn errors_on_good_input() {
    let small = case(SMALL, &[]);
    let error = refused("z3", "line 3 column 12: invalid sort of (f 1 x!3)");
    assert_snapshot!(text(&judged(&small, &[error.clone(), answered("cvc5", Answer::Sat)])));
    // Nobody else reads it, or only a release of the same family.
    assert_eq!(kinds(std::slice::from_ref(&error)), []);
    assert_eq!(kinds(&[error.clone(), answered("z3@4.8.7", Answer::Sat)]), []);
    // Not well formed within its logic.
    let real = case("(set-logic QF_LIA) (declare-const x Real) (assert (> x 0)) (check-sat)", &[]);
    assert_eq!(judged(&real, &[error.clone(), answered("cvc5", Answer::Sat)]), []);
    let own = case("(set-logic ALL) (declare-codatatypes ((S 0)) (((c (h Int) (t S))))) (check-sat)", &[]);
    assert_eq!(judged(&own, &[error, answered("cvc5", Answer::Sat)]), []);
}

#[test]
fn unknown_where_a_decision_is_promised() {
    let small = case(SMALL, &[]);
    let unknown = answered("z3", Answer::Unknown);
    assert_snapshot!(text(&judged(&small, std::slice::from_ref(&unknown))));
    assert_eq!(judged(&small, &[answered("cvc5", Answer::Unknown)]), [], "it promised nothing");
    let limit =
        Observation { stdout: b"unknown\n(:reason-unknown \"timeout\")\n".to_vec(), ..unknown.clone() };
    assert_eq!(judged(&small, &[limit]), []);
    let late = Observation { end: End::TimedOut, ..unknown.clone() };
    assert_eq!(judged(&small, &[late]), []);
    // The declared logic is not what the script needs.
    let hard = case("(set-logic QF_LIA) (declare-const x Int) (assert (= (* x x) 7)) (check-sat)", &[]);
    assert_eq!(judged(&hard, &[unknown]), []);
}

fn took(seconds: u64, observation: Observation) -> Observation {
    Observation { cpu: Duration::from_secs(seconds), ..observation }
}

#[test]
fn slow_solvers() {
    let small = case(SMALL, &[]);
    let slow = took(3, answered("z3", Answer::Sat));
    assert_snapshot!(text(&judged(&small, &[slow.clone(), answered("cvc5", Answer::Sat)])));
    assert_eq!(kinds(&[took(1, answered("z3", Answer::Sat)), answered("cvc5", Answer::Sat)]), []);
    assert_eq!(kinds(&[slow.clone(), took(1, answered("cvc5", Answer::Sat))]), []);
    assert_eq!(kinds(&[slow.clone(), answered("cvc5", Answer::Unknown)]), [], "nobody did better");
    let late = took(10, died("z3", "", End::TimedOut));
    assert_eq!(kinds(&[late, answered("cvc5", Answer::Sat)]), [Kind::Slow]);
    // With a tactic, a solver may take its time.
    let by_tactic = Observation { variation: Variation { by_tactic: true, ..Variation::default() }, ..slow };
    assert_eq!(kinds(&[by_tactic, answered("cvc5", Answer::Sat)]), []);
}
