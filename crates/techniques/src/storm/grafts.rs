//! Conditions inside of terms: predicates in which a term `t` became `(ite c t u)`.

use hashbrown::HashMap;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{Replacement, post_order};
use quis_smtlib::{Arithmetic, Logic, Script, Sort, Store, Term, TermKind, TermSet};
use rustc_hash::FxBuildHasher;

use super::fragments::{Fragments, Predicate};
use super::header::Header;
use crate::stream::Stream;

/// A longer predicate is left as it is.
const MAX_PREDICATE: usize = 4 << 10;

/// A longer formula is no condition.
const MAX_CONDITION: usize = 1 << 10;

/// What grafts are made from.
#[derive(Clone, Debug, Default)]
pub(super) struct Grafts {
    /// Terms that may be replaced, and replace others, by sort.
    by_sort: HashMap<Sort, Vec<Term>, FxBuildHasher>,
    replaceable: TermSet,
}

impl Grafts {
    /// What the fragments of a seed allow. Difference logics have no conditions in their terms, for most solvers.
    pub(super) fn of(seed: &Script, fragments: &Fragments) -> Grafts {
        let logic = seed.logic().and_then(Logic::from_name);
        let mut grafts = Grafts::default();
        if logic.is_some_and(|logic| logic.arithmetic == Arithmetic::Difference) {
            return grafts;
        }
        for &term in &fragments.terms {
            grafts.by_sort.entry(seed.store.sort(term)).or_default().push(term);
        }
        for term in grafts.by_sort.values().filter(|terms| terms.len() > 1).flatten() {
            grafts.replaceable.insert(*term);
        }
        grafts
    }

    /// match: (> (+ x y) 3), result: (> (+ (ite c x y) y) 3)
    pub(super) fn make(
        &self,
        store: &mut Store,
        header: &Header,
        predicates: &[Predicate],
        stream: &mut Stream,
    ) -> Option<Predicate> {
        let predicate =
            stream.choose(predicates).filter(|predicate| predicate.text.len() <= MAX_PREDICATE)?;
        let condition =
            stream.choose(predicates).filter(|predicate| predicate.text.len() <= MAX_CONDITION)?;
        let mut inside = Vec::new();
        let mut quantified = false;
        post_order(store, &[predicate.term], &mut TermSet::default(), |term| {
            quantified |= matches!(store.kind(term), TermKind::Binder(..));
            if self.replaceable.contains(term) {
                inside.push(term);
            }
        });
        // Patterns of quantifiers may not have conditions.
        let old = *stream.choose(&inside).filter(|_| !quantified)?;
        let other = *stream.choose(self.by_sort.get(&store.sort(old))?).filter(|&&other| other != old)?;
        let branches =
            if stream.chance(1, 2) { [condition.term, old, other] } else { [condition.term, other, old] };
        let chosen = store.op(Op::Core(CoreOp::Ite), &branches).ok()?;
        let mut replacement = Replacement::default();
        replacement.put(old, chosen);
        let term = replacement.apply(store, predicate.term).ok()?;
        Predicate::of(store, header, term, predicate.depth)
    }
}
