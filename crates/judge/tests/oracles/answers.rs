//! Answers and models.

use insta::assert_snapshot;
use quis_judge::{Judge, Kind};
use quis_observations::{Answer, Mode, Observation, Reply};
use quis_techniques::Truth;

use crate::support::{answered, case, facts, judged, reply, reseeded, saw, text, with_model};

const ABOVE: &str =
    "(set-logic QF_LIA) (declare-const x Int) (assert (and (> (* 2 x) 4) (< x 100))) (check-sat)";

fn sat(witness: &str) -> Truth {
    Truth::Sat { witness: Some(witness.into()) }
}

#[test]
fn right_answers_are_not_mentioned() {
    let known = case(ABOVE, &[sat("((define-fun x () Int 3))")]);
    assert_eq!(judged(&known, &[answered("z3", Answer::Sat), answered("cvc5", Answer::Unknown)]), []);
    let open = case(ABOVE, &[]);
    assert_eq!(
        judged(&open, &[with_model("z3", "((define-fun x () Int 3))"), answered("cvc5", Answer::Sat)]),
        []
    );
    assert_eq!(judged(&open, &[answered("z3", Answer::Unsat), answered("cvc5", Answer::Unsat)]), []);
    assert_eq!(judged(&open, &[]), []);
}

#[test]
fn unsat_against_a_witness() {
    let case = case(ABOVE, &[sat("((define-fun x () Int 3))")]);
    assert_snapshot!(text(&judged(&case, &[answered("z3 a.b=c", Answer::Unsat)])));
}

#[test]
fn a_wrong_witness_accuses_nobody() {
    let case = case(ABOVE, &[sat("((define-fun x () Int 2))")]);
    assert_snapshot!(text(&judged(&case, &[answered("z3", Answer::Unsat)])));
}

#[test]
fn sat_against_a_core() {
    let case = case(ABOVE, &[Truth::Unsat { core: Some(vec!["a".to_owned(), "b".to_owned()]) }]);
    let verdicts = judged(&case, &[with_model("z3", "((define-fun x () Int 2))")]);
    assert_snapshot!(text(&verdicts));
    // A valid model: then it is the core that is wrong.
    let verdicts = judged(&case, &[with_model("z3", "((define-fun x () Int 3))")]);
    assert_eq!(verdicts.len(), 1);
    assert_eq!(verdicts[0].kind, Kind::Disagreement);
    assert!(verdicts[0].evidence.starts_with("Quis contradicts itself"));
}

#[test]
fn a_valid_model_decides_against_unsat() {
    let case = case(ABOVE, &[]);
    let seen = [answered("z3", Answer::Unsat), with_model("cvc5", "((define-fun x () Int 7))")];
    assert_snapshot!(text(&judged(&case, &seen)));
}

#[test]
fn a_definition_that_contradicts_itself_makes_unsat_right() {
    // No function gives at 1 what it gives at 1, plus 1.
    let source = "(define-fun-rec g ((x Int)) Int (ite (<= x 0) 0 (+ (g x) x))) (declare-const y Int)
        (assert (> y 1)) (check-sat)";
    let seen = [answered("cvc5", Answer::Unsat), with_model("z3", "((define-fun y () Int 2))")];
    let verdicts = judged(&case(source, &[]), &seen);
    assert_eq!(verdicts.iter().map(|verdict| verdict.kind).collect::<Vec<_>>(), [Kind::Disagreement]);
}

#[test]
fn an_invalid_model_alone() {
    let case = case(ABOVE, &[]);
    let seen = [with_model("z3", "((define-fun x () Int 2))"), answered("cvc5", Answer::Unknown)];
    assert_snapshot!(text(&judged(&case, &seen)));
}

#[test]
fn an_invalid_model_against_unsat_of_another_family() {
    let case = case(ABOVE, &[]);
    let invalid = with_model("z3", "((define-fun x () Int 2))");
    let verdicts = judged(&case, &[invalid.clone(), answered("cvc5", Answer::Unsat)]);
    assert_snapshot!(text(&verdicts));
    // A release of the same family is no independent witness.
    let verdicts = judged(&case, &[invalid.clone(), answered("z3@4.8.7", Answer::Unsat)]);
    assert_eq!(verdicts.iter().map(|verdict| verdict.kind).collect::<Vec<_>>(), [Kind::InvalidModel]);
    // Somebody has a right model: the answer was right, the model was not.
    let valid = with_model("bitwuzla", "((define-fun x () Int 3))");
    let verdicts = judged(&case, &[invalid, answered("cvc5", Answer::Unsat), valid]);
    let told: Vec<_> = verdicts.iter().map(|verdict| (verdict.kind, &*verdict.solver)).collect();
    assert_eq!(told, [(Kind::RefutationUnsound, "cvc5"), (Kind::InvalidModel, "z3")]);
}

#[test]
fn answers_without_proof_disagree() {
    let case = case(ABOVE, &[]);
    let seen =
        [answered("z3", Answer::Sat), answered("cvc5", Answer::Unsat), answered("bitwuzla", Answer::Sat)];
    assert_snapshot!(text(&judged(&case, &seen)));
    let seen = [answered("z3", Answer::Sat), answered("z3@4.8.7", Answer::Unsat)];
    assert_eq!(judged(&case, &seen)[0].kind, Kind::Disagreement);
}

#[test]
fn open_models_prove_nothing() {
    let source =
        "(set-logic QF_NRA) (declare-const x Real) (assert (= (/ x 0.0) 1.0)) (assert (= x 5.0)) (check-sat)";
    let source_of_strings = "(declare-const s String) (assert (= (str.len s) 4)) (check-sat)";
    // What division by zero gives is for the model to choose.
    let open = case(source, &[]);
    assert_eq!(judged(&open, &[with_model("z3", "((define-fun x () Real 5.0))")]), []);
    // An escape of old is one character, or four.
    let strings = case(source_of_strings, &[]);
    assert_eq!(judged(&strings, &[with_model("z3", "((define-fun s () String \"\\x41\"))")]), []);
    // Half of a model.
    let above = case(ABOVE, &[]);
    assert_eq!(
        judged(&above, &[with_model("z3", "((define-fun x () Int 2) (define-fun y () Int (f 3)))")]),
        []
    );
    let cut = Observation { ..with_model("z3", "((define-fun x () Int 2") };
    assert_eq!(judged(&above, &[cut]), []);
    // No model.
    assert_eq!(judged(&above, &[with_model("z3", "(error \"no model\")")]), []);
}

#[test]
fn answers_behind_an_error_mean_nothing() {
    let case = case(ABOVE, &[sat("((define-fun x () Int 3))")]);
    let spoiled = Reply { error: Some("unknown parameter".to_owned()), ..reply(Answer::Unsat) };
    let verdicts = judged(&case, &[saw("z3", vec![spoiled])]);
    assert_eq!(verdicts, []);
}

#[test]
fn fewer_answers_are_no_wrong_answers() {
    let source = format!("{ABOVE} (check-sat)");
    let case = case(&source, &[]);
    let short = saw("z3", vec![reply(Answer::Sat), Reply::default()]);
    let full = saw("cvc5", vec![reply(Answer::Sat), reply(Answer::Sat)]);
    assert_eq!(judged(&case, &[short, full.clone()]), []);
    let shorter = saw("z3", vec![reply(Answer::Sat)]);
    assert_eq!(judged(&case, &[shorter, full]), []);
}

#[test]
fn each_check_is_judged_by_itself() {
    let source = format!("{ABOVE} (assert (< x 0)) (check-sat)");
    let case = case(&source, &[sat("((define-fun x () Int 3))"), Truth::Unsat { core: None }]);
    let seen = saw("z3", vec![reply(Answer::Sat), reply(Answer::Sat)]);
    let verdicts = judged(&case, &[seen]);
    assert_eq!(
        verdicts.iter().map(|verdict| (verdict.kind, verdict.check)).collect::<Vec<_>>(),
        [(Kind::SolutionUnsound, Some(1))]
    );
}

#[test]
fn answers_that_change() {
    let case = case(ABOVE, &[]);
    let fresh = answered("z3", Answer::Sat);
    let session = Observation { mode: Mode::Session, ..answered("z3", Answer::Unsat) };
    assert_snapshot!(text(&judged(&case, &[fresh.clone(), session])));
    let seeded = reseeded(answered("z3", Answer::Unsat), 7);
    let verdicts = judged(&case, &[fresh.clone(), seeded]);
    assert_eq!(verdicts.iter().map(|verdict| verdict.kind).collect::<Vec<_>>(), [Kind::Unstable]);
    assert_eq!(judged(&case, &[fresh, reseeded(answered("z3", Answer::Unknown), 7)]), []);
}

#[test]
fn own_words() {
    let case = case(ABOVE, &[]);
    let mut seen = with_model("cvc5", "((define-fun x () Int 3))");
    seen.stderr = b"SolverEngine::checkModel(): ERRORS SATISFYING ASSERTIONS WITH MODEL:\n(> x 3)\n".to_vec();
    assert_snapshot!(text(&judged(&case, &[seen])));
}

#[test]
fn rounded_numbers_prove_nothing() {
    let case = case("(declare-const x Real) (assert (= (* x x) 2.0)) (check-sat)", &[]);
    let seen = [with_model("yices", "((define-fun x () Real 1.414213))")];
    let exact = facts("yices", "yices");
    assert_eq!(Judge::new(vec![exact.clone()]).judge(&case, &seen)[0].kind, Kind::InvalidModel);
    let rounding = exact.with_may_round(|model| model.contains("1.414213"));
    assert_eq!(Judge::new(vec![rounding]).judge(&case, &seen), []);
}

#[test]
fn who_is_named_where_answers_disagree() {
    let open = case("(declare-const x Int) (assert (> (* x x x) 7)) (check-sat)", &[]);
    let (sat, unsat) = (|name: &str| answered(name, Answer::Sat), |name: &str| answered(name, Answer::Unsat));
    for (seen, solver, expected, evidence) in [
        // The side with fewer families; of two alike, who owes a model.
        (
            vec![sat("z3"), unsat("cvc5")],
            "z3",
            "unsat",
            "z3 answers sat; cvc5 answers unsat; families: 1 to 1",
        ),
        (
            vec![unsat("cvc5"), sat("z3")],
            "z3",
            "unsat",
            "z3 answers sat; cvc5 answers unsat; families: 1 to 1",
        ),
        (
            vec![sat("z3"), sat("yices"), unsat("cvc5")],
            "cvc5",
            "sat",
            "yices, z3 answer sat; cvc5 answers unsat; families: 2 to 1",
        ),
        (
            vec![sat("z3"), unsat("yices"), unsat("cvc5")],
            "z3",
            "unsat",
            "z3 answers sat; cvc5, yices answer unsat; families: 1 to 2",
        ),
        (
            vec![sat("z3"), sat("z3@4.8.7"), unsat("cvc5")],
            "z3",
            "unsat",
            "z3, z3@4.8.7 answer sat; cvc5 answers unsat; families: 1 to 1",
        ),
    ] {
        let verdicts = judged(&open, &seen);
        assert_eq!((verdicts.len(), verdicts[0].kind), (1, Kind::Disagreement));
        let (first, rest) = verdicts[0].evidence.split_once('\n').expect("who has no model");
        assert_eq!((&*verdicts[0].solver, first), (solver, evidence));
        assert_eq!(verdicts[0].expected, format!("perhaps {expected}: that is what others answer"));
        assert!(rest.starts_with("the model of ") && rest.ends_with(" was not given"), "{rest}");
    }
    // A model that is open is no proof.
    let squares = case("(declare-const x Int) (assert (forall ((n Int)) (>= (* n n) x))) (check-sat)", &[]);
    let seen = [with_model("z3", "((define-fun x () Int 0))"), unsat("cvc5")];
    let evidence = judged(&squares, &seen).remove(0).evidence;
    assert!(evidence.ends_with("the model of z3 is open: a quantifier over too many values"), "{evidence}");
}

#[test]
fn by_its_own_word_a_core_is_wrong() {
    let open = case(ABOVE, &[]);
    let seen =
        Observation { stderr: b"fatal: produced core was sat".to_vec(), ..answered("cvc5", Answer::Unsat) };
    let verdicts = judged(&open, &[seen]);
    assert_eq!((verdicts.len(), verdicts[0].kind), (1, Kind::InvalidCore));
    assert_eq!(verdicts[0].evidence, "by the solver's own word: fatal: produced core was sat");
    assert_eq!(verdicts[0].expected, "no complaint of its own check");
    // A model that is invalid by evaluation needs no word of its own.
    let mut seen = with_model("cvc5", "((define-fun x () Int 2))");
    seen.stderr = b"an invalid model was generated".to_vec();
    let verdicts = judged(&open, &[seen]);
    assert_eq!((verdicts.len(), verdicts[0].check), (1, Some(0)));
}
