//! Tests numerical abstract domains: are they sound, precise, and do they converge?

pub mod adapters;
mod domain;
mod fact;
mod linear;
mod rational;

pub use domain::{Class, Domain, Numbers, Profile};
pub use fact::Fact;
pub use linear::{Constant, Constraint, Linear, Relation, Special};
pub use rational::Rational;
