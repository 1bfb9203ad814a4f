//! Hand-made cases and observations.

use std::time::Duration;

use quis_judge::{Judge, Kind, Leave, Sitting, SolverFacts, Verdict};
use quis_observations::{Answer, End, Mode, Observation, Reply, Reseeded, SolverId, Variation};
use quis_smtlib::{Mode as ParseMode, parse};
use quis_techniques::{Stream, TestCase, Truth};

/// The script as a case, with the truth of its checks as far as given.
pub(crate) fn case(source: &str, truths: &[Truth]) -> TestCase {
    let script = parse(source, ParseMode::Standard).into_result().expect("a valid script");
    let mut case = TestCase::of_script(&script).expect("a small script");
    for (check, truth) in case.checks.iter_mut().zip(truths) {
        check.truth = truth.clone();
    }
    case
}

/// A solver that ended well, with these replies.
pub(crate) fn saw(solver: &str, replies: Vec<Reply>) -> Observation {
    Observation {
        solver: solver.to_owned(),
        replies,
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

pub(crate) fn answered(solver: &str, answer: Answer) -> Observation {
    saw(solver, vec![reply(answer)])
}

pub(crate) fn reply(answer: Answer) -> Reply {
    Reply { answer: Some(answer), complete: true, ..Reply::default() }
}

pub(crate) fn with_model(solver: &str, model: &str) -> Observation {
    saw(solver, vec![Reply { model: model.as_bytes().to_vec(), ..reply(Answer::Sat) }])
}

/// A solver that said nothing but this, on the standard error, and ended so.
pub(crate) fn died(solver: &str, stderr: &str, end: End) -> Observation {
    Observation { stderr: stderr.as_bytes().to_vec(), end, ..saw(solver, vec![Reply::default()]) }
}

pub(crate) fn refused(solver: &str, error: &str) -> Observation {
    let reply = Reply { error: Some(error.to_owned()), early_error: true, ..Reply::default() };
    Observation { end: End::Exited(1), ..saw(solver, vec![reply]) }
}

/// A solver of a family.
pub(crate) fn facts(name: &str, family: &str) -> SolverFacts {
    SolverFacts::new(name, SolverId::of_family(family))
}

/// Z3 with an option.
pub(crate) fn with_options(name: &str, option: &str) -> SolverFacts {
    SolverFacts::new(name, SolverId { options: vec![option.to_owned()], ..SolverId::of_family("z3") })
}

/// The same solver with another random seed.
pub(crate) fn reseeded(observation: Observation, seed: u32) -> Observation {
    let reseeded = Some(Reseeded { of: observation.solver.clone(), seed });
    let solver = format!("{} seed={seed}", observation.solver);
    Observation { solver, variation: Variation { reseeded, ..Variation::default() }, ..observation }
}

pub(crate) fn judge() -> Judge {
    Judge::new(vec![
        facts("z3", "z3").with_decides(&["QF_LIA", "QF_UF"]),
        with_options("z3 a.b=c", "a.b=c"),
        facts("cvc5", "cvc"),
        facts("cvc4", "cvc"),
        facts("z3@4.8.7", "z3"),
    ])
}

pub(crate) fn judged(case: &TestCase, observations: &[Observation]) -> Vec<Verdict> {
    judge().judge(case, observations)
}

/// What is wrong with a core that a solver gave for the only check of a case, if solvers do this with what it leaves of the case.
pub(crate) fn judged_core(
    judge: &Judge,
    case: &TestCase,
    solver: &str,
    core: &[&str],
    of_core: &[Observation],
) -> Option<Verdict> {
    let core = format!("({})", core.iter().map(|name| format!("|{name}|")).collect::<Vec<_>>().join(" "));
    let seen = saw(solver, vec![Reply { core: core.into_bytes(), ..reply(Answer::Unsat) }]);
    let (judge, mut sitting) = (judge.clone().with_all_oracles(), Sitting::new(vec![seen]));
    let leave = Leave::Of(vec![Kind::InvalidCore, Kind::LooseCore], Stream::new(0));
    for question in judge.rule(case, &sitting, &leave).1 {
        sitting.answer(question, of_core.to_vec());
    }
    judge.rule(case, &sitting, &leave).0.into_iter().next()
}

/// The verdicts as text, for snapshots.
pub(crate) fn text(verdicts: &[Verdict]) -> String {
    let one = |verdict: &Verdict| {
        let check = verdict.check.map_or_else(|| "-".to_owned(), |check| check.to_string());
        format!(
            "{} by {} at {check}\n  expected: {}\n  actual: {}\n  evidence: {}\n  fingerprint: {}\n",
            verdict.kind.name(),
            verdict.solver,
            verdict.expected,
            verdict.actual,
            verdict.evidence.replace('\n', "\n    "),
            verdict.fingerprint
        )
    };
    verdicts.iter().map(one).collect()
}
