//! Oracles: from a test case and what solvers did to verdicts.

mod verdict;

pub use verdict::{Kind, Verdict};
