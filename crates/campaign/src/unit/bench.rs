//! What a worker has at hand on its machine.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use quis_judge::{Judge, Verdict};
use quis_solvers::{Interrupt, Limits, Mode, Solver};
use quis_techniques::{AskingPlan, Company, Needs, Stream, Technique, from_spec};

use super::{Material, WorkUnit};
use crate::ask::{Crew, Way};
use crate::description::{Asking, Description};
use crate::error::Error;
use crate::participant::{Participant, judge};
use crate::tally::Tally;

/// How many crews wait for units that need them again.
const PARKED: usize = 3;

/// One unit in N without a seed gives its cases all the time that a seed may take. Such a unit costs as much as many others.
const PATIENT: usize = 24;

/// However often the time was over, a case gets this part of what a seed may take.
const LEAST_PATIENCE: u32 = 32;

/// Takes a tally.
pub(crate) type Watch = Box<dyn FnMut(&Tally) + Send>;

/// What a worker has at hand on its machine: the solvers of a description, its techniques, and the judge. Solvers may be kept running from
/// one unit to the next.
pub struct Bench {
    description: Description,
    pub(crate) participants: Vec<Participant>,
    /// The solver that answers the requests of techniques.
    reference: Option<Participant>,
    /// The number of participants: behind them stands the reference, if it is not one of them.
    under_test: usize,
    techniques: Vec<Arc<dyn Technique>>,
    pub(crate) judge: Arc<Judge>,
    pub(crate) interrupt: Interrupt,
    /// The solvers as they are asked first …
    pub(crate) lanes: Crew,
    /// … in which of its ways each is run, and whether it is kept running.
    ways: Vec<(usize, Mode)>,
    /// The CPU time that each has for a case of the present unit, and how often it used that up.
    patience: Vec<(Duration, u32)>,
    /// Those of other units, if they are kept running.
    parked: VecDeque<(Vec<(usize, Mode)>, Crew)>,
    /// Told what was done in the present unit, now and then.
    pub(crate) watch: Option<Watch>,
}

impl Bench {
    /// A bench for a description, with its solvers as they were found on this machine.
    ///
    /// # Errors
    /// If a technique or an oracle is not known.
    pub fn new(
        description: &Description,
        participants: &[Participant],
        reference: Option<Participant>,
        interrupt: &Interrupt,
    ) -> Result<Bench, Error> {
        let is_under_test =
            |other: &&Participant| participants.iter().any(|one| one.solver.name == other.solver.name);
        let all: Vec<Participant> = participants
            .iter()
            .chain(reference.iter().filter(|other| !is_under_test(other)))
            .cloned()
            .collect();
        let technique =
            |spec: &String| from_spec(spec).map(Arc::from).map_err(|error| Error::Asked(error.to_string()));
        Ok(Bench {
            judge: Arc::new(judge(description, all.iter().map(|participant| &participant.solver))?),
            techniques: description.techniques.iter().map(technique).collect::<Result<_, _>>()?,
            description: description.clone(),
            participants: all,
            under_test: participants.len(),
            reference,
            interrupt: interrupt.clone(),
            lanes: Crew::new([], None),
            ways: Vec::new(),
            patience: Vec::new(),
            parked: VecDeque::new(),
            watch: None,
        })
    }

    /// A technique, by its place in the description.
    pub(crate) fn technique(&self, at: usize) -> Result<Arc<dyn Technique>, Error> {
        let missing = || Error::Asked(format!("the campaign has no technique number {at}"));
        self.techniques.get(at).cloned().ok_or_else(missing)
    }

    /// The place of the solver that answers the requests of techniques, among the lanes.
    pub(crate) fn reference(&self) -> Option<usize> {
        let name = &self.reference.as_ref()?.solver.name;
        self.participants.iter().position(|one| one.solver.name == *name)
    }

    /// Gets the solvers ready for what comes before the cases of a seed: without options, and with all the time that a seed may take. In
    /// turns, they are those that earlier units kept running, since starting a process costs more than most seeds do. A unit that is run as
    /// a whole has a process for each question.
    pub(crate) fn open_plain_lanes(&mut self, unit: &WorkUnit) -> &mut Crew {
        let mode = |one: &Participant| if unit.turn.is_some() { one.mode } else { Mode::Fresh };
        let ways: Vec<(usize, Mode)> = self.participants.iter().map(|one| (0, mode(one))).collect();
        let limits = self.description.limits();
        if self.ways != ways {
            self.change_lanes(ways, limits);
        }
        (0..self.participants.len()).for_each(|at| self.lanes.set_cpu(at, limits.time()));
        self.lanes.spent = Tally::default();
        &mut self.lanes
    }

    /// Gets the solvers ready for the cases of a unit, with its options; which of them take part. A unit that is run as a whole finds them as
    /// if it were the first.
    pub(crate) fn open_lanes(&mut self, unit: &WorkUnit, material: &Material) -> Vec<bool> {
        let mut stream = Stream::new(self.description.seed).fork("options").nth(unit.number);
        let way = |one: &Participant| {
            (stream.below(one.ways()), if unit.scoped { one.mode_in_scopes } else { one.mode })
        };
        let ways: Vec<(usize, Mode)> = self.participants.iter().map(way).collect();
        // One unit in N waits for what takes long.
        let patient = Stream::new(self.description.seed).fork("patience").nth(unit.number).chance(1, PATIENT);
        let without_seed = self.description.limits_without_seed(patient);
        if self.ways != ways {
            self.change_lanes(ways, without_seed);
        }
        if unit.turn.is_none() {
            self.lanes.restart();
        }
        self.lanes.set_learning(unit.turn.is_some());
        let mut takes_part = Vec::new();
        self.patience = vec![(Duration::MAX, 0); self.participants.len()];
        for (at, participant) in self.participants.iter().enumerate() {
            let limits = match &material.seconds {
                None => Some(without_seed),
                Some(_) if at >= self.under_test => Some(without_seed),
                Some(seconds) => seconds.get(&participant.solver.name).map(|&seconds| {
                    self.description.limits_after(Duration::try_from_secs_f64(seconds).unwrap_or_default())
                }),
            };
            if let Some(limits) = limits {
                self.lanes.set_cpu(at, limits.time());
                self.patience[at].0 = limits.time();
            }
            takes_part.push(limits.is_some() && at < self.under_test);
        }
        takes_part
    }

    /// Notes that a solver used up its time. Where one case takes long, its neighbours often do, too: after every second such case, those that
    /// follow in the unit get half as much.
    pub(crate) fn lose_patience(&mut self, at: usize) {
        let Some((time, count)) = self.patience.get_mut(at) else { return };
        *count += 1;
        if *count % 2 == 0 {
            *time = (*time / 2).max(self.description.limits().time() / LEAST_PATIENCE);
            self.lanes.set_cpu(at, *time);
        }
    }

    /// Puts the solvers aside that are run in one way, and takes those that are run in another.
    fn change_lanes(&mut self, ways: Vec<(usize, Mode)>, limits: Limits) {
        let ready = self.parked.iter().position(|(parked, _)| *parked == ways);
        let crew = match ready.and_then(|at| self.parked.remove(at)) {
            Some((_, crew)) => crew,
            None => {
                let way = |(at, (participant, &(way, mode))): (usize, (&Participant, &(usize, Mode)))| Way {
                    mode,
                    trusted: at >= self.under_test,
                    ..Way::fresh(participant.with_options(way), limits)
                };
                let all = self.participants.iter().zip(&ways).enumerate().map(way);
                Crew::new(all, Some(&self.interrupt))
            }
        };
        let (before, crew) =
            (std::mem::replace(&mut self.ways, ways), std::mem::replace(&mut self.lanes, crew));
        self.parked.push_front((before, crew));
        self.parked.truncate(PARKED);
    }

    /// How the cases of a unit are put to solvers, as far as they have that in common; `None` if always in the plainest form.
    pub(crate) fn asking(&self, unit: &WorkUnit, technique: &dyn Technique) -> Option<AskingPlan> {
        if self.description.asking == Asking::Plain {
            return None;
        }
        let company = Company {
            scoped: unit.scoped,
            has_reference: self.second_opinion().is_some(),
            knows_all: self.participants.iter().all(|one| one.solver.profile.knows_logic("ALL")),
            logic_may_miss: self.participants.iter().all(|one| one.solver.profile.logics.is_empty()),
            one_logic: technique.needs() != Needs::Nothing,
        };
        let mut stream = Stream::new(self.description.seed).fork("asking plans").nth(unit.number);
        Some(AskingPlan::of_unit(company, &mut stream))
    }

    /// The place of the reference among the lanes, if it is not under test itself.
    pub(crate) fn second_opinion(&self) -> Option<usize> {
        (self.under_test < self.participants.len()).then_some(self.under_test)
    }

    /// The solvers under test.
    pub(crate) fn under_test(&self) -> impl Iterator<Item = &Solver> {
        self.participants.iter().take(self.under_test).map(|one| &one.solver)
    }

    /// Whether a solver is under test, by its name.
    fn is_under_test(&self, name: &str) -> bool {
        self.second_opinion().is_none_or(|at| self.participants[at].solver.name != name)
    }

    /// Whether a verdict is looked into: it is about a solver under test, and of a kind that is wanted.
    pub(crate) fn wants(&self, verdict: &Verdict) -> bool {
        let kinds = &self.description.kinds;
        self.is_under_test(&verdict.solver) && (kinds.is_empty() || kinds.contains(&verdict.kind))
    }

    /// Solvers in fresh processes, with time: for what must be certain.
    pub(crate) fn fresh(&self, solvers: impl IntoIterator<Item = Solver>) -> Crew {
        let limits = self.description.limits();
        let way =
            |solver: Solver| Way { trusted: !self.is_under_test(&solver.name), ..Way::fresh(solver, limits) };
        Crew::new(solvers.into_iter().map(way), Some(&self.interrupt))
    }

    /// How a solver is run between cases.
    pub(crate) fn mode(&self, name: &str) -> Mode {
        let own = self.participants.iter().find(|one| one.solver.name == name);
        own.map_or(Mode::Fresh, |own| own.mode)
    }
}
