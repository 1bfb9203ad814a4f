//! What a run has found is tried alone, and made smaller. Only what fails again in a process of its own is a finding.

use std::time::Duration;

use super::parent::{Ending, Found};
use super::tryout::Tryout;
use crate::case::Case;
use crate::shrink::shrink;

/// Tries to make a case smaller.
const TRIES: usize = 3_000;

/// The same where each costs the time after which a worker is given up.
const SLOW_TRIES: usize = 12;

/// So many cases that do not end are made smaller; the others are told as they are.
const SLOW_CASES: usize = 2;

/// A failure as it was found.
pub(super) struct Raw {
    pub(super) case: Case,
    pub(super) ending: Ending,
    pub(super) after: Duration,
    /// Whether it fails if nothing else is run, as the worker saw it. Of a worker that is gone this is not known.
    pub(super) alone: Option<bool>,
}

/// Says which failures are findings.
pub(super) struct Judge<'c> {
    tryout: Tryout<'c>,
    slow_left: usize,
    found: Vec<Found>,
    unconfirmed: Vec<Found>,
}

impl<'c> Judge<'c> {
    pub(super) fn new(tryout: Tryout<'c>) -> Judge<'c> {
        Judge { tryout, slow_left: SLOW_CASES, found: Vec::new(), unconfirmed: Vec::new() }
    }

    /// Tries a failure.
    pub(super) fn add(&mut self, raw: Raw, stop: &dyn Fn() -> bool) {
        // A case that does not end costs time whenever it is tried: another one is only of use if the first depends on earlier checks.
        if raw.ending == Ending::NoEnd && self.is_known(raw.case.property, &raw.ending) {
            return;
        }
        let confirmed = self.confirmed(&raw, stop);
        let list = if confirmed.is_some() { &mut self.found } else { &mut self.unconfirmed };
        let steps_before = raw.case.steps.len();
        let (case, ending) = confirmed.unwrap_or((raw.case, raw.ending));
        let new = Found { property: case.property(), ending, case, steps_before, after: raw.after };
        // One of each kind: the smallest.
        match list.iter_mut().find(|known| known.kind() == new.kind()) {
            Some(known) if new.case.size() < known.case.size() => *known = new,
            Some(_) => {}
            None => list.push(new),
        }
    }

    /// The findings, and what failed in no other way than in the run.
    pub(super) fn verdict(self) -> (Vec<Found>, Vec<Found>) {
        let Judge { mut found, mut unconfirmed, .. } = self;
        unconfirmed.retain(|other| !found.iter().any(|known| known.kind() == other.kind()));
        for list in [&mut found, &mut unconfirmed] {
            list.sort_by(|a, b| a.kind().cmp(&b.kind()));
        }
        (found, unconfirmed)
    }

    fn is_known(&self, property: Option<u8>, ending: &Ending) -> bool {
        self.found.iter().any(|known| known.kind() == (property, ending))
    }

    /// A small case that ends badly in a process in which nothing else was done, and how it ends there.
    fn confirmed(&mut self, raw: &Raw, stop: &dyn Fn() -> bool) -> Option<(Case, Ending)> {
        let (case, ending) = self.alone(raw)?;
        let tries = match ending {
            Ending::NoEnd if self.slow_left == 0 || self.is_known(case.property, &ending) => 0,
            Ending::NoEnd => {
                self.slow_left -= 1;
                SLOW_TRIES
            }
            _ => TRIES,
        };
        let smaller =
            shrink(&case, tries, &mut |case| !stop() && self.tryout.ending(case).as_ref() == Some(&ending));
        // The tries share processes: one may have failed because of those before it.
        if smaller == case || self.tryout.fresh(&smaller).as_ref() == Some(&ending) {
            return Some((smaller, ending));
        }
        let again = self.tryout.fresh(&case)?;
        Some((case, again))
    }

    /// The case as it was found, and how it ends if nothing else is run; best in the same way as in the run.
    fn alone(&mut self, raw: &Raw) -> Option<(Case, Ending)> {
        let ending = self.tryout.fresh(&raw.case);
        if ending.as_ref() == Some(&raw.ending) {
            return Some((raw.case.clone(), raw.ending.clone()));
        }
        // Earlier checks may have asked what this one did not.
        let mut asked = raw.case.clone();
        asked.steps.iter_mut().for_each(|step| step.asked = true);
        let again = self.tryout.fresh(&asked);
        if ending.is_none() || again.as_ref() == Some(&raw.ending) {
            return Some((asked, again?));
        }
        Some((raw.case.clone(), ending?))
    }
}
