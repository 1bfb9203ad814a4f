//! OpFuzz over real files: every mutant is a good script of the same sorts, none comes twice, and solvers find no fault with
//! their types.
//!
//! The files are those of `seeds/`, and of the folder that `QUIS_CORPUS` names, if it does; then solvers are asked about more
//! mutants, too. Solvers are found as the program finds them. If there are none, their test is skipped, unless
//! `QUIS_REQUIRE_SOLVERS` is set.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, reason = "a test fails by panicking")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use quis_smtlib::{Command, Mode, Script, infer_logic, parse};
use quis_solvers::{Limits, Runner, Solver};
use quis_techniques::{LogicPolicy, Material, OpFuzz, Profile, Stream, Technique, TestCase};

use common::{seeds, solvers};

/// The sorts of all terms that stand in commands and definitions, in order.
fn shape(script: &Script) -> Vec<String> {
    let sort = |term| format!("{:?}", script.store.sort_kind(script.store.sort(term)));
    let mut shape: Vec<String> = script.roots().into_iter().map(sort).collect();
    shape.extend(script.commands.iter().map(|command| command.name(&script.store).to_owned()));
    shape
}

fn read_again(path: &Path, case: &TestCase) -> Script {
    parse(&case.text, Mode::Standard).into_result().unwrap_or_else(|errors| {
        let error = errors.first().expect("an error");
        let place = &case.text[error.span.start.saturating_sub(80)..];
        panic!("{}: {}\n{}", path.display(), error.message, place.get(..200).unwrap_or(place))
    })
}

#[test]
fn every_mutant_is_a_script_of_the_same_sorts() {
    let mut mutated = 0;
    for (path, seed) in seeds() {
        let before = TestCase::of_script(&seed).expect("small");
        let expected = shape(&read_again(&path, &before));
        for profile in [Profile::Full, Profile::Paper] {
            let technique = OpFuzz { profile, ..OpFuzz::default() };
            for case in technique.cases(Material::of(&seed), Stream::new(7)).take(60).step_by(6) {
                let script = read_again(&path, &case);
                assert_eq!(shape(&script), expected, "{}", path.display());
                let is_check =
                    |command: &&Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
                assert_eq!(script.commands.iter().filter(is_check).count(), case.checks.len());
                for check in &case.checks {
                    assert!(case.text[check.place.clone()].starts_with("(check-sat"));
                }
                assert_eq!(case.incremental, before.incremental);
                mutated += 1;
            }
        }
    }
    assert!(mutated > 500, "{mutated}");
}

#[test]
fn no_mutant_comes_twice_and_none_is_the_seed() {
    for (path, seed) in seeds() {
        let technique = OpFuzz { rounds: 20, ..OpFuzz::default() };
        let mut seen = BTreeSet::from([TestCase::of_script(&seed).expect("small").text]);
        for case in technique.cases(Material::of(&seed), Stream::new(3)).take(300) {
            assert!(seen.insert(case.text), "{}", path.display());
        }
    }
}

#[test]
fn the_nth_mutant_is_always_the_same() {
    for (path, seed) in seeds() {
        let technique = OpFuzz::default();
        let all: Vec<TestCase> = technique.cases(Material::of(&seed), Stream::new(11)).take(40).collect();
        let last = technique.cases(Material::of(&seed.clone()), Stream::new(11)).nth(39);
        assert_eq!(last, all.get(39).cloned(), "{}", path.display());
        let other = technique.cases(Material::of(&seed), Stream::new(12)).take(40).collect::<Vec<_>>();
        assert!(all.len() < 40 || all != other, "{}: the stream has no effect", path.display());
    }
}

/// Mutants that keep the declared logic are still in it by the strict reading, if the seed is.
#[test]
fn kept_logics_are_kept() {
    let technique = OpFuzz { logic: LogicPolicy::Keep, ..OpFuzz::default() };
    let mut mutated = 0;
    for (path, seed) in seeds() {
        let before = TestCase::of_script(&seed).expect("small");
        if seed.logic().is_none() || parse(&before.text, Mode::Strict).into_result().is_err() {
            continue;
        }
        for case in technique.cases(Material::of(&seed), Stream::new(5)).take(40).step_by(4) {
            if let Err(errors) = parse(&case.text, Mode::Strict).into_result() {
                panic!("{}: {:?}\n{}", path.display(), errors.first(), case.text);
            }
            mutated += 1;
        }
    }
    assert!(mutated > 100, "{mutated}");
}

/// The errors that a solver reports, one line each.
fn errors(runner: &Runner, solver: &Solver, case: &TestCase) -> Vec<String> {
    let run = runner.run(solver, case.text.as_bytes(), case.incremental).expect("the solver starts");
    let output = [run.stdout, run.stderr].concat();
    let output = String::from_utf8_lossy(&output);
    output.lines().filter(|line| line.contains("rror")).map(str::to_owned).collect()
}

#[test]
fn solvers_find_no_fault_with_types() {
    let runner = Runner::new(Limits { wall: Duration::from_millis(400), ..Limits::default() });
    let solvers = solvers();
    if solvers.is_empty() {
        return;
    }
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (per_folder, step) = if std::env::var_os("QUIS_CORPUS").is_some() { (2, 60) } else { (1, 180) };
    let (mut asked, mut faults) = (0, Vec::new());
    for (path, seed) in seeds() {
        let before = TestCase::of_script(&seed).expect("small");
        let folder = path.parent().expect("a folder").display().to_string();
        let of_kind = kinds.entry(folder).or_default();
        *of_kind += 1;
        if *of_kind > per_folder || before.text.len() > 5000 {
            continue;
        }
        for (name, solver) in &solvers {
            // What does not read the seed has nothing to say about its mutants. Of the functions that cvc5 adds to
            // arithmetic, Z3 knows some only.
            let dialect = name == "z3" && infer_logic(&seed).transcendental;
            if dialect || !errors(&runner, solver, &before).is_empty() {
                continue;
            }
            // The last of a chain differs from the seed in most operators.
            for case in
                OpFuzz::default().cases(Material::of(&seed), Stream::new(2)).take(200).skip(19).step_by(step)
            {
                asked += 1;
                for error in errors(&runner, solver, &case).into_iter().take(1) {
                    faults.push((error, format!("{name}: {}\n{}", path.display(), case.text)));
                }
            }
        }
    }
    let (wrong, unsolved): (Vec<_>, Vec<_>) = faults.iter().partition(|(error, _)| is_about_types(error));
    for (error, case) in unsolved {
        eprintln!("not about types: {error}\n{case}");
    }
    for (error, case) in &wrong {
        eprintln!("about types: {error}\n{case}");
    }
    assert!(asked > 50, "{asked}");
    assert!(wrong.is_empty(), "{} of {asked}", wrong.len());
}

/// Whether a message says that a script is not well typed, and not that the solver cannot solve it.
fn is_about_types(message: &str) -> bool {
    let message = message.to_lowercase();
    let solving = ["not supported", "unsupported", "cannot handle", "does not support", "logicexception"];
    !solving.iter().any(|word| message.contains(word))
}
