//! From the definition of a function to its table, where it has one.
//!
//! A function over few points is a table of all of them. A function that looks at its arguments only to compare
//! them with closed terms gives one value at all other points.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Function, Sort, SortConstructor, SortKind, Term, TermKind};

use super::variables::GLOBAL;
use super::{Evaluator, Stop};
use crate::model::Interpretation;
use crate::number::{Integer, Real};
use crate::value::{Callee, Cardinality, Node, Value, map_sorts};

/// Functions over more points are not listed in full.
const MAX_POINTS: u64 = 256;

/// Tables with more entries are not made.
const MAX_ENTRIES: usize = 1 << 12;

/// So often what a table needs is evaluated.
const MAX_ROUNDS: usize = 1 << 12;

/// Bodies with more terms are not searched.
const MAX_BODY: usize = 1 << 14;

impl Evaluator<'_> {
    /// The function as a table if it has one; otherwise as it is.
    pub(super) fn tabulated(&mut self, function: Value, sort: Sort) -> Result<Value, Stop> {
        let Some((params, _)) = map_sorts(self.store, sort) else { return Ok(function) };
        // The model may have the table already.
        if let Value::Compound(compound) = &function
            && let Node::Function(Callee::Symbol(symbol, applied)) = self.model.values.node(*compound)
            && applied.is_empty()
            && let Some(Interpretation::Value(table)) = self.model.interpretation(*symbol)
        {
            return Ok(table.clone());
        }
        Ok(self.table_over(&function, params)?.unwrap_or(function))
    }

    /// The table of a function with parameters of these sorts, if it has one.
    fn table_over(&mut self, function: &Value, params: &[Sort]) -> Result<Option<Value>, Stop> {
        let table = match self.model.values.cardinality_of_all(self.store, params) {
            Cardinality::Finite(points) if points <= MAX_POINTS => self.full_table(function, params, points),
            _ => self.sparse_table(function, params),
        };
        match table {
            Err(Stop::Open(_) | Stop::Reason(_)) => Ok(None),
            other => other,
        }
    }

    /// The table of a function that the model defines, if it has one.
    pub(crate) fn table_of(&mut self, function: Function) -> Option<Value> {
        let params = &self.store.function(function).params;
        let value = self.model.values.make(Node::Function(Callee::Symbol(function, Box::default())));
        let term = match self.model.interpretation(function) {
            Some(Interpretation::Definition { body, .. }) => *body,
            _ => return None,
        };
        // Each round evaluates what the one before asked for; a definition that asks on and on has no table.
        for _ in 0..MAX_ROUNDS {
            match self.table_over(&value, params) {
                Ok(table) => return table,
                Err(Stop::Term(needed)) => {
                    let _ = self.evaluate(needed);
                }
                Err(Stop::Calls(calls)) => self.call_all(calls, term).ok()?,
                Err(_) => return None,
            }
        }
        None
    }

    fn full_table(&mut self, function: &Value, params: &[Sort], points: u64) -> Result<Option<Value>, Stop> {
        let points: Option<Vec<Vec<Value>>> =
            (0..points).map(|point| self.model.values.nth_of_all(self.store, params, point)).collect();
        let Some(points) = points else { return Ok(None) };
        self.table(function, params, points)
    }

    /// The map with the values at points; the first of them stands for all others.
    fn table(
        &mut self,
        function: &Value,
        params: &[Sort],
        points: Vec<Vec<Value>>,
    ) -> Result<Option<Value>, Stop> {
        let values = self.apply_to_each(function, &points, params.len())?;
        let Some(default) = values.first().cloned() else { return Ok(None) };
        let keys: Vec<Value> = points.into_iter().map(|point| self.model.values.key(point)).collect();
        let entries = keys.into_iter().zip(values);
        Ok(Some(self.model.values.map_of(self.store, params, default, entries)?))
    }

    fn sparse_table(&mut self, function: &Value, params: &[Sort]) -> Result<Option<Value>, Stop> {
        let Some((vars, body)) = self.definition_of(function) else { return Ok(None) };
        if vars.len() != params.len() {
            return Ok(None);
        }
        let Some(compared) = self.comparands(&vars, body) else { return Ok(None) };
        // For each parameter one value that it is compared with nowhere, and those that it is.
        let mut choices: Vec<Vec<Value>> = Vec::new();
        let mut total = 1usize;
        for (terms, &param) in compared.iter().zip(params) {
            let mut values = Vec::with_capacity(terms.len() + 1);
            for &term in terms {
                if self.known(term).is_none() {
                    // Most are literals, and need no round of their own.
                    self.leaf(term);
                }
                let value = self.value(term, GLOBAL)?;
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            let Some(fresh) = self.fresh(param, &values) else { return Ok(None) };
            values.insert(0, fresh);
            total = total.saturating_mul(values.len());
            choices.push(values);
        }
        if total > MAX_ENTRIES {
            return Ok(None);
        }
        let points: Vec<Vec<Value>> = (0..total).map(|n| combination(&choices, n)).collect();
        let values = self.apply_to_each(function, &points, params.len())?;
        // Where one argument is new, the value must be that where all are: otherwise no finite table will do.
        let new = |point: &[Value]| point.iter().zip(&choices).any(|(value, values)| *value == values[0]);
        if points.iter().zip(&values).any(|(point, value)| new(point) && *value != values[0]) {
            return Ok(None);
        }
        self.table(function, params, points)
    }

    fn definition_of(&self, function: &Value) -> Option<(Vec<Term>, Term)> {
        let Value::Compound(compound) = function else { return None };
        match self.model.values.node(*compound) {
            Node::Function(Callee::Lambda(term, _)) => match self.store.kind(*term) {
                TermKind::Binder(_, vars, &[body]) => Some((vars.to_vec(), body)),
                _ => None,
            },
            Node::Function(Callee::Symbol(function, applied)) if applied.is_empty() => {
                match (self.store.definition(*function), self.model.interpretation(*function)) {
                    (Some((vars, body)), _) => Some((vars.to_vec(), body)),
                    (None, Some(Interpretation::Definition { vars, body })) => Some((vars.to_vec(), *body)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// For each variable the closed terms that it is compared with; `None` if it occurs anywhere else.
    fn comparands(&mut self, vars: &[Term], body: Term) -> Option<Vec<Vec<Term>>> {
        self.free.update(self.store);
        let mut compared = vec![Vec::new(); vars.len()];
        let mut all_compared = !vars.contains(&body);
        let mut count = 0;
        post_order(self.store, &[body], &mut TermSet::default(), |term| {
            count += 1;
            let children = self.store.children(term);
            if !all_compared || count > MAX_BODY || !children.iter().any(|child| vars.contains(child)) {
                return;
            }
            let equality = matches!(self.store.kind(term), TermKind::Apply(function, _) if
                matches!(self.store.operator(function), Some(Op::Core(CoreOp::Equal | CoreOp::Distinct))));
            match (equality, children) {
                (true, &[left, right]) => {
                    let (var, other) = if vars.contains(&left) { (left, right) } else { (right, left) };
                    match vars.iter().position(|known| *known == var) {
                        Some(at) if self.free.of(other).is_empty() => compared[at].push(other),
                        _ => all_compared = false,
                    }
                }
                _ => all_compared = false,
            }
        });
        (all_compared && count <= MAX_BODY).then_some(compared)
    }

    /// A value of a sort that is none of these.
    pub(super) fn fresh(&mut self, sort: Sort, others: &[Value]) -> Option<Value> {
        match self.store.sort_kind(sort) {
            SortKind::Int => {
                let largest = others.iter().filter_map(Value::as_int).max();
                Some(Value::Int(
                    largest.map_or_else(|| Integer::from(0), |largest| largest.add(&Integer::from(1))),
                ))
            }
            SortKind::Real => {
                let floors = others.iter().filter_map(|value| match value {
                    Value::Real(value) => Some(value.floor()),
                    _ => None,
                });
                let above =
                    floors.max().map_or_else(|| Integer::from(0), |floor| floor.add(&Integer::from(2)));
                Some(Value::Real(Real::from(above)))
            }
            SortKind::String => {
                let longest = others.iter().filter_map(|value| match value {
                    Value::String(points) => Some(points.len()),
                    _ => None,
                });
                let length = longest.max().map_or(0, |length| length + 1);
                Some(Value::string(vec![u32::from(b'a'); length]))
            }
            SortKind::Apply(SortConstructor::Declared(_), _) if self.store.datatype(sort).is_none() => {
                Some(self.model.values.fresh_element(sort, others))
            }
            _ => {
                let Cardinality::Finite(count) = self.model.values.cardinality(self.store, sort) else {
                    return None;
                };
                let enough = count.min(others.len() as u64 + 1);
                (0..enough).find_map(|n| {
                    let value = self.model.values.nth(self.store, sort, n)?;
                    (!others.contains(&value)).then_some(value)
                })
            }
        }
    }
}

/// The n-th way to take one value of each list, none of which is empty; the first varies fastest.
pub(super) fn combination(choices: &[Vec<Value>], n: usize) -> Vec<Value> {
    let mut rest = n;
    let take = |values: &Vec<Value>| {
        let value = values[rest % values.len()].clone();
        rest /= values.len();
        value
    };
    choices.iter().map(take).collect()
}
