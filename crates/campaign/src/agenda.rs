//! What is to be done next, and what is known so far: hands out units with their material, and takes results back.
//!
//! A unit of cases needs what a probe says of its seed, and perhaps the replies of the reference solver: these are units of their own, which
//! come first. What else a unit knows depends on how the campaign is run:
//!
//! - *In turns*, for a time: a unit gives way to others when its turn is over, and knows all causes that were looked at before on its seed; on
//!   any seed, if there is no end to the cases. The next unit is one of the arm that used the least CPU time, as shares go.
//! - *Fixed*, for a number of cases or units: a unit is run as a whole, and knows the causes of those units alone that are at least [`LAG`]
//!   places before it. It waits for these; so what it does depends neither on the number of workers nor on who is first.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use quis_techniques::{Needs, Reply, Stream, Technique};

use crate::arms::Arms;
use crate::plan::{Arm, Plan};
use crate::unit::{Causes, SeedState, UnitResult, Work, WorkUnit};

/// A fixed unit knows the causes of the units that are at least N places before it. At most N workers are busy at once.
const LAG: u64 = 32;

/// How the work is limited.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Limit {
    /// In turns, until somebody ends it.
    Turns,
    /// Fixed units, until this number of cases was run.
    Cases(u64),
    /// These fixed units.
    Units(Range<u64>),
}

/// What is to be done next.
pub(crate) enum Next {
    /// This unit.
    Unit(Box<Order>),
    /// Nothing, until a result comes back.
    Wait,
    /// Nothing any more.
    Nothing,
}

/// A unit, and what its material is made of: seeds by their places in the list, not yet read.
pub(crate) struct Order {
    pub(crate) unit: WorkUnit,
    pub(crate) seconds: Option<BTreeMap<String, f64>>,
    pub(crate) replies: Arc<[Reply]>,
    pub(crate) causes: Arc<Causes>,
    pub(crate) pool: Vec<usize>,
}

/// What is known of a seed.
#[derive(Clone, Default)]
struct Known {
    state: Option<SeedState>,
    /// By technique.
    replies: BTreeMap<usize, Arc<[Reply]>>,
    causes: Arc<Causes>,
    /// Those of fixed units that units behind them must not know yet.
    recent: Vec<(u64, Causes)>,
}

/// Who needs what of a seed: the probe, or the replies to a technique.
type Errand = (Work, usize, usize);

/// What units that wait have in common: their arm and their seed.
type Key = (Arm, usize);

/// What is to be done, and what is known so far.
pub(crate) struct Agenda {
    plan: Plan,
    stream: Stream,
    techniques: Vec<Arc<dyn Technique>>,
    has_reference: bool,
    /// Whether all seeds share what is known of causes, as the cases without a seed do.
    shares_causes: bool,
    /// Of every seed, and behind them of none.
    seeds: Vec<Known>,
    /// Units of earlier runs: how many cases were run, or `None` if nothing is left.
    begun: BTreeMap<u64, Option<u64>>,
    limit: Limit,
    deadline: Option<Instant>,
    /// The next unit of the plan, if units are fixed.
    next: u64,
    /// What each arm used, and its next unit, if not.
    arms: Arms,
    /// Units whose turn has come, by arm and seed. A seed has one turn a round, so those of slow seeds wait here.
    waiting: BTreeMap<Key, VecDeque<WorkUnit>>,
    /// Arms and seeds whose turn has come, but that lacked something.
    ready: BTreeSet<Key>,
    /// What is being found out at the moment, and for whom.
    errands: BTreeMap<Errand, Arm>,
    /// The units of cases that are under way.
    out: BTreeSet<u64>,
    /// Fixed units that are done behind one that is not, and how many cases each had in this run.
    done: BTreeMap<u64, Option<u64>>,
    /// All fixed units before this one are done.
    all_done: u64,
    /// The cases that were run.
    cases: u64,
    /// The cases of the present wave that are not yet planned. What units turn out not to have is made up for by another wave, once all of
    /// this one are done: who is first does not matter so.
    quota: u64,
    /// How many units in a row gave no case.
    idle: u64,
}

/// What earlier runs of a campaign left.
#[derive(Default)]
pub(crate) struct Left {
    pub(crate) begun: BTreeMap<u64, Option<u64>>,
    pub(crate) states: Vec<Option<SeedState>>,
    pub(crate) replies: BTreeMap<(usize, usize), Vec<Reply>>,
    pub(crate) causes: Vec<(usize, Causes)>,
}

impl Agenda {
    pub(crate) fn new(
        plan: Plan,
        stream: Stream,
        techniques: Vec<Arc<dyn Technique>>,
        has_reference: bool,
        left: Left,
        (limit, deadline): (Limit, Option<Instant>),
    ) -> Agenda {
        let mut seeds: Vec<Known> =
            left.states.into_iter().map(|state| Known { state, ..Known::default() }).collect();
        seeds.push(Known::default());
        for ((technique, seed), replies) in left.replies {
            if let Some(known) = seeds.get_mut(seed) {
                known.replies.insert(technique, replies.into());
            }
        }
        let is_endless = techniques.iter().any(|technique| technique.needs() == Needs::Nothing);
        let shares_causes = limit == Limit::Turns && is_endless;
        for (seed, causes) in left.causes {
            let of = if shares_causes { seeds.len() - 1 } else { seed };
            learn(&mut seeds, of, &causes);
        }
        let next = if let Limit::Units(units) = &limit { units.start } else { 0 };
        let arms = Arms::of(&plan);
        Agenda {
            arms,
            plan,
            stream,
            techniques,
            has_reference,
            shares_causes,
            seeds,
            begun: left.begun,
            limit,
            deadline,
            next,
            waiting: BTreeMap::new(),
            ready: BTreeSet::new(),
            errands: BTreeMap::new(),
            out: BTreeSet::new(),
            done: BTreeMap::new(),
            all_done: next,
            cases: 0,
            quota: 0,
            idle: 0,
        }
    }

    /// The next unit, unless the time is over or nothing comes any more.
    pub(crate) fn next(&mut self) -> Next {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Next::Nothing;
        }
        // What waited for an errand comes first.
        let ready: Vec<Key> = self.ready.iter().copied().collect();
        for key in ready {
            if let Some(order) = self.take(key) {
                return Next::Unit(order);
            }
        }
        // Every unit of the plan that is not done is handed out or waits: after a round of those that wait there is no hurry.
        let mut wait = 0;
        while wait < self.plan.round() {
            if self.is_idle() || !self.goes_on() {
                break;
            }
            let number = match self.limit {
                Limit::Turns => self.arms.next(&self.plan),
                _ => Some(self.next),
            };
            let Some(unit) = number.and_then(|number| self.plan.unit(number)) else { break };
            self.next += 1;
            let unit = match self.begun.remove(&unit.number) {
                Some(None) => {
                    self.pass(unit.number, None);
                    continue;
                }
                Some(Some(run)) => {
                    WorkUnit { first: unit.first + run, cases: unit.cases.saturating_sub(run), ..unit }
                }
                None => unit,
            };
            let unit = match &self.limit {
                Limit::Turns => WorkUnit { turn: Some(self.plan.turn(&unit)), ..unit },
                Limit::Units(_) => unit,
                Limit::Cases(_) => WorkUnit { cases: unit.cases.min(self.quota), ..unit },
            };
            self.quota = self.quota.saturating_sub(unit.cases);
            let key = (unit.arm(), unit.seed);
            self.waiting.entry(key).or_default().push_back(unit);
            wait += 1;
            if let Some(order) = self.take(key) {
                return Next::Unit(order);
            }
        }
        let under_way = !self.out.is_empty() || !self.errands.is_empty();
        if under_way { Next::Wait } else { Next::Nothing }
    }

    /// Whether another unit of the plan may begin.
    fn goes_on(&mut self) -> bool {
        let is_near = self.next < self.all_done + LAG;
        match &self.limit {
            Limit::Turns => true,
            Limit::Units(units) => is_near && self.next < units.end,
            Limit::Cases(wanted) => {
                if self.quota == 0 && self.all_done == self.next {
                    self.quota = wanted.saturating_sub(self.cases);
                }
                is_near && self.quota > 0
            }
        }
    }

    /// The first unit that waits for its technique and seed, or the errand that it needs; `None` if somebody is on that errand.
    fn take(&mut self, key: Key) -> Option<Box<Order>> {
        let (Arm { technique, scoped }, seed) = key;
        let needs = self.techniques.get(technique).map_or(Needs::Nothing, |technique| technique.needs());
        self.ready.remove(&key);
        let (in_turns, plan) = (self.limit == Limit::Turns, &self.plan);
        let turn = |unit: WorkUnit| WorkUnit { turn: in_turns.then(|| plan.turn(&unit)), ..unit };
        let errand = |work, number| {
            turn(WorkUnit { work, number, technique, scoped, seed, first: 0, cases: 0, turn: None })
        };
        let mut seconds = None;
        if needs != Needs::Nothing {
            let errand = errand(Work::Probe, seed as u64);
            match &self.seeds.get(seed)?.state {
                None => return self.send(key, WorkUnit { technique: 0, scoped: false, ..errand }),
                Some(SeedState::Usable { seconds: known, .. }) => seconds = Some(known.clone()),
                // Nothing comes of this seed.
                Some(_) => {
                    for unit in self.waiting.remove(&key).into_iter().flatten() {
                        self.close(&unit, 0, Causes::new());
                    }
                    return None;
                }
            }
        }
        let asks =
            self.has_reference && self.techniques.get(technique).is_some_and(|technique| technique.asks());
        let known = self.seeds.get(seed)?;
        let replies = match known.replies.get(&technique) {
            Some(replies) => replies.clone(),
            None if !asks => Arc::default(),
            None => {
                let errand = errand(Work::Requests, ((technique as u64) << 32) | seed as u64);
                return self.send(key, WorkUnit { scoped: false, ..errand });
            }
        };
        let queue = self.waiting.get_mut(&key)?;
        let unit = queue.pop_front()?;
        if self.limit != Limit::Turns && !queue.is_empty() {
            self.ready.insert(key);
        }
        let causes = self.causes_for(&unit);
        let pool = match needs {
            Needs::Several(count) => {
                self.plan.pool(self.techniques.get(technique)?.name(), seed, count, &self.stream)
            }
            _ => Vec::new(),
        };
        self.out.insert(unit.number);
        self.arms.begin(&unit);
        Some(Box::new(Order { unit, seconds, replies, causes, pool }))
    }

    /// Where the causes of a seed are kept.
    fn causes_of(&self, seed: usize) -> usize {
        if self.shares_causes { self.seeds.len() - 1 } else { seed }
    }

    /// The causes that a unit knows.
    fn causes_for(&mut self, unit: &WorkUnit) -> Arc<Causes> {
        // Units of the seed that wait may have come before this one.
        let waiting =
            self.waiting.iter().filter(|((_, seed), _)| *seed == unit.seed).flat_map(|(_, queue)| queue);
        let oldest = waiting.map(|waiting| waiting.number).fold(unit.number, u64::min);
        let of = self.causes_of(unit.seed);
        let Some(known) = self.seeds.get_mut(of) else { return Arc::default() };
        let may_know = |number: u64, of: u64| number + LAG <= of;
        let (old, recent) = std::mem::take(&mut known.recent)
            .into_iter()
            .partition::<Vec<_>, _>(|(number, _)| may_know(*number, oldest));
        old.iter().for_each(|(_, causes)| add(Arc::make_mut(&mut known.causes), causes));
        let mut all = known.causes.clone();
        for (_, causes) in recent.iter().filter(|(number, _)| may_know(*number, unit.number)) {
            add(Arc::make_mut(&mut all), causes);
        }
        known.recent = recent;
        all
    }

    /// Sends a worker on an errand, unless another one is on it.
    fn send(&mut self, key: Key, unit: WorkUnit) -> Option<Box<Order>> {
        self.ready.insert(key);
        let errand = (unit.work, unit.technique, unit.seed);
        if self.errands.contains_key(&errand) {
            return None;
        }
        self.errands.insert(errand, key.0);
        Some({
            Box::new(Order {
                unit,
                seconds: None,
                replies: Arc::default(),
                causes: Arc::default(),
                pool: Vec::new(),
            })
        })
    }

    /// Takes back what came of a unit.
    pub(crate) fn put_back(&mut self, unit: &WorkUnit, result: &UnitResult) {
        let Some(known) = self.seeds.get_mut(unit.seed) else { return };
        if let Some(state) = &result.seed {
            known.state = Some(state.clone());
        }
        match unit.work {
            Work::Cases => {
                self.out.remove(&unit.number);
                self.arms.end(unit, result);
                if let Some(rest) = result.rest {
                    let waiting = self.waiting.entry((unit.arm(), unit.seed)).or_default();
                    // A fixed unit is only left if it was interrupted.
                    waiting.push_front(rest);
                    self.idle = 0;
                    let of = self.causes_of(unit.seed);
                    learn(&mut self.seeds, of, &result.causes);
                } else {
                    self.close(unit, result.tally.cases, result.causes.clone());
                }
            }
            work => {
                if let Some(replies) = &result.replies {
                    known.replies.insert(unit.technique, replies.clone());
                }
                if let Some(arm) = self.errands.remove(&(work, unit.technique, unit.seed)) {
                    self.arms.spend(arm, &result.tally);
                }
            }
        }
    }

    /// Notes that nothing of a unit is left.
    fn close(&mut self, unit: &WorkUnit, cases: u64, causes: Causes) {
        if self.limit == Limit::Turns {
            self.idle = if cases == 0 { self.idle + 1 } else { 0 };
            let of = self.causes_of(unit.seed);
            learn(&mut self.seeds, of, &causes);
            return;
        }
        if let Some(known) = self.seeds.get_mut(unit.seed).filter(|_| !causes.is_empty()) {
            known.recent.push((unit.number, causes));
        }
        self.pass(unit.number, Some(cases));
    }

    /// Notes that a fixed unit is done, now or in an earlier run. What follows from that depends on the order of units, not on who is first.
    fn pass(&mut self, number: u64, cases: Option<u64>) {
        self.done.insert(number, cases);
        while let Some(cases) = self.done.remove(&self.all_done) {
            self.all_done += 1;
            let Some(cases) = cases else { continue };
            self.cases += cases;
            self.idle = if cases == 0 { self.idle + 1 } else { 0 };
        }
    }

    /// Whether a whole round gave nothing.
    pub(crate) fn is_idle(&self) -> bool {
        self.idle >= self.plan.round()
    }
}

/// Remembers the causes that were looked at.
fn learn(seeds: &mut [Known], seed: usize, causes: &Causes) {
    if let Some(known) = seeds.get_mut(seed).filter(|_| !causes.is_empty()) {
        add(Arc::make_mut(&mut known.causes), causes);
    }
}

fn add(all: &mut Causes, more: &Causes) {
    for (cause, count) in more {
        *all.entry(cause.clone()).or_default() += count;
    }
}

#[cfg(test)]
mod tests;
