//! Assignments and conditions with any linear expression.

use super::super::bound::{self, Bound};
use super::super::input::Terms;
use super::shape::{Edge, Entry, Shape, maximum};

/// The matrix after an assignment. Each new entry is the exact bound of what it stands for before the assignment, so that the result is the best
/// one, and closed. `wanted` says which of the changed entries are computed.
pub(super) fn assign<S: Shape>(
    matrix: &[Bound],
    entries: &[Entry],
    dimension: usize,
    (variable, e): (usize, &Terms),
    wanted: impl Fn(&Entry) -> bool,
) -> Vec<Bound> {
    let mut result = matrix.to_vec();
    for entry in entries {
        let Some((_, factor)) = entry.form.iter().find(|(v, _)| *v == variable) else { continue };
        if !wanted(entry) {
            result[entry.at] = None;
            continue;
        }
        let mut before = e.scaled(factor);
        for (v, c) in entry.form.iter().filter(|(v, _)| *v != variable) {
            before.add(*v, c);
        }
        result[entry.at] = maximum::<S>(matrix, dimension, &before);
    }
    result
}

/// Where the bound of an entry is to be changed for an expression not to be negative, if that can be said exactly.
pub(super) fn representable<S: Shape>(e: &Terms) -> Option<Edge> {
    let opposite = e.neg();
    let mut edge = S::locate(&opposite.terms)?;
    edge.number = e.constant.checked_div(&edge.number)?;
    Some(edge)
}

/// Tightens `refined` by what follows in `matrix`, which is closed, if an expression is not negative. If that cannot be represented, this is
/// sound, but not the best. Says whether there may be solutions, exactly.
pub(super) fn refine<S: Shape>(
    matrix: &[Bound],
    entries: &[Entry],
    dimension: usize,
    e: &Terms,
    refined: &mut [Bound],
) -> bool {
    if maximum::<S>(matrix, dimension, e).is_some_and(|max| max.signum() < 0) {
        return false;
    }
    for entry in entries {
        for (v, c) in &entry.form {
            // With e ≥ 0 the form is at most form + λ e, for any λ ≥ 0. Good ones are those where a variable disappears.
            let Some(d) = e.coefficient(*v).filter(|d| d.signum() != c.signum()) else { continue };
            let Some(lambda) = c.neg().checked_div(d) else { continue };
            let mut sum = e.scaled(&lambda);
            for (w, c) in &entry.form {
                sum.add(*w, c);
            }
            let limit = if entry.form.len() == 1 {
                maximum::<S>(matrix, dimension, &sum)
            } else {
                by_variable::<S>(matrix, dimension, &sum)
            };
            bound::tighten(&mut refined[entry.at], limit);
        }
    }
    true
}

/// A bound of an expression from those of the variables: quick.
fn by_variable<S: Shape>(matrix: &[Bound], dimension: usize, e: &Terms) -> Bound {
    e.terms.iter().try_fold(e.constant.clone(), |sum, term| {
        let edge = S::locate(std::slice::from_ref(term))?;
        Some(&sum + &(matrix[S::at(dimension, edge.from, edge.to)].as_ref()? * &edge.number))
    })
}
