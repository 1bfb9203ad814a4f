//! Making a right model wrong, for the faults.

use quis_semantics::{BitVec, Evaluator, Integer, Model, Real, Reason, Value};
use quis_smtlib::{Function, Sort, Store, Term};

use crate::search::{Found, interpret};

/// Changes one value so that an assertion is false; `None` if no change that was tried does that.
pub(crate) fn spoiled(store: &Store, found: &Found, assertions: &[Term]) -> Option<Found> {
    for at in 0..found.choices.len() {
        let (gap, sort, value) = &found.choices[at];
        let Reason::Missing(function) = gap.reason else { continue };
        let mut spoiled = found.clone();
        for other in others(store, &mut spoiled.model, *sort, value) {
            spoiled.choices[at].2 = other;
            let Some(meaning) = interpret(store, &mut spoiled.model, &spoiled.choices, function) else {
                continue;
            };
            spoiled.model.set_value(function, meaning);
            let mut evaluator = Evaluator::new(store, &mut spoiled.model);
            if assertions.iter().any(|&term| evaluator.evaluate(term) == Ok(Value::Bool(false))) {
                return Some(spoiled);
            }
        }
    }
    None
}

/// A model in which every symbol has its default.
pub(crate) fn defaults(store: &Store, declared: &[Function]) -> Option<Found> {
    let mut model = Model::new();
    for &function in declared {
        let meaning = interpret(store, &mut model, &[], function)?;
        model.set_value(function, meaning);
    }
    Some(Found { model, choices: Vec::new() })
}

/// A few other values of a sort.
fn others(store: &Store, model: &mut Model, sort: Sort, value: &Value) -> Vec<Value> {
    let mut others = Vec::new();
    match value {
        Value::Bool(value) => others.push(Value::Bool(!value)),
        Value::Int(value) if sort == Sort::INT => {
            others.extend([1, -1, 1000, -1000].map(|step| Value::Int(value.add(&Integer::from(step)))));
        }
        Value::Real(value) => {
            others.extend(
                [1, -1, 1000, -1000]
                    .into_iter()
                    .filter_map(|step| value.add(&Real::from(step)).ok())
                    .map(Value::Real),
            );
        }
        Value::BitVec(value) => {
            others.push(Value::BitVec(value.not()));
            let one = BitVec::from_u64(value.width(), 1);
            others.extend(one.iter().flat_map(|one| [value.add(one), value.sub(one)]).map(Value::BitVec));
        }
        Value::String(points) => others.push(Value::string([&points[..], &[u32::from('q')]].concat())),
        Value::Element(_) => {
            let new = format!("e{}", model.values.elements_of(sort).count());
            others.extend(model.values.elements_of(sort));
            others.push(model.values.element(sort, &new));
        }
        _ => {}
    }
    others.extend(model.values.default_of(store, sort));
    others.extend((0..64).filter_map(|n| model.values.nth(store, sort, n)));
    others.retain(|other| other != value);
    others
}
