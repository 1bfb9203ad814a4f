//! `mutate` over real files: every mutant is a good script, its truth holds, any one can be made alone, and solvers find no fault with
//! types.
//!
//! The files are those of `seeds/`, and of the folder that `QUIS_CORPUS` names, if it does. `cargo test --release -p quis-techniques --test mutate
//! -- --ignored` evaluates 100,000 truths.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use quis_smtlib::{PrintOptions, Script, TermKind, infer_logic, print_script};
use quis_solvers::{Limits, Runner, Solver};
use quis_techniques::{Material, Mutate, MutateAsk, Pool, Stream, Technique, TestCase, Truth, confirm};

use common::{seeds, solvers};

const MUTATE: Mutate = Mutate {
    ask: MutateAsk::Nothing,
    dialect: quis_techniques::Dialect::Common,
    logic: quis_techniques::LogicPolicy::Widen,
    mutations: 4,
};

/// The first seeds, as a pool.
fn pool(seeds: &[(std::path::PathBuf, Script)]) -> Pool {
    let text = |seed: &Script| print_script(seed, PrintOptions::shared()).ok().map(Arc::from);
    let texts: Vec<(usize, Arc<str>)> =
        seeds.iter().step_by(7).filter_map(|(_, seed)| text(seed)).enumerate().take(16).collect();
    Pool::new(texts.len(), texts)
}

fn has_binders(seed: &Script) -> bool {
    seed.store.terms().any(|term| matches!(seed.store.kind(term), TermKind::Binder(..)))
}

/// Confirms the truths of mutants of all seeds; how many, and the checks of seeds without quantifiers, and how many of these are known.
fn confirmed(wanted: usize, of_each: usize) -> (usize, usize, usize) {
    let seeds = seeds();
    let pool = pool(&seeds);
    let (mut confirmed, mut all, mut known) = (0, 0, 0);
    for round in 0.. {
        let before = confirmed;
        for (path, seed) in &seeds {
            let plain = !has_binders(seed);
            let cases = MUTATE.cases(Material::of(seed).with_pool(&pool), Stream::new(round));
            for case in cases.take(of_each) {
                match confirm(&case) {
                    Ok(count) => confirmed += count,
                    Err(doubt) => panic!("{}: {doubt}\n{}\n{:?}", path.display(), case.text, case.checks),
                }
                if plain {
                    all += case.checks.len();
                    known += case.checks.iter().filter(|check| check.truth != Truth::Open).count();
                }
            }
            if confirmed >= wanted {
                return (confirmed, all, known);
            }
        }
        assert!(confirmed > before, "no truth is known");
    }
    unreachable!("the loop returns")
}

#[test]
fn truths_hold_and_most_are_known() {
    let (confirmed, all, known) = confirmed(4000, 40);
    assert!(confirmed >= 4000 && known * 10 > all * 7, "{confirmed} confirmed, {known} of {all} known");
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_thousand_truths_hold() {
    let (confirmed, all, known) = confirmed(100_000, 400);
    eprintln!("{confirmed} truths confirmed; {known} of {all} checks of seeds without quantifiers are known");
}

#[test]
fn any_mutant_is_made_alone() {
    let seeds = seeds();
    let pool = pool(&seeds);
    for (path, seed) in &seeds {
        let material = Material::of(seed).with_pool(&pool);
        let all: Vec<TestCase> = MUTATE.cases(material, Stream::new(11)).take(200).collect();
        for number in [3, 150, 199] {
            let alone = MUTATE.cases(material, Stream::new(11)).nth(number);
            assert_eq!(alone.as_ref(), all.get(number), "{}", path.display());
        }
    }
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
    let all = seeds();
    let pool = pool(&all);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut asked, mut wrong) = (0, Vec::new());
    for (path, seed) in &all {
        let before = TestCase::of_script(seed).expect("small");
        let folder = path.parent().expect("a folder").display().to_string();
        let of_kind = kinds.entry(folder).or_default();
        *of_kind += 1;
        if *of_kind > 2 || before.text.len() > 5000 {
            continue;
        }
        for (name, solver) in &solvers {
            let dialect = name == "z3" && infer_logic(seed).transcendental;
            if dialect || !errors(&runner, solver, &before).is_empty() {
                continue;
            }
            let cases = MUTATE.cases(Material::of(seed).with_pool(&pool), Stream::new(2));
            for case in cases.take(1200).skip(19).step_by(170) {
                asked += 1;
                for error in errors(&runner, solver, &case).into_iter().take(1) {
                    if is_about_types(&error) {
                        wrong.push(format!("{error}\n{name}: {}\n{}", path.display(), case.text));
                    }
                }
            }
        }
    }
    assert!(asked > 50, "{asked}");
    assert!(wrong.is_empty(), "{} of {asked}\n{}", wrong.len(), wrong.join("\n"));
}

/// Whether a message says that a script is not well typed, and not that the solver cannot solve it.
fn is_about_types(message: &str) -> bool {
    let message = message.to_lowercase();
    let solving = ["not supported", "unsupported", "cannot handle", "does not support", "logicexception"];
    !solving.iter().any(|word| message.contains(word))
}
