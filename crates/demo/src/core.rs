//! Unsatisfiable cores, by leaving out one assertion after the other.

use quis_semantics::Budget;
use quis_smtlib::{Function, Store, Term};

use crate::search::{Outcome, search};

/// Which of the terms are needed for a contradiction with the background. Each is left out in turn, and stays out if
/// the others are known to be unsatisfiable without it. Gives positions among the terms.
pub(crate) fn minimal_core(
    store: &Store,
    background: &[Term],
    terms: &[Term],
    declared: &[Function],
    budget: u64,
) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..terms.len()).collect();
    for at in 0..terms.len() {
        let without: Vec<usize> = kept.iter().copied().filter(|&other| other != at).collect();
        let mut assertions = background.to_vec();
        assertions.extend(without.iter().map(|&other| terms[other]));
        if let Outcome::Unsat = search(store, &assertions, declared, &mut Budget::new(budget)) {
            kept = without;
        }
    }
    kept
}
