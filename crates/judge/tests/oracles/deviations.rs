//! Solvers that deviate from the standard, by their own documents.

use quis_judge::{Judge, Kind, Verdict};
use quis_observations::{Answer, Deviation, Observation, Reply};
use quis_techniques::{TestCase, Truth};

use crate::support::{answered, case, facts, judged_core, reply, reseeded, saw, with_model};

/// The parts of a declaration: operator, parameters, condition, value.
type Parts = (&'static str, Option<&'static str>, Option<&'static str>, Option<&'static str>);

fn declared((operator, parameters, when, meaning): Parts) -> Vec<Deviation> {
    vec![Deviation::new(operator, parameters, when, meaning, "the manual").expect("a deviation")]
}

const THREE: Option<&str> = Some("((s String) (t String) (u String))");

/// An empty text is found nowhere.
const NOWHERE: Parts = ("str.replace", THREE, Some("(= t \"\")"), Some("s"));

/// Nothing is promised of it.
const UNPROMISED: Parts = ("str.replace", THREE, Some("(= t \"\")"), None);

/// The kinds of verdicts against `mine`, without and with the declaration.
fn kinds(parts: Parts, case: &TestCase, observations: &[Observation]) -> [Vec<Kind>; 2] {
    let kinds = |verdicts: Vec<Verdict>| verdicts.into_iter().map(|verdict| verdict.kind).collect();
    let judge = |deviations: &[Deviation]| {
        Judge::new(vec![facts("mine", "mine").with_deviations(deviations), facts("other", "other")])
    };
    [&[][..], &declared(parts)].map(|deviations| kinds(judge(deviations).judge(case, observations)))
}

const SCRIPT: &str =
    "(declare-const x String) (declare-const y String) (assert (= (str.replace x y \"b\") \"ba\"))
    (assert (distinct x \"ba\")) (check-sat)";

fn sat(witness: &str) -> Truth {
    Truth::Sat { witness: Some(witness.into()) }
}

#[test]
fn a_witness_must_hold_for_the_solver() {
    let unsat = [answered("mine", Answer::Unsat)];
    // By the standard, the empty text is found in front.
    let empty = sat("((define-fun x () String \"a\") (define-fun y () String \"\"))");
    let [before, after] = kinds(NOWHERE, &case(SCRIPT, std::slice::from_ref(&empty)), &unsat);
    assert_eq!((&*before, &*after), (&[Kind::RefutationUnsound][..], &[][..]));
    assert_eq!(kinds(UNPROMISED, &case(SCRIPT, std::slice::from_ref(&empty)), &unsat)[1], []);
    // This one has nothing to do with the empty text.
    let other = sat("((define-fun x () String \"ca\") (define-fun y () String \"c\"))");
    let [before, after] = kinds(NOWHERE, &case(SCRIPT, std::slice::from_ref(&other)), &unsat);
    assert_eq!((&*before, &*after), (&[Kind::RefutationUnsound][..], &[Kind::RefutationUnsound][..]));
    assert_eq!(kinds(UNPROMISED, &case(SCRIPT, &[other]), &unsat)[1], [Kind::RefutationUnsound]);
    // Somebody's model does as well.
    let model = with_model("other", "((define-fun x () String \"ca\") (define-fun y () String \"c\"))");
    let seen = [unsat[0].clone(), model];
    assert_eq!(kinds(NOWHERE, &case(SCRIPT, &[empty]), &seen)[1], [Kind::RefutationUnsound]);
    assert_eq!(kinds(NOWHERE, &case(SCRIPT, &[]), &seen)[1], [Kind::RefutationUnsound]);
    // By construction, but nobody has a model: that says nothing of the solver's own meaning.
    let [before, after] = kinds(NOWHERE, &case(SCRIPT, &[Truth::Sat { witness: None }]), &unsat);
    assert_eq!((&*before, &*after), (&[Kind::RefutationUnsound][..], &[][..]));
}

#[test]
fn a_model_must_be_wrong_for_the_solver() {
    let script = "(declare-const x String) (assert (= (str.replace x \"\" \"b\") \"a\")) (check-sat)";
    let right = [with_model("mine", "((define-fun x () String \"a\"))")];
    let [before, after] = kinds(NOWHERE, &case(script, &[]), &right);
    assert_eq!((&*before, &*after), (&[Kind::InvalidModel][..], &[][..]));
    assert_eq!(kinds(UNPROMISED, &case(script, &[]), &right)[1], []);
    let wrong = [with_model("mine", "((define-fun x () String \"c\"))")];
    assert_eq!(kinds(NOWHERE, &case(script, &[]), &wrong)[1], [Kind::InvalidModel]);
    // Whatever the value is, it is not two.
    let twice = "(declare-const x String) (assert (distinct (str.replace x \"\" \"b\") (str.replace x \"\" \"b\"))) (check-sat)";
    assert_eq!(kinds(UNPROMISED, &case(twice, &[]), &right)[1], [Kind::InvalidModel]);
}

#[test]
fn a_wrong_model_is_explained_by_what_the_solver_means() {
    let script = "(declare-const x String) (assert (= (str.replace x \"\" \"b\") \"a\")) (check-sat)";
    let judge = Judge::new(vec![facts("mine", "mine").with_deviations(&declared(NOWHERE))]);
    let wrong = [with_model("mine", "((define-fun x () String \"c\"))")];
    let verdict = judge.judge(&case(script, &[]), &wrong).remove(0);
    assert_eq!(
        verdict.evidence,
        "(= (str.replace x \"\" \"b\") \"a\") is false\n(str.replace x \"\" \"b\") = \"c\"\nx = \"c\""
    );
}

#[test]
fn what_is_unsatisfiable_by_the_standard_may_be_satisfiable_for_the_solver() {
    let script = "(declare-const x String) (assert (! (= (str.replace x \"\" \"b\") \"a\") :named a))
        (assert (! (= (str.len x) 1) :named b)) (assert (! (= (str.len x) 2) :named c)) (check-sat)";
    let said = [answered("mine", Answer::Sat)];
    let [before, after] = kinds(NOWHERE, &case(script, &[Truth::Unsat { core: None }]), &said);
    assert_eq!((&*before, &*after), (&[Kind::SolutionUnsound][..], &[][..]));
    let core = |names: &[&str]| Truth::Unsat { core: Some(names.iter().map(|&name| name.into()).collect()) };
    assert_eq!(kinds(NOWHERE, &case(script, &[core(&["a", "b"])]), &said)[1], []);
    // The operator is no part of the reason.
    assert_eq!(kinds(NOWHERE, &case(script, &[core(&["b", "c"])]), &said)[1], [Kind::SolutionUnsound]);
    // A model that is none for the solver either is told of in any case.
    let model = [with_model("mine", "((define-fun x () String \"c\"))")];
    let [before, after] = kinds(NOWHERE, &case(script, &[Truth::Unsat { core: None }]), &model);
    assert_eq!((&*before, &*after), (&[Kind::SolutionUnsound][..], &[Kind::InvalidModel][..]));
}

#[test]
fn who_means_something_else_is_no_witness() {
    let script = "(declare-const x String) (declare-fun f (String) Int)
        (assert (forall ((z String)) (= (f z) (str.len (str.replace z x \"b\"))))) (check-sat)";
    let seen = [answered("mine", Answer::Unsat), answered("other", Answer::Sat)];
    let [before, after] = kinds(NOWHERE, &case(script, &[]), &seen);
    assert_eq!((&*before, &*after), (&[Kind::Disagreement][..], &[][..]));
    let swapped = [answered("mine", Answer::Sat), answered("other", Answer::Unsat)];
    let [before, after] = kinds(NOWHERE, &case(script, &[]), &swapped);
    assert_eq!((&*before, &*after), (&[Kind::Disagreement][..], &[][..]));
    // Two others differ all the same.
    let third = [&seen[..], &[answered("third", Answer::Unsat)]].concat();
    assert_eq!(kinds(NOWHERE, &case(script, &[]), &third)[1], [Kind::Disagreement]);
    let other = "(declare-const x String) (declare-fun f (String) Int)
        (assert (forall ((z String)) (= (f z) (str.len (str.++ z x \"b\"))))) (check-sat)";
    assert_eq!(kinds(NOWHERE, &case(other, &[]), &seen)[1], [Kind::Disagreement]);
}

#[test]
fn operators_are_found_in_definitions_and_under_other_names() {
    let said = [answered("mine", Answer::Sat)];
    let unsat = |script: &str| case(script, &[Truth::Unsat { core: None }]);
    let open = ("str.in_re", None, None, None);
    let defined = "(define-fun g ((z String)) Bool (str.in.re z (str.to.re \"a\")))
        (define-fun h ((z String)) Bool (not (g z))) (declare-const x String) (assert (h x)) (check-sat)";
    assert_eq!(kinds(open, &unsat(defined), &said), [vec![Kind::SolutionUnsound], vec![]]);
    let named = "(declare-const x String) (assert (or (! (str.in_re x (str.to_re \"a\")) :named n) true)) (assert (not n)) (check-sat)";
    assert_eq!(kinds(open, &unsat(named), &said), [vec![Kind::SolutionUnsound], vec![]]);
    let recursive =
        "(define-fun-rec g ((n Int)) Bool (ite (< n 1) (str.in_re \"a\" (str.to_re \"a\")) (g (- n 1))))
        (assert (g 2)) (check-sat)";
    assert_eq!(kinds(open, &unsat(recursive), &said), [vec![Kind::SolutionUnsound], vec![]]);
    // A text and a comment that look like it, and a definition that nobody uses.
    let unused = "(define-fun g ((z String)) Bool (str.in_re z (str.to_re \"a\"))) ; str.in_re
        (declare-const x String) (assert (= x \"str.in_re\")) (check-sat)";
    assert_eq!(kinds(open, &unsat(unused), &said)[1], [Kind::SolutionUnsound]);
}

#[test]
fn definitions_are_evaluated_as_the_solver_means_them() {
    let script = "(define-fun g ((z String)) String (str.replace z \"\" \"b\")) (define-fun h ((z String)) String (g (g z)))
        (declare-const x String) (assert (= (h x) \"a\")) (check-sat)";
    let model = |value: &str| [with_model("mine", &format!("((define-fun x () String \"{value}\"))"))];
    assert_eq!(kinds(NOWHERE, &case(script, &[]), &model("a")), [vec![Kind::InvalidModel], vec![]]);
    assert_eq!(kinds(NOWHERE, &case(script, &[]), &model("b"))[1], [Kind::InvalidModel]);
}

#[test]
fn a_model_is_read_as_its_solver_means_it() {
    let script = "(declare-fun f (String) String) (assert (= (f \"a\") \"a\")) (assert (= (str.replace \"a\" \"\" \"b\") \"a\")) (check-sat)";
    let model = [with_model("mine", "((define-fun f ((z String)) String (str.replace z \"\" \"b\")))")];
    assert_eq!(kinds(NOWHERE, &case(script, &[]), &model), [vec![Kind::InvalidModel], vec![]]);
}

#[test]
fn ranks_and_numbers_of_arguments() {
    let two = Some("((a Int) (b Int))");
    let minus = ("-", two, None, Some("(ite (< a b) 0 (- a b))"));
    let of = |parts: Parts, assertion: &str| {
        let script = format!("(declare-const x Int) (declare-const r Real) (assert {assertion}) (check-sat)");
        let model = [with_model("mine", "((define-fun x () Int 1) (define-fun r () Real 1.0))")];
        kinds(parts, &case(&script, &[]), &model)
    };
    let wrong = || vec![Kind::InvalidModel];
    assert_eq!(of(minus, "(= (- x 2) 0)"), [wrong(), vec![]]);
    // 1 - 2 is 0 here, and 0 - (-3) is 3.
    assert_eq!(of(minus, "(= (- x 2 (- 3)) 3)"), [wrong(), vec![]]);
    assert_eq!(of(minus, "(= (- x 2 (- 3)) 4)")[1], wrong());
    // Other ranks mean what they mean.
    assert_eq!(of(minus, "(= (- x) 0)")[1], wrong());
    assert_eq!(of(minus, "(= (- r 2.0) 0.0)")[1], wrong());
    assert_eq!(of(minus, "(= (- r 2.0 1.0) 0.0)")[1], wrong());
    let open = ("-", None, None, None);
    assert_eq!(of(open, "(= (- r 2.0) 0.0)"), [wrong(), vec![]]);
    let below = ("<", two, None, Some("(<= a b)"));
    assert_eq!(of(below, "(< x 1)"), [wrong(), vec![]]);
    assert_eq!(of(below, "(< x 1 1)"), [wrong(), vec![]]);
    let index = ("bvnot", None, None, None);
    assert_eq!(
        of(
            index,
            "(= ((_ map bvnot) ((as const (Array Int (_ BitVec 2))) #b00)) ((as const (Array Int (_ BitVec 2))) #b00))"
        ),
        [wrong(), vec![]]
    );
}

#[test]
fn cores_are_looked_at_as_the_solver_means_them() {
    let script = "(declare-const x String) (assert (! (= (str.replace x \"\" \"b\") \"ba\") :named a))
        (assert (! (= (str.len x) 1) :named b)) (assert (! (= (str.len x) 2) :named c)) (check-sat)";
    let known = Truth::Unsat { core: Some(vec!["b".to_owned(), "c".to_owned()]) };
    let case = case(script, &[known]);
    let model = saw(
        "other",
        vec![Reply { model: b"((define-fun x () String \"a\"))".to_vec(), ..reply(Answer::Sat) }],
    );
    let kind = |deviations: &[Deviation], core: &[&str], seen: &[Observation]| {
        let judge = Judge::new(vec![facts("mine", "mine").with_deviations(deviations)]);
        judged_core(&judge, &case, "mine", core, seen).map(|verdict| verdict.kind)
    };
    let mine = declared(NOWHERE);
    let found = std::slice::from_ref(&model);
    assert_eq!(kind(&[], &["a", "b"], found), Some(Kind::InvalidCore));
    assert_eq!(kind(&mine, &["a", "b"], found), None);
    assert_eq!(kind(&mine, &["b"], found), Some(Kind::InvalidCore));
    assert_eq!(kind(&mine, &["a", "b", "c"], &[]), Some(Kind::LooseCore));
}

#[test]
fn those_who_compare_themselves_can_ask() {
    let judge = Judge::new(vec![facts("mine", "mine").with_deviations(&declared(NOWHERE))]);
    let with = case(SCRIPT, &[]);
    assert_eq!(
        judge.deviation(&with, 0, &answered("mine", Answer::Sat)).map(|deviation| &*deviation.because),
        Some("the manual")
    );
    assert!(judge.deviation(&with, 0, &reseeded(answered("mine", Answer::Sat), 3)).is_some());
    assert!(judge.deviation(&with, 0, &answered("other", Answer::Sat)).is_none());
    let without = case("(declare-const x String) (assert (= x \"str.replace\")) (check-sat)", &[]);
    assert!(judge.deviation(&without, 0, &answered("mine", Answer::Sat)).is_none());
}

#[test]
fn each_check_is_read_by_itself() {
    let script = "(declare-const x String) (assert (= (str.len x) 1)) (push 1)
        (assert (= (str.replace x \"\" \"b\") \"ba\")) (check-sat) (pop 1) (check-sat)";
    let witness = || sat("((define-fun x () String \"a\"))");
    let known = case(script, &[witness(), witness()]);
    let seen = [saw("mine", vec![reply(Answer::Unsat), reply(Answer::Unsat)])];
    let checks = |deviations: &[Deviation]| {
        let judge = Judge::new(vec![facts("mine", "mine").with_deviations(deviations)]);
        judge.judge(&known, &seen).iter().map(|verdict| verdict.check).collect::<Vec<_>>()
    };
    assert_eq!(checks(&[]), [Some(0), Some(1)]);
    assert_eq!(checks(&declared(UNPROMISED)), [Some(1)]);
    assert_eq!(checks(&declared(NOWHERE)), [Some(1)]);
    let judge = Judge::new(vec![facts("mine", "mine").with_deviations(&declared(UNPROMISED))]);
    assert!(
        judge.deviation(&known, 0, &answered("mine", Answer::Sat)).is_some()
            && judge.deviation(&known, 1, &answered("mine", Answer::Sat)).is_none()
    );
}
