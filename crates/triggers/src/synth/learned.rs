//! What the search learned on its way, so that it does not ask in vain, or the same twice.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::Term;
use rustc_hash::FxBuildHasher;

use super::clusters::Cluster;
use crate::candidate::Candidate;

/// So many formulas without a model are remembered of each target.
const REASONS: usize = 1000;

/// So many differences from earlier models are asked for.
const DIFFERENCES: usize = 32;

/// Two terms that have had the same value.
pub(super) type Difference = (Term, Term);

/// What was learned.
#[derive(Default)]
pub(super) struct Learned {
    /// By the target of clusters: what has no model.
    refuted: HashMap<usize, Vec<Reason>, FxBuildHasher>,
    /// By the patterns that candidates are made of: the values that these were made with.
    tried: HashMap<Vec<Term>, Vec<Difference>, FxBuildHasher>,
    /// Terms with which E-matching runs away.
    bad: HashSet<String, FxBuildHasher>,
}

/// Why a formula has no model: with more members, or more rewritings, it has none, either.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reason {
    target: usize,
    /// The members, each with the disjunct that holds, and the rewritings; both in order.
    members: Vec<(usize, usize)>,
    rewritings: Vec<(Term, Term)>,
}

impl Reason {
    pub(super) fn of(cluster: &Cluster, disjuncts: &[usize]) -> Reason {
        let mut members: Vec<(usize, usize)> =
            cluster.members.iter().copied().zip(disjuncts.iter().copied()).collect();
        let mut rewritings = cluster.rewritings.pairs().to_vec();
        members.sort_unstable();
        rewritings.sort_unstable();
        Reason { target: cluster.target, members, rewritings }
    }

    /// Whether another has all of this, and perhaps more.
    fn is_in(&self, other: &Reason) -> bool {
        is_subset(&self.members, &other.members) && is_subset(&self.rewritings, &other.rewritings)
    }
}

impl Learned {
    /// Whether it is known that a formula has no model.
    pub(super) fn is_refuted(&self, formula: &Reason) -> bool {
        self.refuted.get(&formula.target).is_some_and(|known| known.iter().any(|one| one.is_in(formula)))
    }

    pub(super) fn refuted(&mut self, formula: Reason) {
        let known = self.refuted.entry(formula.target).or_default();
        if known.len() < REASONS {
            known.push(formula);
        }
    }

    /// What the next model for patterns should be other in.
    pub(super) fn tried(&self, patterns: &[Term]) -> Vec<Difference> {
        self.tried.get(patterns).cloned().unwrap_or_default()
    }

    pub(super) fn has_tried(&mut self, patterns: &[Term], values: &[Difference]) {
        let known = self.tried.entry(patterns.to_vec()).or_default();
        known.extend(values.iter().filter(|value| !known.contains(value)).copied().collect::<Vec<_>>());
        known.truncate(DIFFERENCES);
    }

    /// Whether E-matching is known to run away with one of these terms.
    pub(super) fn is_bad(&self, candidate: &Candidate) -> bool {
        candidate.terms.iter().any(|term| self.bad.contains(&term.text))
    }

    pub(super) fn runs_away(&mut self, candidates: &[Candidate]) {
        let terms = candidates.iter().flat_map(|candidate| &candidate.terms);
        self.bad.extend(terms.map(|term| term.text.clone()));
    }
}

/// Whether all of a list are in another; both are in order.
fn is_subset<T: Ord>(small: &[T], large: &[T]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|one| rest.by_ref().find(|&other| other >= one) == Some(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(members: &[usize], disjuncts: &[usize]) -> Reason {
        Reason::of(&Cluster { members: members.to_vec(), ..Cluster::of(0) }, disjuncts)
    }

    #[test]
    fn what_has_more_of_the_same_has_no_model_either() {
        let mut learned = Learned::default();
        learned.refuted(formula(&[3, 5], &[0, 2]));
        assert!(learned.is_refuted(&formula(&[3, 5], &[0, 2])));
        // The order in which a cluster was made does not matter.
        assert!(learned.is_refuted(&formula(&[7, 5, 3], &[1, 2, 0])));
        assert!(!learned.is_refuted(&formula(&[3, 5], &[0, 1])));
        assert!(!learned.is_refuted(&formula(&[3], &[0])));
        let other = Reason { target: 1, ..formula(&[3, 5], &[0, 2]) };
        assert!(!learned.is_refuted(&other));
    }

    #[test]
    fn a_list_is_in_another_if_all_of_it_is() {
        assert!(is_subset::<u8>(&[], &[]));
        assert!(is_subset(&[2, 4], &[1, 2, 3, 4]));
        assert!(!is_subset(&[2, 5], &[1, 2, 3, 4]));
        assert!(!is_subset(&[2, 2], &[1, 2, 3]));
        assert!(!is_subset(&[0], &[1]));
    }
}
