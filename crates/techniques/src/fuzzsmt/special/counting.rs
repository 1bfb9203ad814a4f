//! Counting of Booleans, cardinality of sorts, orders.

use quis_smtlib::signature::Signature;
use quis_smtlib::theories::{BitVecOp, Op, SolverOp};
use quis_smtlib::{Index, Sort, SortConstructor, SortKind, Term};

use super::{choose_sort, declared, indexed_by, operands, with_indices};
use crate::fuzzsmt::builder::Builder;
use crate::fuzzsmt::dialect::Dialect;

pub(super) fn make(builder: &mut Builder, op: Op, signature: &Signature) -> Option<Option<Term>> {
    if !builder.recipe.logic.allows_operator(op) {
        return Some(None);
    }
    Some(match op {
        Op::BitVec(BitVecOp::OfBools) => bits(builder),
        Op::Solver(SolverOp::PbEq | SolverOp::PbLe | SolverOp::PbGe) => weighted(builder, op),
        Op::Solver(SolverOp::Card) => cardinality(builder, signature.rule.is_some()),
        Op::Solver(SolverOp::TransitiveClosure) => closure(builder),
        Op::Solver(SolverOp::Size) => size(builder),
        Op::Solver(
            SolverOp::PartialOrder
            | SolverOp::LinearOrder
            | SolverOp::TreeOrder
            | SolverOp::PiecewiseLinearOrder,
        ) => order(builder, op),
        _ => return None,
    })
}

/// match: p q, result: (mkbv p q)
fn bits(builder: &mut Builder) -> Option<Term> {
    let width = match builder.stream.choose(&builder.palette.widths) {
        Some(&width) if width <= 16 => width as usize,
        _ => 1 + builder.stream.below(8),
    };
    let operands = operands(builder, &vec![Sort::BOOL; width])?;
    builder.apply_op(Op::BitVec(BitVecOp::OfBools), &[], &operands)
}

/// match: p q, result: ((_ pbge 3 1 2) p q)
fn weighted(builder: &mut Builder, op: Op) -> Option<Term> {
    let count = 1 + builder.stream.below(4);
    let weights: Vec<u32> = (0..count).map(|_| builder.stream.below(6) as u32).collect();
    let most: u32 = weights.iter().sum();
    let mut indices = vec![builder.stream.below(most as usize + 2) as u32];
    indices.extend(weights);
    let operands = operands(builder, &vec![Sort::BOOL; count])?;
    builder.apply_op(op, &indices, &operands)
}

/// match: a declared sort U, result: (_ fmf.card U 3); x of that sort, result: (fmf.card x 3), the older form
fn cardinality(builder: &mut Builder, indexed: bool) -> Option<Term> {
    let sort = choose_sort(builder, |builder, kind| match kind {
        SortKind::Apply(SortConstructor::Declared(declaration), _) => {
            builder.store.sort_declaration(*declaration).datatype.is_none()
        }
        _ => false,
    })?;
    // Elsewhere cvc5 does not read it.
    if builder.recipe.dialect == Dialect::Cvc5 && !builder.recipe.logic.cardinality {
        return None;
    }
    let count = 1 + builder.stream.below(5) as u32;
    if !indexed && builder.recipe.dialect == Dialect::Any {
        let element = builder.of_sort(sort)?;
        let count = builder.store.int(u64::from(count));
        return builder.apply_op(Op::Solver(SolverOp::Card), &[], &[element, count]);
    }
    let indices = [Index::Sort(sort), Index::Numeral(count)].into();
    let function = with_indices(builder, Op::Solver(SolverOp::Card), "fmf.card", indices);
    let term = builder.store.apply(function, &[]).ok()?;
    Some(builder.node(term, &[]))
}

/// match: r over pairs of U, result: ((_ transitive-closure r) x y)
fn closure(builder: &mut Builder) -> Option<Term> {
    let sort = super::functions::value_sort(builder);
    let relation = declared(builder, &[sort, sort], Sort::BOOL)?.function;
    let op = Op::Solver(SolverOp::TransitiveClosure);
    let head = indexed_by(builder, op, "transitive-closure", Index::Function(relation));
    let operands = operands(builder, &[sort, sort])?;
    let term = builder.store.apply(head, &operands).ok()?;
    Some(builder.node(term, &operands))
}

/// Few relations, so that they meet.
///
/// match: x y, result: ((_ partial-order 0) x y)
fn order(builder: &mut Builder, op: Op) -> Option<Term> {
    let sort = super::functions::value_sort(builder);
    let operands = operands(builder, &[sort, sort])?;
    let number = builder.stream.below(2) as u32;
    builder.apply_op(op, &[number], &operands)
}

/// match: x of a datatype, result: (_size x)
fn size(builder: &mut Builder) -> Option<Term> {
    let is_datatype = |builder: &Builder, kind: &SortKind| match kind {
        SortKind::Apply(SortConstructor::Declared(declaration), _) => {
            builder.store.sort_declaration(*declaration).datatype.is_some()
        }
        _ => false,
    };
    let sort = choose_sort(builder, is_datatype)?;
    let operand = builder.of_sort(sort)?;
    builder.apply_op(Op::Solver(SolverOp::Size), &[], &[operand])
}
