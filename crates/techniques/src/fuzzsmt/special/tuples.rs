//! Tuples and nullable values.

use quis_smtlib::theories::{Op, TupleOp};
use quis_smtlib::{Index, Role, Sort, SortConstructor, SortKind, Term};

use super::{choose_callable, choose_sort, functions, indexed_by, operands, parts_of};
use crate::fuzzsmt::builder::Builder;

pub(super) fn make(builder: &mut Builder, op: TupleOp) -> Option<Option<Term>> {
    match op {
        TupleOp::Make => Some(tuple(builder)),
        TupleOp::Select | TupleOp::Update | TupleOp::Project => Some(component(builder, op)),
        TupleOp::Lift => Some(lift(builder)),
        _ => None,
    }
}

/// match: x y, result: (tuple x y)
fn tuple(builder: &mut Builder) -> Option<Term> {
    let known = choose_sort(builder, |_, kind| matches!(kind, SortKind::Apply(SortConstructor::Tuple, _)));
    let sorts = match known.and_then(|sort| parts_of(builder, sort, SortConstructor::Tuple)) {
        Some(parts) if !parts.is_empty() && builder.stream.chance(3, 4) => parts,
        _ => (0..1 + builder.stream.below(3)).map(|_| functions::value_sort(builder)).collect(),
    };
    let operands = operands(builder, &sorts)?;
    builder.apply_op(Op::Tuple(TupleOp::Make), &[], &operands)
}

/// match: t of sort (Tuple Int Bool), result: ((_ tuple.select 0) t), ((_ tuple.update 1) t true),
/// ((_ tuple.project 1 0) t)
fn component(builder: &mut Builder, op: TupleOp) -> Option<Term> {
    let sort = choose_sort(
        builder,
        |_, kind| matches!(kind, SortKind::Apply(SortConstructor::Tuple, parts) if !parts.is_empty()),
    )?;
    let parts = parts_of(builder, sort, SortConstructor::Tuple)?;
    let tuple = builder.of_sort(sort)?;
    let at = builder.stream.below(parts.len());
    match op {
        TupleOp::Update => {
            let value = builder.of_sort(parts[at])?;
            builder.apply_op(Op::Tuple(op), &[at as u32], &[tuple, value])
        }
        TupleOp::Project => {
            let columns = columns(builder, parts.len());
            builder.apply_op(Op::Tuple(op), &columns, &[tuple])
        }
        _ => builder.apply_op(Op::Tuple(op), &[at as u32], &[tuple]),
    }
}

/// A few columns of so many, in any order, some perhaps twice.
pub(super) fn columns(builder: &mut Builder, count: usize) -> Vec<u32> {
    (0..1 + builder.stream.below(3)).map(|_| builder.stream.below(count) as u32).collect()
}

/// match: n of sort (Nullable Int), result: (nullable.lift (lambda ((x Int)) x) n), ((_ nullable.lift f) n)
fn lift(builder: &mut Builder) -> Option<Term> {
    let known = choose_callable(builder, |role, callable| {
        matches!(role, Role::Declared | Role::Defined { .. }) && !callable.params.is_empty()
    });
    let (params, result) = if let Some(callable) = &known {
        (callable.params.to_vec(), callable.result)
    } else {
        let params = (0..1 + builder.stream.below(2)).map(|_| functions::value_sort(builder)).collect();
        (params, functions::value_sort(builder))
    };
    let sorts: Vec<Sort> =
        params.iter().map(|&param| builder.store.apply_sort(SortConstructor::Nullable, &[param])).collect();
    let mut all = operands(builder, &sorts)?;
    let head = match known {
        Some(callable) if builder.stream.chance(1, 2) => {
            let index = Index::Function(callable.function);
            indexed_by(builder, Op::Tuple(TupleOp::Lift), "nullable.lift", index)
        }
        _ => {
            all.insert(0, functions::of_rank(builder, &params, result)?);
            builder.store.op_function(Op::Tuple(TupleOp::Lift))
        }
    };
    let term = builder.store.apply(head, &all).ok()?;
    Some(builder.node(term, &all))
}
