//! Unification of applications, restricted as the dissertation's section 4.4.2 has it: it gives rewritings, equations between a variable and
//! a term.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::walk::{Replacement, TermSet, post_order};
use quis_smtlib::{Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

pub(super) type Variables = HashSet<Term, FxBuildHasher>;

/// Rewritings: a variable and what stands for it. No variable stands for itself, not even through others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Rewritings {
    pairs: Vec<(Term, Term)>,
}

impl Rewritings {
    pub(super) fn pairs(&self) -> &[(Term, Term)] {
        &self.pairs
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// What a variable stands for at last, as far as it is a variable.
    fn walk(&self, mut term: Term) -> Term {
        while let Some(&(_, value)) = self.pairs.iter().find(|(variable, _)| *variable == term) {
            term = value;
        }
        term
    }

    /// Makes two terms equal as far as that can be done; arguments that differ for other reasons are passed over. Whether something was
    /// learned, and nothing contradicts what was known.
    pub(super) fn unify(&mut self, store: &Store, variables: &Variables, a: Term, b: Term) -> Unified {
        let mut stack = vec![(a, b)];
        let mut result = Unified { learned: false, exact: true };
        while let Some((a, b)) = stack.pop() {
            let (a, b) = (self.walk(a), self.walk(b));
            if a == b {
                continue;
            }
            let (variable, value) = match (variables.contains(&a), variables.contains(&b)) {
                (true, _) => (a, b),
                (false, true) => (b, a),
                (false, false) => {
                    match (store.kind(a), store.kind(b)) {
                        (TermKind::Apply(f, left), TermKind::Apply(g, right))
                            if f == g && left.len() == right.len() =>
                        {
                            stack.extend(left.iter().copied().zip(right.iter().copied()));
                        }
                        _ => result.exact = false,
                    }
                    continue;
                }
            };
            if store.sort(variable) != store.sort(value) || self.occurs(store, variables, variable, value) {
                result.exact = false;
                continue;
            }
            self.pairs.push((variable, value));
            result.learned = true;
        }
        result
    }

    /// Adds others, if they can hold at the same time.
    pub(super) fn merged(
        &self,
        store: &Store,
        variables: &Variables,
        other: &Rewritings,
    ) -> Option<Rewritings> {
        let mut merged = self.clone();
        for &(variable, value) in &other.pairs {
            if !merged.unify(store, variables, variable, value).exact {
                return None;
            }
        }
        Some(merged)
    }

    fn occurs(&self, store: &Store, variables: &Variables, variable: Term, value: Term) -> bool {
        let mut seen = TermSet::for_store(store);
        let mut waiting = vec![value];
        while let Some(term) = waiting.pop() {
            let mut found = Vec::new();
            post_order(store, &[term], &mut seen, |part| {
                if variables.contains(&part) {
                    found.push(part);
                }
            });
            for part in found {
                if part == variable {
                    return true;
                }
                if let Some(&(_, value)) = self.pairs.iter().find(|(known, _)| *known == part) {
                    waiting.push(value);
                }
            }
        }
        false
    }

    /// The variables replaced by what they stand for, until nothing is left to be replaced.
    pub(super) fn solved(&self, store: &mut Store) -> Option<Replacement> {
        let mut values: HashMap<Term, Term, FxBuildHasher> = self.pairs.iter().copied().collect();
        // Each round gets a step deeper, and nothing stands for itself.
        for _ in 0..=self.pairs.len() {
            let mut step = Replacement::default();
            for (&variable, &value) in &values {
                step.put(variable, value);
            }
            let mut next = values.clone();
            for value in next.values_mut() {
                // What is a variable itself was put in; of all else the parts are replaced.
                *value = step.apply(store, *value).ok()?;
            }
            if next == values {
                return Some(step);
            }
            values = next;
        }
        None
    }
}

/// What came of unifying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unified {
    /// A rewriting was added.
    pub(super) learned: bool,
    /// The two are equal now.
    pub(super) exact: bool,
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Command, CommandReader};

    use super::*;

    /// Reads terms over f, g, a, and the variables x, y, z.
    fn read(terms: &str) -> (Store, Variables, Vec<Term>) {
        let mut reader = CommandReader::new();
        let (commands, diagnostics) = reader.read(&format!(
            "(declare-sort U 0) (declare-fun f (U U) U) (declare-fun g (U) U) (declare-const a U) (declare-const x U) \
             (declare-const y U) (declare-const z U) (get-value (x y z)) (get-value ({terms}))"
        ));
        assert_eq!(diagnostics, []);
        let [.., Command::GetValue(variables), Command::GetValue(terms)] = &commands[..] else {
            unreachable!("as written")
        };
        (reader.store, variables.iter().copied().collect(), terms.to_vec())
    }

    #[test]
    fn the_most_general_unifier_is_found() {
        let (mut store, variables, terms) = read("(f x (g y)) (f (g z) x) (g z)");
        let mut rewritings = Rewritings::default();
        let unified = rewritings.unify(&store, &variables, terms[0], terms[1]);
        assert!(unified.exact && unified.learned);
        let mut values = rewritings.solved(&mut store).unwrap();
        let [left, right] = [terms[0], terms[1]].map(|term| values.apply(&mut store, term).unwrap());
        assert_eq!(left, right);
    }

    #[test]
    fn what_does_not_unify_is_passed_over() {
        let (store, variables, terms) = read("(f x a) (f y (g a)) x (g x)");
        let mut rewritings = Rewritings::default();
        let unified = rewritings.unify(&store, &variables, terms[0], terms[1]);
        assert!(!unified.exact && unified.learned && rewritings.pairs().len() == 1);
        // Nothing is a part of itself, not even through others.
        let mut rewritings = Rewritings::default();
        assert!(!rewritings.unify(&store, &variables, terms[2], terms[3]).learned);
    }

    #[test]
    fn rewritings_that_contradict_each_other_are_not_merged() {
        let (store, variables, terms) = read("x a (g a) y");
        let one = |s: Term, t: Term| {
            let mut rewritings = Rewritings::default();
            rewritings.unify(&store, &variables, s, t);
            rewritings
        };
        let (left, right, other) =
            (one(terms[0], terms[1]), one(terms[0], terms[2]), one(terms[3], terms[2]));
        assert!(left.merged(&store, &variables, &right).is_none());
        assert_eq!(left.merged(&store, &variables, &other).map(|merged| merged.pairs().len()), Some(2));
    }
}
