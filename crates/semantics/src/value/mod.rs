//! Values: the elements of sorts.
//!
//! Numbers, bits, floats and strings are held in the [`Value`] itself. What is made of other values (arrays,
//! datatypes, sequences, sets, functions) lies in a table, [`Values`], each once: so that equality is a comparison
//! of numbers and no depth of nesting needs a stack.

mod equality;
mod map;
mod print;
mod sorts;
mod table;
mod trie;

use std::sync::Arc;

pub use print::MAX_PRINTED;
pub(crate) use sorts::map_params;
pub use sorts::{Cardinality, field_sorts, map_sorts};
pub(crate) use table::{Base, Callee, Node};
pub use table::{Compound, Values};
pub(crate) use trie::Trie;

use crate::bitvec::BitVec;
use crate::float::{Float, RoundingMode};
use crate::number::{Integer, Real};
use crate::regex::Regex;

/// An element of a sort. Compound values, elements and languages belong to the [`Values`] that made them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Of `Bool`.
    Bool(bool),
    /// Of `Int`, or of a finite field.
    Int(Integer),
    /// Of `Real`.
    Real(Real),
    /// Of `(_ BitVec n)`.
    BitVec(BitVec),
    /// Of `(_ FloatingPoint eb sb)`.
    Float(Float),
    /// Of `RoundingMode`.
    RoundingMode(RoundingMode),
    /// Of `String`: code points.
    String(Arc<[u32]>),
    /// Of `Unicode`: a code point.
    Char(u32),
    /// Of `RegLan`.
    Regex(Regex),
    /// Of an uninterpreted sort.
    Element(Element),
    /// An array, a function, a set, a bag, a datatype's value, a sequence, a tuple.
    Compound(Compound),
}

/// An element of an uninterpreted sort: a number among those named in its [`Values`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Element(pub(crate) u32);

impl Value {
    /// A Boolean.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// An integer.
    #[must_use]
    pub fn as_int(&self) -> Option<&Integer> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// A string from its code points.
    #[must_use]
    pub fn string(points: impl Into<Arc<[u32]>>) -> Value {
        Value::String(points.into())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<Integer> for Value {
    fn from(value: Integer) -> Self {
        Value::Int(value)
    }
}

impl From<Real> for Value {
    fn from(value: Real) -> Self {
        Value::Real(value)
    }
}

impl From<BitVec> for Value {
    fn from(value: BitVec) -> Self {
        Value::BitVec(value)
    }
}

impl From<Float> for Value {
    fn from(value: Float) -> Self {
        Value::Float(value)
    }
}
