//! From instances to the terms that make E-matching instantiate the same.

use std::io;
use std::time::Duration;

use hashbrown::HashSet;
use quis_smtlib::walk::{FreeVariables, TermSet, post_order};
use quis_smtlib::{Term, TermKind};
use quis_solvers::{Interrupt, Limits};
use rustc_hash::FxBuildHasher;

use crate::candidate::Candidate;
use crate::contradiction::examples;
use crate::findings::Lead;
use crate::front::patterns::is_uninterpreted;
use crate::matcher::{Matched, Matcher};
use crate::minimize::declared;
use crate::portfolio::Settings;
use crate::problem::{Instance, Problem};
use crate::refute::core;

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

/// What it takes to get from instances to terms.
pub(crate) struct Leads<'l> {
    /// The whole problem.
    pub(crate) original: &'l Problem,
    pub(crate) settings: &'l Settings,
    pub(crate) interrupt: &'l Interrupt,
    /// So long is looked for the instances that matter.
    pub(crate) core: Duration,
    /// So long may a matcher take.
    pub(crate) matching: Duration,
}

impl Leads<'_> {
    /// The terms of those instances that are contradictory, if one of the matchers finishes with them. The instances are of a problem whose
    /// axioms are these of the whole one.
    pub(crate) fn from<const N: usize>(
        &self,
        problem: &mut Problem,
        axioms: &[usize],
        instances: Vec<Instance>,
        matchers: [&mut Matcher; N],
    ) -> io::Result<Option<Lead>> {
        let Settings { z3, limits, .. } = self.settings;
        let limits = Limits { wall: self.core, ..*limits };
        let core = core(problem, &instances, z3, limits, Some(self.interrupt))?;
        let example = core.as_ref().map(|core| examples(problem, core, axioms)).unwrap_or_default();
        let instances = core.map_or(instances, |core| core.instances);
        let candidate = self.helpful(problem, &instances, matchers)?;
        Ok(candidate.map(|candidate| Lead { candidate, example }))
    }

    /// The terms of instances with which one of the matchers finishes: those of the patterns, or else all of them.
    fn helpful<const N: usize>(
        &self,
        problem: &mut Problem,
        instances: &[Instance],
        mut matchers: [&mut Matcher; N],
    ) -> io::Result<Option<Candidate>> {
        for generous in [false, true] {
            let candidate = terms(problem, self.original, instances, generous);
            if candidate.terms.is_empty() {
                continue;
            }
            for matcher in &mut matchers {
                if matcher.with(&candidate, self.matching)? == Matched::Refuted {
                    return Ok(Some(candidate));
                }
            }
        }
        Ok(None)
    }
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
