//! Tests numerical abstract domains: are they sound, precise, and do they converge?

pub mod adapters;
mod case;
mod domain;
mod engine;
mod fact;
mod fixture;
mod inputs;
pub mod isolation;
mod linear;
mod local;
mod program;
mod property;
mod rational;
pub mod reference;
mod registry;
mod run;
mod shrink;
mod text;

pub use case::{Action, Arguments, Case, Step};
pub use domain::{Class, Domain, Numbers, Profile};
pub use engine::{Engine, EngineKind, Tally};
pub use fact::Fact;
pub use inputs::{Boundary, CONFIGS, Config, Noise, Source};
pub use linear::{Constant, Constraint, Linear, Relation, Special};
pub use local::{Report, Settings, Violation, assert_domain, outcome, test};
pub use program::{Program, program};
pub use property::{Condition, Formula, Kind, Operator, PROPERTIES, Property, Term};
pub use rational::Rational;
pub use registry::{NoSuchDomain, Visitor, with};
pub use run::Outcome;
pub use shrink::{compact, shrink};
pub use text::text;
