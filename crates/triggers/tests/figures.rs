//! Figures of the dissertation's chapter 4, with a real Z3: each is refuted with a term that is found.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test may fail, and says what it left out"
)]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quis_smtlib::{Mode, parse};
use quis_solvers::{Limits, SearchPath, Solver};
use quis_triggers::{
    Answer, CONFIGS, Candidate, Matched, Matcher, Named, Outcome, Problem, Selection, Settings, Synthesis,
    minimized, problem, solve_several,
};

const LISTS: &str = "(declare-fun len (Int) Int) (declare-fun nxt (Int) Int)
    (assert (forall ((x Int)) (! (and (> (len x) 0) (=> (= (nxt x) x) (= (len x) 1))
        (=> (not (= (nxt x) x)) (= (len x) (+ (len (nxt x)) 1)))) :pattern ((len (nxt x))) :qid length)))
    (assert (not (> (len 7) 0)))";

const SEQUENCES: &str = "(declare-sort U 0) (declare-sort V 0) (declare-fun Type (V) V) (declare-fun ElemType (V) V)
    (declare-fun typ (U) V) (declare-fun Empty (V) U) (declare-fun Build (U Int U Int) U) (declare-fun Len (U) Int)
    (assert (forall ((t V)) (! (= t (ElemType (Type t))) :pattern ((Type t)))))
    (assert (forall ((t V)) (! (= (typ (Empty t)) (Type t)) :pattern ((Empty t)))))
    (assert (forall ((s U) (i Int) (v U) (l Int)) (! (= (typ (Build s i v l)) (Type (typ v))) :pattern ((Build s i v l)))))
    (assert (forall ((s U)) (! (=> (= (typ s) (Type (ElemType (typ s)))) (<= 0 (Len s))) :pattern ((Len s)))))
    (assert (forall ((s U) (i Int) (v U) (l Int)) (! (=> (= (typ s) (Type (typ v))) (= (Len (Build s i v l)) l))
        :pattern ((Len (Build s i v l))))))";

const DIVISION: &str = "(declare-fun quotient (Int Int) Int)
    (assert (! (forall ((x Int) (y Int)) (! (= (to_real (quotient x y)) (/ (to_real x) (to_real y)))
        :pattern ((quotient x y)))) :named D))";

const OPTIONS: &str =
    "(declare-sort U 0) (declare-fun some (U) U) (declare-fun get (U) U) (declare-const none U)
    (assert (forall ((e U)) (! (not (= (some e) none)) :pattern ((some e)))))
    (assert (forall ((o U) (e U)) (! (= (= (get o) e) (= o (some e))) :pattern ((some e) (get o)))))";

const SUMS: &str = "(declare-sort S 0) (declare-fun sum (S Int Int) Int) (declare-fun syn (S Int Int) Int)
    (declare-const empty S) (declare-fun nth (S Int) Int)
    (assert (forall ((s S) (l Int) (h Int)) (! (= (sum s l h) (syn s l h)) :pattern ((sum s l h)))))
    (assert (forall ((s S) (l Int) (h Int)) (! (=> (>= l h) (= (syn s l h) 0)) :pattern ((sum s l h)))))
    (assert (forall ((s S) (l Int) (h Int)) (! (=> (<= l h) (= (syn s l h) (+ (syn s (+ l 1) h) (nth s l))))
        :pattern ((sum s l h)))))
    (assert (= (nth empty 0) (- 1)))";

/// Consistent: there is nothing to be found.
const CONSISTENT: &str =
    "(declare-sort U 0) (declare-fun box (Int) U) (declare-fun unbox (U) Int) (declare-fun p (U) Bool)
    (assert (forall ((i Int)) (! (= (unbox (box i)) i) :pattern ((box i)))))
    (assert (forall ((u U)) (! (=> (p u) (> (unbox u) 0)) :pattern ((p u)))))
    (assert (exists ((u U)) (p u)))";

fn z3() -> Option<Solver> {
    let found = Solver::from_spec("z3@latest", &SearchPath::from_environment());
    let required = std::env::var_os("QUIS_REQUIRE_SOLVERS").is_some_and(|value| value == "1");
    if let Err(error) = &found {
        assert!(!required, "{error}");
        eprintln!("left out: {error}");
    }
    found.ok()
}

fn read(source: &str) -> Problem {
    let script = parse(source, Mode::Standard).into_result().unwrap();
    problem(&script, source, &Selection::default()).unwrap()
}

fn solved(source: &str, time: Duration) -> Option<Outcome> {
    let z3 = z3()?;
    let settings = Settings {
        matching: z3.clone(),
        z3,
        cvc5: None,
        time,
        jobs: 2,
        limits: Limits::default(),
        synthesis: None,
        grace: None,
    };
    Some(solve_several(&read(source), &settings, 1, None, &|_| {}).unwrap())
}

fn answer(source: &str) -> Option<Answer> {
    match solved(source, Duration::from_secs(120))? {
        Outcome::Found(answer) => Some(*answer),
        other => panic!("{other:?}"),
    }
}

#[test]
fn incompleteness_needs_the_goal() {
    let Some(answer) = answer(LISTS) else { return };
    let terms: Vec<&str> = answer.candidate.terms.iter().map(|term| term.text.as_str()).collect();
    assert_eq!(terms, ["(len (nxt 7))"]);
    assert_eq!((answer.needs_goal, answer.as_written), (Some(true), Some(true)));
    assert_eq!(answer.axioms, [0, 1]);
}

#[test]
fn unsound_axioms_are_contradictory_by_themselves() {
    for source in [SEQUENCES, DIVISION, OPTIONS] {
        let Some(answer) = answer(source) else { return };
        assert_eq!((answer.needs_goal, answer.as_written), (Some(false), Some(true)), "{source}");
        assert!(!answer.example.is_empty());
    }
}

#[test]
fn the_one_term_is_small() {
    let Some(answer) = answer(OPTIONS) else { return };
    assert_eq!(answer.candidate.terms[0].text, "(some (get none))");
}

#[test]
fn functions_that_undo_each_other_go_together() {
    let Some(z3) = z3() else { return };
    let problem = read(SEQUENCES);
    let mut matcher = Matcher::new(&problem, &z3, Limits::default(), None);
    let named = |text: &str, sort: &str| Named { text: text.to_owned(), sort: sort.to_owned() };
    let mut large = Candidate::default();
    large.fresh = vec![named("v", "U")];
    large.terms = vec![named("(Len (Build (Empty (ElemType (Type (typ v)))) 0 v (- 1)))", "Int")];
    let time = Duration::from_secs(10);
    let small = minimized(&problem, &mut matcher, large, time, time).unwrap();
    let terms: Vec<&str> = small.terms.iter().map(|term| term.text.as_str()).collect();
    // As printed in the dissertation.
    assert_eq!(terms, ["(Len (Build (Empty (typ c!0)) 0 c!0 (- 1)))"]);
}

#[test]
fn numbers_are_small() {
    let Some(answer) = answer(DIVISION) else { return };
    let [term] = &answer.candidate.terms[..] else { panic!("{:?}", answer.candidate) };
    let numbers =
        term.text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u64>().ok());
    assert!(numbers.clone().count() > 0 && numbers.clone().all(|number| number < 3), "{}", term.text);
}

#[test]
fn of_consistent_axioms_nothing_is_claimed() {
    let Some(outcome) = solved(CONSISTENT, Duration::from_secs(6)) else { return };
    assert!(matches!(outcome, Outcome::NotFound(_)), "{outcome:?}");
}

#[test]
fn synthesis_alone_finds_terms_of_several_instances() {
    let Some(z3) = z3() else { return };
    for source in [SEQUENCES, SUMS, DIVISION] {
        let problem = read(source);
        let mut matcher = Matcher::new(&problem, &z3, Limits::default(), None);
        assert_eq!(matcher.with(&Candidate::default(), Duration::from_secs(5)).unwrap(), Matched::Stuck);
        let found = CONFIGS.iter().find_map(|&config| {
            let mut synthesis = Synthesis::new(&problem, config, &z3, Limits::default(), None);
            let until = Instant::now() + Duration::from_secs(60);
            synthesis.run(&mut matcher, until, &AtomicBool::new(false)).unwrap()
        });
        let found = found.unwrap();
        assert_eq!(matcher.afresh(&found, Duration::from_secs(20)).unwrap(), Matched::Refuted);
    }
}
