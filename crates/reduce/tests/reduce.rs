//! The reducer as its users see it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use quis_reduce::{Error, Event, PassName, Predicate, Reduced, Settings, passes, reduce};
use quis_smtlib::{Mode, parse};
use quis_techniques::{TestCase, Truth, witnesses};

/// A predicate over texts that remembers what it was asked.
struct Asked<F> {
    holds: F,
    confirms: fn(&str) -> bool,
    texts: Mutex<Vec<String>>,
}

impl<F: Fn(&TestCase) -> bool + Sync> Asked<F> {
    fn new(holds: F) -> Self {
        Asked { holds, confirms: |_| true, texts: Mutex::default() }
    }

    fn texts(&self) -> Vec<String> {
        self.texts.lock().unwrap().clone()
    }
}

impl<F: Fn(&TestCase) -> bool + Sync> Predicate for Asked<F> {
    type Error = String;

    fn holds(&self, case: &TestCase) -> Result<bool, String> {
        self.texts.lock().unwrap().push(case.text.clone());
        Ok((self.holds)(case))
    }

    fn confirms(&self, case: &TestCase) -> Result<bool, String> {
        Ok((self.confirms)(&case.text))
    }
}

fn run<F: Fn(&TestCase) -> bool + Sync>(case: &TestCase, predicate: &Asked<F>, jobs: usize) -> Reduced {
    let settings = Settings { jobs: NonZeroUsize::new(jobs).unwrap(), ..Settings::default() };
    reduce(case, predicate, &settings, &mut |_| {}).unwrap()
}

fn case(text: &str) -> TestCase {
    TestCase::of_text(text, &[])
}

/// The scripts that come with the project.
fn seeds() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// Where a predicate is as wild as a crash, the rules still hold: nothing ill-formed is tested, nothing twice, and the number of jobs does not
/// matter.
#[test]
fn passes_are_left_out() {
    let text = "(set-logic ALL)\n(declare-const counter Int)\n(assert (let ((x (div counter 2))) (> x 1)))\n(check-sat)\n";
    let small = |without: &str| {
        let without: Vec<PassName> = without.split_whitespace().map(|name| name.parse().unwrap()).collect();
        let settings = Settings { without: &without, ..Settings::default() };
        let mut entered = BTreeSet::new();
        let mut observe = |event: Event<'_>| {
            if let Event::Pass(name) = event {
                entered.insert(name);
            }
        };
        let divides = Asked::new(|case| case.text.contains("(div counter"));
        let reduced = reduce(&case(text), &divides, &settings, &mut observe).unwrap();
        assert!(without.iter().all(|pass| !entered.contains(pass.name())), "{entered:?}");
        reduced.case.text
    };
    let all = small("");
    assert!(!all.contains("set-logic") && !all.contains("let"), "{all}");
    assert!(small("logic chance").contains("(set-logic ALL)"));
    // Without any pass, the case is as it was, spelling and all.
    let every: Vec<&str> = passes().map(|(name, _)| name).collect();
    assert_eq!(small(&every.join(" ")), text);
}

#[test]
fn wild_predicates_are_asked_well_formed_things_once() {
    let mut reduced_some = 0;
    for file in seeds().iter().step_by(3) {
        let text = std::fs::read_to_string(file).unwrap();
        if text.len() > 6000 || parse(&text, Mode::Standard).into_result().is_err() {
            continue;
        }
        let original = hash(&text);
        let wild = |case: &TestCase| hash(&case.text) == original || hash(&case.text).is_multiple_of(3);
        let predicate = Asked::new(wild);
        let one = run(&case(&text), &predicate, 1);
        let texts = predicate.texts();
        for text in texts.iter().skip(1) {
            assert!(parse(text, Mode::Standard).is_ok(), "{}: no script:\n{text}", file.display());
        }
        let different: BTreeSet<&String> = texts.iter().collect();
        assert_eq!(different.len(), texts.len(), "{}: tested twice", file.display());
        assert!(wild(&one.case), "{}", file.display());
        assert_eq!(one.statistics.calls, texts.len() as u64);
        let three = run(&case(&text), &Asked::new(wild), 3);
        assert_eq!(one.case, three.case, "{}", file.display());
        reduced_some += usize::from(one.case.text.len() < text.len() / 2);
    }
    assert!(reduced_some > 5, "{reduced_some}");
}

fn sat(witness: &str) -> Truth {
    Truth::Sat { witness: Some(witness.into()) }
}

#[test]
fn a_witness_stays_one_and_shrinks_along() {
    let text = "(declare-const counter Int) (declare-const other Int) (declare-fun f (Int) Int)
        (assert (and (> counter 3) (= (f other) 1))) (assert (not (= (mod counter 5) 3))) (check-sat)";
    let witness =
        sat("((define-fun counter () Int 7)\n(define-fun other () Int 2)\n(define-fun f ((x Int)) Int 1))");
    let case = TestCase::of_text(text, &[witness]);
    assert_eq!(witnesses(&case), [Some(true)]);
    let all_true = AtomicU64::new(0);
    let predicate = Asked::new(|case: &TestCase| {
        let is_true = witnesses(case).iter().all(|holds| *holds == Some(true));
        all_true.fetch_add(u64::from(is_true), Ordering::Relaxed);
        case.text.contains("mod") && case.text.contains("check-sat")
    });
    let reduced = run(&case, &predicate, 1);
    // Every candidate was evaluated before the predicate was asked.
    assert_eq!(all_true.load(Ordering::Relaxed), reduced.statistics.calls);
    assert!(reduced.statistics.untrue > 0);
    assert_eq!(witnesses(&reduced.case), [Some(true)]);
    assert!(reduced.case.text.len() < 60, "{}", reduced.case.text);
    let Truth::Sat { witness: Some(left) } = &reduced.case.checks[0].truth else {
        panic!("it was satisfiable")
    };
    assert!(!left.contains("other") && !left.contains(" f "), "{left}");
}

#[test]
fn what_no_witness_shows_is_not_claimed_of_smaller_cases() {
    let text = "(declare-const x Int) (assert (or (> x 0) (< x x))) (check-sat)";
    for truth in [Truth::Sat { witness: None }, sat("((define-fun x () Int 0))")] {
        let case = TestCase::of_text(text, &[truth]);
        let reduced = run(
            &case,
            &Asked::new(|case: &TestCase| case.text.contains("(<") && case.text.contains("check-sat")),
            1,
        );
        assert!(reduced.case.text.len() < text.len());
        assert_eq!(reduced.case.checks[0].truth, Truth::Open, "{}", reduced.case.text);
    }
}

#[test]
fn a_check_that_goes_takes_its_truth_along() {
    let text =
        "(declare-const x Int) (push 1) (assert (= x 1)) (check-sat) (pop 1) (assert (= x 2)) (check-sat)";
    let truths = [sat("((define-fun x () Int 1))"), sat("((define-fun x () Int 2))")];
    let case = TestCase::of_text(text, &truths);
    let reduced = run(
        &case,
        &Asked::new(|case: &TestCase| case.text.contains("2)") && case.text.contains("check-sat")),
        1,
    );
    assert_eq!(reduced.case.checks.len(), 1);
    assert_eq!(witnesses(&reduced.case), [Some(true)]);
    assert!(!reduced.case.text.contains("push"), "{}", reduced.case.text);
    assert!(!reduced.case.incremental);
}

#[test]
fn a_refutation_keeps_its_core() {
    let text =
        "(declare-const p Bool) (declare-const q Bool) (assert (! p :named a)) (assert (! (or p q) :named b))
        (assert q) (assert (! (not p) :named c)) (check-sat)";
    let core = Truth::Unsat { core: Some(vec!["a".to_owned(), "c".to_owned()]) };
    let reduced =
        run(&TestCase::of_text(text, std::slice::from_ref(&core)), &Asked::new(|_: &TestCase| true), 1);
    // Without its check there is nothing to refute.
    assert_eq!(reduced.case.text.len(), 0, "{}", reduced.case.text);
    let checks = |case: &TestCase| case.text.contains("check-sat");
    let reduced = run(&TestCase::of_text(text, std::slice::from_ref(&core)), &Asked::new(checks), 1);
    let expected =
        "(declare-const p Bool)\n(assert (! p :named a))\n(assert (! (not p) :named c))\n(check-sat)\n";
    assert_eq!((&*reduced.case.text, &reduced.case.checks[0].truth), (expected, &core));
    // If no core is known, all assertions may be needed.
    let unknown = Truth::Unsat { core: None };
    let reduced = run(&TestCase::of_text(text, &[unknown]), &Asked::new(checks), 1);
    assert_eq!(reduced.case.text.matches("assert").count(), 4, "{}", reduced.case.text);
}

const LONG: &str =
    "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (> (+ x y) (* 2 x)))
(assert (or (< x y) (= x 7) (= (div x 3) y)))\n(assert (distinct x y 5))\n(check-sat)\n";

#[test]
fn what_is_not_confirmed_is_not_kept() {
    let mut predicate = Asked::new(|case: &TestCase| case.text.contains("div"));
    predicate.confirms = |text| text.contains("distinct");
    let reduced = run(&case(LONG), &predicate, 2);
    assert!(
        reduced.case.text.contains("distinct") && reduced.case.text.contains("div"),
        "{}",
        reduced.case.text
    );
    assert!(reduced.statistics.unconfirmed > 0);
}

#[test]
fn one_may_stop_at_any_time_and_keeps_what_is_confirmed() {
    let holds = |case: &TestCase| case.text.contains("div");
    let whole = run(&case(LONG), &Asked::new(holds), 1);
    assert!(whole.finished);
    for calls in 0..=whole.statistics.calls {
        let settings = Settings { calls: Some(calls), ..Settings::default() };
        let mut best: Option<String> = None;
        let mut observe = |event: Event<'_>| {
            if let Event::Kept(step) = event
                && step.smallest
            {
                assert!(holds(step.case));
                best = Some(step.case.text.clone());
            }
        };
        let reduced = reduce(&case(LONG), &Asked::new(holds), &settings, &mut observe).unwrap();
        assert!(holds(&reduced.case));
        assert_eq!(best.as_deref().unwrap_or(LONG), reduced.case.text);
        // The first two are about the case itself.
        assert!(reduced.statistics.calls <= calls.max(2));
    }
    let stop = || true;
    let settings = Settings { stop: &stop, ..Settings::default() };
    let stopped = reduce(&case(LONG), &Asked::new(holds), &settings, &mut |_| {}).unwrap();
    assert!(!stopped.finished);
}

#[test]
fn what_cannot_be_reduced_is_told() {
    let nothing = reduce(&case(LONG), &Asked::new(|_: &TestCase| false), &Settings::default(), &mut |_| {});
    assert_eq!(nothing.unwrap_err(), Error::NotShown);
    let ill = reduce(
        &case("(assert (+ 1 true))"),
        &Asked::new(|_: &TestCase| true),
        &Settings::default(),
        &mut |_| {},
    );
    let Err(Error::Rejected(diagnostics)) = ill else { panic!("it is ill-typed") };
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn one_assertion_may_show_what_several_hide() {
    let mut text = String::from("(declare-const x Int)\n");
    for number in 0..40 {
        text.push_str(&format!("(assert (> (+ x {number}) 0))\n"));
    }
    // All together, or one alone.
    let count = |case: &TestCase| case.text.matches("assert").count();
    let brittle = |case: &TestCase| count(case) == 40 || count(case) == 1;
    let reduced = run(&case(&text), &Asked::new(brittle), 1);
    assert_eq!(count(&reduced.case), 1, "{}", reduced.case.text);
    assert!(reduced.statistics.calls < 400, "{}", reduced.statistics.calls);
}

#[test]
fn deep_terms_are_no_problem() {
    let depth = 20_000;
    let text = format!(
        "(declare-const p Bool)\n(assert {}p{})\n(check-sat)\n",
        "(not ".repeat(depth),
        ")".repeat(depth)
    );
    let reduced = run(&case(&text), &Asked::new(|case: &TestCase| case.text.contains("not")), 1);
    assert!(reduced.case.text.len() < 30, "{}", reduced.case.text);
    assert!(reduced.statistics.calls < 200, "{}", reduced.statistics.calls);
}
