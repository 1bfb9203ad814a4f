//! Which variables are free in which terms.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Case, Store, Term, TermKind};

/// The free variables of all terms of a store.
///
/// ```
/// use quis_smtlib::walk::FreeVariables;
/// use quis_smtlib::{Command, Mode, TermKind, parse};
///
/// let script = parse("(assert (forall ((x Int)) (> x 0)))", Mode::Standard).into_result().expect("valid");
/// let Command::Assert(term) = script.commands[0] else { unreachable!("as written") };
/// let TermKind::Binder(_, vars, &[body]) = script.store.kind(term) else { unreachable!("as written") };
/// let mut free = FreeVariables::default();
/// free.update(&script.store);
/// assert!(free.of(term).is_empty());
/// assert_eq!(free.of(body), vars);
/// ```
#[derive(Clone, Debug, Default)]
pub struct FreeVariables {
    /// For each term the number of its set.
    set_of: Vec<u32>,
    /// Sorted sets; the first is empty.
    sets: Vec<Box<[Term]>>,
    by_set: HashMap<Box<[Term]>, u32, FxBuildHasher>,
    /// Whether patterns count.
    patterns: bool,
}

impl FreeVariables {
    /// Variables that occur in patterns alone count, too: who prints a term needs them.
    #[must_use]
    pub fn with_patterns() -> Self {
        FreeVariables { patterns: true, ..Self::default() }
    }

    /// Computes the sets of the terms that have none yet. Arguments come before what they are arguments of.
    pub fn update(&mut self, store: &Store) {
        if self.sets.is_empty() {
            self.set(Vec::new());
        }
        for term in store.terms().skip(self.set_of.len()) {
            let set = self.compute(store, term);
            self.set_of.push(set);
        }
    }

    /// Forgets all but the first terms of the store.
    pub fn truncate(&mut self, terms: usize) {
        self.set_of.truncate(terms);
    }

    /// The free variables of a term, sorted.
    pub fn of(&self, term: Term) -> &[Term] {
        let set = self.set_of.get(term.index()).copied().unwrap_or_default();
        self.sets.get(set as usize).map_or(&[], |set| set)
    }

    fn compute(&mut self, store: &Store, term: Term) -> u32 {
        match store.kind(term) {
            TermKind::Variable(_) => self.set(vec![term]),
            TermKind::Literal(_) => 0,
            TermKind::Apply(_, args) => self.union(args.iter().copied()),
            // Patterns do not matter for the value.
            TermKind::Annotated(inner, ..) if !self.patterns => self.set_of[inner.index()],
            TermKind::Annotated(..) => self.union(store.children(term).iter().copied()),
            TermKind::Binder(_, vars, bodies) => {
                let below = self.union(bodies.iter().copied());
                self.without(below, vars)
            }
            TermKind::Match(patterns, scrutinee, terms) => {
                let mut all = self.set_of[scrutinee.index()];
                for case in Case::of(patterns, terms) {
                    let body = self.without(self.set_of[case.body.index()], case.variables);
                    all = self.merge(all, body);
                }
                all
            }
        }
    }

    fn union(&mut self, terms: impl Iterator<Item = Term>) -> u32 {
        let mut all = 0;
        for term in terms {
            let set = self.set_of[term.index()];
            if set != all {
                all = self.merge(all, set);
            }
        }
        all
    }

    fn merge(&mut self, left: u32, right: u32) -> u32 {
        if left == 0 || left == right {
            return right;
        }
        if right == 0 {
            return left;
        }
        let (these, those) = (&self.sets[left as usize], &self.sets[right as usize]);
        let mut merged = [&**these, &**those].concat();
        merged.sort_unstable();
        merged.dedup();
        self.set(merged)
    }

    fn without(&mut self, set: u32, vars: &[Term]) -> u32 {
        let all = &self.sets[set as usize];
        if !all.iter().any(|var| vars.contains(var)) {
            return set;
        }
        let rest = all.iter().copied().filter(|var| !vars.contains(var)).collect();
        self.set(rest)
    }

    fn set(&mut self, variables: Vec<Term>) -> u32 {
        let variables = variables.into_boxed_slice();
        if let Some(&known) = self.by_set.get(&variables) {
            return known;
        }
        let id = self.sets.len() as u32;
        self.sets.push(variables.clone());
        self.by_set.insert(variables, id);
        id
    }
}
