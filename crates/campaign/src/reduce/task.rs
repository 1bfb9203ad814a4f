//! A case to be made smaller: of a finding, of a file, or of a campaign that goes on.

use quis_judge::Verdict;
use quis_solvers::{Ask, Interrupt, Limits, Mode, Observation, SearchPath, Solver};
use quis_techniques::TestCase;

use super::aim::{Reason, TRUSTED, plan};
use super::predicate::SameVerdict;
use super::trust::believed;
use crate::ask::{Crew, MODELS, ask_of, examine};
use crate::error::Error;
use crate::finding::Finding;
use crate::participant::judge_of;

/// A case to be made smaller, with what is known of it, and what is kept.
#[derive(Debug)]
pub struct Task {
    /// The case. Of its checks only that is known which the verdict needs.
    pub case: TestCase,
    /// What must stay true of it.
    pub predicate: SameVerdict,
}

/// What there is to go by: the solvers that were run on a case, and what they did.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) solvers: Vec<Solver>,
    pub(crate) observations: Vec<Observation>,
}

impl Task {
    /// Keeps a verdict on a case that was seen. `None` if it cannot be kept, or does not show again. Whether solvers are kept running is
    /// measured, unless a mode is given.
    pub(crate) fn new(
        case: &TestCase,
        verdict: &Verdict,
        seen: &Seen,
        limits: Limits,
        mode: Option<Mode>,
        interrupt: Option<&Interrupt>,
    ) -> Result<Option<Task>, Error> {
        Task::asked(case, verdict, seen, limits, (ask_of(case), mode), interrupt)
    }

    /// The same; the solver at fault is asked for something else beside its answer.
    pub(crate) fn asked(
        case: &TestCase,
        verdict: &Verdict,
        seen: &Seen,
        limits: Limits,
        (ask, mode): (Ask, Option<Mode>),
        interrupt: Option<&Interrupt>,
    ) -> Result<Option<Task>, Error> {
        let Some(plan) = plan(case, verdict, &seen.observations) else { return Ok(None) };
        let predicate = SameVerdict::new(&plan, &seen.solvers, &seen.observations, limits, interrupt);
        let mut predicate = predicate.asking(ask);
        Ok(predicate.settle(&plan.case, mode)?.then_some(Task { case: plan.case, predicate }))
    }

    /// Keeps the verdict of a finding, on the solvers that were run on it. If it takes others to know what is right, those that are
    /// installed are asked, too.
    ///
    /// # Errors
    /// If a solver is not here, if the verdict does not show any more, or if nothing keeps its truth.
    pub fn of_finding(
        finding: &Finding,
        limits: Limits,
        interrupt: Option<&Interrupt>,
    ) -> Result<Task, Error> {
        let failed = |what: &str| Error::Asked(format!("{}: {what}", finding.id));
        let case = finding.test_case()?;
        let path = SearchPath::of_user()?;
        let recorded = finding.records.iter().map(|record| record.solver(&path));
        let solvers: Vec<Solver> = recorded.collect::<Result<_, _>>()?;
        let judge = judge_of(&solvers);
        let mut crew = Crew::fresh(solvers.iter().cloned(), limits, interrupt);
        let (mut observations, verdicts) = examine(&judge, &mut crew, &case, &[finding.verdict.kind])?;
        let verdict =
            verdicts.iter().find(|other| other.is_same(&finding.verdict)).unwrap_or(&finding.verdict);
        let mut solvers = solvers;
        let certain =
            plan(&case, verdict, &observations).is_some_and(|plan| plan.aim.reason != Reason::Compared);
        let own = solvers.iter().find(|solver| solver.name == verdict.solver).cloned();
        if let Some(own) = own.filter(|_| !certain && verdict.kind <= quis_judge::Kind::Disagreement) {
            let more: Vec<Solver> = believed(&own, &path)
                .into_iter()
                .filter(|solver| !solvers.iter().any(|known| known.name == solver.name))
                .take(TRUSTED)
                .collect();
            observations.extend(Crew::fresh(more.iter().cloned(), limits, interrupt).observe(&case, MODELS)?);
            solvers.extend(more);
        }
        let task = Task::new(&case, verdict, &Seen { solvers, observations }, limits, None, interrupt)?;
        task.ok_or_else(|| failed("it does not show any more, or nothing keeps what is known of it"))
    }
}
