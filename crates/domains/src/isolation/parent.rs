//! The parent: starts workers, notes what they find and how they die, and has the cases judged.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::judge::{Judge, Raw};
use super::protocol::{Order, Reply, Rounds, Target, WorkerCommand};
use super::tryout::Tryout;
use super::worker::{Memory, Message, Worker};
use crate::case::Case;
use crate::domain::Profile;
use crate::engine::{Tally, case_of};
use crate::local::Settings;
use crate::property::Property;
use crate::run::Outcome;

/// So often workers are looked after.
const TICK: Duration = Duration::from_millis(20);

/// So many cases of one property and ending are kept to be made smaller; as many again that do not fail alone.
const CASES: usize = 3;

/// A worker that died is started again so many times.
const RESTARTS: usize = 2_000;

/// How a case ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The property does not hold.
    Violated,
    /// The library reported an error.
    Failed,
    /// The process died of a signal, or ended by itself.
    Died(String),
    /// It did not come to an end.
    NoEnd,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ending::Violated => f.write_str("does not hold"),
            Ending::Failed => f.write_str("the library reports an error"),
            Ending::Died(how) => write!(f, "the library dies: {how}"),
            Ending::NoEnd => f.write_str("the library does not come to an end"),
        }
    }
}

/// A domain that is tested in other processes.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// How workers are started.
    pub command: WorkerCommand,
    /// What they test.
    pub target: Target,
    /// How.
    pub settings: Settings,
    /// So many workers.
    pub jobs: usize,
    /// So many checks at most, of all workers together.
    pub checks: Option<u64>,
    /// A worker that has done nothing for so long is given up.
    pub patience: Duration,
}

/// What happens while a campaign runs.
#[derive(Clone, Debug)]
pub enum Event<'e> {
    /// So many checks were done.
    Progress {
        /// Of all workers.
        checks: u64,
        /// Properties that failed so far.
        failed: usize,
    },
    /// A property failed for the first time in this way.
    Found {
        /// Which; none if making the elements failed.
        property: Option<&'static Property>,
        /// How.
        ending: &'e Ending,
    },
    /// A case is being made smaller.
    Shrinking {
        /// How many are left.
        left: usize,
    },
}

/// A failure. A finding is made as small as could be, what is not confirmed is as it was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Which property; none if making the elements failed.
    pub property: Option<&'static Property>,
    /// How it ended.
    pub ending: Ending,
    /// The case.
    pub case: Case,
    /// Steps of the case as it was found.
    pub steps_before: usize,
    /// When it was found.
    pub after: Duration,
}

impl Found {
    /// Failures of the same kind are told once.
    pub(super) fn kind(&self) -> (Option<u8>, &Ending) {
        (self.property.map(|property| property.number), &self.ending)
    }
}

/// What came of a campaign.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What was asked of the domain.
    pub profile: Profile,
    /// The properties that were tested.
    pub properties: Vec<&'static Property>,
    /// How often.
    pub tallies: BTreeMap<u8, Tally>,
    /// What failed, one for each cause as far as it can be told. Each fails again in a process in which nothing else is done, and in this way.
    pub found: Vec<Found>,
    /// What failed in the run, but not in such a process, in no way of which there is a finding: what depends on earlier checks, or on
    /// chance. No finding.
    pub unconfirmed: Vec<Found>,
    /// Failures of the making of elements, beside those of properties.
    pub pool_failures: u64,
    /// Kinds of behaviour that were seen.
    pub features: usize,
    /// Edges of the library's code that one worker saw, at most; none if it does not tell.
    pub edges: usize,
    /// How long it took.
    pub time: Duration,
}

impl Summary {
    /// Checks of all properties.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.tallies.values().map(|tally| tally.checks).sum()
    }
}

impl Campaign {
    /// Runs it until its time is over, its checks are done, or it is told to stop.
    ///
    /// # Errors
    /// If there is no such domain, or no worker can be started.
    pub fn run(&self, stop: &dyn Fn() -> bool, events: &mut dyn FnMut(Event<'_>)) -> io::Result<Summary> {
        let mut tryout = Tryout::new(&self.command, &self.target.domain, self.patience);
        let profile = tryout.describe(self.target.dimension)?;
        let properties = self.settings.selection(&profile);
        let mut summary = Summary {
            profile,
            properties,
            tallies: BTreeMap::new(),
            found: Vec::new(),
            unconfirmed: Vec::new(),
            pool_failures: 0,
            features: 0,
            edges: 0,
            time: Duration::ZERO,
        };
        if summary.properties.is_empty() {
            return Ok(summary);
        }
        let start = Instant::now();
        let raw = self.collect(start, &mut summary, stop, events)?;
        summary.time = start.elapsed();
        let mut judge = Judge::new(tryout);
        let mut left = raw.len();
        for raw in raw {
            events(Event::Shrinking { left });
            left -= 1;
            judge.add(raw, stop);
        }
        (summary.found, summary.unconfirmed) = judge.verdict();
        Ok(summary)
    }

    fn order(&self, summary: &Summary, worker: &Worker, first: u64) -> Order {
        Order::Run(Rounds {
            config: self.settings.config,
            properties: summary.properties.iter().map(|property| property.number).collect(),
            engine: self.settings.engine,
            seed: self.settings.seed,
            first,
            stride: self.jobs as u64,
            checks: self.checks.map(|checks| checks.div_ceil(self.jobs as u64)),
            page: worker.page_path().to_owned(),
        })
    }

    /// Runs the workers, and notes what they find.
    fn collect(
        &self,
        start: Instant,
        summary: &mut Summary,
        stop: &dyn Fn() -> bool,
        events: &mut dyn FnMut(Event<'_>),
    ) -> io::Result<Vec<Raw>> {
        let (sender, receiver) = channel();
        let mut workers: Vec<Option<Worker>> = Vec::new();
        // Every process has a number of its own: what one said before it was replaced is not its successor's.
        let mut started = self.jobs;
        for number in 0..self.jobs {
            let mut worker =
                Worker::start(&self.command, &self.target, number, Memory::Quick, sender.clone())?;
            worker.send(&self.order(summary, &worker, number as u64))?;
            workers.push(Some(worker));
        }
        let mut raw: Vec<Raw> = Vec::new();
        let mut restarts = 0;
        while workers.iter().any(Option::is_some) {
            let over = self.settings.time.is_some_and(|time| start.elapsed() >= time)
                || stop()
                || (self.settings.first && raw.iter().any(|raw| raw.alone != Some(false)));
            if over {
                break;
            }
            let mut dead: Option<(usize, Ending)> = None;
            let at = |workers: &[Option<Worker>], number: usize| {
                workers.iter().position(|worker| worker.as_ref().is_some_and(|w| w.number() == number))
            };
            match receiver.recv_timeout(TICK) {
                Ok(Message { worker, reply: Some(reply) }) => match reply {
                    Reply::Progress { tallies, features, edges, .. } => {
                        for (number, tally) in tallies {
                            summary.tallies.entry(number).or_default().add(tally);
                        }
                        summary.features = summary.features.max(features);
                        summary.edges = summary.edges.max(edges);
                        let failed = summary.found.len().max(raw.len());
                        events(Event::Progress { checks: summary.checks(), failed });
                    }
                    Reply::Found { case, outcome, alone } => {
                        let ending =
                            if outcome == Outcome::Failed { Ending::Failed } else { Ending::Violated };
                        let after = start.elapsed();
                        note(&mut raw, Raw { case, ending, after, alone: Some(alone) }, events);
                    }
                    Reply::Done => {
                        if let Some(at) = at(&workers, worker) {
                            workers[at] = None;
                        }
                    }
                    Reply::Described(_) | Reply::Unknown(_) | Reply::Outcome(_) => {}
                },
                Ok(Message { worker, reply: None }) => {
                    if let Some(at) = at(&workers, worker)
                        && let Some(how) = workers[at].as_mut().map(Worker::how_it_ended)
                    {
                        dead = Some((at, Ending::Died(how)));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let stuck = |worker: &mut Option<Worker>| {
                        worker.as_mut().is_some_and(|worker| worker.is_stuck(self.patience))
                    };
                    dead = workers.iter_mut().position(stuck).map(|worker| (worker, Ending::NoEnd));
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let Some((number, ending)) = dead else { continue };
            // Ctrl-C reaches workers, too: that they end then says nothing about a library.
            if stop() {
                break;
            }
            let Some(position) = workers[number].as_ref().map(Worker::position) else { continue };
            workers[number] = None;
            let case = case_of(
                &summary.profile,
                self.target.dimension,
                self.settings.config,
                &summary.properties,
                &position.bytes,
                position.check,
            );
            match case.property {
                Some(property) => {
                    let tally = summary.tallies.entry(property).or_default();
                    tally.checks += 1;
                    tally.failed += 1;
                }
                None => summary.pool_failures += 1,
            }
            note(&mut raw, Raw { case, ending, after: start.elapsed(), alone: None }, events);
            restarts += 1;
            if restarts < RESTARTS {
                let mut worker =
                    Worker::start(&self.command, &self.target, started, Memory::Quick, sender.clone())?;
                started += 1;
                worker.send(&self.order(summary, &worker, position.round + self.jobs as u64))?;
                workers[number] = Some(worker);
            }
        }
        Ok(raw)
    }
}

fn note(raw: &mut Vec<Raw>, new: Raw, events: &mut dyn FnMut(Event<'_>)) {
    let same = |known: &&Raw| known.case.property == new.case.property && known.ending == new.ending;
    if !raw.iter().any(|known| same(&known)) {
        events(Event::Found { property: new.case.property(), ending: &new.ending });
    }
    if raw.iter().filter(same).filter(|known| known.alone == new.alone).count() < CASES {
        raw.push(new);
    }
}
