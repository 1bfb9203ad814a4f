//! A case as it is put to a solver.

use std::borrow::Cow;

use quis_solvers::{Ask, Dialect, Question, Solver, has_objectives};
use quis_techniques::{CheckPoint, TestCase, Truth};

use super::tactic::{tactic_for, with_tactic};

/// What is asked at each check, most of the time.
pub(crate) const MODELS: Ask = Ask::MODELS;
/// What is asked where assertions have names.
pub(crate) const CORES: Ask = Ask { cores: true, ..Ask::MODELS };

/// What is asked at each check of a case: models unless it does without, and unsat cores where assertions have names or a core is known.
pub(crate) fn ask_of(case: &TestCase) -> Ask {
    let known = |check: &CheckPoint| matches!(check.truth, Truth::Unsat { core: Some(_) });
    let cores = case.checks.iter().any(known) || case.text.contains(":named");
    Ask { models: !case.answers_only, cores, ..MODELS }
}

/// A case as it is put to a solver; `None` if the solver cannot read it with the same meaning.
pub(crate) fn question(solver: &Solver, dialect: &Dialect, case: &TestCase, ask: Ask) -> Option<Question> {
    let tactic = tactic_for(solver, case);
    let has_objectives = has_objectives(&case.text);
    // Whether there are cores behind a tactic depends on the tactic, and it looks for no best value.
    let is_whole = tactic.is_none();
    let ask =
        Ask { cores: ask.cores && is_whole, objectives: ask.models && has_objectives && is_whole, ..ask };
    let case = with_tactic(case, tactic);
    let places: Vec<_> = case.checks.iter().map(|check| check.place.clone()).collect();
    let mut question = Question::of_text(&case.text, &places, case.incremental, ask);
    if let Cow::Owned(text) = dialect.translate(&question.text)? {
        question.text = text;
    }
    Some(question)
}

/// A case without the options that are about one solver.
pub(crate) fn without_options(case: &TestCase) -> Cow<'_, TestCase> {
    if !case.text.contains("set-option") {
        return Cow::Borrowed(case);
    }
    let mut text = String::with_capacity(case.text.len());
    let mut copied = 0;
    for (name, place) in quis_smtlib::commands(&case.text) {
        let form = case.text.get(place.clone()).unwrap_or_default();
        if name == "set-option" && !form.contains(":global-decl") {
            text.push_str(case.text.get(copied..place.start).unwrap_or_default());
            copied = place.end;
        }
    }
    text.push_str(case.text.get(copied..).unwrap_or_default());
    let truths: Vec<Truth> = case.checks.iter().map(|check| check.truth.clone()).collect();
    let (tactic, answers_only, whole) = (case.tactic.clone(), case.answers_only, case.whole);
    Cow::Owned(TestCase { tactic, answers_only, whole, ..TestCase::of_text(&text, &truths) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_asked_for_where_there_may_be_some() {
        assert_eq!(ask_of(&TestCase::of_text("(check-sat)", &[])), MODELS);
        assert_eq!(ask_of(&TestCase::of_text("(assert (! p :named a))(check-sat)", &[])), CORES);
        let known = Truth::Unsat { core: Some(vec!["a".to_owned()]) };
        assert_eq!(ask_of(&TestCase::of_text("(check-sat)", &[known])), CORES);
        let silent = TestCase { answers_only: true, ..TestCase::of_text("(check-sat)", &[]) };
        assert_eq!(ask_of(&silent), Ask::default());
    }
}
