//! Whole assertions: negated, and put under quantifiers.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{Replacement, post_order};
use quis_smtlib::{Binder, Role, Sort, Store, Term, TermKind, TermSet};

use crate::mutate::desk::{Desk, Spot};
use crate::mutate::ground::{Ground, is_first_order};
use crate::stream::Stream;

/// The assertion is negated.
///
/// match: (assert p), result: (assert (not p))
pub(super) fn negate(desk: &mut Desk, _: &Ground, spot: &Spot, _: &mut Stream) -> Option<Term> {
    desk.store.op(Op::Core(CoreOp::Not), &[spot.site.term]).ok()
}

/// A constant of the assertion becomes a variable.
///
/// match: (assert (> x 0)), result: (assert (exists ((v Int)) (> v 0)))
pub(super) fn quantify(desk: &mut Desk, _: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    let root = spot.site.term;
    let constants = constants(&desk.store, root);
    let constant = *stream.choose(&constants)?;
    let sort = desk.store.sort(constant);
    let variable = desk.variable(spot.site.term, sort);
    let mut replacement = Replacement::default();
    replacement.put(constant, variable);
    let body = replacement.apply(&mut desk.store, root).ok()?;
    let binder = if stream.chance(2, 3) { Binder::Exists } else { Binder::Forall };
    desk.store.binder(binder, &[variable], &[body]).ok()
}

/// The assertion is put under a quantifier that changes nothing, if it holds.
///
/// match: (assert p), result: (assert (forall ((v Int)) (or p (distinct v 3))))
pub(super) fn guard(desk: &mut Desk, ground: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    let sorts: Vec<Sort> = constants(&desk.store, spot.site.term)
        .into_iter()
        .map(|constant| desk.store.sort(constant))
        .collect();
    let sort = *stream.choose(&sorts)?;
    let variable = desk.variable(spot.site.term, sort);
    let other = desk.operand(ground, sort, spot, stream)?;
    let compare = if stream.chance(1, 2) { CoreOp::Equal } else { CoreOp::Distinct };
    let about = desk.store.op(Op::Core(compare), &[variable, other]).ok()?;
    let (connective, binder) =
        if stream.chance(2, 3) { (CoreOp::Or, Binder::Forall) } else { (CoreOp::And, Binder::Exists) };
    let body = desk.store.op(Op::Core(connective), &[spot.site.term, about]).ok()?;
    desk.store.binder(binder, &[variable], &[body]).ok()
}

/// The declared constants of a term that quantifiers can range over.
fn constants(store: &Store, root: Term) -> Vec<Term> {
    let mut constants = Vec::new();
    post_order(store, &[root], &mut TermSet::default(), |term| {
        if let TermKind::Apply(function, []) = store.kind(term)
            && store.function(function).role == Role::Declared
            && store.sort(term) != Sort::REGLAN
            && is_first_order(store, store.sort(term))
        {
            constants.push(term);
        }
    });
    constants
}

#[cfg(test)]
mod tests {
    use crate::mutate::mutators::results;

    const SEED: &str = "(set-logic QF_BV)(declare-const x (_ BitVec 1))(assert (= x #b1))(check-sat)";

    #[test]
    fn assertions_are_negated() {
        assert_eq!(results("negate", SEED), ["(assert (not (= x #b1)))"]);
    }

    #[test]
    fn constants_are_bound() {
        let found = results("quantify", SEED);
        assert!(
            found.iter().any(|line| line == "(assert (exists ((v!0 (_ BitVec 1))) (= v!0 #b1)))"),
            "{found:?}"
        );
        assert!(found.iter().any(|line| line == "(set-logic BV)"), "{found:?}");
    }

    #[test]
    fn quantifiers_are_put_around() {
        let found = results("guard", SEED);
        let wanted = "(assert (forall ((v!0 (_ BitVec 1))) (or (= x #b1) (distinct v!0 x))))";
        assert!(found.iter().any(|line| line == wanted), "{found:?}");
    }
}
