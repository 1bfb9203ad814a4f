//! Conversions that all arguments of an operator have in common.

use quis_smtlib::theories::{ArithOp, BitVecOp, FloatOp, Op};
use quis_smtlib::{Sort, Store, Term, TermKind};

use super::View;
use crate::change::Change;
use crate::translate::fit;

/// So many sorts are tried for the arguments of one operator.
const MAX_SORTS: usize = 3;

/// match: (bvult ((_ zero_extend 8) x) ((_ zero_extend 8) y)), result: (bvult x y);
/// match: (= (to_real x) 2.0), result: (= x 2); match: (bvadd ((_ zero_extend 8) x) ((_ zero_extend 8) y)),
/// result: ((_ zero_extend 8) (bvadd x y))
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for &(term, _) in &view.survey.terms {
        let store = &mut view.script.store;
        let TermKind::Apply(function, args) = store.kind(term) else { continue };
        if args.len() < 2 || store.operator(function).is_none() {
            continue;
        }
        let args = args.to_vec();
        let new = stripped(store, term, &args).into_iter().chain(pulled_out(store, term, &args));
        changes.extend(new.map(|new| Change::Term(term, new)));
    }
    changes
}

/// The operator without conversions, where the same sort comes out.
fn stripped(store: &mut Store, term: Term, args: &[Term]) -> Vec<Term> {
    let mut sorts: Vec<Sort> = Vec::new();
    for &arg in args {
        for inner in insides(store, arg) {
            let sort = store.sort(inner);
            if !sorts.contains(&sort) && sorts.len() < MAX_SORTS {
                sorts.push(sort);
            }
        }
    }
    let TermKind::Apply(function, _) = store.kind(term) else { return Vec::new() };
    let mut found = Vec::new();
    for sort in sorts {
        let inner: Option<Vec<Term>> = args.iter().map(|&arg| of_sort(store, arg, sort)).collect();
        let Some(inner) = inner else { continue };
        if let Ok(new) = store.apply(function, &inner)
            && store.sort(new) == store.sort(term)
            && store.children(new) == inner
        {
            found.push(new);
        }
    }
    found
}

/// match: (bvadd ((_ sign_extend 4) x) ((_ sign_extend 4) y)), result: ((_ sign_extend 4) (bvadd x y))
fn pulled_out(store: &mut Store, term: Term, args: &[Term]) -> Option<Term> {
    let &first = args.first()?;
    let TermKind::Apply(conversion, _) = store.kind(first) else { return None };
    if !is_conversion(store, first) {
        return None;
    }
    let inner = |&arg: &Term| match store.kind(arg) {
        TermKind::Apply(function, &[inner]) if function == conversion => Some(inner),
        _ => None,
    };
    let inner: Vec<Term> = args.iter().map(inner).collect::<Option<_>>()?;
    let TermKind::Apply(function, _) = store.kind(term) else { return None };
    let new = store.apply(function, &inner).ok()?;
    let new = store.apply(conversion, &[new]).ok()?;
    (store.sort(new) == store.sort(term)).then_some(new)
}

/// An argument as one of a sort: itself, what it converts, or a literal.
fn of_sort(store: &mut Store, arg: Term, sort: Sort) -> Option<Term> {
    if store.sort(arg) == sort {
        return Some(arg);
    }
    let inside = insides(store, arg).into_iter().find(|&inner| store.sort(inner) == sort);
    inside.or_else(|| fit::literal(store, arg, sort))
}

/// What a term converts from another sort, literals last.
fn insides(store: &Store, term: Term) -> Vec<Term> {
    if !is_conversion(store, term) {
        return Vec::new();
    }
    let own = store.sort(term);
    let is_inside = |inner: &Term| store.sort(*inner) != own && store.sort(*inner) != Sort::ROUNDING_MODE;
    let mut insides: Vec<Term> = store.children(term).iter().copied().filter(is_inside).collect();
    insides.sort_by_key(|&inner| matches!(store.kind(inner), TermKind::Literal(_)));
    insides
}

fn is_conversion(store: &Store, term: Term) -> bool {
    let TermKind::Apply(function, _) = store.kind(term) else { return false };
    use BitVecOp::{Concat, Extract, IntToBv, Repeat, SbvToInt, SignExtend, UbvToInt, ZeroExtend};
    matches!(
        store.operator(function),
        Some(
            Op::BitVec(ZeroExtend | SignExtend | Concat | Extract | Repeat | UbvToInt | SbvToInt | IntToBv)
                | Op::Arith(ArithOp::ToReal | ArithOp::ToInt)
                | Op::Float(
                    FloatOp::ToFp | FloatOp::ToFpUnsigned | FloatOp::ToReal | FloatOp::ToUbv | FloatOp::ToSbv
                )
        )
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;

    fn one(declarations: &str, old: &str, new: &str) {
        let results = results("extensions", &format!("{declarations} (assert {old})"));
        assert!(results.iter().any(|result| result.ends_with(&format!("(assert {new})\n"))), "{results:?}");
    }

    #[test]
    fn conversions_go_from_both_sides() {
        let bits = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))";
        one(bits, "(bvult ((_ zero_extend 8) x) ((_ zero_extend 8) y))", "(bvult x y)");
        one(bits, "(= ((_ sign_extend 8) x) (concat #x00 y))", "(= x y)");
        one(bits, "(distinct (concat x y) #x1234)", "(distinct x #x34)");
        one(bits, "(= (ubv_to_int x) (ubv_to_int y))", "(= x y)");
        one(bits, "(= ((_ extract 3 0) x) ((_ extract 7 4) y))", "(= x y)");
        one("(declare-const x Int) (declare-const y Int)", "(< (to_real x) (to_real y) 2.5)", "(< x y 2)");
    }

    #[test]
    fn conversions_are_pulled_out() {
        let bits = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))";
        let old = "(= #x0000 (bvadd ((_ zero_extend 8) x) ((_ zero_extend 8) y)))";
        one(bits, old, "(= #x0000 ((_ zero_extend 8) (bvadd x y)))");
    }

    #[test]
    fn what_does_not_fit_stays() {
        let text = "(declare-const x (_ BitVec 8)) (declare-const z (_ BitVec 16)) (assert (= ((_ zero_extend 8) x) z))";
        assert!(results("extensions", text).is_empty());
    }
}
