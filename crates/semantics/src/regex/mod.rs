//! Regular languages over Unicode strings: hash-consed terms and their Brzozowski derivatives.
//!
//! A language is an identifier in a table. Equal terms get equal identifiers, and the constructors simplify,
//! so a language has few derivatives and each is computed once. Nothing here recurses on the depth of a term.

mod build;
mod class;
mod decide;
mod derive;
mod print;
mod reverse;
mod search;
mod sets;

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use hashbrown::{HashMap, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};

use crate::string::MAX_CHAR;
use class::Interval;

/// A regular language: an identifier in the table that made it, and of no meaning in another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Regex(u32);

impl Regex {
    /// The empty language, `re.none`, in every table.
    pub const NONE: Regex = Regex(0);
    /// The language of the empty string alone, in every table.
    pub const EPSILON: Regex = Regex(1);
    /// The language of all strings of one character, `re.allchar`, in every table.
    pub const ALLCHAR: Regex = Regex(2);
    /// The language of all strings, `re.all`, in every table.
    pub const ALL: Regex = Regex(3);
    /// The language of all strings but the empty one.
    const NONEMPTY: Regex = Regex(4);

    /// The place in the table.
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The upper bound of a repetition, or of a length, that has none.
const INFINITE: u32 = u32::MAX;

/// The shape of a language; the constructors in `build` and `sets` say which shapes are kept.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Kind {
    /// The empty language.
    None,
    /// The empty string alone.
    Epsilon,
    /// One character of a set that is not empty.
    Class(Box<[Interval]>),
    /// A string of the first and then one of the second.
    Concat(Regex, Regex),
    /// A string of any: two or more, ascending.
    Union(Box<[Regex]>),
    /// A string of all: two or more, ascending.
    Inter(Box<[Regex]>),
    /// Every other string.
    Comp(Regex),
    /// Between so many and so many strings of the body; `INFINITE` is no upper bound.
    Loop(Regex, u32, u32),
}

/// What is known of whether a language has a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Life {
    Unknown,
    Inhabited,
    Empty,
}

/// A language with what is known of it.
#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    /// No string is shorter.
    min: u32,
    /// No string is longer.
    max: u32,
    /// Some string is as short as `min`, and some as long as `max`, or they are too large to tell.
    exact: bool,
    nullable: bool,
    life: Life,
}

/// The derivative by each character of an interval.
#[derive(Clone, Copy, Debug)]
struct Edge {
    low: u32,
    high: u32,
    to: Regex,
}

/// The table of regular languages.
#[derive(Clone, Debug)]
pub struct Regexes {
    nodes: Vec<Node>,
    /// The derivatives known so far, of each language, ascending.
    edges: Vec<Vec<Edge>>,
    table: HashTable<u32>,
    /// Concatenations that lean left, with what they are when they lean right.
    leaning: HashMap<Regex, Regex, FxBuildHasher>,
    /// Languages with their mirror images.
    mirrored: HashMap<Regex, Regex, FxBuildHasher>,
}

/// Every new table is a copy of this one.
static CONSTANTS: LazyLock<Regexes> = LazyLock::new(Regexes::of_constants);

impl Default for Regexes {
    fn default() -> Self {
        CONSTANTS.clone()
    }
}

impl Regexes {
    /// A table of the constant languages.
    #[must_use]
    pub fn new() -> Regexes {
        Self::default()
    }

    fn of_constants() -> Regexes {
        let mut regexes = Regexes {
            nodes: Vec::new(),
            edges: Vec::new(),
            table: HashTable::new(),
            leaning: HashMap::default(),
            mirrored: HashMap::default(),
        };
        // The order gives the constants of `Regex` their identifiers.
        regexes.intern(Kind::None);
        regexes.intern(Kind::Epsilon);
        regexes.intern(Kind::Class(Box::new([(0, MAX_CHAR)])));
        regexes.intern(Kind::Loop(Regex::ALLCHAR, 0, INFINITE));
        regexes.intern(Kind::Loop(Regex::ALLCHAR, 1, INFINITE));
        regexes
    }

    /// Whether the empty string is in the language.
    #[must_use]
    pub fn nullable(&self, r: Regex) -> bool {
        self.node(r).nullable
    }

    fn node(&self, r: Regex) -> &Node {
        &self.nodes[r.index()]
    }

    fn kind(&self, r: Regex) -> &Kind {
        &self.node(r).kind
    }

    /// The identifier of a shape that the constructors have simplified.
    fn intern(&mut self, kind: Kind) -> Regex {
        let hash = hash_of(&kind);
        let nodes = &self.nodes;
        if let Some(&found) = self.table.find(hash, |&id| nodes[id as usize].kind == kind) {
            return Regex(found);
        }
        let id = self.nodes.len() as u32;
        let node = self.describe(kind);
        self.nodes.push(node);
        self.edges.push(Vec::new());
        let nodes = &self.nodes;
        self.table.insert_unique(hash, id, |&id| hash_of(&nodes[id as usize].kind));
        Regex(id)
    }

    /// What a shape tells at once: bounds of length, the empty string, and whether it surely has a string.
    fn describe(&self, kind: Kind) -> Node {
        let (mut min, mut max, mut exact) = (0, INFINITE, false);
        let (nullable, inhabited);
        match &kind {
            Kind::None => {
                (min, max) = (INFINITE, 0);
                (nullable, inhabited) = (false, false);
            }
            Kind::Epsilon => {
                (max, exact) = (0, true);
                (nullable, inhabited) = (true, true);
            }
            Kind::Class(_) => {
                (min, max, exact) = (1, 1, true);
                (nullable, inhabited) = (false, true);
            }
            Kind::Concat(a, b) => {
                let (a, b) = (self.node(*a), self.node(*b));
                (min, max) = (a.min.saturating_add(b.min), a.max.saturating_add(b.max));
                exact = a.exact && b.exact;
                nullable = a.nullable && b.nullable;
                inhabited = a.life == Life::Inhabited && b.life == Life::Inhabited;
            }
            Kind::Union(parts) => {
                let parts = || parts.iter().map(|&part| self.node(part));
                min = parts().map(|part| part.min).min().unwrap_or(0);
                max = parts().map(|part| part.max).max().unwrap_or(INFINITE);
                exact = parts().all(|part| part.exact);
                nullable = parts().any(|part| part.nullable);
                inhabited = parts().any(|part| part.life == Life::Inhabited);
            }
            Kind::Inter(parts) => {
                let parts = || parts.iter().map(|&part| self.node(part));
                min = parts().map(|part| part.min).max().unwrap_or(0);
                max = parts().map(|part| part.max).min().unwrap_or(INFINITE);
                nullable = parts().all(|part| part.nullable);
                inhabited = nullable;
            }
            Kind::Comp(body) => {
                let body = self.node(*body);
                nullable = !body.nullable;
                min = u32::from(body.nullable);
                // What a language of bounded length leaves out includes the longer strings.
                inhabited = nullable || body.max != INFINITE;
            }
            Kind::Loop(body, low, high) => {
                let body = self.node(*body);
                (min, max) = (body.min.saturating_mul(*low), body.max.saturating_mul(*high));
                exact = body.exact;
                nullable = *low == 0 || body.nullable;
                inhabited = *low == 0 || body.life == Life::Inhabited;
            }
        }
        let life = match kind {
            Kind::None => Life::Empty,
            _ if inhabited => Life::Inhabited,
            _ => Life::Unknown,
        };
        Node { kind, min, max, exact, nullable, life }
    }
}

fn hash_of(kind: &Kind) -> u64 {
    let mut hasher = FxHasher::default();
    kind.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
