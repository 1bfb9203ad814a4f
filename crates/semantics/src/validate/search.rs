//! Values for what a model does not say: symbols it leaves out, points that the standard leaves open.
//!
//! A model that says nothing about them is right if some choice makes all assertions hold. Choices are tried one
//! gap after the other; a choice under which an assertion is false is taken back.

use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Sort, Store, Term};

use super::{Effort, Round, Verdict, evaluate_all};
use crate::budget::Budget;
use crate::eval::Evaluator;
use crate::model::{Gap, Model, is_permitted};
use crate::number::{Integer, Real};
use crate::open::{Point, Reason};
use crate::value::Value;

/// So often all assertions are evaluated, at most.
const MAX_ROUNDS: usize = 256;

/// So many values are tried for one gap.
const MAX_VALUES: usize = 24;

/// Terms beyond this number are not searched for values.
const MAX_TERMS: usize = 1 << 16;

/// A gap and the values that were not tried yet.
type Choice = (Gap, std::vec::IntoIter<Value>);

/// Looks for values of the gaps under which all assertions hold, and leaves them in the model.
pub(super) fn fill_gaps(
    store: &Store,
    assertions: &[Term],
    model: &mut Model,
    first: &Round,
    effort: Effort,
) -> bool {
    let mentioned = mentioned_values(store, assertions, model);
    let mut trail: Vec<Choice> = Vec::new();
    let mut next_gap = first.gaps.first().cloned();
    let mut budget = Budget::new(effort.search);
    for _ in 0..MAX_ROUNDS {
        if let Some((gap, sort)) = next_gap {
            let values = candidates(store, model, &mentioned, &gap, sort);
            trail.push((gap, values.into_iter()));
        }
        if !choose_next(&mut trail, model) {
            return false;
        }
        let round = evaluate_all(store, assertions, model, effort);
        next_gap = match round.verdict {
            Verdict::Valid { .. } => return true,
            // One choice may show further gaps.
            Verdict::Open { .. } => round.gaps.into_iter().next(),
            Verdict::Invalid { .. } => None,
        };
        if budget.spend(round.work).is_err() {
            break;
        }
    }
    trail.iter().for_each(|(gap, _)| model.unchoose(gap));
    false
}

/// Makes the next choice, taking back those that have none left; whether there is one.
fn choose_next(trail: &mut Vec<Choice>, model: &mut Model) -> bool {
    while let Some((gap, values)) = trail.last_mut() {
        if let Some(value) = values.next() {
            model.choose(gap.clone(), value);
            return true;
        }
        model.unchoose(gap);
        trail.pop();
    }
    false
}

/// Values worth a try: the default, the arguments, and what the assertions mention.
fn candidates(
    store: &Store,
    model: &mut Model,
    mentioned: &[(Sort, Value)],
    gap: &Gap,
    sort: Sort,
) -> Vec<Value> {
    let mut values: Vec<Value> = model.values.default_of(store, sort).into_iter().collect();
    if let (Reason::Unspecified(Point::Choose(_)), Some((true, elements))) =
        (gap.reason, gap.args.first().and_then(|of| model.values.as_set(of)))
    {
        values = elements.into_iter().take(MAX_VALUES).collect();
    }
    let mut add = |value: Value| {
        if values.len() < MAX_VALUES && !values.contains(&value) {
            values.push(value);
        }
    };
    if sort == Sort::BOOL {
        add(Value::Bool(true));
    }
    let same_kind = |value: &Value| match value {
        Value::Int(_) => sort == Sort::INT,
        Value::Real(_) => sort == Sort::REAL,
        _ => false,
    };
    gap.args.iter().filter(|value| same_kind(value)).cloned().for_each(&mut add);
    for (_, value) in mentioned.iter().filter(|(of, _)| *of == sort) {
        add(value.clone());
    }
    // The next ones above and below: bounds are often strict.
    let beside: Vec<Value> = values_beside(mentioned, sort);
    beside.into_iter().for_each(&mut add);
    for small in [1, -1, 2] {
        if sort == Sort::INT {
            add(Value::Int(Integer::from(small)));
        } else if sort == Sort::REAL {
            add(Value::Real(Real::from(Integer::from(small))));
        }
    }
    values.retain(|value| is_permitted(&model.values, gap, value));
    values
}

/// The numbers next to those mentioned.
fn values_beside(mentioned: &[(Sort, Value)], sort: Sort) -> Vec<Value> {
    let one = Integer::from(1);
    let of_sort = mentioned.iter().filter(|(of, _)| *of == sort);
    of_sort
        .flat_map(|(_, value)| match value {
            Value::Int(value) => vec![Value::Int(value.add(&one)), Value::Int(value.sub(&one))],
            Value::Real(value) => {
                let one = Real::from(one.clone());
                [value.add(&one), value.sub(&one)].into_iter().flatten().map(Value::Real).collect()
            }
            _ => Vec::new(),
        })
        .take(MAX_VALUES)
        .collect()
}

/// The values of terms of the assertions that have one.
fn mentioned_values(store: &Store, assertions: &[Term], model: &mut Model) -> Vec<(Sort, Value)> {
    let mut evaluator = Evaluator::new(store, model);
    let mut terms = Vec::new();
    post_order(store, assertions, &mut TermSet::default(), |term| {
        if terms.len() < MAX_TERMS {
            terms.push(term);
        }
    });
    let mut values: Vec<(Sort, Value)> = Vec::new();
    let mut seen = hashbrown::HashSet::with_hasher(rustc_hash::FxBuildHasher);
    for term in terms {
        if let Ok(value) = evaluator.evaluate_if_closed(term)
            && seen.insert((store.sort(term), value.clone()))
        {
            values.push((store.sort(term), value.clone()));
        }
    }
    values
}
