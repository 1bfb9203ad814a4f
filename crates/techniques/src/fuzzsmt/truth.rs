//! Satisfiable by construction: an assignment is drawn, and each root is asserted, or its negation, as the assignment has it.

use quis_semantics::Value;
use quis_smtlib::walk::post_order;
use quis_smtlib::{Command, Function, Script, Store, Term, TermSet};

use crate::assignment::{Assignment, Mined};
use crate::storm::OpenPoints;
use crate::stream::Stream;

/// So many assignments are drawn to satisfy all guards.
const DRAWS: u64 = 3;

/// The work for one root. Few need more, and they would take most of the time.
const STEPS: u64 = 1 << 12;

/// So many values that a formula mentions are looked at, of each sort.
const VALUES: usize = 8;

/// A constraint on a divisor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guard {
    /// It is not zero.
    pub(super) constraint: Term,
    pub(super) divisor: Term,
}

/// What holds under one assignment.
#[derive(Debug)]
pub(super) struct Truths {
    /// The roots that have a value, with it.
    pub(super) roots: Vec<(Term, bool)>,
    /// The constraints that hold.
    pub(super) guards: Vec<Term>,
    /// The assumptions that have a value, with it.
    pub(super) assumptions: Vec<(Term, bool)>,
    pub(super) assignment: Assignment,
}

impl Truths {
    /// Evaluates roots and guards under an assignment in which some predicates always hold. What depends on a divisor whose guard does not hold is left out.
    pub(super) fn draw(
        script: &mut Script,
        roots: &[Term],
        guards: &[Guard],
        assumptions: &[Term],
        always: &[Function],
        stream: &Stream,
    ) -> Truths {
        let mined = mined(script, roots);
        let terms: Vec<Term> =
            guards.iter().map(|guard| guard.constraint).chain(roots.iter().copied()).collect();
        let mut last = None;
        for number in 0..DRAWS {
            let mut assignment = Assignment::draw(stream.nth(number), OpenPoints::Free).with_steps(STEPS);
            for &predicate in always {
                assignment.set_always(predicate, Value::Bool(true));
            }
            let values = assignment.evaluate(&script.store, &mined, &terms);
            let all_hold = values[..guards.len()].iter().all(|value| *value == Some(true));
            last = Some((assignment, values));
            if all_hold {
                break;
            }
        }
        let (mut assignment, values) = last
            .unwrap_or_else(|| (Assignment::draw(stream.clone(), OpenPoints::Free), vec![None; terms.len()]));
        let (of_guards, of_roots) = values.split_at(guards.len());
        let broken: Vec<Term> = guards
            .iter()
            .zip(of_guards)
            .filter(|(_, value)| **value != Some(true))
            .map(|(guard, _)| guard.divisor)
            .collect();
        let roots: Vec<(Term, bool)> = roots
            .iter()
            .zip(of_roots)
            .filter(|(root, _)| !assignment.is_costly(**root) && !mentions(&script.store, **root, &broken))
            .filter_map(|(&root, value)| Some((root, (*value)?)))
            .collect();
        let guards = guards
            .iter()
            .filter(|guard| {
                !broken.contains(&guard.divisor) && !mentions(&script.store, guard.constraint, &broken)
            })
            .map(|guard| guard.constraint)
            .collect();
        let assumptions = if assumptions.is_empty() {
            Vec::new()
        } else {
            let values = assignment.evaluate(&script.store, &mined, assumptions);
            assumptions.iter().zip(values).filter_map(|(&term, value)| Some((term, value?))).collect()
        };
        Truths { roots, guards, assumptions, assignment }
    }
}

/// The guards of what stands in some terms, or in their guards.
pub(super) fn guards_of(store: &Store, roots: &[Term], guards: &[Guard]) -> Vec<Guard> {
    if guards.is_empty() {
        return Vec::new();
    }
    let mut seen = TermSet::for_store(store);
    post_order(store, roots, &mut seen, |_| {});
    let mut kept = Vec::new();
    // A guard may mention what has guards that were made before it.
    for guard in guards.iter().rev() {
        if seen.contains(guard.divisor) {
            post_order(store, &[guard.constraint], &mut seen, |_| {});
            kept.push(*guard);
        }
    }
    kept.reverse();
    kept
}

/// What a formula mentions: values at which it may change its truth.
fn mined(script: &mut Script, roots: &[Term]) -> Mined {
    let declared = script.commands.len();
    script.commands.extend(roots.iter().map(|&root| Command::Assert(root)));
    let mined = Mined::some(script, VALUES);
    script.commands.truncate(declared);
    mined
}

/// Whether one of some terms stands in another.
fn mentions(store: &Store, term: Term, inside: &[Term]) -> bool {
    if inside.is_empty() {
        return false;
    }
    let mut found = false;
    post_order(store, &[term], &mut TermSet::for_store(store), |part| found |= inside.contains(&part));
    found
}
