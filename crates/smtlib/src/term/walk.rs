//! Walks over the DAG below terms: each term once, arguments first, no recursion.

pub use super::free::FreeVariables;
pub use super::rewrite::Replacement;
use super::{Store, Term};

/// A set of terms, as bits.
#[derive(Clone, Debug, Default)]
pub struct TermSet {
    words: Vec<u64>,
}

impl TermSet {
    /// An empty set for the terms of a store.
    #[must_use]
    pub fn for_store(store: &Store) -> Self {
        TermSet { words: vec![0; store.len().div_ceil(64)] }
    }

    /// Adds a term; whether it is new.
    pub fn insert(&mut self, term: Term) -> bool {
        let (word, bit) = (term.index() / 64, 1u64 << (term.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Whether a term is in the set.
    #[must_use]
    pub fn contains(&self, term: Term) -> bool {
        self.words.get(term.index() / 64).is_some_and(|word| word >> (term.index() % 64) & 1 == 1)
    }
}

/// Calls `visit` once for every term below the roots and the roots themselves, arguments before what they are
/// arguments of. Bodies of definitions are not entered.
pub fn post_order(store: &Store, roots: &[Term], seen: &mut TermSet, mut visit: impl FnMut(Term)) {
    let mut stack: Vec<(Term, u32)> = Vec::new();
    for &root in roots {
        if !seen.insert(root) {
            continue;
        }
        stack.push((root, 0));
        while let Some((term, next)) = stack.last_mut() {
            let children = store.children(*term);
            if let Some(&child) = children.get(*next as usize) {
                *next += 1;
                if seen.insert(child) {
                    stack.push((child, 0));
                }
            } else {
                visit(*term);
                stack.pop();
            }
        }
    }
}
