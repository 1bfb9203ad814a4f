//! Reference domains: intervals, zones, octagons and polyhedra with exact rationals.
//!
//! They are there to compare others with, to test the tester, and as examples. With a [`Fault`] they make a mistake.
//!
//! ```
//! use quis_domains::reference::Octagons;
//! use quis_domains::{Constraint, Domain, Linear, Relation};
//!
//! let octagons = Octagons::new(2);
//! let positive = octagons.condition(&Constraint { linear: Linear::new([1, 0], 0), relation: Relation::AtLeast });
//! let x = octagons.cond(&octagons.top(), &positive);
//! let x = octagons.assign(&x, 1, &octagons.expression(&Linear::new([1, 0], 3)));
//! let facts: Vec<String> = octagons.constraints(&x).iter().map(ToString::to_string).collect();
//! assert_eq!(facts, ["x0 >= 0", "x0 - x1 + 3 = 0", "x1 - 3 >= 0"]);
//! ```

mod bound;
mod dbm;
mod exact;
mod fault;
mod input;
mod interval;
mod machine;
mod polyhedra;
#[cfg(test)]
mod speed;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use dbm::{Matrices, Matrix, Octagons, Zones};
pub use exact::Exact;
pub use fault::Fault;
pub use input::{Condition, Expression, Terms};
pub use interval::{Intervals, Ranges};
pub use machine::{MachineCondition, MachineExpression, MachineIntervals, MachineRanges};
pub use polyhedra::{Polyhedra, Polyhedron, RowCondition, RowExpression};

use crate::registry::Visitor;
use fault::owner;

/// The names of the reference domains.
#[must_use]
pub fn domains() -> [&'static str; 5] {
    [owner::INTERVALS, owner::ZONES, owner::OCTAGONS, owner::POLYHEDRA, owner::MACHINE_INTERVALS]
}

/// Does something with a reference domain, which may have a fault; `None` if there is no such domain.
///
/// ```
/// use quis_domains::reference::{domains, with_domain};
/// use quis_domains::{Class, Domain, Visitor};
///
/// struct ClassOf;
///
/// impl Visitor for ClassOf {
///     type Output = Class;
///     fn visit<D: Domain>(self, domain: D) -> Class {
///         domain.profile().class
///     }
/// }
///
/// assert_eq!(with_domain("reference:polyhedra", 8, None, ClassOf), Some(Class::Polyhedra));
/// assert!(domains().iter().all(|name| with_domain(name, 8, None, ClassOf).is_some()));
/// ```
pub fn with_domain<V: Visitor>(
    name: &str,
    dimension: usize,
    fault: Option<Fault>,
    visitor: V,
) -> Option<V::Output> {
    Some(match name {
        owner::INTERVALS => visitor.visit(Intervals::with_fault(dimension, fault)),
        owner::ZONES => visitor.visit(Zones::with_fault(dimension, fault)),
        owner::OCTAGONS => visitor.visit(Octagons::with_fault(dimension, fault)),
        owner::POLYHEDRA => visitor.visit(Polyhedra::with_fault(dimension, fault)),
        owner::MACHINE_INTERVALS => visitor.visit(MachineIntervals::with_fault(dimension, fault)),
        _ => return None,
    })
}
