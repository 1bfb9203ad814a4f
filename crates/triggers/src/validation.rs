//! What was found is seen again by a new process, and made small.

use std::io;
use std::time::{Duration, Instant};

use quis_solvers::{Interrupt, Solver};

use crate::candidate::Candidate;
use crate::matcher::{Matched, Matcher};
use crate::minimize::minimized;
use crate::portfolio::Settings;
use crate::problem::Problem;
use crate::time::patience;

/// So long may a new process take to finish.
pub(crate) const PLAIN: Duration = Duration::from_secs(10);

/// So long is what was found made smaller.
const MINIMIZATION: Duration = Duration::from_secs(10);

/// What it takes to ask about candidates.
#[derive(Clone, Copy)]
pub(crate) struct Validation<'v> {
    pub(crate) problem: &'v Problem,
    pub(crate) settings: &'v Settings,
    pub(crate) interrupt: Option<&'v Interrupt>,
}

/// How a new process finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// What came of the script as it was written.
    pub(crate) written: Matched,
    /// How long it took.
    pub(crate) pace: Duration,
}

impl Validation<'_> {
    fn solver(&self) -> &Solver {
        &self.settings.matching
    }

    fn written(&self) -> Matcher {
        Matcher::as_written(self.problem, self.solver(), self.settings.limits, self.interrupt.cloned())
    }

    fn normal(&self) -> Matcher {
        Matcher::new(self.problem, self.solver(), self.settings.limits, self.interrupt.cloned())
    }

    /// Whether a new process finishes with these terms: on the script as it was written, or else on its normal form, if that needs help.
    pub(crate) fn seen(&self, candidate: &Candidate) -> io::Result<Option<Seen>> {
        self.seen_in(candidate, PLAIN)
    }

    fn seen_in(&self, candidate: &Candidate, time: Duration) -> io::Result<Option<Seen>> {
        if candidate.terms.is_empty() {
            return Ok(None);
        }
        let start = Instant::now();
        let written = self.written().afresh(candidate, time)?;
        if written == Matched::Refuted {
            return Ok(Some(Seen { written, pace: start.elapsed() }));
        }
        let (normal, start) = (self.normal(), Instant::now());
        if normal.afresh(candidate, time)? != Matched::Refuted {
            return Ok(None);
        }
        let pace = start.elapsed();
        // If it needs no help, what is refuted with some says nothing.
        let needs_help = normal.afresh(&Candidate::default(), PLAIN)? != Matched::Refuted;
        Ok(needs_help.then_some(Seen { written, pace }))
    }

    /// Terms that were seen to help, made few and small. One process for all questions is fast, but may see more, or less, than a new one.
    pub(crate) fn small(&self, found: Candidate, seen: Seen) -> io::Result<(Candidate, Seen)> {
        let enough = patience(seen.pace);
        for mut quick in [self.normal(), self.written()] {
            if quick.with(&found, enough)? != Matched::Refuted {
                continue;
            }
            if quick.with(&Candidate::default(), patience(quick.last()))? == Matched::Refuted {
                continue;
            }
            let small = minimized(self.problem, &mut quick, found.clone(), PLAIN, MINIMIZATION)?;
            if small == found {
                return Ok((found, seen));
            }
            if let Some(seen) = self.seen_in(&small, enough)? {
                return Ok((small, seen));
            }
        }
        for mut matcher in [self.written().alone(), self.normal().alone()] {
            let small = minimized(self.problem, &mut matcher, found.clone(), PLAIN, MINIMIZATION)?;
            if small != found
                && let Some(seen) = self.seen_in(&small, enough)?
            {
                return Ok((small, seen));
            }
        }
        Ok((found, seen))
    }
}
