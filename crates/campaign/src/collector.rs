//! Keeps what workers tell.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::cpu;
use crate::error::Error;
use crate::finding::Finding;
use crate::probe::SeedState;
use crate::reduce::background::Background;
use crate::run::{Budget, Campaign, Event};
use crate::store::{Added, Usage};
use crate::tally::Tally;
use crate::worker::{Message, Shared};

/// Keeps what workers tell.
pub(crate) struct Collector<'a> {
    campaign: &'a mut Campaign,
    budget: Budget,
    shared: &'a Shared,
    background: Background<'a>,
    tell: &'a mut dyn FnMut(Event<'_>),
    tally: Tally,
    usage: Usage,
    own_cpu: f64,
    /// How many workers are at work.
    workers: usize,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(
        campaign: &'a mut Campaign,
        budget: Budget,
        shared: &'a Shared,
        background: Background<'a>,
        tell: &'a mut dyn FnMut(Event<'_>),
    ) -> Self {
        let usage = Usage { wall: shared.before, ..Usage::default() };
        let (tally, own_cpu) = (Tally::default(), cpu::of_process());
        Collector { campaign, budget, shared, background, tell, tally, usage, own_cpu, workers: 0 }
    }

    /// Keeps what so many workers tell, and the thread that reduces, until all of them are gone.
    pub(crate) fn collect(
        &mut self,
        receiver: &Receiver<Message>,
        stop: &AtomicBool,
        workers: usize,
    ) -> Result<(), Error> {
        let before = self.campaign.store.usage()?;
        self.workers = workers;
        loop {
            // Woken now and then, so that the display goes on while solvers are slow, and time is kept.
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(message) => self.keep(message)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let interrupt = &self.shared.interrupt;
            // The end of the budget is not the end of reducing, but the user may not want to wait.
            if interrupt.signal().is_some() || (interrupt.is_on() && !stop.load(Ordering::SeqCst)) {
                self.background.switch.trigger();
            }
            if self.workers == 0 {
                continue;
            }
            let elapsed = self.shared.started.elapsed();
            self.usage = Usage {
                wall: before.wall + elapsed.as_secs_f64(),
                own_cpu: before.own_cpu + cpu::of_process() - self.own_cpu,
            };
            (self.tell)(Event::Progress { tally: &self.tally, elapsed });
            if self.is_over() && !stop.swap(true, Ordering::SeqCst) {
                // Ends the runs that are under way: their units are not done, and will be begun again.
                self.shared.interrupt.trigger();
            }
        }
        Ok(())
    }

    /// Whether the budget is used up.
    pub(crate) fn is_over(&self) -> bool {
        self.budget.time.is_some_and(|time| self.shared.started.elapsed() >= time)
            || self.budget.cases.is_some_and(|cases| self.tally.cases >= cases)
    }

    fn keep(&mut self, message: Message) -> Result<(), Error> {
        match message {
            Message::Seed(number, state) => {
                self.campaign.store.set_seed_state(number, &state)?;
                if let SeedState::Skipped { reason, detail } = &state {
                    let seed = &*self.shared.seeds[number].file.path;
                    (self.tell)(Event::Skipped { seed, reason, detail });
                }
            }
            Message::Replies { technique, seed, replies } => {
                self.campaign.store.set_replies(technique, seed, &replies)?;
            }
            Message::Finding(finding, cause) => self.keep_finding(&finding, &cause)?,
            Message::Reduced(finding) => self.keep_reduced(&finding)?,
            Message::Progress(news) => self.tally.add(&news),
            Message::Done(done) => self.campaign.store.finish(&done, &self.usage)?,
            Message::Left => self.left(),
            Message::Failed(error) => return Err(error),
        }
        Ok(())
    }

    /// A worker is gone. All that it told was kept before.
    fn left(&mut self) {
        self.workers = self.workers.saturating_sub(1);
        if self.workers == 0 {
            if self.background.is_busy() && !self.background.switch.is_on() {
                (self.tell)(Event::Reducing(self.background.queue.len()));
            }
            self.background.queue.close();
        }
    }

    fn keep_finding(&mut self, finding: &Finding, cause: &str) -> Result<(), Error> {
        let added = self.campaign.store.add(finding, cause)?;
        if matches!(added, Added::New | Added::Smaller)
            && let Some((finding, count)) = self.campaign.store.finding(&finding.id)?
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
