//! Counting what was done.

use std::collections::BTreeMap;
use std::time::Duration;

use quis_solvers::{Answer, End, Observation, Reply};
use serde::{Deserialize, Serialize};

/// What was done in a unit, or in a whole campaign.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The test cases.
    pub cases: u64,
    /// CPU seconds that the techniques took to make them.
    #[serde(default)]
    pub generation: f64,
    /// Verdicts by the names of their kinds, before they are coalesced.
    #[serde(default)]
    pub verdicts: BTreeMap<String, u64>,
    /// By the names of the solvers.
    #[serde(default)]
    pub solvers: BTreeMap<String, SolverTally>,
}

/// What a solver did.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SolverTally {
    /// The cases it was run on.
    pub cases: u64,
    /// Checks that it answered with `sat`.
    pub sat: u64,
    /// Checks that it answered with `unsat`.
    pub unsat: u64,
    /// Checks that it answered with `unknown`.
    pub unknown: u64,
    /// Checks without an answer because the time was over.
    pub timeouts: u64,
    /// Checks without an answer that means something, for other reasons.
    pub errors: u64,
    /// Cases that it cannot read with the same meaning.
    #[serde(default)]
    pub skipped: u64,
    /// Seconds of CPU time.
    pub cpu: f64,
    /// Those of them that went not into cases, but into probes of seeds, requests and follow-up questions.
    #[serde(default)]
    pub outside: f64,
    /// Seconds on the clock.
    pub wall: f64,
}

impl SolverTally {
    /// Counts what came back.
    pub(crate) fn count(&mut self, observation: &Observation) {
        self.cases += 1;
        self.cpu += observation.cpu.as_secs_f64();
        self.wall += observation.wall.as_secs_f64();
        for reply in &observation.replies {
            *self.checks_like(reply, observation.end) += 1;
        }
    }

    /// Counts what came back as a question about a case, not as a case: the same case is asked again.
    pub(crate) fn set_aside(&mut self, observation: &Observation) {
        self.cases -= 1;
        self.outside += observation.cpu.as_secs_f64();
        for reply in &observation.replies {
            *self.checks_like(reply, observation.end) -= 1;
        }
    }

    /// The number of checks that ended as this one.
    fn checks_like(&mut self, reply: &Reply, end: End) -> &mut u64 {
        match reply.answer.filter(|_| reply.error.is_none()) {
            Some(Answer::Sat) => &mut self.sat,
            Some(Answer::Unsat) => &mut self.unsat,
            Some(Answer::Unknown) => &mut self.unknown,
            None if end == End::TimedOut => &mut self.timeouts,
            None => &mut self.errors,
        }
    }

    /// Counts the time alone: of runs on seeds, and of those that confirm something.
    pub(crate) fn spend(&mut self, observation: &Observation) {
        self.cpu += observation.cpu.as_secs_f64();
        self.outside += observation.cpu.as_secs_f64();
        self.wall += observation.wall.as_secs_f64();
    }

    pub(crate) fn add(&mut self, other: &SolverTally) {
        self.cases += other.cases;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.timeouts += other.timeouts;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.cpu += other.cpu;
        self.outside += other.outside;
        self.wall += other.wall;
    }

    /// The checks it answered, or should have.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.sat + self.unsat + self.unknown + self.timeouts + self.errors
    }
}

impl Tally {
    /// The part of a solver.
    pub(crate) fn solver(&mut self, name: &str) -> &mut SolverTally {
        self.solvers.entry(name.to_owned()).or_default()
    }

    /// Adds what was done elsewhere.
    pub fn add(&mut self, other: &Tally) {
        self.cases += other.cases;
        self.generation += other.generation;
        for (kind, count) in &other.verdicts {
            *self.verdicts.entry(kind.clone()).or_default() += count;
        }
        for (name, tally) in &other.solvers {
            self.solver(name).add(tally);
        }
    }

    /// The CPU seconds of all solvers that did not go into cases.
    #[must_use]
    pub fn outside(&self) -> f64 {
        self.solvers.values().map(|solver| solver.outside).sum()
    }

    /// The CPU time of all solvers.
    #[must_use]
    pub fn solver_cpu(&self) -> Duration {
        let seconds: f64 = self.solvers.values().map(|solver| solver.cpu).sum();
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }
}
