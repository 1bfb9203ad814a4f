//! Another pattern for an axiom, with which E-matching needs no triggering terms.

use std::io;
use std::time::{Duration, Instant};

use quis_smtlib::walk::{FreeVariables, Replacement, TermSet, post_order};
use quis_smtlib::{Attribute, Binder, Store, Term, TermKind};
use quis_solvers::Interrupt;
use serde::Serialize;

use crate::answer::Answer;
use crate::candidate::Candidate;
use crate::front::patterns::{infer, is_uninterpreted};
use crate::front::prenex::{annotated, annotations};
use crate::matcher::{Matched, Matcher};
use crate::portfolio::Settings;
use crate::problem::Problem;
use crate::text;
use crate::time::patience;
use crate::variables::as_written;

/// Patterns of an axiom that are worth changing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Remedy {
    /// The axiom.
    pub axiom: usize,
    /// The patterns that it has, each a list of terms.
    pub old: Vec<Vec<String>>,
    /// The patterns that let E-matching finish. None: it does if the solver may choose.
    pub new: Vec<Vec<String>>,
}

/// So long is looked for other patterns, all in all, since the answer is known already; longer if checks take long.
const ALL: Duration = Duration::from_millis(50);
const CHECKS: u32 = 2;
const MOST: Duration = Duration::from_secs(30);

/// So many patterns of an axiom are tried at most.
const TRIES: usize = 16;

/// For each axiom of the contradiction that the terms of an answer trigger, other patterns with which a new process refutes the problem by
/// E-matching, without these terms. Axioms for which there are none are left out, and so are those that E-matching instantiates anyway: a
/// pattern with which these make up for the other is no repair of what is in the way.
///
/// # Errors
/// If a solver cannot be started.
pub fn remedies(
    problem: &Problem,
    answer: &Answer,
    settings: &Settings,
    interrupt: Option<&Interrupt>,
) -> io::Result<Vec<Remedy>> {
    let until = Instant::now() + (ALL + CHECKS * answer.pace).min(MOST);
    // A pattern that needs longer is one that a user would not want: each instance may make another.
    let time = patience(answer.pace);
    let mut changed = problem.clone();
    let mut free = FreeVariables::with_patterns();
    free.update(&changed.store);
    let mut found = Vec::new();
    let matcher =
        |problem: &Problem| Matcher::new(problem, &settings.matching, settings.limits, interrupt.cloned());
    // One process for all tries, which keeps the axioms that are not to be changed.
    let others = problem.clone().without(|_, axiom| answer.triggered.contains(&axiom));
    let mut quick = matcher(&others);
    for &axiom in &answer.triggered {
        let Some(original) = problem.axioms.get(axiom).map(|axiom| axiom.normal) else { continue };
        let rest = answer.triggered.iter().filter(|&&other| other != axiom);
        let rest: String =
            rest.map(|&other| asserted(&problem.store, problem.axioms[other].normal)).collect();
        'axiom: for quantifier in quantifiers(&problem.store, original) {
            let tries = alternatives(&problem.store, &free, quantifier);
            for new in tries.into_iter().take(TRIES) {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() || interrupt.is_some_and(Interrupt::is_on) {
                    return Ok(found);
                }
                let Some(normal) = rebuilt(&mut changed.store, original, quantifier, &new) else { continue };
                let tried = asserted(&changed.store, normal);
                if quick.with_commands(&format!("{rest}{tried}"), time.min(left))? != Matched::Refuted {
                    continue;
                }
                changed.axioms[axiom].normal = normal;
                if matcher(&changed).afresh(&Candidate::default(), time)? == Matched::Refuted {
                    let old = patterns_of(&problem.store, quantifier).unwrap_or_default();
                    let [old, new] = [old, new].map(|patterns| {
                        texts(&mut changed.store, quantifier, problem.axioms[axiom].written, &patterns)
                    });
                    found.push(Remedy { axiom, old, new });
                    break 'axiom;
                }
            }
        }
        changed.axioms[axiom].normal = original;
    }
    Ok(found)
}

fn asserted(store: &Store, formula: Term) -> String {
    format!("(assert {})\n", text::term(store, formula))
}

/// The quantifiers of a formula that have patterns, inner ones first.
fn quantifiers(store: &Store, root: Term) -> Vec<Term> {
    let mut found = Vec::new();
    post_order(store, &[root], &mut TermSet::for_store(store), |term| {
        if patterns_of(store, term).is_some_and(|patterns| !patterns.is_empty()) {
            found.push(term);
        }
    });
    found
}

fn patterns_of(store: &Store, term: Term) -> Option<Vec<Vec<Term>>> {
    match store.kind(term) {
        TermKind::Binder(Binder::Forall, _, &[body]) => Some(annotations(store, body).1),
        _ => None,
    }
}

/// What may stand in place of the patterns of a quantifier: first parts of these, large ones before small ones, which every match of the
/// old ones matches, too; then other terms of the body; then none, so that the solver chooses.
fn alternatives(store: &Store, free: &FreeVariables, quantifier: Term) -> Vec<Vec<Vec<Term>>> {
    let TermKind::Binder(_, variables, &[body]) = store.kind(quantifier) else { return Vec::new() };
    let (inner, old) = annotations(store, body);
    let mut found: Vec<Vec<Vec<Term>>> = Vec::new();
    let add = |found: &mut Vec<Vec<Vec<Term>>>, patterns: Vec<Vec<Term>>| {
        if patterns != old && !found.contains(&patterns) {
            found.push(patterns);
        }
    };
    let binds_all = |pattern: &[Term]| {
        variables.iter().all(|variable| pattern.iter().any(|&term| free.of(term).contains(variable)))
    };
    for pattern in &old {
        for at in 0..pattern.len() {
            let mut without = pattern.clone();
            let term = without.remove(at);
            if !without.is_empty() && binds_all(&without) {
                add(&mut found, vec![without.clone()]);
            }
            for part in parts(store, free, term) {
                let mut smaller = pattern.clone();
                smaller[at] = part;
                smaller.dedup();
                if binds_all(&smaller) {
                    add(&mut found, vec![smaller]);
                }
            }
        }
    }
    for pattern in infer(store, free, inner, variables) {
        if binds_all(&pattern) {
            add(&mut found, vec![pattern]);
        }
    }
    found.push(Vec::new());
    found
}

/// The applications within a term that a solver matches, large ones first.
fn parts(store: &Store, free: &FreeVariables, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        if let TermKind::Apply(function, [_, ..]) = store.kind(part)
            && part != term
            && is_uninterpreted(store, function)
            && !free.of(part).is_empty()
        {
            found.push(part);
        }
    });
    found.reverse();
    found
}

/// The formula in which a quantifier has other patterns. Its other annotations, such as a weight, stay.
///
/// match: (forall ((x Int)) (! (p (f x)) :pattern ((p (f x))))), with ((f x)), result: (forall ((x Int)) (! (p (f x)) :pattern ((f x))))
fn rebuilt(store: &mut Store, root: Term, quantifier: Term, patterns: &[Vec<Term>]) -> Option<Term> {
    let TermKind::Binder(binder, variables, &[body]) = store.kind(quantifier) else { return None };
    let variables = variables.to_vec();
    let (inner, all) = annotated(store, body);
    let others = all.into_iter().filter(|(attribute, _)| !matches!(attribute, Attribute::Pattern(_)));
    let (mut attributes, terms): (Vec<Attribute>, Vec<&[Term]>) =
        others.map(|(attribute, terms)| (attribute.clone(), terms)).unzip();
    let mut terms = terms.concat();
    for pattern in patterns {
        attributes.push(Attribute::Pattern(u32::try_from(pattern.len()).ok()?));
        terms.extend(pattern);
    }
    let body = if attributes.is_empty() { inner } else { store.annotated(inner, attributes, &terms) };
    let new = store.binder(binder, &variables, &[body]).ok()?;
    let mut replacement = Replacement::default();
    replacement.put(quantifier, new);
    replacement.apply(store, root).ok()
}

/// Patterns as the user would write them: variables that were renamed, so that each is bound once, have their old names.
///
/// match: (f l!1), of (forall ((l List)) …), result: (f l)
fn texts(store: &mut Store, quantifier: Term, written: Term, patterns: &[Vec<Term>]) -> Vec<Vec<String>> {
    let variables = match store.kind(quantifier) {
        TermKind::Binder(_, variables, _) => variables.to_vec(),
        _ => Vec::new(),
    };
    let called = as_written(store, written, &variables);
    let mut replacement = Replacement::default();
    for (&variable, &called) in variables.iter().zip(&called).filter(|(one, other)| one != other) {
        replacement.put(variable, called);
    }
    let mut print = |term: Term| {
        let term = replacement.apply(store, term).unwrap_or(term);
        text::term(store, term)
    };
    patterns.iter().map(|terms| terms.iter().map(|&term| print(term)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::{Selection, problem};

    fn tried(source: &str) -> Vec<String> {
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let mut problem = problem(&script, source, &Selection::default()).unwrap();
        let mut free = FreeVariables::with_patterns();
        free.update(&problem.store);
        let root = problem.axioms[0].normal;
        let mut all = Vec::new();
        for quantifier in quantifiers(&problem.store, root) {
            for new in alternatives(&problem.store, &free, quantifier) {
                let term = rebuilt(&mut problem.store, root, quantifier, &new).unwrap();
                all.push(text::term(&problem.store, term));
            }
        }
        all
    }

    #[test]
    fn parts_of_patterns_come_before_other_terms() {
        let source = "(declare-fun f (Int) Int) (declare-fun g (Int) Int) (declare-fun h (Int) Int)
            (assert (forall ((x Int)) (! (= (f (g x)) (h x)) :pattern ((f (g x))))))";
        assert_eq!(
            tried(source),
            [
                "(forall ((x Int)) (! (= (f (g x)) (h x)) :pattern ((g x))))",
                "(forall ((x Int)) (! (= (f (g x)) (h x)) :pattern ((h x))))",
                "(forall ((x Int)) (= (f (g x)) (h x)))",
            ]
        );
    }

    #[test]
    fn weights_and_names_stay() {
        let source = "(declare-fun f (Int) Int) (declare-fun g (Int) Int)
            (assert (forall ((x Int)) (! (= (f (g x)) x) :weight 3 :pattern ((f (g x))) :qid inverse)))";
        assert_eq!(
            tried(source),
            [
                "(forall ((x Int)) (! (= (f (g x)) x) :weight 3 :qid inverse :pattern ((g x))))",
                "(forall ((x Int)) (! (= (f (g x)) x) :weight 3 :qid inverse))",
            ]
        );
    }

    #[test]
    fn all_variables_stay_bound() {
        let source = "(declare-fun p (Int Int) Bool) (declare-fun f (Int) Int)
            (assert (forall ((x Int) (y Int)) (! (p (f x) y) :pattern ((p (f x) y) (f y)))))";
        assert_eq!(
            tried(source),
            [
                "(forall ((x Int) (y Int)) (! (p (f x) y) :pattern ((f x) (f y))))",
                "(forall ((x Int) (y Int)) (! (p (f x) y) :pattern ((p (f x) y))))",
                "(forall ((x Int) (y Int)) (p (f x) y))",
            ]
        );
    }
}
