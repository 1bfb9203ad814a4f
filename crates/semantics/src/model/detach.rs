//! A solver's model without the terms that it was read as.

use hashbrown::HashSet;
use quis_smtlib::{Function, Sort, Store, Term};
use rustc_hash::FxBuildHasher;

use super::{Interpretation, Model};
use crate::eval::Evaluator;
use crate::open::{Point, Reason};
use crate::value::{Base, Node, Value};

impl Model {
    /// Makes a model that was read into a larger store one of the store that it was made from: terms may then be
    /// evaluated with that store, and with every other one that extends it.
    ///
    /// Definitions that are no tables are replaced by what they give where `terms` need them, as far as evaluation takes
    /// no more than `steps` for each; elsewhere there are gaps.
    pub fn detach(&mut self, larger: &Store, terms: &[Term], steps: u64, store: &Store) {
        let mut evaluator = Evaluator::new(larger, self).with_steps(steps).with_trace();
        for &term in terms {
            let _ = evaluator.evaluate(term);
        }
        let used = evaluator.traced();
        let keeps = |model: &Model, interpretation: &Interpretation| match interpretation {
            Interpretation::Value(value) => model.is_within(store, value),
            Interpretation::Definition { .. } => false,
        };
        let lost: Vec<Function> = self
            .interpreted()
            .filter(|(function, interpretation)| {
                function.index() >= store.function_count() || !keeps(self, interpretation)
            })
            .map(|(function, _)| function)
            .collect();
        for function in lost {
            self.functions.remove(&function);
        }
        let lost: Vec<Point> = self
            .points
            .iter()
            .filter(|(point, interpretation)| {
                !is_point_within(store, **point) || !keeps(self, interpretation)
            })
            .map(|(&point, _)| point)
            .collect();
        for point in lost {
            self.points.remove(&point);
        }
        for (gap, value) in used {
            let is_gap = match gap.reason {
                Reason::Missing(function) => {
                    function.index() < store.function_count() && !self.functions.contains_key(&function)
                }
                Reason::Unspecified(point) => {
                    is_point_within(store, point) && !self.points.contains_key(&point)
                }
                _ => false,
            };
            if is_gap
                && gap.args.iter().chain([&value]).all(|value| self.is_within(store, value))
                && super::stands_alone(store, &self.values, &gap)
                && super::is_permitted(&self.values, &gap, &value)
            {
                self.choose(gap, value);
            }
        }
        self.values.keep_sorts_of(store);
        self.ambiguous = quis_smtlib::TermSet::default();
    }

    /// Whether all that a value is made of is in a store, and no term is.
    fn is_within(&self, store: &Store, value: &Value) -> bool {
        let has = |sort: Sort| sort.index() < store.sort_count();
        let mut seen: HashSet<Value, FxBuildHasher> = HashSet::default();
        let mut todo = vec![value.clone()];
        while let Some(value) = todo.pop() {
            let compound = match &value {
                Value::Element(element) => {
                    if !has(self.values.element_name(*element).0) {
                        return false;
                    }
                    continue;
                }
                Value::Compound(compound) => *compound,
                _ => continue,
            };
            if !seen.insert(value) {
                continue;
            }
            match self.values.node(compound) {
                Node::Constructor(function, sort, args) => {
                    if !has(*sort) || function.index() >= store.function_count() {
                        return false;
                    }
                    todo.extend(args.iter().cloned());
                }
                Node::Tuple(parts) | Node::Sequence(parts) => todo.extend(parts.iter().cloned()),
                Node::Nullable(inner) => todo.extend(inner.clone()),
                Node::Map(Base::Constant(default), changes) => {
                    todo.push(default.clone());
                    let entries = self.values.map_entries(*changes);
                    todo.extend(entries.into_iter().flat_map(|(key, value)| [key.clone(), value.clone()]));
                }
                Node::Map(Base::Function(_), _) | Node::Function(_) => return false,
            }
        }
        true
    }
}

fn is_point_within(store: &Store, point: Point) -> bool {
    let has = |sort: Sort| sort.index() < store.sort_count();
    match point {
        Point::Selector(function, sort) => function.index() < store.function_count() && has(sort),
        Point::FloatToUbv(from, to) | Point::FloatToSbv(from, to) => has(from) && has(to),
        Point::FloatMin(sort)
        | Point::FloatMax(sort)
        | Point::FloatToReal(sort)
        | Point::NanBits(sort)
        | Point::Nth(sort)
        | Point::NullableValue(sort)
        | Point::Choose(sort)
        | Point::ArrayDifference(sort) => has(sort),
        _ => true,
    }
}
