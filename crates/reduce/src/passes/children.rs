//! Parts of terms in place of the whole.

use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Store, Term};

use super::View;
use crate::change::Change;
use crate::survey::{Survey, same_sort};

/// So many parts of a term are tried at most.
const MAX_PARTS: usize = 24;

/// match: (+ x (* y y)), result: (* y y)
pub(super) fn heaviest(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let change =
        |term: Term| children(store, view.survey, term).first().map(|&child| Change::Term(term, child));
    view.survey.terms.iter().filter_map(|&(term, _)| change(term)).collect()
}

/// match: (+ x (* y y)), result: x
pub(super) fn others(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let mut changes = Vec::new();
    for &(term, _) in &view.survey.terms {
        changes.extend(
            children(store, view.survey, term).into_iter().skip(1).map(|child| Change::Term(term, child)),
        );
    }
    changes
}

/// match: (f (g (h x))), result: (f x)
pub(super) fn descendants(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let mut changes = Vec::new();
    for &(term, _) in &view.survey.terms {
        changes.extend(parts(store, view.survey, term).into_iter().map(|part| Change::Term(term, part)));
    }
    changes
}

/// match: (= (f x) (f x)), result: (= (f x) x)
pub(super) fn occurrences(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let mut changes = Vec::new();
    for &(parent, _) in &view.survey.terms {
        for (at, &child) in store.children(parent).iter().enumerate() {
            if view.survey.uses(child) < 2 {
                continue;
            }
            let own = children(store, view.survey, child).into_iter();
            let all = own.chain(parts(store, view.survey, child));
            changes.extend(all.map(|part| Change::Child(parent, at as u32, part)));
        }
    }
    changes
}

/// The children that may stand for a term, the longest first.
fn children(store: &Store, survey: &Survey, term: Term) -> Vec<Term> {
    let fits = |child: &Term| same_sort(store, *child, term) && survey.may_replace(*child, term);
    let mut children: Vec<Term> = store.children(term).iter().copied().filter(fits).collect();
    children.sort_by_key(|&child| std::cmp::Reverse(survey.length(child)));
    children.dedup();
    children
}

/// The parts below its children that may stand for a term, the shortest first.
fn parts(store: &Store, survey: &Survey, term: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        if part != term
            && same_sort(store, part, term)
            && !store.children(term).contains(&part)
            && survey.may_replace(part, term)
        {
            parts.push(part);
        }
    });
    parts.sort_by_key(|&part| survey.length(part));
    parts.truncate(MAX_PARTS);
    parts
}
