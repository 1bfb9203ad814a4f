//! How deep the formulas of a script are, as the bound of the technique counts it.

use quis_smtlib::Script;
use quis_smtlib::walk::{TermSet, post_order};

use super::fragments::depth_of;

/// The greatest depth of an assertion: how deep connectives are nested in it. A predicate without connectives has depth 0.
///
/// ```
/// use quis_smtlib::{Mode, parse};
/// use quis_techniques::formula_depth;
///
/// let script = parse("(declare-const p Bool) (assert (and p (not (or p p)))) (assert p)", Mode::Standard);
/// assert_eq!(formula_depth(&script.into_result().expect("a valid script")), 3);
/// ```
#[must_use]
pub fn formula_depth(script: &Script) -> u32 {
    let store = &script.store;
    let mut depths = vec![0; store.len()];
    let roots: Vec<_> = script.assertions().collect();
    post_order(store, &roots, &mut TermSet::for_store(store), |term| {
        depths[term.index()] = depth_of(store, term, &depths);
    });
    roots.iter().map(|root| depths[root.index()]).max().unwrap_or_default()
}
