//! The result of validation, as data.

use std::ops::Range;
use std::time::Duration;

use quis_smtlib::Diagnostic;
use quis_solvers::Answer;

use super::Explanation;

/// What validation found at one check of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The number of the check, from one.
    pub check: usize,
    /// How many checks the script has.
    pub checks: usize,
    /// Where the check stands, if that is known.
    pub place: Option<Range<usize>>,
    /// What the solver answered, if no error spoils it.
    pub answer: Option<Answer>,
    /// The outcome in one word.
    pub kind: Kind,
    /// Why the model is open, or why the solver gave no answer.
    pub message: Option<String>,
    /// One word for that.
    pub reason: Option<&'static str>,
    /// The assertion that is false or open.
    pub assertion: Option<Assertion>,
    /// Why that assertion is false.
    pub explanation: Option<Explanation>,
    /// The parts of the model that Quis cannot read.
    pub unread: Option<Unread>,
    /// How long the solver ran, for all checks.
    pub wall: Duration,
    /// Whether an interrupt ended the run before the solver answered this check.
    pub interrupted: bool,
}

/// One word for an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The model satisfies all assertions.
    Valid {
        /// Whether values had to be chosen for what the model leaves open.
        completed: bool,
    },
    /// An assertion is false under the model.
    Invalid,
    /// Evaluation does not decide.
    Open,
    /// The solver answered `unsat`.
    Unsat,
    /// The solver answered `unknown`.
    Unknown,
    /// The solver reached its limit of time.
    Timeout,
    /// The solver gave no answer, or no model.
    Error,
}

impl Kind {
    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Valid { .. } => "valid",
            Kind::Invalid => "invalid",
            Kind::Open => "open",
            Kind::Unsat => "unsat",
            Kind::Unknown => "unknown",
            Kind::Timeout => "timeout",
            Kind::Error => "error",
        }
    }
}

/// An assertion, for messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// Where its command stands, if that is known.
    pub place: Option<Range<usize>>,
    /// A sketch of the assertion.
    pub text: String,
    /// A sketch of the part without a value, if it is not the whole assertion.
    pub part: Option<String>,
}

/// A model that Quis cannot read completely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The model, as the solver printed it.
    pub model: String,
    /// What is wrong with it, with places in that text.
    pub diagnostics: Vec<Diagnostic>,
}
