//! Which axioms it is that triggering terms trigger: the others are instantiated anyway, or by what comes of these.

use hashbrown::HashSet;
use quis_smtlib::Term;
use quis_smtlib::walk::{TermSet, post_order};
use rustc_hash::FxBuildHasher;

use crate::candidate::Candidate;
use crate::problem::{Instance, Problem};
use crate::refute::sexp::parts;
use crate::text;

/// The axioms of instances whose patterns are matched by a term, or a part of one, that the formulas without variables do not have. If there
/// are none, what is matched is only equal to what the patterns say, and it may be any of the axioms.
pub(crate) fn triggered(problem: &mut Problem, candidate: &Candidate, instances: &[Instance]) -> Vec<usize> {
    let new = all_parts(candidate);
    let store = &problem.store;
    let ground: Vec<Term> =
        problem.formulas.iter().filter(|formula| !formula.is_quantified()).map(|f| f.body).collect();
    let mut known: HashSet<Term, FxBuildHasher> = HashSet::default();
    post_order(store, &ground, &mut TermSet::for_store(store), |term| {
        known.insert(term);
    });
    let mut found = Vec::new();
    for instance in instances {
        let Some(mut replacement) = problem.substitution(instance) else { continue };
        let formula = &problem.formulas[instance.formula];
        let axiom = formula.axiom;
        let patterns: Vec<Term> =
            formula.levels.iter().flat_map(|level| level.patterns.iter().flatten().copied()).collect();
        let is_new = |pattern: &Term| {
            let Ok(term) = replacement.apply(&mut problem.store, *pattern) else { return false };
            !known.contains(&term) && new.contains(text::term(&problem.store, term).as_str())
        };
        if patterns.iter().any(is_new) {
            found.push(axiom);
        }
    }
    if found.is_empty() {
        found.extend(instances.iter().filter_map(|one| Some(problem.formulas.get(one.formula)?.axiom)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// match: (f (g 7) a), result: (f (g 7) a), (g 7)
fn all_parts(candidate: &Candidate) -> HashSet<&str, FxBuildHasher> {
    let mut found: HashSet<&str, FxBuildHasher> = HashSet::default();
    let mut waiting: Vec<&str> = candidate.terms.iter().map(|term| term.text.as_str()).collect();
    while let Some(term) = waiting.pop() {
        if found.insert(term) {
            waiting.extend(parts(term).into_iter().filter(|part| part.starts_with('(')));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::candidate::Named;
    use crate::{Selection, problem};

    const SOURCE: &str = "(declare-fun f (Int) Int) (declare-fun g (Int) Int) (declare-fun h (Int) Int)
        (assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)))))
        (assert (forall ((y Int)) (! (> (g y) 0) :pattern ((g y)))))
        (assert (forall ((z Int)) (! (> (h z) 0) :pattern ((h z)))))
        (assert (= (g 7) (h 7)))";

    fn of(terms: &[&str]) -> Vec<usize> {
        let script = parse(SOURCE, Mode::Standard).into_result().unwrap();
        let mut problem = problem(&script, SOURCE, &Selection::default()).unwrap();
        let terms = terms.iter().map(|&term| Named { text: term.to_owned(), sort: "Int".to_owned() });
        let candidate = Candidate { terms: terms.collect(), ..Candidate::default() };
        let seven = problem.store.int(7);
        let instances: Vec<Instance> =
            (0..3).map(|formula| Instance { formula, values: vec![seven] }).collect();
        triggered(&mut problem, &candidate, &instances)
    }

    #[test]
    fn what_is_there_already_triggers_nothing_new() {
        assert_eq!(of(&["(f 7)"]), [0]);
        // (g 7) is a part, but no new one.
        assert_eq!(of(&["(f (g 7))", "(g (f 7))"]), [0]);
    }

    #[test]
    fn if_nothing_matches_as_it_is_written_all_may() {
        assert_eq!(of(&["(f 8)"]), [0, 1, 2]);
    }
}
