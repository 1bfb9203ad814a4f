//! Symbols in place of terms.

use quis_smtlib::{Term, TermKind};

use super::View;
use crate::change::Change;
use crate::order::Order;
use crate::survey::same_sort;

/// So many symbols are tried for a term beside the first.
const MAX_OTHERS: usize = 4;

/// match: (> (+ x y) z), result: (> x z); of symbols, the one that has the shortest name, so that all become one; bound variables
/// behind them
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    replaced(view, |fitting| fitting.get(..1).unwrap_or_default())
}

/// match: (> (+ x y) z), result: (> y z)
pub(super) fn others(view: &mut View<'_>) -> Vec<Change> {
    replaced(view, |fitting| fitting.get(1..fitting.len().min(1 + MAX_OTHERS)).unwrap_or_default())
}

fn replaced(view: &View<'_>, choose: fn(&[Term]) -> &[Term]) -> Vec<Change> {
    let store = &view.script.store;
    let constants = view.survey.constants(store);
    let order = Order::of(view.script);
    let mut changes = Vec::new();
    for &(term, _) in &view.survey.terms {
        if matches!(store.kind(term), TermKind::Variable(_) | TermKind::Literal(_)) {
            continue;
        }
        let fits =
            |constant: &Term| same_sort(store, *constant, term) && order.may_stand(store, *constant, term);
        let bound = view.survey.known(term).iter().copied().filter(|&var| same_sort(store, var, term));
        let fitting: Vec<Term> = constants.iter().copied().filter(fits).chain(bound).collect();
        let others = choose(&fitting).iter().filter(|&&constant| constant != term);
        changes.extend(others.map(|&constant| Change::Term(term, constant)));
    }
    changes
}
