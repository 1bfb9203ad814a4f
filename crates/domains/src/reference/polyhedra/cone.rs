//! Polyhedra as cones with one dimension more: the points x of a polyhedron are the rays (1, x) of its cone, its directions the rays (0, x).

use crate::fact::Fact;
use crate::linear::Relation;
#[cfg(test)]
use crate::rational::Rational;

use super::conversion::{System, extend};
use super::row::{Number, Row};

/// A polyhedron that is not empty, described by constraints and by generators, both minimal. Column 0 is the additional dimension, which is never
/// negative: that is one of the constraints, or follows from them.
#[derive(Clone, Debug)]
pub(super) struct Cone {
    /// How many columns there are: the variables and one.
    pub(super) width: usize,
    pub(super) constraints: System,
    pub(super) generators: System,
}

impl Cone {
    pub(super) fn top(width: usize) -> Cone {
        let positive = Row::unit(width, 0);
        Cone {
            width,
            constraints: System { lines: Vec::new(), rays: vec![positive.clone()] },
            generators: System {
                lines: (1..width).map(|column| Row::unit(width, column)).collect(),
                rays: vec![positive],
            },
        }
    }

    /// The cone that is generated. There must be a point.
    pub(super) fn of_generators(width: usize, generators: &System) -> Cone {
        // The cone {0} satisfies all equations.
        let mut constraints =
            System { lines: (0..width).map(|column| Row::unit(width, column)).collect(), rays: Vec::new() };
        let mut own = System { lines: Vec::new(), rays: Vec::new() };
        extend(width, &mut own, &mut constraints, &generators.lines, &generators.rays);
        Cone { width, constraints, generators: own }
    }

    /// Adds equations and inequalities. Says whether points remain; if not, the cone is no polyhedron any more.
    pub(super) fn restrict(&mut self, equations: &[Row], inequalities: &[Row]) -> bool {
        extend(self.width, &mut self.constraints, &mut self.generators, equations, inequalities);
        self.has_points()
    }

    /// Adds lines, rays and points.
    pub(super) fn expand(&mut self, lines: &[Row], rays: &[Row]) {
        extend(self.width, &mut self.generators, &mut self.constraints, lines, rays);
    }

    fn has_points(&self) -> bool {
        self.generators.rays.iter().any(|ray| ray.sign(0) > 0)
    }

    /// Whether all generators of a kind satisfy the constraints of another cone.
    pub(super) fn is_within(&self, other: &Cone, counts: impl Fn(&Row) -> bool) -> bool {
        let zero = |row: &Row, by: &Row| row.dot(by).sign() == 0;
        self.generators.lines.iter().filter(|line| counts(line)).all(|line| {
            other.constraints.lines.iter().chain(&other.constraints.rays).all(|row| zero(row, line))
        }) && self.generators.rays.iter().filter(|ray| counts(ray)).all(|ray| {
            other.constraints.lines.iter().all(|row| zero(row, ray))
                && other.constraints.rays.iter().all(|row| row.dot(ray).sign() >= 0)
        })
    }

    /// Replaces a variable, which is in the column, by an expression that mentions it: everything can be undone, so that both descriptions
    /// are mapped. `sign` is that of the coefficient.
    pub(super) fn transform(&mut self, column: usize, expression: &Row, sign: i32) {
        for row in self.generators.lines.iter_mut().chain(&mut self.generators.rays) {
            let value = expression.dot(row);
            *row = row.replaced(column, &value);
        }
        // With x' = c x + rest, a x is (a / c) (x' - rest).
        let size = expression.get(column).abs();
        let rest = expression.replaced_exactly(column, -1);
        for row in self.constraints.lines.iter_mut().chain(&mut self.constraints.rays) {
            let own = row.get(column);
            if own.sign() == 0 {
                continue;
            }
            let factor = if sign > 0 { own.neg() } else { own };
            *row = Row::combine(&size, &row.replaced_exactly(column, 0), &factor, &rest);
        }
        self.constraints.reduce();
        self.generators.reduce();
    }

    /// The least upper bound of an expression; `None` is +∞.
    #[cfg(test)]
    pub(super) fn maximum(&self, expression: &Row) -> Option<Rational> {
        if self.generators.lines.iter().any(|line| expression.dot(line).sign() != 0) {
            return None;
        }
        let mut greatest: Option<Rational> = None;
        for ray in &self.generators.rays {
            let value = expression.dot(ray);
            if ray.sign(0) == 0 {
                if value.sign() > 0 {
                    return None;
                }
                continue;
            }
            let value = Rational::from_integers(value.to_big(), ray.get(0).to_big());
            greatest = Some(greatest.map_or(value.clone(), |g| g.max(value)));
        }
        greatest
    }

    /// What the constraints say, in a canonical form.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let fact = |row: &Row, relation| {
            // The first coefficient is ±1.
            let by: Number = row.get(row.pivot()).abs();
            Fact {
                coefficients: (1..self.width).map(|column| row.ratio(column, &by)).collect(),
                constant: row.ratio(0, &by),
                relation,
            }
        };
        let equations = self.constraints.lines.iter().map(|row| fact(row, Relation::Equal));
        let positive = |row: &&Row| !row.is_constant();
        let inequalities = self.constraints.rays.iter().filter(positive);
        let mut facts: Vec<Fact> =
            equations.chain(inequalities.map(|row| fact(row, Relation::AtLeast))).collect();
        facts.sort();
        facts
    }
}
