//! Follow-up questions: what an oracle wants to know before it says more.

use std::borrow::Cow;

use quis_observations::Observation;
use quis_techniques::{Stream, TestCase};

use crate::cores::{better_case, core_case};
use crate::verdict::Kind;

/// What a follow-up question is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// The case itself.
    Case,
    /// What the core that a solver gave leaves of the case.
    Core {
        /// The solver.
        solver: String,
        /// The check that it answered with `unsat`.
        check: usize,
        /// The names in its core.
        names: Vec<String>,
    },
    /// A model of a check with a better value of its objective.
    Better {
        /// The check.
        check: usize,
        /// What it asserts beside the assertions of the check: that the value is better.
        assertion: String,
    },
}

/// How solvers are asked. Every follow-up question is asked in a fresh process, with time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct How {
    /// With this random seed.
    pub seed: Option<u32>,
    /// Without the options and tactics that a campaign adds.
    pub plain: bool,
}

/// A question to all solvers that take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FollowUp {
    /// What it is about.
    pub about: About,
    /// How it is asked.
    pub how: How,
}

impl FollowUp {
    /// The same case again, in fresh processes.
    pub const AFRESH: FollowUp = FollowUp { about: About::Case, how: How { seed: None, plain: false } };

    /// The same case, as the developers of each solver run it.
    pub const PLAIN: FollowUp = FollowUp { about: About::Case, how: How { seed: None, plain: true } };

    /// What solvers are asked about, given the case; nothing if that cannot be made.
    #[must_use]
    pub fn case<'a>(&self, case: &'a TestCase) -> Option<Cow<'a, TestCase>> {
        match &self.about {
            About::Case => Some(Cow::Borrowed(case)),
            About::Core { check, names, .. } => core_case(case, *check, names).map(Cow::Owned),
            About::Better { check, assertion } => better_case(case, *check, assertion).map(Cow::Owned),
        }
    }
}

/// One round of asking about a case: what solvers did with it, and what came of the follow-up questions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sitting {
    /// What solvers did with the case, with other random seeds too.
    pub observations: Vec<Observation>,
    /// The questions that were asked, and what solvers did.
    pub answers: Vec<(FollowUp, Vec<Observation>)>,
}

impl Sitting {
    /// A round that begins with these observations.
    #[must_use]
    pub fn new(observations: Vec<Observation>) -> Sitting {
        Sitting { observations, answers: Vec::new() }
    }

    /// Keeps what came of a question. About the case itself it is one observation more.
    pub fn answer(&mut self, question: FollowUp, mut observations: Vec<Observation>) {
        if question.about == About::Case {
            self.observations.append(&mut observations);
        }
        self.answers.push((question, observations));
    }

    /// Whether a question was asked in this round.
    pub(crate) fn has(&self, question: &FollowUp) -> bool {
        self.answers.iter().any(|(asked, _)| asked == question)
    }
}

/// Which oracles may ask follow-up questions about a case.
#[derive(Clone, Debug)]
pub enum Leave {
    /// None: there is nobody to ask.
    None,
    /// Each as often as its table says, by the stream of the case.
    Drawn(Stream),
    /// Those that can say these kinds of verdicts, with the random numbers of this stream.
    Of(Vec<Kind>, Stream),
}
