//! A campaign: its directory, and the loop over its units.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use quis_judge::Judge;
use quis_solvers::{Interrupt, SearchPath, Solver};
use quis_techniques::{Stream, Technique};
use rustix::fs::{FlockOperation, flock};

use crate::collector::Collector;
use crate::description::{Description, Minimize};
use crate::dispenser::Dispenser;
use crate::error::Error;
use crate::finding::Finding;
use crate::participant::Participant;
use crate::plan::Plan;
use crate::reduce::background::{self, Background, Queue};
use crate::repeats::Repeats;
use crate::report;
use crate::seeds::SeedFile;
use crate::store::Store;
use crate::tally::Tally;
use crate::worker::{Message, Seed, Shared, Worker};

/// The name of the store in a campaign's directory.
const STORE: &str = "campaign.sqlite";

/// How long to work.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Budget {
    /// For so long.
    pub time: Option<Duration>,
    /// Until so many cases were run, since now.
    pub cases: Option<u64>,
    /// Each finding is reduced in the background for so long; not at all if there is nothing here. What is left to reduce when the
    /// other limits are reached is waited for.
    pub reduce: Option<Duration>,
}

/// What happens in a campaign, as it happens.
#[derive(Debug)]
pub enum Event<'a> {
    /// The work begins, with these solvers: names, versions, and whether they are kept running.
    Started {
        /// How many seeds there are.
        seeds: usize,
        /// Name, version, and `session` or `fresh`, of each solver.
        solvers: Vec<(String, Option<String>, &'static str)>,
    },
    /// More cases were run.
    Progress {
        /// What was done since now began.
        tally: &'a Tally,
        /// How long ago that is.
        elapsed: Duration,
    },
    /// A seed is not used, and why.
    Skipped {
        /// Its path.
        seed: &'a str,
        /// Why.
        reason: &'a str,
        /// More about it.
        detail: &'a str,
    },
    /// A finding is new, or has a smaller case now.
    Finding {
        /// The finding.
        finding: &'a Finding,
        /// Where its files are.
        folder: &'a Path,
        /// Whether it is new.
        new: bool,
    },
    /// A finding was reduced in the background.
    Reduced {
        /// The finding.
        finding: &'a Finding,
        /// Where its files are.
        folder: &'a Path,
    },
    /// No more cases are run, but findings are still being reduced: so many wait.
    Reducing(usize),
}

/// How the work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The time is over, or the number of cases is reached.
    Budget,
    /// No seed gives new cases.
    Exhausted,
    /// The user does not want to wait.
    Interrupted,
}

/// A campaign.
pub struct Campaign {
    directory: PathBuf,
    pub(crate) store: Store,
    description: Description,
    /// Held as long as the campaign is worked on.
    _lock: Option<File>,
}

impl Campaign {
    /// Begins a campaign in a directory that has none.
    ///
    /// # Errors
    /// If there is one already, or the directory cannot be written.
    pub fn create(directory: &Path, description: Description, seeds: &[SeedFile]) -> Result<Campaign, Error> {
        fs::create_dir_all(directory.join("findings"))
            .map_err(|error| Error::File(directory.to_owned(), error))?;
        let lock = lock(directory)?;
        let path = directory.join(STORE);
        if path.exists() {
            match Store::open(&path) {
                // Killed before its store was whole: nothing is lost.
                Err(Error::Campaign(_, "there is no whole store")) => {}
                Err(error) => return Err(error),
                Ok(_) => return Err(Error::Campaign(directory.to_owned(), "there is a campaign already")),
            }
        }
        let store = Store::create(&path, &description, seeds)?;
        let text = serde_json::to_string_pretty(&description)? + "\n";
        let file = directory.join("description.json");
        fs::write(&file, text).map_err(|error| Error::File(file, error))?;
        Ok(Campaign { directory: directory.to_owned(), store, description, _lock: Some(lock) })
    }

    /// Opens a campaign to go on with it.
    ///
    /// # Errors
    /// If there is none, or another process works on it.
    pub fn resume(directory: &Path) -> Result<Campaign, Error> {
        let campaign = Campaign::read(directory)?;
        let campaign = Campaign { _lock: Some(lock(directory)?), ..campaign };
        campaign.store.upgrade()?;
        campaign.write_findings()?;
        Ok(campaign)
    }

    /// Opens a campaign to look at it, even while it is worked on.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(directory: &Path) -> Result<Campaign, Error> {
        let path = directory.join(STORE);
        if !path.exists() {
            return Err(Error::Campaign(directory.to_owned(), "there is no campaign"));
        }
        let store = Store::open(&path)?;
        let description = store.description()?;
        Ok(Campaign { directory: directory.to_owned(), store, description, _lock: None })
    }

    /// What the campaign is.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Its directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Keeps what a report says of a run: the command, and how many cores it has.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn note_run(&self, command: &str, jobs: usize) -> Result<(), Error> {
        if self.store.fact("started")?.is_none() {
            self.store.set_fact("started", &report::timestamp(SystemTime::now()))?;
            self.store.set_fact("command line", command)?;
        }
        self.store.set_fact("jobs", &jobs.to_string())
    }

    /// Keeps when a run ended.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn note_end(&self) -> Result<(), Error> {
        self.store.set_fact("ended", &report::timestamp(SystemTime::now()))
    }

    /// Whether the store is whole and every case in it belongs to a finding.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.store.is_consistent()
    }

    /// Works until the budget is used up, and tells what happens.
    ///
    /// # Errors
    /// If a solver cannot be started, or the store or a file cannot be written.
    pub fn run(
        &mut self,
        budget: Budget,
        jobs: usize,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Ended, Error> {
        let shared = self.share(interrupt)?;
        let sizes = self.store.sizes()?;
        tell(Event::Started {
            seeds: sizes.len(),
            solvers: shared.participants.iter().map(Participant::describe).collect(),
        });
        let solvers: Vec<_> = shared.participants.iter().map(crate::summary::solver_data).collect();
        self.store.set_fact("solvers", &serde_json::to_string(&solvers)?)?;
        let needs_seed: Vec<bool> =
            shared.techniques.iter().map(|technique| technique.needs_seed()).collect();
        let plan = Plan::new(&sizes, &needs_seed, &shared.stream);
        let dispenser = Mutex::new(Dispenser {
            plan,
            begun: self.store.begun()?,
            next: 0,
            waiting: BTreeMap::new(),
            idle: 0,
            deadline: budget.time.map(|time| shared.started + time),
        });
        let stop = AtomicBool::new(false);
        let queue = Queue::default();
        let reducing = Interrupt::new().map_err(|error| Error::File(self.directory.clone(), error))?;
        let (sender, receiver) = mpsc::channel();
        let limits = self.description.limits();
        let jobs = jobs.max(1);
        let background = Background { queue: &queue, time: self.reduces(budget), switch: &reducing };
        background.begin(&self.store)?;
        let mut collector = Collector::new(self, budget, &shared, background, tell);
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, shared, dispenser, stop) = (sender.clone(), &shared, &dispenser, &stop);
                scope.spawn(move || work(shared, dispenser, stop, sender));
            }
            let (queue, reducing) = (&queue, &reducing);
            if let Some(time) = background.time {
                scope.spawn(move || background::work(queue, time, limits, reducing, &sender));
            } else {
                drop(sender);
            }
            let result = collector.collect(&receiver, &stop, jobs);
            if result.is_err() {
                stop.store(true, Ordering::SeqCst);
                interrupt.trigger();
                reducing.trigger();
                queue.close();
            }
            result
        })?;
        let exhausted = dispenser.lock().unwrap_or_else(PoisonError::into_inner).is_idle();
        Ok(if interrupt.signal().is_some() || (interrupt.is_on() && !collector.is_over()) {
            Ended::Interrupted
        } else if exhausted {
            Ended::Exhausted
        } else {
            Ended::Budget
        })
    }

    fn share(&self, interrupt: &Interrupt) -> Result<Shared, Error> {
        let description = self.description.clone();
        let path = SearchPath::of_user()?;
        let participants = Participant::all(&description, &path)?;
        let families = participants.iter().map(|participant| participant.solver.profile.family.clone());
        let releases = families.map(|family| {
            let releases = crate::bisect::installed(&family, &path);
            (family, releases)
        });
        let techniques = techniques(&description)?;
        let mut replies = self.store.replies()?;
        let none = std::iter::once((SeedFile::none(), None));
        let files = self.store.seeds()?.into_iter().chain(none);
        let seeds = files.enumerate().map(|(number, (file, state))| {
            let state = state.map_or_else(OnceLock::new, OnceLock::from);
            let replies = (0..techniques.len())
                .map(|technique| Mutex::new(replies.remove(&(technique, number)).map(Arc::from)));
            Seed { file, state, replies: replies.collect() }
        });
        let seeds = seeds.collect();
        let reference = match (&description.reference, participants.first()) {
            (Some(spec), _) => {
                Some(Solver::from_spec(spec, &path).map_err(|error| Error::Asked(error.to_string()))?)
            }
            (None, first) => first.map(|participant| participant.solver.clone()),
        };
        Ok(Shared {
            judge: judge(&participants),
            stream: Stream::new(description.seed),
            interrupt: interrupt.clone(),
            seeds,
            reference,
            started: Instant::now(),
            before: self.store.usage()?.wall,
            releases: releases.collect(),
            repeats: Mutex::new(self.repeats()?),
            description,
            participants,
            techniques,
        })
    }

    /// The cases of each cause that were looked at in earlier runs.
    fn repeats(&self) -> Result<Repeats, Error> {
        let mut repeats = Repeats::default();
        for (seed, cause, unit, place) in self.store.causes()? {
            repeats.is_repeated(seed, cause, (unit, place));
        }
        Ok(repeats)
    }

    /// How long each finding is reduced in the background.
    fn reduces(&self, budget: Budget) -> Option<Duration> {
        budget.reduce.filter(|_| self.description.minimize != Minimize::None)
    }

    /// Keeps a finding with another case, unless there is a smaller one; the finding as it is kept now.
    pub(crate) fn replace(&mut self, finding: &Finding) -> Result<Option<Finding>, Error> {
        if !self.store.replace(finding)? {
            return Ok(None);
        }
        let Some((finding, count)) = self.store.finding(&finding.id)? else { return Ok(None) };
        finding.write(&self.directory, count)?;
        Ok(Some(finding))
    }

    /// Writes the files of findings that are not there: the process may have been killed before.
    fn write_findings(&self) -> Result<(), Error> {
        for (finding, count) in self.store.findings()? {
            let same =
                Finding::read(&finding.folder(&self.directory)).is_ok_and(|written| written == finding);
            if !same {
                finding.write(&self.directory, count)?;
            }
        }
        Ok(())
    }
}

/// The judge of these solvers.
pub(crate) fn judge(participants: &[Participant]) -> Judge {
    Judge::new(
        participants.iter().map(|participant| crate::participant::facts(&participant.solver)).collect(),
    )
}

/// The techniques of a description.
pub(crate) fn techniques(description: &Description) -> Result<Vec<Box<dyn Technique>>, Error> {
    let named = description.techniques.iter().map(|spec| {
        let (name, parameters) = spec.trim().split_once(' ').unwrap_or((spec.trim(), ""));
        quis_techniques::technique(name, parameters)
    });
    named.map(|technique| technique.map_err(|error| Error::Asked(error.to_string()))).collect()
}

/// Keeps other processes away from a campaign.
fn lock(directory: &Path) -> Result<File, Error> {
    let path = directory.join("lock");
    let file = File::options()
        .create(true)
        .write(true)
        .truncate(false)
        .open(&path)
        .map_err(|error| Error::File(path.clone(), error))?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(file),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(Error::Busy(directory.to_owned())),
        Err(error) => Err(Error::File(path, error.into())),
    }
}

/// What a worker does until there is no more work.
fn work(shared: &Shared, dispenser: &Mutex<Dispenser>, stop: &AtomicBool, sender: mpsc::Sender<Message>) {
    let mut worker = Worker::new(shared, sender.clone());
    while !stop.load(Ordering::SeqCst) && !shared.interrupt.is_on() {
        let unit = dispenser.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(unit) = unit else { break };
        match worker.run(&unit) {
            Ok(done) => dispenser.lock().unwrap_or_else(PoisonError::into_inner).put_back(unit, &done),
            Err(error) => {
                // If nobody listens any more, there is nobody to tell.
                let _ = sender.send(Message::Failed(error));
                return;
            }
        }
    }
    let _ = sender.send(Message::Left);
}
