//! Triggering terms: which term lets E-matching finish a proof.

mod candidate;
mod front;
mod matcher;
mod minimize;
mod problem;
mod synth;
mod text;
mod refute;

pub use candidate::{Candidate, Named};
pub use front::{FrontError, Selection, problem};
pub use matcher::{Matched, Matcher};
pub use minimize::minimized;
pub use problem::{Axiom, Formula, Instance, Level, Problem, Skolem};
pub use synth::{CONFIGS, Config, Synthesis};
pub use refute::{Core, Refutation, Refuter, core, refute};
