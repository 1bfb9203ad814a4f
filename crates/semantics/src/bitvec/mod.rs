//! Bit vectors, the values of the sorts `(_ BitVec n)`; one of at most 64 bits needs no allocation.
//!
//! No bit vector is wider than [`MAX_BITS`]: what takes a width or makes a wider vector says so by
//! [`TooLarge`], and all other operations keep the width and cannot fail. Operations on two vectors
//! expect one width, as the sorts demand; they take the width of the first.

mod arithmetic;
mod bitwise;
mod compare;
mod structure;
#[cfg(test)]
mod tests;

use std::fmt;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use crate::budget::{MAX_BITS, TooLarge};
use crate::number::Integer;

/// A bit vector.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitVec {
    width: u32,
    bits: Bits,
}

/// `Small` exactly for the widths up to 64, and no bit set from the width on: equal vectors are equal here.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Bits {
    Small(u64),
    Big(Box<UBig>),
}

impl BitVec {
    /// The vector of a width with a value modulo two to the width.
    ///
    /// # Errors
    /// If the width is above [`MAX_BITS`].
    pub fn new(width: u32, value: UBig) -> Result<BitVec, TooLarge> {
        check_width(u64::from(width)).map(|width| BitVec::wrap(width, value))
    }

    /// The vector of a width with a value modulo two to the width.
    ///
    /// # Errors
    /// If the width is above [`MAX_BITS`].
    pub fn from_u64(width: u32, value: u64) -> Result<BitVec, TooLarge> {
        if width <= 64 {
            return Ok(BitVec::small(width, value));
        }
        BitVec::new(width, UBig::from(value))
    }

    /// The vector of a width whose unsigned value equals an integer modulo two to the width.
    ///
    /// # Errors
    /// If the width is above [`MAX_BITS`].
    pub fn from_integer(width: u32, value: &Integer) -> Result<BitVec, TooLarge> {
        if width <= 64
            && let Some(small) = value.to_i64()
        {
            return Ok(BitVec::small(width, small.cast_unsigned()));
        }
        check_width(u64::from(width)).map(|width| BitVec::wrap_signed(width, value.to_ibig()))
    }

    /// The vector of one bit.
    #[must_use]
    pub fn from_bool(bit: bool) -> BitVec {
        BitVec { width: 1, bits: Bits::Small(u64::from(bit)) }
    }

    /// The vector of zeros.
    ///
    /// # Errors
    /// If the width is above [`MAX_BITS`].
    pub fn zero(width: u32) -> Result<BitVec, TooLarge> {
        BitVec::from_u64(width, 0)
    }

    /// The vector of ones.
    ///
    /// # Errors
    /// If the width is above [`MAX_BITS`].
    pub fn ones(width: u32) -> Result<BitVec, TooLarge> {
        BitVec::zero(width).map(|zero| zero.not())
    }

    /// The number of bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value.
    #[must_use]
    pub fn to_ubig(&self) -> UBig {
        match &self.bits {
            Bits::Small(bits) => UBig::from(*bits),
            Bits::Big(bits) => (**bits).clone(),
        }
    }

    /// The unsigned value, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Small(bits) => Some(*bits),
            Bits::Big(bits) => u64::try_from(&**bits).ok(),
        }
    }

    /// The unsigned value.
    #[must_use]
    // (ubv_to_int s)
    // the sum of (ite (= bit i of s, #b1) 2^i 0) over all i
    pub fn to_integer(&self) -> Integer {
        match &self.bits {
            Bits::Small(bits) => Integer::from(*bits),
            Bits::Big(bits) => Integer::from((**bits).clone()),
        }
    }

    /// The value in two's complement.
    #[must_use]
    // (sbv_to_int s)
    // (ite (= the first bit of s, #b1) (- (ubv_to_int s) 2^m) (ubv_to_int s))
    pub fn to_signed_integer(&self) -> Integer {
        match &self.bits {
            Bits::Small(bits) => Integer::from(sign_extended(self.width, *bits)),
            Bits::Big(_) => Integer::from(self.to_signed_ibig()),
        }
    }

    /// The bit at a position, counted from the least significant; those past the end are zero.
    #[must_use]
    pub fn bit(&self, position: u32) -> bool {
        match &self.bits {
            Bits::Small(bits) => bits.unbounded_shr(position) & 1 == 1,
            Bits::Big(bits) => bits.bit(position as usize),
        }
    }

    /// Whether every bit is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == 0,
            Bits::Big(bits) => bits.is_zero(),
        }
    }

    /// Whether every bit is one.
    #[must_use]
    pub fn is_ones(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == mask(self.width),
            // Not `trailing_ones`, which is wrong above 128 bits in dashu-int 0.6.2.
            Bits::Big(bits) => bits.count_ones() == self.width as usize,
        }
    }

    /// The most significant bit, which is the sign.
    #[must_use]
    pub fn msb(&self) -> bool {
        match self.width {
            0 => false,
            width => self.bit(width - 1),
        }
    }

    /// Whether only the most significant bit is one: the least number in two's complement.
    #[must_use]
    pub fn is_min_signed(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => self.width > 0 && *bits == 1 << (self.width - 1),
            Bits::Big(bits) => self.msb() && bits.count_ones() == 1,
        }
    }

    /// A vector of at most 64 bits.
    fn small(width: u32, value: u64) -> BitVec {
        BitVec { width, bits: Bits::Small(value & mask(width)) }
    }

    /// Takes the value modulo two to the width, which is within the limit.
    fn wrap(width: u32, mut value: UBig) -> BitVec {
        if value.bit_len() > width as usize {
            value.clear_high_bits(width as usize);
        }
        if width > 64 {
            return BitVec { width, bits: Bits::Big(Box::new(value)) };
        }
        // It was just cut to fit.
        BitVec { width, bits: Bits::Small(u64::try_from(&value).unwrap_or(0)) }
    }

    /// Takes the value modulo two to the width, which is within the limit.
    fn wrap_signed(width: u32, value: IBig) -> BitVec {
        let (sign, magnitude) = value.into_parts();
        let positive = BitVec::wrap(width, magnitude);
        if sign == dashu_base::Sign::Negative { positive.neg() } else { positive }
    }

    /// The value in two's complement.
    fn to_signed_ibig(&self) -> IBig {
        let unsigned = IBig::from(self.to_ubig());
        if self.msb() { unsigned - (IBig::ONE << self.width as usize) } else { unsigned }
    }
}

/// The ones of a width up to 64.
fn mask(width: u32) -> u64 {
    u64::MAX.unbounded_shr(64u32.saturating_sub(width))
}

/// The value in two's complement of a vector of a width up to 64.
fn sign_extended(width: u32, bits: u64) -> i64 {
    let unused = 64u32.saturating_sub(width);
    bits.unbounded_shl(unused).cast_signed().unbounded_shr(unused)
}

fn check_width(width: u64) -> Result<u32, TooLarge> {
    u32::try_from(width).ok().filter(|&width| width as usize <= MAX_BITS).ok_or(TooLarge)
}

impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width as usize;
        match &self.bits {
            Bits::Small(bits) if width.is_multiple_of(4) => {
                write!(f, "#x{bits:0digits$x}", digits = width / 4)
            }
            Bits::Small(bits) => write!(f, "#b{bits:0width$b}"),
            Bits::Big(bits) if width.is_multiple_of(4) => {
                write!(f, "#x{:0digits$x}", &**bits, digits = width / 4)
            }
            Bits::Big(bits) => write!(f, "#b{:0width$b}", &**bits),
        }
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
