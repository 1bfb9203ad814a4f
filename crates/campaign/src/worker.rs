//! A worker: runs units, one after the other, on a core of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use quis_judge::{Judge, Kind, Verdict};
use quis_smtlib::{Mode as Reading, Script, parse};
use quis_solvers::{Channel, Dialect, End, Interrupt, Limits, Observation, Solver};
use quis_techniques::{Stream, Technique, TestCase};

use crate::bisect;
use crate::confirm::{confirm, is_same};
use crate::description::Description;
use crate::error::Error;
use crate::finding::{Finding, Origin};
use crate::participant::{CORES, Examiner, MODELS, Participant, question};
use crate::plan::WorkUnit;
use crate::probe::SeedState;
use crate::seeds::{SeedFile, SeedText};
use crate::shrink::shrink;
use crate::store::Done;
use crate::tally::Tally;

/// How many cases of one cause on one seed are looked at. Further ones are counted only.
const LOOKED_AT: usize = 3;
/// How many smaller cases are tried.
const ATTEMPTS: usize = 40;

/// What all workers share.
pub(crate) struct Shared {
    pub(crate) description: Description,
    pub(crate) participants: Vec<Participant>,
    pub(crate) techniques: Vec<Box<dyn Technique>>,
    pub(crate) judge: Judge,
    pub(crate) stream: Stream,
    pub(crate) interrupt: Interrupt,
    pub(crate) seeds: Vec<Seed>,
    /// When the work began, and how much was done before.
    pub(crate) started: Instant,
    pub(crate) before: f64,
    /// The installed releases of the solvers' families, the oldest first.
    pub(crate) releases: BTreeMap<String, Vec<Solver>>,
    /// The cases of one cause on one seed.
    pub(crate) repeats: Mutex<Repeats>,
}

/// Units and places of the cases that show one cause on one seed.
pub(crate) type Repeats = BTreeMap<(usize, String), BTreeSet<(u64, u64)>>;

/// A seed, and what is known of it once somebody has looked.
pub(crate) struct Seed {
    pub(crate) file: SeedFile,
    pub(crate) state: OnceLock<SeedState>,
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
    /// A case that shows something, and what its cause looked like before it was made smaller.
    Finding(Box<Finding>, String),
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
    shared: &'a Shared,
    sender: Sender<Message>,
    lanes: Vec<Option<Lane>>,
    /// What was told of the present unit, and when.
    told: (Tally, Instant),
}

/// Of the cases whose assertions have names, one out of so many has its cores checked.
const CORES_EVERY: u64 = 4;
/// One case out of so many is run with another random seed, too.
const RESEED_EVERY: u64 = 32;

/// How often progress is told.
const PROGRESS: Duration = Duration::from_millis(200);

/// Where a case comes from, as far as it is the same for all cases of a unit.
pub(crate) struct Place<'a> {
    unit: &'a WorkUnit,
    seed: &'a SeedText,
    technique: Option<&'a dyn Technique>,
    /// Whether assertions have names: cores are asked for then.
    is_named: bool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(shared: &'a Shared, sender: Sender<Message>) -> Self {
        let lanes = shared.participants.iter().map(|_| None).collect();
        Worker { shared, sender, lanes, told: (Tally::default(), Instant::now()) }
    }

    /// Runs a unit, or as much of it as its turn has time for.
    pub(crate) fn run(&mut self, unit: &WorkUnit) -> Result<Part, Error> {
        let shared = self.shared;
        let seed = &shared.seeds[unit.seed];
        let technique = &*shared.techniques[unit.technique];
        let mut tally = Tally::default();
        self.told.0 = Tally::default();
        if !matches!(seed.state.get(), None | Some(SeedState::Usable { .. })) {
            return Ok(self.done(unit, technique, tally));
        }
        let text = match seed
            .file
            .size()
            .and_then(|size| (size <= shared.description.max_seed).then(|| seed.file.read()).transpose())
        {
            Ok(Some(text)) => text,
            Ok(None) => {
                self.know(unit.seed, skipped("it is too large", String::new()));
                return Ok(self.done(unit, technique, tally));
            }
            Err(error) => {
                self.know(unit.seed, skipped("it cannot be read", error.to_string()));
                return Ok(self.done(unit, technique, tally));
            }
        };
        let Ok(script) = parse(&text.text, Reading::Standard).into_result() else {
            self.know(unit.seed, skipped("Quis rejects it", String::new()));
            return Ok(self.done(unit, technique, tally));
        };
        if seed.state.get().is_none() {
            let state = self.probe(unit, &text, &script, &mut tally)?;
            let Some(state) = state else { return Ok(Part::Some(0)) };
            self.know(unit.seed, state);
        }
        let Some(SeedState::Usable { seconds, .. }) = seed.state.get() else {
            return Ok(self.done(unit, technique, tally));
        };
        if !technique.applies(&script) {
            return Ok(self.done(unit, technique, tally));
        }
        let place =
            Place { unit, seed: &text, technique: Some(technique), is_named: text.text.contains(":named") };
        let stream = cases_stream(&shared.stream, technique, &text.id);
        self.choose_options(unit, seconds)?;
        let began = Instant::now();
        let first = usize::try_from(unit.first).unwrap_or(usize::MAX);
        let length = usize::try_from(unit.cases).unwrap_or(usize::MAX);
        for (at, case) in technique.cases(&script, stream).enumerate().skip(first).take(length) {
            let before = tally.cases;
            let late = before > 0 && began.elapsed() > turn(unit);
            if late
                || shared.interrupt.is_on()
                || !self.test(&case, at as u64, &place, seconds, &mut tally)?
            {
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

    fn send(&self, message: Message) {
        // If nobody listens any more, the campaign is over.
        let _ = self.sender.send(message);
    }

    /// Makes what is known of a seed known to all.
    fn know(&self, seed: usize, state: SeedState) {
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

    /// Runs the solvers on a seed as it is. `None` if interrupted.
    fn probe(
        &mut self,
        unit: &WorkUnit,
        seed: &SeedText,
        script: &Script,
        tally: &mut Tally,
    ) -> Result<Option<SeedState>, Error> {
        let shared = self.shared;
        let case = match TestCase::of_script(script) {
            Ok(case) if !case.checks.is_empty() => case,
            Ok(_) => return Ok(Some(skipped("it has no check", String::new()))),
            Err(error) => return Ok(Some(skipped("it is too large", error.to_string()))),
        };
        let solvers: Vec<Solver> =
            shared.participants.iter().map(|participant| participant.solver.clone()).collect();
        let limits = shared.description.limits();
        let mut examiner = Examiner::new(&shared.judge, solvers, limits, Some(&shared.interrupt));
        let observations = examiner.observe(&case, MODELS)?;
        if shared.interrupt.is_on() {
            return Ok(None);
        }
        let verdicts = shared.judge.judge(&case, &observations);
        let place = Place { unit, seed, technique: None, is_named: false };
        let mut findings = Vec::new();
        if verdicts.iter().any(is_serious) {
            let (observations, confirmed) = confirm(&mut examiner, &case, &verdicts, &[])?;
            if shared.interrupt.is_on() {
                return Ok(None);
            }
            for verdict in confirmed.into_iter().filter(is_serious) {
                findings.push(self.found(&mut examiner, &case, verdict, &observations, 0, &place)?);
            }
        }
        tally.add(&examiner.spent);
        if !findings.is_empty() {
            return Ok(Some(SeedState::Failing { findings }));
        }
        Ok(Some(usable(&seed.id, shared, &observations)))
    }

    /// Opens the solvers with the options of a unit.
    fn choose_options(&mut self, unit: &WorkUnit, seconds: &BTreeMap<String, f64>) -> Result<(), Error> {
        let shared = self.shared;
        let mut stream = shared.stream.fork("options").nth(unit.number);
        for (participant, lane) in shared.participants.iter().zip(&mut self.lanes) {
            let options = stream.below(participant.options.len());
            let Some(&taken) = seconds.get(&participant.solver.name) else { continue };
            let limits =
                self.shared.description.limits_after(Duration::try_from_secs_f64(taken).unwrap_or_default());
            match lane {
                Some(lane) if lane.options == options => lane.channel.set_wall(limits.wall),
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
        taking_part: &BTreeMap<String, f64>,
        tally: &mut Tally,
    ) -> Result<bool, Error> {
        let shared = self.shared;
        let mut observations = Vec::with_capacity(self.lanes.len());
        tally.cases += 1;
        let ask = if place.is_named { CORES } else { MODELS };
        for (participant, lane) in shared.participants.iter().zip(&mut self.lanes) {
            let name = &participant.solver.name;
            let Some(lane) = lane.as_mut().filter(|_| taking_part.contains_key(name)) else { continue };
            let Some(question) = question(&lane.dialect, case, ask) else {
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
        if place.is_named && at.is_multiple_of(CORES_EVERY) {
            self.test_cores(case, at, place, &observations, tally)?;
        }
        let mut others = Vec::new();
        if at % RESEED_EVERY == RESEED_EVERY - 1 {
            others = self.reseed(case, at, &mut observations, tally)?;
        }
        let suspected = shared.judge.judge(case, &observations);
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

    /// Which installed releases show a finding is part of its fingerprint: they tell causes apart.
    fn try_releases(&self, finding: &mut Finding) -> Result<(), Error> {
        let shared = self.shared;
        let own = finding.records.iter().find(|record| record.solver == finding.verdict.solver);
        let Some(installed) = own.and_then(|own| shared.releases.get(&own.family)) else { return Ok(()) };
        if installed.len() < 2 {
            return Ok(());
        }
        let limits = shared.description.limits();
        let releases = bisect::among(installed, finding, limits, Some(&shared.interrupt))?;
        finding.verdict.fingerprint =
            quis_judge::fingerprint::with_releases(&finding.verdict.fingerprint, &releases.bad);
        finding.releases = Some(releases);
        Ok(())
    }

    /// Whether enough other cases of this cause were looked at.
    fn is_repeated(&self, unit: &WorkUnit, at: u64, verdict: &Verdict) -> bool {
        let Ok(mut repeats) = self.shared.repeats.lock() else { return false };
        let cases = repeats.entry((unit.seed, cause(verdict))).or_default();
        if cases.len() < LOOKED_AT {
            cases.insert((unit.number, at));
        }
        !cases.contains(&(unit.number, at))
    }

    /// Makes the case smaller and tells of the finding; its name.
    pub(crate) fn found(
        &self,
        examiner: &mut Examiner<'_>,
        case: &TestCase,
        verdict: Verdict,
        observations: &[Observation],
        at: u64,
        place: &Place<'_>,
    ) -> Result<String, Error> {
        let shared = self.shared;
        let cause = cause(&verdict);
        let mut best = (verdict.clone(), observations.to_vec());
        let mut failure = None;
        let smaller = if is_serious(&verdict) && verdict.kind != Kind::InvalidCore {
            shrink(case, ATTEMPTS, &mut |smaller| match examiner.examine(smaller) {
                Ok((seen, verdicts)) => match verdicts.into_iter().find(|other| is_same(other, &verdict)) {
                    Some(other) if !shared.interrupt.is_on() => {
                        best = (other, seen);
                        true
                    }
                    _ => false,
                },
                Err(error) => {
                    failure = Some(error);
                    false
                }
            })
        } else {
            None
        };
        if let Some(error) = failure {
            return Err(error);
        }
        let (verdict, observations) = best;
        let records = examiner.records(&observations);
        let own = shared.participants.iter().find(|participant| participant.solver.name == verdict.solver);
        let given = examiner.solvers.iter().find(|solver| solver.name == verdict.solver);
        let default_options = match (own, given) {
            (Some(own), Some(given)) => own.solver.arguments.is_empty() && given.arguments.is_empty(),
            _ => true,
        };
        let mut finding = Finding {
            id: String::new(),
            verdict,
            original: smaller.is_some().then(|| case.text.clone()),
            case: smaller.map_or_else(|| case.text.clone(), |smaller| smaller.text),
            seed_text: place.seed.text.clone(),
            origin: Origin {
                technique: place.technique.map(|technique| technique.name().to_owned()),
                parameters: place.technique.map(Technique::parameters).unwrap_or_default(),
                seed: shared.seeds[place.unit.seed].file.path.clone(),
                seed_id: place.seed.id.clone(),
                stream: shared.description.seed,
                index: at,
                unit: place.unit.number,
            },
            records,
            found: shared.before + shared.started.elapsed().as_secs_f64(),
            default_options,
            releases: None,
        };
        if is_wrong(&finding.verdict) {
            self.try_releases(&mut finding)?;
        }
        finding.id = Finding::name(&finding.verdict);
        let id = finding.id.clone();
        self.send(Message::Finding(Box::new(finding), cause));
        Ok(id)
    }
}

/// How long the turn of a unit is. Slow seeds do not hold up the others: what is left of theirs waits for the next round.
fn turn(unit: &WorkUnit) -> Duration {
    Duration::from_millis(15) * u32::try_from(unit.cases.max(20)).unwrap_or(u32::MAX)
}

/// The stream from which a technique makes its cases of a seed.
pub(crate) fn cases_stream(campaign: &Stream, technique: &dyn Technique, seed_id: &str) -> Stream {
    campaign.fork(technique.name()).fork(seed_id)
}

/// What a verdict looks like before its case is made smaller.
fn cause(verdict: &Verdict) -> String {
    format!("{} {} {}", verdict.kind.name(), verdict.solver, verdict.fingerprint)
}

/// Whether a verdict is about a wrong answer, which no message of the solver tells apart from others.
fn is_wrong(verdict: &Verdict) -> bool {
    verdict.kind <= Kind::Disagreement
}

/// Whether a verdict keeps a seed from being mutated, and its case is worth making smaller.
fn is_serious(verdict: &Verdict) -> bool {
    verdict.kind <= Kind::Crash
}

fn skipped(reason: &str, detail: String) -> SeedState {
    SeedState::Skipped { reason: reason.to_owned(), detail }
}

fn open(participant: &Participant, options: usize, limits: Limits, interrupt: &Interrupt) -> Lane {
    let solver = participant.with_options(options);
    let channel = Channel::open(&solver, participant.mode, limits, Some(interrupt.clone()));
    Lane { options, dialect: solver.profile.dialect(), solver, channel }
}

/// Which solvers take part in the tests of a seed: those that answer it.
fn usable(id: &str, shared: &Shared, observations: &[Observation]) -> SeedState {
    let mut seconds = BTreeMap::new();
    let mut without = BTreeMap::new();
    for participant in &shared.participants {
        let name = &participant.solver.name;
        let Some(seen) = observations.iter().find(|seen| seen.solver == *name) else {
            without.insert(name.clone(), "it cannot read it".to_owned());
            continue;
        };
        let error = seen.replies.iter().find_map(|reply| reply.error.clone());
        let answered = seen.replies.iter().any(|reply| reply.answer.is_some());
        match error {
            Some(error) => {
                without.insert(name.clone(), error);
            }
            None if answered && seen.end != End::TimedOut => {
                seconds.insert(name.clone(), seen.wall.as_secs_f64());
            }
            None => {
                without.insert(name.clone(), crate::finding::describe_end(seen.end));
            }
        }
    }
    if seconds.is_empty() {
        let detail: Vec<String> = without.iter().map(|(name, why)| format!("{name}: {why}")).collect();
        return skipped("no solver answers it", detail.join("; "));
    }
    SeedState::Usable { id: id.to_owned(), seconds, without }
}
