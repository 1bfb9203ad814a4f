//! Arithmetic: what the fast path does not take is a special value, or goes to the general path.

use super::{Bits, Class, Float, RoundingMode, fast, general};
use crate::TooLarge;

impl Float {
    /// `fp.abs`.
    #[must_use]
    pub fn abs(&self) -> Float {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// `fp.neg`.
    #[must_use]
    pub fn neg(&self) -> Float {
        if self.is_nan() {
            return self.clone();
        }
        let sign = !self.sign();
        match self.bits {
            Bits::Small(bits) => {
                Float { format: self.format, bits: Bits::Small(bits ^ (1 << (self.format.width() - 1))) }
            }
            Bits::Large(_) => Float::large(self.format, sign, self.magnitude()),
        }
    }

    /// The negation if `flip`.
    fn neg_if(&self, flip: bool) -> Float {
        if flip { self.neg() } else { self.clone() }
    }

    /// `fp.add`.
    #[must_use]
    pub fn add(&self, mode: RoundingMode, other: &Float) -> Float {
        self.add_signed(mode, other, false)
    }

    /// `fp.sub`.
    #[must_use]
    pub fn sub(&self, mode: RoundingMode, other: &Float) -> Float {
        self.add_signed(mode, other, true)
    }

    /// The sum with `other`, or with its negation if `flip`.
    fn add_signed(&self, mode: RoundingMode, other: &Float, flip: bool) -> Float {
        if let (Some(a), Some(b)) = (fast::unpack(self), fast::unpack(other)) {
            return fast::add(mode, self.format, a, b.negate_if(flip));
        }
        let differ = self.sign() != (other.sign() ^ flip);
        match (self.class(), other.class()) {
            (Class::Nan, _) | (_, Class::Nan) => Float::nan(self.format),
            // (fp.add m (_ +oo eb sb) (_ -oo eb sb))
            // (_ NaN eb sb)
            (Class::Infinite, Class::Infinite) if differ => Float::nan(self.format),
            (Class::Infinite, _) => self.clone(),
            (_, Class::Infinite) => other.neg_if(flip),
            // (fp.add m (_ +zero eb sb) (_ -zero eb sb))
            // (ite (= m RTN) (_ -zero eb sb) (_ +zero eb sb))
            (Class::Zero, Class::Zero) if differ => Float::zero(mode == RoundingMode::Rtn, self.format),
            (Class::Finite | Class::Zero, Class::Zero) => self.clone(),
            (Class::Zero, Class::Finite) => other.neg_if(flip),
            (Class::Finite, Class::Finite) => {
                let (a, b) = (general::unpack(self), general::unpack(other).negate_if(flip));
                general::add(mode, self.format, a, b)
            }
        }
    }

    /// `fp.mul`.
    #[must_use]
    pub fn mul(&self, mode: RoundingMode, other: &Float) -> Float {
        if let (Some(a), Some(b)) = (fast::unpack(self), fast::unpack(other)) {
            return fast::mul(mode, self.format, a, b);
        }
        let sign = self.sign() != other.sign();
        match (self.class(), other.class()) {
            // (fp.mul m (_ +oo eb sb) (_ +zero eb sb))
            // (_ NaN eb sb)
            (Class::Nan, _)
            | (_, Class::Nan)
            | (Class::Infinite, Class::Zero)
            | (Class::Zero, Class::Infinite) => Float::nan(self.format),
            (Class::Infinite, _) | (_, Class::Infinite) => Float::infinity(sign, self.format),
            (Class::Zero, _) | (_, Class::Zero) => Float::zero(sign, self.format),
            (Class::Finite, Class::Finite) => {
                general::mul(mode, self.format, &general::unpack(self), &general::unpack(other))
            }
        }
    }

    /// `fp.div`.
    #[must_use]
    pub fn div(&self, mode: RoundingMode, other: &Float) -> Float {
        if let (Some(a), Some(b)) = (fast::unpack(self), fast::unpack(other)) {
            return fast::div(mode, self.format, a, b);
        }
        let sign = self.sign() != other.sign();
        match (self.class(), other.class()) {
            // (fp.div m (_ +zero eb sb) (_ +zero eb sb))
            // (_ NaN eb sb)
            (Class::Nan, _)
            | (_, Class::Nan)
            | (Class::Infinite, Class::Infinite)
            | (Class::Zero, Class::Zero) => Float::nan(self.format),
            (Class::Infinite, _) | (_, Class::Zero) => Float::infinity(sign, self.format),
            (Class::Zero, _) | (_, Class::Infinite) => Float::zero(sign, self.format),
            (Class::Finite, Class::Finite) => {
                general::div(mode, self.format, general::unpack(self), &general::unpack(other))
            }
        }
    }

    /// `fp.fma`: `self·factor + addend`, rounded once.
    #[must_use]
    pub fn fma(&self, mode: RoundingMode, factor: &Float, addend: &Float) -> Float {
        if let (Some(a), Some(b), Some(c)) = (fast::unpack(self), fast::unpack(factor), fast::unpack(addend))
        {
            return fast::fma(mode, self.format, a, b, c);
        }
        let sign = self.sign() != factor.sign();
        let differ = sign != addend.sign();
        match (self.class(), factor.class(), addend.class()) {
            (Class::Nan, _, _) | (_, Class::Nan, _) | (_, _, Class::Nan) => Float::nan(self.format),
            // (fp.fma m (_ +oo eb sb) (_ +zero eb sb) x)
            // (_ NaN eb sb)
            (Class::Infinite, Class::Zero, _) | (Class::Zero, Class::Infinite, _) => Float::nan(self.format),
            (Class::Infinite, _, Class::Infinite) | (_, Class::Infinite, Class::Infinite) if differ => {
                Float::nan(self.format)
            }
            (Class::Infinite, _, _) | (_, Class::Infinite, _) => Float::infinity(sign, self.format),
            (_, _, Class::Infinite) => addend.clone(),
            // (fp.fma m (_ +zero eb sb) x (_ -zero eb sb))
            // (ite (= m RTN) (_ -zero eb sb) (_ +zero eb sb))
            (Class::Zero, _, Class::Zero) | (_, Class::Zero, Class::Zero) if differ => {
                Float::zero(mode == RoundingMode::Rtn, self.format)
            }
            (Class::Zero, _, _) | (_, Class::Zero, _) => addend.clone(),
            (Class::Finite, Class::Finite, Class::Zero) => self.mul(mode, factor),
            (Class::Finite, Class::Finite, Class::Finite) => {
                let (a, b) = (general::unpack(self), general::unpack(factor));
                general::fma(mode, self.format, &a, &b, general::unpack(addend))
            }
        }
    }

    /// `fp.sqrt`.
    #[must_use]
    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        if let Some(a) = fast::unpack(self)
            && !self.sign()
        {
            return fast::sqrt(mode, self.format, a);
        }
        match self.class() {
            // (fp.sqrt m (_ -zero eb sb))
            // (_ -zero eb sb)
            Class::Zero => self.clone(),
            _ if self.sign() => Float::nan(self.format),
            Class::Nan | Class::Infinite => self.clone(),
            Class::Finite => general::sqrt(mode, self.format, general::unpack(self)),
        }
    }

    /// `fp.rem`: `self - other·n` for the integer `n` nearest to the quotient, the even one of two.
    ///
    /// # Errors
    /// If exponents are so far apart, in a format so wide, that the work would be too much.
    pub fn rem(&self, other: &Float) -> Result<Float, TooLarge> {
        if let (Some(a), Some(b)) = (fast::unpack(self), fast::unpack(other)) {
            return Ok(fast::rem(self.format, a, b));
        }
        match (self.class(), other.class()) {
            (Class::Nan | Class::Infinite, _) | (_, Class::Nan | Class::Zero) => Ok(Float::nan(self.format)),
            // (fp.rem x (_ +oo eb sb)), (fp.rem (_ -zero eb sb) y)
            // x, (_ -zero eb sb)
            (_, Class::Infinite) | (Class::Zero, _) => Ok(self.clone()),
            (Class::Finite, Class::Finite) => {
                general::rem(self.format, general::unpack(self), general::unpack(other))
            }
        }
    }

    /// `fp.roundToIntegral`.
    #[must_use]
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        if let Some(a) = fast::unpack(self) {
            return fast::round_to_integral(mode, self.format, a);
        }
        match self.class() {
            Class::Nan | Class::Infinite | Class::Zero => self.clone(),
            Class::Finite => general::round_to_integral(mode, self.format, general::unpack(self)),
        }
    }
}
