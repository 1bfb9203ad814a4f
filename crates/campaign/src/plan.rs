//! Which work there is, in which order.
//!
//! The cases of a technique on a seed are one sequence. A unit is a slice of such a sequence. All seeds get their
//! first slice before any gets its second: bugs are found where seeds differ sooner than where mutants do. Slices
//! grow, so that passing over what earlier slices had stays a small part of the work. Small seeds come first: they are
//! answered sooner, and what they show is easier to see.
//!
//! A technique that needs no seed has one sequence, which never ends. It gets as many slices in a round as the others have seeds,
//! of the same lengths; one if there are no others. A technique with a larger share gets several times as many.

use std::time::Duration;

use quis_techniques::{Needs, Stream};

use crate::unit::{Work, WorkUnit};

/// The cases of the first slice.
const FIRST: u64 = 20;
/// No slice has more.
const LONGEST: u64 = 1000;
/// Without a seed, a slice whose cases stand in scopes has N times as many: a scope costs a small part of what all else costs, and getting
/// solvers ready for a unit costs as much as many scopes.
const SCOPED: u64 = 10;

/// The order of work.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seeds, shuffled.
    order: Vec<usize>,
    /// The turns of a seed: the techniques that have something to do, each as often as its share says.
    turns_of_seed: Vec<Turn>,
    /// How often a round has each of them.
    turns: usize,
    /// The arms, each once.
    arms: Vec<Arm>,
}

/// One of the turns of a technique.
#[derive(Clone, Copy, Debug)]
struct Turn {
    arm: Arm,
    needs: Needs,
    /// Which of its technique's turns this is, and how many it has.
    number: u64,
    of: u64,
    /// How many times the cases of a slice it has if it needs no seed; the turns before it together, and all.
    weight: u64,
    before: u64,
    all: u64,
}

/// What the CPU is divided among.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Arm {
    /// The technique, by its place in the description.
    pub technique: usize,
    /// Whether each case stands in a scope.
    pub scoped: bool,
}

impl Plan {
    /// The plan of a campaign whose seeds have these sizes, and whose techniques have these needs and shares. If the way of asking varies,
    /// every other turn has its cases in scopes.
    #[must_use]
    pub fn new(sizes: &[u64], techniques: &[(Needs, u64)], varied: bool, stream: &Stream) -> Self {
        let mut stream = stream.fork("order of seeds");
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        for last in (1..sizes.len()).rev() {
            order.swap(last, stream.below(last + 1));
        }
        // Those of about one size stay shuffled.
        order.sort_by_key(|&seed| (sizes[seed] >> 10).checked_ilog2());
        let mut turns_of_seed = Vec::new();
        let ways = if varied { 2 } else { 1 };
        let most = techniques.iter().map(|(_, share)| *share).max().unwrap_or(0);
        for number in 0..ways * most {
            for (technique, &(needs, share)) in techniques.iter().enumerate() {
                let of = ways * share;
                if number < of && (needs == Needs::Nothing || !order.is_empty()) {
                    let arm = Arm { technique, scoped: number % ways == 1 };
                    let weight = |number: u64| if number % ways == 1 { SCOPED } else { 1 };
                    let (before, all) = ((0..number).map(weight).sum(), (0..of).map(weight).sum());
                    turns_of_seed.push(Turn { arm, needs, number, of, weight: weight(number), before, all });
                }
            }
        }
        let mut arms: Vec<Arm> = turns_of_seed.iter().map(|turn| turn.arm).collect();
        arms.sort_unstable();
        arms.dedup();
        let needs_seeds = turns_of_seed.iter().any(|turn| turn.needs != Needs::Nothing);
        let turns = if needs_seeds { order.len() } else { 1 };
        Plan { order, turns_of_seed, turns, arms }
    }

    /// The arms, each with the numbers of its turns among the turns of a seed.
    pub(crate) fn arms(&self) -> impl Iterator<Item = (Arm, Vec<usize>)> {
        let turns = |arm: Arm| {
            let own = self.turns_of_seed.iter().enumerate().filter(move |(_, turn)| turn.arm == arm);
            own.map(|(at, _)| at).collect()
        };
        self.arms.iter().map(move |&arm| (arm, turns(arm)))
    }

    /// The number of the n-th unit that has this turn.
    pub(crate) fn number_of(&self, turn: usize, n: u64) -> u64 {
        n.saturating_mul(self.turns_of_seed.len() as u64).saturating_add(turn as u64)
    }

    /// How many units a round has: all turns of each seed, once.
    #[must_use]
    pub fn round(&self) -> u64 {
        (self.turns * self.turns_of_seed.len()) as u64
    }

    /// The unit with this number. There is no last one.
    #[must_use]
    pub fn unit(&self, number: u64) -> Option<WorkUnit> {
        let slice = number.checked_div(self.round())?;
        let place = usize::try_from(number % self.round()).ok()?;
        let turn = self.turns_of_seed.get(place % self.turns_of_seed.len())?;
        let row = place / self.turns_of_seed.len();
        let unit = WorkUnit {
            work: Work::Cases,
            number,
            technique: turn.arm.technique,
            scoped: turn.arm.scoped,
            seed: self.order.len(),
            first: 0,
            cases: 0,
            turn: None,
        };
        if turn.needs != Needs::Nothing {
            let (first, cases) = slice_of(slice.saturating_mul(turn.of) + turn.number);
            // Neighbours are about different seeds, so that a few units are about as many.
            let seed = (row + place % self.turns_of_seed.len()) % self.order.len();
            return Some(WorkUnit { seed: *self.order.get(seed)?, first, cases, ..unit });
        }
        // The slices of a round follow each other.
        let (first, cases) = slice_of(slice);
        let before = cases * (turn.before * self.turns as u64 + turn.weight * row as u64);
        let first = first.saturating_mul(self.turns as u64 * turn.all).saturating_add(before);
        Some(WorkUnit { first, cases: cases * turn.weight, ..unit })
    }

    /// The turn of a unit. Slow seeds do not hold up the others: what is left of theirs waits for the next round.
    pub(crate) fn turn(&self, unit: &WorkUnit) -> Duration {
        let weight = if unit.scoped && unit.seed == self.order.len() { SCOPED } else { 1 };
        let cases = (unit.cases / weight).max(FIRST);
        Duration::from_millis(15) * u32::try_from(cases).unwrap_or(u32::MAX)
    }

    /// The N seeds behind a seed for a technique that draws on several, by their places in the list: the same for all units of the seed.
    #[must_use]
    pub fn pool(&self, technique: &str, seed: usize, count: usize, stream: &Stream) -> Vec<usize> {
        let mut stream = stream.fork("pool").fork(technique).nth(seed as u64);
        let mut others: Vec<usize> = (0..self.order.len()).filter(|&other| other != seed).collect();
        for at in 0..count.min(others.len()) {
            let chosen = at + stream.below(others.len() - at);
            others.swap(at, chosen);
        }
        others.truncate(count);
        others
    }
}

/// First case and number of cases of a slice: 20, 40, 60 … 1000, 1000 …
fn slice_of(slice: u64) -> (u64, u64) {
    let growing = LONGEST / FIRST;
    if slice < growing {
        (FIRST * (slice * (slice + 1) / 2), FIRST * (slice + 1))
    } else {
        (FIRST * (growing * (growing + 1) / 2) + (slice - growing).saturating_mul(LONGEST), LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_each_other() {
        let mut next = 0;
        for slice in 0..200 {
            let (first, cases) = slice_of(slice);
            assert_eq!(first, next, "slice {slice}");
            assert!((FIRST..=LONGEST).contains(&cases));
            next = first + cases;
        }
    }

    #[test]
    fn a_round_has_every_technique_on_every_seed() {
        let plan = Plan::new(&[100; 7], &[(Needs::One, 1); 3], false, &Stream::new(1));
        let round = |from: u64| {
            let mut pairs: Vec<_> = (from..from + 21)
                .map(|n| plan.unit(n).unwrap())
                .map(|unit| (unit.seed, unit.technique))
                .collect();
            pairs.sort_unstable();
            pairs
        };
        let all: Vec<_> = (0..7).flat_map(|seed| (0..3).map(move |technique| (seed, technique))).collect();
        assert_eq!(round(0), all);
        assert_eq!(round(21), all);
        assert_eq!(plan.unit(3), Plan::new(&[100; 7], &[(Needs::One, 1); 3], false, &Stream::new(1)).unit(3));
        assert_ne!(
            Plan::new(&[5; 50], &[(Needs::One, 1)], false, &Stream::new(1)).order,
            Plan::new(&[5; 50], &[(Needs::One, 1)], false, &Stream::new(2)).order
        );
    }

    #[test]
    fn small_seeds_come_first() {
        let sizes = [5_000_000, 900, 5_000, 100, 1_000_000, 5_100];
        let order = Plan::new(&sizes, &[(Needs::One, 1)], false, &Stream::new(1)).order;
        assert_eq!(order[4..], [4, 0]);
        assert!(order[..2].contains(&1) && order[..2].contains(&3), "{order:?}");
    }

    #[test]
    fn a_pool_has_other_seeds_and_is_always_the_same() {
        let stream = Stream::new(1);
        let plan = Plan::new(&[100; 9], &[(Needs::Several(4), 1)], false, &stream);
        let pool = plan.pool("fusion", 3, 4, &stream);
        assert_eq!((pool.len(), pool.contains(&3)), (4, false));
        assert_eq!(plan.pool("fusion", 3, 4, &stream), pool);
        assert_ne!(plan.pool("fusion", 4, 4, &stream), pool);
        let mut all = plan.pool("fusion", 3, 100, &stream);
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn without_seeds_there_is_no_work() {
        assert_eq!(Plan::new(&[], &[(Needs::One, 1); 3], false, &Stream::new(1)).unit(0), None);
        assert_eq!(Plan::new(&[], &[], false, &Stream::new(1)).unit(0), None);
    }

    /// The slices of a technique, checked to follow each other.
    fn one_sequence(plan: &Plan, technique: usize, rounds: u64) -> Vec<u64> {
        let units = (0..plan.round() * rounds).filter_map(|number| plan.unit(number));
        let mut own: Vec<_> = units.filter(|unit| unit.technique == technique).collect();
        own.sort_by_key(|unit| unit.first);
        let mut next = 0;
        for unit in &own {
            assert_eq!(unit.first, next, "{unit:?}");
            next += unit.cases;
        }
        own.iter().map(|unit| unit.cases).collect()
    }

    #[test]
    fn a_technique_without_seeds_gets_as_much_as_one_with_seeds() {
        let plan = Plan::new(&[100; 3], &[(Needs::One, 1), (Needs::Nothing, 1)], false, &Stream::new(1));
        assert_eq!(plan.round(), 6);
        assert_eq!(one_sequence(&plan, 1, 2), [20, 20, 20, 40, 40, 40]);
        let seeds: Vec<_> =
            (0..6).filter_map(|n| plan.unit(n)).map(|unit| (unit.technique, unit.seed)).collect();
        assert!(seeds.iter().all(|&(technique, seed)| (technique == 1) == (seed == 3)), "{seeds:?}");
    }

    #[test]
    fn cases_in_scopes_come_in_longer_slices() {
        let plan = Plan::new(&[100; 3], &[(Needs::One, 1), (Needs::Nothing, 2)], true, &Stream::new(1));
        // Each of the four turns of a seed has one unit for each seed; every other one is scoped.
        let slices = one_sequence(&plan, 1, 1);
        assert_eq!(slices, [[20; 3], [200; 3], [20; 3], [200; 3]].concat());
        let units: Vec<WorkUnit> = (0..plan.round()).filter_map(|number| plan.unit(number)).collect();
        let of_seeds: Vec<u64> =
            units.iter().filter(|unit| unit.technique == 0).map(|unit| unit.cases).collect();
        assert!(of_seeds.iter().all(|cases| *cases <= 40), "{of_seeds:?}");
        // Longer, but not for longer.
        assert!(units.iter().all(|unit| plan.turn(unit) <= Duration::from_millis(600)));
    }

    #[test]
    fn shares_are_turns() {
        let plan = Plan::new(&[100; 3], &[(Needs::One, 2), (Needs::Nothing, 3)], false, &Stream::new(1));
        assert_eq!(plan.round(), 15);
        assert_eq!(one_sequence(&plan, 1, 2), [[20; 9], [40; 9]].concat());
        let of_seed = |seed: usize| -> Vec<(u64, u64)> {
            let units = (0..30).filter_map(|number| plan.unit(number));
            let mut slices: Vec<_> =
                units.filter(|unit| unit.seed == seed).map(|unit| (unit.first, unit.cases)).collect();
            slices.sort_unstable();
            slices
        };
        assert_eq!(of_seed(1), [(0, 20), (20, 40), (60, 60), (120, 80)]);
    }

    #[test]
    fn a_technique_without_seeds_works_alone() {
        for sizes in [&[][..], &[100; 3]] {
            let plan = Plan::new(sizes, &[(Needs::Nothing, 1)], false, &Stream::new(1));
            assert_eq!(one_sequence(&plan, 0, 4), [20, 40, 60, 80]);
        }
        // Others have nothing to do then.
        let plan = Plan::new(&[], &[(Needs::One, 1), (Needs::Nothing, 1)], false, &Stream::new(1));
        assert_eq!(one_sequence(&plan, 1, 3), [20, 40, 60]);
        assert!(one_sequence(&plan, 0, 3).is_empty());
    }
}
