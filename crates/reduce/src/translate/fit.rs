//! Terms made to fit a sort.

use dashu_int::UBig;
use quis_smtlib::theories::{BitVecOp, Op};
use quis_smtlib::{Literal, Sort, SortKind, Store, Term, TermKind};

/// A literal as one of another sort; `None` if the term is no literal, or the sort has none.
pub(crate) fn literal(store: &mut Store, term: Term, wanted: Sort) -> Option<Term> {
    let TermKind::Literal(literal) = store.kind(term) else { return None };
    if store.sort(term) == wanted {
        return Some(term);
    }
    let literal = literal.clone();
    let kind = store.sort_kind(wanted).clone();
    match (kind, literal) {
        // match: #x13, result: #x3
        (SortKind::BitVec(width), Literal::BitVec { value, .. }) => store.bit_vec(width, value).ok(),
        // match: #x13, result: 19
        (SortKind::Int, Literal::BitVec { value, .. }) => {
            store.literal(Literal::numeral(&value.to_string())).ok()
        }
        // match: #x13, result: true
        (SortKind::Bool, Literal::BitVec { value, .. }) => Some(store.bool(value != UBig::ZERO)),
        (SortKind::Bool, Literal::Numeral(digits)) => Some(store.bool(&*digits != "0")),
        (SortKind::Bool, Literal::Decimal(digits)) => Some(store.bool(&*digits != "0.0")),
        // match: 1.5, result: 1
        (SortKind::Int, Literal::Decimal(text)) => {
            let whole = text.split('.').next()?;
            store.literal(Literal::numeral(whole)).ok()
        }
        _ => crate::passes::constants::constant(store, wanted, 0),
    }
}

/// A bit-vector of another width: literals are taken modulo, terms are cut or extended.
///
/// match: x of width 8, wanted: 4, result: ((_ extract 3 0) x);
/// wanted: 16, result: ((_ zero_extend 8) x)
pub(crate) fn bits(store: &mut Store, term: Term, wanted: u32) -> Option<Term> {
    let SortKind::BitVec(width) = *store.sort_kind(store.sort(term)) else { return None };
    if width == wanted {
        return Some(term);
    }
    if let TermKind::Literal(Literal::BitVec { value, .. }) = store.kind(term) {
        let value = value.clone();
        return store.bit_vec(wanted, value).ok();
    }
    if width > wanted {
        store.indexed_op(Op::BitVec(BitVecOp::Extract), &[wanted.checked_sub(1)?, 0], &[term]).ok()
    } else {
        store.indexed_op(Op::BitVec(BitVecOp::ZeroExtend), &[wanted - width], &[term]).ok()
    }
}
