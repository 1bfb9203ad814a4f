//! STORM over real files: every instance is a good script, every witness holds, and solvers do not contradict.
//!
//! The files are those of `seeds/`, and of the folder that `QUIS_CORPUS` names, if it does.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;
use std::time::Duration;

use quis_smtlib::{Mode, infer_logic, parse};
use quis_solvers::{Answer, Ask, Channel, Limits, Mode as Running, Question};
use quis_techniques::{
    Connectives, Incremental, Material, Storm, Stream, Technique, TestCase, Truth, Truths, confirm,
};

use common::{seeds, solvers};

fn kinds() -> [Storm; 3] {
    let plain = Storm { truth: Truths::Sat, incremental: Incremental::No, ..Storm::default() };
    [
        Storm { profile: Connectives::Paper, ..plain },
        plain,
        Storm { incremental: Incremental::Yes, ..Storm::default() },
    ]
}

#[test]
fn every_witness_holds() {
    let (mut without_quantifiers, mut silent) = (0, Vec::new());
    for (path, seed) in seeds() {
        let mut confirmed = 0;
        for (number, storm) in kinds().into_iter().enumerate() {
            for case in storm.cases(Material::of(&seed), Stream::new(number as u64)).take(120).step_by(12) {
                match confirm(&case) {
                    Ok(count) => confirmed += count,
                    Err(doubt) => panic!("{}: {doubt}\n{}", path.display(), case.text),
                }
            }
        }
        if !infer_logic(&seed).quantifiers {
            without_quantifiers += 1;
            if confirmed == 0 {
                silent.push(path);
            }
        }
    }
    assert!(
        10 * silent.len() <= without_quantifiers,
        "{} of {without_quantifiers}: {silent:?}",
        silent.len()
    );
}

/// Instances are in the declared logic by the strict reading, if the seed is.
#[test]
fn logics_are_kept() {
    let mut made = 0;
    for (path, seed) in seeds() {
        let before = TestCase::of_script(&seed).expect("small");
        // Behind a `reset` there is another logic; an instance has the first.
        let resets = seed.commands.iter().any(|command| command.name(&seed.store).starts_with("reset"));
        if resets || seed.logic().is_none() || parse(&before.text, Mode::Strict).into_result().is_err() {
            continue;
        }
        for storm in kinds() {
            for case in storm.cases(Material::of(&seed), Stream::new(5)).take(40).step_by(8) {
                if let Err(errors) = parse(&case.text, Mode::Strict).into_result() {
                    panic!("{}: {:?}\n{}", path.display(), errors.first(), case.text);
                }
                made += 1;
            }
        }
    }
    assert!(made > 100, "{made}");
}

#[test]
fn the_nth_instance_is_always_the_same() {
    for (path, seed) in seeds() {
        let storm = Storm::default();
        let all: Vec<TestCase> = storm.cases(Material::of(&seed), Stream::new(11)).take(20).collect();
        let last = storm.cases(Material::of(&seed.clone()), Stream::new(11)).nth(19);
        assert_eq!(last, all.get(19).cloned(), "{}", path.display());
    }
}

/// A solver that says `unsat` where there is a witness, or `sat` to a contradiction, is wrong; or we are.
#[test]
fn solvers_do_not_contradict() {
    let limits = Limits { wall: Duration::from_millis(500), ..Limits::default() };
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, solver) in solvers() {
        let mut channel = Channel::open(&solver, Running::Fresh, limits, None);
        for (at, (path, seed)) in
            seeds().into_iter().enumerate().filter(|(_, (_, seed))| seed.store.len() < 2000)
        {
            let storm = Storm { assertions: 8, ..Storm::default() };
            for case in storm.cases(Material::of(&seed), Stream::new(at as u64)).take(40).step_by(20) {
                let places: Vec<_> = case.checks.iter().map(|check| check.place.clone()).collect();
                let ask = Ask::default();
                let question = Question::of_text(&case.text, &places, case.incremental, ask);
                let observation = channel.ask(&question).expect("the solver starts");
                for (reply, check) in observation.replies.iter().zip(&case.checks) {
                    let Some(answer) = reply.answer.filter(|_| reply.error.is_none()) else { continue };
                    *answers.entry(answer.name().to_owned()).or_default() += 1;
                    let contradicts = match &check.truth {
                        Truth::Sat { .. } => answer == Answer::Unsat,
                        Truth::Unsat { .. } => answer == Answer::Sat,
                        Truth::Open => false,
                    };
                    if contradicts {
                        wrong.push(format!("{name}: {}: {}\n{}", path.display(), answer.name(), case.text));
                    }
                }
            }
        }
    }
    eprintln!("{answers:?}");
    assert!(wrong.is_empty(), "{} contradictions, the first:\n{}", wrong.len(), wrong[0]);
}
