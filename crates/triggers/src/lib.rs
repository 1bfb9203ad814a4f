//! Triggering terms: which term lets E-matching finish a proof.

mod answer;
mod candidate;
mod front;
mod instances;
mod matcher;
mod minimize;
mod portfolio;
mod problem;
mod refute;
mod relax;
mod remedy;
mod synth;
mod text;

pub use answer::{Answer, Example, explanation};
pub use candidate::{Candidate, Named};
pub use front::{FrontError, Selection, problem};
pub use matcher::{Matched, Matcher};
pub use minimize::minimized;
pub use portfolio::{Event, Explored, Outcome, Settings, solve};
pub use problem::{Axiom, Formula, Instance, Level, Problem, Skolem};
pub use refute::{Core, Refutation, Refuter, core, refute};
pub use remedy::{Remedy, remedies};
pub use synth::{CONFIGS, Config, Synthesis};
