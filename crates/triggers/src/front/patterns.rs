//! Patterns for quantifiers without any.

use hashbrown::HashMap;
use quis_smtlib::walk::{FreeVariables, TermSet, post_order};
use quis_smtlib::{Role, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

/// So many alternatives at most.
const ALTERNATIVES: usize = 8;

/// Terms that bind all variables: single ones if there are, smallest first, or else several together.
///
/// match: (or (p x) (= (f x y) 0)), result: {(f x y)}
pub(crate) fn infer(store: &Store, free: &FreeVariables, body: Term, variables: &[Term]) -> Vec<Vec<Term>> {
    let candidates = candidates(store, body, free);
    let bound = |term: Term| free.of(term).iter().filter(|v| variables.contains(v)).count();
    let wanted: Vec<Term> = variables.iter().copied().filter(|v| free.of(body).contains(v)).collect();
    let whole: Vec<Vec<Term>> = candidates
        .iter()
        .filter(|&&term| bound(term) == wanted.len())
        .take(ALTERNATIVES)
        .map(|&term| vec![term])
        .collect();
    if !whole.is_empty() || wanted.is_empty() {
        return whole;
    }
    // Greedily: the term that binds most of what is not yet bound.
    let mut missing = wanted;
    let mut chosen = Vec::new();
    while !missing.is_empty() {
        let gain = |term: Term| free.of(term).iter().filter(|v| missing.contains(v)).count();
        let Some(&best) = candidates.iter().max_by_key(|&&term| (gain(term), usize::MAX - term.index()))
        else {
            return Vec::new();
        };
        if gain(best) == 0 {
            return Vec::new();
        }
        missing.retain(|variable| !free.of(best).contains(variable));
        chosen.push(best);
    }
    vec![chosen]
}

/// Applications of uninterpreted functions, smallest first, in which nothing but such applications, variables and ground terms stands.
fn candidates(store: &Store, body: Term, free: &FreeVariables) -> Vec<Term> {
    let mut fit: HashMap<Term, usize, FxBuildHasher> = HashMap::default();
    let mut found = Vec::new();
    post_order(store, &[body], &mut TermSet::for_store(store), |term| {
        let size = match store.kind(term) {
            TermKind::Variable(_) => Some(1),
            _ if free.of(term).is_empty() => Some(1),
            TermKind::Apply(function, args) if is_uninterpreted(store, function) => {
                args.iter().try_fold(1_usize, |sum, arg| Some(sum + fit.get(arg)?))
            }
            _ => None,
        };
        if let Some(size) = size {
            fit.insert(term, size);
            if matches!(store.kind(term), TermKind::Apply(..)) && !free.of(term).is_empty() {
                found.push((size, term));
            }
        }
    });
    found.sort_unstable_by_key(|&(size, term)| (size, term.index()));
    found.into_iter().map(|(_, term)| term).collect()
}

/// Whether a solver matches applications of a function.
pub(crate) fn is_uninterpreted(store: &Store, function: quis_smtlib::Function) -> bool {
    matches!(
        store.function(function).role,
        Role::Declared | Role::Recursive(_) | Role::Constructor | Role::Selector { .. }
    )
}
