//! Conversions: `to_fp` in its forms, and back to integers, bit-vectors and reals.

use dashu_base::{BitTest, Sign};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Class, Float, Format, RoundingMode, fast, general};
use crate::{MAX_BITS, TooLarge};

/// The most work of reducing a fraction, in products of machine words.
const MAX_WORK: usize = 1 << 26;

/// The precision, in bits, beyond which an irrational number is no longer refined.
const MAX_PRECISION: u32 = 1 << 16;

impl Float {
    /// `to_fp` of a float of any format.
    #[must_use]
    pub fn convert(&self, mode: RoundingMode, format: Format) -> Float {
        if let Some(a) = fast::unpack(self)
            && fast::takes(format)
        {
            return fast::convert(mode, format, a);
        }
        match self.class() {
            Class::Nan => Float::nan(format),
            Class::Infinite => Float::infinity(self.sign(), format),
            Class::Zero => Float::zero(self.sign(), format),
            Class::Finite => general::round(mode, format, general::unpack(self)),
        }
    }

    /// `to_fp` of a rational number; zero gives plus zero.
    #[must_use]
    pub fn from_rational(mode: RoundingMode, value: &RBig, format: Format) -> Float {
        if value.is_zero() {
            return Float::zero(false, format);
        }
        let (sign, numerator) = value.numerator().clone().into_parts();
        let number =
            general::quotient(format, sign == Sign::Negative, numerator, value.denominator(), IBig::ZERO);
        general::round(mode, format, number)
    }

    /// `to_fp` of an irrational number, given bounds on both sides of it that become as close as asked for: less
    /// than `2^-bits` apart.
    ///
    /// # Errors
    /// If the number is so close to the boundary of two results that the bounds do not tell it from there.
    pub fn from_irrational(
        mode: RoundingMode,
        mut bounds: impl FnMut(u32) -> (RBig, RBig),
        format: Format,
    ) -> Result<Float, TooLarge> {
        let mut bits = format.sb().saturating_add(16);
        loop {
            let (low, high) = bounds(bits);
            // Rounding is monotonic, and the zeros are told apart: what both ends round to, all between does.
            let float = Float::from_rational(mode, &low, format);
            if float == Float::from_rational(mode, &high, format) {
                return Ok(float);
            }
            if bits >= MAX_PRECISION {
                return Err(TooLarge);
            }
            bits = bits.saturating_mul(2);
        }
    }

    /// `to_fp` and `to_fp_unsigned` of a bit-vector, as the integer that it stands for.
    #[must_use]
    pub fn from_integer(mode: RoundingMode, value: &IBig, format: Format) -> Float {
        if value.is_zero() {
            return Float::zero(false, format);
        }
        let (sign, m) = value.clone().into_parts();
        general::round(mode, format, general::Number { sign: sign == Sign::Negative, m, e: IBig::ZERO })
    }

    /// The value rounded to an integer; none for NaN, the infinities, and integers of more than `bits` bits.
    fn to_integer(&self, mode: RoundingMode, bits: u32) -> Option<IBig> {
        match self.class() {
            Class::Nan | Class::Infinite => return None,
            Class::Zero => return Some(IBig::ZERO),
            Class::Finite => {}
        }
        let number = general::unpack(self);
        // A shift would be as long as the exponent is large.
        if number.top() > IBig::from(bits) {
            return None;
        }
        let n = match general::integral(mode, &number) {
            Some(n) => n,
            None => number.m << usize::try_from(&number.e).ok()?,
        };
        Some(IBig::from_parts(if number.sign { Sign::Negative } else { Sign::Positive }, n))
    }

    /// `(_ fp.to_ubv width)`; none where the standard leaves it open: for NaN, the infinities, and if the rounded
    /// value is out of range.
    #[must_use]
    pub fn to_ubv(&self, mode: RoundingMode, width: u32) -> Option<UBig> {
        let n = UBig::try_from(self.to_integer(mode, width)?).ok()?;
        (n.bit_len() <= width as usize).then_some(n)
    }

    /// `(_ fp.to_sbv width)`, in two's complement; none where the standard leaves it open: for NaN, the infinities,
    /// and if the rounded value is out of range.
    #[must_use]
    pub fn to_sbv(&self, mode: RoundingMode, width: u32) -> Option<UBig> {
        let n = self.to_integer(mode, width)?;
        let (sign, magnitude) = n.into_parts();
        if sign == Sign::Positive || magnitude.is_zero() {
            return (magnitude.bit_len() < width as usize).then_some(magnitude);
        }
        // -2^(width - 1) is in range.
        if (&magnitude - UBig::ONE).bit_len() >= width as usize {
            return None;
        }
        Some((UBig::ONE << width as usize) - magnitude)
    }

    /// `fp.to_real`; none for NaN and the infinities, which the standard leaves open.
    ///
    /// # Errors
    /// If the number is too long, for its exponent is far from zero.
    pub fn to_real(&self) -> Result<Option<RBig>, TooLarge> {
        match self.class() {
            Class::Nan | Class::Infinite => return Ok(None),
            Class::Zero => return Ok(Some(RBig::ZERO)),
            Class::Finite => {}
        }
        let number = general::unpack(self);
        // With an odd `m` the length is that of the number itself, and not that of its format.
        let zeros = number.m.trailing_zeros().unwrap_or(0);
        let m = number.m >> zeros;
        let (exponent_sign, e) = (number.e + IBig::from(zeros)).into_parts();
        let e = usize::try_from(&e).ok().filter(|e| e + m.bit_len() <= MAX_BITS).ok_or(TooLarge)?;
        let sign = if number.sign { Sign::Negative } else { Sign::Positive };
        Ok(Some(match exponent_sign {
            Sign::Positive => RBig::from(IBig::from_parts(sign, m << e)),
            // The fraction is reduced, but the library looks for a common divisor, in quadratic time.
            Sign::Negative if (m.bit_len() / 64).saturating_mul(e / 64) > MAX_WORK => return Err(TooLarge),
            Sign::Negative => RBig::from_parts(IBig::from_parts(sign, m), UBig::ONE << e),
        }))
    }
}
