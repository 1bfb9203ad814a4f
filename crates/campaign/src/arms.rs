//! Which part of a campaign's work gets the CPU next: its arms, what each of them used, and what came of it.
//!
//! At first each arm gets its share, so that soon every technique and every theory had its cheapest cases. An arm that finds new causes then
//! gets more than its share, as long as it finds them, and the others never get less than a part of theirs. An arm whose cases the solvers
//! do not read, since they lack its theory, gets a small part.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::plan::{Arm, Plan};
use crate::tally::Tally;
use crate::unit::{UnitResult, WorkUnit};

/// A unit counts as at least this many seconds, so that an arm with nothing to do does not get all turns.
const LEAST: f64 = 0.02;

/// The CPU seconds that an arm uses before what it found counts.
const FIRST: f64 = 1.0;
/// What an arm found counts half after this many CPU seconds of its own.
const HALF: f64 = 20.0;
/// An arm whose cases nobody reads gets this part of its share.
const UNREAD: f64 = 0.1;
/// The cases that must have been tried before it counts how many of them were read.
const TRIED: u64 = 100;
/// The arm that finds the most gets this many times its share.
const MOST: f64 = 4.0;

/// The arms of a campaign that goes on in turns.
#[derive(Debug)]
pub(crate) struct Arms {
    arms: Vec<Used>,
    /// The findings so far.
    known: BTreeSet<String>,
}

/// An arm and what it used.
#[derive(Debug)]
struct Used {
    arm: Arm,
    /// Its turns among the turns of a seed, and how many units of each were planned.
    turns: Vec<(usize, u64)>,
    /// CPU seconds.
    seconds: f64,
    /// The turns of the units that are under way, in seconds.
    under_way: f64,
    /// CPU seconds for each of its turns, and less where it found more: the least is next.
    place: f64,
    /// New causes in the window, and the CPU seconds of the window.
    recent: (f64, f64),
    /// How often a solver was to be asked, and how often it could not read the case.
    asked: (u64, u64),
}

impl Used {
    /// Its place once what is under way is over, as far as anybody knows.
    fn next_place(&self) -> f64 {
        self.place + self.under_way / self.turns.len().max(1) as f64
    }

    /// The part of its share that an arm with so many cases that nobody reads gets.
    fn part(&self) -> f64 {
        match self.asked {
            (asked, unread) if asked >= TRIED => (1.0 - unread as f64 / asked as f64).max(UNREAD),
            _ => 1.0,
        }
    }

    /// New causes for each CPU second of the window.
    fn rate(&self) -> f64 {
        if self.seconds < FIRST { 0.0 } else { self.recent.0 / self.recent.1.max(FIRST) }
    }
}

impl Arms {
    /// The arms of a plan, none of which used anything.
    pub(crate) fn of(plan: &Plan) -> Arms {
        let used = |(arm, turns): (Arm, Vec<usize>)| Used {
            arm,
            turns: turns.into_iter().map(|turn| (turn, 0)).collect(),
            seconds: 0.0,
            under_way: 0.0,
            place: 0.0,
            recent: (0.0, 0.0),
            asked: (0, 0),
        };
        Arms { arms: plan.arms().map(used).collect(), known: BTreeSet::new() }
    }

    /// The number of the next unit: of the arm whose place is the least, and of its turns of the one that had the fewest units.
    pub(crate) fn next(&mut self, plan: &Plan) -> Option<u64> {
        let arm = self.arms.iter_mut().min_by(|a, b| a.next_place().total_cmp(&b.next_place()))?;
        let (turn, planned) = arm.turns.iter_mut().min_by_key(|(_, planned)| *planned)?;
        *planned += 1;
        let (number, of) = (plan.number_of(*turn, *planned - 1), arm.arm);
        // What is planned and then waits for an errand must not be planned again and again.
        self.add(of, LEAST);
        Some(number)
    }

    /// Notes that a unit begins.
    pub(crate) fn begin(&mut self, unit: &WorkUnit) {
        if let Some(used) = self.used(unit.arm()) {
            used.under_way += expected(unit);
        }
    }

    /// Notes that a unit is over, what it used, and what it found.
    pub(crate) fn end(&mut self, unit: &WorkUnit, result: &UnitResult) {
        let spent = seconds(&result.tally);
        // What was found before, on another seed perhaps, is not new; nor is what an earlier finding explains.
        let keys = result.findings.iter().filter(|finding| self.known.insert(finding.key.clone())).count();
        let new = result.new.min(keys as u64);
        if let Some(used) = self.used(unit.arm()) {
            used.under_way -= expected(unit);
            let kept = 0.5_f64.powf(spent / HALF);
            used.recent = (used.recent.0 * kept + new as f64, used.recent.1 * kept + spent);
            for solver in result.tally.solvers.values() {
                used.asked.0 += solver.cases + solver.skipped;
                used.asked.1 += (solver.errors + solver.skipped).min(solver.cases + solver.skipped);
            }
        }
        self.add(unit.arm(), spent);
    }

    /// Notes what an errand for an arm used.
    pub(crate) fn spend(&mut self, arm: Arm, tally: &Tally) {
        self.add(arm, seconds(tally));
    }

    fn used(&mut self, arm: Arm) -> Option<&mut Used> {
        self.arms.iter_mut().find(|used| used.arm == arm)
    }

    fn add(&mut self, arm: Arm, seconds: f64) {
        let best = self.arms.iter().map(Used::rate).fold(0.0, f64::max);
        if let Some(used) = self.used(arm) {
            used.seconds += seconds;
            let more = if best > 0.0 { (MOST - 1.0) * used.rate() / best } else { 0.0 };
            used.place += seconds / (used.turns.len().max(1) as f64 * (1.0 + more) * used.part());
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
    use crate::finding::Finding;
    use crate::finding::tests::finding;
    use crate::tally::SolverTally;

    #[test]
    fn shares_are_shares_of_the_cpu_and_not_of_units() {
        let plan = Plan::new(&[100; 3], &[(Needs::One, 1), (Needs::Nothing, 3)], true, &Stream::new(1));
        let mut arms = Arms::of(&plan);
        let mut used: BTreeMap<Arm, f64> = BTreeMap::new();
        for _ in 0..4000 {
            let unit = plan.unit(arms.next(&plan).unwrap()).unwrap();
            let unit = WorkUnit { turn: Some(plan.turn(&unit)), ..unit };
            arms.begin(&unit);
            // Cases in scopes cost a tenth.
            let cpu = if unit.scoped { 0.05 } else { 0.5 };
            let solver = SolverTally { cpu, ..SolverTally::default() };
            let tally = Tally { solvers: BTreeMap::from([("z3".to_owned(), solver)]), ..Tally::default() };
            arms.end(&unit, &UnitResult { tally, ..UnitResult::default() });
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
    fn an_arm_that_finds_more_gets_more_and_the_others_something() {
        let plan = Plan::new(&[], &[(Needs::Nothing, 1); 4], false, &Stream::new(1));
        let mut arms = Arms::of(&plan);
        let mut used = [0.0_f64; 4];
        let mut causes = 0;
        for step in 0..2000 {
            let unit = plan.unit(arms.next(&plan).unwrap()).unwrap();
            arms.begin(&unit);
            let solver = SolverTally { cpu: 0.1, ..SolverTally::default() };
            let tally = Tally { solvers: BTreeMap::from([("z3".to_owned(), solver)]), ..Tally::default() };
            let mut result = UnitResult { tally, ..UnitResult::default() };
            // The third one finds something now and then; the second finds the same again and again.
            if unit.technique == 2 && step % 5 == 0 {
                causes += 1;
                result.findings = vec![Finding { key: causes.to_string(), ..finding() }];
                result.new = 1;
            } else if unit.technique == 1 {
                result.findings = vec![Finding { key: "known".to_owned(), ..finding() }];
                result.new = 1;
            } else if unit.technique == 0 {
                // The first finds what an earlier finding explains.
                result.findings = vec![Finding { key: format!("explained {step}"), ..finding() }];
            }
            arms.end(&unit, &result);
            used[unit.technique] += 0.1;
        }
        let all: f64 = used.iter().sum();
        assert!(used[2] > 0.5 * all, "{used:?}");
        assert!([0, 1, 3].iter().all(|&at| used[at] > 0.1 * all), "{used:?}");
    }

    #[test]
    fn an_arm_whose_cases_nobody_reads_gets_little() {
        let plan = Plan::new(&[], &[(Needs::Nothing, 1); 2], false, &Stream::new(1));
        let mut arms = Arms::of(&plan);
        let mut used = [0.0_f64; 2];
        for _ in 0..500 {
            let unit = plan.unit(arms.next(&plan).unwrap()).unwrap();
            arms.begin(&unit);
            let errors = if unit.technique == 0 { 20 } else { 1 };
            let solver = SolverTally { cpu: 0.1, cases: 20, errors, ..SolverTally::default() };
            let tally = Tally { solvers: BTreeMap::from([("z3".to_owned(), solver)]), ..Tally::default() };
            arms.end(&unit, &UnitResult { tally, ..UnitResult::default() });
            used[unit.technique] += 0.1;
        }
        assert!(used[0] > 2.0 && used[0] < 0.2 * used[1], "{used:?}");
    }

    #[test]
    fn the_units_of_an_arm_follow_each_other() {
        let plan = Plan::new(&[100; 3], &[(Needs::Nothing, 2)], false, &Stream::new(1));
        let mut arms = Arms::of(&plan);
        let numbers: Vec<u64> = (0..20).filter_map(|_| arms.next(&plan)).collect();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    }
}
