//! From instances to the terms that make E-matching instantiate the same.

use std::io;
use std::time::Duration;

use hashbrown::HashSet;
use quis_smtlib::walk::{FreeVariables, TermSet, post_order};
use quis_smtlib::{Term, TermKind};
use rustc_hash::FxBuildHasher;

use crate::candidate::Candidate;
use crate::front::patterns::is_uninterpreted;
use crate::matcher::{Matched, Matcher};
use crate::minimize::declared;
use crate::problem::{Instance, Problem};

/// The patterns of the formulas for the values of their instances; if it is to be generous, all applications of uninterpreted functions in
/// their bodies, too. The instances may have constants that the original problem does not have.
pub fn terms(problem: &mut Problem, original: &Problem, instances: &[Instance], generous: bool) -> Candidate {
    let declared = declared(original);
    let mut all: Vec<Term> = Vec::new();
    let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
    for instance in instances {
        let Some(mut replacement) = problem.substitution(instance) else { continue };
        let formula = &problem.formulas[instance.formula];
        let mut wanted: Vec<Term> = Vec::new();
        for level in &formula.levels {
            wanted.extend(level.patterns.iter().flatten().copied());
        }
        let guessed = formula.levels.iter().any(|level| level.inferred);
        if generous || guessed {
            wanted.extend(applications(problem, formula.body));
        }
        for term in wanted {
            if let Ok(ground) = replacement.apply(&mut problem.store, term)
                && seen.insert(ground)
            {
                all.push(ground);
            }
        }
    }
    // Values that were replaced may have been quantified over: such terms are of no use.
    let mut free = FreeVariables::default();
    free.update(&problem.store);
    all.retain(|&term| free.of(term).is_empty());
    Candidate::of(&problem.store, &all, &declared)
}

/// The terms of instances with which one of the matchers finishes, in so much time at most: those of the patterns, or else all of them.
pub(crate) fn helpful(
    problem: &mut Problem,
    original: &Problem,
    instances: &[Instance],
    matchers: &mut [&mut Matcher],
    time: Duration,
) -> io::Result<Option<Candidate>> {
    for generous in [false, true] {
        let candidate = terms(problem, original, instances, generous);
        if candidate.terms.is_empty() {
            continue;
        }
        for matcher in matchers.iter_mut() {
            if matcher.with(&candidate, time)? == Matched::Refuted {
                return Ok(Some(candidate));
            }
        }
    }
    Ok(None)
}

/// Applications of uninterpreted functions to something.
fn applications(problem: &Problem, body: Term) -> Vec<Term> {
    let store = &problem.store;
    let mut found = Vec::new();
    post_order(store, &[body], &mut TermSet::for_store(store), |term| {
        if let TermKind::Apply(function, [_, ..]) = store.kind(term)
            && is_uninterpreted(store, function)
        {
            found.push(term);
        }
    });
    found
}
