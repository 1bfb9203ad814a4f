//! Soft assertions.

use quis_judge::{Judge, Kind};
use quis_observations::{Answer, Observation, Reply};
use quis_semantics::Real;
use quis_techniques::{Optimum, TestCase, Truth};

use crate::support::{case, judged, reply, saw, text, with_options};

const CHOICE: &str = "(declare-const x Int) (assert (< x 9)) (assert-soft (= x 1) :weight 2 :id g)
    (assert-soft (= x 2) :weight 0.5 :id g) (assert-soft (= x 9) :weight -1 :id g) (check-sat)";

fn choice(penalty: Option<&str>) -> TestCase {
    let truth = Truth::Sat { witness: Some("((define-fun x () Int 1))".into()) };
    let goal = |penalty| Optimum {
        goal: "g".to_owned(),
        penalty: Real::parse_fraction(penalty).expect("a rational number"),
    };
    case(CHOICE, &[truth]).with_optima(&[penalty.map(goal).into_iter().collect()])
}

fn optimised(solver: &str, objectives: &str, model: &str) -> Observation {
    let objectives = objectives.as_bytes().to_vec();
    saw(solver, vec![Reply { objectives, model: model.as_bytes().to_vec(), ..reply(Answer::Sat) }])
}

fn told(case: &TestCase, objectives: &str, x: i64) -> String {
    let model = format!("((define-fun x () Int {x}))");
    text(&judged(case, &[optimised("z3", objectives, &model)]))
}

#[test]
fn a_right_optimum_is_right() {
    let case = choice(Some("-1/2"));
    assert_eq!(told(&case, "(objectives (g (- (/ 1.0 2.0))))", 1), "");
    // It says that it does not know.
    assert_eq!(told(&case, "(objectives (g (interval (- 1) 2)))", 3), "");
    assert_eq!(told(&case, "unsupported", 1), "");
    assert_eq!(told(&choice(None), "(objectives (g (- 0.5)))", 1), "");
}

#[test]
fn a_model_that_pays_too_much_is_not_the_best() {
    let found = told(&choice(Some("-1/2")), "(objectives (g (- (/ 1.0 2.0))))", 2);
    let expected = "wrong-optimum by z3 at 0\n  expected: g -1/2\n  actual: its model pays g 1\n  \
        evidence: the witness satisfies all assertions and pays g -1/2\n    \
        false under its model: (= x 1), weight 2\n    false under its model: (= x 9), weight -1\n  \
        fingerprint: wrong-optimum z3: model [ints] < =\n";
    assert_eq!(found, expected);
    // Without a known optimum the witness is better all the same.
    assert!(told(&choice(None), "", 2).contains("expected: no more than g -1/2"));
}

#[test]
fn what_is_printed_is_neither_more_nor_less() {
    let more = told(&choice(Some("-1/2")), "(objectives (g 1))", 1);
    assert!(more.contains("actual: prints g 1; its model pays g -1/2"), "{more}");
    let less = told(&choice(Some("-1/2")), "(objectives (g (- 1)))", 1);
    assert!(less.contains("actual: prints g -1; its model pays g -1/2"), "{less}");
    assert!(less.contains("by construction no model pays less"), "{less}");
    let own = told(&choice(None), "(objectives (g (- 1)))", 1);
    assert!(own.contains("expected: what its model pays") && !own.contains("the witness"), "{own}");
    let both = told(&choice(None), "(objectives (g 1))", 2);
    assert!(both.contains("fingerprint: wrong-optimum z3: objective and model"), "{both}");
}

#[test]
fn a_better_model_of_another_solver_counts() {
    let open = case(CHOICE, &[]);
    let worse = optimised("z3", "", "((define-fun x () Int 2))");
    let better = optimised("cvc5", "", "((define-fun x () Int 1))");
    let found = judged(&open, &[worse.clone(), better]);
    assert_eq!((found.len(), found[0].kind, &*found[0].solver), (1, Kind::WrongOptimum, "z3"));
    assert!(found[0].evidence.starts_with("the model of cvc5 satisfies all assertions and pays g -1/2"));
    assert!(judged(&open, &[worse]).is_empty());
}

#[test]
fn an_optimum_that_is_beaten_is_our_own_fault() {
    let found = judged(&choice(Some("0")), &[optimised("z3", "", "((define-fun x () Int 1))")]);
    assert_eq!((found.len(), found[0].kind), (1, Kind::Disagreement));
    assert!(found[0].evidence.starts_with("Quis contradicts itself"), "{}", found[0].evidence);
}

#[test]
fn an_invalid_model_explains_a_wrong_optimum() {
    let found =
        judged(&choice(Some("-1/2")), &[optimised("z3", "(objectives (g 3))", "((define-fun x () Int 10))")]);
    assert_eq!((found.len(), found[0].kind), (1, Kind::InvalidModel));
}

#[test]
fn what_a_model_does_not_say_is_not_held_against_it() {
    assert!(judged(&choice(Some("-1/2")), &[optimised("z3", "", "()")]).is_empty());
}

#[test]
fn other_orders_and_other_objectives_are_left_alone() {
    let source = "(declare-const x Int) (assert-soft (= x 1) :id a) (assert-soft (= x 2) :id b) (check-sat)";
    let two = case(source, &[Truth::Sat { witness: Some("((define-fun x () Int 1))".into()) }]);
    let wrong = |solver: &str| optimised(solver, "(objectives (a 1) (b 0))", "((define-fun x () Int 2))");
    assert_eq!(judged(&two, &[wrong("z3")])[0].kind, Kind::WrongOptimum);
    let boxed = "z3 opt.priority=box";
    assert!(
        Judge::new(vec![with_options(boxed, "opt.priority=box")]).judge(&two, &[wrong(boxed)]).is_empty()
    );
    let mixed = case(&source.replace("(check-sat)", "(minimize x)(check-sat)"), &[]);
    assert!(judged(&mixed, &[wrong("z3")]).is_empty());
}

#[test]
fn one_goal_has_no_order() {
    let boxed = "z3 opt.priority=box";
    let judge = Judge::new(vec![with_options(boxed, "opt.priority=box")]);
    let wrong = optimised(boxed, "", "((define-fun x () Int 2))");
    assert_eq!(judge.judge(&choice(Some("-1/2")), &[wrong])[0].kind, Kind::WrongOptimum);
}

#[test]
fn what_is_printed_is_compared_with_what_is_known() {
    let model = "((define-fun x () Int 1))";
    for (penalty, printed, model, expected) in [
        // The optimum is known by construction.
        (Some("-1/2"), "(- 0.5)", model, ""),
        (Some("-1/2"), "(- 0.5)", "", ""),
        (Some("-1/2"), "1", "", "g -1/2: prints g 1"),
        (Some("-1/2"), "(- 1)", "", "g -1/2: prints g -1"),
        (Some("-1/2"), "(- 0.5)", "((define-fun x () Int 3))", "g -1/2: its model pays g 3/2"),
        (Some("-1/2"), "0", "((define-fun x () Int 3))", "g -1/2: prints g 0; its model pays g 3/2"),
        // The witness only says that it is no more.
        (None, "(- 0.5)", model, ""),
        (None, "1", "", "no more than g -1/2: prints g 1"),
        (None, "(- 1)", "", ""),
        (None, "(- 1)", model, "what its model pays: prints g -1; its model pays g -1/2"),
        (
            None,
            "(- 1)",
            "((define-fun x () Int 3))",
            "what its model pays: prints g -1; its model pays g 3/2",
        ),
    ] {
        let objectives = format!("(objectives (g {printed}))");
        let found = judged(&choice(penalty), &[optimised("z3", &objectives, model)]);
        let found: Vec<String> =
            found.iter().map(|verdict| format!("{}: {}", verdict.expected, verdict.actual)).collect();
        assert_eq!(found.join(" | "), expected, "{penalty:?} {printed} {model}");
    }
}

#[test]
fn goals_are_compared_in_their_order() {
    // One costs nothing of a and 3 of b, two costs 2 of a and nothing of b.
    let source = "(declare-const x Int) (assert (< 0 x 3)) (assert-soft (= x 1) :weight 2 :id a)
        (assert-soft (= x 2) :weight 3 :id b) (check-sat)";
    let known = case(source, &[Truth::Sat { witness: Some("((define-fun x () Int 1))".into()) }]);
    let found = |objectives: &str, x: i64| {
        let seen = optimised("z3", objectives, &format!("((define-fun x () Int {x}))"));
        judged(&known, &[seen]).iter().map(|verdict| verdict.actual.clone()).collect::<Vec<_>>().join(" | ")
    };
    assert_eq!(found("(objectives (a 0) (b 3))", 1), "");
    assert_eq!(found("(objectives (a 2) (b 0))", 2), "prints a 2, b 0; its model pays a 2, b 0");
    assert_eq!(found("(objectives (a 0) (b 4))", 1), "prints a 0, b 4; its model pays a 0, b 3");
    assert_eq!(found("(objectives (b 3) (a 0))", 1), "");
    assert_eq!(found("(objectives (a 0))", 1), "");
}

#[test]
fn eight_soft_assertions_that_do_not_hold_are_named() {
    let softs: String = (1..12).map(|n| format!("(assert-soft (= x {n}) :id g)")).collect();
    let source = format!("(declare-const x Int) {softs} (check-sat)");
    let known = case(&source, &[Truth::Sat { witness: Some("((define-fun x () Int 1))".into()) }]);
    let found = judged(&known, &[optimised("z3", "", "((define-fun x () Int 0))")]);
    let named = found[0].evidence.lines().filter(|line| line.starts_with("false under its model"));
    assert_eq!(
        named.collect::<Vec<_>>(),
        (1..9).map(|n| format!("false under its model: (= x {n}), weight 1")).collect::<Vec<_>>()
    );
}

#[test]
fn only_who_answers_sat_is_asked() {
    let wrong = "((define-fun x () Int 2))";
    let unknown = Observation { ..saw("z3", vec![Reply { model: wrong.into(), ..reply(Answer::Unknown) }]) };
    let found = judged(&choice(Some("-1/2")), &[unknown]);
    assert!(found.iter().all(|verdict| verdict.kind == Kind::Incomplete), "{found:?}");
    // Without soft assertions there is nothing to optimise.
    let hard = case("(declare-const x Int) (assert (< x 9)) (check-sat)", &[]);
    assert_eq!(judged(&hard, &[optimised("z3", "(objectives (g 1))", wrong)]), []);
}
