//! A finding with a smaller case.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quis_judge::Verdict;
use quis_reduce::{Event, Settings, Statistics, reduce};
use quis_solvers::{Interrupt, Limits, SearchPath, Solver};
use quis_techniques::TestCase;
use serde::{Deserialize, Serialize};

use super::task::Task;
use crate::ask::{Crew, examine};
use crate::bisect;
use crate::case_text::{optima, truths};
use crate::description::Minimize;
use crate::error::Error;
use crate::finding::{Finding, Minimized};
use crate::participant::judge_of;
use crate::run::Campaign;
use crate::size::Size;
use crate::unit::is_wrong;

/// How often what was reached is kept while a reduction goes on.
const SAVED: Duration = Duration::from_secs(2);

/// How far the case of a finding was reduced, beyond what is done at once.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Reduction {
    /// So many smaller cases were tried.
    pub calls: u64,
    /// It took so many seconds.
    pub seconds: f64,
    /// Whether nothing smaller can be reached. If not, there was no more time.
    pub finished: bool,
}

/// The finding with another case, if that shows the same to the solvers of the finding. Its name stays, and so does the case as it
/// was made.
///
/// # Errors
/// If a solver cannot be started.
pub fn with_case(
    finding: &Finding,
    case: &TestCase,
    limits: Limits,
    interrupt: Option<&Interrupt>,
) -> Result<Option<Finding>, Error> {
    if case.text == finding.case {
        return Ok(Some(finding.clone()));
    }
    let path = SearchPath::of_user()?;
    let solvers = finding.records.iter().map(|record| record.solver(&path));
    let solvers: Vec<Solver> = solvers.collect::<Result<_, _>>()?;
    let judge = judge_of(&solvers);
    let mut crew = Crew::fresh(solvers, limits, interrupt);
    let (observations, verdicts) = examine(&judge, &mut crew, case, &[finding.verdict.kind])?;
    let Some(verdict) = verdicts.into_iter().find(|verdict| verdict.is_same(&finding.verdict)) else {
        return Ok(None);
    };
    let original = finding.original.as_ref().unwrap_or(&finding.case);
    Ok(Some(Finding {
        // What tells it from others is what it was when it was found.
        verdict: Verdict { fingerprint: finding.verdict.fingerprint.clone(), ..verdict },
        records: crew.records(case, &observations),
        truths: truths(case),
        optima: optima(case),
        case: case.text.clone(),
        minimized: Some(Minimized {
            by: Minimize::Reduce,
            before: Size::of(original),
            after: Size::of(&case.text),
        }),
        original: Some(original.clone()),
        ..finding.clone()
    }))
}

/// The releases that fail on the case as it is now, if it shows a wrong answer: no message of the solver says when that came and went.
///
/// # Errors
/// If a solver cannot be started.
pub fn with_releases(
    finding: Finding,
    limits: Limits,
    interrupt: Option<&Interrupt>,
) -> Result<Finding, Error> {
    if finding.releases.is_none() && !is_wrong(&finding.verdict) {
        return Ok(finding);
    }
    let releases = bisect::bisect(&finding, limits, interrupt)?;
    let known = releases.tried.len() > 1 && !interrupt.is_some_and(Interrupt::is_on);
    Ok(if known { Finding { releases: Some(releases), ..finding } } else { finding })
}

/// Reduces the case of a finding until nothing smaller can be reached or the time is over, and saves what is reached now and then.
pub(crate) fn continue_with(
    finding: &Finding,
    time: Duration,
    limits: Limits,
    interrupt: &Interrupt,
    save: &mut dyn FnMut(Finding),
) -> Result<(), Error> {
    if time.is_zero() {
        save(with_releases(finding.clone(), limits, Some(interrupt))?);
        return Ok(());
    }
    let began = Instant::now();
    let before = finding.reduction.unwrap_or_default();
    let noted = |finding: Finding, statistics: &Statistics, finished: bool| Finding {
        reduction: Some(Reduction {
            calls: before.calls + statistics.calls,
            seconds: before.seconds + began.elapsed().as_secs_f64(),
            finished,
        }),
        ..finding
    };
    let task = match Task::of_finding(finding, limits, Some(interrupt)) {
        Ok(task) => task,
        // It will not show another time, either.
        Err(_) if !interrupt.is_on() => {
            save(noted(finding.clone(), &Statistics::default(), true));
            return Ok(());
        }
        Err(_) => return Ok(()),
    };
    let stop = || interrupt.is_on() || began.elapsed() >= time;
    let settings = Settings { stop: &stop, ..Settings::default() };
    let mut saved = Instant::now();
    let reduced = reduce(&task.case, &task.predicate, &settings, &mut |event| {
        if let Event::Kept(step) = event
            && step.smallest
            && step.case.text.len() < finding.case.len()
            && saved.elapsed() >= SAVED
        {
            if let Ok(Some(smaller)) = with_case(finding, step.case, limits, Some(interrupt)) {
                save(noted(smaller, step.statistics, false));
            }
            saved = Instant::now();
        }
    });
    match reduced {
        Ok(reduced) if reduced.case.text.len() < finding.case.len() => {
            // What is kept is looked at even if the user does not want to wait: it takes one run of each solver.
            let smaller = with_case(finding, &reduced.case, limits, None)?;
            let smaller = smaller.unwrap_or_else(|| finding.clone());
            save(noted(smaller.clone(), &reduced.statistics, reduced.finished));
            save(noted(
                with_releases(smaller, limits, Some(interrupt))?,
                &reduced.statistics,
                reduced.finished,
            ));
        }
        Ok(reduced) => {
            let finding = with_releases(finding.clone(), limits, Some(interrupt))?;
            save(noted(finding, &reduced.statistics, reduced.finished));
        }
        Err(quis_reduce::Error::Predicate(error)) => return Err(error),
        Err(_) if interrupt.is_on() => {}
        Err(_) => save(noted(finding.clone(), &Statistics::default(), true)),
    }
    Ok(())
}

/// Where a finding is kept: in the store of its campaign and in its folder, or in a folder alone.
pub struct Home {
    folder: PathBuf,
    campaign: Option<Campaign>,
}

impl Home {
    /// The home of a finding that lies in this folder. Nobody else works on its campaign until this is dropped.
    ///
    /// # Errors
    /// If somebody else does so.
    pub fn open(folder: &Path) -> Result<Home, Error> {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let campaign = match folder.parent().and_then(Path::parent).map(Campaign::resume) {
            Some(Ok(campaign)) => Some(campaign),
            Some(Err(Error::Campaign(..))) | None => None,
            Some(Err(error)) => return Err(error),
        };
        Ok(Home { folder, campaign })
    }

    /// Keeps a finding with another case, unless there is a smaller one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, finding: &Finding) -> Result<(), Error> {
        match &mut self.campaign {
            Some(campaign) => campaign.replace(finding).map(|_| ()),
            None => finding.write_to(&self.folder, 1),
        }
    }
}
