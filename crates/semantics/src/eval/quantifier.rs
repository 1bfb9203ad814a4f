//! Quantifiers: what can be said without looking at instances, over few values all of these, over others some.
//!
//! A quantifier is decided if its body has one value whatever the variables are. Over too many values to look at all it is
//! decided otherwise by one instance: a false one of a `forall`, a true one of an `exists`.

use quis_smtlib::{Sort, Term};

use super::tabulate::combination;
use super::variables::{EnvId, GLOBAL};
use super::{Evaluator, Frame, Slot, Stop};
use crate::budget::TooLarge;
use crate::model::Interpretation;
use crate::open::{Open, Reason};
use crate::value::{Cardinality, Value};

/// Quantifiers over more combinations of values are not expanded.
const MAX_INSTANCES: u64 = 1 << 20;

/// Of more combinations than this, all are looked at only if the body with the variables open does not decide.
const FEW_INSTANCES: u64 = 3;

/// So many values of a sort are tried where not all can be.
const MAX_CANDIDATES: usize = 12;

/// So many combinations of them.
const MAX_TRIALS: usize = 144;

/// A quantifier whose instances are being evaluated.
#[derive(Debug)]
pub(super) struct Expansion {
    term: Term,
    env: EnvId,
    forall: bool,
    vars: Box<[Term]>,
    body: Term,
    stage: Stage,
    /// The first instance without a value.
    open: Option<Open>,
    /// Whether an instance is being evaluated, in the innermost environment.
    running: bool,
}

#[derive(Debug)]
enum Stage {
    /// Of so many instances the next one.
    All { total: u64, next: u64 },
    /// The body with the variables open; if that does not decide, all instances, of which there are so many, or chosen ones.
    Any { total: Option<u64> },
    /// Chosen instances.
    Trials(std::vec::IntoIter<Vec<Value>>),
}

impl Evaluator<'_> {
    /// The value of a quantifier is that of its instances.
    pub(super) fn quantifier(
        &mut self,
        term: Term,
        env: EnvId,
        forall: bool,
        vars: &[Term],
        body: Term,
    ) -> Result<Value, Stop> {
        let sorts: Vec<Sort> = vars.iter().map(|&var| self.store.sort(var)).collect();
        let stage = match self.model.values.domain_of_all(self.store, &sorts) {
            Cardinality::Finite(total) if total <= FEW_INSTANCES => Stage::All { total, next: 0 },
            Cardinality::Finite(total) if total <= MAX_INSTANCES => Stage::Any { total: Some(total) },
            _ => Stage::Any { total: None },
        };
        let expansion =
            Expansion { term, env, forall, vars: vars.into(), body, stage, open: None, running: false };
        Err(Stop::Quantifier(Box::new(expansion)))
    }

    /// Takes the value of the instance that was evaluated, and goes on with the next one.
    pub(super) fn expand(&mut self, mut expansion: Box<Expansion>) -> Result<(), TooLarge> {
        if std::mem::take(&mut expansion.running) {
            let inner = self.environments.len() as EnvId;
            let slot = self.slot(expansion.body, inner).cloned();
            // A body that does not depend on the variables needs no second instance.
            let constant = self.home(expansion.body, inner) != inner;
            let environment = self.environments.pop();
            let all_follow = matches!(expansion.stage, Stage::Any { total: Some(_) });
            match slot {
                // The first of all instances will show it, or what is open.
                Some(Ok(Value::Bool(value))) if all_follow && !constant && value != expansion.forall => {}
                Some(Err(_)) if all_follow && !constant => {}
                Some(Ok(Value::Bool(value))) if value != expansion.forall || constant => {
                    if let Some(environment) = environment
                        && expansion.env == GLOBAL
                        && !constant
                    {
                        let value_of = |var: &Term| match environment.memo.get(var) {
                            Some(Ok(value)) => Some((*var, value.clone())),
                            _ => None,
                        };
                        let instance = expansion.vars.iter().filter_map(value_of).collect();
                        self.instances.insert(expansion.term, instance);
                    }
                    self.remember(expansion.term, expansion.env, Ok(Value::Bool(value)));
                    return Ok(());
                }
                Some(Ok(Value::Bool(value))) => {
                    // The body holds, or fails, whatever the variables are.
                    if let Stage::Any { .. } = expansion.stage {
                        self.remember(expansion.term, expansion.env, Ok(Value::Bool(value)));
                        return Ok(());
                    }
                }
                Some(Err(open)) if constant => {
                    self.remember(expansion.term, expansion.env, Err(open));
                    return Ok(());
                }
                Some(Err(open)) => expansion.open = expansion.open.or(Some(open)),
                _ => {
                    let open = Open { reason: Reason::Unsupported, term: expansion.body };
                    expansion.open = expansion.open.or(Some(open));
                }
            }
            if let Stage::Any { total } = expansion.stage {
                expansion.stage = match total {
                    Some(total) => Stage::All { total, next: 0 },
                    None if self.trials => {
                        Stage::Trials(self.instances_to_try(&expansion.vars, expansion.body).into_iter())
                    }
                    None => Stage::Trials(Vec::new().into_iter()),
                };
            }
        }
        if let Some(bindings) = self.next_instance(&mut expansion)? {
            let (env, body) = (expansion.env, expansion.body);
            expansion.running = true;
            self.frames.push(Frame::Quantifier(expansion));
            self.enter(env, bindings)?;
            if self.slot(body, self.environments.len() as EnvId).is_none() {
                self.push_body(body);
            }
        } else {
            let slot = match (expansion.stage, expansion.open) {
                // All instances were looked at.
                (Stage::All { .. }, None) => Ok(Value::Bool(expansion.forall)),
                (_, Some(open)) => Err(open),
                (_, None) => Err(Open { reason: Reason::Quantifier, term: expansion.term }),
            };
            self.remember(expansion.term, expansion.env, slot);
        }
        Ok(())
    }

    fn next_instance(&mut self, expansion: &mut Expansion) -> Result<Option<Vec<(Term, Slot)>>, TooLarge> {
        let vars = &expansion.vars;
        let values = match &mut expansion.stage {
            Stage::All { total, next } => {
                if *next >= *total {
                    return Ok(None);
                }
                *next += 1;
                let sorts: Vec<Sort> = vars.iter().map(|&var| self.store.sort(var)).collect();
                self.model.values.nth_of_all(self.store, &sorts, *next - 1).ok_or(TooLarge)?
            }
            Stage::Any { .. } => {
                let open = Open { reason: Reason::Quantifier, term: expansion.term };
                return Ok(Some(vars.iter().map(|&var| (var, Err(open))).collect()));
            }
            Stage::Trials(trials) => match trials.next() {
                Some(values) => values,
                None => return Ok(None),
            },
        };
        Ok(Some(vars.iter().copied().zip(values.into_iter().map(Ok)).collect()))
    }

    /// Instances worth a try: values that the body and the model mention.
    fn instances_to_try(&mut self, vars: &[Term], body: Term) -> Vec<Vec<Value>> {
        let mut candidates: Vec<Vec<Value>> = Vec::new();
        for &var in vars {
            let sort = self.store.sort(var);
            let values = self.candidates(sort, body);
            if values.is_empty() {
                return Vec::new();
            }
            candidates.push(values);
        }
        let total = candidates.iter().fold(1usize, |total, values| total.saturating_mul(values.len()));
        (0..total.min(MAX_TRIALS)).map(|n| combination(&candidates, n)).collect()
    }

    fn candidates(&mut self, sort: Sort, body: Term) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        let mut add = |value: Value| {
            if values.len() < MAX_CANDIDATES && !values.contains(&value) {
                values.push(value);
            }
        };
        self.model.values.elements_of(sort).for_each(&mut add);
        if let Some(value) = self.model.values.default_of(self.store, sort) {
            add(value);
        }
        // Closed terms of the body that have a value already, and the model's constants.
        let mut seen = quis_smtlib::TermSet::default();
        quis_smtlib::walk::post_order(self.store, &[body], &mut seen, |term| {
            if self.store.sort(term) == sort
                && let Some(Some(Ok(value))) = self.memo.get(term.index())
            {
                add(value.clone());
            }
        });
        let mut constants: Vec<_> = self.model.interpreted().collect();
        constants.sort_by_key(|(function, _)| *function);
        for (function, interpretation) in constants {
            let data = self.store.function(function);
            if data.result != sort || !data.params.is_empty() {
                continue;
            }
            match interpretation {
                Interpretation::Value(value) => add(value.clone()),
                Interpretation::Definition { body, .. } => {
                    if let Some(Some(Ok(value))) = self.memo.get(body.index()) {
                        add(value.clone());
                    }
                }
            }
        }
        let neighbours: Vec<Value> = values.iter().filter_map(next_to).collect();
        for value in neighbours {
            if values.len() < 2 * MAX_CANDIDATES && !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

/// A value beside another: off-by-one is where instances fail.
fn next_to(value: &Value) -> Option<Value> {
    use crate::number::{Integer, Real};
    let one = Integer::from(1);
    match value {
        Value::Int(value) => Some(Value::Int(value.add(&one))),
        Value::Real(value) => value.sub(&Real::from(one)).ok().map(Value::Real),
        _ => None,
    }
}
