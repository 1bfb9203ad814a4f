//! Which assertions are the goal, and no part of the axiomatization.
//!
//! The innermost scope tells, if there is one. Files without scopes, such as solver logs that were made flat, have the axioms first and
//! the verification condition last, perhaps split into many assertions. What gives these away are the constants of the program that is
//! verified: no axiom speaks of them.

use hashbrown::{HashMap, HashSet};
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

/// The last assertion, if it has no quantifier outside, and all that speak of the same constants, or of constants of those, and so on. What
/// the first half of the quantified assertions speaks of does not count: there are the axioms.
fn condition(problem: &Problem) -> Vec<bool> {
    let store = &problem.store;
    let all: Vec<Term> = problem.axioms.iter().map(|axiom| axiom.normal).collect();
    let mut marks = vec![false; all.len()];
    let Some((last, mark)) = all.iter().zip(&mut marks).next_back() else { return marks };
    if is_quantified(store, *last) {
        return marks;
    }
    *mark = true;
    let quantified: Vec<Term> = all.iter().copied().filter(|&term| is_quantified(store, term)).collect();
    let known = constants(store, &quantified[..quantified.len().div_ceil(2)]);
    let own: Vec<Functions> = all
        .iter()
        .map(|&term| constants(store, &[term]).into_iter().filter(|one| !known.contains(one)).collect())
        .collect();
    let mut speakers: HashMap<Function, Vec<usize>, FxBuildHasher> = HashMap::default();
    for (at, constants) in own.iter().enumerate() {
        // match: (distinct red green blue): names, whoever uses them
        if !is_distinct(store, all[at]) {
            constants.iter().for_each(|&constant| speakers.entry(constant).or_default().push(at));
        }
    }
    let mut queue = vec![all.len() - 1];
    while let Some(at) = queue.pop() {
        for constant in &own[at] {
            for other in speakers.remove(constant).unwrap_or_default() {
                if !std::mem::replace(&mut marks[other], true) {
                    queue.push(other);
                }
            }
        }
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
        (assert (forall ((x Int)) (! (> (f x) zero) :pattern ((f x)))))\n\
        (assert (forall ((x Int)) (! (p (f x)) :pattern ((p (f x))))))\n\
        (assert (= zero 0))\n\
        (declare-const a Int)(declare-const b Int)(declare-const c Int)\n";

    #[test]
    fn all_assertions_of_a_condition_are_the_goal() {
        // The last speaks of `a` alone; it takes the one before to see that `b` belongs to it, too.
        let source = format!(
            "{PRELUDE}(assert (forall ((x Int)) (! (= (f x) b) :pattern ((f x)))))\n(assert (p b))\n(assert (p c))\n(assert (< a b))\n(assert (p a))"
        );
        assert_eq!(goals(&source), [6, 7, 9, 10]);
    }

    #[test]
    fn what_axioms_speak_of_is_no_part_of_the_goal() {
        assert_eq!(goals(&format!("{PRELUDE}(assert (distinct a b))\n(assert (= a zero))")), [7]);
    }

    #[test]
    fn a_last_axiom_is_no_goal() {
        assert_eq!(goals(&format!("{PRELUDE}(assert (p a))\n(assert (forall ((x Int)) (p x)))")), [0; 0]);
    }

    #[test]
    fn the_innermost_scope_is_the_goal() {
        let source = format!("{PRELUDE}(assert (p b))\n(push 1)\n(assert (p a))\n(assert (p b))\n(check-sat)");
        assert_eq!(goals(&source), [8, 9]);
    }
}
