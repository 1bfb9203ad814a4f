//! Polyhedra: all linear constraints.

mod bits;
mod cone;
mod conversion;
mod row;
#[cfg(test)]
mod tests;
mod widening;

use crate::domain::{Class, Domain, Profile};
use crate::fact::Fact;
use crate::linear::{Constant, Constraint, Linear, Relation};

use super::fault::{Fault, owner};
use super::input::{self, Truth};
use cone::Cone;
use conversion::System;
use row::Row;

/// The domain of closed convex polyhedra. All its operations are exact or, as the join, the best ones. There is no narrowing.
#[derive(Clone, Debug)]
pub struct Polyhedra {
    profile: Profile,
    dimension: usize,
    fault: Option<Fault>,
}

/// A polyhedron.
#[derive(Clone, Debug)]
pub struct Polyhedron(
    /// `None` is ⊥.
    Option<Cone>,
);

/// An expression as polyhedra take it: `None` is any value.
#[derive(Clone, Debug)]
pub struct RowExpression(Option<Row>);

/// A condition as polyhedra take it.
#[derive(Clone, Debug)]
pub struct RowCondition(Rows);

#[derive(Clone, Debug)]
enum Rows {
    Always,
    Never,
    Zero(Row),
    AtLeastZero(Row),
}

impl Polyhedra {
    /// Polyhedra of so many variables.
    #[must_use]
    pub fn new(dimension: usize) -> Polyhedra {
        Polyhedra::with_fault(dimension, None)
    }

    /// Polyhedra with a mistake.
    #[must_use]
    pub fn with_fault(dimension: usize, fault: Option<Fault>) -> Polyhedra {
        let profile = Profile {
            narrowing: false,
            monotone_widening: true,
            standard_widening: true,
            ..Profile::exact(owner::POLYHEDRA, Class::Polyhedra)
        };
        Polyhedra { profile, dimension, fault: fault.filter(|f| f.domain() == owner::POLYHEDRA) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn width(&self) -> usize {
        self.dimension + 1
    }

    /// The constant and the coefficients.
    fn row(&self, linear: &Linear, constant: i64) -> Row {
        let coefficients = (0..self.dimension).map(|v| linear.coefficients.get(v).copied().unwrap_or(0));
        Row::new(std::iter::once(constant).chain(coefficients))
    }

    fn restrict(cone: &Cone, equations: &[Row], inequalities: &[Row]) -> Polyhedron {
        let mut result = cone.clone();
        Polyhedron(result.restrict(equations, inequalities).then_some(result))
    }

    /// How many points and rays an element has.
    #[cfg(test)]
    pub(super) fn vertices(&self, x: &Polyhedron) -> usize {
        x.0.as_ref().map_or(0, |cone| cone.generators.rays.len())
    }

    /// A condition that says the same as a fact.
    pub(super) fn row_of_fact(&self, fact: &Fact) -> RowCondition {
        let row = Row::of_ratios(std::iter::once(&fact.constant).chain(&fact.coefficients));
        RowCondition(match fact.relation {
            Relation::Equal => Rows::Zero(row),
            Relation::AtLeast | Relation::Above => Rows::AtLeastZero(row),
        })
    }

    /// The least upper bound of an expression; `None` is +∞, and that of ⊥ too.
    #[cfg(test)]
    pub(super) fn maximum(&self, x: &Polyhedron, linear: &Linear) -> Option<crate::rational::Rational> {
        x.0.as_ref()?.maximum(&self.row(linear, linear.constant.finite()?))
    }
}

impl Domain for Polyhedra {
    type Element = Polyhedron;
    type Expression = RowExpression;
    type Condition = RowCondition;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn expression(&self, linear: &Linear) -> RowExpression {
        RowExpression(match linear.constant {
            Constant::Finite(constant) => Some(self.row(linear, constant)),
            Constant::Special(_) | Constant::Interval(..) => None,
        })
    }

    fn condition(&self, constraint: &Constraint) -> RowCondition {
        RowCondition(match input::truth(constraint, self.dimension) {
            Truth::Always => Rows::Always,
            Truth::Never => Rows::Never,
            Truth::Depends(constant) => {
                let row = self.row(&constraint.linear, constant);
                match constraint.relation {
                    Relation::Equal => Rows::Zero(row),
                    Relation::AtLeast | Relation::Above => Rows::AtLeastZero(row),
                }
            }
        })
    }

    fn top(&self) -> Polyhedron {
        Polyhedron(Some(Cone::top(self.width())))
    }

    fn bottom(&self) -> Polyhedron {
        Polyhedron(None)
    }

    fn copy(&self, x: &Polyhedron) -> Polyhedron {
        x.clone()
    }

    fn is_leq(&self, x: &Polyhedron, y: &Polyhedron) -> bool {
        let Some(x) = &x.0 else { return true };
        let Some(y) = &y.0 else { return false };
        x.is_within(y, |row| row.sign(0) > 0 || !self.has(Fault::PolyhedraLeqIgnoresRays))
    }

    fn is_eq(&self, x: &Polyhedron, y: &Polyhedron) -> bool {
        match (&x.0, &y.0) {
            (Some(a), Some(b)) => {
                // Minimal descriptions of the same polyhedron have the same sizes.
                a.constraints.lines.len() == b.constraints.lines.len()
                    && a.generators.rays.len() == b.generators.rays.len()
                    && a.is_within(b, |_| true)
                    && b.is_within(a, |_| true)
            }
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    fn is_bottom(&self, x: &Polyhedron) -> bool {
        x.0.is_none()
    }

    fn is_top(&self, x: &Polyhedron) -> bool {
        x.0.as_ref().is_some_and(|cone| cone.generators.lines.len() == self.dimension)
    }

    fn join(&self, x: &Polyhedron, y: &Polyhedron) -> Polyhedron {
        let (a, b) = match (&x.0, &y.0) {
            (None, _) => return y.clone(),
            (_, None) => return x.clone(),
            (Some(a), Some(b)) => (a, b),
        };
        let is_point = |row: &&Row| row.sign(0) > 0;
        if self.has(Fault::PolyhedraJoinAliased) && std::ptr::eq(x, y) {
            let points = a.generators.rays.iter().filter(is_point).cloned().collect();
            let generators = System { lines: a.generators.lines.clone(), rays: points };
            return Polyhedron(Some(Cone::of_generators(self.width(), &generators)));
        }
        // The one with more generators to start from: fewer are to be added.
        let (a, b) = if a.generators.rays.len() < b.generators.rays.len() { (b, a) } else { (a, b) };
        let mut result = a.clone();
        result.expand(&b.generators.lines, &b.generators.rays);
        if self.has(Fault::PolyhedraJoinBogusRow) && !b.generators.rays.iter().all(|row| is_point(&row)) {
            result.expand(&[], &[Row::unit(self.width(), 0)]);
        }
        Polyhedron(Some(result))
    }

    fn meet(&self, x: &Polyhedron, y: &Polyhedron) -> Polyhedron {
        let (Some(a), Some(b)) = (&x.0, &y.0) else { return Polyhedron(None) };
        if self.has(Fault::PolyhedraMeetLarger) && self.is_leq(x, y) {
            return y.clone();
        }
        if self.has(Fault::PolyhedraMeetDropsPositivity) {
            let positivity = |row: &Row| {
                row.sign(0) == 0 && (1..self.width()).map(|column| row.sign(column)).sum::<i32>() == 1
            };
            let kept = b.constraints.rays.iter().filter(|row| !positivity(row)).cloned();
            return Polyhedra::restrict(a, &b.constraints.lines, &kept.collect::<Vec<_>>());
        }
        let (a, b) = if a.constraints.rays.len() < b.constraints.rays.len() { (b, a) } else { (a, b) };
        Polyhedra::restrict(a, &b.constraints.lines, &b.constraints.rays)
    }

    fn widen(&self, x: &Polyhedron, y: &Polyhedron) -> Polyhedron {
        let (a, b) = match (&x.0, &y.0) {
            (None, _) => return y.clone(),
            (_, None) => return x.clone(),
            (Some(a), Some(b)) => (a, b),
        };
        if a.is_within(b, |_| true) {
            return Polyhedron(Some(widening::widen(a, b, self.fault)));
        }
        // Not what may be asked, but there is a sound answer.
        let mut join = a.clone();
        join.expand(&b.generators.lines, &b.generators.rays);
        Polyhedron(Some(widening::widen(a, &join, self.fault)))
    }

    fn assign(&self, x: &Polyhedron, variable: usize, expression: &RowExpression) -> Polyhedron {
        let Some(row) = &expression.0 else { return self.project(x, variable) };
        let Some(cone) = &x.0 else { return Polyhedron(None) };
        let column = variable + 1;
        if column >= self.width() {
            return x.clone();
        }
        let mut result = cone.clone();
        match row.sign(column) {
            0 => {
                result.expand(&[Row::unit(self.width(), column)], &[]);
                result.restrict(&[row.replaced_exactly(column, -1)], &[]);
            }
            _ if self.has(Fault::PolyhedraAssignSign) => result.transform(column, row, 1),
            sign => result.transform(column, row, sign),
        }
        Polyhedron(Some(result))
    }

    fn project(&self, x: &Polyhedron, variable: usize) -> Polyhedron {
        let Some(cone) = &x.0 else { return Polyhedron(None) };
        if variable >= self.dimension {
            return x.clone();
        }
        let unit = Row::unit(self.width(), variable + 1);
        let mut result = cone.clone();
        result.expand(std::slice::from_ref(&unit), &[]);
        if self.has(Fault::PolyhedraProjectZero) {
            result.restrict(&[unit], &[]);
        }
        Polyhedron(Some(result))
    }

    fn cond(&self, x: &Polyhedron, condition: &RowCondition) -> Polyhedron {
        let Some(cone) = &x.0 else { return Polyhedron(None) };
        match &condition.0 {
            Rows::Always => x.clone(),
            Rows::Never => Polyhedron(None),
            Rows::Zero(row) => Polyhedra::restrict(cone, std::slice::from_ref(row), &[]),
            Rows::AtLeastZero(row) => Polyhedra::restrict(cone, &[], std::slice::from_ref(row)),
        }
    }

    fn constraints(&self, x: &Polyhedron) -> Vec<Fact> {
        match &x.0 {
            None => vec![Fact::contradiction(self.dimension)],
            Some(cone) => cone.facts(),
        }
    }
}
