//! The ways to look for triggering terms, in which order they are tried, and for how long.

use std::time::Duration;

use quis_solvers::Solver;

use crate::problem::{Preamble, Problem};
use crate::refute::Refuter;

/// One way to look for terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Refutation(Refuter),
    /// Of the axioms without the goal: if they contradict each other, it is easier seen there.
    Axioms(Refuter),
    /// Of the clauses of the formulas, if they have conjunctions.
    Clauses(Refuter),
    Synthesis(usize),
    Relaxation,
    Neighbours,
}

/// The order in which ways are tried: those first that tell soonest.
pub(crate) const WAYS: [Way; 22] = [
    Way::Refutation(Refuter::Z3Patterns),
    Way::Refutation(Refuter::Z3Relaxed),
    Way::Axioms(Refuter::Z3Mbqi),
    Way::Refutation(Refuter::Cvc5Enumerative),
    Way::Refutation(Refuter::Z3Mbqi),
    Way::Neighbours,
    Way::Refutation(Refuter::Cvc5Mbqi),
    Way::Refutation(Refuter::Cvc5IgnorePatterns),
    Way::Refutation(Refuter::Cvc5Shallow),
    Way::Refutation(Refuter::Cvc5Interleaved),
    Way::Clauses(Refuter::Cvc5Interleaved),
    Way::Synthesis(0),
    Way::Relaxation,
    Way::Axioms(Refuter::Cvc5Enumerative),
    Way::Refutation(Refuter::Z3RelaxedSeeded),
    Way::Synthesis(1),
    Way::Axioms(Refuter::Z3Relaxed),
    Way::Clauses(Refuter::Z3Mbqi),
    Way::Refutation(Refuter::Z3MbqiAuto),
    Way::Synthesis(2),
    Way::Synthesis(3),
    Way::Synthesis(0),
];

/// A way gets so much time of the CPU in the first round, and this many times more in each that follows.
const FIRST: Duration = Duration::from_millis(500);
const GROWTH: u32 = 3;

/// The last round: what did not come to an end until then has had an hour.
const LAST: u32 = 8;

/// The round of a way that is tried as the so-and-so-manieth, and how much time of the CPU that has.
pub(crate) fn round(number: usize, ways: usize) -> (u32, Duration) {
    let round = u32::try_from(number / ways).unwrap_or(LAST).min(LAST);
    (round, FIRST * GROWTH.pow(round))
}

/// The part of it that an engine gets to refute something. Z3 writes down how only after it has. Where it but matches patterns, it soon has, or
/// goes astray.
pub(crate) fn share(refuter: Refuter, round: u32, budget: Duration) -> Duration {
    match refuter {
        Refuter::Z3Patterns | Refuter::Z3Relaxed | Refuter::Z3RelaxedSeeded if round == 0 => budget / 4,
        _ if refuter.is_z3() => budget * 3 / 5,
        _ => budget,
    }
}

/// Engines find a proof or do not for little reasons: in later rounds they begin with other seeds, and every other time do not heed what the
/// user set for the whole.
pub(crate) fn varied(problem: &mut Problem, solver: &Solver, round: u32, is_whole: bool) -> Solver {
    let mut solver = solver.clone();
    if round > 0 {
        let seed = solver.profile.seed_arguments(round);
        solver.arguments.extend(seed);
    }
    if round.is_multiple_of(2) != is_whole {
        problem.preamble = Preamble::default();
    }
    solver
}
