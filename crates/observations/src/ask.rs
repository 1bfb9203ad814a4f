//! What a solver is asked for.

use serde::{Deserialize, Serialize};

/// What a solver is asked for after each check, beside its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ask {
    /// A model. After `unsat` a solver has none and says so.
    pub models: bool,
    /// The names of assertions that cannot all be true. After `sat` there are none.
    pub cores: bool,
    /// The values of the objectives. After `unsat` they have none.
    pub objectives: bool,
}

impl Ask {
    /// A model alone.
    pub const MODELS: Ask = Ask { models: true, cores: false, objectives: false };
}
