//! Domains of the Parma Polyhedra Library, through its C interface.
//!
//! It has no infinite constants: an assignment of one gives the variable any value, and a condition with one says nothing.

mod ffi;
mod handle;
pub(crate) mod variant;

pub use handle::{Condition, Element, Expression, Ppl};

/// The library with the C interface.
pub(crate) const STEM: &str = "libppl_c";
