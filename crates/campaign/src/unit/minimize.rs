//! The case of a finding, made smaller in the way that the campaign asks for.

use std::ops::ControlFlow;

use quis_judge::{Kind, Verdict};
use quis_reduce::{Settings, reduce};
use quis_solvers::{Observation, Solver};
use quis_techniques::{Stream, TestCase};

use super::Bench;
use super::bounds::{self, Effort};
use super::found::{Place, is_serious};
use crate::ask::{Crew, examine};
use crate::description::Minimize;
use crate::error::Error;
use crate::reduce::{Seen, Task, witness};

/// The number of smaller cases that are tried before the finding is reported: what is in its case tells it apart from others.
const CALLS: u64 = 80;

/// A smaller case, and what the solvers did with it.
pub(super) struct Smaller {
    pub(super) case: TestCase,
    pub(super) verdict: Verdict,
    pub(super) observations: Vec<Observation>,
    pub(super) by: Minimize,
}

/// A smaller case with the same verdict, if one was found.
pub(super) fn smaller(
    place: &Place<'_>,
    bench: &Bench,
    crew: &mut Crew,
    verdict: &Verdict,
    seen: &[Observation],
) -> Result<Option<Smaller>, Error> {
    let how = place.task.description.minimize;
    if how == Minimize::None || !is_serious(verdict) {
        return Ok(None);
    }
    let mut search = Search { place, bench, crew, verdict };
    let by_bounds = if how == Minimize::Bounds { search.by_bounds(seen)? } else { None };
    let reduced = match &by_bounds {
        Some(smaller) => search.reduced(&smaller.case, &smaller.observations)?,
        None => search.reduced(place.case, seen)?,
    };
    Ok(match (by_bounds, reduced) {
        (Some(_), Some(smaller)) => Some(Smaller { by: Minimize::Bounds, ..smaller }),
        (one, other) => other.or(one),
    })
}

struct Search<'a> {
    place: &'a Place<'a>,
    bench: &'a Bench,
    crew: &'a mut Crew,
    verdict: &'a Verdict,
}

impl Search<'_> {
    /// Reduces a case, for as long as everybody can wait.
    fn reduced(&mut self, case: &TestCase, seen: &[Observation]) -> Result<Option<Smaller>, Error> {
        let Search { bench, verdict, .. } = *self;
        let (limits, interrupt) = (self.place.task.description.limits(), &bench.interrupt);
        let solvers: Vec<Solver> = seen.iter().filter_map(|seen| self.crew.solver_of(seen)).collect();
        let seen = Seen { solvers, observations: seen.to_vec() };
        // The mode is that of the campaign: what is measured here would differ from run to run.
        let mode = Some(bench.mode(&verdict.solver));
        let Some(task) = Task::new(case, verdict, &seen, limits, mode, Some(interrupt))? else {
            return Ok(None);
        };
        let settings = Settings { calls: Some(CALLS), stop: &|| interrupt.is_on(), ..Settings::default() };
        let reduced = reduce(&task.case, &task.predicate, &settings, &mut |_| {});
        self.crew.spent.add(&task.predicate.spent());
        let smaller = match reduced {
            Ok(reduced) if reduced.case.text.len() < case.text.len() => reduced.case,
            Err(quis_reduce::Error::Predicate(error)) => return Err(error),
            // Some cases only show it as they are written.
            _ => return Ok(None),
        };
        self.shown(smaller, Minimize::Reduce)
    }

    /// Runs STORM on the case with ever smaller bounds. Only the solver at fault is run, with the time that it took for the case; what
    /// comes of it is put to all.
    fn by_bounds(&mut self, seen: &[Observation]) -> Result<Option<Smaller>, Error> {
        let Search { bench, verdict, place, .. } = *self;
        // Other verdicts need more than one solver, or are about something else than a satisfiable case.
        if !matches!(verdict.kind, Kind::RefutationUnsound | Kind::InvalidModel | Kind::Crash) {
            return Ok(None);
        }
        let own = seen.iter().find(|seen| seen.solver == verdict.solver);
        let (Some(witness), Some(seen), Some(solver)) = (
            witness(place.case, verdict.check.unwrap_or(0), seen),
            own,
            own.and_then(|own| self.crew.solver_of(own)),
        ) else {
            return Ok(None);
        };
        let description = place.task.description;
        let limits = description.limits_after(seen.cpu);
        let mut alone = Crew::fresh([solver], limits, Some(&bench.interrupt));
        let mut failure = None;
        let mut fails = |smaller: &TestCase| match examine(&bench.judge, &mut alone, smaller, &[verdict.kind])
        {
            Ok(_) if bench.interrupt.is_on() => ControlFlow::Break(()),
            Ok((_, verdicts)) => ControlFlow::Continue(verdicts.iter().any(|other| other.is_same(verdict))),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
        let stream = Stream::new(description.seed);
        let found = bounds::minimize(place.case, &witness, &stream, Effort::default(), &mut fails);
        self.crew.spent.add(&alone.spent);
        match (failure, found) {
            (Some(error), _) => Err(error),
            (None, None) => Ok(None),
            (None, Some(case)) => self.shown(case, Minimize::Bounds),
        }
    }

    /// A smaller case, if all solvers together show the same verdict on it.
    fn shown(&mut self, case: TestCase, by: Minimize) -> Result<Option<Smaller>, Error> {
        let (observations, verdicts) = examine(&self.bench.judge, self.crew, &case, &[self.verdict.kind])?;
        let same = verdicts.into_iter().find(|other| other.is_same(self.verdict));
        let same = same.filter(|_| !self.bench.interrupt.is_on());
        Ok(same.map(|verdict| Smaller { case, verdict, observations, by }))
    }
}
