//! Findings are reduced while the campaign goes on, and after it.
//!
//! While it goes on, all that is done about findings gets a part of the CPU time at most: what is asked to make them certain, and what is
//! left of that part for reducing them.

use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quis_judge::Kind;
use quis_solvers::{Interrupt, Limits};

use super::finding::continue_with;
use crate::collector::Message;
use crate::error::Error;
use crate::finding::Finding;
use crate::store::Store;
use crate::unit::is_wrong;

/// The part of the CPU time of a campaign that goes into what is found, at most.
const SHARE: f64 = 0.15;
/// The seconds for the first findings, which users wait for.
const FIRST: f64 = 5.0;

/// Findings that wait for being reduced, the worst first.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: BTreeMap<(Kind, String), Finding>,
    closed: bool,
    /// The seconds that went into reducing, and how many may.
    spent: f64,
    allowed: f64,
    /// Whether one of them is being reduced.
    busy: bool,
}

/// What the rest of a campaign knows of the thread that reduces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Background<'a> {
    pub(crate) queue: &'a Queue,
    /// How long each finding is reduced.
    pub(crate) time: Duration,
    /// Ends it.
    pub(crate) switch: &'a Interrupt,
}

impl Background<'_> {
    /// Puts the findings of a store into the queue for which there is something left to do.
    pub(crate) fn begin(&self, store: &Store) -> Result<(), Error> {
        store.findings()?.iter().for_each(|(finding, _)| self.push(finding));
        Ok(())
    }

    /// Puts a finding into the queue, if there is something left to do for it.
    pub(crate) fn push(&self, finding: &Finding) {
        if is_left(finding, self.time) {
            self.queue.push(finding);
        }
    }

    /// Whether there is something left to do.
    pub(crate) fn is_busy(&self) -> bool {
        self.queue.with(|state| state.busy || !state.waiting.is_empty())
    }
}

impl Queue {
    /// Puts a finding into the queue, in the place of one of the same name.
    pub(crate) fn push(&self, finding: &Finding) {
        self.with(|state| state.waiting.insert(key(finding), finding.clone()));
    }

    /// Leaves a finding out if a smaller case of it is known.
    pub(crate) fn settle(&self, finding: &Finding) {
        self.with(|state| {
            let known = state.waiting.get(&key(finding));
            if known.is_some_and(|known| known.case.len() >= finding.case.len()) {
                state.waiting.remove(&key(finding));
            }
        });
    }

    /// Nothing more will come.
    pub(crate) fn close(&self) {
        self.with(|state| state.closed = true);
    }

    /// How many are waiting.
    pub(crate) fn len(&self) -> usize {
        self.with(|state| state.waiting.len())
    }

    /// The worst of those that wait. Waits itself until there is one; `None` if none will come.
    fn next(&self) -> Option<Finding> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let may_work = state.closed || state.spent < state.allowed;
            let next = if may_work { state.waiting.pop_first() } else { None };
            state.busy = next.is_some();
            if let Some((_, finding)) = next {
                return Some(finding);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says what the campaign used so far: CPU seconds in all, and those that went into follow-up questions.
    pub(crate) fn allow(&self, all: f64, outside: f64) {
        self.with(|state| state.allowed = FIRST + all * SHARE - outside);
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
        result
    }
}

fn key(finding: &Finding) -> (Kind, String) {
    (finding.verdict.kind, finding.id.clone())
}

/// Whether there is something left to do for a finding, if each may be reduced for so long.
fn is_left(finding: &Finding, time: Duration) -> bool {
    // A case that takes seconds each time does not get far.
    let can_shrink = finding.verdict.kind != Kind::Slow && !left(finding, time).is_zero();
    can_shrink || (finding.releases.is_none() && is_wrong(&finding.verdict))
}

/// How long a finding may still be reduced.
fn left(finding: &Finding, time: Duration) -> Duration {
    match finding.reduction {
        Some(reduction) if reduction.finished => Duration::ZERO,
        Some(reduction) => {
            time.saturating_sub(Duration::try_from_secs_f64(reduction.seconds).unwrap_or(Duration::MAX))
        }
        None => time,
    }
}

/// Reduces what is in the queue, until it is closed and empty or the switch is on.
pub(crate) fn work(
    queue: &Queue,
    time: Duration,
    limits: Limits,
    interrupt: &Interrupt,
    sender: &Sender<Message>,
) {
    while let Some(finding) = queue.next() {
        if interrupt.is_on() {
            break;
        }
        let began = Instant::now();
        // If nobody listens any more, the campaign is over.
        let mut save = |finding| drop(sender.send(Message::Reduced(Box::new(finding))));
        // What cannot be tried now stays as it is: the finding is good all the same, and another run tries again.
        let _ = continue_with(&finding, left(&finding, time), limits, interrupt, &mut save);
        queue.with(|state| state.spent += began.elapsed().as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use quis_judge::Verdict;

    use super::*;
    use crate::finding::tests::finding;
    use crate::reduce::Reduction;

    fn named(id: &str, kind: Kind, case: &str) -> Finding {
        let finding = finding();
        let verdict = Verdict { kind, ..finding.verdict };
        Finding { id: id.to_owned(), verdict, case: case.to_owned(), ..finding }
    }

    #[test]
    fn the_worst_come_first_and_each_once() {
        let queue = Queue::default();
        queue.push(&named("a", Kind::Crash, "long"));
        queue.push(&named("b", Kind::RefutationUnsound, "x"));
        queue.push(&named("a", Kind::Crash, "short"));
        queue.push(&named("c", Kind::Crash, "long"));
        // A smaller case of it is known already.
        queue.settle(&named("c", Kind::Crash, "xs"));
        queue.settle(&named("a", Kind::Crash, "longer than short"));
        queue.close();
        let order: Vec<(String, String)> =
            std::iter::from_fn(|| queue.next()).map(|finding| (finding.id, finding.case)).collect();
        assert_eq!(order, [("b".to_owned(), "x".to_owned()), ("a".to_owned(), "short".to_owned())]);
    }

    #[test]
    fn reducing_waits_until_its_part_of_the_time_allows_it() {
        let queue = Queue::default();
        let may_work = || queue.with(|state| state.spent < state.allowed);
        assert!(!may_work());
        queue.allow(0.0, 0.0);
        assert!(may_work());
        queue.with(|state| state.spent = 6.0);
        assert!(!may_work());
        queue.allow(20.0, 0.0);
        assert!(may_work());
        queue.allow(20.0, 2.5);
        assert!(!may_work());
        // When the campaign is over, nobody waits for the rest.
        queue.push(&named("a", Kind::Crash, "x"));
        queue.close();
        assert_eq!(queue.next().map(|finding| finding.id), Some("a".to_owned()));
    }

    #[test]
    fn time_is_left_until_it_is_used_or_nothing_is_left_to_do() {
        let time = Duration::from_secs(60);
        let after = |seconds, finished| {
            let reduction = Some(Reduction { calls: 1, seconds, finished });
            left(&Finding { reduction, ..finding() }, time)
        };
        assert_eq!(left(&finding(), time), time);
        assert_eq!(after(20.0, false), Duration::from_secs(40));
        assert_eq!((after(61.0, false), after(1.0, true)), (Duration::ZERO, Duration::ZERO));
        assert!(is_left(&finding(), time) && !is_left(&named("s", Kind::Slow, ""), time));
    }
}
