//! What is known of a seed before it is mutated.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What came of running the solvers on a seed as it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeedState {
    /// These solvers answer it, in so many seconds.
    Usable {
        /// What identifies its contents.
        id: String,
        /// The solvers that take part.
        seconds: BTreeMap<String, f64>,
        /// The solvers that do not, and why.
        without: BTreeMap<String, String>,
    },
    /// It is left out.
    Skipped {
        /// Why, in a few words that are the same for many seeds.
        reason: String,
        /// More about it.
        detail: String,
    },
    /// A solver fails on the seed itself: that is a finding, and its mutants would show the same.
    Failing {
        /// The findings.
        findings: Vec<String>,
    },
}
