//! Models: what the symbols of a script mean, and the points that the standard leaves open.

use hashbrown::HashMap;
use quis_smtlib::{Function, Sort, Term};
use rustc_hash::FxBuildHasher;

use crate::open::Point;
use crate::value::{Value, Values};

/// What a symbol means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interpretation {
    /// A value; of a function, the map from its arguments.
    Value(Value),
    /// A term over variables.
    Definition {
        /// The parameters, as variables.
        vars: Box<[Term]>,
        /// What the function gives.
        body: Term,
    },
}

/// What is taken for symbols and open points that a model does not interpret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Completion {
    /// Nothing: terms that need them are open.
    #[default]
    None,
    /// A default value of the sort for symbols; open points stay open.
    Symbols,
    /// A default value of the sort for symbols and open points.
    Zero,
    /// As `Zero`, but an open point of arithmetic has the value of its first argument.
    Argument,
}

/// An interpretation of the declared symbols of a script, and of the points the standard leaves open.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The values that the model speaks of.
    pub values: Values,
    /// What to take for what is missing.
    pub completion: Completion,
    functions: HashMap<Function, Interpretation, FxBuildHasher>,
    points: HashMap<Point, Interpretation, FxBuildHasher>,
}

impl Model {
    /// A model that interprets nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a symbol its meaning.
    pub fn set(&mut self, function: Function, interpretation: Interpretation) {
        self.functions.insert(function, interpretation);
    }

    /// Gives a constant its value, or a function its map.
    pub fn set_value(&mut self, function: Function, value: Value) {
        self.set(function, Interpretation::Value(value));
    }

    /// Says what is at the open points of a kind: a function of the arguments that the operator had there.
    pub fn set_point(&mut self, point: Point, interpretation: Interpretation) {
        self.points.insert(point, interpretation);
    }

    /// The elements of an uninterpreted sort, if there are no others.
    pub fn set_universe(&mut self, sort: Sort, elements: Vec<Value>) {
        self.values.universes.insert(sort, elements);
    }

    /// What a symbol means.
    #[must_use]
    pub fn interpretation(&self, function: Function) -> Option<&Interpretation> {
        self.functions.get(&function)
    }

    /// What is at the open points of a kind.
    #[must_use]
    pub fn point(&self, point: Point) -> Option<&Interpretation> {
        self.points.get(&point)
    }

    /// The symbols that have a meaning, in no order.
    pub(crate) fn interpreted(&self) -> impl Iterator<Item = (Function, &Interpretation)> {
        self.functions.iter().map(|(&function, interpretation)| (function, interpretation))
    }
}
