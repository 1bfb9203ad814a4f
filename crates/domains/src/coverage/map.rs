//! Counters of edges, and who has seen them.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

/// So many edges are told apart; more share counters.
const EDGES: usize = 1 << 18;

/// So many places of code find one of their own.
const PLACES: usize = 1 << 17;

/// A place of code that has not found one after so many tries is not counted.
const TRIES: usize = 64;

/// How often each edge ran since somebody last looked.
///
/// Callbacks may come from any thread, and from anywhere within a library: nothing here allocates or locks. Threads may lose a hit to each
/// other; that an edge ran at all is not lost.
pub(super) struct Map {
    /// Edges that have a number. Numbers begin with 1.
    known: AtomicU32,
    counts: [AtomicU8; EDGES],
    /// The edges with a count, so that looking costs no more than what ran.
    touched: [AtomicU32; EDGES],
    touched_count: AtomicUsize,
    /// Addresses of code, and the numbers of their edges at the same place. Numbers do not depend on where the library was loaded.
    places: [AtomicUsize; PLACES],
    numbers: [AtomicU32; PLACES],
}

impl Map {
    pub(super) const fn new() -> Map {
        Map {
            known: AtomicU32::new(0),
            counts: [const { AtomicU8::new(0) }; EDGES],
            touched: [const { AtomicU32::new(0) }; EDGES],
            touched_count: AtomicUsize::new(0),
            places: [const { AtomicUsize::new(0) }; PLACES],
            numbers: [const { AtomicU32::new(0) }; PLACES],
        }
    }

    /// Whether any code says which edges it runs.
    pub(super) fn is_used(&self) -> bool {
        self.known.load(Relaxed) != 0
    }

    fn next(&self) -> u32 {
        self.known.fetch_add(1, Relaxed).wrapping_add(1)
    }

    /// Numbers the guards of a library. One that has numbers keeps them: it may ask more than once.
    pub(super) fn number(&self, guards: &[AtomicU32]) {
        if guards.first().is_none_or(|guard| guard.load(Relaxed) != 0) {
            return;
        }
        for guard in guards {
            guard.store(self.next(), Relaxed);
        }
    }

    /// Counts a hit of a numbered edge; 0 is none.
    pub(super) fn hit(&self, number: u32) {
        if number == 0 {
            return;
        }
        let at = number as usize % EDGES;
        let count = self.counts[at].load(Relaxed);
        if count == 0 {
            let last = self.touched_count.fetch_add(1, Relaxed);
            if let Some(touched) = self.touched.get(last) {
                touched.store(at as u32, Relaxed);
            }
        }
        self.counts[at].store(count.saturating_add(1), Relaxed);
    }

    /// Counts a hit of a place of code.
    pub(super) fn hit_place(&self, address: usize) {
        if address == 0 {
            return;
        }
        let start = (address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        for at in (0..TRIES).map(|step| (start as usize + step) % PLACES) {
            let found = match self.places[at].load(Relaxed) {
                0 => self.places[at].compare_exchange(0, address, Relaxed, Relaxed).map(|_| {
                    self.numbers[at].store(self.next(), Relaxed);
                    address
                }),
                other => Ok(other),
            };
            if found.unwrap_or_else(|other| other) == address {
                return self.hit(self.numbers[at].load(Relaxed));
            }
        }
    }
}

/// The edges that were seen, and how often at once: a loop that runs twice as often as ever is news, too.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    /// A bit for each power of two.
    seen: Vec<u8>,
    count: usize,
}

impl Edges {
    /// Adds what ran since somebody last asked; whether anything of it is new. Nearly free where no code tells.
    pub fn harvest(&mut self) -> bool {
        self.harvest_from(&super::MAP)
    }

    pub(super) fn harvest_from(&mut self, map: &Map) -> bool {
        if !map.is_used() {
            return false;
        }
        self.seen.resize(EDGES, 0);
        let mut is_new = false;
        let touched = map.touched_count.swap(0, Relaxed).min(EDGES);
        for touched in &map.touched[..touched] {
            let at = touched.load(Relaxed) as usize;
            let Some(power) = map.counts[at].swap(0, Relaxed).checked_ilog2() else { continue };
            self.count += usize::from(self.seen[at] == 0);
            is_new |= self.seen[at] & 1 << power == 0;
            self.seen[at] |= 1 << power;
        }
        is_new
    }

    /// How many were seen.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_seen_where_nothing_tells() {
        static MAP: Map = Map::new();
        let mut edges = Edges::default();
        assert!(!edges.harvest_from(&MAP));
        assert_eq!((edges.count(), edges.seen.len()), (0, 0));
        MAP.number(&[]);
        assert!(!MAP.is_used());
    }

    #[test]
    fn guards_are_numbered_once_and_counted() {
        static MAP: Map = Map::new();
        let guards = [const { AtomicU32::new(0) }; 3];
        MAP.number(&guards);
        MAP.number(&guards);
        let numbers: Vec<u32> = guards.iter().map(|guard| guard.load(Relaxed)).collect();
        assert_eq!(numbers, [1, 2, 3]);
        let mut edges = Edges::default();
        assert!(!edges.harvest_from(&MAP));
        MAP.hit(numbers[0]);
        MAP.hit(0);
        assert!(edges.harvest_from(&MAP));
        // The same again is no news, nor is nothing.
        MAP.hit(numbers[0]);
        assert!(!edges.harvest_from(&MAP) && !edges.harvest_from(&MAP));
        MAP.hit(numbers[2]);
        assert!(edges.harvest_from(&MAP));
        assert_eq!(edges.count(), 2);
    }

    #[test]
    fn twice_as_often_is_news() {
        static MAP: Map = Map::new();
        let mut edges = Edges::default();
        let mut is_new = |times: usize| {
            (0..times).for_each(|_| MAP.hit_place(0x40_0000));
            edges.harvest_from(&MAP)
        };
        assert_eq!(
            [1, 2, 3, 4, 7, 8, 1000, 5000].map(&mut is_new),
            [true, true, false, true, false, true, true, false]
        );
        assert_eq!(edges.count(), 1);
    }

    #[test]
    fn places_are_told_apart_until_there_is_no_room() {
        static MAP: Map = Map::new();
        let mut edges = Edges::default();
        (1..=1000).for_each(|place| MAP.hit_place(place * 16));
        assert!(edges.harvest_from(&MAP));
        assert_eq!(edges.count(), 1000);
        (1..=1000).for_each(|place| MAP.hit_place(place * 16));
        assert!(!edges.harvest_from(&MAP));
        (1..=4 * PLACES).for_each(|place| MAP.hit_place(place * 16));
        assert!(edges.harvest_from(&MAP));
        assert!((PLACES / 2..=PLACES).contains(&edges.count()), "{}", edges.count());
    }

    #[test]
    fn more_edges_than_counters_share_them() {
        static MAP: Map = Map::new();
        let mut edges = Edges::default();
        MAP.known.store(u32::MAX - 2, Relaxed);
        let guards = [const { AtomicU32::new(0) }; 8];
        MAP.number(&guards);
        guards.iter().for_each(|guard| MAP.hit(guard.load(Relaxed)));
        assert!(edges.harvest_from(&MAP));
        assert!(edges.count() >= 6);
    }
}
