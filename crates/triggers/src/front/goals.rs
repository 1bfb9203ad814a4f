//! Which assertions are the goal, and no part of the axiomatization.
//!
//! The innermost scope tells, if there is one. Files without scopes, such as solver logs that were made flat, have the axioms first and
//! the verification condition last, perhaps split into many assertions. What gives these away are the constants of the program that is
//! verified: no axiom speaks of them.

use hashbrown::HashSet;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Function, Role, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use super::Selection;
use crate::problem::{Axiom, Problem};

type Functions = HashSet<Function, FxBuildHasher>;

/// Marks the goals of a problem whose assertions stand in scopes of these depths.
pub(super) fn mark(problem: &mut Problem, depths: &[usize], selection: &Selection) {
    let innermost = depths.iter().copied().max().unwrap_or(0);
    let marks: Vec<bool> = if !selection.goals.is_empty() {
        problem.axioms.iter().map(|axiom| is_named(axiom, &selection.goals)).collect()
    } else if innermost > 0 {
        let is_ground = |axiom: &Axiom| !is_quantified(&problem.store, axiom.normal);
        let all = problem.axioms.iter().zip(depths);
        all.map(|(axiom, &depth)| depth == innermost && is_ground(axiom)).collect()
    } else {
        condition(problem)
    };
    for (axiom, is_goal) in problem.axioms.iter_mut().zip(marks) {
        axiom.is_goal = is_goal;
    }
}

fn is_named(axiom: &Axiom, goals: &[String]) -> bool {
    goals.iter().any(|goal| axiom.name.as_ref() == Some(goal) || *goal == axiom.line.to_string())
}

/// If the last assertion has no quantifier outside: all after the last axiom. An axiom is quantified, and does not speak of constants of
/// the program: these stand in assertions without quantifiers, but in none before an axiom, and not in the first half of the quantified ones.
fn condition(problem: &Problem) -> Vec<bool> {
    let store = &problem.store;
    let all: Vec<Term> = problem.axioms.iter().map(|axiom| axiom.normal).collect();
    let mut marks = vec![false; all.len()];
    if all.last().is_none_or(|&last| is_quantified(store, last)) {
        return marks;
    }
    let (quantified, ground): (Vec<Term>, Vec<Term>) =
        all.iter().partition(|&&term| is_quantified(store, term));
    let known = constants(store, &quantified[..quantified.len().div_ceil(2)]);
    let mut program = constants(store, &ground);
    program.retain(|constant| !known.contains(constant));
    let own: Vec<Functions> = all.iter().map(|&term| constants(store, &[term])).collect();
    let mut start = 0;
    loop {
        let is_axiom = |&at: &usize| is_quantified(store, all[at]) && own[at].is_disjoint(&program);
        // What an axiom turns out to follow is of the axioms, too, and may make an axiom of another.
        let Some(last) = (start..all.len()).rfind(is_axiom) else { break };
        for constant in own[start..=last].iter().flatten() {
            program.remove(constant);
        }
        start = last + 1;
    }
    for (at, mark) in marks.iter_mut().enumerate().skip(start) {
        // match: (distinct red green blue): names, whoever uses them
        *mark = at + 1 == all.len() || !is_distinct(store, all[at]);
    }
    marks
}

fn is_quantified(store: &Store, term: Term) -> bool {
    matches!(store.kind(term), TermKind::Binder(..))
}

fn is_distinct(store: &Store, term: Term) -> bool {
    match store.kind(term) {
        TermKind::Apply(function, _) => {
            store.function(function).role == Role::Operator(Op::Core(CoreOp::Distinct))
        }
        _ => false,
    }
}

/// The constants that were declared.
fn constants(store: &Store, terms: &[Term]) -> Functions {
    let mut found = Functions::default();
    post_order(store, terms, &mut TermSet::for_store(store), |term| {
        if let TermKind::Apply(function, []) = store.kind(term)
            && store.function(function).role == Role::Declared
        {
            found.insert(function);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::super::problem;
    use super::*;

    fn goals(source: &str) -> Vec<usize> {
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let problem = problem(&script, source, &Selection::default()).unwrap();
        problem.axioms.iter().filter(|axiom| axiom.is_goal).map(|axiom| axiom.line).collect()
    }

    const PRELUDE: &str = "(declare-fun f (Int) Int)(declare-fun p (Int) Bool)(declare-const zero Int)\n\
        (declare-const a Int)(declare-const b Int)(declare-const c Int)\n\
        (assert (= zero 0))\n\
        (assert (forall ((x Int)) (! (> (f x) zero) :pattern ((f x)))))\n\
        (assert (forall ((x Int)) (! (p (f x)) :pattern ((p (f x))))))\n";

    #[test]
    fn all_assertions_of_a_condition_are_the_goal() {
        let source = format!(
            "{PRELUDE}(assert (< zero 1))\n(assert (forall ((x Int)) (! (= (f x) b) :pattern ((f x)))))\n(assert (p b))\n(assert (p a))"
        );
        assert_eq!(goals(&source), [6, 7, 8, 9]);
    }

    #[test]
    fn axioms_may_have_constants_of_their_own() {
        let source =
            format!("{PRELUDE}(assert (forall ((x Int)) (! (= (f x) b) :pattern ((f x)))))\n(assert (p a))");
        assert_eq!(goals(&source), [7]);
    }

    #[test]
    fn what_an_axiom_follows_is_an_axiom() {
        // The second speaks of `b` as the first does, which an axiom follows.
        let source = format!(
            "{PRELUDE}(assert (p b))\n(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))\n\
             (assert (forall ((x Int)) (! (= (f x) b) :pattern ((f x)))))\n(assert (p a))"
        );
        assert_eq!(goals(&source), [9]);
    }

    #[test]
    fn names_are_no_part_of_the_goal() {
        assert_eq!(goals(&format!("{PRELUDE}(assert (distinct a b))\n(assert (= a zero))")), [7]);
    }

    #[test]
    fn a_last_axiom_is_no_goal() {
        assert_eq!(goals(&format!("{PRELUDE}(assert (p a))\n(assert (forall ((x Int)) (p x)))")), [0; 0]);
    }

    #[test]
    fn the_innermost_scope_is_the_goal() {
        let source =
            format!("{PRELUDE}(assert (p b))\n(push 1)\n(assert (p a))\n(assert (p b))\n(check-sat)");
        assert_eq!(goals(&source), [8, 9]);
    }
}
