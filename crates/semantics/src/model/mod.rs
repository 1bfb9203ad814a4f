//! Models: what the symbols of a script mean, and the points that the standard leaves open.

mod answer;
mod detach;
mod permitted;
mod print;

use hashbrown::HashMap;
use quis_smtlib::{Function, Sort, Term, TermSet};
use rustc_hash::FxBuildHasher;

use crate::open::{Point, Reason};
use crate::value::{Value, Values};

pub use permitted::Filler;
pub(crate) use permitted::{is_permitted, stands_alone};
pub use print::Unprintable;

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
    All,
}

/// A gap in a model: a symbol or a kind of open point, and the arguments that it was asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gap {
    /// What is not interpreted: [`Reason::Missing`] or [`Reason::Unspecified`].
    pub reason: Reason,
    /// The arguments.
    pub args: Box<[Value]>,
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
    /// Values chosen for single gaps.
    choices: HashMap<Gap, Value, FxBuildHasher>,
    /// The gaps in the order in which they were filled.
    filled: Vec<Gap>,
    /// Literals of a solver's answer that may mean one thing or another.
    ambiguous: TermSet,
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

    /// Says what is at the open points of a kind: a function of the arguments that the operator has there, as a
    /// definition or as a map.
    pub fn set_point(&mut self, point: Point, interpretation: Interpretation) {
        self.points.insert(point, interpretation);
    }

    /// Whether it is not known what a literal means.
    pub(crate) fn is_ambiguous(&self, literal: Term) -> bool {
        self.ambiguous.contains(literal)
    }

    /// Fills a gap.
    pub fn choose(&mut self, gap: Gap, value: Value) {
        if self.choices.insert(gap.clone(), value).is_none() {
            self.filled.push(gap);
        }
    }

    /// Opens a gap again.
    pub fn unchoose(&mut self, gap: &Gap) {
        if self.choices.remove(gap).is_some() {
            // Mostly the last one.
            if let Some(at) = self.filled.iter().rposition(|filled| filled == gap) {
                self.filled.remove(at);
            }
        }
    }

    /// The gaps that were filled and their values, in the order in which they were.
    pub fn choices(&self) -> impl Iterator<Item = (&Gap, &Value)> {
        self.filled.iter().filter_map(|gap| Some((gap, self.choices.get(gap)?)))
    }

    /// What was chosen for a gap.
    #[must_use]
    pub fn chosen(&self, gap: &Gap) -> Option<&Value> {
        self.choices.get(gap)
    }

    /// The elements of an uninterpreted sort, if there are no others.
    pub fn set_universe(&mut self, sort: Sort, elements: Vec<Value>) {
        self.values.set_universe(sort, elements);
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

    /// The kinds of open points that are given by a definition, and its body, in no order.
    fn defined_points(&self) -> impl Iterator<Item = (Point, Term)> {
        self.points.iter().filter_map(|(&point, interpretation)| match interpretation {
            Interpretation::Definition { body, .. } => Some((point, *body)),
            Interpretation::Value(_) => None,
        })
    }

    /// The symbols that have a meaning, in no order.
    pub(crate) fn interpreted(&self) -> impl Iterator<Item = (Function, &Interpretation)> {
        self.functions.iter().map(|(&function, interpretation)| (function, interpretation))
    }
}
