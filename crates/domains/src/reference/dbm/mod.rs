//! Zones and octagons: matrices of bounds of differences.

mod octagon;
mod shape;
#[cfg(test)]
mod tests;
mod transfer;
mod transport;
mod zone;

use std::borrow::Cow;
use std::marker::PhantomData;

use crate::domain::{Domain, Profile};
use crate::fact::Fact;
use crate::linear::{Constraint, Linear, Relation};
use crate::rational::Rational;

use super::bound::{self, Bound};
use super::fault::Fault;
use super::input::{Condition, Expression, Terms};
use octagon::Octagon;
use shape::Entry;
pub(super) use shape::Shape;
use zone::Zone;

/// The domain of bounds of variables and of differences of two. All its operations are the best ones, except conditions that no zone can
/// express, for which emptiness is exact.
pub type Zones = Matrices<Zone>;

/// The domain of bounds of variables and of sums and differences of two. All its operations are the best ones, except conditions that no
/// octagon can express, for which emptiness is exact.
pub type Octagons = Matrices<Octagon>;

/// A domain whose elements are matrices of bounds: [`Zones`] or [`Octagons`].
#[derive(Clone, Debug)]
pub struct Matrices<S> {
    profile: Profile,
    dimension: usize,
    fault: Option<Fault>,
    entries: Vec<Entry>,
    shape: PhantomData<S>,
}

/// An element: a matrix of bounds, or ⊥.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// `None` is ⊥. There is a solution otherwise.
    bounds: Option<Vec<Bound>>,
    /// Whether all bounds are as tight as possible. The result of a widening is not made so: its next use as an operand of a widening would
    /// find bounds again that were given up, and there would be no end.
    closed: bool,
}

impl Matrix {
    const EMPTY: Matrix = Matrix { bounds: None, closed: true };

    fn of_closed(bounds: Vec<Bound>) -> Matrix {
        Matrix { bounds: Some(bounds), closed: true }
    }
}

impl<S: Shape> Matrices<S> {
    /// Matrices for so many variables.
    #[must_use]
    pub fn new(dimension: usize) -> Matrices<S> {
        Matrices::with_fault(dimension, None)
    }

    /// Matrices with a mistake.
    #[must_use]
    pub fn with_fault(dimension: usize, fault: Option<Fault>) -> Matrices<S> {
        let profile = Profile::exact(S::NAME, S::CLASS);
        Matrices {
            profile,
            dimension,
            fault: fault.filter(|f| f.domain() == S::NAME),
            entries: S::entries(dimension),
            shape: PhantomData,
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// The bounds of an element, as tight as possible; `None` for ⊥.
    fn closed<'a>(&self, x: &'a Matrix) -> Option<Cow<'a, [Bound]>> {
        let bounds = x.bounds.as_deref()?;
        if x.closed {
            return Some(Cow::Borrowed(bounds));
        }
        self.close(bounds.to_vec()).map(Cow::Owned)
    }

    fn close(&self, mut bounds: Vec<Bound>) -> Option<Vec<Bound>> {
        S::close(&mut bounds, self.dimension, self.has(Fault::OctagonClosureWeak)).then_some(bounds)
    }

    fn element_of(&self, bounds: Vec<Bound>) -> Matrix {
        Matrix { bounds: self.close(bounds), closed: true }
    }

    fn forget(&self, bounds: &mut [Bound], variable: usize) {
        for entry in &self.entries {
            let Some((_, c)) = entry.form.iter().find(|(v, _)| *v == variable) else { continue };
            if self.has(Fault::ZoneProjectForgetsHalf) && c.signum() > 0 {
                continue;
            }
            bounds[entry.at] = None;
        }
    }

    /// Adds that expressions are not negative.
    fn restrict(&self, mut bounds: Vec<Bound>, inequalities: &[Terms]) -> Option<Vec<Bound>> {
        let weak = self.has(Fault::OctagonClosureWeak);
        if let Some(edges) = inequalities.iter().map(transfer::representable::<S>).collect::<Option<Vec<_>>>()
        {
            let holds = edges.into_iter().all(|edge| S::add(&mut bounds, self.dimension, edge, weak));
            return holds.then_some(bounds);
        }
        let mut refined = bounds.clone();
        for e in inequalities {
            if !transfer::refine::<S>(&bounds, &self.entries, self.dimension, e, &mut refined) {
                return None;
            }
        }
        self.close(refined)
    }
}

/// Combines entry by entry.
fn combine(x: &[Bound], y: &[Bound], f: impl Fn(&Bound, &Bound) -> Bound) -> Vec<Bound> {
    x.iter().zip(y).map(|(a, b)| f(a, b)).collect()
}

impl<S: Shape> Domain for Matrices<S> {
    type Element = Matrix;
    type Expression = Expression;
    type Condition = Condition;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn expression(&self, linear: &Linear) -> Expression {
        Expression::new(linear, self.dimension)
    }

    fn condition(&self, constraint: &Constraint) -> Condition {
        Condition::new(constraint, self.dimension)
    }

    fn top(&self) -> Matrix {
        let mut bounds = vec![None; S::len(self.dimension)];
        for i in 0..S::nodes(self.dimension) {
            bounds[S::at(self.dimension, i, i)] = Some(Rational::ZERO);
        }
        Matrix::of_closed(bounds)
    }

    fn bottom(&self) -> Matrix {
        Matrix::EMPTY
    }

    fn copy(&self, x: &Matrix) -> Matrix {
        x.clone()
    }

    fn is_leq(&self, x: &Matrix, y: &Matrix) -> bool {
        let Some(x) = self.closed(x) else { return true };
        // The bounds of y need not be tight: whatever follows from them holds too.
        let Some(y) = &y.bounds else { return false };
        if self.has(Fault::OctagonLeqUnaryOnly) {
            let mut unary = self.entries.iter().filter(|entry| entry.form.len() == 1);
            return unary.all(|entry| bound::within(&x[entry.at], &y[entry.at]));
        }
        x.iter().zip(y).all(|(a, b)| bound::within(a, b))
    }

    fn is_eq(&self, x: &Matrix, y: &Matrix) -> bool {
        self.closed(x) == self.closed(y)
    }

    fn is_bottom(&self, x: &Matrix) -> bool {
        x.bounds.is_none()
    }

    fn is_top(&self, x: &Matrix) -> bool {
        x.bounds.as_ref().is_some_and(|bounds| self.entries.iter().all(|entry| bounds[entry.at].is_none()))
    }

    fn join(&self, x: &Matrix, y: &Matrix) -> Matrix {
        match (self.closed(x), self.closed(y)) {
            (None, _) => y.clone(),
            (_, None) => x.clone(),
            (Some(a), Some(b)) => {
                let mut bounds = combine(&a, &b, bound::larger);
                if self.has(Fault::OctagonJoinLeftOnly) {
                    for entry in self.entries.iter().filter(|entry| entry.form.len() == 2) {
                        bounds[entry.at].clone_from(&a[entry.at]);
                    }
                }
                Matrix::of_closed(bounds)
            }
        }
    }

    fn meet(&self, x: &Matrix, y: &Matrix) -> Matrix {
        let (Some(a), Some(b)) = (&x.bounds, &y.bounds) else { return Matrix::EMPTY };
        if self.has(Fault::OctagonMeetLarger) && self.is_leq(x, y)
            || self.has(Fault::OctagonMeetSecond) && self.is_top(y)
        {
            return y.clone();
        }
        let bounds = combine(a, b, bound::smaller);
        if self.has(Fault::OctagonMeetUnclosed) || self.has(Fault::ZoneMeetUnclosed) {
            return Matrix::of_closed(bounds);
        }
        self.element_of(bounds)
    }

    fn widen(&self, x: &Matrix, y: &Matrix) -> Matrix {
        let Some(a) = &x.bounds else { return y.clone() };
        let Some(b) = self.closed(y) else { return x.clone() };
        let mut bounds = combine(a, &b, bound::stable);
        if self.has(Fault::OctagonWidenStrict) {
            for entry in &self.entries {
                if b[entry.at] == bounds[entry.at] {
                    bounds[entry.at] = None;
                }
            }
        }
        if self.has(Fault::OctagonWidenClosed) || self.has(Fault::ZoneWidenClosed) {
            return self.element_of(bounds);
        }
        Matrix { bounds: Some(bounds), closed: false }
    }

    fn narrow(&self, x: &Matrix, y: &Matrix) -> Matrix {
        let (Some(x), Some(y)) = (self.closed(x), self.closed(y)) else { return Matrix::EMPTY };
        self.element_of(combine(&x, &y, |a, b| a.clone().or_else(|| b.clone())))
    }

    fn assign(&self, x: &Matrix, variable: usize, expression: &Expression) -> Matrix {
        let Expression::Linear(e) = expression else { return self.project(x, variable) };
        let Some(bounds) = self.closed(x) else { return Matrix::EMPTY };
        // What relates a constant to other variables follows by closure; it is computed at once here.
        let skipped = self.has(Fault::OctagonAssignUnclosed) && e.terms.is_empty();
        Matrix::of_closed(transfer::assign::<S>(
            &bounds,
            &self.entries,
            self.dimension,
            (variable, e),
            |entry| entry.form.len() == 1 || !skipped,
        ))
    }

    fn project(&self, x: &Matrix, variable: usize) -> Matrix {
        let Some(bounds) = self.closed(x) else { return Matrix::EMPTY };
        let mut bounds = bounds.into_owned();
        self.forget(&mut bounds, variable);
        Matrix::of_closed(bounds)
    }

    fn cond(&self, x: &Matrix, condition: &Condition) -> Matrix {
        let Some(bounds) = self.closed(x) else { return Matrix::EMPTY };
        let inequalities = match condition {
            Condition::Always => return x.clone(),
            Condition::Never => return Matrix::EMPTY,
            Condition::AtLeastZero(inequalities) => inequalities,
        };
        match self.restrict(bounds.into_owned(), inequalities) {
            Some(bounds) => Matrix::of_closed(bounds),
            None if self.has(Fault::OctagonCondKeepsEmpty) => x.clone(),
            None => Matrix::EMPTY,
        }
    }

    fn constraints(&self, x: &Matrix) -> Vec<Fact> {
        let Some(bounds) = self.closed(x) else { return vec![Fact::contradiction(self.dimension)] };
        let mut facts: Vec<Fact> = Vec::new();
        for entry in &self.entries {
            let Some(bound) = &bounds[entry.at] else { continue };
            if entry.form.len() == 2 && self.follows_from_variables(&bounds, entry, bound) {
                continue;
            }
            let mut coefficients = vec![Rational::ZERO; self.dimension];
            let mut constant = bound.clone();
            for (v, c) in &entry.form {
                coefficients[*v] = c.neg();
            }
            if let [(v, c)] = entry.form.as_slice() {
                // Octagons keep bounds of twice a variable.
                let size = if c.signum() > 0 { c.clone() } else { c.neg() };
                coefficients[*v] = Rational::from(-i64::from(c.signum()));
                constant = constant.checked_div(&size).unwrap_or(constant);
            }
            let opposite = facts.iter_mut().find(|fact| {
                fact.constant == constant.neg()
                    && fact.coefficients.iter().zip(&coefficients).all(|(a, b)| *a == b.neg())
            });
            match opposite {
                Some(fact) => {
                    fact.relation = Relation::Equal;
                    // Of both ways to write an equation, the one whose first coefficient is positive.
                    if coefficients.iter().find(|c| !c.is_zero()).is_some_and(|c| c.signum() > 0) {
                        (fact.coefficients, fact.constant) = (coefficients, constant);
                    }
                }
                None => facts.push(Fact { coefficients, constant, relation: Relation::AtLeast }),
            }
        }
        facts
    }
}

impl<S: Shape> Matrices<S> {
    /// Whether a bound of two variables says no more than those of each.
    fn follows_from_variables(&self, bounds: &[Bound], entry: &Entry, bound: &Rational) -> bool {
        let sum = entry.form.iter().try_fold(Rational::ZERO, |sum, term| {
            let edge = S::locate(std::slice::from_ref(term))?;
            Some(&sum + &(bounds[S::at(self.dimension, edge.from, edge.to)].as_ref()? * &edge.number))
        });
        sum.is_some_and(|sum| sum <= *bound)
    }
}
