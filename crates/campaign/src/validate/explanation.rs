//! Why an assertion is false, as data.

use quis_semantics::{Failure, Model, explain, sketch};
use quis_smtlib::{Store, Term, TermKind};
use serde::Serialize;

/// The part of a false assertion that is to blame, with the values below it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    /// A sketch of the part.
    pub term: String,
    /// Its value.
    pub value: bool,
    /// If the part is a quantifier: the instance that decides it.
    pub instance: Vec<TermValue>,
    /// The values below the part, arguments behind what they are arguments of.
    pub values: Vec<TermValue>,
}

/// A term and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TermValue {
    /// A sketch of the term.
    pub term: String,
    /// A sketch of its value.
    pub value: String,
    /// How far below the part the term stands.
    #[serde(skip)]
    pub depth: usize,
}

impl Explanation {
    /// Explains why an assertion is false under a model.
    #[must_use]
    pub fn new(store: &Store, assertion: Term, model: &mut Model) -> Self {
        let failure = explain(store, assertion, model);
        let instance = failure.instance.iter().map(|(variable, value)| TermValue {
            term: sketch::term(store, *variable),
            value: sketch::value(store, model, store.sort(*variable), value),
            depth: 1,
        });
        Explanation {
            term: sketch::term(store, failure.term),
            value: failure.value,
            instance: instance.collect(),
            values: tree(store, model, &failure),
        }
    }
}

/// The values in the order of the tree, each where it is first met.
fn tree(store: &Store, model: &Model, failure: &Failure) -> Vec<TermValue> {
    let mut lines = Vec::new();
    let mut left: Vec<bool> = vec![true; failure.values.len()];
    let mut todo = vec![(failure.term, 0)];
    while let Some((term, depth)) = todo.pop() {
        if depth > 0 {
            let Some(at) = failure.values.iter().position(|(known, _)| *known == term) else { continue };
            if !std::mem::take(&mut left[at]) {
                continue;
            }
            let value = sketch::slot(store, model, store.sort(term), &failure.values[at].1);
            lines.push(TermValue { term: sketch::term(store, term), value, depth });
        }
        let children = match store.kind(term) {
            TermKind::Apply(_, args) => args,
            TermKind::Annotated(..) => &store.children(term)[..1],
            _ => &[],
        };
        todo.extend(children.iter().rev().map(|&child| (child, depth + 1)));
    }
    lines
}
