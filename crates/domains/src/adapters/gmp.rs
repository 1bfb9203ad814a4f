//! Numbers of GMP and MPFR, read where they lie, and doubles: all exactly.

#![expect(unsafe_code, reason = "numbers behind pointers of C libraries")]

use std::ffi::{c_int, c_long};

use dashu_base::Sign;
use dashu_int::{IBig, UBig, Word};

use crate::Rational;

/// The library, as the system calls it.
pub(crate) const LIBRARY: &str = "libgmp.so.10";

/// The function that says where numbers get their memory.
pub(super) const SET_MEMORY_FUNCTIONS: &str = "__gmp_set_memory_functions";

/// GMP's integer: the sign of the size is that of the number.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Integer {
    pub(super) allocated: c_int,
    pub(super) size: c_int,
    pub(super) limbs: *mut Word,
}

/// GMP's rational. Of a denominator of zero, APRON makes infinities.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Fraction {
    numerator: Integer,
    denominator: Integer,
}

/// MPFR's number: the limbs are the digits behind the point, the highest last.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Float {
    precision: c_long,
    sign: c_int,
    exponent: c_long,
    limbs: *mut Word,
}

/// What a number of a library may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Finite(Rational),
    Infinity,
    NegativeInfinity,
    NotANumber,
}

impl Value {
    fn infinity(negative: bool) -> Value {
        if negative { Value::NegativeInfinity } else { Value::Infinity }
    }

    /// The value of a double.
    pub(super) fn of_double(double: f64) -> Value {
        // By its bits: no arithmetic that would depend on the rounding mode.
        let bits = double.to_bits();
        let negative = bits >> 63 == 1;
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) = match (bits >> 52) & 0x7ff {
            0x7ff if fraction == 0 => return Value::infinity(negative),
            0x7ff => return Value::NotANumber,
            0 => (fraction, -1074),
            biased => (fraction | (1 << 52), biased.cast_signed() - 1075),
        };
        Value::Finite(scaled(negative, UBig::from(mantissa), exponent))
    }
}

/// ± mantissa · 2^exponent
fn scaled(negative: bool, mantissa: UBig, exponent: i64) -> Rational {
    let sign = if negative { Sign::Negative } else { Sign::Positive };
    let shift = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    if exponent >= 0 {
        Rational::from_integers(IBig::from_parts(sign, mantissa << shift), IBig::ONE)
    } else {
        Rational::from_integers(IBig::from_parts(sign, mantissa), IBig::ONE << shift)
    }
}

impl Integer {
    /// The number.
    ///
    /// # Safety
    /// GMP must have initialised it.
    pub(super) unsafe fn get(&self) -> IBig {
        let size = self.size.unsigned_abs() as usize;
        let magnitude = if size == 0 {
            UBig::ZERO
        } else {
            // SAFETY: GMP keeps so many limbs there.
            UBig::from_words(unsafe { std::slice::from_raw_parts(self.limbs, size) })
        };
        IBig::from_parts(if self.size < 0 { Sign::Negative } else { Sign::Positive }, magnitude)
    }
}

impl Fraction {
    /// The number.
    ///
    /// # Safety
    /// GMP must have initialised it.
    pub(super) unsafe fn get(&self) -> Value {
        if self.denominator.size == 0 {
            return match self.numerator.size {
                0 => Value::NotANumber,
                size => Value::infinity(size < 0),
            };
        }
        // SAFETY: both parts are initialised with the whole.
        let (numerator, denominator) = unsafe { (self.numerator.get(), self.denominator.get()) };
        Value::Finite(Rational::from_integers(numerator, denominator))
    }
}

impl Float {
    /// The number.
    ///
    /// # Safety
    /// MPFR must have initialised it.
    pub(super) unsafe fn get(&self) -> Value {
        // The lowest exponents stand for what is no ordinary number.
        match self.exponent.wrapping_sub(c_long::MIN) {
            1 => return Value::Finite(Rational::ZERO),
            2 => return Value::NotANumber,
            3 => return Value::infinity(self.sign < 0),
            _ => {}
        }
        let bits = i64::from(Word::BITS);
        let count = (self.precision + bits - 1) / bits;
        let size = usize::try_from(count).unwrap_or_default();
        // SAFETY: MPFR keeps as many limbs as the precision needs.
        let mantissa = UBig::from_words(unsafe { std::slice::from_raw_parts(self.limbs, size) });
        Value::Finite(scaled(self.sign < 0, mantissa, self.exponent - count * bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_read_exactly() {
        let value = |double| match Value::of_double(double) {
            Value::Finite(value) => value,
            other => panic!("{other:?}"),
        };
        assert_eq!(value(0.75), Rational::new(3, 4));
        assert_eq!(value(-6.0), Rational::from(-6));
        assert_eq!(value(-0.0), Rational::ZERO);
        assert_eq!(value(9_223_372_036_854_775_808.0).to_string(), "9223372036854775808");
        assert_eq!(value(f64::MIN_POSITIVE / 2.0).signum(), 1);
        assert_eq!(Value::of_double(f64::NEG_INFINITY), Value::NegativeInfinity);
        assert_eq!(Value::of_double(f64::NAN), Value::NotANumber);
    }

    #[test]
    fn numbers_of_gmp_and_mpfr_are_read_exactly() {
        let mut limbs: [Word; 2] = [5, 1];
        let integer = |size, limbs: &mut [Word]| Integer { allocated: 2, size, limbs: limbs.as_mut_ptr() };
        // SAFETY: as GMP and MPFR make them.
        unsafe {
            assert_eq!(integer(-2, &mut limbs).get().to_string(), "-18446744073709551621");
            let (mut one, mut two): ([Word; 1], [Word; 1]) = ([1], [2]);
            let half = Fraction { numerator: integer(1, &mut one), denominator: integer(1, &mut two) };
            assert_eq!(half.get(), Value::Finite(Rational::new(1, 2)));
            let infinity = Fraction { numerator: integer(-1, &mut one), denominator: integer(0, &mut two) };
            assert_eq!(infinity.get(), Value::NegativeInfinity);
            let mut digits: [Word; 1] = [0xC << 60];
            let float = Float { precision: 53, sign: -1, exponent: 1, limbs: digits.as_mut_ptr() };
            assert_eq!(float.get(), Value::Finite(Rational::new(-3, 2)));
        }
    }
}
