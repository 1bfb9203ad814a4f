//! A campaign: its directory, and the loop over its units.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant, SystemTime};

use quis_solvers::{Interrupt, SearchPath};
use quis_techniques::{Needs, Stream};
use rustix::fs::{FlockOperation, flock};

use crate::agenda::{Agenda, Left, Limit, Next, Order};
use crate::collector::{Collector, Message};
use crate::description::{Asking, Description, Minimize};
use crate::error::Error;
use crate::finding::Finding;
use crate::participant::Participant;
use crate::plan::Plan;
use crate::reduce::background::{self, Background, Queue};
use crate::report;
use crate::seeds::SeedFile;
use crate::store::Store;
use crate::tally::Tally;
use crate::unit::{Bench, Material, SeedState, UnitResult, WorkUnit, run_unit, skipped};

/// The name of the store in a campaign's directory.
const STORE: &str = "campaign.sqlite";

/// Why an older campaign cannot go on.
const OLDER: &str = "an older version of Quis made this campaign, and it cannot go on here. Its findings can be read, replayed and \
    reduced. To go on, start a new campaign with the same seeds and the same --seed";

/// How long to work.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Budget {
    /// For so long.
    pub time: Option<Duration>,
    /// Until this number of cases was run, since now; without turns, so that all depends on the description alone.
    pub cases: Option<u64>,
    /// These units of the plan alone; without turns, too.
    pub units: Option<(u64, u64)>,
    /// Each finding is reduced in the background for so long; not at all if there is nothing here. What is left to reduce when the
    /// other limits are reached is waited for.
    pub reduce: Option<Duration>,
}

impl Budget {
    fn limit(&self) -> Limit {
        match (self.units, self.cases) {
            (Some((first, end)), _) => Limit::Units(first..end),
            (None, Some(cases)) => Limit::Cases(cases),
            (None, None) => Limit::Turns,
        }
    }
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

/// How units are run: [`run_unit`], or something that gives the same.
pub type UnitRunner =
    dyn Fn(&Description, &WorkUnit, &Material, &mut Bench) -> Result<UnitResult, Error> + Sync;

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
        self.run_with(&run_unit, budget, jobs, interrupt, tell)
    }

    /// As [`run`](Campaign::run), with another way to run units: on other machines, perhaps.
    ///
    /// # Errors
    /// As for [`run`](Campaign::run).
    pub fn run_with(
        &mut self,
        run: &UnitRunner,
        budget: Budget,
        jobs: usize,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Ended, Error> {
        if !self.store.is_present() {
            return Err(Error::Campaign(self.directory.clone(), OLDER));
        }
        let started = Instant::now();
        let path = SearchPath::of_user()?;
        let description = self.description.clone();
        let participants = Participant::all(&description, &path)?;
        let reference = match &description.reference {
            Some(spec) => Some(Participant::of_spec(spec, &description, &path)?),
            None => participants.first().cloned(),
        };
        let jobs = jobs.max(1);
        let bench = || Bench::new(&description, &participants, reference.clone(), interrupt);
        let benches = (0..jobs).map(|_| bench()).collect::<Result<Vec<_>, _>>()?;
        let (states, mut seeds) = (self.store.seeds()?, Vec::new());
        let states: Vec<_> = states
            .into_iter()
            .map(|(seed, state)| {
                seeds.push(seed);
                state
            })
            .collect();
        tell(Event::Started {
            seeds: seeds.len(),
            solvers: participants.iter().map(Participant::describe).collect(),
        });
        let data: Vec<_> = participants.iter().map(crate::summary::solver_data).collect();
        self.store.set_fact("solvers", &serde_json::to_string(&data)?)?;
        seeds.push(SeedFile::none());
        let deadline = budget.time.map(|time| started + time);
        let agenda = Shared {
            agenda: Mutex::new(self.agenda(
                &benches[0],
                reference.is_some(),
                states,
                (budget.limit(), deadline),
            )?),
            changed: Condvar::new(),
        };
        let stop = AtomicBool::new(false);
        let queue = Queue::default();
        let reducing = Interrupt::new().map_err(|error| Error::File(self.directory.clone(), error))?;
        let (sender, receiver) = mpsc::channel();
        let limits = description.limits();
        let time = if description.minimize == Minimize::None { None } else { budget.reduce };
        let background = Background { queue: &queue, time: time.unwrap_or_default(), switch: &reducing };
        background.begin(&self.store)?;
        let mut collector = Collector {
            campaign: self,
            budget,
            interrupt: interrupt.clone(),
            started,
            seeds: seeds.clone(),
            techniques: description.techniques.clone(),
            background,
            tell,
            tally: Tally::default(),
            under_way: vec![Tally::default(); jobs],
        };
        std::thread::scope(|scope| {
            for (number, bench) in benches.into_iter().enumerate() {
                let worker = Worker {
                    number,
                    run,
                    description: &description,
                    seeds: &seeds,
                    agenda: &agenda,
                    stop: &stop,
                    sender: sender.clone(),
                };
                scope.spawn(move || worker.work(bench));
            }
            let (queue, reducing) = (&queue, &reducing);
            scope.spawn(move || background::work(queue, background.time, limits, reducing, &sender));
            let result = collector.collect(&receiver, &stop, jobs);
            if result.is_err() {
                stop.store(true, Ordering::SeqCst);
                interrupt.trigger();
                reducing.trigger();
                queue.close();
            }
            result
        })?;
        let exhausted = agenda.agenda.lock().unwrap_or_else(PoisonError::into_inner).is_idle();
        Ok(if interrupt.signal().is_some() || (interrupt.is_on() && !collector.is_over()) {
            Ended::Interrupted
        } else if exhausted {
            Ended::Exhausted
        } else {
            Ended::Budget
        })
    }

    /// What is to be done, given what earlier runs left.
    fn agenda(
        &self,
        bench: &Bench,
        has_reference: bool,
        states: Vec<Option<SeedState>>,
        limits: (Limit, Option<Instant>),
    ) -> Result<Agenda, Error> {
        let stream = Stream::new(self.description.seed);
        let count = self.description.techniques.len();
        let techniques = (0..count).map(|at| bench.technique(at)).collect::<Result<Vec<_>, _>>()?;
        let share = |at: usize| self.description.shares.get(at).copied().unwrap_or(1);
        let needs: Vec<(Needs, u64)> =
            techniques.iter().enumerate().map(|(at, technique)| (technique.needs(), share(at))).collect();
        let varied = self.description.asking == Asking::Varied;
        let plan = Plan::new(&self.store.sizes()?, &needs, varied, &stream);
        let left = Left {
            begun: self.store.begun()?,
            states,
            replies: self.store.replies()?,
            causes: self.store.causes()?,
        };
        Ok(Agenda::new(plan, stream, techniques, has_reference, left, limits))
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

/// What is to be done, for all workers.
struct Shared {
    agenda: Mutex<Agenda>,
    changed: Condvar,
}

/// A thread that runs units.
struct Worker<'a> {
    number: usize,
    run: &'a UnitRunner,
    description: &'a Description,
    seeds: &'a [SeedFile],
    agenda: &'a Shared,
    stop: &'a AtomicBool,
    sender: mpsc::Sender<Message>,
}

impl Worker<'_> {
    /// Runs units until there are no more.
    fn work(self, mut bench: Bench) {
        let (progress, number) = (self.sender.clone(), self.number);
        bench.watch = Some(Box::new(move |tally: &Tally| {
            let _ = progress.send(Message::Progress(number, Box::new(tally.clone())));
        }));
        while let Some(order) = self.next(&bench.interrupt) {
            match self.run(&order, &mut bench) {
                Ok(result) => {
                    self.agenda.lock().put_back(&order.unit, &result);
                    self.agenda.changed.notify_all();
                    let _ = self.sender.send(Message::Progress(self.number, Box::default()));
                    let _ = self.sender.send(Message::Done(Box::new((order.unit, result))));
                }
                Err(error) => {
                    // If nobody listens any more, there is nobody to tell.
                    let _ = self.sender.send(Message::Failed(error));
                    return;
                }
            }
        }
        let _ = self.sender.send(Message::Left);
    }

    /// The next unit. Waits for what others find out, if it must.
    fn next(&self, interrupt: &Interrupt) -> Option<Box<Order>> {
        let mut agenda = self.agenda.lock();
        loop {
            if self.stop.load(Ordering::SeqCst) || interrupt.is_on() {
                return None;
            }
            match agenda.next() {
                Next::Unit(order) => return Some(order),
                Next::Nothing => {
                    self.agenda.changed.notify_all();
                    return None;
                }
                // Woken in any case, so that an interruption is seen.
                Next::Wait => {
                    let waited = self.agenda.changed.wait_timeout(agenda, Duration::from_millis(100));
                    agenda = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// Runs a unit, with what this machine has of its material.
    fn run(&self, order: &Order, bench: &mut Bench) -> Result<UnitResult, Error> {
        let read = |seed: usize| {
            let file = self.seeds.get(seed).ok_or(io::ErrorKind::NotFound)?;
            let small = file.size()? <= self.description.max_seed;
            if small { file.read().map(Some) } else { Ok(None) }
        };
        let seed = match read(order.unit.seed) {
            Ok(Some(seed)) => seed,
            Ok(None) => return Ok(UnitResult::of_seed(skipped("it is too large", String::new()))),
            Err(error) => return Ok(UnitResult::of_seed(skipped("it cannot be read", error.to_string()))),
        };
        let material = Material {
            seed,
            // One that cannot be read leaves its number to nobody.
            pool: order.pool.iter().map(|&seed| read(seed).ok().flatten().unwrap_or_default()).collect(),
            replies: order.replies.clone(),
            seconds: order.seconds.clone(),
            causes: order.causes.clone(),
        };
        (self.run)(self.description, &order.unit, &material, bench)
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Agenda> {
        self.agenda.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
