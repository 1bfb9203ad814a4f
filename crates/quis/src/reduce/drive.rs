//! Drives a reduction, whatever must be kept: limits, Ctrl-C, progress, the log, and the smallest case on disk.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quis_reduce::{Error, Event, Predicate, Reduced, Settings, reduce};
use quis_solvers::Interrupt;
use quis_techniques::TestCase;

use super::args::EffortArgs;
pub(crate) use super::failure::Failed;
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
        without: &effort.without,
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
        Err(Error::NotShown) if interrupt.is_on() => return Err(Failed::Interrupted),
        Err(Error::NotShown) => return Err(Failed::NotShown),
        Err(Error::Rejected(diagnostics)) => return Err(Failed::Rejected(diagnostics)),
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use anyhow::anyhow;

    use super::*;

    /// Holds while the text has this word; fails, or turns a switch on, when it has been asked so often.
    struct Has<'a> {
        word: &'a str,
        asked: AtomicU64,
        at: u64,
        switch: Option<&'a Interrupt>,
    }

    impl Predicate for Has<'_> {
        type Error = anyhow::Error;

        fn holds(&self, case: &TestCase) -> anyhow::Result<bool> {
            if self.asked.fetch_add(1, Ordering::Relaxed) == self.at {
                match self.switch {
                    Some(switch) => switch.trigger(),
                    None => return Err(anyhow!("no more")),
                }
            }
            Ok(case.text.contains(self.word))
        }
    }

    const TEXT: &str =
        "(declare-const x Int)\n(assert (> x 1))\n(assert (= (div x 2) (+ x 3)))\n(check-sat)\n";
    const EFFORT: EffortArgs =
        EffortArgs { jobs: 1, seed: 0, max_calls: None, time: None, without: Vec::new() };

    /// A reduction, and the cases that were to be kept.
    fn reduced(
        effort: &EffortArgs,
        at: u64,
        switches: bool,
        fails: bool,
    ) -> (Result<Outcome, Failed>, Vec<String>) {
        let interrupt = Interrupt::new().unwrap();
        let predicate =
            Has { word: "div", asked: AtomicU64::new(0), at, switch: switches.then_some(&interrupt) };
        let mut kept = Vec::new();
        let mut keep = |case: &TestCase| {
            kept.push(case.text.clone());
            if fails { Err(anyhow!("the disk is full")) } else { Ok(()) }
        };
        let job = Job { effort, interrupt: &interrupt, panel: Panel::new(false), log: None, keep: &mut keep };
        (run(&TestCase::of_text(TEXT, &[]), &predicate, job), kept)
    }

    #[test]
    fn the_last_that_is_kept_is_the_result() {
        let (result, kept) = reduced(&EFFORT, u64::MAX, false, false);
        let outcome = result.ok().unwrap();
        assert_eq!((outcome.ended, Some(&outcome.reduced.case.text)), (Ended::Finished, kept.last()));
        assert!(kept.len() > 1 && kept.iter().all(|text| text.contains("div")));
        assert!(kept.windows(2).all(|pair| pair[1].len() <= pair[0].len()), "{kept:?}");
    }

    #[test]
    fn every_limit_leaves_what_there_is() {
        let efforts = [
            (EffortArgs { max_calls: Some(4), ..EFFORT }, u64::MAX, Ended::Calls),
            (EffortArgs { time: Some(Duration::ZERO), ..EFFORT }, u64::MAX, Ended::Time),
            (EFFORT, 3, Ended::Interrupted),
        ];
        for (effort, at, ended) in efforts {
            let (result, kept) = reduced(&effort, at, true, false);
            let outcome = result.ok().unwrap();
            assert_eq!((outcome.ended, Some(&outcome.reduced.case.text)), (ended, kept.last()));
        }
    }

    #[test]
    fn what_cannot_be_kept_or_asked_ends_it() {
        let (result, kept) = reduced(&EFFORT, u64::MAX, false, true);
        assert!(matches!(result, Err(Failed::Other(error)) if error.to_string() == "the disk is full"));
        assert_eq!(kept.len(), 1);
        let (result, kept) = reduced(&EFFORT, 3, false, false);
        assert!(matches!(result, Err(Failed::Other(error)) if error.to_string() == "no more"));
        assert!(!kept.is_empty());
    }

    #[test]
    fn an_interruption_before_the_first_answer_is_no_answer() {
        let interrupt = Interrupt::new().unwrap();
        let predicate = Has { word: "nothing", asked: AtomicU64::new(0), at: 0, switch: Some(&interrupt) };
        let job = Job {
            effort: &EFFORT,
            interrupt: &interrupt,
            panel: Panel::new(false),
            log: None,
            keep: &mut |_| Ok(()),
        };
        let result = run(&TestCase::of_text(TEXT, &[]), &predicate, job);
        assert!(matches!(result, Err(Failed::Interrupted)));
        let other = Interrupt::new().unwrap();
        let job = Job {
            effort: &EFFORT,
            interrupt: &other,
            panel: Panel::new(false),
            log: None,
            keep: &mut |_| Ok(()),
        };
        assert!(matches!(run(&TestCase::of_text(TEXT, &[]), &predicate, job), Err(Failed::NotShown)));
    }
}
