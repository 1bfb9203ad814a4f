//! Predicates over stand-ins that know their answers by heart.

use quis_judge::{Kind, Verdict};
use quis_reduce::Predicate;
use quis_solvers::{Answer, Limits, SearchPath, Solver};
use quis_techniques::{TestCase, Truth};

use super::aim::{Reason, plan};
use super::file::Subject;
use super::predicate::SameVerdict;
use super::task::{Seen, Task};
use crate::ask::{Crew, examine, without_options};
use crate::participant::judge_of;

const DIVIDES: &str = "(declare-const x Int)\n(assert (= (mod x 3) 1))\n(check-sat)\n";
const ADDS: &str = "(declare-const x Int)\n(assert (= (+ x 3) 1))\n(check-sat)\n";

/// A stand-in that gives one answer to scripts with `mod`, and another to all others.
fn stand_in(name: &str, with: &str, without: &str) -> Solver {
    let mut solver = Solver::from_spec("sh", &SearchPath::from_environment()).unwrap();
    let script = format!("if grep -q '(mod' \"$0\"; then {with}; else {without}; fi; echo quis: end 0");
    solver.profile.arguments = vec!["-c".to_owned(), script];
    solver.profile.family = name.to_owned();
    solver.name = name.to_owned();
    solver
}

fn answers(answer: &str) -> String {
    format!("echo quis: check 0; echo {answer}; echo quis: model 0")
}

fn with_model(value: i64) -> String {
    format!("{}; echo '((define-fun x () Int {value}))'", answers("sat"))
}

fn case(text: &str, truth: Truth) -> TestCase {
    TestCase::of_text(text, &[truth])
}

fn sat(value: i64) -> Truth {
    Truth::Sat { witness: Some(format!("((define-fun x () Int {value}))").into()) }
}

/// What the judge says of these solvers, the first at fault, and what they did.
fn seen(case: &TestCase, solvers: Vec<Solver>) -> (Verdict, Seen) {
    let mut crew = Crew::fresh(solvers.iter().cloned(), Limits::default(), None);
    let (observations, verdicts) = examine(&judge_of(&solvers), &mut crew, case, &[]).unwrap();
    let verdict = verdicts.into_iter().find(|verdict| verdict.solver == solvers[0].name);
    (verdict.unwrap(), Seen { solvers, observations })
}

fn task(case: &TestCase, solvers: Vec<Solver>) -> Task {
    let (verdict, seen) = seen(case, solvers);
    Task::new(case, &verdict, &seen, Limits::default(), None, None).unwrap().unwrap()
}

fn holds(predicate: &SameVerdict, case: &TestCase) -> bool {
    let holds = predicate.holds(case).unwrap();
    assert!(!holds || predicate.confirms(case).unwrap());
    holds
}

#[test]
fn a_witness_needs_no_other_solver() {
    let wrong = stand_in("a", &answers("unsat"), &with_model(-2));
    let open = case(DIVIDES, Truth::Open);
    for (case, others) in [
        (case(DIVIDES, sat(4)), vec![]),
        // Somebody's model is one, too.
        (open, vec![stand_in("b", &with_model(4), "false")]),
    ] {
        let task = task(&case, [vec![wrong.clone()], others].concat());
        let aim = task.predicate.aim();
        assert_eq!((aim.reason, aim.verdict.kind), (Reason::Alone, Kind::RefutationUnsound));
        assert_eq!(aim.to_string(), "refutation-unsound: a: unsat; the witness stays one");
        assert_eq!(task.case.checks[0].truth, sat(4));
        assert!(holds(&task.predicate, &task.case));
        assert!(!holds(&task.predicate, &self::case(ADDS, sat(-2))));
    }
}

#[test]
fn two_who_agree_are_believed() {
    let wrong = stand_in("a", &answers("sat"), &answers("sat"));
    let right = |name| stand_in(name, &answers("unsat"), &answers("unsat"));
    let solvers = vec![wrong.clone(), right("b"), stand_in("c", &answers("unsat"), &answers("unknown"))];
    let open = case(DIVIDES, Truth::Open);
    let task = task(&open, solvers);
    let aim = task.predicate.aim();
    assert_eq!((aim.reason, aim.verdict.kind), (Reason::Trusted(Answer::Unsat), Kind::Disagreement));
    assert!(holds(&task.predicate, &open));
    // One of them does not know.
    assert!(!holds(&task.predicate, &case(ADDS, Truth::Open)));
    // One alone is compared.
    let (verdict, one) = seen(&open, vec![wrong, right("b")]);
    let plan = plan(&open, &verdict, &one.observations).unwrap();
    assert_eq!((plan.aim.reason, plan.solvers), (Reason::Compared, vec!["a".to_owned(), "b".to_owned()]));
}

#[test]
fn who_is_believed_is_not_believed_against_a_model() {
    let wrong = stand_in("a", &answers("sat"), &with_model(-2));
    let right = |name| stand_in(name, &answers("unsat"), &answers("unsat"));
    let open = case(DIVIDES, Truth::Open);
    let task = task(&open, vec![wrong, right("b"), right("c")]);
    assert!(holds(&task.predicate, &open));
    assert!(!holds(&task.predicate, &case(ADDS, Truth::Open)));
}

#[test]
fn a_truth_that_nothing_keeps_is_not_lost() {
    let wrong = stand_in("a", &answers("sat"), &answers("sat"));
    for truth in [Truth::Unsat { core: None }, Truth::Unsat { core: Some(Vec::new()) }] {
        let case = case(DIVIDES, truth.clone());
        let (verdict, seen) = seen(&case, vec![wrong.clone()]);
        assert_eq!(verdict.kind, Kind::SolutionUnsound);
        let plan = plan(&case, &verdict, &seen.observations);
        // A core is kept by whoever makes the case smaller.
        assert_eq!(plan.is_some(), truth != Truth::Unsat { core: None });
        assert!(plan.is_none_or(|plan| plan.case.checks[0].truth == truth));
    }
}

#[test]
fn a_crash_is_the_same_crash_whatever_the_case_means() {
    let dies = |signal: &str| format!("kill -{signal} $$");
    let case = case(DIVIDES, sat(4));
    let segfault = task(&case, vec![stand_in("a", &dies("SEGV"), &dies("ABRT"))]);
    assert_eq!(segfault.predicate.aim().verdict.kind, Kind::Crash);
    assert_eq!(segfault.case.checks[0].truth, Truth::Open);
    assert!(holds(&segfault.predicate, &segfault.case));
    // Another crash is another bug.
    assert!(!holds(&segfault.predicate, &self::case(ADDS, Truth::Open)));
}

#[test]
fn a_false_model_stays_false() {
    let wrong = stand_in("a", &with_model(5), &with_model(-2));
    let task = task(&case(DIVIDES, sat(4)), vec![wrong]);
    assert_eq!(task.predicate.aim().verdict.kind, Kind::InvalidModel);
    assert_eq!(task.case.checks[0].truth, sat(4));
    assert!(holds(&task.predicate, &task.case));
    assert!(!holds(&task.predicate, &case(ADDS, Truth::Open)));
}

#[test]
fn a_file_tells_its_truth_and_those_who_are_believed_find_the_witness() {
    let text = "(set-option :produce-models true)\n(set-info :status sat)\n(declare-const x Int)\n\
        (assert (= (mod x 3) 1))\n(check-sat)\n(get-model)\n(exit)\n";
    let subject = |text, truths| Subject {
        text,
        solver: stand_in("a", &answers("unsat"), &with_model(-2)),
        truths,
        trusted: vec![stand_in("b", &with_model(4), &with_model(-2))],
        limits: Limits::default(),
    };
    let path = SearchPath::from_environment();
    let task = Task::of_file(&subject(text, Vec::new()), &path, None).unwrap();
    assert_eq!(task.predicate.aim().verdict.kind, Kind::RefutationUnsound);
    assert_eq!((&*task.case.text, &task.case.checks[0].truth), (DIVIDES, &sat(4)));
    assert!(holds(&task.predicate, &task.case));
    let failure = |text, truths| Task::of_file(&subject(text, truths), &path, None).unwrap_err().to_string();
    assert_eq!(failure(ADDS, Vec::new()), "nothing is wrong with what a does: sat (exit code 0)");
    assert_eq!(failure("(assert", Vec::new()), "the file is rejected");
}

#[test]
fn options_of_the_solver_at_fault_are_for_it_alone() {
    let text = "(set-option :global-declarations true)\n(set-option :x 1)(check-sat)\n(set-option :y (a))";
    let case = case(text, sat(1));
    let plain = without_options(&case);
    assert_eq!(plain.text, "(set-option :global-declarations true)\n(check-sat)\n");
    assert_eq!(
        (&plain.text[plain.checks[0].place.clone()], &plain.checks[0].truth),
        ("(check-sat)", &sat(1))
    );
}
