//! The steps, simple formulas first.

mod congruence;
pub(super) mod constants;
pub(super) mod cores;
pub(super) mod equivalences;
pub(super) mod functions;
pub(super) mod maxsmt;
pub(super) mod quantified;
pub(super) mod redundancy;
pub(super) mod refuted;
pub(super) mod simple;
mod spread;
pub(super) mod terms;
