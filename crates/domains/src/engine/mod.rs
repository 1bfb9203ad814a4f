//! Engines: who makes the bytes that make the tests, and the rounds in which these are run.

mod bytes;
mod features;
mod round;

pub use bytes::{Engine, EngineKind};
pub use round::Tally;
pub(crate) use round::{Round, case_of};
