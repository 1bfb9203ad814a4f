//! Hands out the units of a plan, in turns.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use crate::plan::{Plan, WorkUnit};
use crate::worker::Part;

/// Hands out units.
pub(crate) struct Dispenser {
    pub(crate) plan: Plan,
    /// Units of earlier runs: how many cases were run, or `None` if nothing is left.
    pub(crate) begun: BTreeMap<u64, Option<u64>>,
    pub(crate) next: u64,
    /// Units whose turn has come, by technique and seed. A seed has one turn a round, so those of slow seeds wait here.
    pub(crate) waiting: BTreeMap<(usize, usize), VecDeque<WorkUnit>>,
    /// How many units in a row gave no case.
    pub(crate) idle: u64,
    pub(crate) deadline: Option<Instant>,
}

impl Dispenser {
    /// The next unit, unless the time is over or nothing comes any more.
    pub(crate) fn next(&mut self) -> Option<WorkUnit> {
        if self.is_idle() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        loop {
            let unit = self.plan.unit(self.next)?;
            self.next += 1;
            let waiting = self.waiting.entry((unit.technique, unit.seed)).or_default();
            match self.begun.remove(&unit.number) {
                None => waiting.push_back(unit),
                Some(Some(run)) => waiting.push_back(Plan::rest(unit, run)),
                Some(None) => {}
            }
            if let Some(unit) = waiting.pop_front() {
                return Some(unit);
            }
        }
    }

    /// Takes back a unit of which so many cases were run, and notes whether it gave any.
    pub(crate) fn put_back(&mut self, unit: WorkUnit, done: &Part) {
        match done {
            Part::Whole(0) => self.idle += 1,
            Part::Whole(_) => self.idle = 0,
            Part::Some(cases) => {
                self.idle = 0;
                let waiting = self.waiting.entry((unit.technique, unit.seed)).or_default();
                waiting.push_front(Plan::rest(unit, *cases));
            }
        }
    }

    /// Whether a whole round gave nothing.
    pub(crate) fn is_idle(&self) -> bool {
        self.idle >= self.plan.round()
    }
}
