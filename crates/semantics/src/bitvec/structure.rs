//! Operations that move bits: concatenation, extraction, extension, rotation.

use dashu_int::{UBig, Word};

use super::{BitVec, Bits, check_width, sign_extended};
use crate::budget::TooLarge;
use crate::number::Integer;

const WORD_BITS: usize = Word::BITS as usize;

impl BitVec {
    /// The bits of this above the bits of the other.
    ///
    /// # Errors
    /// If the result would be wider than [`MAX_BITS`](crate::MAX_BITS).
    pub fn concat(&self, low: &BitVec) -> Result<BitVec, TooLarge> {
        let width = check_width(u64::from(self.width) + u64::from(low.width))?;
        if width <= 64
            && let (Bits::Small(high), Bits::Small(low_bits)) = (&self.bits, &low.bits)
        {
            return Ok(BitVec::small(width, high.unbounded_shl(low.width) | low_bits));
        }
        Ok(BitVec::wrap(width, (self.to_ubig() << low.width as usize) | low.to_ubig()))
    }

    /// The bits from `low` to `high`, both included; `None` unless `low <= high < width`.
    #[must_use]
    // ((_ extract i j) s)
    // the vector of i - j + 1 bits whose bit k is bit j + k of s
    pub fn extract(&self, high: u32, low: u32) -> Option<BitVec> {
        if high < low || high >= self.width {
            return None;
        }
        let width = high - low + 1;
        Some(match &self.bits {
            Bits::Small(bits) => BitVec::small(width, bits.unbounded_shr(low)),
            Bits::Big(bits) => {
                // Only the words that are needed, as a few bits of a wide vector are often wanted.
                let (low, high) = (low as usize, high as usize);
                let words = bits.as_words();
                let first = (low / WORD_BITS).min(words.len());
                let end = (high / WORD_BITS + 1).min(words.len());
                let part = UBig::from_words(words.get(first..end).unwrap_or_default());
                BitVec::wrap(width, part >> (low % WORD_BITS))
            }
        })
    }

    /// So many copies, one after the other.
    ///
    /// # Errors
    /// If the result would be wider than [`MAX_BITS`](crate::MAX_BITS).
    pub fn repeat(&self, count: u32) -> Result<BitVec, TooLarge> {
        let width = check_width(u64::from(self.width) * u64::from(count))?;
        if width <= 64
            && let Bits::Small(bits) = &self.bits
        {
            // With a width of at least one, there are at most 64 copies.
            let copies = if self.width == 0 { 0 } else { count };
            let repeated = (0..copies).fold(0u64, |all, _| all.unbounded_shl(self.width) | bits);
            return Ok(BitVec::small(width, repeated));
        }
        // Doubles for each bit of the count from the top, so the work is that of the last step.
        let mut done = 0u32;
        let mut bits = UBig::ZERO;
        for step in (0..32 - count.leading_zeros()).rev() {
            let shift = self.width as usize * done as usize;
            bits = (&bits << shift) | bits;
            done *= 2;
            if (count >> step) & 1 == 1 {
                bits = (bits << self.width as usize) | self.to_ubig();
                done += 1;
            }
        }
        Ok(BitVec::wrap(width, bits))
    }

    /// So many zeros in front.
    ///
    /// # Errors
    /// If the result would be wider than [`MAX_BITS`](crate::MAX_BITS).
    pub fn zero_extend(&self, count: u32) -> Result<BitVec, TooLarge> {
        let width = check_width(u64::from(self.width) + u64::from(count))?;
        Ok(match &self.bits {
            Bits::Small(bits) if width <= 64 => BitVec::small(width, *bits),
            _ => BitVec::wrap(width, self.to_ubig()),
        })
    }

    /// So many copies of the sign in front.
    ///
    /// # Errors
    /// If the result would be wider than [`MAX_BITS`](crate::MAX_BITS).
    pub fn sign_extend(&self, count: u32) -> Result<BitVec, TooLarge> {
        let width = check_width(u64::from(self.width) + u64::from(count))?;
        Ok(match &self.bits {
            Bits::Small(bits) if width <= 64 => {
                BitVec::small(width, sign_extended(self.width, *bits).cast_unsigned())
            }
            _ if self.msb() => {
                BitVec::wrap(width, (UBig::ones(count as usize) << self.width as usize) | self.to_ubig())
            }
            _ => BitVec::wrap(width, self.to_ubig()),
        })
    }

    /// Moves every bit so many places up, those that leave coming in below.
    #[must_use]
    pub fn rotate_left(&self, count: u32) -> BitVec {
        if self.width == 0 {
            return self.clone();
        }
        let up = count % self.width;
        if up == 0 {
            return self.clone();
        }
        let down = self.width - up;
        match &self.bits {
            Bits::Small(bits) => BitVec::small(self.width, (bits << up) | (bits >> down)),
            Bits::Big(bits) => {
                BitVec::wrap(self.width, (&**bits << up as usize) | (&**bits >> down as usize))
            }
        }
    }

    /// Moves every bit so many places down, those that leave coming in above.
    #[must_use]
    pub fn rotate_right(&self, count: u32) -> BitVec {
        match self.width {
            0 => self.clone(),
            width => self.rotate_left(width - count % width),
        }
    }

    /// Rotates up by the unsigned value of a vector.
    #[must_use]
    // (ext_rotate_left s t)
    // ((_ rotate_left k) s) where k is (ubv_to_int t) modulo the width
    pub fn ext_rotate_left(&self, count: &BitVec) -> BitVec {
        self.rotate_left(self.rotation(count))
    }

    /// Rotates down by the unsigned value of a vector.
    #[must_use]
    // (ext_rotate_right s t)
    // ((_ rotate_right k) s) where k is (ubv_to_int t) modulo the width
    pub fn ext_rotate_right(&self, count: &BitVec) -> BitVec {
        self.rotate_right(self.rotation(count))
    }

    /// The unsigned value of a vector modulo this width.
    fn rotation(&self, count: &BitVec) -> u32 {
        if let Bits::Small(bits) = &count.bits {
            let turns = bits.checked_rem(u64::from(self.width)).unwrap_or(0);
            return u32::try_from(turns).unwrap_or(0);
        }
        let width = Integer::from(self.width);
        count.to_integer().modulo(&width).and_then(|count| count.to_u32()).unwrap_or(0)
    }
}
