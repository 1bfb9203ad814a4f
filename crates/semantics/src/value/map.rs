//! Maps: arrays, functions, sets and bags as a base with finitely many changes.
//!
//! A map over a constant base is canonical: no change repeats the base, and over a finite sort of indices the base
//! is the value that most indices have. Equal maps are therefore the same node.

use hashbrown::HashMap;
use quis_smtlib::{Sort, Store};
use rustc_hash::FxBuildHasher;

use super::sorts::may_list;
use super::table::{Base, Node};
use super::trie::Trie;
use super::{Cardinality, Compound, Value, Values};
use crate::budget::TooLarge;

impl Values {
    /// The map that gives one value everywhere.
    pub fn constant_map(&mut self, value: Value) -> Value {
        self.make(Node::Map(Base::Constant(value), Trie::EMPTY))
    }

    /// The point of a map that arguments name: the argument itself, or the tuple of several.
    pub fn key(&mut self, mut args: Vec<Value>) -> Value {
        match args.pop() {
            Some(only) if args.is_empty() => only,
            last => {
                args.extend(last);
                self.tuple(args)
            }
        }
    }

    /// The base and the changes of a map; a function is a base without changes.
    pub(crate) fn map_parts(&self, compound: Compound) -> Option<(Base, Trie)> {
        match self.node(compound) {
            Node::Map(base, changes) => Some((base.clone(), *changes)),
            Node::Function(_) => Some((Base::Function(compound), Trie::EMPTY)),
            _ => None,
        }
    }

    /// What a map gives at a point: a value, or the function that says it.
    pub(crate) fn map_get(&self, compound: Compound, key: &Value) -> Option<Result<Value, Compound>> {
        match self.node(compound) {
            Node::Map(base, changes) => {
                let changed = self.find_entry(key).and_then(|key| self.tries.get(*changes, key));
                Some(match (changed, base) {
                    (Some(value), _) => Ok(self.entry_value(value).clone()),
                    (None, Base::Constant(value)) => Ok(value.clone()),
                    (None, Base::Function(function)) => Err(*function),
                })
            }
            Node::Function(_) => Some(Err(compound)),
            _ => None,
        }
    }

    /// The changes of a map, in the order in which their points were first met.
    pub(crate) fn map_entries(&self, changes: Trie) -> Vec<(&Value, &Value)> {
        let entries = self.tries.entries(changes);
        entries.into_iter().map(|(key, value)| (self.entry_value(key), self.entry_value(value))).collect()
    }

    /// The map over parameters of these sorts with one point set to a value.
    ///
    /// # Errors
    /// If the indices would have to be listed, and are too many.
    pub fn map_set(
        &mut self,
        store: &Store,
        params: &[Sort],
        map: &Value,
        key: Value,
        value: Value,
    ) -> Result<Value, TooLarge> {
        let Value::Compound(compound) = map else { return Err(TooLarge) };
        let Some((base, changes)) = self.map_parts(*compound) else { return Err(TooLarge) };
        let key = self.entry(&key);
        let changes = match &base {
            Base::Constant(default) if *default == value => self.tries.set(changes, key, None),
            _ => {
                let value = self.entry(&value);
                self.tries.set(changes, key, Some(value))
            }
        };
        self.map(store, params, base, changes)
    }

    /// The map over parameters of these sorts with a constant base and changes.
    ///
    /// # Errors
    /// If the indices would have to be listed, and are too many.
    pub(crate) fn map_of(
        &mut self,
        store: &Store,
        params: &[Sort],
        default: Value,
        entries: impl IntoIterator<Item = (Value, Value)>,
    ) -> Result<Value, TooLarge> {
        let mut changes = Trie::EMPTY;
        for (key, value) in entries {
            let key = self.entry(&key);
            let value = (value != default).then(|| self.entry(&value));
            changes = self.tries.set(changes, key, value);
        }
        self.map(store, params, Base::Constant(default), changes)
    }

    /// The map in canonical form.
    fn map(&mut self, store: &Store, params: &[Sort], base: Base, changes: Trie) -> Result<Value, TooLarge> {
        let Base::Constant(default) = &base else {
            return Ok(match (base, changes) {
                (Base::Function(function), Trie::EMPTY) => Value::Compound(function),
                (base, changes) => self.make(Node::Map(base, changes)),
            });
        };
        let changed = self.tries.len(changes) as u64;
        let points = match self.cardinality_of_all(store, params) {
            Cardinality::Finite(points) if points <= 2 * changed && !params.is_empty() => points,
            _ => return Ok(self.make(Node::Map(base, changes))),
        };
        if !may_list(points) {
            return Err(TooLarge);
        }
        // The base may not be the most frequent value.
        let default_entry = self.entry(&default.clone());
        let mut counts: HashMap<u32, u64, FxBuildHasher> = HashMap::default();
        counts.insert(default_entry, points.saturating_sub(changed));
        for (_, value) in self.tries.entries(changes) {
            *counts.entry(value).or_default() += 1;
        }
        // Of several the one whose number is the lowest: no order but this is needed, only that it is always the same.
        let best = counts.iter().map(|(&value, &count)| (std::cmp::Reverse(count), value)).min();
        let best = best.map_or(default_entry, |(_, value)| value);
        if best == default_entry {
            return Ok(self.make(Node::Map(base, changes)));
        }
        let mut canonical = Trie::EMPTY;
        for point in 0..points {
            let args = self.nth_of_all(store, params, point).ok_or(TooLarge)?;
            let key = self.key(args);
            let key = self.entry(&key);
            let value = self.tries.get(changes, key).unwrap_or(default_entry);
            if value != best {
                canonical = self.tries.set(canonical, key, Some(value));
            }
        }
        let base = Base::Constant(self.entry_value(best).clone());
        Ok(self.make(Node::Map(base, canonical)))
    }

    /// The elements of a finite set, or those that a cofinite set lacks: whether it is finite, and which.
    pub(crate) fn as_set(&self, value: &Value) -> Option<(bool, Vec<Value>)> {
        let Value::Compound(compound) = value else { return None };
        match self.node(*compound) {
            Node::Map(Base::Constant(Value::Bool(default)), changes) => {
                Some((!default, self.map_entries(*changes).into_iter().map(|(key, _)| key.clone()).collect()))
            }
            _ => None,
        }
    }

    /// The elements of a bag and how often they are in it.
    pub(crate) fn as_bag(&self, value: &Value) -> Option<Vec<(Value, crate::number::Integer)>> {
        let Value::Compound(compound) = value else { return None };
        match self.node(*compound) {
            Node::Map(Base::Constant(Value::Int(default)), changes) if default.is_zero() => self
                .map_entries(*changes)
                .into_iter()
                .map(|(key, count)| Some((key.clone(), count.as_int()?.clone())))
                .collect(),
            _ => None,
        }
    }
}
