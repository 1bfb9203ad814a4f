//! What came of a test on a solver.

use serde::Serialize;

use super::test::Expected;

/// What is wrong with an unsatisfiable core.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CoreFault {
    /// It is satisfiable, or has names of no assertions.
    Invalid,
    /// The expected core is a part of it.
    Loose,
    /// It is another than the expected one, and nobody could tell that it is satisfiable.
    Other,
}

/// What came of a test on a solver: the column in which it is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// `sat`, as expected, with a model that is none.
    InvalidModel,
    /// `sat`, as expected, but what is printed of the optimum, or the model, is not the best.
    WrongOptimum,
    /// `unsat`, as expected, with a core that is not the expected one.
    WrongCore(CoreFault),
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
    /// `unknown`
    Unknown,
    /// No answer within the limits of time and memory.
    TimeOut,
    /// The solver reported an error, or ended without an answer.
    Error,
    /// The solver broke down.
    Crash,
    /// The test has something that this release does not claim to have.
    LeftOut,
}

impl Outcome {
    /// The name that is shown and written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::InvalidModel => "invalid-model",
            Outcome::WrongOptimum => "wrong-optimum",
            Outcome::WrongCore(CoreFault::Invalid) => "invalid-core",
            Outcome::WrongCore(CoreFault::Loose) => "loose-core",
            Outcome::WrongCore(CoreFault::Other) => "other-core",
            Outcome::Sat => "sat",
            Outcome::Unsat => "unsat",
            Outcome::Unknown => "unknown",
            Outcome::TimeOut => "time-out",
            Outcome::Error => "error",
            Outcome::Crash => "crash",
            Outcome::LeftOut => "left-out",
        }
    }

    /// The kind of failure, if it is one; one word for what it is.
    #[must_use]
    pub fn failure(self, expected: Expected) -> Option<&'static str> {
        match (self, expected) {
            (Outcome::Sat, Expected::Sat) | (Outcome::Unsat, Expected::Unsat) | (Outcome::LeftOut, _) => None,
            (Outcome::Sat, Expected::Unsat) => Some("wrong-sat"),
            (Outcome::Unsat, Expected::Sat) => Some("wrong-unsat"),
            (other, _) => Some(other.name()),
        }
    }

    /// Whether whoever believes the solver believes something false.
    #[must_use]
    pub fn is_unsound(self, expected: Expected) -> bool {
        match self {
            Outcome::InvalidModel | Outcome::WrongOptimum | Outcome::WrongCore(CoreFault::Invalid) => true,
            Outcome::Sat => expected == Expected::Unsat,
            Outcome::Unsat => expected == Expected::Sat,
            _ => false,
        }
    }

    /// What the solver said, for comparison with another random seed. Nothing where time or the input decides.
    fn answer(self) -> Option<&'static str> {
        match self {
            Outcome::InvalidModel | Outcome::WrongOptimum | Outcome::Sat => Some("sat"),
            Outcome::WrongCore(_) | Outcome::Unsat => Some("unsat"),
            Outcome::Unknown => Some("unknown"),
            Outcome::Error | Outcome::Crash => Some("error"),
            Outcome::TimeOut | Outcome::LeftOut => None,
        }
    }
}

/// Whether the answers of outcomes differ.
pub(crate) fn differ(outcomes: impl Iterator<Item = Outcome>) -> bool {
    let mut answers = outcomes.filter_map(Outcome::answer);
    let first = answers.next();
    answers.any(|answer| Some(answer) != first)
}

/// What came of a test on one solver.
#[derive(Clone, PartialEq, Debug)]
pub struct SolverResult {
    /// The outcome; with several random seeds, that of the first.
    pub outcome: Outcome,
    /// Why it is that: the false assertion, the core, the message. Empty if there is nothing to tell.
    pub detail: String,
    /// How long the solver took, in seconds.
    pub seconds: f64,
    /// Whether the answer depends on the random seed; nothing if there was one seed only.
    pub unstable: Option<bool>,
}

/// What came of a test.
#[derive(Clone, PartialEq, Debug)]
pub struct TestResult {
    /// The test.
    pub name: String,
    /// Its folder.
    pub category: String,
    /// The right answer.
    pub expected: Expected,
    /// Whether it has soft assertions whose optimum is known.
    pub optimum: bool,
    /// How long its script is.
    pub bytes: usize,
    /// What it is made of.
    pub features: Vec<String>,
    /// Whether its strings have backslashes that once began escapes.
    pub old_escapes: bool,
    /// What came of it on each solver of the suite.
    pub on: Vec<SolverResult>,
}

/// A line of output for scripts: a test on a solver.
#[derive(Clone, Debug, Serialize)]
pub struct ResultLine<'a> {
    test: &'a str,
    category: &'a str,
    expected: Expected,
    solver: &'a str,
    outcome: &'static str,
    failure: Option<&'static str>,
    unsound: bool,
    unstable: Option<bool>,
    seconds: f64,
    detail: &'a str,
    features: &'a [String],
}

impl TestResult {
    /// One line for each of the solvers of the suite, which are called so.
    pub fn lines<'a>(&'a self, solvers: &'a [String]) -> impl Iterator<Item = ResultLine<'a>> {
        self.on.iter().zip(solvers).map(move |(on, solver)| ResultLine {
            test: &self.name,
            category: &self.category,
            expected: self.expected,
            solver,
            outcome: on.outcome.name(),
            failure: on.outcome.failure(self.expected),
            unsound: on.outcome.is_unsound(self.expected),
            unstable: on.unstable,
            seconds: on.seconds,
            detail: &on.detail,
            features: &self.features,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_answer_is_no_failure_and_what_cannot_be_read_is_none() {
        assert_eq!(Outcome::Sat.failure(Expected::Sat), None);
        assert_eq!(Outcome::Sat.failure(Expected::Unsat), Some("wrong-sat"));
        assert_eq!(Outcome::Unsat.failure(Expected::Sat), Some("wrong-unsat"));
        assert_eq!(Outcome::LeftOut.failure(Expected::Sat), None);
        assert_eq!(Outcome::TimeOut.failure(Expected::Sat), Some("time-out"));
    }

    #[test]
    fn loose_cores_are_failures_but_sound() {
        let loose = Outcome::WrongCore(CoreFault::Loose);
        assert_eq!(loose.failure(Expected::Unsat), Some("loose-core"));
        assert!(!loose.is_unsound(Expected::Unsat));
        assert!(Outcome::WrongCore(CoreFault::Invalid).is_unsound(Expected::Unsat));
        assert!(Outcome::Unsat.is_unsound(Expected::Sat) && !Outcome::Unsat.is_unsound(Expected::Unsat));
    }

    #[test]
    fn time_does_not_make_an_answer_unstable() {
        assert!(differ([Outcome::Sat, Outcome::Unknown].into_iter()));
        assert!(!differ([Outcome::Sat, Outcome::TimeOut, Outcome::InvalidModel].into_iter()));
        assert!(differ([Outcome::TimeOut, Outcome::Unsat, Outcome::Crash].into_iter()));
    }
}
