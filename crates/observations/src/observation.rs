//! What a solver did with a test case.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::end::End;
use crate::reply::Reply;

/// Whether a solver is started for each case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A process for each case.
    Fresh,
    /// One process for many cases, with `(reset)` between them.
    Session,
}

/// What a solver did with a test case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// The solver, as the user calls it.
    pub solver: String,
    /// What it said to each check, in order.
    pub replies: Vec<Reply>,
    /// All that it printed to the standard output.
    pub stdout: Vec<u8>,
    /// All that it printed to the standard error.
    pub stderr: Vec<u8>,
    /// How it ended. In a session that goes on, as if it had ended by itself.
    pub end: End,
    /// How long it took, on the clock.
    pub wall: Duration,
    /// The CPU time of its first process and of those children that it waited for; in a session, of its first thread
    /// during the case.
    pub cpu: Duration,
    /// The most memory that one of its processes had, in bytes; in a session, up to here.
    pub memory: Option<u64>,
    /// How it was run.
    pub mode: Mode,
    /// How it was asked, where that is not the usual way.
    #[serde(default)]
    pub variation: Variation,
}

/// A solver with another random seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reseeded {
    /// The solver, as the user calls it.
    pub of: String,
    /// The random seed.
    pub seed: u32,
}

impl Observation {
    /// The solver, as the user calls it, whatever random seed it was given.
    #[must_use]
    pub fn base(&self) -> &str {
        self.variation.reseeded.as_ref().map_or(&self.solver, |reseeded| &reseeded.of)
    }
}

/// How a solver was asked, where that is not the usual way.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Variation {
    /// Which solver it is with another random seed.
    pub reseeded: Option<Reseeded>,
    /// Whether the check was made by a tactic: then a solver may give up, and take its time.
    pub by_tactic: bool,
    /// Whether it was run without the options and tactics of the campaign.
    pub plain: bool,
}
