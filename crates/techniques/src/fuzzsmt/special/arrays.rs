//! Arrays beyond the standard: several indices, constant arrays, functions over the elements.

use quis_smtlib::signature::Signature;
use quis_smtlib::theories::{ArithOp, ArrayOp, BitVecOp, CoreOp, Op};
use quis_smtlib::{Function, Index, Role, Sort, SortConstructor, SortKind, Term};

use super::{choose_callable, choose_sort, declared, indexed_by, operands, parts_of};
use crate::fuzzsmt::builder::Builder;

pub(super) fn make(builder: &mut Builder, op: ArrayOp, signature: &Signature) -> Option<Option<Term>> {
    match op {
        ArrayOp::Map => Some(map(builder)),
        ArrayOp::AsArray => Some(as_array(builder)),
        ArrayOp::EqRange => Some(range(builder)),
        _ if signature.rule.is_some() => Some(several(builder, op)),
        _ => None,
    }
}

/// match: a of sort (Array Int Int Bool), result: (select a i j), (store a i j e), (default a),
/// ((as const (Array Int Int Bool)) e)
fn several(builder: &mut Builder, op: ArrayOp) -> Option<Term> {
    let sort = choose_sort(
        builder,
        |_, kind| matches!(kind, SortKind::Apply(SortConstructor::Array, parts) if parts.len() > 2),
    )?;
    let parts = parts_of(builder, sort, SortConstructor::Array)?;
    let (&element, indices) = parts.split_last()?;
    let sorts = match op {
        ArrayOp::Select => [&[sort], indices].concat(),
        ArrayOp::Store => [&[sort], &*parts].concat(),
        ArrayOp::Default => vec![sort],
        ArrayOp::Const => {
            let element = builder.of_sort(element)?;
            let function = builder.store.op_function(Op::Array(op));
            let term = builder.store.apply_as(function, sort, &[element]).ok()?;
            return Some(builder.node(term, &[element]));
        }
        _ => return None,
    };
    let operands = operands(builder, &sorts)?;
    builder.apply_op(Op::Array(op), &[], &operands)
}

/// match: a b of sort (Array Int Int), result: ((_ map (+ (Int Int) Int)) a b), ((_ map f) a b)
fn map(builder: &mut Builder) -> Option<Term> {
    let sort = choose_sort(builder, |_, kind| matches!(kind, SortKind::Apply(SortConstructor::Array, _)))?;
    let parts = parts_of(builder, sort, SortConstructor::Array)?;
    let (&element, indices) = parts.split_last()?;
    let (function, elements) = match choose_callable(builder, takes(element)) {
        Some(callable) if builder.stream.chance(1, 2) => (callable.function, callable.params.to_vec()),
        _ => operator(builder, element)?,
    };
    let sorts: Vec<Sort> = elements
        .iter()
        .map(|&element| builder.store.apply_sort(SortConstructor::Array, &[indices, &[element]].concat()))
        .collect();
    let operands = operands(builder, &sorts)?;
    let head = indexed_by(builder, Op::Array(ArrayOp::Map), "map", Index::Function(function));
    let term = builder.store.apply(head, &operands).ok()?;
    Some(builder.node(term, &operands))
}

/// Whether a function takes elements of a sort.
fn takes(element: Sort) -> impl Fn(&Role, &crate::fuzzsmt::builder::Callable) -> bool {
    move |role, callable| *role == Role::Declared && callable.params.contains(&element)
}

/// An operator over elements of a sort, and the sorts that it takes.
fn operator(builder: &mut Builder, element: Sort) -> Option<(Function, Vec<Sort>)> {
    let arith = [ArithOp::Add, ArithOp::Less, ArithOp::GreaterEq];
    let bits = [BitVecOp::And, BitVecOp::Or, BitVecOp::Add, BitVecOp::Xor, BitVecOp::Ult, BitVecOp::Not];
    let bools = [CoreOp::And, CoreOp::Or, CoreOp::Xor, CoreOp::Implies, CoreOp::Not];
    let op = match builder.store.sort_kind(element) {
        _ if builder.stream.chance(1, 4) => Op::Core(CoreOp::Ite),
        SortKind::Int | SortKind::Real => Op::Arith(*builder.stream.choose(&arith)?),
        SortKind::BitVec(_) => Op::BitVec(*builder.stream.choose(&bits)?),
        SortKind::Bool => Op::Core(*builder.stream.choose(&bools)?),
        _ => Op::Core(*builder.stream.choose(&[CoreOp::Ite, CoreOp::Equal])?),
    };
    let sorts = match op {
        Op::Core(CoreOp::Ite) => vec![Sort::BOOL, element, element],
        Op::Core(CoreOp::Not) | Op::BitVec(BitVecOp::Not) => vec![element],
        _ => vec![element, element],
    };
    Some((builder.store.op_function(op), sorts))
}

/// match: f from Int to Bool, result: (_ as-array f)
fn as_array(builder: &mut Builder) -> Option<Term> {
    // Whether it is the same as another array, an assignment does not say.
    if builder.recipe.sat {
        return None;
    }
    let callable = choose_callable(builder, |role, callable| {
        *role == Role::Declared && (1..3).contains(&callable.params.len())
    });
    let function = if let Some(callable) = callable {
        callable.function
    } else {
        let sort =
            choose_sort(builder, |_, kind| matches!(kind, SortKind::Apply(SortConstructor::Array, _)))?;
        let parts = parts_of(builder, sort, SortConstructor::Array)?;
        let (&element, indices) = parts.split_last()?;
        declared(builder, indices, element)?.function
    };
    let head = indexed_by(builder, Op::Array(ArrayOp::AsArray), "as-array", Index::Function(function));
    let term = builder.store.apply(head, &[]).ok()?;
    Some(builder.node(term, &[]))
}

/// Ranges are of numbers.
///
/// match: a b of sort (Array Int Int), result: (eqrange a b 1 4)
fn range(builder: &mut Builder) -> Option<Term> {
    let sort = choose_sort(builder, |builder, kind| match kind {
        SortKind::Apply(SortConstructor::Array, parts) if parts.len() == 2 => matches!(
            builder.store.sort_kind(parts[0]),
            SortKind::Int | SortKind::Real | SortKind::BitVec(_) | SortKind::Float(..)
        ),
        _ => false,
    })?;
    let index = *parts_of(builder, sort, SortConstructor::Array)?.first()?;
    let operands = operands(builder, &[sort, sort, index, index])?;
    builder.apply_op(Op::Array(ArrayOp::EqRange), &[], &operands)
}
