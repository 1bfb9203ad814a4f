//! Whom workers ask whether terms help.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use quis_solvers::Interrupt;

use crate::candidate::Candidate;
use crate::matcher::{Matched, Matcher};
use crate::portfolio::Settings;
use crate::problem::Problem;

/// So long is looked whether a process refutes what it should not.
const TIME: Duration = Duration::from_millis(500);

/// Whom a worker asks.
pub(crate) struct Sessions<'s> {
    problem: &'s Problem,
    settings: &'s Settings,
    halt: &'s Interrupt,
    asked: Arc<AtomicU64>,
    /// One process for all questions.
    quick: Matcher,
    /// A new one for each, with the script as it was written.
    written: Matcher,
    /// Whether it was looked at if the first is fair.
    is_judged: bool,
}

impl<'s> Sessions<'s> {
    /// Questions are counted.
    pub(crate) fn new(
        problem: &'s Problem,
        settings: &'s Settings,
        halt: &'s Interrupt,
        asked: &Arc<AtomicU64>,
    ) -> Sessions<'s> {
        let Settings { matching, limits, .. } = settings;
        let quick = Matcher::new(problem, matching, *limits, Some(halt.clone())).counted_in(asked);
        let written = Matcher::as_written(problem, matching, *limits, Some(halt.clone())).alone();
        let written = written.counted_in(asked);
        Sessions { problem, settings, halt, asked: Arc::clone(asked), quick, written, is_judged: false }
    }

    pub(crate) fn matchers(&mut self) -> [&mut Matcher; 2] {
        [&mut self.quick, &mut self.written]
    }

    /// Where one process for all questions refutes the problem without any terms, though new ones do not, it is of no use. To find that out
    /// takes time, so that it is asked only if much depends on it, or if the process was wrong. True if it was given up now.
    pub(crate) fn give_up_unfair(&mut self) -> io::Result<bool> {
        if std::mem::replace(&mut self.is_judged, true) {
            return Ok(false);
        }
        let is_unfair = self.quick.with(&Candidate::default(), TIME)? == Matched::Refuted;
        if is_unfair {
            let Settings { matching, limits, .. } = self.settings;
            let interrupt = Some(self.halt.clone());
            let alone = Matcher::as_written(self.problem, matching, *limits, interrupt).alone();
            self.quick = alone.counted_in(&self.asked);
        }
        Ok(is_unfair)
    }
}
