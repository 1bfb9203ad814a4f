//! Fewer bound variables, and none.

use quis_smtlib::walk::Replacement;
use quis_smtlib::{Binder, Store, Term, TermKind};

use super::View;
use super::constants::constant;
use crate::change::Change;
use crate::order::Order;

/// match: (forall ((x Int)) (forall ((y Int)) (p y))), result: (forall ((x Int) (y Int)) (p y));
/// match: (forall ((x Int) (y Int)) (p x)), result: (forall ((x Int)) (p x));
/// match: (exists ((x Int)) (> x 1)), result: (> 0 1); match: (forall ((x Int) (y Int)) (p x y)), result: (forall ((x Int)) (p x x))
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let order = Order::of(view.script);
    for &(term, _) in &view.survey.terms {
        let TermKind::Binder(binder, vars, bodies) = view.script.store.kind(term) else { continue };
        let (vars, bodies) = (vars.to_vec(), bodies.to_vec());
        changes
            .extend(flat(&mut view.script.store, binder, &vars, &bodies).map(|new| Change::Term(term, new)));
        for (at, &var) in vars.iter().enumerate().rev() {
            let is_used = bodies.iter().any(|&body| view.survey.free(body).contains(&var));
            if !is_used {
                changes.push(Change::Remove(term, at as u32));
                continue;
            }
            for value in values(view, &order, term, &vars, var) {
                let new = without(view, binder, &vars, &bodies, at, value);
                changes.extend(new.map(|new| Change::Term(term, new)));
            }
        }
    }
    changes
}

/// What may stand for a bound variable: a constant, and another variable.
fn values(view: &mut View<'_>, order: &Order, term: Term, vars: &[Term], var: Term) -> Vec<Term> {
    let store = &mut view.script.store;
    let sort = store.sort(var);
    let constant = constant(store, sort, 0);
    let is_long = constant.is_some_and(|constant| !store.children(constant).is_empty());
    let mut values: Vec<Term> = constant.filter(|_| !is_long).into_iter().collect();
    let fits = |other: &&Term| **other != var && store.sort(**other) == sort;
    values.extend(vars.iter().find(fits));
    values.extend(view.survey.free(term).iter().find(fits));
    let is_known = |other: &&Term| fits(other) && order.may_stand(store, **other, term);
    values.extend(view.survey.constants(store).iter().find(is_known));
    values.extend(constant.filter(|_| is_long));
    values
}

/// match: (forall ((x Int)) (forall ((y Int)) p)), result: (forall ((x Int) (y Int)) p)
fn flat(store: &mut Store, binder: Binder, vars: &[Term], bodies: &[Term]) -> Option<Term> {
    let &[body] = bodies else { return None };
    let TermKind::Binder(inner, more, below) = store.kind(body) else { return None };
    if inner != binder || !matches!(binder, Binder::Forall | Binder::Exists) {
        return None;
    }
    // One name may be bound twice: the inner one counts.
    let outer = vars.iter().filter(|var| !more.contains(var));
    let (vars, below): (Vec<Term>, Vec<Term>) = (outer.chain(more).copied().collect(), below.to_vec());
    store.binder(binder, &vars, &below).ok()
}

/// A binder without one of its variables: a value stands for it.
fn without(
    view: &mut View<'_>,
    binder: Binder,
    vars: &[Term],
    bodies: &[Term],
    at: usize,
    value: Term,
) -> Option<Term> {
    let is_quantifier = matches!(binder, Binder::Forall | Binder::Exists);
    if vars.len() == 1 && !is_quantifier {
        return None;
    }
    let var = vars[at];
    let store = &mut view.script.store;
    let mut new_bodies = bodies.to_vec();
    let mut replacement = Replacement::default();
    replacement.put(var, value);
    for body in &mut new_bodies {
        *body = replacement.apply(store, *body).ok()?;
    }
    let rest: Vec<Term> = vars.iter().copied().filter(|&other| other != var).collect();
    if rest.is_empty() { new_bodies.first().copied() } else { store.binder(binder, &rest, &new_bodies).ok() }
}
