//! Which part of a campaign's work gets the CPU next: its arms, and what each of them used.

use std::time::Duration;

use crate::plan::{Arm, Plan};
use crate::tally::Tally;
use crate::unit::WorkUnit;

/// A unit counts as at least this many seconds, so that an arm with nothing to do does not get all turns.
const LEAST: f64 = 0.02;

/// The arms of a campaign that goes on in turns.
#[derive(Debug)]
pub(crate) struct Arms {
    arms: Vec<Used>,
}

/// An arm and what it used.
#[derive(Debug)]
struct Used {
    arm: Arm,
    /// Its turns among the turns of a seed, and how many units of each were planned.
    turns: Vec<(usize, u64)>,
    /// CPU seconds; for units that are under way their turns.
    seconds: f64,
}

impl Used {
    /// CPU seconds for each of its turns: an arm with a larger share has more turns.
    fn for_each_turn(&self) -> f64 {
        self.seconds / self.turns.len().max(1) as f64
    }
}

impl Arms {
    /// The arms of a plan, none of which used anything.
    pub(crate) fn of(plan: &Plan) -> Arms {
        let used = |(arm, turns): (Arm, Vec<usize>)| Used {
            arm,
            turns: turns.into_iter().map(|turn| (turn, 0)).collect(),
            seconds: 0.0,
        };
        Arms { arms: plan.arms().map(used).collect() }
    }

    /// The number of the next unit: of the arm that used the least, and of its turns of the one that had the fewest units.
    pub(crate) fn next(&mut self, plan: &Plan) -> Option<u64> {
        let arm = self.arms.iter_mut().min_by(|a, b| a.for_each_turn().total_cmp(&b.for_each_turn()))?;
        let (turn, planned) = arm.turns.iter_mut().min_by_key(|(_, planned)| *planned)?;
        *planned += 1;
        let number = plan.number_of(*turn, *planned - 1);
        // What is planned and then waits for an errand must not be planned again and again.
        arm.seconds += LEAST;
        Some(number)
    }

    /// Notes that a unit begins: it will use its turn, as far as anybody knows.
    pub(crate) fn begin(&mut self, unit: &WorkUnit) {
        self.add(unit.arm(), expected(unit));
    }

    /// Notes that a unit is over, and what it used.
    pub(crate) fn end(&mut self, unit: &WorkUnit, tally: &Tally) {
        self.add(unit.arm(), seconds(tally) - expected(unit));
    }

    /// Notes what an errand for an arm used.
    pub(crate) fn spend(&mut self, arm: Arm, tally: &Tally) {
        self.add(arm, seconds(tally));
    }

    fn add(&mut self, arm: Arm, seconds: f64) {
        if let Some(used) = self.arms.iter_mut().find(|used| used.arm == arm) {
            used.seconds += seconds;
        }
    }
}

fn expected(unit: &WorkUnit) -> f64 {
    unit.turn.unwrap_or(Duration::ZERO).as_secs_f64()
}

fn seconds(tally: &Tally) -> f64 {
    tally.solver_cpu().as_secs_f64() + tally.generation
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quis_techniques::{Needs, Stream};

    use super::*;
    use crate::plan::turn;
    use crate::tally::SolverTally;

    #[test]
    fn shares_are_shares_of_the_cpu_and_not_of_units() {
        let plan = Plan::new(&[100; 3], &[(Needs::One, 1), (Needs::Nothing, 3)], true, &Stream::new(1));
        let mut arms = Arms::of(&plan);
        let mut used: BTreeMap<Arm, f64> = BTreeMap::new();
        for _ in 0..4000 {
            let unit = plan.unit(arms.next(&plan).unwrap()).unwrap();
            let unit = WorkUnit { turn: Some(turn(&unit)), ..unit };
            arms.begin(&unit);
            // Cases in scopes cost a tenth.
            let cpu = if unit.scoped { 0.05 } else { 0.5 };
            let solver = SolverTally { cpu, ..SolverTally::default() };
            let tally = Tally { solvers: BTreeMap::from([("z3".to_owned(), solver)]), ..Tally::default() };
            arms.end(&unit, &tally);
            *used.entry(unit.arm()).or_default() += cpu + LEAST;
        }
        let all: f64 = used.values().sum();
        let shares: Vec<f64> = used.values().map(|used| used / all * 8.0).collect();
        assert_eq!(shares.len(), 4);
        for (share, expected) in shares.iter().zip([1.0, 1.0, 3.0, 3.0]) {
            assert!((share - expected).abs() < 0.2, "{shares:?}");
        }
    }

    #[test]
    fn the_units_of_an_arm_follow_each_other() {
        let plan = Plan::new(&[100; 3], &[(Needs::Nothing, 2)], false, &Stream::new(1));
        let mut arms = Arms::of(&plan);
        let numbers: Vec<u64> = (0..20).filter_map(|_| arms.next(&plan)).collect();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    }
}
