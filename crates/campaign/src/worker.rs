//! A worker: runs units, one after the other, on a core of its own.

use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use quis_judge::{Judge, Verdict};
use quis_smtlib::Script;
use quis_solvers::{Channel, Dialect, End, Interrupt, Limits, Observation, Solver};
use quis_techniques::{Reply, Stream, Technique, TestCase};

use crate::ahead::Ahead;
use crate::case_text::has_cores;
use crate::confirm::confirm;
use crate::cpu::spending;
use crate::description::Description;
use crate::error::Error;
use crate::finding::Finding;
use crate::found::cause;
use crate::material::{Material, Prepared};
use crate::participant::{CORES, Examiner, MODELS, Participant, question};
use crate::plan::WorkUnit;
use crate::probe::SeedState;
use crate::repeats::Repeats;
use crate::requests::{Reference, ask_with};
use crate::seeds::{SeedFile, SeedText};
use crate::store::Done;
use crate::tactic::keep_fair;
use crate::tally::Tally;

/// What all workers share.
pub(crate) struct Shared {
    pub(crate) description: Description,
    pub(crate) participants: Vec<Participant>,
    pub(crate) techniques: Vec<Box<dyn Technique>>,
    pub(crate) judge: Judge,
    pub(crate) stream: Stream,
    pub(crate) interrupt: Interrupt,
    /// The seeds, and behind them the script without commands, for techniques that need none.
    pub(crate) seeds: Vec<Seed>,
    /// Who answers the requests of techniques.
    pub(crate) reference: Option<Solver>,
    /// When the work began, and how much was done before.
    pub(crate) started: Instant,
    pub(crate) before: f64,
    /// The installed releases of the solvers' families, the oldest first.
    pub(crate) releases: BTreeMap<String, Vec<Solver>>,
    /// The cases of one cause on one seed.
    pub(crate) repeats: Mutex<Repeats>,
}

/// A seed, and what is known of it once somebody has looked.
pub(crate) struct Seed {
    pub(crate) file: SeedFile,
    pub(crate) state: OnceLock<SeedState>,
    /// What the reference solver said to the requests of each technique, once it was asked. Who asks holds the lock.
    pub(crate) replies: Vec<Mutex<Option<Arc<[Reply]>>>>,
}

/// How much of a unit was run.
pub(crate) enum Part {
    /// All of it, with so many cases.
    Whole(u64),
    /// So many cases; there are more.
    Some(u64),
}

/// What a worker tells.
pub(crate) enum Message {
    /// What came of running the solvers on a seed.
    Seed(usize, SeedState),
    /// What the reference solver said.
    Replies {
        /// To this technique, by its place in the description.
        technique: usize,
        /// About this seed.
        seed: usize,
        /// This.
        replies: Arc<[Reply]>,
    },
    /// A case that shows something, and what its cause looked like before it was made smaller.
    Finding(Box<Finding>, String),
    /// A finding has a smaller case, or was tried to have one.
    Reduced(Box<Finding>),
    /// A worker has no more to do.
    Left,
    /// So many cases were run since the last time.
    Progress(Box<Tally>),
    /// A unit is done.
    Done(Box<Done>),
    /// Why a worker stopped.
    Failed(Error),
}

/// A solver as a worker runs it.
struct Lane {
    options: usize,
    solver: Solver,
    dialect: Dialect,
    channel: Channel,
}

/// A worker.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared,
    sender: Sender<Message>,
    lanes: Vec<Option<Lane>>,
    /// What was told of the present unit, and when.
    told: (Tally, Instant),
}

/// Of the cases that are asked for cores, one out of so many has its cores checked.
const CORES_EVERY: u64 = 4;
/// One case out of so many is run with another random seed, too.
const RESEED_EVERY: u64 = 32;

/// How often progress is told.
const PROGRESS: Duration = Duration::from_millis(200);

/// Where a case comes from, as far as it is the same for all cases of a unit.
pub(crate) struct Place<'a> {
    pub(crate) unit: &'a WorkUnit,
    pub(crate) seed: &'a SeedText,
    pub(crate) technique: Option<&'a dyn Technique>,
    /// What the reference solver said to the technique's requests.
    pub(crate) replies: &'a [Reply],
}

impl<'a> Worker<'a> {
    pub(crate) fn new(shared: &'a Shared, sender: Sender<Message>) -> Self {
        let lanes = shared.participants.iter().map(|_| None).collect();
        Worker { shared, sender, lanes, told: (Tally::default(), Instant::now()) }
    }

    /// Runs a unit, or as much of it as its turn has time for.
    pub(crate) fn run(&mut self, unit: &WorkUnit) -> Result<Part, Error> {
        let shared = self.shared;
        let technique = &*shared.techniques[unit.technique];
        let mut tally = Tally::default();
        self.told.0 = Tally::default();
        let material = match self.prepare(unit, &mut tally)? {
            Prepared::Ready(material) if technique.applies(&material.script) => material,
            Prepared::Ready(_) | Prepared::Nothing => return Ok(self.done(unit, technique, tally)),
            Prepared::Interrupted => return Ok(Part::Some(0)),
        };
        let Material { text, script, walls } = &*material;
        let stream = cases_stream(&shared.stream, technique, &text.id);
        let Some(replies) = self.replies(unit, script, &stream, &mut tally)? else {
            return Ok(Part::Some(0));
        };
        let place = Place { unit, seed: text, technique: Some(technique), replies: &replies };
        self.choose_options(unit, walls)?;
        let began = Instant::now();
        let first = usize::try_from(unit.first).unwrap_or(usize::MAX);
        let count = usize::try_from(unit.cases).unwrap_or(usize::MAX);
        // One that can make its n-th case alone does not make those before it, and makes those again cheaply that the turn has no time for.
        let mut cases = spending(&mut tally.generation, || {
            let cases = technique.cases(script, &replies, stream).skip(first).take(count);
            if technique.starts_anywhere() { Ahead::new(cases) } else { Ahead::one_by_one(cases) }
        });
        for at in (unit.first..).take(count) {
            let before = tally.cases;
            let late = before > 0 && began.elapsed() > turn(unit);
            let goes_on = !late && !shared.interrupt.is_on();
            let case = if goes_on { spending(&mut tally.generation, || cases.next()) } else { None };
            if goes_on && case.is_none() {
                break;
            }
            let is_done = match case {
                Some(case) => self.test(&case, at, &place, walls, &mut tally)?,
                None => false,
            };
            if !is_done {
                // A case that was interrupted will be run again.
                tally.cases = before;
                self.part(unit, technique, tally, false);
                return Ok(Part::Some(before));
            }
            if self.told.1.elapsed() >= PROGRESS {
                self.tell(&tally);
            }
        }
        Ok(self.done(unit, technique, tally))
    }

    /// What the reference solver says to the requests of the unit's technique about its seed. It is asked once; whoever else needs it
    /// waits. `None` if interrupted.
    fn replies(
        &self,
        unit: &WorkUnit,
        script: &Script,
        stream: &Stream,
        tally: &mut Tally,
    ) -> Result<Option<Arc<[Reply]>>, Error> {
        let shared = self.shared;
        let &WorkUnit { technique, seed, .. } = unit;
        let Some(slot) = shared.seeds[seed].replies.get(technique) else { return Ok(Some(Arc::default())) };
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(replies) = &*slot {
            return Ok(Some(replies.clone()));
        }
        let Some(solver) = &shared.reference else { return Ok(Some(Arc::default())) };
        let mut reference = Reference::new(solver, shared.description.limits(), Some(&shared.interrupt));
        let asked = ask_with(&*shared.techniques[technique], script, stream, &mut reference)?;
        tally.add(&reference.spent);
        let Some(replies) = asked.map(Arc::<[Reply]>::from) else { return Ok(None) };
        if !replies.is_empty() {
            self.send(Message::Replies { technique, seed, replies: replies.clone() });
        }
        *slot = Some(replies.clone());
        Ok(Some(replies))
    }

    fn done(&mut self, unit: &WorkUnit, technique: &dyn Technique, tally: Tally) -> Part {
        let cases = tally.cases;
        self.part(unit, technique, tally, true);
        Part::Whole(cases)
    }

    /// Tells what was done of a unit.
    fn part(&mut self, unit: &WorkUnit, technique: &dyn Technique, tally: Tally, whole: bool) {
        self.tell(&tally);
        self.told.0 = Tally::default();
        if whole || tally.cases > 0 {
            let technique = technique.name().to_owned();
            let &WorkUnit { number, first, seed, .. } = unit;
            self.send(Message::Done(Box::new(Done { number, first, whole, technique, seed, tally })));
        }
    }

    pub(crate) fn send(&self, message: Message) {
        // If nobody listens any more, the campaign is over.
        let _ = self.sender.send(message);
    }

    /// Makes what is known of a seed known to all.
    pub(crate) fn know(&self, seed: usize, state: SeedState) {
        if self.shared.seeds[seed].state.set(state.clone()).is_ok() {
            self.send(Message::Seed(seed, state));
        }
    }

    /// Tells what was done in this unit since the last time.
    fn tell(&mut self, tally: &Tally) {
        let news = tally.since(&self.told.0);
        self.told = (tally.clone(), Instant::now());
        if news.cases > 0 {
            self.send(Message::Progress(Box::new(news)));
        }
    }

    /// Opens the solvers with the options of a unit.
    fn choose_options(&mut self, unit: &WorkUnit, walls: &BTreeMap<String, Duration>) -> Result<(), Error> {
        let shared = self.shared;
        let mut stream = shared.stream.fork("options").nth(unit.number);
        for (participant, lane) in shared.participants.iter().zip(&mut self.lanes) {
            let options = stream.below(participant.ways());
            let Some(&wall) = walls.get(&participant.solver.name) else { continue };
            let limits = Limits { wall, ..shared.description.limits() };
            match lane {
                Some(lane) if lane.options == options => lane.channel.set_wall(wall),
                _ => *lane = Some(open(participant, options, limits, &shared.interrupt)),
            }
        }
        Ok(())
    }

    /// Puts a case to all solvers that take part. `false` if interrupted.
    fn test(
        &mut self,
        case: &TestCase,
        at: u64,
        place: &Place<'_>,
        taking_part: &BTreeMap<String, Duration>,
        tally: &mut Tally,
    ) -> Result<bool, Error> {
        let shared = self.shared;
        let mut observations = Vec::with_capacity(self.lanes.len());
        tally.cases += 1;
        let with_cores = has_cores(case);
        let ask = if with_cores { CORES } else { MODELS };
        for (participant, lane) in shared.participants.iter().zip(&mut self.lanes) {
            let name = &participant.solver.name;
            let Some(lane) = lane.as_mut().filter(|_| taking_part.contains_key(name)) else { continue };
            let Some(question) = question(&lane.solver, &lane.dialect, case, ask) else {
                tally.solver(name).skipped += 1;
                continue;
            };
            let observation =
                lane.channel.ask(&question).map_err(|error| Error::Solver(name.clone(), error))?;
            if observation.end == End::Interrupted {
                return Ok(false);
            }
            tally.solver(name).count(&observation);
            observations.push(observation);
        }
        if with_cores && at.is_multiple_of(CORES_EVERY) {
            self.test_cores(case, at, place, &observations, tally)?;
        }
        let mut others = Vec::new();
        if at % RESEED_EVERY == RESEED_EVERY - 1 {
            others = self.reseed(case, at, &mut observations, tally)?;
        }
        let mut suspected = shared.judge.judge(case, &observations);
        keep_fair(&mut suspected, &self.solvers(&observations), case);
        if suspected.is_empty() {
            return Ok(true);
        }
        for verdict in &suspected {
            *tally.verdicts.entry(verdict.kind.name().to_owned()).or_default() += 1;
        }
        if suspected.iter().filter(|verdict| !self.is_repeated(place.unit, at, verdict)).count() == 0 {
            return Ok(true);
        }
        let mut solvers = self.solvers(&observations);
        solvers.extend(others);
        let mut examiner =
            Examiner::new(&shared.judge, solvers, shared.description.limits(), Some(&shared.interrupt));
        let (fresh, confirmed) = confirm(&mut examiner, case, &suspected, &observations)?;
        if shared.interrupt.is_on() {
            return Ok(false);
        }
        for verdict in confirmed {
            self.found(&mut examiner, case, verdict, &fresh, at, place)?;
        }
        tally.add(&examiner.spent);
        Ok(true)
    }

    /// The judge.
    pub(crate) fn judge(&self) -> &Judge {
        &self.shared.judge
    }

    /// Runs these solvers in fresh processes.
    pub(crate) fn examiner(&self, solvers: Vec<Solver>) -> Examiner<'_> {
        let limits = self.shared.description.limits();
        Examiner::new(&self.shared.judge, solvers, limits, Some(&self.shared.interrupt))
    }

    /// Runs the solvers with another random seed, too; gives them back.
    fn reseed(
        &mut self,
        case: &TestCase,
        at: u64,
        observations: &mut Vec<Observation>,
        tally: &mut Tally,
    ) -> Result<Vec<Solver>, Error> {
        let shared = self.shared;
        let seed = u32::try_from(at / RESEED_EVERY % 1000 + 1).unwrap_or(1);
        let observed = |lane: &&Lane| observations.iter().any(|seen| seen.solver == lane.solver.name);
        let lanes = shared.participants.iter().zip(&self.lanes).filter_map(|(participant, lane)| {
            let lane = lane.as_ref().filter(observed)?;
            participant.reseeded(lane.options, seed)
        });
        let solvers: Vec<Solver> = lanes.collect();
        let limits = shared.description.limits();
        let mut examiner = Examiner::new(&shared.judge, solvers, limits, Some(&shared.interrupt));
        observations.extend(examiner.observe(case, MODELS)?);
        tally.add(&examiner.spent);
        Ok(examiner.solvers)
    }

    /// The solvers that gave observations, with their options.
    pub(crate) fn solvers(&self, observations: &[Observation]) -> Vec<Solver> {
        let lanes = self.lanes.iter().flatten();
        let observed = |solver: &Solver| observations.iter().any(|seen| seen.solver == solver.name);
        lanes.map(|lane| lane.solver.clone()).filter(observed).collect()
    }

    /// Whether enough other cases of this cause were looked at.
    fn is_repeated(&self, unit: &WorkUnit, at: u64, verdict: &Verdict) -> bool {
        let Ok(mut repeats) = self.shared.repeats.lock() else { return false };
        repeats.is_repeated(unit.seed, cause(verdict), (unit.number, at))
    }
}

/// How long the turn of a unit is. Slow seeds do not hold up the others: what is left of theirs waits for the next round.
fn turn(unit: &WorkUnit) -> Duration {
    Duration::from_millis(15) * u32::try_from(unit.cases.max(20)).unwrap_or(u32::MAX)
}

/// The stream from which a technique makes its cases of a seed, given that of the campaign and what [identifies](crate::identify) the
/// seed.
#[must_use]
pub fn cases_stream(campaign: &Stream, technique: &dyn Technique, seed_id: &str) -> Stream {
    campaign.fork(technique.name()).fork(seed_id)
}

fn open(participant: &Participant, options: usize, limits: Limits, interrupt: &Interrupt) -> Lane {
    let solver = participant.with_options(options);
    let channel = Channel::open(&solver, participant.mode, limits, Some(interrupt.clone()));
    Lane { options, dialect: solver.profile.dialect(), solver, channel }
}
