//! Functions as values: variables of such sorts, functions of the script without arguments, application of terms.

use quis_smtlib::theories::{ArrayOp, CoreOp, FunctionOp, Op};
use quis_smtlib::{Role, Sort, SortConstructor, SortKind, Term};

use super::{choose_callable, choose_sort, operands, parts_of};
use crate::fuzzsmt::builder::Builder;
use crate::fuzzsmt::dialect::Dialect;

/// A sort that is no function; nor that of characters, since sequences of these are strings.
pub(in crate::fuzzsmt) fn value_sort(builder: &mut Builder) -> Sort {
    let sort = builder.any_sort();
    match builder.store.sort_kind(sort) {
        SortKind::Char | SortKind::Apply(SortConstructor::Function, _) => Sort::BOOL,
        _ => sort,
    }
}

/// Declares some variables that are functions.
///
/// match: Int Bool, result: (declare-const v0 (-> Int Bool))
pub(super) fn declare(builder: &mut Builder) {
    if builder.recipe.dialect == Dialect::Z3 {
        return;
    }
    for _ in 0..1 + builder.stream.below(2) {
        let mut sorts: Vec<Sort> = (0..1 + builder.stream.below(2)).map(|_| value_sort(builder)).collect();
        sorts.push(value_sort(builder));
        let sort = builder.store.apply_sort(SortConstructor::Function, &sorts);
        for _ in 0..1 + builder.stream.below(2) {
            builder.constant(sort);
        }
    }
}

/// A function from some sorts to another: a variable, one of the script, or a new one.
///
/// match: Int Bool, result: v0, f0, (lambda ((x Int)) (< x v1))
pub(in crate::fuzzsmt) fn of_rank(builder: &mut Builder, params: &[Sort], result: Sort) -> Option<Term> {
    let mut sorts = params.to_vec();
    sorts.push(result);
    let sort = builder.store.apply_sort(SortConstructor::Function, &sorts);
    // Z3 has no function without its arguments.
    let way = if builder.recipe.dialect == Dialect::Z3 { 3 } else { builder.stream.below(4) };
    if way == 0
        && let Some(term) = builder.pool.pick(sort, builder.deepest(), &mut builder.stream)
    {
        return Some(term);
    }
    if way == 1
        && let Some(callable) = choose_callable(builder, |role, callable| {
            *role == Role::Declared && *callable.params == *params && callable.result == result
        })
    {
        return builder.store.apply(callable.function, &[]).ok();
    }
    builder.lambda(params, result)
}

/// match: h of sort (-> Int Int Bool), result: (@ h 1 2), (@ h 1), (= h (lambda ((x Int) (y Int)) false))
pub(super) fn application(builder: &mut Builder) -> Option<Term> {
    // Z3 takes functions for arrays, and has no other application of a term.
    let z3 = builder.recipe.dialect == Dialect::Z3;
    let (constructor, op) = match z3 {
        true => (SortConstructor::Array, Op::Array(ArrayOp::Select)),
        false => (SortConstructor::Function, Op::Function(FunctionOp::Apply)),
    };
    let sort =
        choose_sort(builder, |_, kind| matches!(kind, SortKind::Apply(found, _) if *found == constructor))?;
    let parts = parts_of(builder, sort, constructor)?;
    let (&result, params) = parts.split_last()?;
    let function = of_rank(builder, params, result)?;
    // Whether two functions are the same, an assignment seldom says.
    if !builder.recipe.sat && builder.stream.chance(1, 4) {
        let other = if z3 { builder.of_sort(sort)? } else { of_rank(builder, params, result)? };
        return builder.apply_op(Op::Core(CoreOp::Equal), &[], &[other, function]);
    }
    let count = if z3 { params.len() } else { 1 + builder.stream.below(params.len()) };
    let mut all = operands(builder, &params[..count])?;
    all.insert(0, function);
    builder.apply_op(op, &[], &all)
}
