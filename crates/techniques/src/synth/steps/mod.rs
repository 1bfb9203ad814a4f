//! The steps, simple formulas first.

pub(super) mod constants;
pub(super) mod cores;
pub(super) mod equivalences;
pub(super) mod redundancy;
pub(super) mod refuted;
pub(super) mod simple;
mod spread;
pub(super) mod terms;
