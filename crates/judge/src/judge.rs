//! The judge: asks every oracle.

use std::time::Duration;

use quis_solvers::{Answer, End, Observation};
use quis_techniques::{TestCase, Truth};

use crate::context::Context;
use crate::facts::SolverFacts;
use crate::oracles::{ORACLES, slow};
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
#[derive(Clone, Debug, Default)]
pub struct Judge {
    pub(crate) facts: Vec<SolverFacts>,
    settings: Settings,
}

impl Judge {
    /// A judge who knows these solvers. Of others only the name tells something.
    #[must_use]
    pub fn new(facts: Vec<SolverFacts>) -> Judge {
        Judge { facts, settings: Settings::default() }
    }

    /// Other lines.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Judge {
        Judge { settings, ..self }
    }

    /// What is wrong with what solvers did with a case, the worst first; nothing if nothing is known to be wrong.
    #[must_use]
    pub fn judge(&self, case: &TestCase, observations: &[Observation]) -> Vec<Verdict> {
        if is_calm(case, observations) && !slow::is_possible(&self.settings, observations) {
            return Vec::new();
        }
        let mut context = Context::new(&self.settings, case, observations, &self.facts);
        let mut verdicts = Vec::new();
        for oracle in ORACLES {
            (oracle.rule)(&mut context, &mut verdicts);
        }
        settle(&mut verdicts);
        verdicts
    }

    /// Whether a solver is much slower on a case than on the seed that it was made from.
    #[must_use]
    pub fn slower_than_seed(
        &self,
        case: &TestCase,
        on_case: &Observation,
        on_seed: &Observation,
    ) -> Option<Verdict> {
        let observations = std::slice::from_ref(on_case);
        let mut context = Context::new(&self.settings, case, observations, &self.facts);
        slow::against_seed(&mut context, on_seed)
    }

    /// A context for questions outside the table.
    pub(crate) fn context<'a>(&'a self, case: &'a TestCase, observations: &'a [Observation]) -> Context<'a> {
        Context::new(&self.settings, case, observations, &self.facts)
    }
}

/// Whether all is as most of the time: every solver ended well, said `unsat` to every check and nothing else, and nobody knows
/// better. Then no oracle need look.
fn is_calm(case: &TestCase, observations: &[Observation]) -> bool {
    let truth = case.checks.iter().all(|check| !matches!(check.truth, Truth::Sat { .. }));
    truth
        && observations.iter().all(|observation| {
            is_good_end(observation.end)
                && observation.stderr.is_empty()
                && observation.replies.len() == case.checks.len()
                && observation
                    .replies
                    .iter()
                    .all(|reply| reply.answer == Some(Answer::Unsat) && reply.error.is_none())
        })
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
