//! Why an assertion is false: the smallest part that is to blame, and the values below it.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{Binder, Store, Term, TermKind};

use crate::eval::{Evaluator, Slot};
use crate::model::Model;
use crate::value::Value;

/// The part of a false assertion that is to blame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The part: it should have the other value.
    pub term: Term,
    /// The value it has.
    pub value: bool,
    /// What the terms below it are, arguments of arguments included, each once.
    pub values: Vec<(Term, Slot)>,
    /// If the part is a quantifier, the instance that decides it.
    pub instance: Vec<(Term, Value)>,
}

/// So many values are given.
const MAX_VALUES: usize = 24;

/// Arguments of arguments are followed so far.
const MAX_LEVELS: usize = 3;

/// Goes down from an assertion that is false under a model to what is to blame.
///
/// Through connectives it follows the part that decides them; where several decide together it stops.
pub fn explain(store: &Store, assertion: Term, model: &mut Model) -> Failure {
    let mut evaluator = Evaluator::new(store, model);
    let _ = evaluator.evaluate(assertion);
    let mut term = assertion;
    let mut value = false;
    while let Some((next, of)) = blamed(store, &mut evaluator, term, value) {
        (term, value) = (next, of);
    }
    let instance = evaluator.deciding_instance(term).map(<[_]>::to_vec).unwrap_or_default();
    let mut values = Vec::new();
    let mut level = vec![term];
    for _ in 0..MAX_LEVELS {
        let mut next = Vec::new();
        for &above in &level {
            let children = match store.kind(above) {
                TermKind::Apply(_, args) => args,
                TermKind::Annotated(..) => &store.children(above)[..1],
                _ => &[],
            };
            for &child in children {
                let literal = matches!(store.kind(child), TermKind::Literal(_));
                if literal || values.len() >= MAX_VALUES || values.iter().any(|(known, _)| *known == child) {
                    continue;
                }
                values.push((child, evaluator.evaluate(child)));
                next.push(child);
            }
        }
        level = next;
    }
    Failure { term, value, values, instance }
}

/// The part that makes a term have the value it has, if one alone does.
fn blamed(store: &Store, evaluator: &mut Evaluator<'_>, term: Term, value: bool) -> Option<(Term, bool)> {
    let has = |evaluator: &mut Evaluator<'_>, term: Term, value: bool| {
        evaluator.evaluate(term) == Ok(Value::Bool(value))
    };
    match store.kind(term) {
        TermKind::Annotated(inner, ..) => Some((inner, value)),
        // match: (forall ((x S)) body) that is false although the body does not depend on x
        TermKind::Binder(Binder::Forall | Binder::Exists, _, &[body])
            if evaluator.deciding_instance(term).is_none() && evaluator.known(body).is_some() =>
        {
            Some((body, value))
        }
        TermKind::Apply(function, args) => {
            let Some(Op::Core(op)) = store.operator(function) else {
                // A name of a term, or a definition without parameters.
                return match store.definition(function) {
                    Some(([], body)) => Some((body, value)),
                    _ => None,
                };
            };
            match (op, value) {
                (CoreOp::Not, _) => Some((*args.first()?, !value)),
                // One false part of a conjunction, one true part of a disjunction is enough.
                (CoreOp::And, false) | (CoreOp::Or, true) => {
                    args.iter().copied().find(|&arg| has(evaluator, arg, value)).map(|arg| (arg, value))
                }
                (CoreOp::And, true) | (CoreOp::Or, false) if args.len() == 1 => Some((args[0], value)),
                (CoreOp::Implies, true) => {
                    let (&last, before) = args.split_last()?;
                    if has(evaluator, last, true) {
                        return Some((last, true));
                    }
                    before.iter().copied().find(|&arg| has(evaluator, arg, false)).map(|arg| (arg, false))
                }
                (CoreOp::Implies, false) => Some((*args.last()?, false)),
                (CoreOp::Ite, _) => {
                    let &[condition, then, otherwise] = args else { return None };
                    match evaluator.evaluate(condition) {
                        Ok(Value::Bool(holds)) => Some((if holds { then } else { otherwise }, value)),
                        _ => None,
                    }
                }
                _ => None,
            }
        }
        _ => None,
    }
}
