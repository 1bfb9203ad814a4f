//! Terms: typed, hash-consed, 32-bit ids into a [`Store`].

mod build;
mod free;
mod rewrite;
mod store;
mod typing;
mod view;
pub mod walk;

pub use build::BuildError;
pub use store::Store;
pub use typing::TypeError;
pub use view::{Attribute, Binder, Case, CasePattern, TermKind};

/// A term. Equal ids are equal terms, within the [`Store`] that made them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The position of the term in its store: dense, from zero; arguments come before what they are arguments of.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
