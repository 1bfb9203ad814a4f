//! Fewer annotations.

use quis_smtlib::{Attribute, Term, TermKind};

use super::View;
use crate::change::Change;

/// match: (! p :named n), result: p; match: (! p :pattern (a b) :weight 1), result: (! p :pattern (a))
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut finer = Vec::new();
    for &(term, _) in &view.survey.terms {
        let TermKind::Annotated(inner, attributes, patterns) = view.script.store.kind(term) else { continue };
        changes.push(Change::Term(term, inner));
        let (attributes, patterns) = (attributes.to_vec(), patterns.to_vec());
        if attributes.len() > 1 {
            for at in (0..attributes.len()).rev() {
                let (fewer, terms) = without(&attributes, &patterns, at, None);
                finer.push(Change::Term(term, view.script.store.annotated(inner, fewer, &terms)));
            }
        }
        // match: (! p :pattern ((f x))), result: (! p :pattern (x))
        let known = view.survey.known(term).first();
        for (at, _) in
            patterns.iter().enumerate().filter(|(_, pattern)| known.is_some_and(|var| var != *pattern))
        {
            finer.extend(known.map(|&var| Change::Child(term, at as u32 + 1, var)));
        }
        for (at, attribute) in attributes.iter().enumerate() {
            let Attribute::Pattern(count @ 2..) = attribute else { continue };
            for part in (0..*count).rev() {
                let (fewer, terms) = without(&attributes, &patterns, at, Some(part));
                finer.push(Change::Term(term, view.script.store.annotated(inner, fewer, &terms)));
            }
        }
    }
    changes.append(&mut finer);
    changes
}

/// The attributes without one, or without one term of a pattern, and the terms of all patterns.
fn without(
    attributes: &[Attribute],
    patterns: &[Term],
    at: usize,
    part: Option<u32>,
) -> (Vec<Attribute>, Vec<Term>) {
    let (mut kept, mut terms) = (Vec::new(), Vec::new());
    let mut rest = patterns.iter().copied();
    for (number, attribute) in attributes.iter().enumerate() {
        let count = match attribute {
            Attribute::Pattern(count) => *count,
            Attribute::NoPattern => 1,
            _ => 0,
        };
        let own: Vec<Term> = rest.by_ref().take(count as usize).collect();
        match part {
            _ if number != at => {
                kept.push(attribute.clone());
                terms.extend(own);
            }
            None => {}
            Some(part) => {
                kept.push(Attribute::Pattern(count - 1));
                let others = own.into_iter().enumerate().filter(|(place, _)| *place != part as usize);
                terms.extend(others.map(|(_, term)| term));
            }
        }
    }
    (kept, terms)
}
