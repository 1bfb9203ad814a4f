//! Objectives.

use quis_judge::{About, Judge, Kind, Leave, Sitting, Verdict};
use quis_observations::{Answer, Observation, Reply, Variation};
use quis_semantics::Real;
use quis_techniques::{Optimum, Stream, TestCase, Truth};

use crate::support::{case, judge, judged, reply, saw, text, with_model, with_options};

pub(crate) fn optimised(solver: &str, objectives: &str, model: &str) -> Observation {
    let objectives = objectives.as_bytes().to_vec();
    saw(solver, vec![Reply { objectives, model: model.as_bytes().to_vec(), ..reply(Answer::Sat) }])
}

/// What is wrong with a solver that prints this value of the only objective, and this model.
fn told(case: &TestCase, printed: &str, model: &str) -> Vec<Verdict> {
    judged(case, &[optimised("z3", &format!("(objectives\n (the objective {printed})\n)"), model)])
}

fn shown(verdicts: &[Verdict]) -> String {
    let one = |verdict: &Verdict| format!("{}: {}", verdict.expected, verdict.actual);
    verdicts.iter().map(one).collect::<Vec<_>>().join(" | ")
}

const FREE: &str = "(declare-const i Int) (declare-const j Int) (declare-const r Real)
    (assert (< j (mod (mod i 2) 3))) (minimize r) (check-sat)";

#[test]
fn a_better_model_refutes_a_value() {
    let model = "((define-fun r () Real 0.0) (define-fun i () Int 0) (define-fun j () Int (- 1)))";
    let found = told(&case(FREE, &[]), "0", model);
    let expected = "wrong-optimum by z3 at 0\n  expected: -oo\n  actual: minimize r: prints 0; under its model it is 0\n  \
        evidence: the model of z3 with other numbers satisfies all assertions and gives r the value -4000\n    \
        a better model: ((define-fun r () Real (- 4000.0)) (define-fun i () Int 0) (define-fun j () Int (- 1)))\n    \
        no assertion is about r\n  fingerprint: wrong-optimum z3: minimize [ints reals] < mod\n";
    let given = text(&found);
    let worst = given.replace(|c: char| c.is_ascii_digit(), "#");
    assert_eq!(worst, expected.replace(|c: char| c.is_ascii_digit(), "#"), "{given}");
    let witness = found[0].witness.as_deref().expect("a better model");
    assert_eq!(quis_judge::is_model(&case(FREE, &[]), 0, witness), Some(true));
    assert_eq!(told(&case(FREE, &[]), "(* (- 1) oo)", model), []);
    assert_eq!(told(&case(FREE, &[]), "(interval (* (- 1) oo) 0)", model), []);
    // No model need be known for that.
    assert_eq!(shown(&told(&case(FREE, &[]), "0", "")), "-oo: minimize r: prints 0");
}

#[test]
fn values_are_judged_by_what_they_say() {
    let bounded =
        "(declare-const r Real) (declare-const p Bool) (assert (< 2.5 r 7.0)) (minimize r) (check-sat)";
    let at = |r: &str| format!("((define-fun p () Bool true) (define-fun r () Real {r}))");
    for (printed, model, expected) in [
        // It comes as near to 5/2 as it likes.
        ("(+ (/ 5.0 2.0) epsilon)", at("3.0"), ""),
        ("(interval (/ 5.0 2.0) 3)", at("3.0"), ""),
        ("x", at("3.0"), ""),
        ("(/ 5.0 2.0)", at("3.0"), "the value of its model: minimize r: prints 5/2; under its model it is 3"),
        ("3", at("3.0"), "8/3 or less: minimize r: prints 3; under its model it is 3"),
        ("(+ 3 epsilon)", at("3.0"), "3 or less: minimize r: prints 3 + epsilon; under its model it is 3"),
        ("oo", at("3.0"), "3 or less: minimize r: prints oo; under its model it is 3"),
        // Nobody shows that there is a bound.
        ("(* (- 1) oo)", at("3.0"), ""),
        ("4", at("3.0"), "3 or less: minimize r: prints 4; under its model it is 3"),
    ] {
        assert_eq!(shown(&told(&case(bounded, &[]), printed, &model)), expected, "{printed}");
    }
}

#[test]
fn domains_that_are_bounded_are_searched() {
    let source =
        "(declare-const i Int) (declare-const j Int) (assert (<= 0 i 5)) (assert (and (< (- 2) j) (> 4 j)))
        (assert (= (mod (+ i (* 3 j)) 4) 1)) (maximize (- (* 3 i) j)) (check-sat)";
    let model = |i: i64, j: i64| format!("((define-fun i () Int {i}) (define-fun j () Int {j}))");
    let open = case(source, &[]);
    // 3i - j is 15 at 5 and 0.
    assert_eq!(told(&open, "15", &model(5, 0)), []);
    assert_eq!(told(&open, "15", ""), []);
    for (printed, model, expected) in [
        ("0", model(1, 0), "15: maximize (- (* 3 i) j): prints 0; under its model it is 3"),
        ("3", model(1, 0), "15: maximize (- (* 3 i) j): prints 3; under its model it is 3"),
        ("16", model(5, 0), "15: maximize (- (* 3 i) j): prints 16; under its model it is 15"),
        ("16", String::new(), "15: maximize (- (* 3 i) j): prints 16"),
        ("12", String::new(), "15: maximize (- (* 3 i) j): prints 12"),
        ("oo", String::new(), "15: maximize (- (* 3 i) j): prints oo"),
    ] {
        let found = told(&open, printed, &model);
        let found = shown(&found);
        // What is enough to refute a value need not be the best.
        let same = found == expected
            || found.split_once(": ").map(|(_, actual)| actual)
                == expected.split_once(": ").map(|(_, actual)| actual);
        assert!(same, "{printed}: {found}");
    }
    let found = told(&open, "16", "");
    assert_eq!(found[0].evidence, "no model is better than 15: all 30 assignments were tried");
}

#[test]
fn bit_vectors_have_no_sign() {
    let source = "(declare-const b (_ BitVec 4)) (assert (bvugt b #x3)) (minimize (bvadd b #x1)) (check-sat)";
    let model = |b: &str| format!("((define-fun b () (_ BitVec 4) #x{b}))");
    assert_eq!(told(&case(source, &[]), "0", &model("f")), []);
    assert_eq!(told(&case(source, &[]), "#x0", &model("f")), []);
    let found = told(&case(source, &[]), "5", &model("4"));
    assert_eq!(found.len(), 1);
    assert!(found[0].evidence.contains("gives (bvadd b #x1) the value 0"), "{}", found[0].evidence);
    // As if it had one.
    assert_eq!(told(&case(source, &[]), "(- 8)", &model("7")).len(), 1);
}

fn with_optimum(case: TestCase, best: &str) -> TestCase {
    let penalty = Real::parse_fraction(best).expect("a rational number");
    case.with_optima(&[vec![Optimum { goal: String::new(), penalty }]])
}

#[test]
fn what_is_known_by_construction_counts() {
    let source = "(declare-fun f (Int) Int) (assert (> (f 3) 4)) (minimize (f 3)) (check-sat)";
    let witness = "((define-fun f ((x Int)) Int 5))";
    let known = case(source, &[Truth::Sat { witness: Some(witness.into()) }]);
    let f = |value: i64| format!("((define-fun f ((x Int)) Int {value}))");
    assert_eq!(told(&known, "5", &f(5)), []);
    assert_eq!(
        shown(&told(&known, "6", &f(6))),
        "5 or less: minimize (f 3): prints 6; under its model it is 6"
    );
    // Nobody says that there is nothing better.
    assert_eq!(told(&known, "4", ""), []);
    let stated = with_optimum(known.clone(), "5");
    assert_eq!(told(&stated, "5", &f(5)), []);
    assert_eq!(told(&stated, "5", ""), []);
    let found = told(&stated, "4", "");
    assert_eq!(found[0].evidence, "no model is better than 5: it is so by construction");
    assert_eq!(told(&stated, "(- 5 epsilon)", &f(5)).len(), 1);
    assert_eq!(told(&stated, "6", &f(6))[0].expected, "5");
    for wrong in [with_optimum(known.clone(), "4"), with_optimum(known, "6")] {
        let found = told(&wrong, "5", &f(5));
        assert_eq!((found.len(), found[0].kind), (1, Kind::Disagreement));
        assert!(found[0].evidence.starts_with("Quis contradicts itself"), "{}", found[0].evidence);
    }
}

#[test]
fn of_several_objectives_the_first_is_judged() {
    let source = "(declare-const i Int) (declare-const j Int) (assert (<= 0 i 3)) (assert (<= i j 4)) (minimize i) (maximize j) (check-sat)";
    let open = case(source, &[]);
    let model = "((define-fun i () Int 0) (define-fun j () Int 2))";
    assert_eq!(judged(&open, &[optimised("z3", "(objectives (i 0) (j 2))", model)]), []);
    let wrong = |solver: &str| optimised(solver, "(objectives (i 1) (j 4))", "");
    let found = judged(&open, &[wrong("z3")]);
    assert_eq!((found.len(), &*found[0].expected), (1, "0 or less"));
    // One value for two objectives.
    assert_eq!(judged(&open, &[optimised("z3", "(objectives (i 1))", "")]), []);
    for option in ["opt.priority=box", "opt.priority=pareto"] {
        let name = format!("z3 {option}");
        let judge = Judge::new(vec![with_options(&name, option)]);
        assert_eq!(judge.judge(&open, &[wrong(&name)]), []);
    }
    let set = case(&format!("(set-option :opt.priority box) {source}"), &[]);
    let with_option = TestCase::of_text(&format!("(set-option :opt.priority box)\n{}", set.text), &[]);
    assert_eq!(judged(&with_option, &[wrong("z3")]), []);
}

#[test]
fn what_proves_nothing_is_not_held_against_anybody() {
    let source = "(declare-const i Int) (declare-const k Int) (assert (forall ((x Int)) (=> (< x i) (< (* x x k) 7)))) (minimize i) (check-sat)";
    let open = case(source, &[]);
    assert_eq!(told(&open, "3", "((define-fun i () Int 3) (define-fun k () Int (- 1)))"), []);
    let recursive = "(define-fun-rec f ((x Int)) Int (+ (f x) 1)) (declare-const i Int) (assert (<= 0 i 4)) (minimize i) (check-sat)";
    assert_eq!(told(&case(recursive, &[]), "3", "((define-fun i () Int 3))"), []);
    let free = case(FREE, &[]);
    let wrong = optimised("z3", "(objectives (r 0))", "");
    let by_tactic = Variation { by_tactic: true, ..Variation::default() };
    assert_eq!(judged(&free, &[Observation { variation: by_tactic, ..wrong.clone() }]), []);
    let mut cut = wrong.clone();
    cut.replies[0].complete = false;
    let mut spoiled = wrong.clone();
    spoiled.replies[0].error = Some("line 1: oops".to_owned());
    let mut unknown = wrong;
    unknown.replies[0].answer = Some(Answer::Unknown);
    for seen in [cut, spoiled, unknown] {
        let found = judged(&free, &[seen]);
        assert!(found.iter().all(|verdict| verdict.kind != Kind::WrongOptimum), "{found:?}");
    }
    let soft = case(&FREE.replace("(minimize r)", "(minimize r) (assert-soft (> i 3))"), &[]);
    assert_eq!(judged(&soft, &[optimised("z3", "(objectives (r 0) (goal 0))", "")]), []);
}

#[test]
fn another_solvers_model_counts() {
    let source = "(declare-fun f (Int) Int) (assert (> (f 3) 4)) (minimize (f 3)) (check-sat)";
    let f = |value: i64| format!("((define-fun f ((x Int)) Int {value}))");
    let one = optimised("z3", "(objectives (goal 9))", &f(9));
    let found = judged(&case(source, &[]), &[one.clone(), with_model("cvc5", &f(6))]);
    assert_eq!((found.len(), &*found[0].solver, &*found[0].expected), (1, "z3", "6 or less"));
    assert!(found[0].evidence.starts_with("the model of cvc5 satisfies all assertions"));
    assert_eq!(judged(&case(source, &[]), &[one]), []);
}

#[test]
fn others_are_asked_for_a_better_model() {
    let source = "(declare-fun f (Int) Int) (push 1) (assert (> (f 3) 4)) (minimize (f 3)) (maximize (f 2)) (check-sat) (pop 1)";
    let f = |value: i64| format!("((define-fun f ((x Int)) Int {value}))");
    let leave = || Leave::Of(vec![Kind::WrongOptimum], Stream::new(0));
    let open = case(source, &[]);
    let ask = |printed: &str| {
        let seen = optimised("z3", &format!("(objectives (a {printed}) (b oo))"), &f(9));
        let sitting = Sitting::new(vec![seen]);
        let (verdicts, questions) = judge().rule(&open, &sitting, &leave());
        assert_eq!(verdicts, []);
        (sitting, questions)
    };
    assert_eq!(ask("(- oo)").1, []);
    let (mut sitting, questions) = ask("9");
    let [question] = &*questions else { panic!("{questions:?}") };
    let About::Better { check: 0, assertion } = &question.about else { panic!("{question:?}") };
    assert_eq!(assertion, "(assert (< (f 3) 9))\n");
    let asked = question.case(&open).expect("a script");
    let expected = "(declare-fun f (Int) Int)\n(assert (> (f 3) 4))\n(assert (< (f 3) 9))\n(check-sat)\n";
    assert_eq!(asked.text, expected);
    sitting.answer(question.clone(), vec![with_model("cvc5", &f(5)), with_model("z3", &f(10))]);
    let (verdicts, questions) = judge().rule(&open, &sitting, &leave());
    assert_eq!(questions, []);
    assert_eq!((verdicts.len(), &*verdicts[0].expected), (1, "5 or less"));
    assert!(
        verdicts[0]
            .evidence
            .contains("the model of cvc5 satisfies all assertions and gives (f 3) the value 5")
    );
}

#[test]
fn the_question_is_about_better_values() {
    let of = |objective: &str, printed: &str| {
        let source = format!(
            "(declare-fun f (Int) Real) (declare-fun g (Int) Int) (declare-fun h (Int) (_ BitVec 8)) (assert (> (f 3) 4.0)) ({objective}) (check-sat)"
        );
        let open = case(&source, &[]);
        let sitting = Sitting::new(vec![optimised("z3", &format!("(objectives (o {printed}))"), "")]);
        let (_, questions) =
            judge().rule(&open, &sitting, &Leave::Of(vec![Kind::WrongOptimum], Stream::new(0)));
        let assertion = |about: &About| match about {
            About::Better { assertion, .. } => assertion.trim().to_owned(),
            _ => String::new(),
        };
        questions.first().map(|question| assertion(&question.about)).unwrap_or_default()
    };
    for (objective, printed, expected) in [
        ("minimize (f 0)", "(- (/ 5.0 2.0))", "(assert (< (f 0) (/ (- 5.0) 2.0)))"),
        ("minimize (f 0)", "(+ 2 epsilon)", "(assert (<= (f 0) 2.0))"),
        ("minimize (f 0)", "(- 2 epsilon)", "(assert (< (f 0) 2.0))"),
        ("maximize (f 0)", "(- 2 epsilon)", "(assert (>= (f 0) 2.0))"),
        ("maximize (f 0)", "(* (- 1) oo)", ""),
        ("maximize (f 0)", "oo", ""),
        ("maximize (g 0)", "(- 3)", "(assert (> (g 0) (- 3)))"),
        ("maximize (g 0)", "(/ 1 2)", ""),
        ("minimize (h 0)", "17", "(assert (bvult (h 0) (_ bv17 8)))"),
        ("maximize (h 0)", "17", "(assert (bvugt (h 0) (_ bv17 8)))"),
        ("maximize (h 0)", "256", ""),
    ] {
        assert_eq!(of(objective, printed), expected, "{objective} {printed}");
    }
}
