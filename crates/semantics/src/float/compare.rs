//! Comparisons, minimum and maximum.

use std::cmp::Ordering;

use super::{Bits, Float};

impl Float {
    /// The order of IEEE 754: none with NaN, and the zeros are equal.
    #[must_use]
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        let (negative, other_negative) = (self.sign(), other.sign());
        if negative != other_negative {
            return Some(if negative { Ordering::Less } else { Ordering::Greater });
        }
        // Of one sign, the bits are in the order of the magnitudes.
        let order = match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => a.cmp(b),
            _ => self.packed().cmp(&other.packed()),
        };
        Some(if negative { order.reverse() } else { order })
    }

    /// `fp.lt`.
    #[must_use]
    pub fn lt(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    /// `fp.leq`.
    #[must_use]
    pub fn leq(&self, other: &Float) -> bool {
        self.compare(other).is_some_and(Ordering::is_le)
    }

    /// `fp.gt`.
    #[must_use]
    pub fn gt(&self, other: &Float) -> bool {
        other.lt(self)
    }

    /// `fp.geq`.
    #[must_use]
    pub fn geq(&self, other: &Float) -> bool {
        other.leq(self)
    }

    /// `fp.eq`, which is not `=`: NaN equals nothing and the zeros are equal.
    #[must_use]
    pub fn ieee_eq(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    /// `fp.min`; none if the standard leaves open which zero it is.
    #[must_use]
    pub fn min(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Less)
    }

    /// `fp.max`; none if the standard leaves open which zero it is.
    #[must_use]
    pub fn max(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Greater)
    }

    /// The one of two floats that is `wanted` than the other.
    fn choose(&self, other: &Float, wanted: Ordering) -> Option<Float> {
        match self.compare(other) {
            // (fp.min x (_ NaN eb sb))
            // x
            None => Some(if self.is_nan() { other.clone() } else { self.clone() }),
            // (fp.min (_ -zero eb sb) (_ +zero eb sb))
            // either of them
            Some(Ordering::Equal) => (self == other).then(|| self.clone()),
            Some(order) => Some(if order == wanted { self.clone() } else { other.clone() }),
        }
    }
}
