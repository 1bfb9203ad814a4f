//! Symbols in place of terms.

use quis_smtlib::TermKind;

use super::View;
use crate::change::Change;
use crate::survey::same_sort;

/// match: (> (+ x y) z), result: (> x z); of variables, the one that has the shortest name, so that all become one
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let constants = view.survey.constants(store);
    let mut changes = Vec::new();
    for &(term, _) in &view.survey.terms {
        if matches!(store.kind(term), TermKind::Variable(_) | TermKind::Literal(_)) {
            continue;
        }
        let mut fitting = constants.iter().copied().filter(|&constant| same_sort(store, constant, term));
        if let Some(constant) = fitting.next()
            && constant != term
        {
            changes.push(Change::Term(term, constant));
        }
    }
    changes
}
