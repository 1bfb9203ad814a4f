//! Triggering terms: which term lets E-matching finish a proof.

mod front;
mod problem;
mod refute;

pub use front::{FrontError, Selection, problem};
pub use problem::{Axiom, Formula, Instance, Level, Problem, Skolem};
pub use refute::{Core, Refutation, Refuter, core, refute};
