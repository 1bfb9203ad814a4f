//! Ways of making test cases.
//!
//! A [`Technique`] turns a seed into a sequence of [`TestCase`]s, lazily. The n-th case depends on the seed, the
//! technique's parameters and the [`Stream`] alone, so it can be made again anywhere.
//!
//! Invariants:
//! - Nothing here runs a solver, reads a file or looks at a clock.
//! - Every case is well typed by construction.

mod assignment;
mod case;
mod confirm;
mod fuzzsmt;
mod opfuzz;
mod read;
mod registry;
mod storm;
mod stream;
pub mod synth;
mod technique;
mod witness;

pub use case::{CheckPoint, Optimum, TestCase, Truth, kept_commands};
pub use confirm::{Doubt, confirm};
pub use fuzzsmt::{Dialect, Division, FuzzSmt, Knowledge, Use, Weights, Widths};
pub use opfuzz::{LogicPolicy, OpFuzz, Profile, Standard};
pub use read::{CaseTerms, ModelWorth};
pub use registry::{Entry, Parameter, TechniqueError, technique, techniques};
pub use storm::{Ask, Connectives, Incremental, Keep, OpenPoints, Storm, Truths, formula_depth};
pub use stream::Stream;
pub use technique::{Reply, Request, Technique};
pub use witness::{MODEL_EFFORT, is_model, witnesses};
