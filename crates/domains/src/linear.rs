//! What tests are made of: linear expressions over the variables, and comparisons of these with zero.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The constant of an expression. Those that are no numbers are for domains whose representation has them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Constant {
    /// An integer.
    Finite(i64),
    /// ±∞ or not a number, as a floating-point constant may be.
    Special(Special),
    /// Any number between two, for an assignment of something that is not known. There is none if the first is the larger.
    Interval(i64, i64),
}

/// What a floating-point number may be besides a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Special {
    /// +∞
    #[serde(rename = "inf")]
    Infinity,
    /// -∞
    #[serde(rename = "-inf")]
    NegativeInfinity,
    /// Not a number.
    #[serde(rename = "nan")]
    NotANumber,
}

impl Constant {
    /// Zero.
    pub const ZERO: Constant = Constant::Finite(0);

    /// The integer, if it is one.
    #[must_use]
    pub fn finite(self) -> Option<i64> {
        match self {
            Constant::Finite(value) => Some(value),
            Constant::Special(_) | Constant::Interval(..) => None,
        }
    }

    /// Whether no number is meant.
    #[must_use]
    pub fn is_empty(self) -> bool {
        matches!(self, Constant::Interval(low, high) if low > high)
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Finite(value) => write!(f, "{value}"),
            Constant::Special(Special::Infinity) => f.write_str("inf"),
            Constant::Special(Special::NegativeInfinity) => f.write_str("-inf"),
            Constant::Special(Special::NotANumber) => f.write_str("nan"),
            Constant::Interval(low, high) => write!(f, "[{low}, {high}]"),
        }
    }
}

/// A linear expression: a coefficient for each variable, and a constant.
///
/// ```
/// use quis_domains::{Constant, Linear};
///
/// let e = Linear::new([2, 0, -1], 7);
/// assert_eq!(e.to_string(), "2x0 - x2 + 7");
/// assert!(e.mentions(2) && !e.mentions(1));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Linear {
    /// One for each variable.
    pub coefficients: SmallVec<[i64; 8]>,
    /// What is added.
    pub constant: Constant,
}

impl Linear {
    /// An expression with integers only.
    #[must_use]
    pub fn new(coefficients: impl IntoIterator<Item = i64>, constant: i64) -> Linear {
        Linear { coefficients: coefficients.into_iter().collect(), constant: Constant::Finite(constant) }
    }

    /// A constant, over so many variables.
    #[must_use]
    pub fn constant(dimension: usize, constant: Constant) -> Linear {
        Linear { coefficients: SmallVec::from_elem(0, dimension), constant }
    }

    /// Whether a variable has a coefficient.
    #[must_use]
    pub fn mentions(&self, variable: usize) -> bool {
        self.coefficients.get(variable).is_some_and(|&c| c != 0)
    }

    /// The variables that have coefficients, with them.
    pub fn terms(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.coefficients.iter().copied().enumerate().filter(|&(_, c)| c != 0)
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (variable, c) in self.terms() {
            match (first, c < 0) {
                (true, true) => f.write_str("-")?,
                (true, false) => {}
                (false, true) => f.write_str(" - ")?,
                (false, false) => f.write_str(" + ")?,
            }
            if c.unsigned_abs() != 1 {
                write!(f, "{}", c.unsigned_abs())?;
            }
            write!(f, "x{variable}")?;
            first = false;
        }
        match self.constant {
            constant if first => write!(f, "{constant}"),
            Constant::Finite(0) => Ok(()),
            Constant::Finite(value) if value < 0 => write!(f, " - {}", value.unsigned_abs()),
            constant => write!(f, " + {constant}"),
        }
    }
}

/// How an expression is compared with zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Relation {
    /// `e >= 0`
    #[serde(rename = ">=")]
    AtLeast,
    /// `e = 0`
    #[serde(rename = "=")]
    Equal,
    /// `e > 0`
    #[serde(rename = ">")]
    Above,
}

impl Relation {
    /// As it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
            Relation::Above => ">",
        }
    }
}

/// An expression compared with zero.
///
/// ```
/// use quis_domains::{Constraint, Linear, Relation};
///
/// let c = Constraint { linear: Linear::new([-1, 1], 3), relation: Relation::AtLeast };
/// assert_eq!(c.to_string(), "-x0 + x1 + 3 >= 0");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Constraint {
    /// What is compared.
    pub linear: Linear,
    /// How.
    pub relation: Relation,
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} 0", self.linear, self.relation.symbol())
    }
}
