//! Keeps what comes of units.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use quis_solvers::Interrupt;

use crate::cpu;
use crate::error::Error;
use crate::finding::Finding;
use crate::reduce::background::Background;
use crate::run::{Budget, Campaign, Event};
use crate::seeds::SeedFile;
use crate::store::{Added, Usage};
use crate::tally::Tally;
use crate::unit::{SeedState, UnitResult, WorkUnit};

/// What a worker tells.
pub(crate) enum Message {
    /// What came of a unit.
    Done(Box<(WorkUnit, UnitResult)>),
    /// What was done in a unit so far.
    Progress(usize, Box<Tally>),
    /// A finding has a smaller case, or was tried to have one.
    Reduced(Box<Finding>),
    /// A worker has no more to do.
    Left,
    /// Why a worker stopped.
    Failed(Error),
}

/// Keeps what workers tell.
pub(crate) struct Collector<'a> {
    pub(crate) campaign: &'a mut Campaign,
    pub(crate) budget: Budget,
    pub(crate) interrupt: Interrupt,
    pub(crate) started: Instant,
    /// The seeds, and behind them none.
    pub(crate) seeds: Vec<SeedFile>,
    pub(crate) techniques: Vec<String>,
    pub(crate) background: Background<'a>,
    pub(crate) tell: &'a mut dyn FnMut(Event<'_>),
    /// What was done in units that are over.
    pub(crate) tally: Tally,
    /// What was done in those that are not, by worker.
    pub(crate) under_way: Vec<Tally>,
}

impl Collector<'_> {
    /// Keeps what so many workers tell, and the thread that reduces, until all of them are gone.
    pub(crate) fn collect(
        &mut self,
        receiver: &Receiver<Message>,
        stop: &AtomicBool,
        mut workers: usize,
    ) -> Result<(), Error> {
        let before = self.campaign.store.usage()?;
        let own_cpu = cpu::of_process();
        let mut usage = before;
        loop {
            // Woken now and then, so that the display goes on while solvers are slow, and time is kept.
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(Message::Left) => {
                    workers = workers.saturating_sub(1);
                    if workers == 0 {
                        self.all_left();
                    }
                }
                Ok(message) => self.keep(message, &usage)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            // The end of the budget is not the end of reducing, but the user may not want to wait.
            let is_ended = self.interrupt.is_on() && !stop.load(Ordering::SeqCst);
            if self.interrupt.signal().is_some() || is_ended {
                self.background.switch.trigger();
            }
            if workers == 0 {
                continue;
            }
            let elapsed = self.started.elapsed();
            usage = Usage {
                wall: before.wall + elapsed.as_secs_f64(),
                own_cpu: before.own_cpu + cpu::of_process() - own_cpu,
            };
            let mut tally = self.tally.clone();
            self.under_way.iter().for_each(|more| tally.add(more));
            let all = tally.solver_cpu().as_secs_f64() + usage.own_cpu - before.own_cpu;
            self.background.queue.allow(all, tally.outside());
            (self.tell)(Event::Progress { tally: &tally, elapsed });
            if self.is_over() && !stop.swap(true, Ordering::SeqCst) {
                // Ends the runs that are under way: what is left of their units will go on another time.
                self.interrupt.trigger();
            }
        }
        Ok(())
    }

    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.budget.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    fn keep(&mut self, message: Message, usage: &Usage) -> Result<(), Error> {
        match message {
            Message::Done(done) => self.keep_result(&done.0, done.1, usage)?,
            Message::Progress(worker, tally) => {
                if let Some(under_way) = self.under_way.get_mut(worker) {
                    *under_way = *tally;
                }
            }
            Message::Reduced(finding) => self.keep_reduced(&finding)?,
            Message::Failed(error) => return Err(error),
            Message::Left => {}
        }
        Ok(())
    }

    /// A worker is gone. All that it told was kept before.
    fn all_left(&mut self) {
        if self.background.is_busy() && !self.background.switch.is_on() {
            (self.tell)(Event::Reducing(self.background.queue.len()));
        }
        self.background.queue.close();
    }

    /// Keeps all that came of a unit in one step, then tells of it.
    fn keep_result(&mut self, unit: &WorkUnit, mut result: UnitResult, usage: &Usage) -> Result<(), Error> {
        let seed = self.seeds.get(unit.seed).map(|seed| seed.path.clone()).unwrap_or_default();
        for finding in &mut result.findings {
            finding.origin.seed.clone_from(&seed);
            finding.found = usage.wall;
        }
        self.tally.add(&result.tally);
        let technique = self.techniques.get(unit.technique).map_or("", String::as_str);
        let added = self.campaign.store.finish(unit, technique, &result, usage)?;
        if let Some(SeedState::Skipped { reason, detail }) = &result.seed {
            (self.tell)(Event::Skipped { seed: &seed, reason, detail });
        }
        for (id, added) in added {
            self.tell_finding(&id, added)?;
        }
        Ok(())
    }

    fn tell_finding(&mut self, id: &str, added: Added) -> Result<(), Error> {
        if matches!(added, Added::New | Added::Smaller)
            && let Some((finding, count)) = self.campaign.store.finding(id)?
        {
            finding.write(self.campaign.directory(), count)?;
            let folder = finding.folder(self.campaign.directory());
            (self.tell)(Event::Finding { finding: &finding, folder: &folder, new: added == Added::New });
            self.background.push(&finding);
        }
        Ok(())
    }

    fn keep_reduced(&mut self, finding: &Finding) -> Result<(), Error> {
        let Some(finding) = self.campaign.replace(finding)? else { return Ok(()) };
        self.background.queue.settle(&finding);
        let folder = finding.folder(self.campaign.directory());
        (self.tell)(Event::Reduced { finding: &finding, folder: &folder });
        Ok(())
    }
}
