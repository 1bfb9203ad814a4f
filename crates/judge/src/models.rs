//! What models are worth: read into the script of the case and evaluated.

use quis_observations::Deviation;
use quis_semantics::{Model, explain, sketch};
use quis_smtlib::{Store, Term, TermKind};
use quis_techniques::{CaseTerms, MODEL_EFFORT, ModelWorth};

use crate::fingerprint::{Features, features, function_name};
use crate::meaning::Meaning;

/// What a model is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Worth {
    /// All assertions hold.
    Valid,
    /// An assertion is false.
    Invalid(Box<Blame>),
    /// Nobody knows, and why.
    Open(String),
    /// There is none.
    None,
}

/// The false part of an assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Blame {
    /// The assertion, the part and the values below it, for people.
    pub(crate) text: String,
    /// The operator of the part.
    pub(crate) operator: String,
}

/// The terms of a case, and how whoever wrote a model reads them.
pub(crate) struct Terms {
    pub(crate) case: CaseTerms,
    /// What the solver means by its operators, if not what the standard does.
    meaning: Option<Meaning>,
}

impl Terms {
    /// Reads the text of a case that has this many checks.
    pub(crate) fn of_text(text: &str, count: usize) -> Option<Terms> {
        Some(Terms { case: CaseTerms::of_text(text, count)?, meaning: None })
    }

    /// The same as a solver reads it that deviates from the standard, and, by check, the assertions that mean something else to it.
    pub(crate) fn read_as(
        deviations: &[Deviation],
        text: &str,
        count: usize,
    ) -> Option<(Terms, Vec<Vec<Term>>)> {
        let mut case = CaseTerms::of_text(&(Meaning::preamble(deviations) + text), count)?;
        let mut meaning = Meaning::of(deviations, &mut case.script);
        let mut changed = Vec::with_capacity(count);
        for check in &mut case.checks {
            let mut of_check = Vec::new();
            for assertion in &mut check.assertions {
                let new = meaning.read(&mut case.script.store, *assertion)?;
                if new != *assertion {
                    *assertion = new;
                    of_check.push(new);
                }
            }
            changed.push(of_check);
        }
        Some((Terms { case, meaning: Some(meaning) }, changed))
    }

    /// What is in the script.
    pub(crate) fn features(&self) -> Features {
        features(&self.case.script)
    }

    /// What a model of a check is worth.
    pub(crate) fn worth(&mut self, check: usize, text: &str) -> Worth {
        let Some(mut answer) = self.case.read_model(check, text) else { return Worth::None };
        // The solver writes its model as it reads a script.
        if let Some(meaning) = &mut self.meaning {
            for definition in &mut answer.definitions {
                match meaning.read(&mut self.case.script.store, definition.body) {
                    Some(body) => definition.body = body,
                    None => return Worth::Open("nobody knows what the solver means by it".to_owned()),
                }
            }
        }
        let has_open = self.meaning.as_ref().is_some_and(|own| own.has_open);
        match self.case.worth(check, &answer, MODEL_EFFORT) {
            None => Worth::None,
            // What was chosen for it need not be what the solver means.
            Some(ModelWorth::Valid { completed: true }) if has_open => {
                Worth::Open("the solver promises nothing of an operator".to_owned())
            }
            Some(ModelWorth::Valid { .. }) => Worth::Valid,
            Some(ModelWorth::Invalid { assertion, mut model }) => {
                Worth::Invalid(Box::new(blame(&self.case.script.store, assertion, &mut model)))
            }
            Some(ModelWorth::Open(why)) => Worth::Open(why),
        }
    }
}

fn blame(store: &Store, assertion: Term, model: &mut Model) -> Blame {
    let failure = explain(store, assertion, model);
    let mut text = format!("{} is false", sketch::term(store, assertion));
    if failure.term != assertion {
        text.push_str(&format!("\n{} is {}", sketch::term(store, failure.term), failure.value));
    }
    for (variable, value) in &failure.instance {
        let value = sketch::value(store, model, store.sort(*variable), value);
        text.push_str(&format!("\nfor {} = {value}", sketch::term(store, *variable)));
    }
    for (term, slot) in &failure.values {
        let value = sketch::slot(store, model, store.sort(*term), slot);
        text.push_str(&format!("\n{} = {value}", sketch::term(store, *term)));
    }
    Blame { text, operator: head(store, failure.term) }
}

/// The word at the head of a term.
fn head(store: &Store, term: Term) -> String {
    match store.kind(term) {
        TermKind::Apply(function, _) => function_name(store, function).unwrap_or("a symbol").to_owned(),
        TermKind::Binder(binder, ..) => binder.name().to_owned(),
        TermKind::Match(..) => "match".to_owned(),
        _ => "a term".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a model is worth, with the operator that is to blame.
    fn worth(source: &str, model: &str) -> String {
        let mut terms = Terms::of_text(&format!("{source} (check-sat)"), 1).unwrap();
        match terms.worth(0, model) {
            Worth::Valid => "valid".to_owned(),
            Worth::Invalid(blame) => format!("{}: {}", blame.operator, blame.text.replace('\n', "; ")),
            Worth::Open(why) => format!("open: {why}"),
            Worth::None => "none".to_owned(),
        }
    }

    #[test]
    fn what_is_false_is_blamed() {
        let two = "((define-fun x () Int 2) (define-fun p () Bool false))";
        let constants = "(declare-const x Int) (declare-const p Bool)";
        for (assertion, expected) in [
            ("(> x 1)", "valid"),
            ("(> x 2)", ">: (> x 2) is false; x = 2"),
            ("(and (> x 1) (< x 2))", "<: (and (> x 1) (< x 2)) is false; (< x 2) is false; x = 2"),
            ("p", "a symbol: p is false"),
            (
                "(forall ((y Int)) (distinct y x))",
                "forall: (forall ((y Int)) (distinct y x)) is false; for y = 2",
            ),
            ("(exists ((q Bool)) (and q p))", "exists: (exists ((q Bool)) (and q p)) is false"),
            ("(= (div x 0) 1)", "valid"),
        ] {
            assert_eq!(worth(&format!("{constants} (assert {assertion})"), two), expected, "{assertion}");
        }
        let datatype = "(declare-datatypes ((L 0)) (((nil) (cons (tail L))))) (declare-const l L)";
        let found = worth(
            &format!("{datatype} (assert (match l ((nil false) ((cons t) true))))"),
            "((define-fun l () L nil))",
        );
        assert!(found.starts_with("match: "), "{found}");
    }

    #[test]
    fn what_cannot_be_read_proves_nothing() {
        let source = "(declare-const x Int) (assert (> x 2))";
        assert_eq!(
            worth(source, "((define-fun x () Int 2) (define-fun y () Int (f 3)))"),
            "open: part of the model could not be read"
        );
        assert_eq!(worth(source, "((define-fun x () Int 3) (define-fun y () Int (f 3)))"), "valid");
        assert!(Terms::of_text("(assert x)", 0).is_none());
        assert!(Terms::of_text("(check-sat)", 2).is_none());
    }
}
