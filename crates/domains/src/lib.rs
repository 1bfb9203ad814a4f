//! Tests numerical abstract domains: are they sound, precise, and do they converge?

mod domain;
mod fact;
mod linear;
mod rational;
pub mod reference;

pub use domain::{Class, Domain, Numbers, Profile};
pub use fact::Fact;
pub use linear::{Constant, Constraint, Linear, Relation, Special};
pub use rational::Rational;
