//! What a report is made of: plain data, filled by the campaign and read by the writers.
//!
//! Everything but a finding's kind has a default, so a part that nobody measured is left out. The names of the fields
//! are those of the JSON report and do not change; new ones may come.

use std::collections::BTreeMap;
use std::time::SystemTime;

use quis_judge::Kind;
use serde::{Deserialize, Serialize};

use crate::finding::Minimized;

/// A campaign, as it is reported.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// What was run.
    pub campaign: CampaignData,
    /// What came of it, in figures.
    pub summary: Summary,
    /// How the figures grew.
    pub timeline: Vec<TimelinePoint>,
    /// The solvers under test.
    pub solvers: Vec<SolverData>,
    /// The techniques that made the cases.
    pub techniques: Vec<TechniqueData>,
    /// What is wrong.
    pub findings: Vec<FindingData>,
}

/// What was run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CampaignData {
    /// What it is called: the name of its directory, unless the user gave one.
    pub name: String,
    /// Its directory.
    pub directory: String,
    /// The version of Quis.
    pub quis_version: String,
    /// The command that started it.
    pub command_line: String,
    /// When it started, as [`timestamp`] writes it.
    pub started: Option<String>,
    /// When it ended; `None` if it goes on.
    pub ended: Option<String>,
    /// How long it ran, on the clock, all its runs together.
    pub wall_seconds: Option<f64>,
    /// The number that all randomness comes from.
    pub seed_number: Option<u64>,
    /// How many work units ran at a time.
    pub jobs: Option<u64>,
    /// The operating system and the processor.
    pub platform: String,
}

/// What came of a campaign, in figures.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// Test cases made.
    pub cases: u64,
    /// Checks in them, each solver's counted.
    pub checks: u64,
    /// What the solvers answered.
    pub answers: Answers,
    /// CPU seconds in the solvers.
    pub solver_cpu_seconds: Option<f64>,
    /// CPU seconds in Quis.
    pub own_cpu_seconds: Option<f64>,
    /// CPU seconds in the solvers that did not go into cases: probes of seeds, requests and follow-up questions. What the thread that
    /// reduces findings uses is not among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside_cpu_seconds: Option<f64>,
    /// Those of them in which the cases were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation_cpu_seconds: Option<f64>,
    /// What became of the seeds.
    pub seeds: Seeds,
}

/// Answers, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Answers {
    /// `sat`
    pub sat: u64,
    /// `unsat`
    pub unsat: u64,
    /// `unknown`
    pub unknown: u64,
    /// None in time.
    pub timeout: u64,
    /// An error, a crash, or nothing that can be read.
    pub error: u64,
}

/// What became of the seeds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Seeds {
    /// Cases were made of them.
    pub used: u64,
    /// Something is wrong on the seed itself, before any technique.
    pub failing: u64,
    /// Not used, and why.
    pub skipped: Vec<Skipped>,
}

/// Seeds that were not used for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Skipped {
    /// Why.
    pub reason: String,
    /// How many.
    pub count: u64,
}

/// How far a campaign was at some moment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TimelinePoint {
    /// Seconds since the start.
    pub seconds: f64,
    /// Cases so far.
    pub cases: u64,
    /// Findings so far, by kind.
    pub findings: BTreeMap<Kind, u64>,
}

/// A solver as it was run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SolverIdentity {
    /// What the user calls it.
    pub name: String,
    /// What it is a release of: `z3`, `cvc5`. Causes are told apart by it; if empty, by the name.
    pub family: String,
    /// What it says of itself, or the version that was installed.
    pub version: String,
    /// The user's options.
    pub options: Vec<String>,
    /// The command by which it is run on a file.
    pub command_line: String,
    /// Whether it runs as it comes: none of the options changes how it solves.
    pub default_options: bool,
}

/// How a solver is run: a process for each case, or one for many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolverMode {
    /// A process for each case.
    #[default]
    Fresh,
    /// One process for many cases.
    Session,
}

/// A solver and what it did in the campaign.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SolverData {
    /// Which.
    #[serde(flatten)]
    pub solver: SolverIdentity,
    /// Cases it was given.
    pub cases: u64,
    /// What it answered.
    pub answers: Answers,
    /// Its CPU seconds.
    pub cpu_seconds: Option<f64>,
    /// How it was run.
    pub mode: SolverMode,
    /// How often a session had to be started again.
    pub restarts: u64,
    /// Used seeds whose cases it was not given: it does not answer the seed itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeds_left_out: Option<u64>,
    /// Findings in it.
    pub findings: u64,
}

/// A technique and what came of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TechniqueData {
    /// Its name.
    pub name: String,
    /// Its parameters, as it records them.
    pub parameters: String,
    /// Cases it made.
    pub cases: u64,
    /// CPU seconds that it and the solvers took for them, and for what was asked about them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// CPU seconds that it took to make them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation_cpu_seconds: Option<f64>,
    /// Seeds it made them of; 0 if it needs none.
    pub seeds: u64,
    /// Findings by them.
    pub findings: u64,
}

/// Verdicts with one cause, with the smallest case.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FindingData {
    /// What the campaign calls it.
    pub id: String,
    /// What is wrong.
    pub kind: Kind,
    /// The solver at fault.
    pub solver: SolverIdentity,
    /// Equal for findings with one cause; if empty, nothing is known of the cause.
    #[serde(default)]
    pub fingerprint: String,
    /// One line; if empty, one is made of the kind and the solver.
    #[serde(default)]
    pub title: String,
    /// What would have been right, in one line.
    #[serde(default)]
    pub expected: String,
    /// What the solver did, in one line.
    #[serde(default)]
    pub actual: String,
    /// Why that is known.
    #[serde(default)]
    pub evidence: String,
    /// The smallest case.
    #[serde(default)]
    pub case: String,
    /// The file with the case, as seen from the campaign's directory; if empty, `findings/ID/case.smt2`.
    #[serde(default)]
    pub case_file: String,
    /// The file with a model of the case, as seen from the campaign's directory, if it is known to be satisfiable; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub witness_file: String,
    /// The size of the first case of this finding, if the case was reduced.
    pub bytes_before_reduction: Option<u64>,
    /// How the case was made smaller, and how large it was and is, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimized: Option<Minimized>,
    /// How many cases showed it.
    #[serde(default)]
    pub occurrences: u64,
    /// Which releases are affected, if they were tried.
    pub affected: Option<Affected>,
    /// Where the case comes from.
    pub origin: Option<Origin>,
    /// What the other solvers say of the case.
    #[serde(default)]
    pub others: Vec<OtherAnswer>,
    /// The command that makes the case again and runs the solver on it.
    #[serde(default)]
    pub replay: String,
    /// When it was found, as [`timestamp`] writes it.
    pub found: Option<String>,
    /// Seconds of the campaign's work before it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_after_seconds: Option<f64>,
    /// Other findings with the same cause. Made by [`Report::arranged`]: leave it empty.
    #[serde(default)]
    pub also: Vec<AlsoFound>,
}

impl TechniqueData {
    /// Whether it made cases without seeds.
    pub(super) fn is_seedless(&self) -> bool {
        self.seeds == 0 && self.cases > 0
    }
}

impl FindingData {
    /// A finding of which nothing else is known yet.
    #[must_use]
    pub fn new(id: impl Into<String>, kind: Kind, solver: SolverIdentity) -> Self {
        FindingData {
            id: id.into(),
            kind,
            solver,
            fingerprint: String::new(),
            title: String::new(),
            expected: String::new(),
            actual: String::new(),
            evidence: String::new(),
            case: String::new(),
            case_file: String::new(),
            witness_file: String::new(),
            bytes_before_reduction: None,
            minimized: None,
            occurrences: 1,
            affected: None,
            origin: None,
            others: Vec::new(),
            replay: String::new(),
            found: None,
            found_after_seconds: None,
            also: Vec::new(),
        }
    }

    /// The size of the case.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.case.len() as u64
    }
}

/// Releases that were tried on a case.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Affected {
    /// The oldest that is wrong.
    pub first_bad: Option<String>,
    /// The newest that is wrong.
    pub last_bad: Option<String>,
    /// All that were tried, the oldest first.
    pub releases: Vec<Release>,
}

/// A release that was tried on a case.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Release {
    /// Which.
    pub version: String,
    /// Whether it is wrong; `None` if that could not be told.
    pub bad: Option<bool>,
    /// What it said.
    pub answer: String,
}

/// Where a case comes from: enough to make it again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Origin {
    /// The technique.
    pub technique: String,
    /// Its parameters.
    pub parameters: String,
    /// How the case was put to solvers; empty if in the plainest form.
    pub asking: String,
    /// The seed; `none` if the technique needs none.
    pub seed_file: String,
    /// The random stream.
    pub stream: String,
    /// Which case of the stream.
    pub case_index: Option<u64>,
}

/// What another solver says of a case.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OtherAnswer {
    /// The solver, with its version.
    pub solver: String,
    /// Its answer.
    pub answer: String,
}

/// Another finding with the same cause.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AlsoFound {
    /// What the campaign calls it.
    pub id: String,
    /// In what.
    pub solver: SolverIdentity,
    /// How many cases showed it.
    pub occurrences: u64,
}

/// A moment as reports write it: `2026-11-15T12:45:21Z`.
#[must_use]
pub fn timestamp(moment: SystemTime) -> String {
    // The formatter fails on moments before 1970, which only a wrong clock gives.
    let moment = moment.max(SystemTime::UNIX_EPOCH);
    humantime::format_rfc3339_seconds(moment).to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_empty_object_is_a_report() {
        let report: Report = serde_json::from_str("{}").unwrap();
        assert_eq!(report, Report::default());
    }

    #[test]
    fn moments_have_one_form() {
        assert_eq!(timestamp(SystemTime::UNIX_EPOCH + Duration::from_secs(86_399)), "1970-01-01T23:59:59Z");
        assert_eq!(timestamp(SystemTime::UNIX_EPOCH - Duration::from_secs(5)), "1970-01-01T00:00:00Z");
    }
}
