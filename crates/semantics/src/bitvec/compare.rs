//! Comparisons, and the predicates of overflow.

use std::cmp::Ordering;

use dashu_base::BitTest;

use super::{BitVec, Bits, mask, sign_extended};

impl BitVec {
    /// How the unsigned values compare.
    #[must_use]
    pub fn cmp_unsigned(&self, other: &BitVec) -> Ordering {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => a.cmp(b),
            (Bits::Big(a), Bits::Big(b)) => a.cmp(b),
            _ => self.to_ubig().cmp(&other.to_ubig()),
        }
    }

    /// How the values in two's complement compare.
    #[must_use]
    pub fn cmp_signed(&self, other: &BitVec) -> Ordering {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => {
                sign_extended(self.width, *a).cmp(&sign_extended(other.width, *b))
            }
            // With one sign, the order is that of the unsigned values.
            _ => other.msb().cmp(&self.msb()).then_with(|| self.cmp_unsigned(other)),
        }
    }

    /// Whether below, unsigned.
    #[must_use]
    pub fn ult(&self, other: &BitVec) -> bool {
        self.cmp_unsigned(other).is_lt()
    }

    /// Whether not above, unsigned.
    #[must_use]
    pub fn ule(&self, other: &BitVec) -> bool {
        self.cmp_unsigned(other).is_le()
    }

    /// Whether above, unsigned.
    #[must_use]
    pub fn ugt(&self, other: &BitVec) -> bool {
        self.cmp_unsigned(other).is_gt()
    }

    /// Whether not below, unsigned.
    #[must_use]
    pub fn uge(&self, other: &BitVec) -> bool {
        self.cmp_unsigned(other).is_ge()
    }

    /// Whether below, signed.
    #[must_use]
    pub fn slt(&self, other: &BitVec) -> bool {
        self.cmp_signed(other).is_lt()
    }

    /// Whether not above, signed.
    #[must_use]
    pub fn sle(&self, other: &BitVec) -> bool {
        self.cmp_signed(other).is_le()
    }

    /// Whether above, signed.
    #[must_use]
    pub fn sgt(&self, other: &BitVec) -> bool {
        self.cmp_signed(other).is_gt()
    }

    /// Whether not below, signed.
    #[must_use]
    pub fn sge(&self, other: &BitVec) -> bool {
        self.cmp_signed(other).is_ge()
    }

    /// Whether the signed negation does not fit the width.
    #[must_use]
    // (bvnego s)
    // (= (sbv_to_int s) (- 2^(m-1)))
    pub fn nego(&self) -> bool {
        self.is_min_signed()
    }

    /// Whether the unsigned sum does not fit the width.
    #[must_use]
    // (bvuaddo s t)
    // (>= (+ (ubv_to_int s) (ubv_to_int t)) 2^m)
    pub fn uaddo(&self, other: &BitVec) -> bool {
        // The sum wraps exactly if it is below an operand.
        self.add(other).ult(self)
    }

    /// Whether the signed sum does not fit the width.
    #[must_use]
    // (bvsaddo s t)
    // the sum of the signed values is not within [-2^(m-1), 2^(m-1))
    pub fn saddo(&self, other: &BitVec) -> bool {
        // Only operands of one sign can overflow, and then the sum has the other sign.
        self.msb() == other.msb() && self.add(other).msb() != self.msb()
    }

    /// Whether the unsigned product does not fit the width.
    #[must_use]
    // (bvumulo s t)
    // (>= (* (ubv_to_int s) (ubv_to_int t)) 2^m)
    pub fn umulo(&self, other: &BitVec) -> bool {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => {
                u128::from(*a) * u128::from(*b) > u128::from(mask(self.width))
            }
            _ => (self.to_ubig() * other.to_ubig()).bit_len() > self.width as usize,
        }
    }

    /// Whether the signed product does not fit the width.
    #[must_use]
    // (bvsmulo s t)
    // the product of the signed values is not within [-2^(m-1), 2^(m-1))
    pub fn smulo(&self, other: &BitVec) -> bool {
        if let (Bits::Small(a), Bits::Small(b)) = (&self.bits, &other.bits) {
            let (a, b) = (sign_extended(self.width, *a), sign_extended(other.width, *b));
            let product = i128::from(a) * i128::from(b);
            let limit = 1i128 << self.width.saturating_sub(1);
            product >= limit || product < -limit
        } else {
            let product = self.to_signed_ibig() * other.to_signed_ibig();
            let limit = self.width as usize - 1;
            // A negative number fits if its complement does, which is one less in size.
            (if product < dashu_int::IBig::ZERO { !product } else { product }).bit_len() > limit
        }
    }

    /// Whether the unsigned difference is below zero.
    #[must_use]
    // (bvusubo s t)
    // (bvult s t)
    pub fn usubo(&self, other: &BitVec) -> bool {
        self.ult(other)
    }

    /// Whether the signed difference does not fit the width.
    #[must_use]
    // (bvssubo s t)
    // the difference of the signed values is not within [-2^(m-1), 2^(m-1))
    pub fn ssubo(&self, other: &BitVec) -> bool {
        // Only operands of different signs can overflow, and then the difference has the sign of the second.
        self.msb() != other.msb() && self.sub(other).msb() != self.msb()
    }

    /// Whether the signed quotient does not fit the width.
    #[must_use]
    // (bvsdivo s t)
    // s is the least number and t is minus one
    pub fn sdivo(&self, other: &BitVec) -> bool {
        self.is_min_signed() && other.is_ones()
    }
}
