//! `quis reduce FINDING`: a finding of a campaign is reduced further.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use quis_campaign::Finding;
use quis_campaign::reduce::{Home, Reduction, Task, with_case, with_releases};
use quis_solvers::Interrupt;
use quis_techniques::TestCase;

use super::args::ReduceArgs;
use super::drive::{Ended, Failed};
use super::log::Log;
use super::solver::{drive, limits};
use super::summary::Summary;
use super::target::Target;
use crate::console::{Console, Status};

/// How often the finding gets the smallest case so far.
const SAVED: Duration = Duration::from_secs(2);

/// The folder of a finding: one that is given, that of its `case.smt2`, or that of a name behind a campaign's.
///
/// match: nightly/crash-1b2c3d4e, result: nightly/findings/crash-1b2c3d4e
pub(crate) fn folder(given: &Path) -> Option<PathBuf> {
    let inside = given.parent().unwrap_or(Path::new(""));
    let name = given.file_name()?;
    // Another file beside those of a finding may be about something else.
    let own = if given.is_dir() { given } else { inside };
    let is_own = given.is_dir() || name == "case.smt2" || name == "observation.json";
    let named = inside.join("findings").join(name);
    let places = [is_own.then(|| own.to_owned()), Some(named)];
    places.into_iter().flatten().find(|folder| folder.join("observation.json").is_file())
}

/// Makes the case of a finding smaller.
pub(crate) fn run(args: &ReduceArgs, folder: &Path, console: &Console) -> anyhow::Result<Status> {
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let mut home = Home::open(folder)?;
    let finding = Finding::read(folder)?;
    let case_file = folder.join("case.smt2");
    let mut target = match &args.output {
        Some(path) => Some(Target::new(Some(path), &case_file)?),
        None => None,
    };
    let log = args.show.log.as_deref().map(Log::create).transpose()?;
    let limits = limits(args);
    let task = match Task::of_finding(&finding, limits, Some(&interrupt)) {
        Ok(task) => task,
        Err(_) if interrupt.is_on() => return Ok(Status::Interrupted),
        Err(error) => return Err(error.into()),
    };
    let mut saved = Instant::now();
    let put = &mut |case: &TestCase| {
        if let Some(target) = &mut target {
            target.put(case.text.clone().into_bytes())?;
        }
        if saved.elapsed() >= SAVED && case.text.len() < finding.case.len() {
            if let Some(smaller) = with_case(&finding, case, limits, Some(&interrupt))? {
                home.keep(&smaller)?;
            }
            saved = Instant::now();
        }
        Ok(())
    };
    let result = drive(args, &task, &interrupt, log, console, put);
    target.as_mut().map_or(Ok(()), Target::close)?;
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(failed) => return explain(failed, &finding, &task),
    };
    let reduced = &outcome.reduced;
    let mut kept = finding.clone();
    if reduced.case.text.len() < finding.case.len() {
        match with_case(&finding, &reduced.case, limits, None)? {
            Some(smaller) => kept = with_releases(smaller, limits, Some(&interrupt))?,
            None => console.warn(&format!(
                "{}: beside all solvers the judge does not see it on the smaller case: it stays as it was\n",
                finding.id
            )),
        }
    }
    let before = finding.reduction.unwrap_or_default();
    kept.reduction = Some(Reduction {
        calls: before.calls + reduced.statistics.calls,
        seconds: before.seconds + outcome.elapsed.as_secs_f64(),
        finished: outcome.ended == Ended::Finished,
    });
    home.keep(&kept)?;
    let output = target.map_or_else(|| case_file.display().to_string(), |target| target.name());
    let summary = Summary {
        file: &finding.id,
        output: &output,
        outcome: &outcome,
        timeouts: task.predicate.timeouts(),
        verdict: Some(&kept.verdict),
    };
    summary.show(&args.show, console)?;
    Ok(summary.status())
}

/// What to say if there is no result.
fn explain(failed: Failed, finding: &Finding, task: &Task) -> anyhow::Result<Status> {
    match failed {
        Failed::Interrupted => Ok(Status::Interrupted),
        Failed::Other(error) => Err(error),
        Failed::Rejected(_) => Err(anyhow!("{}: its case is rejected", finding.id)),
        Failed::NotShown => {
            Err(anyhow!("{}: what is to be kept is not seen again: {}", finding.id, task.predicate.aim()))
        }
    }
}
