//! Bitwise operations, shifts, and reductions to one bit.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{BitVec, Bits, mask, sign_extended};

impl BitVec {
    /// Every bit inverted.
    #[must_use]
    pub fn not(&self) -> BitVec {
        match &self.bits {
            Bits::Small(bits) => BitVec::small(self.width, !bits),
            Bits::Big(bits) => BitVec::wrap(self.width, UBig::ones(self.width as usize) ^ &**bits),
        }
    }

    /// Bit by bit, whether both are one.
    #[must_use]
    pub fn and(&self, other: &BitVec) -> BitVec {
        self.zip(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bit by bit, whether one is one.
    #[must_use]
    pub fn or(&self, other: &BitVec) -> BitVec {
        self.zip(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bit by bit, whether they differ.
    #[must_use]
    pub fn xor(&self, other: &BitVec) -> BitVec {
        self.zip(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// Bit by bit, whether not both are one.
    #[must_use]
    pub fn nand(&self, other: &BitVec) -> BitVec {
        self.and(other).not()
    }

    /// Bit by bit, whether none is one.
    #[must_use]
    pub fn nor(&self, other: &BitVec) -> BitVec {
        self.or(other).not()
    }

    /// Bit by bit, whether they agree.
    #[must_use]
    pub fn xnor(&self, other: &BitVec) -> BitVec {
        self.xor(other).not()
    }

    /// Moves the bits up by the unsigned value of the other, zeros coming in.
    #[must_use]
    // (bvshl s t)
    // s times two to the (ubv_to_int t), modulo two to the width
    pub fn shl(&self, count: &BitVec) -> BitVec {
        match (&self.bits, self.shift(count)) {
            (Bits::Small(bits), count) => BitVec::small(self.width, bits.unbounded_shl(count)),
            (Bits::Big(_), count) if count >= self.width => BitVec::wrap(self.width, UBig::ZERO),
            (Bits::Big(bits), count) => {
                // What would leave at the top is cut first, so that nothing wider is made.
                let mut bits = (**bits).clone();
                bits.clear_high_bits((self.width - count) as usize);
                BitVec::wrap(self.width, bits << count as usize)
            }
        }
    }

    /// Moves the bits down by the unsigned value of the other, zeros coming in.
    #[must_use]
    // (bvlshr s t)
    // s divided by two to the (ubv_to_int t)
    pub fn lshr(&self, count: &BitVec) -> BitVec {
        match (&self.bits, self.shift(count)) {
            (Bits::Small(bits), count) => BitVec::small(self.width, bits.unbounded_shr(count)),
            (Bits::Big(bits), count) => BitVec::wrap(self.width, &**bits >> count as usize),
        }
    }

    /// Moves the bits down by the unsigned value of the other, copies of the sign coming in.
    #[must_use]
    // (bvashr s t)
    // (ite (= the first bit of s, #b0) (bvlshr s t) (bvnot (bvlshr (bvnot s) t)))
    pub fn ashr(&self, count: &BitVec) -> BitVec {
        match &self.bits {
            Bits::Small(bits) => {
                let moved = sign_extended(self.width, *bits).unbounded_shr(self.shift(count));
                BitVec::small(self.width, moved.cast_unsigned())
            }
            Bits::Big(_) if self.msb() => self.not().lshr(count).not(),
            Bits::Big(_) => self.lshr(count),
        }
    }

    /// One bit: whether some bit is one.
    #[must_use]
    pub fn redor(&self) -> BitVec {
        BitVec::from_bool(!self.is_zero())
    }

    /// One bit: whether every bit is one.
    #[must_use]
    pub fn redand(&self) -> BitVec {
        BitVec::from_bool(self.is_ones())
    }

    /// One bit: whether the number of ones is odd.
    #[must_use]
    pub fn redxor(&self) -> BitVec {
        BitVec::from_bool(match &self.bits {
            Bits::Small(bits) => bits.count_ones() % 2 == 1,
            Bits::Big(bits) => bits.count_ones() % 2 == 1,
        })
    }

    /// One bit: whether they are equal.
    #[must_use]
    pub fn comp(&self, other: &BitVec) -> BitVec {
        BitVec::from_bool(self == other)
    }

    /// A shift count; every count from the width on is given as the width or more.
    fn shift(&self, count: &BitVec) -> u32 {
        let past = self.width.max(64);
        match &count.bits {
            Bits::Small(bits) => u32::try_from(*bits).unwrap_or(past),
            Bits::Big(bits) if bits.bit_len() > 31 => past,
            Bits::Big(bits) => u32::try_from(&**bits).unwrap_or(past),
        }
    }

    /// Applies an operation of each form of the bits; it must not need more bits than the operands.
    pub(super) fn zip(
        &self,
        other: &BitVec,
        small: impl Fn(u64, u64) -> u64,
        big: impl Fn(&UBig, &UBig) -> UBig,
    ) -> BitVec {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => {
                BitVec { width: self.width, bits: Bits::Small(small(*a, *b) & mask(self.width)) }
            }
            (Bits::Big(a), Bits::Big(b)) => BitVec::wrap(self.width, big(a, b)),
            _ => BitVec::wrap(self.width, big(&self.to_ubig(), &other.to_ubig())),
        }
    }
}
