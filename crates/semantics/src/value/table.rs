//! The table of compound values, each kept once.

use std::hash::{Hash, Hasher};

use hashbrown::{HashMap, HashSet, HashTable};
use quis_smtlib::{Function, Sort, Term};
use rustc_hash::{FxBuildHasher, FxHasher};

use super::sorts::Cardinality;
use super::trie::{Trie, Tries};
use super::{Element, Value};
use crate::regex::Regexes;

/// A value made of others; a number in its [`Values`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Compound(pub(super) u32);

/// What a compound value is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// A datatype's value: its constructor, its sort, its arguments.
    Constructor(Function, Sort, Box<[Value]>),
    /// A tuple.
    Tuple(Box<[Value]>),
    /// A nullable value.
    Nullable(Option<Value>),
    /// A sequence.
    Sequence(Box<[Value]>),
    /// An array, a function, a set (to `Bool`), a bag (to `Int`): a base, and a trie of changes to it.
    Map(Base, Trie),
    /// A function of which nothing but its definition is known.
    Function(Callee),
}

/// What a map gives at all points but the changed ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Base {
    /// Everywhere the same.
    Constant(Value),
    /// What a function gives.
    Function(Compound),
}

/// Something that can be applied to values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Callee {
    /// A `lambda`, and the values of the variables that are free in it.
    Lambda(Term, Box<[(Term, Value)]>),
    /// A function of the script or of the model, and its first arguments.
    Symbol(Function, Box<[Value]>),
    /// A map or function that has its first arguments.
    Partial(Compound, Box<[Value]>),
}

/// Owns compound values, languages and the elements of uninterpreted sorts.
#[derive(Clone, Debug, Default)]
pub struct Values {
    nodes: Vec<Node>,
    /// Whether two such values that are not the same node are different values.
    exact: Vec<bool>,
    by_node: HashTable<u32>,
    /// Values that stand in maps, numbered.
    entries: Vec<Value>,
    by_entry: HashTable<u32>,
    /// Whether one of them is not exact.
    inexact_entries: bool,
    pub(super) tries: Tries,
    /// The languages.
    pub(crate) regexes: Regexes,
    elements: Vec<(Sort, Box<str>)>,
    /// The elements that were made up here: a model does not name them.
    fresh_elements: HashSet<Element, FxBuildHasher>,
    by_element: HashMap<(Sort, Box<str>), Element, FxBuildHasher>,
    /// The elements of uninterpreted sorts that are known to have no others.
    pub(crate) universes: HashMap<Sort, Vec<Value>, FxBuildHasher>,
    /// How many values sorts have, as far as somebody has counted. Forgotten when universes change.
    pub(super) domains: HashMap<Sort, Cardinality, FxBuildHasher>,
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Values {
    /// A table without values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The value with this node.
    pub(crate) fn make(&mut self, node: Node) -> Value {
        let hash = hash_of(&node);
        let nodes = &self.nodes;
        if let Some(&known) = self.by_node.find(hash, |&id| nodes[id as usize] == node) {
            return Value::Compound(Compound(known));
        }
        let id = self.nodes.len() as u32;
        self.exact.push(self.node_is_exact(&node));
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.by_node.insert_unique(hash, id, |&id| hash_of(&nodes[id as usize]));
        Value::Compound(Compound(id))
    }

    /// What a compound value is.
    pub(crate) fn node(&self, compound: Compound) -> &Node {
        &self.nodes[compound.0 as usize]
    }

    /// Whether a value differs from every value that is not the same.
    pub(crate) fn is_exact(&self, value: &Value) -> bool {
        match value {
            Value::Compound(compound) => self.exact[compound.0 as usize],
            Value::Regex(_) => false,
            _ => true,
        }
    }

    fn node_is_exact(&self, node: &Node) -> bool {
        match node {
            Node::Constructor(_, _, args) | Node::Tuple(args) | Node::Sequence(args) => {
                args.iter().all(|arg| self.is_exact(arg))
            }
            Node::Nullable(inner) => inner.as_ref().is_none_or(|value| self.is_exact(value)),
            Node::Map(Base::Constant(value), changes) => {
                let exact = |(key, value): &(&Value, &Value)| self.is_exact(key) && self.is_exact(value);
                // Looking through all entries at each change would cost the square of their number.
                self.is_exact(value)
                    && (!self.inexact_entries || self.map_entries(*changes).iter().all(exact))
            }
            Node::Map(Base::Function(_), _) | Node::Function(_) => false,
        }
    }

    /// The number of a value that stands in a map.
    pub(super) fn entry(&mut self, value: &Value) -> u32 {
        let hash = hash_of(value);
        let entries = &self.entries;
        if let Some(&known) = self.by_entry.find(hash, |&id| entries[id as usize] == *value) {
            return known;
        }
        let id = self.entries.len() as u32;
        self.inexact_entries |= !self.is_exact(value);
        self.entries.push(value.clone());
        let entries = &self.entries;
        self.by_entry.insert_unique(hash, id, |&id| hash_of(&entries[id as usize]));
        id
    }

    /// The number of a value that stands in a map already.
    pub(super) fn find_entry(&self, value: &Value) -> Option<u32> {
        self.by_entry.find(hash_of(value), |&id| self.entries[id as usize] == *value).copied()
    }

    pub(super) fn entry_value(&self, id: u32) -> &Value {
        &self.entries[id as usize]
    }

    /// The element of an uninterpreted sort with this name.
    pub fn element(&mut self, sort: Sort, name: &str) -> Value {
        let key = (sort, name.into());
        let elements = &mut self.elements;
        let element = *self.by_element.entry(key).or_insert_with_key(|(sort, name)| {
            elements.push((*sort, name.clone()));
            Element(elements.len() as u32 - 1)
        });
        Value::Element(element)
    }

    /// An element of an uninterpreted sort that no model names and that is none of these; the same one each time.
    pub(crate) fn fresh_element(&mut self, sort: Sort, others: &[Value]) -> Value {
        let mut number = 0;
        loop {
            let name = format!("other!{number}");
            let known = self.by_element.get(&(sort, name.as_str().into())).copied();
            let is_fresh = known.is_none_or(|element| self.fresh_elements.contains(&element));
            let value = self.element(sort, &name);
            if let Value::Element(element) = value
                && is_fresh
                && !others.contains(&value)
            {
                self.fresh_elements.insert(element);
                return value;
            }
            number += 1;
        }
    }

    /// The sort and name of an element.
    #[must_use]
    pub fn element_name(&self, element: Element) -> (Sort, &str) {
        let (sort, name) = &self.elements[element.0 as usize];
        (*sort, name)
    }

    /// The elements of a sort that were named, in order.
    pub fn elements_of(&self, sort: Sort) -> impl Iterator<Item = Value> + '_ {
        let all = self.elements.iter().enumerate().filter(move |(_, (of, _))| *of == sort);
        let named = all.map(|(id, _)| Element(id as u32)).filter(|id| !self.fresh_elements.contains(id));
        named.map(Value::Element)
    }

    /// The elements of an uninterpreted sort, if it is known that there are no others.
    #[must_use]
    pub fn universe(&self, sort: Sort) -> Option<&[Value]> {
        self.universes.get(&sort).map(Vec::as_slice)
    }

    /// A nullable value: null, or some value.
    pub fn nullable(&mut self, inner: Option<Value>) -> Value {
        self.make(Node::Nullable(inner))
    }

    /// A tuple.
    pub fn tuple(&mut self, parts: impl Into<Box<[Value]>>) -> Value {
        self.make(Node::Tuple(parts.into()))
    }

    /// A sequence.
    pub fn sequence(&mut self, elements: impl Into<Box<[Value]>>) -> Value {
        self.make(Node::Sequence(elements.into()))
    }

    /// A datatype's value.
    pub fn constructed(&mut self, constructor: Function, sort: Sort, args: impl Into<Box<[Value]>>) -> Value {
        self.make(Node::Constructor(constructor, sort, args.into()))
    }

    /// The constructor and the arguments of a datatype's value.
    #[must_use]
    pub fn as_constructed(&self, value: &Value) -> Option<(Function, &[Value])> {
        match value {
            Value::Compound(compound) => match self.node(*compound) {
                Node::Constructor(function, _, args) => Some((*function, args)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The elements of a sequence.
    #[must_use]
    pub fn as_sequence(&self, value: &Value) -> Option<&[Value]> {
        match value {
            Value::Compound(compound) => match self.node(*compound) {
                Node::Sequence(elements) => Some(elements),
                _ => None,
            },
            _ => None,
        }
    }

    /// The parts of a tuple.
    #[must_use]
    pub fn as_tuple(&self, value: &Value) -> Option<&[Value]> {
        match value {
            Value::Compound(compound) => match self.node(*compound) {
                Node::Tuple(parts) => Some(parts),
                _ => None,
            },
            _ => None,
        }
    }
}
