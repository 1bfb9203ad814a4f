//! Arithmetic modulo two to the width, and the divisions.

use dashu_int::UBig;

use super::{BitVec, Bits, mask};

impl BitVec {
    /// The negation modulo two to the width.
    #[must_use]
    pub fn neg(&self) -> BitVec {
        match &self.bits {
            Bits::Small(bits) => BitVec::small(self.width, bits.wrapping_neg()),
            Bits::Big(bits) if bits.is_zero() => self.clone(),
            Bits::Big(bits) => BitVec::wrap(self.width, (UBig::ONE << self.width as usize) - &**bits),
        }
    }

    /// The sum modulo two to the width.
    #[must_use]
    pub fn add(&self, other: &BitVec) -> BitVec {
        self.zip(other, u64::wrapping_add, |a, b| a + b)
    }

    /// The difference modulo two to the width.
    #[must_use]
    pub fn sub(&self, other: &BitVec) -> BitVec {
        let width = self.width as usize;
        self.zip(other, u64::wrapping_sub, |a, b| {
            // An operand that is wider than the width does not occur, so one more bit is enough.
            if a >= b { a - b } else { (a + (UBig::ONE << width)) - b }
        })
    }

    /// The product modulo two to the width.
    #[must_use]
    pub fn mul(&self, other: &BitVec) -> BitVec {
        self.zip(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// The unsigned quotient; all ones by zero.
    #[must_use]
    // (bvudiv s t)
    // (ite (= (ubv_to_int t) 0) all ones, the quotient of the unsigned values)
    pub fn udiv(&self, other: &BitVec) -> BitVec {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => {
                BitVec { width: self.width, bits: Bits::Small(a.checked_div(*b).unwrap_or(mask(self.width))) }
            }
            _ if other.is_zero() => BitVec::wrap(self.width, UBig::ones(self.width as usize)),
            _ => self.zip(other, |a, _| a, |a, b| a / b),
        }
    }

    /// The unsigned remainder; by zero, the first operand.
    #[must_use]
    // (bvurem s t)
    // (ite (= (ubv_to_int t) 0) s, the remainder of the unsigned values)
    pub fn urem(&self, other: &BitVec) -> BitVec {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => {
                BitVec { width: self.width, bits: Bits::Small(a.checked_rem(*b).unwrap_or(*a)) }
            }
            _ if other.is_zero() => self.clone(),
            _ => self.zip(other, |a, _| a, |a, b| a % b),
        }
    }

    /// The absolute value in two's complement, as an unsigned value.
    fn magnitude(&self) -> BitVec {
        if self.msb() { self.neg() } else { self.clone() }
    }

    /// The signed quotient, rounded towards zero.
    #[must_use]
    // (bvsdiv s t)
    // bvudiv of the absolute values, negated if the signs of s and t differ
    pub fn sdiv(&self, other: &BitVec) -> BitVec {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.msb() == other.msb() { quotient } else { quotient.neg() }
    }

    /// The signed remainder, with the sign of the first operand.
    #[must_use]
    // (bvsrem s t)
    // bvurem of the absolute values, negated if s is negative
    pub fn srem(&self, other: &BitVec) -> BitVec {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.msb() { remainder.neg() } else { remainder }
    }

    /// The signed remainder, with the sign of the second operand.
    #[must_use]
    // (bvsmod s t)
    // bvurem of the absolute values, negated if s is negative, plus t if it is not zero and the signs differ
    pub fn smod(&self, other: &BitVec) -> BitVec {
        let remainder = self.magnitude().urem(&other.magnitude());
        if remainder.is_zero() {
            return remainder;
        }
        match (self.msb(), other.msb()) {
            (false, false) => remainder,
            (true, false) => remainder.neg().add(other),
            (false, true) => remainder.add(other),
            (true, true) => remainder.neg(),
        }
    }
}
