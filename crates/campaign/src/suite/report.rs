//! What came of a suite, as plain data: a table for each solver, and the clusters of its failed tests.

use std::collections::BTreeMap;

use quis_solvers::Solver;
use serde::Serialize;

use super::clusters::{Cluster, clusters};
use super::outcome::{CoreFault, Outcome, SolverResult, TestResult};
use super::test::{Expected, REJECTED, Skip};

/// A file that is no test.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SkippedFile {
    /// The file.
    pub name: String,
    /// Why, in a few words that are the same for many files.
    pub reason: &'static str,
    /// More about it.
    pub detail: String,
    /// Whether it could not be read.
    pub unreadable: bool,
}

impl SkippedFile {
    pub(crate) fn new(name: String, skip: Skip) -> SkippedFile {
        SkippedFile { name, reason: skip.reason, detail: skip.detail, unreadable: skip.unreadable }
    }

    /// What there is to say of the file: `bad.smt2:3:14: unknown constant`.
    #[must_use]
    pub fn message(&self) -> String {
        let SkippedFile { name, reason, detail, .. } = self;
        if *reason == REJECTED { format!("{name}:{detail}") } else { format!("{name}: {reason}: {detail}") }
    }
}

/// How many tests came out how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// All tests.
    pub tests: usize,
    /// `sat` with a model that is none.
    pub invalid_model: usize,
    /// `sat` with an optimum that is not the best.
    pub wrong_optimum: usize,
    /// `unsat` with a core that is satisfiable.
    pub invalid_core: usize,
    /// `unsat` with a core that has more than the expected one.
    pub loose_core: usize,
    /// `unsat` with another core than the expected one.
    pub other_core: usize,
    /// `sat`, and nothing is wrong with the model.
    pub sat: usize,
    /// `unsat`, and nothing is wrong with the core.
    pub unsat: usize,
    /// `unknown`
    pub unknown: usize,
    /// No answer within the limits.
    pub time_out: usize,
    /// Errors and crashes.
    pub error: usize,
    /// Of these, crashes.
    pub crash: usize,
    /// What the solver cannot read: not run, or not counted.
    pub left_out: usize,
    /// Tests whose answer depends on the random seed.
    pub unstable: usize,
    /// All that are not as expected.
    pub failed: usize,
    /// Of these, wrong answers, invalid models, wrong optima and invalid cores.
    pub unsound: usize,
}

impl Counts {
    /// Cores that are not the expected ones, whatever is wrong with them.
    #[must_use]
    pub fn wrong_core(&self) -> usize {
        self.invalid_core + self.loose_core + self.other_core
    }

    fn add(&mut self, result: &SolverResult, expected: Expected) {
        self.tests += 1;
        let column = match result.outcome {
            Outcome::InvalidModel => &mut self.invalid_model,
            Outcome::WrongOptimum => &mut self.wrong_optimum,
            Outcome::WrongCore(CoreFault::Invalid) => &mut self.invalid_core,
            Outcome::WrongCore(CoreFault::Loose) => &mut self.loose_core,
            Outcome::WrongCore(CoreFault::Other) => &mut self.other_core,
            Outcome::Sat => &mut self.sat,
            Outcome::Unsat => &mut self.unsat,
            Outcome::Unknown => &mut self.unknown,
            Outcome::TimeOut => &mut self.time_out,
            Outcome::Error => &mut self.error,
            Outcome::Crash => {
                self.crash += 1;
                &mut self.error
            }
            Outcome::LeftOut => &mut self.left_out,
        };
        *column += 1;
        self.unstable += usize::from(result.unstable == Some(true));
        self.failed += usize::from(result.outcome.failure(expected).is_some());
        self.unsound += usize::from(result.outcome.is_unsound(expected));
    }
}

/// The tests of a category with one right answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// The folder.
    pub category: String,
    /// The right answer.
    pub expected: Expected,
    /// What came of them.
    #[serde(flatten)]
    pub counts: Counts,
}

/// What came of a suite on one solver.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolverTable {
    /// The solver, as the user calls it.
    pub solver: String,
    /// Its release, if it says.
    pub version: Option<String>,
    /// Whether it was run with several random seeds.
    pub reseeded: bool,
    /// Whether some tests have a known optimum.
    pub optima: bool,
    /// The categories, in alphabetical order: first those that are satisfiable.
    pub rows: Vec<Row>,
    /// All satisfiable tests.
    pub sat: Counts,
    /// All unsatisfiable tests.
    pub unsat: Counts,
    /// All tests.
    pub all: Counts,
    /// What failed tests have in common, the largest cluster first.
    pub clusters: Vec<Cluster>,
    /// What its runs took, in seconds; with several random seeds, with the first.
    pub seconds: f64,
}

impl SolverTable {
    fn new(solver: &Solver, seeds: &[u32], at: usize, results: &[TestResult]) -> SolverTable {
        let mut rows: BTreeMap<(Expected, &str), Counts> = BTreeMap::new();
        let (mut sat, mut unsat, mut all, mut seconds) =
            (Counts::default(), Counts::default(), Counts::default(), 0.0);
        for test in results {
            let Some(result) = test.on.get(at) else { continue };
            let expected = test.expected;
            rows.entry((expected, &test.category)).or_default().add(result, expected);
            all.add(result, expected);
            match expected {
                Expected::Sat => sat.add(result, expected),
                Expected::Unsat => unsat.add(result, expected),
            }
            seconds += result.seconds;
        }
        let row = |((expected, category), counts): ((Expected, &str), Counts)| Row {
            category: category.to_owned(),
            expected,
            counts,
        };
        SolverTable {
            solver: solver.name.clone(),
            version: solver.version.clone(),
            reseeded: seeds.len() > 1 && !solver.profile.seed.is_empty(),
            optima: results.iter().any(|test| test.optimum),
            rows: rows.into_iter().map(row).collect(),
            sat,
            unsat,
            all,
            clusters: clusters(results, at),
            seconds,
        }
    }
}

/// What came of a suite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteReport {
    /// One table for each solver.
    pub solvers: Vec<SolverTable>,
    /// The random seeds that solvers were run with.
    pub seeds: Vec<u32>,
    /// How many tests were run.
    pub tests: usize,
    /// How many of them have strings with backslashes that once began escapes.
    pub old_escapes: usize,
    /// The files that are no tests.
    pub skipped: Vec<SkippedFile>,
    /// Whether the user did not want to wait for the rest.
    pub interrupted: bool,
    /// How long it took.
    pub seconds: f64,
}

impl SuiteReport {
    pub(crate) fn new(
        solvers: &[Solver],
        seeds: &[u32],
        results: &[TestResult],
        skipped: Vec<SkippedFile>,
    ) -> SuiteReport {
        let tables = solvers.iter().enumerate();
        SuiteReport {
            solvers: tables.map(|(at, solver)| SolverTable::new(solver, seeds, at, results)).collect(),
            seeds: seeds.to_vec(),
            tests: results.len(),
            old_escapes: results.iter().filter(|result| result.old_escapes).count(),
            skipped,
            interrupted: false,
            seconds: 0.0,
        }
    }

    /// How many tests failed on some solver, each solver counted by itself.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.solvers.iter().map(|table| table.all.failed).sum()
    }

    /// Whether a file could not be read.
    #[must_use]
    pub fn has_unreadable(&self) -> bool {
        self.skipped.iter().any(|skipped| skipped.unreadable)
    }

    /// Why files were skipped, how many for each reason, and the first of them.
    #[must_use]
    pub fn skipped_by_reason(&self) -> Vec<(&'static str, usize, &SkippedFile)> {
        let mut reasons: Vec<(&'static str, usize, &SkippedFile)> = Vec::new();
        for skipped in &self.skipped {
            match reasons.iter_mut().find(|(reason, ..)| *reason == skipped.reason) {
                Some((_, count, _)) => *count += 1,
                None => reasons.push((skipped.reason, 1, skipped)),
            }
        }
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(outcome: Outcome) -> SolverResult {
        SolverResult { outcome, detail: String::new(), seconds: 0.0, unstable: Some(true) }
    }

    #[test]
    fn each_test_is_in_one_column() {
        let mut counts = Counts::default();
        let outcomes = [
            Outcome::InvalidModel,
            Outcome::WrongCore(CoreFault::Invalid),
            Outcome::WrongCore(CoreFault::Loose),
            Outcome::WrongCore(CoreFault::Other),
            Outcome::Sat,
            Outcome::Unsat,
            Outcome::Unknown,
            Outcome::TimeOut,
            Outcome::Error,
            Outcome::Crash,
            Outcome::LeftOut,
        ];
        for outcome in outcomes {
            counts.add(&result(outcome), Expected::Sat);
        }
        let columns = counts.invalid_model
            + counts.wrong_core()
            + counts.sat
            + counts.unsat
            + counts.unknown
            + counts.time_out
            + counts.error
            + counts.left_out;
        assert_eq!((counts.tests, columns, counts.crash), (11, 11, 1));
        // All but the right answer and what is left out.
        assert_eq!((counts.failed, counts.unsound, counts.unstable), (9, 3, 11));
    }
}
