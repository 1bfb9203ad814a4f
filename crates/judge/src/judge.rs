//! The judge: asks every oracle.

use std::time::Duration;

use quis_observations::{End, Observation};
use quis_techniques::TestCase;

use crate::context::Context;
use crate::facts::SolverFacts;
use crate::follow_up::{FollowUp, Leave, Sitting};
use crate::oracles::{ORACLES, Oracle};
use crate::verdict::Verdict;

/// Where the judge draws lines.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// A solver is slow if it takes at least so long …
    pub slow_floor: Duration,
    /// … and so many times as long as the quickest of the others.
    pub slow_factor: f64,
    /// The memory that solvers had, if limited: who dies near it has not crashed.
    pub memory_limit: Option<u64>,
}

impl Default for Settings {
    /// Two seconds, fifty times, no limit.
    fn default() -> Self {
        Settings { slow_floor: Duration::from_secs(2), slow_factor: 50.0, memory_limit: None }
    }
}

/// Says what is wrong with what solvers did.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(crate) facts: Vec<SolverFacts>,
    pub(crate) settings: Settings,
    oracles: Vec<&'static Oracle>,
}

impl Judge {
    /// A judge who knows these solvers, with the usual oracles.
    #[must_use]
    pub fn new(facts: Vec<SolverFacts>) -> Judge {
        let oracles = ORACLES.iter().filter(|oracle| oracle.usual).collect();
        Judge { facts, settings: Settings::default(), oracles }
    }

    /// Other lines.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Judge {
        Judge { settings, ..self }
    }

    /// All oracles, not just the usual ones.
    #[must_use]
    pub fn with_all_oracles(self) -> Judge {
        Judge { oracles: ORACLES.iter().collect(), ..self }
    }

    /// The oracles of these names, and no others.
    ///
    /// # Errors
    /// The first name that no oracle has.
    pub fn with_oracles(self, names: &[String]) -> Result<Judge, String> {
        let find =
            |name: &String| ORACLES.iter().find(|oracle| oracle.name == *name).ok_or_else(|| name.clone());
        Ok(Judge { oracles: names.iter().map(find).collect::<Result<_, _>>()?, ..self })
    }

    /// What is wrong with what solvers did with a case, the worst first; nothing if nothing is known to be wrong.
    #[must_use]
    pub fn judge(&self, case: &TestCase, observations: &[Observation]) -> Vec<Verdict> {
        self.look(case, observations, &[], &Leave::None).0
    }

    /// The same, given the answers to follow-up questions, and the questions that oracles have leave to ask and that were not asked yet.
    #[must_use]
    pub fn rule(&self, case: &TestCase, sitting: &Sitting, leave: &Leave) -> (Vec<Verdict>, Vec<FollowUp>) {
        let (verdicts, mut questions) = self.look(case, &sitting.observations, &sitting.answers, leave);
        questions.retain(|question| !sitting.has(question));
        (verdicts, questions)
    }

    fn look(
        &self,
        case: &TestCase,
        observations: &[Observation],
        answers: &[(FollowUp, Vec<Observation>)],
        leave: &Leave,
    ) -> (Vec<Verdict>, Vec<FollowUp>) {
        let mut context = Context::new(&self.settings, case, observations, &self.facts);
        context.answers = answers;
        let mut verdicts = Vec::new();
        for oracle in &self.oracles {
            context.asking = oracle.asking(leave);
            (oracle.rule)(&mut context, &mut verdicts);
        }
        settle(&mut verdicts);
        (verdicts, context.questions)
    }

    /// What is known of the solver that gave an observation.
    pub(crate) fn facts_of(&self, observation: &Observation) -> Option<&SolverFacts> {
        self.facts.iter().find(|facts| facts.name == observation.base())
    }

    /// A context for questions outside the table.
    pub(crate) fn context<'a>(&'a self, case: &'a TestCase, observations: &'a [Observation]) -> Context<'a> {
        Context::new(&self.settings, case, observations, &self.facts)
    }
}

/// Whether an end tells of nothing wrong: Z3 ends with 1 if it was asked for a model behind `unsat`.
pub(crate) fn is_good_end(end: End) -> bool {
    matches!(end, End::Exited(0 | 1))
}

/// Puts the worst first, and skips what follows from something worse: a wrong answer explains that the model is wrong, a
/// wrong model that it is not the best, and a wrong answer that it is not always the same.
fn settle(verdicts: &mut Vec<Verdict>) {
    verdicts.sort_by(|a, b| (a.kind, &a.solver, a.check).cmp(&(b.kind, &b.solver, b.check)));
    verdicts.dedup_by(|a, b| (a.kind, &a.solver, a.check) == (b.kind, &b.solver, b.check));
    let all = std::mem::take(verdicts);
    for verdict in all {
        let explained = verdicts.iter().any(|worse| {
            worse.solver == verdict.solver
                && (worse.check == verdict.check || worse.check.is_none())
                && worse.kind != verdict.kind
                && verdict.kind.follows_from().contains(&worse.kind)
        });
        if !explained {
            verdicts.push(verdict);
        }
    }
}
