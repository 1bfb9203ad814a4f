//! What variables stand for.

use hashbrown::HashMap;
use quis_smtlib::Term;
use rustc_hash::FxBuildHasher;

use super::Slot;

/// What variables stand for in a part of the evaluation, and the values of terms that depend on them.
#[derive(Debug)]
pub(super) struct Environment {
    /// The environment around this one; none for the body of a function.
    pub(super) parent: EnvId,
    /// The variables bound here.
    pub(super) bound: Box<[Term]>,
    pub(super) memo: HashMap<Term, Slot, FxBuildHasher>,
}

/// A position in the stack of environments, plus one; zero is the outermost, in which nothing is bound.
pub(super) type EnvId = u32;

/// Where no variable is bound.
pub(super) const GLOBAL: EnvId = 0;
