//! The values of quantified predicates, as a reference solver has them.
//!
//! The evaluator leaves a quantifier over infinitely many values open. Under an assignment it is a closed formula, though: a solver is
//! asked whether it holds, and whether its negation does. Only if it says `sat` to one and `unsat` to the other the value counts.

use quis_smtlib::walk::post_order;
use quis_smtlib::{Script, Store, Term, TermKind, TermSet};

use super::epoch::{Material, assignments};
use super::header::Header;
use super::parameters::Storm;
use super::requests::about_models;
use crate::assignment::Assignment;
use crate::stream::Stream;
use crate::technique::{Reply, Request};

/// So many predicates are asked about for each assignment, and so many assignments are asked about.
const MAX_PREDICATES: usize = 8;
const MAX_ASSIGNMENTS: usize = 3;

/// Assignments for all epochs, and what is known of quantified predicates under them.
#[derive(Clone, Debug, Default)]
pub(super) struct Reference {
    pub(super) assignments: Vec<Assignment>,
    /// Two for each question: the predicate and its negation.
    pub(super) requests: Vec<Request>,
    /// Assignments and predicates that are asked about.
    questions: Vec<(usize, Term)>,
    /// What came of it.
    values: Vec<Option<bool>>,
}

impl Reference {
    /// What to ask, and what the replies say, if they are there.
    pub(super) fn of(
        material: &Material,
        seed: &Script,
        storm: Storm,
        replies: &[Reply],
        stream: &Stream,
    ) -> Reference {
        let mut reference = Reference::default();
        let stream = stream.fork("reference");
        let predicates = &material.fragments.predicates;
        let terms: Vec<Term> = predicates.iter().map(|predicate| predicate.term).collect();
        for (at, mut drawn) in assignments(material, storm, 0, &stream).into_iter().enumerate() {
            drawn.evaluate(&material.script.store, &material.mined, &terms);
            // Read back, every function is defined everywhere: nothing is left to be chosen later.
            let settled = drawn.witness(&material.script).and_then(|witness| {
                let fixed =
                    Assignment::of_answer(seed, &witness, stream.fork("settled").nth(at as u64), storm.open)?;
                Some((witness, fixed))
            });
            let Some((witness, mut settled)) = settled else { continue };
            let values = settled.evaluate(&material.script.store, &material.mined, &terms);
            let open = terms.iter().zip(values).enumerate().filter(|(_, (term, value))| {
                value.is_none() && is_quantified(&material.script.store, **term)
            });
            let number = reference.assignments.len();
            if number < MAX_ASSIGNMENTS
                && let Some(context) = context(&material.header, &witness)
            {
                for (at, (&term, _)) in open.take(MAX_PREDICATES) {
                    let text = &predicates[at].text;
                    for formula in [text.clone(), format!("(not {text})")] {
                        let text = format!("{context}(assert {formula})\n(check-sat)\n");
                        reference.requests.push(Request { text, model: false });
                    }
                    reference.questions.push((number, term));
                }
            }
            reference.assignments.push(settled);
        }
        let answers = replies.get(about_models(replies)..).unwrap_or_default();
        reference.values = answers.chunks(2).map(agreed).collect();
        reference
    }

    /// Adds the values that the solver knows.
    pub(super) fn complete(&self, assignment: usize, terms: &[Term], values: &mut [Option<bool>]) {
        for (&(of, predicate), value) in self.questions.iter().zip(&self.values) {
            if of == assignment
                && let Some(at) = terms.iter().position(|&term| term == predicate)
                && values[at].is_none()
            {
                values[at] = *value;
            }
        }
    }
}

/// match: sat, unsat, result: true; match: unsat, sat, result: false
fn agreed(pair: &[Reply]) -> Option<bool> {
    match pair {
        [Reply::Sat(_), Reply::Unsat] => Some(true),
        [Reply::Unsat, Reply::Sat(_)] => Some(false),
        _ => None,
    }
}

fn is_quantified(store: &Store, term: Term) -> bool {
    let mut found = false;
    post_order(store, &[term], &mut TermSet::default(), |term| {
        found |= matches!(store.kind(term), TermKind::Binder(..));
    });
    found
}

/// The declarations of a seed, with the definitions of a witness in the place of declarations. None if there are sorts whose elements
/// have no names in a script.
fn context(header: &Header, witness: &str) -> Option<String> {
    if header.prelude.contains("(declare-sort") {
        return None;
    }
    let mut text = header.prelude.clone();
    let mut declared = 0;
    for declaration in &header.declarations {
        let Some(rest) = declaration
            .text
            .strip_prefix("(declare-fun ")
            .or_else(|| declaration.text.strip_prefix("(declare-const "))
        else {
            text.push_str(&declaration.text);
            continue;
        };
        let name = name_at(rest)?;
        let definition = witness
            .lines()
            .find(|line| line.trim_start().strip_prefix("(define-fun ").and_then(name_at) == Some(name))?;
        text.push_str(definition.trim_start());
        text.push('\n');
        declared += 1;
    }
    (declared > 0).then_some(text)
}

/// The symbol that a text begins with.
fn name_at(text: &str) -> Option<&str> {
    match text.strip_prefix('|') {
        Some(quoted) => text.get(..quoted.find('|')? + 2),
        None => text.split([' ', ')']).next(),
    }
}
