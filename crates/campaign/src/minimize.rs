//! The case of a finding, made smaller in the way that the campaign asks for.

use std::ops::ControlFlow;
use std::sync::Arc;

use quis_judge::{Kind, Verdict, is_model};
use quis_solvers::{Answer, Observation};
use quis_techniques::{TestCase, Truth};

use crate::bounds::{self, Effort};
use crate::confirm::is_same;
use crate::description::Minimize;
use crate::error::Error;
use crate::found::is_serious;
use crate::participant::Examiner;
use crate::shrink::shrink;
use crate::worker::Worker;

/// How many smaller cases are tried where commands are left out.
const ATTEMPTS: usize = 40;

/// A smaller case, and what the solvers did with it.
pub(crate) struct Smaller {
    pub(crate) case: TestCase,
    pub(crate) verdict: Verdict,
    pub(crate) observations: Vec<Observation>,
    pub(crate) by: Minimize,
}

impl Worker<'_> {
    /// A smaller case with the same verdict, if one was found.
    pub(crate) fn smaller(
        &self,
        examiner: &mut Examiner<'_>,
        case: &TestCase,
        verdict: &Verdict,
        observations: &[Observation],
    ) -> Result<Option<Smaller>, Error> {
        let how = self.shared.description.minimize;
        if how == Minimize::None || !is_serious(verdict) || verdict.kind == Kind::InvalidCore {
            return Ok(None);
        }
        let by_bounds = match how {
            Minimize::Bounds => self.by_bounds(examiner, case, verdict, observations)?,
            _ => None,
        };
        // What the bounds leave may still have declarations that nothing needs.
        let start = by_bounds.as_ref().map_or(case, |smaller| &smaller.case);
        let by_commands = self.by_commands(examiner, start, verdict)?;
        Ok(match (by_bounds, by_commands) {
            (Some(_), Some(smaller)) => Some(Smaller { by: Minimize::Bounds, ..smaller }),
            (one, other) => other.or(one),
        })
    }

    fn by_commands(
        &self,
        examiner: &mut Examiner<'_>,
        case: &TestCase,
        verdict: &Verdict,
    ) -> Result<Option<Smaller>, Error> {
        let mut best = None;
        let mut failure = None;
        let case = &needed(case, verdict);
        let smaller = shrink(case, ATTEMPTS, &mut |smaller| match self.shows(examiner, smaller, verdict) {
            Ok(Some(seen)) => {
                best = Some(seen);
                true
            }
            Ok(None) => false,
            Err(error) => {
                failure = Some(error);
                false
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        Ok(smaller.zip(best).map(|(case, (verdict, observations))| Smaller {
            case,
            verdict,
            observations,
            by: Minimize::Commands,
        }))
    }

    /// Runs STORM on the case with ever smaller bounds. Only the solver at fault is run, with the time that it took for the case; what
    /// comes of it is put to all.
    fn by_bounds(
        &self,
        examiner: &mut Examiner<'_>,
        case: &TestCase,
        verdict: &Verdict,
        observations: &[Observation],
    ) -> Result<Option<Smaller>, Error> {
        // Other verdicts need more than one solver, or are about something else than a satisfiable case.
        if !matches!(verdict.kind, Kind::RefutationUnsound | Kind::InvalidModel | Kind::Crash) {
            return Ok(None);
        }
        let shared = self.shared;
        let own = examiner.solvers.iter().find(|solver| solver.name == verdict.solver).cloned();
        let seen = observations.iter().find(|seen| seen.solver == verdict.solver);
        let (Some(witness), Some(own), Some(seen)) = (witness(case, verdict, observations), own, seen) else {
            return Ok(None);
        };
        let limits = shared.description.limits_after(seen.wall);
        let mut alone = Examiner::new(&shared.judge, vec![own], limits, Some(&shared.interrupt));
        let mut failure = None;
        let mut fails = |smaller: &TestCase| match self.shows(&mut alone, smaller, verdict) {
            Ok(_) if shared.interrupt.is_on() => ControlFlow::Break(()),
            Ok(seen) => ControlFlow::Continue(seen.is_some()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
        let found = bounds::minimize(case, &witness, &shared.stream, Effort::default(), &mut fails);
        examiner.spent.add(&alone.spent);
        match (failure, found) {
            (Some(error), _) => Err(error),
            (None, None) => Ok(None),
            (None, Some(case)) => {
                let seen = self.shows(examiner, &case, verdict)?;
                let by = Minimize::Bounds;
                Ok(seen.map(|(verdict, observations)| Smaller { case, verdict, observations, by }))
            }
        }
    }

    /// The same verdict on another case, and what the solvers did with that.
    fn shows(
        &self,
        examiner: &mut Examiner<'_>,
        case: &TestCase,
        verdict: &Verdict,
    ) -> Result<Option<(Verdict, Vec<Observation>)>, Error> {
        let (seen, verdicts) = examiner.examine(case)?;
        let same = verdicts.into_iter().find(|other| is_same(other, verdict));
        Ok(same.filter(|_| !self.shared.interrupt.is_on()).map(|same| (same, seen)))
    }
}

/// A case without the truths that keep it large for nothing: a crash, and a model under which an assertion is false, are wrong whether
/// or not there are models.
fn needed(case: &TestCase, verdict: &Verdict) -> TestCase {
    let mut case = case.clone();
    if matches!(verdict.kind, Kind::InvalidModel | Kind::Crash) {
        let refuted = case.checks.iter_mut().filter(|check| matches!(check.truth, Truth::Unsat { .. }));
        refuted.for_each(|check| check.truth = Truth::Open);
    }
    case
}

/// A model of the check that a verdict is about: that which the case was made from, or one that a solver found and that holds.
fn witness(case: &TestCase, verdict: &Verdict, observations: &[Observation]) -> Option<Arc<str>> {
    let check = verdict.check.unwrap_or(0);
    match &case.checks.get(check)?.truth {
        Truth::Sat { witness: Some(witness) } => return Some(witness.clone()),
        Truth::Unsat { .. } => return None,
        Truth::Sat { witness: None } | Truth::Open => {}
    }
    let models = observations.iter().filter_map(|seen| {
        let reply = seen.replies.get(check).filter(|reply| reply.error.is_none())?;
        reply.model_text().filter(|_| reply.answer == Some(Answer::Sat))
    });
    models.into_iter().find(|model| is_model(case, check, model) == Some(true)).map(Into::into)
}
