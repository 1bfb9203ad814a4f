//! Fewer arguments.

use quis_smtlib::TermKind;

use super::View;
use crate::change::Change;

/// match: (or p q r), result: (or p r). What takes no fewer is not well-typed then, and never tested.
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let mut changes = Vec::new();
    for &(term, _) in &view.survey.terms {
        let TermKind::Apply(function, args) = store.kind(term) else { continue };
        if args.len() > 2 && store.operator(function).is_some() {
            changes.extend((0..args.len() as u32).rev().map(|at| Change::Remove(term, at)));
        }
    }
    changes
}
