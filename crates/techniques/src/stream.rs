//! Randomness that means the same on every machine and for ever.
//!
//! A [`Stream`] is made from a number and split by names and numbers, so that the n-th case of a technique on a seed has a
//! stream of its own that is computable alone. The generator is xoshiro256++, seeded by SplitMix64; neither
//! changes, since a number in an old report must still mean the same.

/// A source of random numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream {
    /// What identifies it: what it was made and split from.
    key: u64,
    state: [u64; 4],
}

impl Stream {
    /// The stream of a number.
    #[must_use]
    pub fn new(key: u64) -> Self {
        let mut seed = key;
        let state = std::array::from_fn(|_| split_mix(&mut seed));
        Stream { key, state }
    }

    /// The stream of a part that has a name. It does not depend on what was drawn from this one.
    #[must_use]
    pub fn fork(&self, name: &str) -> Stream {
        let hash = blake3::hash(name.as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hash.as_bytes()[..8]);
        self.nth(u64::from_le_bytes(first))
    }

    /// The stream of a part that has a number. It does not depend on what was drawn from this one.
    #[must_use]
    pub fn nth(&self, number: u64) -> Stream {
        // Two rounds, so that `nth(a).nth(b)` and `nth(b).nth(a)` differ.
        let mut mixed = self.key ^ 0x6a09_e667_f3bc_c909;
        let mut key = split_mix(&mut mixed) ^ number;
        Stream::new(split_mix(&mut key))
    }

    /// Any number.
    #[allow(clippy::should_implement_trait, reason = "it never ends: no `Option` is in the way")]
    pub fn next(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number below a bound, each equally likely; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound == 0 {
            return 0;
        }
        // Lemire's way: multiply, and draw again in the short range that would be favoured.
        let mut product = u128::from(self.next()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.next()) * u128::from(bound);
            }
        }
        (product >> 64) as usize
    }

    /// Whether something happens that happens `count` times out of `of`.
    pub fn chance(&mut self, count: usize, of: usize) -> bool {
        self.below(of) < count
    }

    /// One of the given, each equally likely.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

/// The next number of the sequence that SplitMix64 makes.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_never_change() {
        let mut stream = Stream::new(1);
        let drawn: Vec<u64> = (0..3).map(|_| stream.next()).collect();
        // Of the reference implementations, seeded as here.
        assert_eq!(
            drawn,
            [14_971_601_782_005_023_387, 13_781_649_495_232_077_965, 1_847_458_086_238_483_744]
        );
    }

    #[test]
    fn parts_differ_and_do_not_depend_on_what_was_drawn() {
        let mut stream = Stream::new(7);
        let part = stream.fork("opfuzz");
        stream.next();
        assert_eq!(stream.fork("opfuzz"), part);
        assert_ne!(stream.fork("storm"), part);
        assert_ne!(stream.nth(1).nth(2), stream.nth(2).nth(1));
        assert_ne!(stream.nth(0), stream.nth(1));
    }

    #[test]
    fn bounds_hold_and_all_numbers_occur() {
        let mut stream = Stream::new(3);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[stream.below(5)] += 1;
        }
        assert!(seen.iter().all(|&count| (120..280).contains(&count)), "{seen:?}");
        assert_eq!((stream.below(0), stream.below(1)), (0, 0));
        assert_eq!(stream.choose::<u8>(&[]), None);
    }
}
