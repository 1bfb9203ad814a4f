//! Some of many combinations, spread over all of them and always the same.

/// The numbers of combinations: all of them in order, or so many, far apart.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    total: u128,
    /// From one to the next, round and round; it has no factor in common with the total.
    stride: u128,
    count: u128,
    made: u128,
}

impl Spread {
    /// All combinations.
    pub(super) fn all(sizes: &[usize]) -> Spread {
        let total = total(sizes);
        Spread { total, stride: 1, count: total, made: 0 }
    }

    /// So many combinations at most.
    pub(super) fn most(sizes: &[usize], most: usize) -> Spread {
        let total = total(sizes);
        let most = most as u128;
        if total <= most {
            return Spread { total, stride: 1, count: total, made: 0 };
        }
        // About the golden section, so that a few steps reach all regions, and neighbours differ in all places.
        let wanted = (total / 1000).saturating_mul(618).max(total * 618 / 1000).max(1);
        let stride = (wanted..).find(|&stride| gcd(stride, total) == 1).unwrap_or(1);
        Spread { total, stride, count: most, made: 0 }
    }

    /// How many combinations there are.
    pub(super) fn total(&self) -> u128 {
        self.total
    }

    /// Whether some combinations are left out.
    pub(super) fn is_partial(&self) -> bool {
        self.count < self.total
    }

    /// The places of the next combination; the last place moves first.
    pub(super) fn next(&mut self, sizes: &[usize]) -> Option<Vec<usize>> {
        if self.made >= self.count {
            return None;
        }
        let mut rest =
            if self.stride == 1 { self.made } else { multiply(self.made, self.stride, self.total) };
        self.made += 1;
        let mut places = vec![0; sizes.len()];
        for (place, &size) in places.iter_mut().zip(sizes).rev() {
            let size = size.max(1) as u128;
            *place = (rest % size) as usize;
            rest /= size;
        }
        Some(places)
    }
}

/// How many combinations there are. Far more than can be made are as good as infinitely many.
fn total(sizes: &[usize]) -> u128 {
    sizes.iter().fold(1u128, |total, &size| total.saturating_mul(size as u128)).min(1 << 100)
}

/// The product modulo the total. The first factor is small.
fn multiply(made: u128, stride: u128, total: u128) -> u128 {
    let (mut sum, mut factor, mut rest) = (0, stride % total, made);
    while rest > 0 {
        if rest & 1 == 1 {
            sum = (sum + factor) % total;
        }
        factor = factor * 2 % total;
        rest >>= 1;
    }
    sum
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(mut spread: Spread, sizes: &[usize]) -> Vec<Vec<usize>> {
        std::iter::from_fn(|| spread.next(sizes)).collect()
    }

    #[test]
    fn few_combinations_come_all_and_in_order() {
        assert_eq!(places(Spread::most(&[2, 3], 6), &[2, 3]), places(Spread::all(&[2, 3]), &[2, 3]));
        assert_eq!(places(Spread::all(&[2, 2]), &[2, 2]), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert_eq!(places(Spread::all(&[]), &[]), [[0usize; 0]; 1]);
        assert!(places(Spread::all(&[3, 0]), &[3, 0]).is_empty());
    }

    #[test]
    fn of_many_each_value_of_each_place_has_its_turn() {
        let sizes = [35, 40, 7];
        let spread = Spread::most(&sizes, 128);
        assert!(spread.is_partial());
        let found = places(spread, &sizes);
        let mut different = found.clone();
        different.sort();
        different.dedup();
        assert_eq!((found.len(), different.len()), (128, 128));
        for (at, size) in sizes.iter().enumerate() {
            for value in 0..*size {
                assert!(found.iter().any(|places| places[at] == value), "{value} at {at}");
            }
        }
    }

    #[test]
    fn more_than_can_be_counted_is_no_trouble() {
        let sizes = [usize::MAX; 3];
        assert_eq!(places(Spread::most(&sizes, 5), &sizes).len(), 5);
    }
}
