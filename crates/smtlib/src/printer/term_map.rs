//! Numbers by terms.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::term::{Store, Term};

/// In stores of no more terms, a number for each takes less than a table of those that have one.
const FEW_TERMS: usize = 1 << 14;

/// No number.
const NONE: u32 = u32::MAX;

/// Small numbers of the terms of one store.
pub(super) enum TermMap {
    /// By the number of the term. It is made when the first one is known: it has no entries, or one for each term.
    Dense(Vec<u32>, usize),
    Sparse(HashMap<Term, u32, FxBuildHasher>),
}

impl TermMap {
    pub(super) fn for_store(store: &Store) -> TermMap {
        if store.len() <= FEW_TERMS {
            TermMap::Dense(Vec::new(), store.len())
        } else {
            TermMap::Sparse(HashMap::default())
        }
    }

    pub(super) fn get(&self, term: Term) -> Option<u32> {
        match self {
            TermMap::Dense(numbers, _) => numbers.get(term.index()).copied().filter(|&number| number != NONE),
            TermMap::Sparse(numbers) => numbers.get(&term).copied(),
        }
    }

    /// Notes the number of a term; the greatest one of all is noted as the one before it.
    pub(super) fn insert(&mut self, term: Term, number: u32) {
        let number = number.min(NONE - 1);
        match self {
            TermMap::Dense(numbers, terms) => {
                if numbers.is_empty() {
                    numbers.resize(*terms, NONE);
                }
                numbers[term.index()] = number;
            }
            TermMap::Sparse(numbers) => {
                numbers.insert(term, number);
            }
        }
    }

    pub(super) fn remove(&mut self, term: Term) {
        match self {
            TermMap::Dense(numbers, _) => {
                if let Some(number) = numbers.get_mut(term.index()) {
                    *number = NONE;
                }
            }
            TermMap::Sparse(numbers) => {
                numbers.remove(&term);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_know_the_same() {
        let mut store = Store::new();
        let (one, two) = (store.int(1), store.int(2));
        for mut map in [TermMap::for_store(&store), TermMap::Sparse(HashMap::default())] {
            assert_eq!(map.get(one), None);
            map.remove(one);
            map.insert(two, 7);
            assert_eq!((map.get(one), map.get(two)), (None, Some(7)));
            map.insert(two, 0);
            map.insert(one, 1);
            map.remove(two);
            assert_eq!((map.get(one), map.get(two)), (Some(1), None));
        }
    }
}
