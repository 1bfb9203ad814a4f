//! Refutations by real solvers, and their cores.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail, and says what it left out")]

use std::time::Duration;

use quis_smtlib::{Mode, PrintOptions, parse, print_term};
use quis_solvers::{Limits, SearchPath, Solver};
use quis_triggers::{Instance, Problem, Refuter, Selection, core, problem, refute};

/// Figure 4.5: needs (f (g 7)), which nothing has.
const UNIFICATION: &str = "(declare-fun f (Int) Int) (declare-fun g (Int) Int)
    (assert (forall ((x0 Int)) (! (not (= (f x0) 7)) :pattern ((f x0)))))
    (assert (forall ((x1 Int)) (! (= (f (g x1)) x1) :pattern ((f (g x1))))))";

/// Made-up elements, values of Bool, overloaded constants, reserved names, a formula whose variable an equation gives.
const STRANGE: &str =
    "(declare-sort @U 0) (declare-sort V 0) (declare-fun none () @U) (declare-fun none () V)
    (declare-fun h (@U Bool V) Int) (declare-fun mod (Int Int) Int)
    (assert (forall ((@u @U) (v V)) (! (= (h @u false v) 1) :pattern ((h @u false v)))))
    (assert (forall ((b Bool) (w V)) (! (> (h (as none @U) b w) (mod 3 4)) :pattern ((h (as none @U) b w)))))
    (assert (forall ((n Int)) (! (or (not (= n 3)) (= (mod n 4) 5)) :pattern ((mod n 4)))))";

fn solver(spec: &str) -> Option<Solver> {
    let found = Solver::from_spec(spec, &SearchPath::from_environment());
    let required = std::env::var_os("QUIS_REQUIRE_SOLVERS").is_some_and(|value| value == "1");
    if let Err(error) = &found {
        assert!(!required, "{error}");
        eprintln!("left out: {error}");
    }
    // What is installed may load libraries by a program that is not built here, and knows options that came later.
    found.ok().filter(|solver| solver.prefix.is_empty() || std::env::var_os("QUIS_HOST").is_some())
}

/// The solver that a refuter is a way to ask. Before 4.8.5, Z3 does not say enough of its instances.
fn solver_of(refuter: Refuter) -> Option<Solver> {
    solver(if refuter.is_z3() { "z3@latest" } else { "cvc5@latest" })
}

fn limits() -> Limits {
    Limits { wall: Duration::from_secs(20), ..Limits::default() }
}

fn read(source: &str) -> Problem {
    let script = parse(source, Mode::Standard).into_result().unwrap();
    problem(&script, source, &Selection::default()).unwrap()
}

fn values(problem: &Problem, instance: &Instance) -> Vec<String> {
    let print = |&value| print_term(&problem.store, value, PrintOptions::plain()).unwrap();
    instance.values.iter().map(print).collect()
}

#[test]
fn engines_find_the_instances_that_are_needed() {
    for refuter in
        [Refuter::Z3Mbqi, Refuter::Z3MbqiAuto, Refuter::Cvc5Enumerative, Refuter::Cvc5IgnorePatterns]
    {
        let (Some(solver), Some(z3)) = (solver_of(refuter), solver("z3@latest")) else { continue };
        let mut problem = read(UNIFICATION);
        let refutation = refute(&mut problem, refuter, &solver, limits(), None, &[]).unwrap().unwrap();
        // Libraries that an older program loads: it does not say what was instantiated.
        if !refuter.is_z3() && refutation.instances.is_empty() {
            eprintln!("left out: {} does not say what it instantiates", solver.name);
            continue;
        }
        let core = core(&mut problem, &refutation.instances, &z3, limits(), None).unwrap().unwrap();
        let found: Vec<(usize, Vec<String>)> =
            core.instances.iter().map(|one| (one.formula, values(&problem, one))).collect();
        let expected = [(0, vec!["(g 7)".to_owned()]), (1, vec!["7".to_owned()])];
        assert_eq!((found, core.ground), (expected.to_vec(), vec![]), "{}", refuter.name());
    }
}

/// Of variables of several sorts the order is known.
const SORTED: &str =
    "(declare-sort U 0) (declare-sort V 0) (declare-fun u () U) (declare-fun v () V) (declare-fun w () V)
    (declare-fun p (U V V Int) Bool) (assert (p u v w 7))
    (assert (forall ((x U) (y V) (z V) (n Int)) (! (not (p x y z n)) :pattern ((p x y z n)))))";

#[test]
fn releases_of_z3_are_understood() {
    for release in ["4.8.5", "4.8.10", "4.8.17", "4.12.6", "4.15.3", "5.0.0", "5.4.0"] {
        let Ok(z3) = Solver::from_spec(&format!("z3@{release}"), &SearchPath::from_environment()) else {
            continue;
        };
        if !z3.prefix.is_empty() && std::env::var_os("QUIS_HOST").is_none() {
            continue;
        }
        let mut problem = read(SORTED);
        let found = refute(&mut problem, Refuter::Z3Relaxed, &z3, limits(), None, &[]).unwrap().unwrap();
        let found: Vec<Vec<String>> = found.instances.iter().map(|one| values(&problem, one)).collect();
        assert_eq!(found, [["u", "v", "w", "7"]], "{release}");
        // Needs a model: no term matches.
        let mut problem = read(UNIFICATION);
        let found = refute(&mut problem, Refuter::Z3Mbqi, &z3, limits(), None, &[]).unwrap().unwrap();
        let found: Vec<Vec<String>> = found.instances.iter().map(|one| values(&problem, one)).collect();
        assert!(found.contains(&vec!["(g 7)".to_owned()]), "{release}: {found:?}");
    }
}

#[test]
fn what_the_trace_lacks_stands_in_the_log() {
    let Some(z3) = solver("z3@latest") else { return };
    let mut problem = read(
        "(declare-fun b () (_ BitVec 16)) (declare-fun q ((_ BitVec 16)) Bool) (declare-fun p ((_ BitVec 8) Int) Bool)
         (assert (q b)) (assert (p ((_ extract 9 2) b) 3))
         (assert (forall ((x (_ BitVec 8)) (n Int)) (! (not (p x n)) :pattern ((p x n)))))",
    );
    let found = refute(&mut problem, Refuter::Z3Patterns, &z3, limits(), None, &[]).unwrap().unwrap();
    let texts: Vec<Vec<String>> = found.instances.iter().map(|one| values(&problem, one)).collect();
    assert_eq!(texts, [["((_ extract 9 2) b)", "3"]]);
    assert_eq!(found.fresh, []);
}

#[test]
fn names_and_sorts_may_be_strange() {
    for refuter in [Refuter::Z3Mbqi, Refuter::Z3MbqiAuto, Refuter::Cvc5Enumerative] {
        let (Some(solver), Some(z3)) = (solver_of(refuter), solver("z3@latest")) else { continue };
        let mut problem = read(STRANGE);
        let refutation = refute(&mut problem, refuter, &solver, limits(), None, &[]).unwrap().unwrap();
        // Libraries that an older program loads: it does not say what was instantiated.
        if !refuter.is_z3() && refutation.instances.is_empty() {
            eprintln!("left out: {} does not say what it instantiates", solver.name);
            continue;
        }
        let core = core(&mut problem, &refutation.instances, &z3, limits(), None).unwrap().unwrap();
        let mut formulas: Vec<usize> = core.instances.iter().map(|one| one.formula).collect();
        formulas.dedup();
        assert_eq!(formulas, [0, 1, 2], "{}", refuter.name());
        // What is said is in the words of the problem.
        let eliminated = core.instances.iter().find(|one| one.formula == 2).unwrap();
        assert_eq!(values(&problem, eliminated), ["3"]);
        assert!(core.instances.iter().all(|one| problem.instantiate(one).is_some()));
    }
}

#[test]
fn patterns_hold_unless_a_term_is_there() {
    let Some(z3) = solver("z3@latest") else { return };
    let mut problem = read(UNIFICATION);
    let without = refute(&mut problem, Refuter::Z3Patterns, &z3, limits(), None, &[]).unwrap();
    assert_eq!(without, None);
    let term = [
        "(declare-fun dummy (Int) Bool)".to_owned(),
        "(declare-const c Int)".to_owned(),
        "(assert (dummy (f (g 7))))".to_owned(),
    ];
    let with = refute(&mut problem, Refuter::Z3Patterns, &z3, limits(), None, &term).unwrap().unwrap();
    assert!(with.fresh.is_empty(), "{with:?}");
    assert_eq!(with.instances.len(), 2);
}

#[test]
fn satisfiable_instances_have_no_core_and_nonsense_no_refutation() {
    let Some(z3) = solver("z3@latest") else { return };
    let mut problem = read(UNIFICATION);
    let one = problem.store.int(1);
    let instance = Instance { formula: 0, values: vec![one] };
    assert_eq!(core(&mut problem, &[instance], &z3, limits(), None).unwrap(), None);
    let nonsense = ["(get-assignment x)".to_owned()];
    assert_eq!(refute(&mut problem, Refuter::Z3Mbqi, &z3, limits(), None, &nonsense).unwrap(), None);
}
