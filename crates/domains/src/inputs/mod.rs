//! Inputs: pools of elements in two steps (the dissertation's algorithm 2.1), and arguments that satisfy premises.

mod config;
mod hand;
mod pool;
mod source;
mod values;

pub use config::{Boundary, CONFIGS, Config};
pub(crate) use hand::{Dealer, Dealt, Deck};
pub(crate) use pool::Maker;
pub use source::{Noise, Source};
