//! Running tests in this process.

mod bench;
mod best;
mod check;
mod kept;
mod stair;
mod states;

pub(crate) use bench::Bench;
pub use check::Outcome;
pub(crate) use check::{ALTERNATE, CHAIN, LOOP, STAIR};
pub(crate) use stair::{Bound, stair};
pub(crate) use states::States;
