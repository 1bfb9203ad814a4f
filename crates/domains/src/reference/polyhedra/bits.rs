//! Sets of small numbers.

use smallvec::SmallVec;

/// A set; numbers below 256 are kept without allocation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bits(SmallVec<[u64; 4]>);

impl Bits {
    /// No number, with room for those below a limit. Sets that are compared must have the same room.
    pub(super) fn new(limit: usize) -> Bits {
        Bits(SmallVec::from_elem(0, limit.div_ceil(64)))
    }

    /// All numbers below `count`.
    pub(super) fn below(count: usize, limit: usize) -> Bits {
        let mut bits = Bits::new(limit);
        (0..count).for_each(|number| bits.insert(number));
        bits
    }

    pub(super) fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub(super) fn intersection(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// How many numbers are in both.
    pub(super) fn common(&self, other: &Bits) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Whether all that is in both is in a third set.
    pub(super) fn common_is_subset(&self, other: &Bits, third: &Bits) -> bool {
        self.0.iter().zip(&other.0).zip(&third.0).all(|((a, b), c)| a & b & !c == 0)
    }

    pub(super) fn is_subset(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}
