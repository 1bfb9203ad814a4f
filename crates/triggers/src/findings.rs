//! Several sets of triggering terms for one problem, each different from the others.

use std::time::Duration;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use crate::candidate::{Candidate, Named};
use crate::contradiction::Example;
use crate::refute::sexp::tokens;
use crate::validation::Seen;

/// Terms that are enough, and how they were found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Alternative {
    /// The terms, as few and small as they could be made in a short time.
    pub candidate: Candidate,
    /// How they were found.
    pub way: String,
    /// How long it took until they were.
    #[serde(skip)]
    pub time: Duration,
}

/// What a way came up with: terms, and what the engine came to that they are from, if it was one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lead {
    pub(crate) candidate: Candidate,
    pub(crate) example: Vec<Example>,
}

/// A lead that was seen to be right.
pub(crate) struct Found {
    pub(crate) alternative: Alternative,
    pub(crate) seen: Seen,
    pub(crate) example: Vec<Example>,
}

/// What was found so far.
pub(crate) struct Findings {
    wanted: usize,
    pub(crate) all: Vec<Found>,
    /// What of these was found, in a form in which the names of new constants do not matter.
    keys: Vec<Vec<String>>,
    /// What these were before they were made small: ways come up with the same again and again.
    seen: HashSet<Vec<String>, FxBuildHasher>,
}

impl Findings {
    /// So many are wanted.
    pub(crate) fn new(wanted: usize) -> Findings {
        Findings { wanted, all: Vec::new(), keys: Vec::new(), seen: HashSet::default() }
    }

    /// Whether there are as many as are wanted.
    pub(crate) fn is_enough(&self) -> bool {
        self.all.len() >= self.wanted
    }

    /// Whether a way came up with a candidate before, and something came of it.
    pub(crate) fn has_seen(&self, candidate: &Candidate) -> bool {
        !self.seen.is_empty() && self.seen.contains(&key(candidate))
    }

    /// Keeps a candidate that is enough, unless another is that has no terms but these. It was larger at first.
    pub(crate) fn add(&mut self, large: &Candidate, found: Found) {
        self.seen.insert(key(large));
        let new = key(&found.alternative.candidate);
        let has_all = |known: &Vec<String>| known.iter().all(|term| new.contains(term));
        if !self.is_enough() && !self.keys.iter().any(has_all) {
            self.keys.push(new);
            self.all.push(found);
        }
    }
}

/// The terms in order, with numbers in place of the names of new constants.
///
/// match: (f c!7), (g c!7 c!2), where c!7 and c!2 are new, result: (f new 0), (g new 0 new 1)
fn key(candidate: &Candidate) -> Vec<String> {
    let fresh: HashSet<&str, FxBuildHasher> = candidate.fresh.iter().map(|one| one.text.as_str()).collect();
    let written = |term: &Named, name: &mut dyn FnMut(&str) -> String| {
        let text = term.text.as_str();
        let words = tokens(text).map(|place| &text[place]);
        let words: Vec<String> =
            words.map(|word| if fresh.contains(word) { name(word) } else { word.to_owned() }).collect();
        words.join(" ")
    };
    // Their order must not depend on the names, either.
    let mut terms: Vec<(String, &Named)> =
        candidate.terms.iter().map(|term| (written(term, &mut |_| "new".to_owned()), term)).collect();
    terms.sort();
    let mut numbers: HashMap<String, usize, FxBuildHasher> = HashMap::default();
    let mut name = |word: &str| {
        let next = numbers.len();
        format!("new {}", numbers.entry(word.to_owned()).or_insert(next))
    };
    terms.into_iter().map(|(_, term)| written(term, &mut name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::Matched;

    fn candidate(fresh: &[&str], terms: &[&str]) -> Candidate {
        let named = |texts: &[&str]| {
            texts.iter().map(|&t| Named { text: t.to_owned(), sort: "S".to_owned() }).collect()
        };
        Candidate { fresh: named(fresh), terms: named(terms), ..Candidate::default() }
    }

    #[test]
    fn names_of_new_constants_and_order_do_not_matter() {
        let one = candidate(&["c!7", "c!2"], &["(f c!7)", "(g c!7 c!2)"]);
        let same = candidate(&["c!1", "c!2"], &["(g c!2 c!1)", "(f c!2)"]);
        let other = candidate(&["c!1", "c!2"], &["(g c!2 c!2)", "(f c!2)"]);
        assert_eq!(key(&one), ["( f new 0 )", "( g new 0 new 1 )"]);
        assert_eq!(key(&one), key(&same));
        assert_ne!(key(&one), key(&other));
        // A constant of the problem is not one that could have another name.
        assert_ne!(key(&candidate(&[], &["(f c)"])), key(&candidate(&["c"], &["(f c)"])));
    }

    #[test]
    fn only_what_is_different_counts() {
        let mut findings = Findings::new(2);
        let large = candidate(&["c!3"], &["(f (g c!3))"]);
        assert!(!findings.has_seen(&large));
        let mut add = |fresh: &[&str], terms: &[&str]| {
            let (way, time) = ("a way".to_owned(), Duration::ZERO);
            let alternative = Alternative { candidate: candidate(fresh, terms), way, time };
            let seen = Seen { written: Matched::Refuted, pace: Duration::ZERO };
            findings.add(&large, Found { alternative, seen, example: Vec::new() });
            (findings.all.len(), findings.is_enough())
        };
        assert_eq!(add(&["c!0"], &["(f c!0)"]), (1, false));
        assert_eq!(add(&["c!1"], &["(f c!1)"]), (1, false));
        // With more terms than are needed, it is no other answer.
        assert_eq!(add(&["c!1"], &["(f c!1)", "(g 1)"]), (1, false));
        assert_eq!(add(&[], &["(g 1)"]), (2, true));
        assert_eq!(add(&[], &["(h 1)"]), (2, true));
        assert!(findings.has_seen(&candidate(&["c!4"], &["(f (g c!4))"])));
    }
}
