//! Fewer bound variables, and none.

use quis_smtlib::walk::Replacement;
use quis_smtlib::{Binder, Term, TermKind};

use super::View;
use super::constants::constant;
use crate::change::Change;

/// match: (forall ((x Int) (y Int)) (p x)), result: (forall ((x Int)) (p x));
/// match: (exists ((x Int)) (> x 1)), result: (exists ((x Int)) (> 0 1)), without a variable: (> 0 1)
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for &(term, _) in &view.survey.terms {
        let TermKind::Binder(binder, vars, bodies) = view.script.store.kind(term) else { continue };
        let (vars, bodies) = (vars.to_vec(), bodies.to_vec());
        for at in (0..vars.len()).rev() {
            changes.extend(without(view, binder, &vars, &bodies, at).map(|new| Change::Term(term, new)));
        }
    }
    changes
}

/// A binder without one of its variables. Where that is used, a constant stands for it.
fn without(view: &mut View<'_>, binder: Binder, vars: &[Term], bodies: &[Term], at: usize) -> Option<Term> {
    let is_quantifier = matches!(binder, Binder::Forall | Binder::Exists);
    if vars.len() == 1 && !is_quantifier {
        return None;
    }
    let var = vars[at];
    let store = &mut view.script.store;
    let mut new_bodies = bodies.to_vec();
    if bodies.iter().any(|&body| view.survey.free(body).contains(&var)) {
        let sort = store.sort(var);
        let value = match constant(store, sort, 0) {
            Some(value) => value,
            None => {
                view.survey.constants(store).into_iter().find(|&constant| store.sort(constant) == sort)?
            }
        };
        let mut replacement = Replacement::default();
        replacement.put(var, value);
        for body in &mut new_bodies {
            *body = replacement.apply(store, *body).ok()?;
        }
    }
    let rest: Vec<Term> = vars.iter().copied().filter(|&other| other != var).collect();
    if rest.is_empty() { new_bodies.first().copied() } else { store.binder(binder, &rest, &new_bodies).ok() }
}
