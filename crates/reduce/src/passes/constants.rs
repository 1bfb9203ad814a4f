//! Constants in place of terms.

use dashu_int::UBig;
use quis_smtlib::theories::{ArrayOp, FloatOp, Op, RegexOp, SequenceOp, SetOp};
use quis_smtlib::{Literal, Sort, SortConstructor, SortKind, Store, Term, TermKind};

use super::View;
use crate::change::Change;
use crate::order::Order;

/// match: (+ x 1), result: 0
pub(super) fn zeros(view: &mut View<'_>) -> Vec<Change> {
    constants(view, 0)
}

/// match: (+ x 1), result: 1
pub(super) fn ones(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = constants(view, 1);
    changes.extend(constants(view, 2));
    changes
}

/// match: (= x x), result: (= 0 x) or (= x 0)
pub(super) fn occurrences(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for &(parent, _) in &view.survey.terms {
        let children = view.script.store.children(parent).to_vec();
        for (at, child) in children.into_iter().enumerate() {
            if view.survey.uses(child) < 2 && !is_variable(&view.script.store, child) {
                continue;
            }
            let sort = view.script.store.sort(child);
            for number in 0..2 {
                if let Some(constant) = constant(&mut view.script.store, sort, number)
                    && constant != child
                {
                    changes.push(Change::Child(parent, at as u32, constant));
                }
            }
        }
    }
    changes
}

fn constants(view: &mut View<'_>, number: usize) -> Vec<Change> {
    let mut changes = Vec::new();
    let order = Order::of(view.script);
    for &(term, level) in &view.survey.terms {
        let store = &mut view.script.store;
        if (view.level != u32::MAX && view.level != level) || is_variable(store, term) {
            continue;
        }
        let sort = store.sort(term);
        // Constant arrays are long: a symbol is better, if there is one.
        let symbol = if number == 0 && is_array(store, sort) { symbol(view, &order, term) } else { None };
        if let Some(constant) = symbol.or_else(|| constant(&mut view.script.store, sort, number))
            && constant != term
        {
            changes.push(Change::Term(term, constant));
        }
    }
    changes
}

fn is_array(store: &Store, sort: Sort) -> bool {
    matches!(store.sort_kind(sort), SortKind::Apply(SortConstructor::Array, _))
}

/// A variable or constant symbol that is known wherever a term stands.
fn symbol(view: &View<'_>, order: &Order, term: Term) -> Option<Term> {
    let store = &view.script.store;
    let fits = |other: &Term| store.sort(*other) == store.sort(term);
    let bound = view.survey.known(term).iter().copied().find(fits);
    bound.or_else(|| {
        let may_stand = |constant: &Term| fits(constant) && order.may_stand(store, *constant, term);
        view.survey.constants(store).into_iter().find(may_stand)
    })
}

fn is_variable(store: &Store, term: Term) -> bool {
    matches!(store.kind(term), TermKind::Variable(_))
}

/// The simplest values of a sort: the first, the second …; `None` if there are no more that can be written shortly.
pub(crate) fn constant(store: &mut Store, sort: Sort, number: usize) -> Option<Term> {
    match (store.sort_kind(sort).clone(), number) {
        (SortKind::Bool, 0 | 1) => Some(store.bool(number == 1)),
        (SortKind::Int, 0 | 1) => Some(store.int(number as u64)),
        (SortKind::Real, 0 | 1) => {
            store.literal(Literal::decimal(if number == 1 { "1" } else { "0" }, "0")).ok()
        }
        (SortKind::BitVec(width), 0 | 1) => store.bit_vec(width, (number as u64).into()).ok(),
        // All ones.
        (SortKind::BitVec(width), 2) if width > 1 => {
            let value = UBig::ones(width as usize);
            store.bit_vec(width, value).ok()
        }
        (SortKind::String, 0) => store.literal(Literal::String("".into())).ok(),
        (SortKind::String, 1) => store.literal(Literal::String("a".into())).ok(),
        (SortKind::RegLan, 0) => store.op(Op::Regex(RegexOp::None), &[]).ok(),
        (SortKind::RegLan, 1) => store.op(Op::Regex(RegexOp::All), &[]).ok(),
        (SortKind::RoundingMode, 0) => store.op(Op::Float(FloatOp::Rne), &[]).ok(),
        (SortKind::Float(exponent, significand), 0..=2) => {
            let op = [FloatOp::PlusZero, FloatOp::Nan, FloatOp::PlusInfinity][number];
            store.indexed_op(Op::Float(op), &[exponent, significand], &[]).ok()
        }
        (SortKind::Apply(..), number) => compound(store, sort, number),
        _ => None,
    }
}

/// The simplest values of sorts that are made of others.
fn compound(store: &mut Store, sort: Sort, number: usize) -> Option<Term> {
    let SortKind::Apply(constructor, args) = store.sort_kind(sort).clone() else { return None };
    let empty = match constructor {
        SortConstructor::Seq => Some(Op::Sequence(SequenceOp::Empty)),
        SortConstructor::Set => Some(Op::Set(SetOp::Empty)),
        _ => None,
    };
    match (constructor, &*args) {
        _ if empty.is_some() && number == 0 => {
            let function = store.op_function(empty?);
            store.apply_as(function, sort, &[]).ok()
        }
        // match: (Array Int Bool), result: ((as const (Array Int Bool)) false)
        (SortConstructor::Array, [_, element]) if is_simple(store, *element) => {
            let element = constant(store, *element, number)?;
            let function = store.op_function(Op::Array(ArrayOp::Const));
            store.apply_as(function, sort, &[element]).ok()
        }
        (SortConstructor::Declared(_), _) => {
            let constructors = &store.datatype(sort)?.constructors;
            let functions = constructors.iter().filter(|constructor| constructor.selectors.is_empty());
            let function = functions.map(|constructor| constructor.function).nth(number)?;
            store.apply_as(function, sort, &[]).ok()
        }
        _ => None,
    }
}

/// Arrays of arrays have no value that is short.
fn is_simple(store: &Store, sort: Sort) -> bool {
    !matches!(store.sort_kind(sort), SortKind::Apply(..))
}
