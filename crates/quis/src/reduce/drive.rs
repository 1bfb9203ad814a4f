//! Drives a reduction, whatever must be kept: limits, Ctrl-C, progress, the log, and the smallest case on disk.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quis_reduce::{Error, Event, Predicate, Reduced, Settings, reduce};
use quis_smtlib::Diagnostic;
use quis_solvers::Interrupt;
use quis_techniques::TestCase;

use super::args::EffortArgs;
use super::log::Log;
use super::panel::Panel;

/// What a reduction may use, and whom it tells.
pub(crate) struct Job<'a> {
    pub(crate) effort: &'a EffortArgs,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) panel: Panel,
    pub(crate) log: Option<Log>,
    /// Gets each case that is confirmed and smaller than all before: who keeps it has a reproducer at any moment.
    pub(crate) keep: &'a mut dyn FnMut(&TestCase) -> anyhow::Result<()>,
}

/// What came of it.
pub(crate) struct Outcome {
    pub(crate) reduced: Reduced,
    pub(crate) elapsed: Duration,
    pub(crate) ended: Ended,
}

/// Why a reduction ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// Nothing smaller was found.
    Finished,
    /// The predicate was asked as often as it may be.
    Calls,
    /// The time is over.
    Time,
    /// The user does not want to wait.
    Interrupted,
}

impl Ended {
    /// As it is called in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Ended::Finished => "finished",
            Ended::Calls => "calls",
            Ended::Time => "time",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// Why there is no result.
pub(crate) enum Failed {
    /// The case is not well-formed.
    Rejected(Vec<Diagnostic>),
    /// The predicate does not hold for it.
    NotShown,
    /// It holds, but not for the same commands printed afresh.
    FormMatters,
    /// The user did not want to wait for the first answer.
    Interrupted,
    /// Something else is to blame than the case. What was kept until then is confirmed.
    Other(anyhow::Error),
}

/// Makes a case smaller.
pub(crate) fn run<P>(case: &TestCase, predicate: &P, job: Job<'_>) -> Result<Outcome, Failed>
where
    P: Predicate,
    P::Error: Into<anyhow::Error>,
{
    let Job { effort, interrupt, mut panel, mut log, keep } = job;
    let started = Instant::now();
    let is_over = || effort.time.is_some_and(|time| started.elapsed() >= time);
    // Something that must be told could not be: there is no sense in going on.
    let broken = AtomicBool::new(false);
    let settings = Settings {
        jobs: NonZeroUsize::new(effort.jobs.into()).unwrap_or(NonZeroUsize::MIN),
        seed: effort.seed,
        calls: effort.max_calls,
        stop: &|| interrupt.is_on() || broken.load(Ordering::Relaxed) || is_over(),
    };
    let mut last: Option<String> = None;
    let mut trouble: Option<anyhow::Error> = None;
    let mut observe = |event: Event<'_>| {
        panel.tell(&event);
        if let Event::Kept(step) = event
            && trouble.is_none()
        {
            let logged = log.as_mut().map_or(Ok(()), |log| log.step(&step, started.elapsed()));
            let kept = logged.and_then(|()| if step.smallest { keep(step.case) } else { Ok(()) });
            match kept {
                Ok(()) if step.smallest => last = Some(step.case.text.clone()),
                Ok(()) => {}
                Err(error) => {
                    trouble = Some(error);
                    broken.store(true, Ordering::Relaxed);
                }
            }
        }
    };
    let result = reduce(case, predicate, &settings, &mut observe);
    if let Some(trouble) = trouble {
        return Err(Failed::Other(trouble));
    }
    let reduced = match result {
        Ok(reduced) => reduced,
        // A run that was ended says nothing.
        Err(Error::NotShown | Error::FormMatters) if interrupt.is_on() => return Err(Failed::Interrupted),
        Err(Error::NotShown) => return Err(Failed::NotShown),
        Err(Error::FormMatters) => return Err(Failed::FormMatters),
        Err(Error::Rejected(diagnostics)) => return Err(Failed::Rejected(diagnostics)),
        Err(Error::Unprintable(error)) => return Err(Failed::Other(error.into())),
        Err(Error::Predicate(error)) => return Err(Failed::Other(error.into())),
    };
    if last.as_ref() != Some(&reduced.case.text) {
        keep(&reduced.case).map_err(Failed::Other)?;
    }
    let ended = match reduced.finished {
        true => Ended::Finished,
        false if interrupt.is_on() => Ended::Interrupted,
        false if is_over() => Ended::Time,
        false => Ended::Calls,
    };
    Ok(Outcome { reduced, elapsed: started.elapsed(), ended })
}
