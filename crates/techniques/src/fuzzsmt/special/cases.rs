//! Testers, updates and matches of datatypes.

use quis_smtlib::theories::{DatatypeOp, Op};
use quis_smtlib::{CasePattern, Index, Role, Sort, Term};

use super::datatypes::constructors;
use super::{choose_callable, indexed_by};
use crate::fuzzsmt::builder::Builder;
use crate::fuzzsmt::dialect::Dialect;

pub(super) fn make(builder: &mut Builder, op: DatatypeOp) -> Option<Term> {
    // No table has matches; nor, under its older name, the update of Z3.
    match op {
        DatatypeOp::Is if builder.stream.chance(1, 3) => matched(builder),
        DatatypeOp::Is
            if builder.recipe.dialect == Dialect::Z3
                && builder.recipe.logic.extensions
                && builder.stream.chance(1, 4) =>
        {
            update(builder)
        }
        DatatypeOp::Is => tester(builder),
        DatatypeOp::Update => update(builder),
    }
}

/// match: x of a datatype, result: ((_ is c) x)
fn tester(builder: &mut Builder) -> Option<Term> {
    let callable = choose_callable(builder, |role, _| *role == Role::Constructor)?;
    let operand = builder.of_sort(callable.result)?;
    let function =
        indexed_by(builder, Op::Datatype(DatatypeOp::Is), "is", Index::Function(callable.function));
    let term = builder.store.apply(function, &[operand]).ok()?;
    Some(builder.node(term, &[operand]))
}

/// match: x of a datatype with a field s, result: ((_ update s) x v), ((_ update-field s) x v)
fn update(builder: &mut Builder) -> Option<Term> {
    let callable = choose_callable(builder, |role, _| matches!(role, Role::Selector { .. }))?;
    let record = builder.of_sort(*callable.params.first()?)?;
    let value = builder.of_sort(callable.result)?;
    let z3 = match builder.recipe.dialect {
        Dialect::Z3 => true,
        Dialect::Any => builder.stream.chance(1, 2),
        _ => false,
    };
    let name = if z3 { "update-field" } else { "update" };
    let function =
        indexed_by(builder, Op::Datatype(DatatypeOp::Update), name, Index::Function(callable.function));
    let term = builder.store.apply(function, &[record, value]).ok()?;
    Some(builder.node(term, &[record, value]))
}

/// match: x of a datatype, result: (match x ((c v0) ((d y z) (f y)))), (match x (((d y z) (f y)) (w v0)))
fn matched(builder: &mut Builder) -> Option<Term> {
    let is_datatype = |builder: &Builder, sort: &Sort| builder.store.datatype(*sort).is_some();
    let sorts: Vec<Sort> =
        builder.palette.sorts.iter().copied().filter(|sort| is_datatype(builder, sort)).collect();
    let sort = *builder.stream.choose(&sorts)?;
    let scrutinee = builder.of_sort(sort)?;
    let result = if builder.stream.chance(1, 2) { Sort::BOOL } else { builder.any_sort() };
    let all = constructors(builder, sort);
    let listed = match builder.stream.chance(1, 3) {
        true => builder.stream.below(all.len()),
        false => all.len(),
    };
    let (mut patterns, mut terms) = (Vec::new(), Vec::new());
    for callable in &all[..listed] {
        let (variables, body) = builder.scoped(&callable.params, result)?;
        patterns
            .push(CasePattern { constructor: Some(callable.function), variables: variables.len() as u32 });
        terms.extend(variables);
        terms.push(body);
    }
    if listed < all.len() {
        let (variables, body) = builder.scoped(&[sort], result)?;
        patterns.push(CasePattern { constructor: None, variables: 1 });
        terms.extend(variables);
        terms.push(body);
    }
    let term = builder.store.match_term(scrutinee, &patterns, &terms).ok()?;
    Some(builder.node(term, &[scrutinee]))
}
