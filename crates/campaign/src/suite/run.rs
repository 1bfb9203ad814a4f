//! A suite, run on several threads.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use quis_judge::Settings;
use quis_solvers::{Interrupt, Limits, Mode, Solver};

use super::examine::{Came, Shared, Tester};
use super::outcome::TestResult;
use super::report::{SkippedFile, SuiteReport};
use super::test::{Skip, SuiteFile};
use crate::description::Sessions;
use crate::error::Error;
use crate::participant::{judge_of, mode};

/// How often progress is told while nothing is done.
const TICK: Duration = Duration::from_millis(200);

/// A suite, and how it is run.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Its files.
    pub files: Vec<SuiteFile>,
    /// Who is tested.
    pub solvers: Vec<Solver>,
    /// The random seeds that solvers are run with; the outcome is that of the first. If there are none, solvers have their own.
    pub seeds: Vec<u32>,
    /// What a run may use.
    pub limits: Limits,
    /// Whether solvers are kept running between tests. What fails in a session counts if it fails in a fresh process, too.
    pub sessions: Sessions,
    /// Whether `\x07` and `\n` in strings are escapes, as they were until 2020.
    pub old_escapes: bool,
}

/// What happens while a suite runs.
#[derive(Debug)]
pub enum SuiteEvent<'a> {
    /// So many files are done; told from time to time even if nothing changes.
    Done(usize),
    /// What came of the next test, in the order of the files.
    Test(&'a TestResult),
    /// The next file is no test.
    Skipped(&'a SkippedFile),
}

impl Suite {
    /// Runs all tests on all solvers, on so many threads, and says what came of it. If interrupted, of what was run until then.
    ///
    /// # Errors
    /// If a solver cannot be started.
    pub fn run(
        &self,
        jobs: usize,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(SuiteEvent<'_>),
    ) -> Result<SuiteReport, Error> {
        let started = Instant::now();
        let settings = Settings { memory_limit: self.limits.memory, ..Settings::default() };
        let judge = judge_of(&self.solvers).with_settings(settings).with_all_oracles();
        let solvers: Vec<(Solver, Mode)> = self
            .solvers
            .iter()
            .map(|solver| Ok((solver.clone(), mode(solver, self.sessions, &self.limits)?)))
            .collect::<Result<_, Error>>()?;
        let shared = Shared {
            judge: &judge,
            solvers: &solvers,
            seeds: &self.seeds,
            limits: self.limits,
            interrupt,
            old_escapes: self.old_escapes,
        };
        let mut gathered = Gathered { suite: self, results: Vec::new(), skipped: Vec::new(), tell };
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let outcome = std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, self.files.len().max(1)) {
                let (sender, next, shared) = (sender.clone(), &next, &shared);
                scope.spawn(move || {
                    let mut tester = Tester::new(shared);
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(file) = self.files.get(at) else { return };
                        if shared.interrupt.is_on() {
                            return;
                        }
                        // A bug of ours in one file must not cost the results of the others.
                        let came = catch_unwind(AssertUnwindSafe(|| tester.run(file)));
                        let came = came.unwrap_or_else(|panic| {
                            tester = Tester::new(shared);
                            Ok(Came::Skipped(Skip::internal(&*panic)))
                        });
                        if sender.send((at, came)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let outcome = gathered.gather(&receiver);
            // After an error, what has not begun need not begin.
            next.store(self.files.len(), Ordering::Relaxed);
            drop(receiver);
            outcome
        });
        outcome?;
        let Gathered { results, skipped, .. } = gathered;
        let mut report = SuiteReport::new(&self.solvers, &self.seeds, &results, skipped);
        report.interrupted = interrupt.is_on();
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    }
}

/// What came of the files so far, in their order.
struct Gathered<'a, 'b> {
    suite: &'a Suite,
    results: Vec<TestResult>,
    skipped: Vec<SkippedFile>,
    tell: &'b mut dyn FnMut(SuiteEvent<'_>),
}

impl Gathered<'_, '_> {
    fn gather(&mut self, receiver: &mpsc::Receiver<(usize, Result<Came, Error>)>) -> Result<(), Error> {
        let mut early = BTreeMap::new();
        let (mut done, mut taken) = (0, 0);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((at, came)) => {
                    done += 1;
                    early.insert(at, came?);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            (self.tell)(SuiteEvent::Done(done));
            while let Some(came) = early.remove(&taken) {
                self.take(taken, came);
                taken += 1;
            }
        }
        // If interrupted, some behind the first that is missing may be known.
        for (at, came) in early {
            self.take(at, came);
        }
        Ok(())
    }

    fn take(&mut self, at: usize, came: Came) {
        match came {
            Came::Result(result) => {
                (self.tell)(SuiteEvent::Test(&result));
                self.results.push(*result);
            }
            Came::Skipped(skip) => {
                let name = self.suite.files.get(at).map(|file| file.name.clone()).unwrap_or_default();
                let skipped = SkippedFile::new(name, skip);
                (self.tell)(SuiteEvent::Skipped(&skipped));
                self.skipped.push(skipped);
            }
            Came::Interrupted => {}
        }
    }
}
