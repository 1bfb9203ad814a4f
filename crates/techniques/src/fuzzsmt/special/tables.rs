//! Relations, which are sets of tuples, and tables, which are bags of tuples.

use quis_smtlib::signature::Signature;
use quis_smtlib::theories::{BagOp, Op, SetOp};
use quis_smtlib::{Sort, SortConstructor, SortKind, Term};

use super::tuples::columns;
use super::{choose_sort, functions, operands, parts_of};
use crate::fuzzsmt::builder::Builder;
use crate::fuzzsmt::dialect::Dialect;

/// Rows have so many columns, at most.
const COLUMNS: usize = 6;

pub(super) fn make(builder: &mut Builder, op: Op, signature: &Signature) -> Option<Option<Term>> {
    Some(match op {
        Op::Set(SetOp::Product) | Op::Bag(BagOp::Product) => product(builder, op),
        Op::Set(SetOp::Join) => join(builder),
        Op::Set(SetOp::TableJoin) | Op::Bag(BagOp::Join) => join_at(builder, op),
        Op::Set(SetOp::Transpose) => transpose(builder),
        // For cvc5 a projection maps a function.
        Op::Set(SetOp::Project) | Op::Bag(BagOp::Project) if !builder.recipe.logic.higher_order => None,
        Op::Set(SetOp::Group | SetOp::Project) | Op::Bag(BagOp::Group | BagOp::Project) => {
            by_columns(builder, op)
        }
        Op::Set(SetOp::Aggregate) | Op::Bag(BagOp::Aggregate) => aggregate(builder, op),
        Op::Set(SetOp::JoinImage) => join_image(builder),
        Op::Set(SetOp::Identity) => identity(builder),
        Op::Set(SetOp::RelMin | SetOp::RelMax) => extreme(builder, op),
        _ if signature.rule.is_some() => None,
        _ => return None,
    })
}

/// What a table of an operator stands in.
fn container(op: Op) -> SortConstructor {
    if matches!(op, Op::Bag(_)) { SortConstructor::Bag } else { SortConstructor::Set }
}

/// The columns of a relation or table.
fn columns_of(builder: &Builder, table: Sort) -> Option<Vec<Sort>> {
    let SortKind::Apply(SortConstructor::Set | SortConstructor::Bag, row) = builder.store.sort_kind(table)
    else {
        return None;
    };
    parts_of(builder, *row.first()?, SortConstructor::Tuple)
}

/// The sort of relations or tables with such columns.
fn table_of(builder: &mut Builder, container: SortConstructor, columns: &[Sort]) -> Sort {
    let row = builder.store.apply_sort(SortConstructor::Tuple, columns);
    builder.store.apply_sort(container, &[row])
}

/// A sort of relations or tables of the formula, with its columns: at least one.
fn table(
    builder: &mut Builder,
    container: SortConstructor,
    wanted: impl Fn(&[Sort]) -> bool,
) -> Option<(Sort, Vec<Sort>)> {
    let sort = choose_sort(builder, |builder, kind| match kind {
        SortKind::Apply(constructor, row) if *constructor == container => match row.first() {
            Some(&row) => parts_of(builder, row, SortConstructor::Tuple)
                .is_some_and(|columns| !columns.is_empty() && wanted(&columns)),
            None => false,
        },
        _ => false,
    })?;
    let columns = columns_of(builder, sort)?;
    Some((sort, columns))
}

/// match: r s, result: (rel.product r s), (table.product r s)
fn product(builder: &mut Builder, op: Op) -> Option<Term> {
    let (left, columns) = table(builder, container(op), |columns| columns.len() < COLUMNS)?;
    let room = COLUMNS - columns.len();
    let (right, _) = table(builder, container(op), |columns| columns.len() <= room)?;
    let operands = operands(builder, &[left, right])?;
    builder.apply_op(op, &[], &operands)
}

/// match: r of sort (Relation A B), s of sort (Relation B C), result: (rel.join r s)
fn join(builder: &mut Builder) -> Option<Term> {
    let (left, columns) = table(builder, SortConstructor::Set, |columns| columns.len() < COLUMNS)?;
    let (&shared, before) = columns.split_last()?;
    let alone = before.is_empty();
    let known = table(builder, SortConstructor::Set, |columns| {
        columns[0] == shared && columns.len() <= 3 && (columns.len() > 1 || !alone)
    });
    let right = if let Some((right, _)) = known {
        right
    } else {
        let other = functions::value_sort(builder);
        table_of(builder, SortConstructor::Set, &[shared, other])
    };
    let operands = operands(builder, &[left, right])?;
    builder.apply_op(Op::Set(SetOp::Join), &[], &operands)
}

/// match: r s with columns of one sort, result: ((_ rel.table_join 0 1) r s), ((_ table.join 0 1) r s)
fn join_at(builder: &mut Builder, op: Op) -> Option<Term> {
    let (left, columns) = table(builder, container(op), |columns| columns.len() < COLUMNS)?;
    let room = COLUMNS - columns.len();
    let has_pair = |others: &[Sort]| others.len() <= room && others.iter().any(|sort| columns.contains(sort));
    let (right, others) = table(builder, container(op), has_pair)?;
    let mut pairs = Vec::new();
    for (i, column) in columns.iter().enumerate() {
        for (j, _) in others.iter().enumerate().filter(|(_, other)| *other == column) {
            pairs.push([i as u32, j as u32]);
        }
    }
    let mut indices = Vec::new();
    // cvc5 1.4.2 compares the wrong columns if there are more pairs than one.
    let several = builder.recipe.dialect == Dialect::Any && builder.stream.chance(1, 3);
    for _ in 0..1 + usize::from(several) {
        indices.extend(builder.stream.choose(&pairs)?);
    }
    let operands = operands(builder, &[left, right])?;
    builder.apply_op(op, &indices, &operands)
}

/// match: r, result: (rel.transpose r)
fn transpose(builder: &mut Builder) -> Option<Term> {
    let (sort, _) = table(builder, SortConstructor::Set, |_| true)?;
    let relation = builder.of_sort(sort)?;
    builder.apply_op(Op::Set(SetOp::Transpose), &[], &[relation])
}

/// match: r, result: ((_ rel.group 0) r), ((_ table.project 1 0) r)
fn by_columns(builder: &mut Builder, op: Op) -> Option<Term> {
    let (sort, all) = table(builder, container(op), |_| true)?;
    let mut indices = columns(builder, all.len());
    if matches!(op, Op::Set(SetOp::Group) | Op::Bag(BagOp::Group)) {
        indices.sort_unstable();
        indices.dedup();
    }
    let operand = builder.of_sort(sort)?;
    builder.apply_op(op, &indices, &[operand])
}

/// match: r of sort (Relation Int Bool), result: ((_ rel.aggr 0) (lambda ((t (Tuple Int Bool)) (x Int)) x) 0 r)
fn aggregate(builder: &mut Builder, op: Op) -> Option<Term> {
    let (sort, all) = table(builder, container(op), |_| true)?;
    let mut indices = columns(builder, all.len());
    indices.sort_unstable();
    indices.dedup();
    let row = builder.store.apply_sort(SortConstructor::Tuple, &all);
    let result = functions::value_sort(builder);
    let operands = operands(builder, &[result, sort])?;
    let function = functions::of_rank(builder, &[row, result], result)?;
    builder.apply_op(op, &indices, &[function, operands[0], operands[1]])
}

/// match: r of sort (Relation A), result: (rel.iden r)
fn identity(builder: &mut Builder) -> Option<Term> {
    let known = table(builder, SortConstructor::Set, |columns| columns.len() == 1);
    let sort = if let Some((sort, _)) = known {
        sort
    } else {
        let element = functions::value_sort(builder);
        table_of(builder, SortConstructor::Set, &[element])
    };
    let relation = builder.of_sort(sort)?;
    builder.apply_op(Op::Set(SetOp::Identity), &[], &[relation])
}

/// How many is a number.
///
/// match: r of sort (Relation A A), result: (rel.join_image r 2)
fn join_image(builder: &mut Builder) -> Option<Term> {
    let (sort, _) =
        table(builder, SortConstructor::Set, |columns| columns.len() == 2 && columns[0] == columns[1])?;
    let relation = builder.of_sort(sort)?;
    let count = builder.count(4);
    builder.apply_op(Op::Set(SetOp::JoinImage), &[], &[relation, count])
}

/// match: r of sort (Relation Int Bool), result: ((_ rel.min 0) (lambda ((x Int) (y Int)) (< x y)) r 0)
fn extreme(builder: &mut Builder, op: Op) -> Option<Term> {
    let (sort, all) = table(builder, SortConstructor::Set, |_| true)?;
    let at = builder.stream.below(all.len());
    let operands = operands(builder, &[sort, all[at]])?;
    let order = functions::of_rank(builder, &[all[at], all[at]], Sort::BOOL)?;
    builder.apply_op(op, &[at as u32], &[order, operands[0], operands[1]])
}
