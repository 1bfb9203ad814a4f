use quis_smtlib::{Mode, parse};

use super::*;
use crate::case::Truth;
use crate::confirm;
use crate::technique::Technique;
use crate::{Enumerate, Material};

const FORMS: [Form; 10] = [
    Form::Plain,
    Form::Scope,
    Form::Whole,
    Form::Split,
    Form::Assuming,
    Form::Twice,
    Form::Reset,
    Form::Forget,
    Form::Named,
    Form::Defined,
];

fn put(form: Form, text: &str) -> String {
    let plan = AskingPlan { form, ..AskingPlan::default() };
    plan.apply(TestCase::of_text(text, &[])).text
}

#[test]
fn every_form_before_and_after() {
    let text = "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(assert (not p))\n(check-sat)\n";
    let declared = "(declare-const p Bool)\n";
    let expected = [
        text.to_owned(),
        format!("(set-logic QF_UF)\n(push 1)\n{declared}(assert p)\n(assert (not p))\n(check-sat)\n(pop 1)\n"),
        format!("(set-logic QF_UF)\n(push 1)\n{declared}(assert p)\n(assert (not p))\n(check-sat)\n(pop 1)\n"),
        format!("(set-logic QF_UF)\n{declared}(assert p)\n(check-sat)\n(push 1)\n(assert (not p))\n(check-sat)\n"),
        format!(
            "(set-logic QF_UF)\n{declared}(assert p)\n(declare-const A Bool)\n(assert (=> A (not p)))\n(check-sat-assuming (A))\n"
        )
        .replace("A ", "B ")
        .replace("(A)", "(B)"),
        format!("(set-logic QF_UF)\n{declared}(assert p)\n(assert (not p))\n(check-sat)\n(check-sat)\n"),
        format!(
            "(set-logic QF_UF)\n{declared}(assert p)\n(assert (not (not p)))\n(check-sat)\n(reset-assertions)\n{declared}(assert p)\n\
            (assert (not p))\n(check-sat)\n"
        ),
        format!(
            "(set-logic QF_UF)\n(declare-const B Bool)\n(assert B)\n(assert (not B))\n(reset-assertions)\n{declared}(assert p)\n\
            (assert (not p))\n(check-sat)\n"
        ),
        format!("(set-logic QF_UF)\n{declared}(assert (! p :named A0))\n(assert (! (not p) :named A1))\n(check-sat)\n"),
        format!(
            "(set-logic QF_UF)\n{declared}(define-fun A0 () Bool p)\n(assert A0)\n(define-fun A1 () Bool (not p))\n(assert A1)\n(check-sat)\n"
        ),
    ];
    for (form, expected) in FORMS.into_iter().zip(expected) {
        let made = put(form, text);
        // Which fresh letter it is does not matter here.
        assert_eq!(made.replace(['A', 'B'], "N"), expected.replace(['A', 'B'], "N"), "{form:?}");
    }
}

#[test]
fn fresh_names_do_not_occur() {
    let text = "(declare-const A Bool)\n(declare-const Z Bool)\n(assert A)\n(check-sat)\n";
    let named = put(Form::Named, text);
    assert!(parse(&named, Mode::Standard).into_result().is_ok(), "{named}");
    let all: String = ('A'..='Z').collect();
    let text = format!("(declare-const {all} Bool)\n(assert {all})\n(check-sat)\n");
    let named = put(Form::Named, &text);
    assert!(parse(&named, Mode::Standard).into_result().is_ok(), "{named}");
}

#[test]
fn logics_are_widened_and_left_out() {
    let of =
        |logic, text| AskingPlan { logic, ..AskingPlan::default() }.apply(TestCase::of_text(text, &[])).text;
    let text = "(set-logic QF_S)\n(assert true)\n(check-sat)\n";
    assert_eq!(of(LogicForm::All, text), "(set-logic ALL)\n(assert true)\n(check-sat)\n");
    assert_eq!(of(LogicForm::Unset, text), "(assert true)\n(check-sat)\n");
    assert_eq!(of(LogicForm::All, "(set-logic HORN)\n(check-sat)\n"), "(set-logic HORN)\n(check-sat)\n");
}

#[test]
fn what_has_scopes_of_its_own_stays() {
    for text in [
        "(push 1)\n(assert true)\n(check-sat)\n(pop 1)\n",
        "(assert true)\n(check-sat)\n(check-sat)\n",
        "(declare-const x Int)\n(assert (< 0 x))\n(minimize x)\n(check-sat)\n",
        "(assert true)\n(check-sat)\n(get-model)\n",
        "(check-sat)\n",
    ] {
        for form in FORMS {
            assert_eq!(put(form, text), text, "{form:?}");
        }
    }
}

#[test]
fn what_is_known_stays_true() {
    let technique = Enumerate::default();
    let mut draw = Stream::new(5);
    let (mut sat, mut unsat) = (0, 0);
    for case in technique.cases(Material::of(&quis_smtlib::Script::default()), Stream::new(3)).take(400) {
        for form in FORMS {
            let company = Company {
                scoped: form == Form::Scope,
                has_reference: true,
                knows_all: true,
                logic_may_miss: true,
                one_logic: false,
            };
            let plan = AskingPlan { form, ..AskingPlan::of_unit(company, &mut draw) };
            let put = plan.apply(case.clone());
            let parsed = parse(&put.text, Mode::Standard).into_result();
            assert!(parsed.is_ok(), "{plan}: {}", put.text);
            assert!(confirm(&put).is_ok(), "{plan}: {}", put.text);
            let known =
                |wanted: fn(&Truth) -> bool| put.checks.iter().filter(|check| wanted(&check.truth)).count();
            sat += known(|truth| matches!(truth, Truth::Sat { .. }));
            unsat += known(|truth| matches!(truth, Truth::Unsat { .. }));
        }
    }
    assert!(sat > 800 && unsat > 50, "{sat} {unsat}");
}

#[test]
fn half_of_the_cases_in_scopes_are_solved_as_if_there_were_none() {
    let text = "(declare-const p Bool)\n(assert p)\n(check-sat)\n";
    let scope = AskingPlan { form: Form::Scope, answers_only: true, ..AskingPlan::default() };
    let mut draw = Stream::new(1);
    let plans: Vec<AskingPlan> = (0..100).map(|_| scope.of_case(&mut draw)).collect();
    let whole: Vec<&AskingPlan> = plans.iter().filter(|plan| plan.form == Form::Whole).collect();
    assert!((30..70).contains(&whole.len()), "{}", whole.len());
    assert!(whole[0].apply(TestCase::of_text(text, &[])).whole && scope.alone().is_none());
    assert!(!scope.apply(TestCase::of_text(text, &[])).whole);
    // Without the scope it is the case that the technique made.
    let alone = whole[0].alone().unwrap();
    assert!(alone.answers_only && alone.apply(TestCase::of_text(text, &[])).text == text);
    // What has scopes of its own is solved as it is.
    assert!(!whole[0].apply(TestCase::of_text("(push 1)\n(assert true)\n(check-sat)\n", &[])).whole);
}

#[test]
fn a_plan_survives_json_and_says_what_it_does() {
    let plan = AskingPlan { answers_only: true, logic: LogicForm::Unset, form: Form::Scope };
    let text = serde_json::to_string(&plan).unwrap();
    assert_eq!(text, r#"{"answers-only":true,"logic":"unset","form":"scope"}"#);
    assert_eq!(serde_json::from_str::<AskingPlan>(&text).unwrap(), plan);
    assert_eq!(serde_json::to_string(&AskingPlan::default()).unwrap(), "{}");
    assert_eq!(plan.to_string(), "answers only, no logic, all in one scope");
    assert_eq!(AskingPlan::default().to_string(), "plain");
}

#[test]
fn cases_in_scopes_share_their_head_unless_they_share_their_logic() {
    let exact = |scoped, one_logic| {
        let company =
            Company { scoped, has_reference: true, knows_all: true, logic_may_miss: true, one_logic };
        let plans = (0..200).map(|number| AskingPlan::of_unit(company, &mut Stream::new(number)));
        plans.filter(|plan| plan.logic == LogicForm::Exact).count()
    };
    assert_eq!(exact(true, false), 0);
    assert!((20..80).contains(&exact(true, true)) && exact(false, false) > 100);
}
