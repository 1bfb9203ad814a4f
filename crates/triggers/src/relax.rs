//! Patterns of a few formulas left out: where one axiom's pattern is in the way, E-matching finishes without it, and says by which instance.

use std::io;
use std::time::{Duration, Instant};

use quis_smtlib::Binder;
use quis_solvers::Interrupt;

use crate::explored::Came;
use crate::instances::Leads;
use crate::matcher::{Matched, Matcher};
use crate::portfolio::Settings;
use crate::problem::{Formula, Instance, Problem};
use crate::refute::{Refuter, refute};
use crate::text;
use crate::time::within;

/// So many formulas are relaxed together at first.
const GROUP: usize = 8;

/// A check takes so long at most.
const TIME: Duration = Duration::from_millis(700);

/// So long is looked for the instances that matter.
const CORE: Duration = Duration::from_secs(5);

/// A search through the formulas. It can be left and taken up again.
pub(crate) struct Relaxation {
    /// Formulas that wait, in groups.
    waiting: Vec<Vec<usize>>,
}

impl Relaxation {
    pub(crate) fn new(problem: &Problem) -> Relaxation {
        let relaxable =
            |formula: &Formula| formula.is_quantified() && formula.levels.iter().any(|level| !level.inferred);
        let all: Vec<usize> =
            (0..problem.formulas.len()).filter(|&at| relaxable(&problem.formulas[at])).collect();
        // What comes last in a file is nearest to the goal, more often than not.
        Relaxation { waiting: all.chunks(GROUP).map(<[usize]>::to_vec).collect() }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Goes on until something was found or the time is over.
    pub(crate) fn run(
        &mut self,
        problem: &Problem,
        matcher: &mut Matcher,
        settings: &Settings,
        interrupt: &Interrupt,
        until: Instant,
    ) -> io::Result<Came> {
        let mut best = Came::Nothing;
        let mut own = problem.clone();
        while Instant::now() < until && !interrupt.is_on() {
            let Some(group) = self.waiting.pop() else { break };
            match matcher.with_commands(&relaxed(&mut own, &group), TIME)? {
                Matched::Refuted => {
                    let group = fewest(&mut own, matcher, group)?;
                    match lead(problem, &group, matcher, settings, interrupt)? {
                        lead @ Came::Lead(_) => return Ok(lead),
                        contradiction @ Came::Contradiction(_) => best = contradiction,
                        _ => {}
                    }
                }
                // One of them makes more and more instances.
                Matched::Runaway if group.len() > 1 => {
                    let (left, right) = group.split_at(group.len() / 2);
                    self.waiting.push(left.to_vec());
                    self.waiting.push(right.to_vec());
                }
                _ => {}
            }
        }
        Ok(best)
    }
}

/// Copies of formulas, without patterns.
fn relaxed(problem: &mut Problem, group: &[usize]) -> String {
    let mut added = String::new();
    for &at in group {
        let (variables, body) = (problem.formulas[at].variables.clone(), problem.formulas[at].body);
        if let Ok(formula) = problem.store.binder(Binder::Forall, &variables, &[body]) {
            added += &format!("(assert {})\n", text::term(&problem.store, formula));
        }
    }
    added
}

/// As few of the formulas as it takes.
fn fewest(problem: &mut Problem, matcher: &mut Matcher, mut group: Vec<usize>) -> io::Result<Vec<usize>> {
    let mut at = 0;
    while group.len() > 1 && at < group.len() {
        let mut fewer = group.clone();
        fewer.remove(at);
        match matcher.with_commands(&relaxed(problem, &fewer), TIME)? {
            Matched::Refuted => group = fewer,
            _ => at += 1,
        }
    }
    Ok(group)
}

/// The terms that make E-matching instantiate, by the patterns that there are, what it did without them.
fn lead(
    problem: &Problem,
    group: &[usize],
    matcher: &mut Matcher,
    settings: &Settings,
    interrupt: &Interrupt,
) -> io::Result<Came> {
    let mut own = problem.clone();
    let count = own.formulas.len();
    for &at in group {
        let mut formula = own.formulas[at].clone();
        formula.name = format!("F{}", own.formulas.len());
        formula.levels.iter_mut().for_each(|level| level.patterns.clear());
        own.formulas.push(formula);
    }
    let limits = within(settings.limits, CORE);
    let found = refute(&mut own, Refuter::Z3Patterns, &settings.z3, limits, Some(interrupt), &[])?;
    let Some(refutation) = found else { return Ok(Came::Nothing) };
    let instances: Vec<Instance> = refutation
        .instances
        .into_iter()
        .map(|instance| match instance.formula.checked_sub(count).and_then(|at| group.get(at)) {
            Some(&formula) => Instance { formula, ..instance },
            None => instance,
        })
        .collect();
    let axioms: Vec<usize> = (0..problem.axioms.len()).collect();
    let leads = Leads { original: problem, settings, interrupt, core: CORE, matching: 2 * TIME };
    leads.from(&mut own, &axioms, instances, [matcher])
}
