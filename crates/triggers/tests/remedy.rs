//! Other patterns for axioms, tried with a real solver.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test may fail, and says what it left out"
)]

use std::time::Duration;

use quis_smtlib::{Mode, parse};
use quis_solvers::{Limits, SearchPath, Solver};
use quis_triggers::{Outcome, Problem, Remedy, Selection, Settings, problem, remedies, solve_several};

fn settings() -> Option<Settings> {
    let found = Solver::from_spec("z3@latest", &SearchPath::from_environment());
    let required = std::env::var_os("QUIS_REQUIRE_SOLVERS").is_some_and(|value| value == "1");
    if let Err(error) = &found {
        assert!(!required, "{error}");
        eprintln!("left out: {error}");
    }
    // What is installed may load libraries by a program that is not built here.
    let z3 = found.ok().filter(|z3| z3.prefix.is_empty() || std::env::var_os("QUIS_HOST").is_some())?;
    Some(Settings {
        matching: z3.clone(),
        z3,
        cvc5: None,
        time: Duration::from_secs(60),
        jobs: 2,
        limits: Limits::default(),
        synthesis: None,
        grace: None,
    })
}

fn read(source: &str) -> Problem {
    let script = parse(source, Mode::Standard).into_result().unwrap();
    problem(&script, source, &Selection::default()).unwrap()
}

/// What is advised for a problem that needs triggering terms.
fn advised(source: &str, settings: &Settings) -> Vec<Remedy> {
    let problem = read(source);
    let Outcome::Found(answer) = solve_several(&problem, settings, 1, None, &|_| {}).unwrap() else {
        panic!("no triggering terms")
    };
    remedies(&problem, &answer, settings, None).unwrap()
}

#[test]
fn a_part_of_the_pattern_is_enough() {
    let Some(settings) = settings() else { return };
    let found = advised(
        "(declare-fun f (Int) Int) (declare-fun g (Int) Int)
         (assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))))
         (assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))))
         (assert (> (g 7) 3))",
        &settings,
    );
    let patterns = |terms: &str| vec![vec![terms.to_owned()]];
    // Of the two axioms, the variable of the second was renamed; the user is told of the old name.
    assert_eq!(found, [Remedy { axiom: 1, old: patterns("(f (g x))"), new: patterns("(g x)") }]);
}

#[test]
fn nothing_is_advised_where_no_pattern_helps() {
    let Some(settings) = settings() else { return };
    let found = advised(
        "(declare-fun f (Int) Int) (declare-fun g (Int) Int)
         (assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))))
         (assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))))",
        &settings,
    );
    assert_eq!(found, []);
}

#[test]
fn axioms_that_are_instantiated_anyway_are_left_alone() {
    let Some(settings) = settings() else { return };
    // The term (f a) triggers the second axiom. The first is instantiated anyway; that with (n y) for a pattern it would bring (f a) along is
    // chance, and mends nothing.
    let found = advised(
        "(declare-sort U 0) (declare-fun f (U) U) (declare-fun g (U) Bool) (declare-fun h (U) Bool) (declare-fun k (U) U)
         (declare-fun m (U) Bool) (declare-fun n (U) Bool) (declare-const a U) (declare-const b U)
         (assert (forall ((x U) (y U)) (! (and (or (n y) (g x) (not (h x)) (m y)) (= (k (f y)) y)) :pattern ((g x) (m y)))))
         (assert (forall ((x U)) (! (h x) :pattern ((f x)))))
         (assert (not (g a))) (assert (not (m b))) (assert (not (n b))) (assert (not (n a)))",
        &settings,
    );
    let axioms: Vec<usize> = found.iter().map(|remedy| remedy.axiom).collect();
    assert_eq!(axioms, [1], "{found:?}");
}
