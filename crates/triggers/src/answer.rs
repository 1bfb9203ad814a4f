//! What is told of triggering terms: which axioms they instantiate, and the contradiction that comes of it.

use std::io;
use std::time::{Duration, Instant};

use quis_solvers::{Interrupt, Limits};
use serde::Serialize;

use crate::candidate::Candidate;
use crate::findings::Alternative;
use crate::matcher::{Matched, Matcher};
use crate::neighbours::Neighbours;
use crate::portfolio::Settings;
use crate::problem::{Formula, Instance, Preamble, Problem};
use crate::refute::{Core, Refuter, core, refute};
use crate::text;
use crate::triggered::triggered;
use crate::variables::as_written;

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
}

/// An axiom for certain values of its variables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// The axiom.
    pub axiom: usize,
    /// Variables and their values.
    pub values: Vec<(String, String)>,
    /// What it says.
    pub says: String,
}

/// So long is looked for an explanation.
const TIME: Duration = Duration::from_secs(10);

/// So many axioms about the functions of the terms are asked about alone.
const FEW: usize = 12;

/// Seeds with which a solver is asked whether it needs help at all, and for how long.
const SEEDS: [u32; 2] = [1, 2];
const STEADY: Duration = Duration::from_secs(2);

/// What a problem that E-matching refutes without help comes down to: an answer without terms.
///
/// # Errors
/// If a solver cannot be started.
pub fn explanation(
    problem: &Problem,
    settings: &Settings,
    interrupt: Option<&Interrupt>,
) -> io::Result<Answer> {
    explain(problem, settings, interrupt, Candidate::default(), "E-matching".to_owned())
}

/// Finds out which instances the terms lead to, and which of these are contradictory.
pub(crate) fn explain(
    problem: &Problem,
    settings: &Settings,
    interrupt: Option<&Interrupt>,
    candidate: Candidate,
    way: String,
) -> io::Result<Answer> {
    let until = Instant::now() + TIME;
    let extra = [candidate.text()];
    let matcher = Matcher::as_written(problem, &settings.matching, settings.limits, interrupt.cloned());
    let as_written = match matcher.afresh(&candidate, TIME)? {
        Matched::Refuted => Some(true),
        Matched::Stuck | Matched::Runaway => Some(false),
        Matched::Failed => None,
    };
    let mut unsteady = false;
    if !candidate.terms.is_empty() {
        for seed in SEEDS {
            let matcher =
                Matcher::as_written(problem, &settings.matching, settings.limits, interrupt.cloned());
            let found = matcher.seeded(seed).afresh(&Candidate::default(), STEADY)?;
            unsteady |= found == Matched::Refuted;
        }
    }
    let mut answer = Answer { candidate, way, as_written, unsteady, ..Answer::default() };
    // The terms lead to a contradiction; where the normal form, or another release, does not see it by E-matching, any will do.
    let plain = Problem { preamble: Preamble::default(), ..problem.clone() };
    let all: Vec<usize> = (0..problem.axioms.len()).collect();
    let few = Neighbours::new(problem).about(problem, &answer.candidate, FEW);
    let near = problem.clone().without(|_, axiom| few.binary_search(&axiom).is_err());
    let ways = [
        (problem, &all, Refuter::Z3Patterns, Some(&settings.z3)),
        (&near, &few, Refuter::Z3Mbqi, Some(&settings.z3)),
        (&plain, &all, Refuter::Z3Patterns, Some(&settings.z3)),
        (problem, &all, Refuter::Z3Mbqi, Some(&settings.z3)),
        (&plain, &all, Refuter::Cvc5Enumerative, settings.cvc5.as_ref()),
    ];
    for (asked, axioms, refuter, solver) in ways {
        let left = until.saturating_duration_since(Instant::now());
        let is_over = left.is_zero() || interrupt.is_some_and(Interrupt::is_on);
        let (Some(solver), false) = (solver, is_over) else { continue };
        let limits = Limits { wall: left.min(TIME / 3), ..settings.limits };
        let mut own = asked.clone();
        let refutation = refute(&mut own, refuter, solver, limits, interrupt, &extra)?;
        let Some(refutation) = refutation.filter(|refutation| refutation.refuted) else { continue };
        let found = core(&mut own, &refutation.instances, &settings.z3, limits, interrupt)?;
        let Some(Core { instances, ground }) = found else { continue };
        for formula in ground {
            let (axiom, body) = (own.formulas[formula].axiom, own.formulas[formula].body);
            let says = text::term(&own.store, body);
            answer.example.push(Example { axiom, values: Vec::new(), says });
        }
        for instance in &instances {
            answer.example.extend(example(&mut own, instance));
        }
        answer.example.iter_mut().for_each(|example| example.axiom = axioms[example.axiom]);
        answer.axioms = answer.example.iter().map(|example| example.axiom).collect();
        answer.axioms.sort_unstable();
        answer.axioms.dedup();
        if !answer.candidate.terms.is_empty() {
            let triggered = triggered(&mut own, settings, interrupt, &instances)?;
            answer.triggered = triggered.into_iter().map(|axiom| axioms[axiom]).collect();
        }
        answer.needs_goal = Some(answer.axioms.iter().any(|&axiom| problem.axioms[axiom].is_goal));
        break;
    }
    Ok(answer)
}

fn example(problem: &mut Problem, instance: &Instance) -> Option<Example> {
    let body = problem.instantiate(instance)?;
    let Formula { axiom, variables, .. } = problem.formulas[instance.formula].clone();
    let written = problem.axioms.get(axiom)?.written;
    let called = as_written(&mut problem.store, written, &variables);
    let store = &problem.store;
    let values = called.iter().zip(&instance.values);
    let values = values.map(|(&variable, &value)| (text::term(store, variable), text::term(store, value)));
    Some(Example { axiom, values: values.collect(), says: text::term(store, body) })
}
