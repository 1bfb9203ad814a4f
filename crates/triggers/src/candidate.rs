//! Terms that may let E-matching finish a proof.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Function, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use crate::front::nnf::free_number;
use crate::refute::sexp::tokens;
use crate::text;

/// Triggering terms as text, so that they can go from one store to another, with the constants that they need.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Candidate {
    /// Constants of no particular value: name and sort.
    pub fresh: Vec<Named>,
    /// The terms, with their sorts.
    pub terms: Vec<Named>,
    /// The number of the first predicate: a problem may have some of that name, from earlier advice.
    #[serde(skip)]
    pub(crate) first: usize,
}

/// A text and its sort.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
pub struct Named {
    /// A term, or the name of a constant.
    pub text: String,
    /// Its sort.
    pub sort: String,
}

impl Candidate {
    /// Terms of a store. Constants that are not among the declared functions are fresh.
    pub(crate) fn of(
        store: &Store,
        terms: &[Term],
        declared: &HashSet<Function, FxBuildHasher>,
    ) -> Candidate {
        let mut fresh: Vec<Named> = Vec::new();
        post_order(store, terms, &mut TermSet::for_store(store), |term| {
            if let TermKind::Apply(function, []) = store.kind(term)
                && matches!(store.function(function).role, quis_smtlib::Role::Declared)
                && !declared.contains(&function)
            {
                fresh
                    .push(Named { text: text::term(store, term), sort: text::sort(store, store.sort(term)) });
            }
        });
        let named =
            |&term: &Term| Named { text: text::term(store, term), sort: text::sort(store, store.sort(term)) };
        let mut all: Vec<Named> = terms.iter().map(named).collect();
        let mut seen: HashSet<Named, FxBuildHasher> = HashSet::default();
        all.retain(|term| seen.insert(term.clone()));
        Candidate { fresh, terms: all, first: free_number(store, text::DUMMY) }
    }

    /// What is added to a problem: declarations of the constants and of meaningless predicates, and assertions of these.
    #[must_use]
    pub fn text(&self) -> String {
        self.text_of(&self.terms)
    }

    /// What is added to a problem, with some of the terms only. Constants that nothing uses do no harm.
    pub(crate) fn text_of(&self, terms: &[Named]) -> String {
        let pair = |named: &'_ Named| (named.text.clone(), named.sort.clone());
        let fresh: Vec<(String, String)> = self.fresh.iter().map(pair).collect();
        let terms: Vec<(String, String)> = terms.iter().map(pair).collect();
        text::dummies(
            self.first,
            fresh.iter().map(|(name, sort)| (name.as_str(), sort.as_str())),
            terms.iter().map(|(term, sort)| (term.as_str(), sort.as_str())),
        )
    }

    /// Without constants that no term has.
    pub(crate) fn forget_unused(&mut self) {
        let mut used: HashSet<&str, FxBuildHasher> = HashSet::default();
        for term in &self.terms {
            used.extend(tokens(&term.text).map(|place| &term.text[place]));
        }
        self.fresh.retain(|constant| used.contains(constant.text.as_str()));
    }

    /// The same with new constants that are called `c!0`, `c!1` and so on, in the order in which they stand in the terms, as far as these names
    /// are free in a store.
    pub(crate) fn numbered(&self, store: &Store) -> Candidate {
        let is_fresh: HashSet<&str, FxBuildHasher> = self.fresh.iter().map(|one| one.text.as_str()).collect();
        let mut names: HashMap<&str, String, FxBuildHasher> = HashMap::default();
        let first = free_number(store, "c");
        let mut renamed = self.clone();
        for (term, new) in self.terms.iter().zip(&mut renamed.terms) {
            let (mut text, mut end) = (String::with_capacity(term.text.len()), 0);
            for place in tokens(&term.text) {
                let word = &term.text[place.clone()];
                if is_fresh.contains(word) {
                    let number = first + names.len();
                    let name = names.entry(word).or_insert_with(|| format!("c!{number}"));
                    text += &term.text[end..place.start];
                    text += name;
                    end = place.end;
                }
            }
            new.text = text + &term.text[end..];
        }
        for constant in &mut renamed.fresh {
            if let Some(name) = names.get(constant.text.as_str()) {
                constant.text.clone_from(name);
            }
        }
        renamed.fresh.sort_by_key(|constant| (constant.text.len(), constant.text.clone()));
        renamed
    }

    /// All terms of several.
    pub(crate) fn union(all: &[Candidate]) -> Candidate {
        let mut union = Candidate::default();
        for candidate in all {
            for named in &candidate.fresh {
                if !union.fresh.contains(named) {
                    union.fresh.push(named.clone());
                }
            }
            union.terms.extend(candidate.terms.iter().cloned());
            union.first = union.first.max(candidate.first);
        }
        let mut seen: HashSet<Named, FxBuildHasher> = HashSet::default();
        union.terms.retain(|term| seen.insert(term.clone()));
        union
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    #[test]
    fn constants_that_nothing_has_are_forgotten() {
        let named = |text: &str| Named { text: text.to_owned(), sort: "U".to_owned() };
        let fresh = vec![named("c"), named("|c d|"), named("e")];
        let terms = vec![named("(f (g |c d|))"), named("e")];
        let mut candidate = Candidate { fresh, terms, ..Candidate::default() };
        candidate.forget_unused();
        assert_eq!(candidate.fresh, [named("|c d|"), named("e")]);
    }

    #[test]
    fn new_constants_are_numbered_as_they_are_read() {
        let source = "(declare-sort U 0) (declare-const c!0 U)";
        let store = parse(source, Mode::Standard).into_result().unwrap().store;
        let named = |text: &str| Named { text: text.to_owned(), sort: "U".to_owned() };
        let fresh = vec![named("c!9"), named("any!U!0")];
        let terms = vec![named("(f c!0 any!U!0)"), named("(f c!9  (g any!U!0))")];
        let candidate = Candidate { fresh, terms, ..Candidate::default() }.numbered(&store);
        assert_eq!(candidate.fresh, [named("c!1"), named("c!2")]);
        assert_eq!(candidate.terms, [named("(f c!0 c!1)"), named("(f c!2  (g c!1))")]);
        assert_eq!(candidate.numbered(&store), candidate);
    }

    #[test]
    fn predicates_have_names_that_are_not_taken() {
        let source =
            "(declare-const a Int) (declare-fun dummy!0 (Int) Bool) (declare-fun dummy!1 (Int) Bool)";
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let mut store = script.store;
        let terms = [store.int(3), store.int(4)];
        let candidate = Candidate::of(&store, &terms, &HashSet::default());
        let text = Candidate::union(&[candidate]).text();
        assert_eq!(
            text,
            "(declare-fun dummy!2 (Int) Bool)\n(assert (dummy!2 3))\n(declare-fun dummy!3 (Int) Bool)\n(assert (dummy!3 4))\n"
        );
    }
}
