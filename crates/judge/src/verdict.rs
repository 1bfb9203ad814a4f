//! What the judge says.

use serde::{Deserialize, Serialize};

/// What is wrong, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// `unsat` on a satisfiable input.
    RefutationUnsound,
    /// `sat` on an unsatisfiable input.
    SolutionUnsound,
    /// An assertion is false under the model.
    InvalidModel,
    /// The core is satisfiable.
    InvalidCore,
    /// The optimum is another.
    WrongOptimum,
    /// The truth is open, and solvers differ.
    Disagreement,
    /// The solver died, or found itself at fault.
    Crash,
    /// An error on a well-formed input.
    Rejected,
    /// The answer depends on the random seed, or on what the process did before.
    Unstable,
    /// `unknown` where a decidable fragment is promised.
    Incomplete,
    /// Much slower than the others, or than on the seed.
    Slow,
    /// The core is valid, but not minimal.
    LooseCore,
}

impl Kind {
    /// All kinds, the worst first.
    pub const ALL: [Kind; 12] = [
        Kind::RefutationUnsound,
        Kind::SolutionUnsound,
        Kind::InvalidModel,
        Kind::InvalidCore,
        Kind::WrongOptimum,
        Kind::Disagreement,
        Kind::Crash,
        Kind::Rejected,
        Kind::Unstable,
        Kind::Incomplete,
        Kind::Slow,
        Kind::LooseCore,
    ];

    /// The name that is shown and stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::RefutationUnsound => "refutation-unsound",
            Kind::SolutionUnsound => "solution-unsound",
            Kind::InvalidModel => "invalid-model",
            Kind::InvalidCore => "invalid-core",
            Kind::WrongOptimum => "wrong-optimum",
            Kind::Disagreement => "disagreement",
            Kind::Crash => "crash",
            Kind::Rejected => "rejected",
            Kind::Unstable => "unstable",
            Kind::Incomplete => "incomplete",
            Kind::Slow => "slow",
            Kind::LooseCore => "loose-core",
        }
    }
}

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
    /// Why that is known: the witness, the false part of an assertion, the assertion text of a crash …
    pub evidence: String,
    /// Equal for verdicts with one cause, as far as can be told: words that people can read.
    pub fingerprint: String,
}
