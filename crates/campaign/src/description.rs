//! What a campaign is: enough to make all of its test cases again.

use std::time::Duration;

use quis_solvers::Limits;
use serde::{Deserialize, Serialize};

use crate::options::OptionSet;

/// How long a solver may take for a case that has no seed. In half a second Z3 and cvc5 answer 99 % of the random formulas that
/// they answer in ten; most of the time of a campaign would go into the others.
const WITHOUT_SEED: Duration = Duration::from_millis(500);

/// What a campaign is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The number from which all randomness comes.
    pub seed: u64,
    /// The techniques, as in `opfuzz` or `opfuzz profile=paper`.
    pub techniques: Vec<String>,
    /// The solvers, as in `z3` or `./build/z3 smt.random_seed=3`.
    pub solvers: Vec<String>,
    /// The solver that answers the requests of techniques; the first of the solvers if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Sets of options that the solvers are given, one at a time.
    #[serde(default)]
    pub options: Vec<OptionSet>,
    /// Whether solvers are run in their variants and self-checking modes, too.
    #[serde(default)]
    pub variants: bool,
    /// How long a solver may take for a case, in seconds.
    pub timeout: f64,
    /// How much memory a solver may have, in megabytes.
    pub memory: u64,
    /// Larger seeds are left out, in bytes.
    pub max_seed: u64,
    /// Whether solvers are kept running between cases.
    #[serde(default)]
    pub sessions: Sessions,
    /// How the cases of findings are made smaller.
    #[serde(default)]
    pub minimize: Minimize,
}

/// How the cases of findings are made smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Minimize {
    /// By the reducer: a little at once, the rest in the background.
    #[default]
    #[serde(alias = "commands")]
    Reduce,
    /// STORM is run on the case again, with ever smaller bounds, where the case is known to be satisfiable; then it is reduced.
    Bounds,
    /// Not at all.
    None,
}

/// Whether solvers are kept running between cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sessions {
    /// Where that is cheaper, as measured.
    #[default]
    Auto,
    /// Wherever a solver can.
    Always,
    /// A process for each case.
    Never,
}

impl Description {
    /// The limits of a run that may take its time: of seeds, and where something is confirmed.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { wall: self.longest(), memory: Some(self.memory << 20), ..Limits::default() }
    }

    /// The limits of a run on a case whose seed took so long. A mutant that is much harder than its seed is not worth
    /// waiting for: most of the time of a campaign would go into that.
    #[must_use]
    pub fn limits_after(&self, seed: Duration) -> Limits {
        let wall = (seed * 10 + Duration::from_millis(50)).min(self.longest());
        Limits { wall, ..self.limits() }
    }

    /// The limits of a run on a case without a seed, of which nothing is known before.
    #[must_use]
    pub fn limits_without_seed(&self) -> Limits {
        Limits { wall: WITHOUT_SEED.min(self.longest()), ..self.limits() }
    }

    fn longest(&self) -> Duration {
        Duration::try_from_secs_f64(self.timeout).unwrap_or(Duration::from_secs(10))
    }
}
