//! What is told of triggering terms: which axioms they instantiate, and the contradiction that comes of it.

use std::io;
use std::time::{Duration, Instant};

use quis_solvers::{Interrupt, Solver};
use serde::Serialize;

use crate::candidate::Candidate;
use crate::contradiction::{Example, examples};
use crate::findings::Alternative;
use crate::matcher::{Matched, Matcher};
use crate::neighbours::Neighbours;
use crate::portfolio::Settings;
use crate::problem::{Preamble, Problem};
use crate::refute::{Asking, Refuter, Wanted, asked, core};
use crate::time::{patience, within};
use crate::triggered::triggered;
use crate::validation::Seen;

/// Triggering terms, and why they are enough.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// The terms, as few and small as they could be made in a short time.
    pub candidate: Candidate,
    /// How they were found.
    pub way: String,
    /// The axioms that the contradiction needs: their places among those of the problem.
    pub axioms: Vec<usize>,
    /// Those of them that E-matching does not instantiate in the same way without the terms.
    pub triggered: Vec<usize>,
    /// What these say for certain values: together it cannot be.
    pub example: Vec<Example>,
    /// Whether the contradiction needs the goal. If not, the axioms contradict each other. `None` if it was not found out.
    pub needs_goal: Option<bool>,
    /// Whether the script as it was written, too, is refuted with the terms. `None` if it cannot be asked: terms with Skolem functions mean
    /// nothing there.
    pub as_written: Option<bool>,
    /// Whether the script as it was written is refuted without any terms if the solver begins with another seed: then the terms may do no
    /// more than disturb it.
    pub unsteady: bool,
    /// Other terms that are enough, as many as were asked for and found.
    pub alternatives: Vec<Alternative>,
    /// How long it took to find the terms.
    #[serde(skip)]
    pub time: Duration,
    /// How long a new process takes with them.
    #[serde(skip)]
    pub(crate) pace: Duration,
}

impl Answer {
    /// What is known of a contradiction if no terms let E-matching see it.
    #[must_use]
    pub fn without_terms(problem: &Problem, way: &str, example: &[Example]) -> Answer {
        let axioms = axioms_of(example);
        let needs_goal = Some(needs_goal(problem, &axioms));
        Answer { way: way.to_owned(), axioms, example: example.to_vec(), needs_goal, ..Answer::default() }
    }
}

fn needs_goal(problem: &Problem, axioms: &[usize]) -> bool {
    axioms.iter().any(|&axiom| problem.axioms[axiom].is_goal)
}

/// So long is looked for an explanation, all in all.
const TIME: Duration = Duration::from_secs(10);

/// Engines are given so much time of the CPU, in turn.
const BUDGETS: [Duration; 3] =
    [Duration::from_millis(300), Duration::from_millis(1000), Duration::from_millis(3000)];

/// So many axioms about the functions of the terms are asked about alone.
const FEW: usize = 12;

/// The seed with which a solver is asked whether it needs help at all, and for how much longer than with the terms.
const SEED: u32 = 1;
const STEADY: Duration = Duration::from_millis(100);

/// So much time of the CPU is enough to see what E-matching does first.
const FIRST: Duration = Duration::from_millis(50);

/// What the search knows of terms already.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    pub(crate) candidate: Candidate,
    pub(crate) way: String,
    /// How a new process finished with the terms.
    pub(crate) seen: Option<Seen>,
    /// What the engine came to that they are from.
    pub(crate) example: Vec<Example>,
}

/// What a problem that E-matching refutes without help comes down to: an answer without terms.
///
/// # Errors
/// If a solver cannot be started.
pub fn explanation(
    problem: &Problem,
    settings: &Settings,
    interrupt: Option<&Interrupt>,
) -> io::Result<Answer> {
    let known = Known { way: "E-matching".to_owned(), ..Known::default() };
    let answer = explain(problem, settings, interrupt, known)?;
    Ok(Answer { as_written: Some(true), ..answer })
}

/// Finds out which instances the terms lead to, and which of these are contradictory.
pub(crate) fn explain(
    problem: &Problem,
    settings: &Settings,
    interrupt: Option<&Interrupt>,
    known: Known,
) -> io::Result<Answer> {
    let Known { candidate, way, seen, example } = known;
    let as_written = match seen.map(|seen| seen.written) {
        Some(Matched::Refuted) => Some(true),
        Some(Matched::Stuck | Matched::Runaway) => Some(false),
        Some(Matched::Failed) | None => None,
    };
    let pace = seen.map_or(Duration::ZERO, |seen| seen.pace);
    let mut answer = Answer { candidate, way, as_written, pace, ..Answer::default() };
    let has_terms = !answer.candidate.terms.is_empty();
    if has_terms {
        let matcher = Matcher::as_written(problem, &settings.matching, settings.limits, interrupt.cloned());
        let found = matcher.seeded(SEED).afresh(&Candidate::default(), STEADY + pace)?;
        answer.unsteady = found == Matched::Refuted;
    }
    answer.example = contradiction(problem, settings, interrupt, &answer, example)?;
    if answer.example.is_empty() {
        return Ok(answer);
    }
    answer.axioms = axioms_of(&answer.example);
    if has_terms {
        let limits = within(settings.limits, FIRST);
        answer.triggered = triggered(problem, settings, limits, interrupt, &answer.example)?;
    }
    answer.needs_goal = Some(needs_goal(problem, &answer.axioms));
    Ok(answer)
}

/// The axioms of examples, each once, in order.
fn axioms_of(examples: &[Example]) -> Vec<usize> {
    let mut axioms: Vec<usize> = examples.iter().map(|example| example.axiom).collect();
    axioms.sort_unstable();
    axioms.dedup();
    axioms
}

/// What cannot be true together: the instances that E-matching makes with the terms; or else those of the engine that the terms are from; or
/// else what another engine comes to.
fn contradiction(
    problem: &Problem,
    settings: &Settings,
    interrupt: Option<&Interrupt>,
    answer: &Answer,
    known: Vec<Example>,
) -> io::Result<Vec<Example>> {
    let until = Instant::now() + TIME;
    let extra = [answer.candidate.text()];
    let ask_by = |wanted, problem: &Problem, axioms: &[usize], refuter, solver: Option<&Solver>, budget| {
        let is_over = Instant::now() >= until || interrupt.is_some_and(Interrupt::is_on);
        let (Some(solver), false) = (solver, is_over) else { return Ok(Vec::new()) };
        let limits = within(settings.limits, budget);
        let mut own = problem.clone();
        let asking = Asking { refuter, solver, limits, interrupt, wanted, refuted: &|| {} };
        let Some(refutation) = asked(&mut own, asking, &extra)?.told() else { return Ok(Vec::new()) };
        let core = core(&mut own, &refutation.instances, &settings.z3, limits, interrupt)?;
        io::Result::Ok(core.map_or(Vec::new(), |core| examples(&mut own, &core, axioms)))
    };
    let ask = |problem: &Problem, axioms: &[usize], refuter, solver: Option<&Solver>, budget| {
        ask_by(Wanted::Refutation, problem, axioms, refuter, solver, budget)
    };
    let only = |axioms: &[usize]| problem.clone().without(|_, axiom| axioms.binary_search(&axiom).is_err());
    let all: Vec<usize> = (0..problem.axioms.len()).collect();
    let (z3, budget) = (Some(&settings.z3), FIRST + patience(answer.pace));
    if !known.is_empty() {
        // With the axioms that the other engine needed, what E-matching makes is seen in a fraction of the time.
        let needed = axioms_of(&known);
        let found = ask_by(Wanted::Expected, &only(&needed), &needed, Refuter::Z3Patterns, z3, budget)?;
        return Ok(if found.is_empty() { known } else { found });
    }
    let found = ask(problem, &all, Refuter::Z3Patterns, z3, budget)?;
    if !found.is_empty() {
        return Ok(found);
    }
    // The terms lead to a contradiction; where the normal form, or another release, does not see it by E-matching, any will do.
    let plain = Problem { preamble: Preamble::default(), ..problem.clone() };
    let few = Neighbours::new(problem).about(problem, &answer.candidate, FEW);
    let near = only(&few);
    let ways = [
        (&plain, &all, Refuter::Z3Patterns, z3),
        (&near, &few, Refuter::Z3Mbqi, z3),
        (problem, &all, Refuter::Z3Mbqi, z3),
        (&plain, &all, Refuter::Cvc5Enumerative, settings.cvc5.as_ref()),
    ];
    for budget in BUDGETS {
        for (asked, axioms, refuter, solver) in ways {
            let found = ask(asked, axioms, refuter, solver, budget)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
    Ok(Vec::new())
}
