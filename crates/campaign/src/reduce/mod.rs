//! The cases of findings, made smaller as far as it goes.
//!
//! A reduction keeps a verdict and the reason for it ([`Aim`]). A witness or a core keeps the truth in memory, so that the solver at
//! fault alone is run; where neither is known, solvers that are believed must go on contradicting it.

mod aim;
pub(crate) mod background;
mod file;
mod finding;
mod predicate;
mod task;
mod trust;

pub use aim::Aim;
pub(crate) use aim::witness;
pub use file::Subject;
pub use finding::{Home, Reduction, with_case, with_releases};
pub use predicate::SameVerdict;
pub(crate) use task::Seen;
pub use task::Task;

#[cfg(test)]
mod tests;
