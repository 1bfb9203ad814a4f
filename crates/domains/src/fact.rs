//! What an element of a domain says: constraints with exact numbers of any size.

use std::fmt;

use crate::linear::Relation;
use crate::rational::Rational;

/// A constraint that holds for all states of an element. Unlike [`Constraint`](crate::Constraint), which is an input, its numbers are exact and
/// of any size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// One for each variable.
    pub coefficients: Vec<Rational>,
    /// What is added.
    pub constant: Rational,
    /// How the sum is compared with zero.
    pub relation: Relation,
}

impl Fact {
    /// That nothing is possible: `-1 >= 0`.
    #[must_use]
    pub fn contradiction(dimension: usize) -> Fact {
        Fact {
            coefficients: vec![Rational::ZERO; dimension],
            constant: Rational::from(-1),
            relation: Relation::AtLeast,
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (variable, c) in self.coefficients.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            let negative = c.signum() < 0;
            match (first, negative) {
                (true, true) => f.write_str("-")?,
                (true, false) => {}
                (false, true) => f.write_str(" - ")?,
                (false, false) => f.write_str(" + ")?,
            }
            let size = if negative { c.neg() } else { c.clone() };
            match (size == Rational::ONE, size.is_integer()) {
                (true, _) => {}
                (false, true) => write!(f, "{size}")?,
                (false, false) => write!(f, "({size})")?,
            }
            write!(f, "x{variable}")?;
            first = false;
        }
        match self.constant.signum() {
            _ if first => write!(f, "{}", self.constant)?,
            0 => {}
            -1 => write!(f, " - {}", self.constant.neg())?,
            _ => write!(f, " + {}", self.constant)?,
        }
        write!(f, " {} 0", self.relation.symbol())
    }
}
