//! Numbers that may be astronomically large.

use std::fmt;
use std::ops::{Add, AddAssign};

/// A number: exact while it fits a machine word, a power of two beyond.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Size {
    /// This number.
    Exact(u64),
    /// About two to this power.
    Power(f64),
}

impl Size {
    /// Zero.
    pub const ZERO: Size = Size::Exact(0);
    /// One.
    pub const ONE: Size = Size::Exact(1);

    /// The number, if it fits a machine word.
    #[must_use]
    pub fn exact(self) -> Option<u64> {
        match self {
            Size::Exact(number) => Some(number),
            Size::Power(_) => None,
        }
    }

    /// The logarithm to the base two; of zero, zero.
    #[must_use]
    pub fn log2(self) -> f64 {
        match self {
            Size::Exact(number) => (number.max(1) as f64).log2(),
            Size::Power(power) => power,
        }
    }
}

impl Add for Size {
    type Output = Size;

    fn add(self, other: Size) -> Size {
        if let (Size::Exact(a), Size::Exact(b)) = (self, other)
            && let Some(sum) = a.checked_add(b)
        {
            return Size::Exact(sum);
        }
        let (less, more) = (self.log2().min(other.log2()), self.log2().max(other.log2()));
        Size::Power(more + (less - more).exp2().ln_1p() / std::f64::consts::LN_2)
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        *self = *self + other;
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Exact(number) => write!(f, "{number}"),
            Size::Power(power) => write!(f, "about 2^{power:.0}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_and_beyond() {
        assert_eq!((Size::ONE + Size::Exact(1233)).to_string(), "1234");
        let mut size = Size::ONE;
        for _ in 0..200_000 {
            size += size;
        }
        assert_eq!(size.to_string(), "about 2^200000");
        assert_eq!((size + Size::ONE), size);
        assert_eq!(Size::Exact(u64::MAX) + Size::ONE, Size::Power(64.0));
        assert_eq!(Size::ZERO.log2(), 0.0);
    }
}
