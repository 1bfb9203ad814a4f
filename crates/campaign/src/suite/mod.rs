//! Suites: folders of files whose right answer is known, run on solvers.
//!
//! A [`Suite`] is a list of [`SuiteFile`]s and the solvers that are tested. Running it gives a [`SuiteReport`]: for each solver a table with a
//! row for each category, as in chapter 3 of Bugariu's dissertation, and the clusters of failed tests, which say what these have in common.
//!
//! Modules: `test` reads a file (`escapes` those of before 2020), `examine` puts it to solvers and judges what they did, `outcome` is what came
//! of it, `run` does so on several threads; `features` says what a test is made of, `clusters` what failed ones have in common; `report`
//! is the data, `text` and `page` show it.
//!
//! Invariants:
//! - No false alarm: a status that evaluation refutes is not believed, and what a release cannot read is no error of its.
//! - What is shown does not depend on the number of threads, but for times.

mod clusters;
mod escapes;
mod examine;
mod features;
mod outcome;
mod page;
mod report;
mod run;
mod test;
mod text;

pub use clusters::Cluster;
pub use outcome::{CoreFault, Outcome, ResultLine, SolverResult, TestResult};
pub use report::{Counts, Row, SkippedFile, SolverTable, SuiteReport};
pub use run::{Suite, SuiteEvent};
pub use test::{Expected, SuiteFile};
