//! Reference domains: intervals, zones, octagons and polyhedra with exact rationals.
//!
//! They are there to compare others with, to test the tester, and as examples. With a [`Fault`] they make a mistake.

mod bound;
mod dbm;
mod fault;
mod input;
mod interval;
mod polyhedra;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use dbm::{Matrices, Matrix, Octagons, Zones};
pub use fault::Fault;
pub use input::{Condition, Expression, Terms};
pub use interval::{Intervals, Ranges};
pub use polyhedra::{Polyhedra, Polyhedron, RowCondition, RowExpression};
