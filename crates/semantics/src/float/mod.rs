//! Floats of every format, as in the SMT-LIB theory `FloatingPoint` (Brain, Tinelli, Rümmer, Wahl: "An Automatable
//! Formal Semantics for IEEE-754 Floating-Point Arithmetic").
//!
//! A float is its packed bits. Operations take the special values first (`arithmetic`, `compare`, `convert`), and
//! give finite ones to one of two paths: `fast` on machine words, for formats of at most 64 bits, or `general` on
//! numbers of any length, exponents included. Both compute an exact result `±m·2^e`, or one with a last bit that
//! stands for the rest ("sticky"), and round it once.
//!
//! Invariants:
//! - There is one NaN, so that the equality of Rust is the `=` of SMT-LIB.
//! - What the standard leaves open is `None`, never a choice.
//! - No number as long as an exponent is large is ever made.

mod arithmetic;
mod compare;
mod convert;
mod display;
mod fast;
mod format;
mod general;
#[cfg(test)]
mod tests;

use dashu_base::BitTest;
use dashu_int::UBig;

pub use format::{Format, RoundingMode};

/// A float of some format.
///
/// Equality is the `=` of SMT-LIB: NaN equals itself and the zeros differ; for that of IEEE 754 see
/// [`Float::ieee_eq`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Float {
    format: Format,
    bits: Bits,
}

/// The packed bits: sign, exponent, significand. Small if and only if the format has at most 64 bits.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Bits {
    Small(u64),
    Large(Box<UBig>),
}

/// What special cases ask about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Nan,
    Infinite,
    Zero,
    /// Finite and not zero.
    Finite,
}

/// A mask of the low bits; at most 63.
fn low(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl Float {
    /// The float of these bits: sign, exponent, significand; bits beyond the width of the format are left out.
    #[must_use]
    pub fn from_bits(format: Format, bits: UBig) -> Float {
        let mut bits = bits;
        bits.clear_high_bits(format.width() as usize);
        let float = Float::pack(format, bits);
        // All NaNs are one value.
        if float.is_nan() { Float::nan(format) } else { float }
    }

    /// The float of these bits, for formats of at most 64 bits; bits beyond the width of the format are left out.
    #[must_use]
    pub fn from_u64_bits(format: Format, bits: u64) -> Float {
        if format.width() < 64 {
            let float = Float { format, bits: Bits::Small(bits & low(format.width())) };
            if float.is_nan() { Float::nan(format) } else { float }
        } else {
            Float::from_bits(format, UBig::from(bits))
        }
    }

    /// The float `(fp sign exponent significand)`, the hidden bit not given.
    #[must_use]
    pub fn from_parts(sign: bool, exponent: &UBig, significand: &UBig, format: Format) -> Float {
        let (eb, fraction) = (format.eb() as usize, format.sb() as usize - 1);
        let mut low = significand.clone();
        low.clear_high_bits(fraction);
        let mut high = exponent.clone();
        high.clear_high_bits(eb);
        if sign {
            high.set_bit(eb);
        }
        Float::from_bits(format, (high << fraction) | low)
    }

    /// NaN.
    #[must_use]
    pub fn nan(format: Format) -> Float {
        let fraction = format.sb() - 1;
        if format.width() <= 64 {
            let bits = (low(format.eb()) << fraction) | (1 << (fraction - 1));
            return Float { format, bits: Bits::Small(bits) };
        }
        let mut bits = format.infinity_bits();
        bits.set_bit(fraction as usize - 1);
        Float::pack(format, bits)
    }

    /// An infinity, negative if `sign`.
    #[must_use]
    pub fn infinity(sign: bool, format: Format) -> Float {
        if format.width() <= 64 {
            return Float::small(format, sign, low(format.eb()) << (format.sb() - 1));
        }
        Float::large(format, sign, format.infinity_bits())
    }

    /// A zero, negative if `sign`.
    #[must_use]
    pub fn zero(sign: bool, format: Format) -> Float {
        if format.width() <= 64 {
            return Float::small(format, sign, 0);
        }
        Float::large(format, sign, UBig::ZERO)
    }

    /// What a finite result beyond the largest of its format becomes.
    fn overflow(mode: RoundingMode, sign: bool, format: Format) -> Float {
        let infinity = Float::infinity(sign, format);
        if mode.overflows(sign) {
            return infinity;
        }
        // The largest finite float is just below infinity, in bits too.
        let bits = match infinity.bits {
            Bits::Small(bits) => Bits::Small(bits - 1),
            Bits::Large(bits) => Bits::Large(Box::new(*bits - UBig::ONE)),
        };
        Float { format, bits }
    }

    /// From sign and magnitude, for formats of at most 64 bits.
    fn small(format: Format, sign: bool, magnitude: u64) -> Float {
        Float { format, bits: Bits::Small(magnitude | (u64::from(sign) << (format.width() - 1))) }
    }

    /// From sign and magnitude.
    fn large(format: Format, sign: bool, magnitude: UBig) -> Float {
        let mut bits = magnitude;
        if sign {
            bits.set_bit(format.width() as usize - 1);
        }
        Float::pack(format, bits)
    }

    /// From bits that fit the format and are not those of a second NaN.
    fn pack(format: Format, bits: UBig) -> Float {
        let bits = match u64::try_from(&bits) {
            Ok(small) if format.width() <= 64 => Bits::Small(small),
            _ => Bits::Large(Box::new(bits)),
        };
        Float { format, bits }
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The bits; none for NaN, as the standard does not say which they are.
    #[must_use]
    pub fn to_bits(&self) -> Option<UBig> {
        (!self.is_nan()).then(|| self.packed())
    }

    /// The bits; those of NaN are chosen.
    #[must_use]
    pub fn packed(&self) -> UBig {
        match &self.bits {
            Bits::Small(bits) => UBig::from(*bits),
            Bits::Large(bits) => (**bits).clone(),
        }
    }

    /// The bits without the sign.
    fn magnitude(&self) -> UBig {
        let mut bits = self.packed();
        bits.clear_high_bits(self.format.width() as usize - 1);
        bits
    }

    fn class(&self) -> Class {
        let fraction = self.format.sb() - 1;
        match &self.bits {
            Bits::Small(bits) => {
                let magnitude = bits & low(self.format.width() - 1);
                let infinity = low(self.format.eb()) << fraction;
                match magnitude {
                    0 => Class::Zero,
                    _ if magnitude < infinity => Class::Finite,
                    _ if magnitude == infinity => Class::Infinite,
                    _ => Class::Nan,
                }
            }
            Bits::Large(bits) => {
                // Only what is left of the significand is made: not long in most formats.
                let mut exponent = &**bits >> fraction as usize;
                exponent.clear_high_bits(self.format.eb() as usize);
                let significand = bits.trailing_zeros().is_some_and(|zeros| zeros < fraction as usize);
                if exponent.is_zero() {
                    if significand { Class::Finite } else { Class::Zero }
                } else if exponent.count_ones() < self.format.eb() as usize {
                    Class::Finite
                } else if significand {
                    Class::Nan
                } else {
                    Class::Infinite
                }
            }
        }
    }

    /// The sign bit; that of NaN is chosen.
    #[must_use]
    pub fn sign(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => bits >> (self.format.width() - 1) & 1 == 1,
            Bits::Large(bits) => bits.bit(self.format.width() as usize - 1),
        }
    }

    /// `fp.isNaN`.
    #[must_use]
    pub fn is_nan(&self) -> bool {
        self.class() == Class::Nan
    }

    /// `fp.isInfinite`.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        self.class() == Class::Infinite
    }

    /// `fp.isZero`.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.class() == Class::Zero
    }

    /// Whether the hidden bit of a finite float is 1.
    fn has_hidden_bit(&self) -> bool {
        self.magnitude().bit_len() >= self.format.sb() as usize
    }

    /// `fp.isNormal`.
    #[must_use]
    pub fn is_normal(&self) -> bool {
        self.class() == Class::Finite && self.has_hidden_bit()
    }

    /// `fp.isSubnormal`.
    #[must_use]
    pub fn is_subnormal(&self) -> bool {
        self.class() == Class::Finite && !self.has_hidden_bit()
    }

    /// `fp.isNegative`, of which NaN is none.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.sign() && !self.is_nan()
    }

    /// `fp.isPositive`, of which NaN is none.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        !self.sign() && !self.is_nan()
    }
}
