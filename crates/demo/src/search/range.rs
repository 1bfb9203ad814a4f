//! Bounds of a number that literals give.

use quis_semantics::{Integer, Real};

/// A bound, and whether it is not itself allowed.
type Bound = (Real, bool);

/// The numbers between two bounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Range {
    pub(super) low: Option<Bound>,
    pub(super) high: Option<Bound>,
}

impl Range {
    /// Allows only numbers above a bound.
    pub(super) fn above(&mut self, bound: Real, strict: bool) {
        let tighter =
            |(known, was_strict): &Bound| bound > *known || bound == *known && strict && !was_strict;
        if self.low.as_ref().is_none_or(tighter) {
            self.low = Some((bound, strict));
        }
    }

    /// Allows only numbers below a bound.
    pub(super) fn below(&mut self, bound: Real, strict: bool) {
        let tighter =
            |(known, was_strict): &Bound| bound < *known || bound == *known && strict && !was_strict;
        if self.high.as_ref().is_none_or(tighter) {
            self.high = Some((bound, strict));
        }
    }

    /// Whether no number is allowed.
    pub(super) fn is_empty(&self) -> bool {
        match (&self.low, &self.high) {
            (Some((low, low_strict)), Some((high, high_strict))) => {
                low > high || low == high && (*low_strict || *high_strict)
            }
            _ => false,
        }
    }

    /// The least and the largest integer allowed, as far as there are some.
    pub(super) fn integers(&self) -> (Option<Integer>, Option<Integer>) {
        let one = Integer::from(1);
        let low = self.low.as_ref().map(|(low, strict)| {
            let floor = low.floor();
            if *strict || !low.is_integer() { floor.add(&one) } else { floor }
        });
        let high = self.high.as_ref().map(|(high, strict)| {
            let floor = high.floor();
            if *strict && high.is_integer() { floor.sub(&one) } else { floor }
        });
        (low, high)
    }

    /// How many integers are allowed, if they are few enough for a machine word.
    pub(super) fn count(&self) -> Option<u64> {
        let (low, high) = self.integers();
        let width = high?.sub(&low?);
        if width.is_negative() { Some(0) } else { width.to_u64()?.checked_add(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_between_bounds() {
        let mut range = Range::default();
        assert_eq!((range.count(), range.is_empty()), (None, false));
        range.above(Real::from(2), true);
        range.above(Real::from(2), false);
        range.below(Real::from_ratio(11.into(), 2.into()).unwrap(), true);
        assert_eq!(range.integers(), (Some(3.into()), Some(5.into())));
        assert_eq!(range.count(), Some(3));
        range.below(Real::from(3), true);
        assert_eq!((range.count(), range.is_empty()), (Some(0), false));
        range.below(Real::from(2), false);
        assert!(range.is_empty());
    }
}
