//! The cases of a subject, and our value of each.

use std::collections::HashSet;

use quis_semantics::{Evaluator, Model, Reason};
use quis_smtlib::{Command, Mode, parse};

use crate::choices::Choices;
use crate::maker::{DATATYPES, Maker};
use crate::subjects::Subject;

/// So many terms are read and evaluated together.
const TOGETHER: usize = 200;

/// What we say of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ours {
    /// Its value.
    Value(String),
    /// The standard leaves it open.
    Open,
    /// We give no value, for another reason.
    None(&'static str),
}

/// A ground application and its value.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The position of its subject.
    pub(crate) subject: usize,
    /// See [`Application::class`](crate::applications::Application::class).
    pub(crate) class: String,
    pub(crate) text: String,
    pub(crate) ours: Ours,
}

/// What a subject's cases need declared.
pub(crate) fn prelude(subject: &Subject) -> &'static str {
    if subject.theory == "Datatype" { DATATYPES } else { "" }
}

/// So many different cases of a subject; fewer if there are no more.
///
/// # Errors
/// If a case cannot be read: the generator or the parser is wrong.
pub(crate) fn cases(seed: u64, at: usize, subject: &Subject, count: usize) -> Result<Vec<Case>, String> {
    let mut maker = Maker::new(Choices::new(seed, &format!("{}/{}", subject.theory, subject.name)));
    let mut seen = HashSet::new();
    let mut cases = Vec::new();
    for _ in 0..count * 20 + 50 {
        if cases.len() == count {
            break;
        }
        if let Some(made) = subject.make(&mut maker)
            && seen.insert(made.text.clone())
        {
            cases.push(Case { subject: at, class: made.class, text: made.text, ours: Ours::Open });
        }
    }
    for together in cases.chunks_mut(TOGETHER) {
        let mut source = prelude(subject).to_owned();
        for case in &*together {
            source.push_str(&format!("\n(get-value ({}))", case.text));
        }
        let ours = evaluate(&source)?;
        for (case, ours) in together.iter_mut().zip(ours) {
            case.ours = ours;
        }
    }
    Ok(cases)
}

/// Our values of the terms of `get-value` commands.
fn evaluate(source: &str) -> Result<Vec<Ours>, String> {
    let script = parse(source, Mode::Standard).into_result().map_err(|diagnostics| {
        let first = diagnostics.first();
        let place = first.map_or(0, |first| first.span.start);
        let near: String = source[place.saturating_sub(80)..].chars().take(200).collect();
        format!("cannot read a case: {}\n  near {near}", first.map_or("", |first| &first.message))
    })?;
    let mut model = Model::new();
    let mut evaluator = Evaluator::new(&script.store, &mut model);
    let mut found = Vec::new();
    for command in &script.commands {
        let Command::GetValue(terms) = command else { continue };
        for &term in terms {
            found.push(match evaluator.evaluate(term) {
                Ok(value) => {
                    let sort = script.store.sort(term);
                    match evaluator.model().values.print(&script.store, sort, &value) {
                        Ok(text) => Ours::Value(text),
                        Err(_) => Ours::None("too-large"),
                    }
                }
                Err(open) => match open.reason {
                    Reason::Unspecified(_) => Ours::Open,
                    other => Ours::None(other.name()),
                },
            });
        }
    }
    Ok(found)
}
