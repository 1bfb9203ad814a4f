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
use crate::explored::Came;
use crate::findings::Lead;
use crate::front::patterns::is_uninterpreted;
use crate::matcher::{Matched, Matcher};
use crate::minimize::{declared, minimized};
use crate::portfolio::Settings;
use crate::problem::{Instance, Problem};
use crate::refute::core;
use crate::time::patience;

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

/// So many instances at most are tried besides those that are contradictory.
const FEW: usize = 300;

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
    /// The terms of those instances that are contradictory, if one of the matchers finishes with them, or else these instances. They are of a problem whose
    /// axioms are these of the whole one.
    pub(crate) fn from<const N: usize>(
        &self,
        problem: &mut Problem,
        axioms: &[usize],
        instances: Vec<Instance>,
        mut matchers: [&mut Matcher; N],
    ) -> io::Result<Came> {
        let Settings { z3, limits, .. } = self.settings;
        let limits = Limits { wall: self.core, ..*limits };
        let core = core(problem, &instances, z3, limits, Some(self.interrupt))?;
        let example = core.as_ref().map(|core| examples(problem, core, axioms)).unwrap_or_default();
        let core = core.map(|core| core.instances);
        let mut found = self.helpful(problem, core.as_ref().unwrap_or(&instances), &mut matchers)?;
        // What cannot be together is enough for most releases; some need what leads there, too.
        if found.is_none() && core.is_some_and(|core| core.len() < instances.len()) && instances.len() <= FEW
        {
            found = self.helpful(problem, &instances, &mut matchers)?;
        }
        Ok(match found {
            Some(candidate) => Came::Lead(Lead { candidate, example }),
            None => Came::of_example(example),
        })
    }

    /// The terms of instances with which one of the matchers finishes: those of the patterns, or else all of them.
    fn helpful(
        &self,
        problem: &mut Problem,
        instances: &[Instance],
        matchers: &mut [&mut Matcher],
    ) -> io::Result<Option<Candidate>> {
        for generous in [false, true] {
            let candidate = terms(problem, self.original, instances, generous);
            if candidate.terms.is_empty() {
                continue;
            }
            let (is_helpful, is_astray) = self.tried(&candidate, matchers)?;
            if is_helpful {
                return Ok(Some(candidate));
            }
            if is_astray
                && let Some(fewer) = self.fewer(&candidate)?
                && let (true, _) = self.tried(&fewer, matchers)?
            {
                return Ok(Some(fewer));
            }
        }
        Ok(None)
    }

    /// Whether one of the matchers finishes with these terms, and whether one did not come to an end.
    fn tried(&self, candidate: &Candidate, matchers: &mut [&mut Matcher]) -> io::Result<(bool, bool)> {
        let mut is_astray = false;
        for matcher in matchers {
            match matcher.with(candidate, self.matching)? {
                Matched::Refuted => return Ok((true, is_astray)),
                Matched::Runaway => is_astray = true,
                Matched::Stuck | Matched::Failed => {}
            }
        }
        Ok((false, is_astray))
    }

    /// Where a release goes astray with many terms, it may not with few. If the one that is asked for refutations does not go astray, it tells
    /// which ones are enough.
    fn fewer(&self, candidate: &Candidate) -> io::Result<Option<Candidate>> {
        let Settings { z3, matching, limits, .. } = self.settings;
        if z3.program == matching.program || self.interrupt.is_on() {
            return Ok(None);
        }
        let mut other = Matcher::new(self.original, z3, *limits, Some(self.interrupt.clone()));
        let is_of_use = other.with(candidate, self.matching)? == Matched::Refuted;
        let enough = patience(other.last());
        if !is_of_use || other.with(&Candidate::default(), enough)? == Matched::Refuted {
            return Ok(None);
        }
        let fewer = minimized(self.original, &mut other, candidate.clone(), self.matching, self.matching)?;
        Ok((fewer != *candidate).then_some(fewer))
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
