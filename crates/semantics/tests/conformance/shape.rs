//! The sorts of the cases.

use std::fmt;

use quis_smtlib::signature::{SortPattern, Width};
use quis_smtlib::{Sort, SortConstructor};

/// A sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Bool,
    Int,
    Real,
    String,
    RegLan,
    RoundingMode,
    Char,
    BitVec(u32),
    Float(u32, u32),
    Field(&'static str),
    /// A datatype of the prelude.
    Datatype(&'static str),
    /// A sort constructor and its arguments: `Array`, `Seq`, `Set`, `Bag`, `Tuple`, `Nullable`, `->`
    Apply(&'static str, Vec<Shape>),
}

impl Shape {
    pub(crate) fn apply(name: &'static str, of: &[Shape]) -> Shape {
        Shape::Apply(name, of.to_vec())
    }

    /// What decides whether a solver knows it: the sort without its widths, but with its float formats.
    pub(crate) fn kind(&self) -> String {
        match self {
            Shape::BitVec(_) => "BitVec".to_owned(),
            Shape::Float(eb, sb) => format!("Float:{eb}:{sb}"),
            Shape::Apply(name, of) => {
                let of: Vec<String> = of.iter().map(Shape::kind).collect();
                format!("({name} {})", of.join(" "))
            }
            _ => self.to_string(),
        }
    }

    /// The sort that a pattern of a signature stands for.
    pub(crate) fn of(pattern: &SortPattern, sorts: &[Shape], numbers: &[Option<u32>]) -> Option<Shape> {
        let number = |width: &Width| width.value(numbers);
        Some(match pattern {
            SortPattern::Exact(Sort::BOOL) => Shape::Bool,
            SortPattern::Exact(Sort::INT) => Shape::Int,
            SortPattern::Exact(Sort::REAL) => Shape::Real,
            SortPattern::Exact(Sort::STRING) => Shape::String,
            SortPattern::Exact(Sort::REGLAN) => Shape::RegLan,
            SortPattern::Exact(Sort::ROUNDING_MODE) => Shape::RoundingMode,
            SortPattern::Exact(_) => return None,
            SortPattern::Char => Shape::Char,
            SortPattern::Variable(id) | SortPattern::FieldVariable(id) => {
                sorts.get(usize::from(*id))?.clone()
            }
            SortPattern::BitVec(width) => {
                Shape::BitVec(number(width).filter(|width| (1..=1024).contains(width))?)
            }
            SortPattern::Float(eb, sb) => Shape::Float(number(eb)?, number(sb)?),
            SortPattern::Apply(constructor, parts) => {
                let of: Option<Vec<Shape>> =
                    parts.iter().map(|part| Shape::of(part, sorts, numbers)).collect();
                Shape::Apply(constructor_name(*constructor)?, of?)
            }
        })
    }
}

fn constructor_name(constructor: SortConstructor) -> Option<&'static str> {
    Some(match constructor {
        SortConstructor::Array => "Array",
        SortConstructor::Seq => "Seq",
        SortConstructor::Set => "Set",
        SortConstructor::Bag => "Bag",
        SortConstructor::Tuple => "Tuple",
        SortConstructor::Nullable => "Nullable",
        SortConstructor::Function => "->",
        _ => return None,
    })
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Bool => f.write_str("Bool"),
            Shape::Int => f.write_str("Int"),
            Shape::Real => f.write_str("Real"),
            Shape::String => f.write_str("String"),
            Shape::RegLan => f.write_str("RegLan"),
            Shape::RoundingMode => f.write_str("RoundingMode"),
            Shape::Char => f.write_str("Unicode"),
            Shape::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Shape::Float(eb, sb) => write!(f, "(_ FloatingPoint {eb} {sb})"),
            Shape::Field(order) => write!(f, "(_ FiniteField {order})"),
            Shape::Datatype(name) => f.write_str(name),
            Shape::Apply(name, of) => {
                write!(f, "({name}")?;
                for part in of {
                    write!(f, " {part}")?;
                }
                f.write_str(")")
            }
        }
    }
}
