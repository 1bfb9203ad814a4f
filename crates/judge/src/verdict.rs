//! A verdict: one thing that a solver did wrong.

use serde::{Deserialize, Serialize};

pub(crate) use crate::kind::Kind;

/// What is wrong with what one solver did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// What is wrong.
    pub kind: Kind,
    /// The solver at fault, as its observation names it.
    pub solver: String,
    /// The check, from zero, if it is about one.
    pub check: Option<usize>,
    /// What would have been right, in one line.
    pub expected: String,
    /// What the solver did, in one line.
    pub actual: String,
    /// The proof: the witness, the false part of an assertion, the assertion text of a crash …
    pub evidence: String,
    /// A readable text that is equal for verdicts with one cause, as far as the judge can see.
    pub fingerprint: String,
    /// A model of the check that shows it, if there is one that the solver did not print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
}
