//! Arrays.

use quis_smtlib::theories::ArrayOp;
use quis_smtlib::{Function, Index};

use super::arguments::one;
use super::step::Site;
use super::{Evaluator, Stop};
use crate::number::Integer;
use crate::open::{Point, Reason};
use crate::value::{Base, Callee, Cardinality, Node, Value, map_params};

impl<'a> Evaluator<'a> {
    pub(super) fn array(&mut self, op: ArrayOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        match op {
            ArrayOp::Select => {
                let (array, indices) = args.split_first().ok_or(Reason::Unsupported)?;
                self.apply_value(array, indices, indices.len())
            }
            ArrayOp::Store => {
                let [array, indices @ .., value] = args else { return Err(Reason::Unsupported.into()) };
                let key = self.model.values.key(indices.to_vec());
                if !self.model.values.is_exact(&key) {
                    return Err(Reason::FunctionEquality.into());
                }
                Ok(self.model.values.map_set(
                    self.store,
                    map_params(self.store, site.sort),
                    array,
                    key,
                    value.clone(),
                )?)
            }
            ArrayOp::Const => Ok(self.model.values.constant_map(one::<&Value>(args)?.clone())),
            ArrayOp::AsArray => {
                let callee = Callee::Symbol(self.function_index(site)?, Box::default());
                let value = self.model.values.make(Node::Function(callee));
                self.tabulated(value, site.sort)
            }
            ArrayOp::Map => self.map_arrays(site, args),
            ArrayOp::Default => {
                let array = one(args)?;
                let sort = self.sort_of(site, 0);
                let params = map_params(self.store, sort);
                // Over finitely many indices what stands for the others is a matter of form.
                let infinite = self.model.values.cardinality_of_all(self.store, params) == Cardinality::Huge;
                match self.constant_base(array) {
                    Some(value) if infinite => Ok(value),
                    _ => self.open_point(Point::ArrayDifference(sort), args, site.sort),
                }
            }
            ArrayOp::EqRange => self.equal_between(args),
            ArrayOp::Diff | ArrayOp::Ext => {
                let sort = self.sort_of(site, 0);
                self.open_point(Point::ArrayDifference(sort), args, site.sort)
            }
        }
    }

    /// The function among an operator's indices.
    pub(super) fn function_index(&self, site: &Site<'a>) -> Result<Function, Stop> {
        match self.store.function(site.function).indices.first() {
            Some(Index::Function(function)) => Ok(*function),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn constant_base(&self, array: &Value) -> Option<Value> {
        let Value::Compound(compound) = array else { return None };
        match self.model.values.map_parts(*compound)? {
            (Base::Constant(value), _) => Some(value),
            _ => None,
        }
    }

    /// The points that one of several maps changes.
    pub(super) fn changed_points(&mut self, maps: &[Value]) -> Result<Vec<Value>, Stop> {
        let mut keys: Vec<Value> = Vec::new();
        let mut seen = hashbrown::HashSet::with_hasher(rustc_hash::FxBuildHasher);
        for map in maps {
            let Value::Compound(compound) = map else { return Err(Reason::Unsupported.into()) };
            let (_, changes) = self.model.values.map_parts(*compound).ok_or(Reason::Unsupported)?;
            let entries = self.model.values.map_entries(changes);
            self.budget.spend(entries.len() as u64)?;
            for (key, _) in entries {
                if seen.insert(key.clone()) {
                    keys.push(key.clone());
                }
            }
        }
        Ok(keys)
    }

    /// match: ((_ map f) a b), result: the array with (f (select a i) (select b i)) at each index i
    fn map_arrays(&mut self, site: &Site<'a>, arrays: &[Value]) -> Result<Value, Stop> {
        let function = self.function_index(site)?;
        let bases: Option<Vec<Value>> = arrays.iter().map(|array| self.constant_base(array)).collect();
        let bases = bases.ok_or(Reason::FunctionEquality)?;
        let keys = self.changed_points(arrays)?;
        self.budget.spend((keys.len() * arrays.len()) as u64)?;
        let mut missing = Vec::new();
        let mut results = Vec::with_capacity(keys.len() + 1);
        let mut at = |this: &mut Self, args: &[Value]| match this.apply_function(function, args) {
            Ok(value) => {
                results.push(value);
                Ok(())
            }
            Err(Stop::Calls(calls)) => {
                missing.extend(calls);
                Ok(())
            }
            Err(other) => Err(other),
        };
        at(self, &bases)?;
        for key in &keys {
            let mut args = Vec::with_capacity(arrays.len());
            for array in arrays {
                args.push(self.map_value(array, key)?);
            }
            at(self, &args)?;
        }
        if !missing.is_empty() {
            return Err(Stop::Calls(missing));
        }
        let mut results = results.into_iter();
        let default = results.next().ok_or(Reason::Unsupported)?;
        Ok(self.model.values.map_of(
            self.store,
            map_params(self.store, site.sort),
            default,
            keys.into_iter().zip(results),
        )?)
    }

    /// What a map with a constant base gives at a point.
    pub(super) fn map_value(&self, map: &Value, key: &Value) -> Result<Value, Stop> {
        match map {
            Value::Compound(compound) => match self.model.values.map_get(*compound, key) {
                Some(Ok(value)) => Ok(value),
                _ => Err(Reason::FunctionEquality.into()),
            },
            _ => Err(Reason::Unsupported.into()),
        }
    }

    /// match: (eqrange a b low high), result: (forall ((i I)) (=> (<= low i high) (= (select a i) (select b i))))
    fn equal_between(&mut self, args: &[Value]) -> Result<Value, Stop> {
        let [left, right, low, high] = args else { return Err(Reason::Unsupported.into()) };
        let number = |value: &Value| match value {
            Value::Int(value) => Some(value.clone()),
            Value::BitVec(bits) => Some(bits.to_integer()),
            _ => None,
        };
        let (Some(low), Some(high)) = (number(low), number(high)) else {
            return Err(Reason::Unsupported.into());
        };
        if high < low || left == right {
            return Ok(Value::Bool(true));
        }
        let mut changed_between = 0u64;
        for key in self.changed_points(&[left.clone(), right.clone()])? {
            let Some(index) = number(&key) else { return Err(Reason::Unsupported.into()) };
            if low <= index && index <= high {
                changed_between += 1;
                let (this, that) = (self.map_value(left, &key)?, self.map_value(right, &key)?);
                match self.model.values.equal(&this, &that, &mut self.budget)? {
                    Some(true) => {}
                    Some(false) => return Ok(Value::Bool(false)),
                    None => return Err(Reason::FunctionEquality.into()),
                }
            }
        }
        let (Some(this), Some(that)) = (self.constant_base(left), self.constant_base(right)) else {
            return Err(Reason::FunctionEquality.into());
        };
        let points = high.sub(&low).add(&Integer::from(1));
        let all_changed = points <= Integer::from(changed_between);
        match self.model.values.equal(&this, &that, &mut self.budget)? {
            Some(equal) => Ok(Value::Bool(equal || all_changed)),
            None => Err(Reason::FunctionEquality.into()),
        }
    }
}
