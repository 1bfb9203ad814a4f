//! Why an assertion is false, for people and for programs.

use quis_semantics::{Failure, Model, explain, sketch};
use quis_smtlib::{Store, Term, TermKind};
use serde::Serialize;

use crate::diagnostics::printable;

/// The part of a false assertion that is to blame, with the values below it.
#[derive(Serialize)]
pub(crate) struct Explanation {
    term: String,
    value: bool,
    /// If the part is a quantifier: the instance that decides it.
    instance: Vec<Line>,
    values: Vec<Line>,
}

/// A term and its value.
#[derive(Serialize)]
struct Line {
    term: String,
    value: String,
    /// How far below the part it stands.
    #[serde(skip)]
    depth: usize,
}

impl Explanation {
    pub(crate) fn new(store: &Store, assertion: Term, model: &mut Model) -> Self {
        let failure = explain(store, assertion, model);
        let instance = failure.instance.iter().map(|(variable, value)| Line {
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

    /// The tree: arguments below what they are arguments of. What was said already is not said again.
    pub(crate) fn text(&self, said: &str) -> String {
        let mut text = String::new();
        if self.term != said {
            text.push_str(&format!("  {} is {}\n", printable(&self.term), self.value));
        }
        let instance = self.instance.iter().map(|line| ("for ", line));
        for (word, line) in instance.chain(self.values.iter().map(|line| ("", line))) {
            let indent = "  ".repeat(line.depth + 1);
            text.push_str(&format!("{indent}{word}{} = {}\n", printable(&line.term), printable(&line.value)));
        }
        text
    }
}

/// The values in the order of the tree, each where it is first met.
fn tree(store: &Store, model: &Model, failure: &Failure) -> Vec<Line> {
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
            lines.push(Line { term: sketch::term(store, term), value, depth });
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
