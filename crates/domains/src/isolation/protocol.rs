//! What parent and worker say to each other.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::domain::Profile;
use crate::engine::{EngineKind, Tally};
use crate::inputs::Config;
use crate::run::Outcome;

/// How a worker is started: a program and its arguments.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// What it is given.
    pub arguments: Vec<String>,
}

/// A domain by name, and how many variables it is to have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// `apron:oct-mpq`
    pub domain: String,
    /// The variables.
    pub dimension: usize,
}

/// What a worker is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Order {
    /// Say what may be asked of the domain.
    Describe,
    /// Run one case.
    Try(Case),
    /// Run rounds until told otherwise, or all.
    Run(Rounds),
}

/// Which rounds a worker runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Rounds {
    pub(super) config: Config,
    pub(super) properties: Vec<u8>,
    pub(super) engine: EngineKind,
    pub(super) seed: u64,
    /// The first round, and how far it is to the next.
    pub(super) first: u64,
    pub(super) stride: u64,
    /// So many checks at most.
    pub(super) checks: Option<u64>,
    /// Where it notes what it is about to do.
    pub(super) page: PathBuf,
}

/// What a worker says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reply {
    /// What may be asked of the domain.
    Described(Profile),
    /// There is no such domain here.
    Unknown(String),
    /// What came of one case.
    Outcome(Outcome),
    /// A property does not hold, or the library reported an error. `alone`: it does so, too, if nothing but this case is run.
    Found { case: Case, outcome: Outcome, alone: bool },
    /// What was done since the last time.
    Progress { next: u64, tallies: Vec<(u8, Tally)>, features: usize, edges: usize },
    /// All rounds were run.
    Done,
}
