//! Finite floats of every format, on numbers of any length.

use std::cmp::Ordering;

use dashu_base::{BitTest, DivRem, Sign, SquareRootRem};
use dashu_int::{IBig, UBig, fast_div::ConstDivisor};

use super::{Float, Format, RoundingMode};
use crate::TooLarge;

/// The most work of a remainder, in products of machine words.
const MAX_WORK: u64 = 1 << 28;

/// The number `±m·2^e`, not zero.
#[derive(Clone)]
pub(super) struct Number {
    pub(super) sign: bool,
    pub(super) m: UBig,
    pub(super) e: IBig,
}

impl Number {
    /// The negation if `flip`.
    pub(super) fn negate_if(self, flip: bool) -> Number {
        Number { sign: self.sign != flip, ..self }
    }

    /// The exponent of the bit above the leading one.
    pub(super) fn top(&self) -> IBig {
        &self.e + IBig::from(self.m.bit_len())
    }
}

/// A float that is finite and not zero, as a number.
pub(super) fn unpack(float: &Float) -> Number {
    let format = float.format;
    let fraction = format.sb() as usize - 1;
    let (mut m, exponent) = float.magnitude().split_bits(fraction);
    let quantum = format.min_exponent() - IBig::from(fraction);
    let e = if exponent.is_zero() {
        quantum
    } else {
        m.set_bit(fraction);
        quantum + IBig::from(exponent) - IBig::ONE
    };
    Number { sign: float.sign(), m, e }
}

/// Rounds a number. Its last bit may stand for a rest if `m` has two bits more than the significand.
pub(super) fn round(mode: RoundingMode, format: Format, a: Number) -> Float {
    let fraction = format.sb() as usize - 1;
    let top = a.top() - IBig::ONE;
    if top > format.max_exponent() {
        return Float::overflow(mode, a.sign, format);
    }
    let min = format.min_exponent();
    let top = top.max(min.clone());
    // What the last bit of the significand stands for is 2^(top - fraction).
    let shift = &top - IBig::from(fraction) - a.e;
    let n = match shift.into_parts() {
        // At most to the length of a significand.
        (Sign::Negative, shift) => a.m << usize::try_from(&shift).unwrap_or(0),
        (Sign::Positive, shift) => round_shift(mode, a.sign, a.m, &shift),
    };
    // The hidden bit, if set, adds the missing one to the exponent; a carry out of the significand does too, up to
    // infinity.
    let exponent = (top - min).into_parts().1;
    Float::large(format, a.sign, (exponent << fraction) + n)
}

/// A result that needs no rounding, and may be zero.
fn exact(format: Format, a: Number) -> Float {
    if a.m.is_zero() { Float::zero(a.sign, format) } else { round(RoundingMode::Rne, format, a) }
}

/// `m / 2^shift`, rounded to an integer.
fn round_shift(mode: RoundingMode, sign: bool, m: UBig, shift: &UBig) -> UBig {
    if shift.is_zero() {
        return m;
    }
    let (n, half, rest) = match usize::try_from(shift) {
        Ok(shift) if shift <= m.bit_len() => {
            let half = m.bit(shift - 1);
            let rest = m.trailing_zeros().is_some_and(|zeros| zeros < shift - 1);
            (m >> shift, half, rest)
        }
        _ => (UBig::ZERO, false, !m.is_zero()),
    };
    if mode.rounds_away(sign, n.bit(0), half, rest) { n + UBig::ONE } else { n }
}

/// Appends a bit that stands for a rest.
fn sticky(m: UBig, rest: bool) -> UBig {
    let mut m = m << 1;
    if rest {
        m.set_bit(0);
    }
    m
}

pub(super) fn add(mode: RoundingMode, format: Format, a: Number, b: Number) -> Float {
    let (high, low) = if a.e >= b.e { (a, b) } else { (b, a) };
    let same = high.sign == low.sign;
    // So many bits after the high one that the low one is less than the last of them.
    let extra = format.sb() as usize + 3;
    let gap = match usize::try_from(&(&high.e - &low.e)) {
        Ok(gap) if gap <= low.m.bit_len() + extra => gap,
        _ => {
            let m = high.m << extra;
            let m = sticky(if same { m } else { m - UBig::ONE }, true);
            return round(mode, format, Number { sign: high.sign, m, e: high.e - IBig::from(extra + 1) });
        }
    };
    let h = high.m << gap;
    let (sign, m) = match h.cmp(&low.m) {
        _ if same => (high.sign, h + low.m),
        Ordering::Greater => (high.sign, h - low.m),
        Ordering::Less => (low.sign, low.m - h),
        Ordering::Equal => return Float::zero(mode == RoundingMode::Rtn, format),
    };
    round(mode, format, Number { sign, m, e: low.e })
}

/// The exact product.
fn product(a: &Number, b: &Number) -> Number {
    Number { sign: a.sign != b.sign, m: &a.m * &b.m, e: &a.e + &b.e }
}

pub(super) fn mul(mode: RoundingMode, format: Format, a: &Number, b: &Number) -> Float {
    round(mode, format, product(a, b))
}

pub(super) fn fma(mode: RoundingMode, format: Format, a: &Number, b: &Number, c: Number) -> Float {
    add(mode, format, product(a, b), c)
}

pub(super) fn div(mode: RoundingMode, format: Format, a: Number, b: &Number) -> Float {
    let sign = a.sign != b.sign;
    round(mode, format, quotient(format, sign, a.m, &b.m, a.e - &b.e))
}

/// `±a/b·2^e` with a bit for the rest, precise enough to round to the format.
pub(super) fn quotient(format: Format, sign: bool, a: UBig, b: &UBig, e: IBig) -> Number {
    let shift = (format.sb() as usize + 2 + b.bit_len()).saturating_sub(a.bit_len());
    let (q, rest) = (a << shift).div_rem(b);
    Number { sign, m: sticky(q, !rest.is_zero()), e: e - IBig::from(shift + 1) }
}

pub(super) fn sqrt(mode: RoundingMode, format: Format, a: Number) -> Float {
    let mut shift = (2 * format.sb() as usize + 3).saturating_sub(a.m.bit_len());
    let mut e = a.e - IBig::from(shift);
    if e.bit(0) {
        shift += 1;
        e -= IBig::ONE;
    }
    let (root, rest) = (a.m << shift).sqrt_rem();
    round(mode, format, Number { sign: false, m: sticky(root, !rest.is_zero()), e: (e >> 1) - IBig::ONE })
}

pub(super) fn rem(format: Format, a: Number, b: Number) -> Result<Float, TooLarge> {
    // Less than half of the divisor.
    if a.top() <= b.top() - IBig::from(2) {
        return Ok(exact(format, a));
    }
    let (gap_sign, gap) = (&a.e - &b.e).into_parts();
    let (divisor, gap, e) = match gap_sign {
        // The leading bits being close, the divisor gets at most one bit longer than a significand.
        Sign::Negative => (b.m << usize::try_from(&gap).map_err(|_| TooLarge)?, UBig::ZERO, a.e),
        Sign::Positive => (b.m, gap, b.e),
    };
    // Modulo twice the divisor, the half it falls into is the parity of the quotient.
    let rest = shifted_modulo(a.m, &gap, &divisor << 1)?;
    let odd = rest >= divisor;
    let rest = if odd { rest - &divisor } else { rest };
    let up = match (&rest << 1).cmp(&divisor) {
        Ordering::Less => false,
        Ordering::Equal => odd,
        Ordering::Greater => true,
    };
    let m = if up { divisor - rest } else { rest };
    Ok(exact(format, Number { sign: a.sign != up, m, e }))
}

/// `m·2^shift` modulo a number, for every length of shift.
fn shifted_modulo(m: UBig, shift: &UBig, modulus: UBig) -> Result<UBig, TooLarge> {
    match usize::try_from(shift) {
        Ok(shift) if shift <= modulus.bit_len() + 128 => Ok((m << shift) % modulus),
        _ => {
            let words = (modulus.bit_len() as u64).div_ceil(64);
            let work = words.saturating_mul(words).saturating_mul(shift.bit_len() as u64);
            if work > MAX_WORK {
                return Err(TooLarge);
            }
            let ring = ConstDivisor::new(modulus);
            let power = ring.reduce(UBig::from(2_u8)).pow(shift);
            Ok((ring.reduce(m) * power).residue())
        }
    }
}

pub(super) fn round_to_integral(mode: RoundingMode, format: Format, a: Number) -> Float {
    match integral(mode, &a) {
        None => round(mode, format, a),
        Some(n) if n.is_zero() => Float::zero(a.sign, format),
        // In a format with few exponents the integer may be beyond the largest float.
        Some(n) => round(mode, format, Number { sign: a.sign, m: n, e: IBig::ZERO }),
    }
}

/// The magnitude rounded to an integer; none if it is one as `m·2^e` with an exponent above zero.
pub(super) fn integral(mode: RoundingMode, a: &Number) -> Option<UBig> {
    match a.e.clone().into_parts() {
        (Sign::Positive, e) if !e.is_zero() => None,
        (_, shift) => Some(round_shift(mode, a.sign, a.m.clone(), &shift)),
    }
}
