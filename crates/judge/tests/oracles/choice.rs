//! Which oracles judge, and whom they know.

use quis_judge::{Judge, Kind, ORACLES, SolverFacts};
use quis_observations::{Answer, End, Observation, SolverId, Variation};
use quis_techniques::Truth;

use crate::support::{answered, case, died, facts, judge, refused};

const SMALL: &str = "(set-logic QF_LIA) (declare-const x Int) (assert (> x 5)) (check-sat)";

#[test]
fn only_the_oracles_that_are_named_judge() {
    let case = case(SMALL, &[Truth::Sat { witness: None }]);
    let seen = [answered("z3", Answer::Unsat), died("cvc5", "", End::Signal(11))];
    let judged = |names: &[&str]| -> Vec<Kind> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let judge = judge().with_oracles(&names).expect("they exist");
        judge.judge(&case, &seen).iter().map(|verdict| verdict.kind).collect()
    };
    assert_eq!(judged(&["crash"]), [Kind::Crash]);
    assert_eq!(judged(&["truth"]), [Kind::RefutationUnsound]);
    assert_eq!(judged(&["truth", "crash"]), [Kind::RefutationUnsound, Kind::Crash]);
    assert_eq!(judged(&[]), []);
    let unknown = judge().with_oracles(&["crash".to_owned(), "crush".to_owned()]);
    assert_eq!(unknown.err().as_deref(), Some("crush"));
}

#[test]
fn all_but_one_are_usual_and_four_ask() {
    let unusual: Vec<&str> =
        ORACLES.iter().filter(|oracle| !oracle.usual).map(|oracle| oracle.name).collect();
    assert_eq!(unusual, ["loose-core"]);
    let asking: Vec<(&str, usize)> = ORACLES
        .iter()
        .filter(|oracle| oracle.asks_every > 0)
        .map(|oracle| (oracle.name, oracle.asks_every))
        .collect();
    assert_eq!(asking, [("core", 4), ("loose-core", 4), ("objective", 4), ("unstable", 512)]);
}

#[test]
fn unknown_is_incomplete_only_of_a_solver_that_promises_more() {
    let case = case(SMALL, &[]);
    let unknown = |solver: &str| answered(solver, Answer::Unknown);
    let kinds = |seen: Observation| -> Vec<Kind> {
        judge().judge(&case, &[seen]).iter().map(|verdict| verdict.kind).collect()
    };
    assert_eq!(kinds(unknown("z3")), [Kind::Incomplete]);
    assert_eq!(kinds(unknown("cvc5")), [], "it promises nothing");
    assert_eq!(kinds(answered("z3", Answer::Sat)), []);
    let by_tactic = Variation { by_tactic: true, ..Variation::default() };
    assert_eq!(kinds(Observation { variation: by_tactic, ..unknown("z3") }), [], "a tactic promises nothing");
    assert_eq!(kinds(Observation { end: End::Signal(15), ..unknown("z3") }), [], "it was told to end");
    let gave_up = b"unknown\n(:reason-unknown \"timeout\")\n".to_vec();
    assert_eq!(kinds(Observation { stdout: gave_up, ..unknown("z3") }), [], "it was told to give up");
}

#[test]
fn who_is_not_known_is_taken_by_its_name() {
    let case = case(SMALL, &[Truth::Sat { witness: None }]);
    let verdicts = Judge::new(Vec::new()).judge(&case, &[answered("stranger", Answer::Unsat)]);
    assert_eq!(
        verdicts.iter().map(|verdict| (&*verdict.solver, verdict.kind)).collect::<Vec<_>>(),
        [("stranger", Kind::RefutationUnsound)]
    );
    let two = [facts("one", "z3"), facts("two", "cvc")];
    let rejected = Judge::new(two.to_vec())
        .judge(&case, &[refused("one", "unknown constant"), answered("two", Answer::Sat)]);
    assert_eq!(rejected.iter().map(|verdict| verdict.kind).collect::<Vec<_>>(), [Kind::Rejected]);
    let shown =
        format!("{:?}", SolverFacts::new("stranger", SolverId::of_family("z3")).with_decides(&["QF_LIA"]));
    assert!(["stranger", "z3", "QF_LIA"].iter().all(|part| shown.contains(part)), "{shown}");
}
