//! Operators whose operands the tables cannot say: one module for each kind.

mod arrays;
mod cases;
pub(super) mod containers;
mod counting;
pub(super) mod datatypes;
pub(super) mod functions;
pub(super) mod heaps;
mod languages;
mod tables;
#[cfg(test)]
mod tests;
mod tuples;

use quis_smtlib::theories::{FieldOp, Op};
use quis_smtlib::{Function, FunctionData, Index, Role, Sort, SortConstructor, SortKind, Term};

use super::builder::{Builder, Callable};
use super::dialect::Dialect;
use super::menu::Item;

/// Applies an operator that has a way of its own; `None` if it is one like any other, `Some(None)` if nothing fits.
pub(super) fn make(builder: &mut Builder, item: &Item) -> Option<Option<Term>> {
    match item.op {
        Op::Array(op) => arrays::make(builder, op, item.signature),
        Op::Datatype(op) => Some(cases::make(builder, op)),
        Op::Function(_) => Some(functions::application(builder)),
        Op::Tuple(op) => tuples::make(builder, op),
        Op::Set(_) | Op::Bag(_) => tables::make(builder, item.op, item.signature),
        Op::Regex(_) | Op::String(_) | Op::Sequence(_) => languages::make(builder, item.op, item.signature),
        Op::BitVec(_) | Op::Solver(_) => counting::make(builder, item.op, item.signature),
        Op::Sep(op) => heaps::separation(builder, op, item.signature),
        Op::Heap(op) => Some(heaps::make(builder, op)),
        Op::Field(FieldOp::BitSum) => Some(bit_sum(builder)),
        _ => None,
    }
}

/// A sum has two parts at least.
///
/// match: x y of a field, result: (ff.bitsum x y)
fn bit_sum(builder: &mut Builder) -> Option<Term> {
    let sort = choose_sort(builder, |_, kind| matches!(kind, SortKind::FiniteField(_)))?;
    let sorts = vec![sort; 2 + builder.stream.below(3)];
    let operands = operands(builder, &sorts)?;
    builder.apply_op(Op::Field(FieldOp::BitSum), &[], &operands)
}

/// Whether the formula is for Z3, perhaps among others.
fn reads_z3(builder: &Builder) -> bool {
    matches!(builder.recipe.dialect, Dialect::Z3 | Dialect::Any)
}

/// Whether the formula is for cvc5, perhaps among others.
fn reads_cvc5(builder: &Builder) -> bool {
    matches!(builder.recipe.dialect, Dialect::Cvc5 | Dialect::Any)
}

/// A constant where there are such, else whatever there is. Recursion is on the sort.
fn part(builder: &mut Builder, sort: Sort) -> Option<Term> {
    if let Some(term) = builder.literal(sort) {
        return Some(term);
    }
    if builder.wants_values {
        return None;
    }
    if let Some(term) = builder.pool.pick(sort, 0, &mut builder.stream) {
        return Some(term);
    }
    if builder.can_declare(sort) { builder.constant(sort) } else { None }
}

/// A function of the script of some kind.
fn choose_callable(builder: &mut Builder, wanted: impl Fn(&Role, &Callable) -> bool) -> Option<Callable> {
    let fits = |callable: &&Callable| wanted(&builder.store.function(callable.function).role, callable);
    let fitting: Vec<Callable> = builder.callables.iter().filter(fits).cloned().collect();
    builder.stream.choose(&fitting).cloned()
}

/// A function that is declared, or is so now.
fn declared(builder: &mut Builder, params: &[Sort], result: Sort) -> Option<Callable> {
    let known = choose_callable(builder, |role, callable| {
        *role == Role::Declared && *callable.params == *params && callable.result == result
    });
    if known.is_some() {
        return known;
    }
    if !(builder.recipe.logic.uninterpreted || builder.recipe.logic.extensions) {
        return None;
    }
    builder.declare(params.to_vec(), result);
    builder.callables.last().cloned()
}

/// The function of an operator whose index is no number.
fn indexed_by(builder: &mut Builder, op: Op, name: &str, index: Index) -> Function {
    with_indices(builder, op, name, [index].into())
}

/// The same with several indices.
fn with_indices(builder: &mut Builder, op: Op, name: &str, indices: Box<[Index]>) -> Function {
    let name = builder.store.symbol(name);
    builder.store.make_function(FunctionData {
        name,
        indices,
        role: Role::Operator(op),
        params: Box::default(),
        result: Sort::UNKNOWN,
    })
}

/// A sort of the formula of some kind.
fn choose_sort(builder: &mut Builder, wanted: impl Fn(&Builder, &SortKind) -> bool) -> Option<Sort> {
    let mut fitting = Vec::new();
    for sort in builder.pool.sorts().chain(builder.palette.sorts.iter().copied()) {
        if wanted(builder, builder.store.sort_kind(sort)) && !fitting.contains(&sort) {
            fitting.push(sort);
        }
    }
    builder.stream.choose(&fitting).copied()
}

/// The sorts that a sort is made of by a constructor.
fn parts_of(builder: &Builder, sort: Sort, wanted: SortConstructor) -> Option<Vec<Sort>> {
    match builder.store.sort_kind(sort) {
        SortKind::Apply(constructor, parts) if *constructor == wanted => Some(parts.to_vec()),
        _ => None,
    }
}

/// So many operands of one sort each.
fn operands(builder: &mut Builder, sorts: &[Sort]) -> Option<Vec<Term>> {
    sorts.iter().map(|&sort| builder.of_sort(sort)).collect()
}
