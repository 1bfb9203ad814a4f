//! Running tests in this process.

mod bench;
mod best;
mod check;
mod states;

pub(crate) use bench::Bench;
pub(crate) use check::CHAIN;
pub use check::Outcome;
pub(crate) use states::States;
