//! What a campaign is: enough to make all of its test cases again.

use std::time::Duration;

use quis_judge::Kind;
use quis_solvers::Limits;
use serde::{Deserialize, Serialize};

use crate::options::OptionSet;

/// The part of the time-out that a solver may take for a case without a seed. Z3 and cvc5 answer nearly all small formulas in a few
/// milliseconds; half of the time of a campaign would go into the few others.
const WITHOUT_SEED: u32 = 16;

/// What a campaign is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The number from which all randomness comes.
    pub seed: u64,
    /// The techniques, as in `opfuzz` or `opfuzz profile=paper`.
    pub techniques: Vec<String>,
    /// How many turns each technique gets where another gets one; one each if the list is shorter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u64>,
    /// The solvers, as in `z3` or `./build/z3 smt.random_seed=3`.
    pub solvers: Vec<String>,
    /// The solver that is trusted: it answers the requests of techniques, and gives a second opinion where a solver under test answers
    /// `unsat` and nothing is known. If none is named, the first of the solvers answers requests, and all solvers get all cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Sets of options that the solvers are given, one at a time.
    #[serde(default)]
    pub options: Vec<OptionSet>,
    /// Whether solvers are run in their variants and self-checking modes, too.
    #[serde(default)]
    pub variants: bool,
    /// The kinds of findings that are wanted; all if there are none here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Kind>,
    /// The oracles of the judge; the usual ones if there is nothing here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oracles: Option<Vec<String>>,
    /// The CPU time that a solver may take for a case, in seconds.
    pub timeout: f64,
    /// How much memory a solver may have, in megabytes.
    pub memory: u64,
    /// Larger seeds are left out, in bytes.
    pub max_seed: u64,
    /// How cases are put to solvers; in campaigns of earlier versions always in the plainest form.
    #[serde(default)]
    pub asking: Asking,
    /// Whether solvers are kept running between cases.
    #[serde(default)]
    pub sessions: Sessions,
    /// How the cases of findings are made smaller.
    #[serde(default)]
    pub minimize: Minimize,
}

/// How cases are put to solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asking {
    /// As techniques make them: one script, one check, its model.
    #[default]
    Plain,
    /// By an [asking plan](quis_techniques::AskingPlan) for each.
    Varied,
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

/// A solver's time for a case grows with what it took for the seed, and is this long or twice, four times … as long. There are few steps, so
/// that a seed that takes a little longer on a busy machine most of the time gives its cases the same time.
const FIRST_STEP: Duration = Duration::from_millis(125);

impl Description {
    /// The limits of a run that may take its time: of seeds, and where something is confirmed.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits::of_case(self.timeout, self.memory)
    }

    /// The limits of a run on a case, given the CPU time that its seed took: ten times as much, rounded to the nearest step. A mutant that is
    /// much harder than its seed is not worth waiting for: most of the time of a campaign would go into that.
    #[must_use]
    pub fn limits_after(&self, seed: Duration) -> Limits {
        let (limits, enough) = (self.limits(), seed * 10 + Duration::from_millis(50));
        let mut step = FIRST_STEP;
        // The nearest, as ratios go: less than twice the step by the square root of two.
        while step < limits.time() && enough > step.mul_f64(std::f64::consts::SQRT_2) {
            step *= 2;
        }
        limits.with_cpu(step.min(limits.time()))
    }

    /// The limits of a run on a case without a seed, of which nothing is known before: a part of the time-out, or all of it where a unit is
    /// patient.
    #[must_use]
    pub fn limits_without_seed(&self, patient: bool) -> Limits {
        let limits = self.limits();
        if patient { limits } else { limits.with_cpu(limits.time() / WITHOUT_SEED) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_little_more_time_for_a_seed_gives_its_cases_the_same() {
        let description: Description = serde_json::from_str(
            r#"{"seed":1,"techniques":[],"solvers":[],"timeout":1.0,"memory":100,"max_seed":1000}"#,
        )
        .unwrap();
        let after = |milliseconds| description.limits_after(Duration::from_millis(milliseconds)).time();
        assert_eq!([1, 12].map(after), [Duration::from_millis(125); 2]);
        assert_eq!([13, 20, 30].map(after), [Duration::from_millis(250); 3]);
        assert_eq!([31, 60].map(after), [Duration::from_millis(500); 2]);
        assert_eq!([70, 6000].map(after), [Duration::from_secs(1); 2]);
        let without_seed = |patient| description.limits_without_seed(patient).time();
        assert_eq!([false, true].map(without_seed), [62_500, 1_000_000].map(Duration::from_micros));
        let limits = description.limits();
        assert!(limits.wall > 4 * limits.time(), "a busy machine gives less");
    }
}
