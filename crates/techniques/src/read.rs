//! A case read back: its terms, and what models of its checks say of them.

use quis_semantics::{Check, Effort, Model, Verdict, checks, recursive_definition, validate_with};
use quis_smtlib::{
    AnswerContext, Diagnostic, Mode, ModelAnswer, Script, Severity, Term, line_and_column, parse,
};

use crate::case::TestCase;

/// The terms of a case, read from its text.
pub struct CaseTerms {
    /// The script.
    pub script: Script,
    /// Its checks: as many as the case has.
    pub checks: Vec<Check>,
    /// What answers to each check are read in, made when it is first needed.
    contexts: Vec<Option<AnswerContext>>,
}

/// Why a case has no terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    /// The text is rejected, and why.
    Text(String),
    /// The text has this many checks, not as many as the case.
    Checks(usize),
}

/// What a model is worth.
#[derive(Clone, Debug)]
pub enum ModelWorth {
    /// All assertions hold.
    Valid {
        /// Whether values had to be chosen for what the model does not say.
        completed: bool,
    },
    /// An assertion is false.
    Invalid {
        /// The assertion.
        assertion: Term,
        /// The model, with what evaluation found out.
        model: Box<Model>,
    },
    /// Neither is known, and why.
    Open(String),
}

impl CaseTerms {
    /// Reads a case.
    pub(crate) fn read(case: &TestCase) -> Result<CaseTerms, Unread> {
        let parsed = parse(&case.text, Mode::Standard).into_result();
        let script = parsed.map_err(|diagnostics| Unread::Text(first_error(&case.text, &diagnostics)))?;
        CaseTerms::of_script(script, case.checks.len()).map_err(Unread::Checks)
    }

    /// Reads the text of a case that has this many checks. Nothing if the text is rejected or has another number of checks.
    #[must_use]
    pub fn of_text(text: &str, count: usize) -> Option<CaseTerms> {
        let script = parse(text, Mode::Standard).into_result().ok()?;
        CaseTerms::of_script(script, count).ok()
    }

    /// The terms of a script that has this many checks; else how many it has.
    fn of_script(script: Script, count: usize) -> Result<CaseTerms, usize> {
        let checks = checks(&script);
        if checks.len() != count {
            return Err(checks.len());
        }
        let contexts = checks.iter().map(|_| None).collect();
        Ok(CaseTerms { script, checks, contexts })
    }

    /// Reads a model of a check, as a solver or a technique wrote it. Nothing if the case has no such check.
    pub fn read_model(&mut self, check: usize, text: &str) -> Option<ModelAnswer> {
        let CaseTerms { script, checks, contexts } = self;
        let (check, context) = (checks.get(check)?, contexts.get_mut(check)?);
        let context = context.get_or_insert_with(|| AnswerContext::new(script, check.command));
        Some(context.read_model(&mut script.store, text))
    }

    /// Evaluates what is asserted at a check under a model; also returns the model with what was found out. Nothing if the case has
    /// no such check.
    pub(crate) fn evaluate(
        &self,
        check: usize,
        answer: &ModelAnswer,
        effort: Effort,
    ) -> Option<(Verdict, Model)> {
        let assertions = &self.checks.get(check)?.assertions;
        let mut model = Model::from_answer(&self.script.store, answer);
        let verdict = validate_with(&self.script.store, assertions, &mut model, effort);
        Some((verdict, model))
    }

    /// Says what a model of a check is worth. Unlike validation alone, it takes into account what the answer does not tell:
    /// parts that could not be read, and definitions that may contradict themselves. Nothing if the case has no such check.
    #[must_use]
    pub fn worth(&self, check: usize, answer: &ModelAnswer, effort: Effort) -> Option<ModelWorth> {
        let store = &self.script.store;
        let (verdict, model) = self.evaluate(check, answer, effort)?;
        Some(match verdict {
            Verdict::Valid { completed } => match recursive_definition(&self.script) {
                // Where a definition contradicts itself, nothing is satisfiable beside it.
                Some(function) => {
                    let name = store.text(store.function(function).name);
                    ModelWorth::Open(format!("the recursive definition of `{name}` may contradict itself"))
                }
                None => ModelWorth::Valid { completed },
            },
            Verdict::Invalid { assertion } if answer.is_ok() => {
                ModelWorth::Invalid { assertion, model: Box::new(model) }
            }
            // What was not read might have made it true.
            Verdict::Invalid { .. } => ModelWorth::Open("part of the model could not be read".to_owned()),
            Verdict::Open { open, .. } => ModelWorth::Open(open.reason.describe(store)),
        })
    }
}

/// match: the error that `y` is unknown, at its place, result: 1:9: unknown symbol `y`
fn first_error(text: &str, diagnostics: &[Diagnostic]) -> String {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    first.map_or_else(String::new, |first| {
        let (line, column) = line_and_column(text, first.span.start);
        format!("{line}:{column}: {}", first.message)
    })
}
