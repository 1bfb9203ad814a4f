//! How slow is slow: the limits exactly.

use std::time::Duration;

use quis_judge::{Judge, Kind, Settings};
use quis_solvers::{Answer, End, Observation};

use crate::support::{answered, case, died, facts, reply, reseeded, saw};

const SMALL: &str = "(set-logic QF_LIA) (declare-const x Int) (assert (> x 0)) (check-sat)";

fn took(millis: u64, observation: Observation) -> Observation {
    Observation { cpu: Duration::from_millis(millis), ..observation }
}

fn judge() -> Judge {
    let settings = Settings { slow_floor: Duration::from_secs(2), slow_factor: 50.0, memory_limit: None };
    Judge::new(vec![facts("z3", "z3"), facts("cvc5", "cvc")]).with_settings(settings)
}

fn is_slow(slow: Observation, quick: Observation) -> bool {
    let verdicts = judge().judge(&case(SMALL, &[]), &[slow, quick]);
    verdicts.iter().any(|verdict| verdict.kind == Kind::Slow && verdict.solver == "z3")
}

#[test]
fn the_floor_and_the_factor() {
    let sat = |solver: &str, millis| took(millis, answered(solver, Answer::Sat));
    for (slow, quick, expected) in [
        (2000, 40, true),
        (1999, 39, false),
        (2000, 41, false),
        (2051, 41, true),
        (2049, 41, false),
        // What is quicker than a process starts is as quick as that.
        (2000, 1, true),
        (10_000, 200, true),
        (9_999, 200, false),
    ] {
        assert_eq!(is_slow(sat("z3", slow), sat("cvc5", quick)), expected, "{slow} against {quick}");
    }
    let settings = Settings { slow_floor: Duration::from_millis(100), slow_factor: 50.0, memory_limit: None };
    let low = judge().with_settings(settings);
    let slow = |millis| low.judge(&case(SMALL, &[]), &[sat("z3", millis), sat("cvc5", 1)]).len();
    assert_eq!((slow(499), slow(500)), (0, 1));
}

#[test]
fn who_counts() {
    let quick = || took(20, answered("cvc5", Answer::Sat));
    // The clock ended it, or it ended by itself.
    assert!(is_slow(took(9000, died("z3", "", End::TimedOut)), quick()));
    assert!(is_slow(took(9000, answered("z3", Answer::Unknown)), quick()));
    assert!(!is_slow(took(9000, died("z3", "", End::Signal(9))), quick()));
    assert!(!is_slow(took(9000, died("z3", "out of memory", End::Exited(1))), quick()));
    // Nobody is slow against who did not decide all, or was stopped, or is the same solver.
    let slow = || took(9000, answered("z3", Answer::Sat));
    assert!(!is_slow(slow(), took(20, answered("cvc5", Answer::Unknown))));
    assert!(!is_slow(slow(), Observation { end: End::Signal(9), ..quick() }));
    assert!(!is_slow(slow(), took(20, reseeded(answered("z3", Answer::Sat), 7))));
    let two = case(&format!("{SMALL} (check-sat)"), &[]);
    let half = took(20, saw("cvc5", vec![reply(Answer::Sat), reply(Answer::Unknown)]));
    let whole = took(9000, saw("z3", vec![reply(Answer::Sat), reply(Answer::Sat)]));
    assert_eq!(judge().judge(&two, &[whole, half]).len(), 0);
    // Without CPU time the clock counts, and only then.
    let by_clock = Observation { wall: Duration::from_secs(9), ..took(0, answered("z3", Answer::Sat)) };
    assert!(is_slow(by_clock.clone(), quick()));
    assert!(!is_slow(Observation { cpu: Duration::from_millis(20), ..by_clock }, quick()));
}

#[test]
fn times_are_told() {
    let told = |slow: Observation| {
        let verdict =
            judge().judge(&case(SMALL, &[]), &[slow, took(40, answered("cvc5", Answer::Sat))]).remove(0);
        (verdict.expected, verdict.actual, verdict.evidence)
    };
    let times = |actual: &str| ("about 0.04 s".to_owned(), actual.to_owned(), "cvc5 takes 0.04 s".to_owned());
    assert_eq!(told(took(3210, answered("z3", Answer::Sat))), times("3.21 s"));
    assert_eq!(told(took(3210, died("z3", "", End::TimedOut))), times("more than 3.21 s"));
}
