//! The table behind everything that is kept once: from a hash to the numbers of the values that have it.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

/// The hash of a value.
pub(crate) fn hash_of(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Numbers of values that lie elsewhere, found by the values' hashes. Half of each hash is kept beside the number, so
/// that comparing mostly, and growing always, does without the values.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    entries: HashTable<Hashed>,
}

#[derive(Clone, Copy, Debug)]
struct Hashed {
    id: u32,
    hash: u32,
}

impl Hashed {
    /// The table uses the highest and the lowest bits.
    fn spread(self) -> u64 {
        u64::from(self.hash) << 32 | u64::from(self.hash)
    }
}

impl IdTable {
    /// The number of the value with this hash for which `same` holds; if there is none, `next`, which is then kept.
    pub(crate) fn get_or_insert(&mut self, hash: u64, next: u32, same: impl Fn(u32) -> bool) -> u32 {
        let new = Hashed { id: next, hash: (hash ^ hash >> 32) as u32 };
        let found = self.entries.entry(
            new.spread(),
            |entry| entry.hash == new.hash && same(entry.id),
            |entry| entry.spread(),
        );
        match found {
            Entry::Occupied(known) => known.get().id,
            Entry::Vacant(place) => {
                place.insert(new);
                next
            }
        }
    }

    /// The number of the value with this hash for which `same` holds.
    pub(crate) fn get(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        let wanted = Hashed { id: 0, hash: (hash ^ hash >> 32) as u32 };
        let found = self.entries.find(wanted.spread(), |entry| entry.hash == wanted.hash && same(entry.id));
        found.map(|entry| entry.id)
    }

    /// Makes room for so many more.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.entries.reserve(more, |entry| entry.spread());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_hashes_are_told_apart_by_the_values() {
        let values = ["a", "b", "c"];
        let mut table = IdTable::default();
        for (id, value) in values.iter().enumerate() {
            assert_eq!(table.get_or_insert(7, id as u32, |id| values[id as usize] == *value), id as u32);
        }
        for (id, value) in values.iter().enumerate() {
            assert_eq!(table.get(7, |id| values[id as usize] == *value), Some(id as u32));
            assert_eq!(table.get_or_insert(7, 99, |id| values[id as usize] == *value), id as u32);
        }
        assert_eq!(table.get(8, |_| true), None);
    }

    #[test]
    fn growing_loses_nothing() {
        let mut table = IdTable::default();
        for id in 0..10_000u32 {
            assert_eq!(table.get_or_insert(hash_of(&id), id, |known| known == id), id);
        }
        assert!((0..10_000u32).all(|id| table.get(hash_of(&id), |known| known == id) == Some(id)));
    }
}
