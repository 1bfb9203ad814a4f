//! The steps, simple formulas first.

pub(super) mod constants;
pub(super) mod cores;
pub(super) mod equivalences;
pub(super) mod maxsmt;
pub(super) mod redundancy;
pub(super) mod simple;
pub(super) mod terms;
