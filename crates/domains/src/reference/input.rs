//! Expressions and conditions as the reference domains take them.

use smallvec::SmallVec;

use crate::linear::{Constant, Constraint, Linear, Relation, Special};
use crate::rational::Rational;

/// A linear expression without zero coefficients.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    pub(super) terms: SmallVec<[(usize, Rational); 4]>,
    pub(super) constant: Rational,
}

impl Terms {
    fn new(linear: &Linear, dimension: usize, constant: i64) -> Terms {
        let terms = linear.terms().filter(|&(v, _)| v < dimension).map(|(v, c)| (v, Rational::from(c)));
        Terms { terms: terms.collect(), constant: Rational::from(constant) }
    }

    pub(super) fn neg(&self) -> Terms {
        Terms {
            terms: self.terms.iter().map(|(v, c)| (*v, c.neg())).collect(),
            constant: self.constant.neg(),
        }
    }

    /// The coefficient of a variable, if it is not zero.
    pub(super) fn coefficient(&self, variable: usize) -> Option<&Rational> {
        self.terms.iter().find(|(v, _)| *v == variable).map(|(_, c)| c)
    }

    /// Adds a multiple of a variable.
    pub(super) fn add(&mut self, variable: usize, c: &Rational) {
        match self.terms.iter().position(|(v, _)| *v == variable) {
            None if c.is_zero() => {}
            None => self.terms.push((variable, c.clone())),
            Some(at) => {
                let sum = &self.terms[at].1 + c;
                if sum.is_zero() {
                    self.terms.swap_remove(at);
                } else {
                    self.terms[at].1 = sum;
                }
            }
        }
    }

    /// The expression times a number that is not zero.
    pub(super) fn scaled(&self, by: &Rational) -> Terms {
        Terms { terms: self.terms.iter().map(|(v, c)| (*v, c * by)).collect(), constant: &self.constant * by }
    }
}

/// An expression as the reference domains take it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// Any value, as ±∞ and what is no number stand for.
    Any,
    /// An exact one.
    Linear(Terms),
}

impl Expression {
    pub(super) fn new(linear: &Linear, dimension: usize) -> Expression {
        match linear.constant {
            Constant::Finite(constant) => Expression::Linear(Terms::new(linear, dimension, constant)),
            Constant::Special(_) | Constant::Interval(..) => Expression::Any,
        }
    }
}

/// A condition as the reference domains take it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// It holds always, or nothing is known about it.
    Always,
    /// It never holds.
    Never,
    /// Expressions that are not negative: one, or two opposite ones for an equation. They mention variables.
    AtLeastZero(Vec<Terms>),
}

impl Condition {
    pub(super) fn new(constraint: &Constraint, dimension: usize) -> Condition {
        let constant = match truth(constraint, dimension) {
            Truth::Always => return Condition::Always,
            Truth::Never => return Condition::Never,
            Truth::Depends(constant) => constant,
        };
        let terms = Terms::new(&constraint.linear, dimension, constant);
        // Elements are closed, so that `>` is taken for `>=`.
        Condition::AtLeastZero(match constraint.relation {
            Relation::Equal => vec![terms.neg(), terms],
            Relation::AtLeast | Relation::Above => vec![terms],
        })
    }
}

/// What a constraint says on its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Truth {
    Always,
    Never,
    /// It depends on variables; its constant is this one.
    Depends(i64),
}

pub(super) fn truth(constraint: &Constraint, dimension: usize) -> Truth {
    let constant = match constraint.linear.constant {
        Constant::Finite(constant) => constant,
        Constant::Special(Special::NotANumber) | Constant::Interval(..) => return Truth::Always,
        Constant::Special(Special::Infinity) if constraint.relation != Relation::Equal => {
            return Truth::Always;
        }
        Constant::Special(_) => return Truth::Never,
    };
    if constraint.linear.terms().any(|(v, _)| v < dimension) {
        return Truth::Depends(constant);
    }
    let holds = match constraint.relation {
        Relation::AtLeast => constant >= 0,
        Relation::Equal => constant == 0,
        Relation::Above => constant > 0,
    };
    if holds { Truth::Always } else { Truth::Never }
}
