//! Tests numerical abstract domains: are they sound, precise, and do they converge?
//!
//! A domain is whatever implements [`Domain`]. [`test`] makes pools of elements, checks [properties](PROPERTIES) that hold of every abstract
//! domain on them, and makes what fails as small as it can; [`assert_domain`] is the same as one line of a test.
//!
//! ```
//! use quis_domains::reference::{Fault, Octagons};
//! use quis_domains::{Settings, test};
//!
//! // A join that takes sums and differences from its first operand only.
//! let wrong = Octagons::with_fault(2, Fault::parse("octagon-join-left-only"));
//! let report = test(&wrong, &Settings { first: true, ..Settings::default() });
//! println!("{}", report.violations[0]);
//! // property 9 [S] y ⊑ x ⊔ y does not hold: …
//! assert!(report.violations[0].case.steps.len() < 6);
//!
//! let right = test(&Octagons::new(2), &Settings { rounds: 100, ..Settings::default() });
//! assert!(right.violations.is_empty());
//! ```
//!
//! Libraries are tested in [processes of their own](isolation), through [adapters]; [reference] domains with exact numbers are there to compare with.
//! A failure is also a [program](program()) that shows it to others; what several runs found is put together in a [report].
//!
//! Invariants:
//! - A [`Case`] is data: it can be run again, made smaller, written down, and it does the same operations in the same order wherever it runs.
//! - All choices come from a string of bytes; the same bytes give the same case.
//! - No property is asked of a domain that need not have it ([`Property::applies`]), and what a library fails at is never taken for a violation.

pub mod adapters;
mod case;
pub mod coverage;
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
pub mod report;
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
