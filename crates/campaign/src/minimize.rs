//! The case of a finding, made smaller in the way that the campaign asks for.

use std::ops::ControlFlow;

use quis_judge::{Kind, Verdict};
use quis_reduce::{Settings, reduce};
use quis_solvers::Observation;
use quis_techniques::TestCase;

use crate::bounds::{self, Effort};
use crate::confirm::is_same;
use crate::description::Minimize;
use crate::error::Error;
use crate::found::is_serious;
use crate::participant::Examiner;
use crate::reduce::{Seen, Task, examine_cores, witness};
use crate::worker::{Shared, Worker};

/// How many smaller cases are tried at once: findings are told apart by what is in their cases, so nobody else can be told of one
/// before.
const CALLS: u64 = 80;

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
        if how == Minimize::None || !is_serious(verdict) {
            return Ok(None);
        }
        let by_bounds = match how {
            Minimize::Bounds => self.by_bounds(examiner, case, verdict, observations)?,
            _ => None,
        };
        let (start, seen) = match &by_bounds {
            Some(smaller) => (&smaller.case, &*smaller.observations),
            None => (case, observations),
        };
        let reduced = self.reduced(examiner, start, verdict, seen)?;
        Ok(match (by_bounds, reduced) {
            (Some(_), Some(smaller)) => Some(Smaller { by: Minimize::Bounds, ..smaller }),
            (one, other) => other.or(one),
        })
    }

    /// Reduces a case, for as long as everybody can wait.
    fn reduced(
        &self,
        examiner: &mut Examiner<'_>,
        case: &TestCase,
        verdict: &Verdict,
        observations: &[Observation],
    ) -> Result<Option<Smaller>, Error> {
        let Shared { interrupt, description, .. } = self.shared;
        let seen = Seen { solvers: examiner.solvers.clone(), observations: observations.to_vec() };
        let Some(task) = Task::new(case, verdict, &seen, description.limits(), Some(interrupt))? else {
            return Ok(None);
        };
        let settings = Settings { calls: Some(CALLS), stop: &|| interrupt.is_on(), ..Settings::default() };
        let reduced = reduce(&task.case, &task.predicate, &settings, &mut |_| {});
        examiner.spent.add(&task.predicate.spent());
        let smaller = match reduced {
            Ok(reduced) if reduced.case.text.len() < case.text.len() => reduced.case,
            Err(quis_reduce::Error::Predicate(error)) => return Err(error),
            // Some cases only show it as they are written.
            _ => return Ok(None),
        };
        let by = Minimize::Reduce;
        let shown = self.shows(examiner, &smaller, verdict)?;
        Ok(shown.map(|(verdict, observations)| Smaller { case: smaller, verdict, observations, by }))
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
        let (Some(witness), Some(own), Some(seen)) =
            (witness(case, verdict.check.unwrap_or(0), observations), own, seen)
        else {
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
        let (seen, verdicts) = match verdict.kind {
            Kind::InvalidCore => examine_cores(examiner, case)?,
            _ => examiner.examine(case)?,
        };
        let same = verdicts.into_iter().find(|other| is_same(other, verdict));
        Ok(same.filter(|_| !self.shared.interrupt.is_on()).map(|same| (same, seen)))
    }
}
