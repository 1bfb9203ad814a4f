//! Finite floats of small formats on machine words: no allocation.

use super::{Bits, Float, Format, RoundingMode, low};

/// The longest exponent of this path: sums of exponents stay far from the ends of `i64`.
const MAX_EB: u32 = 30;

/// The longest significand of this path: a product of two leaves some bits of a `u128`, see [`fma`].
const MAX_SB: u32 = 60;

/// The number `±m·2^e`, not zero.
#[derive(Clone, Copy)]
pub(super) struct Number {
    sign: bool,
    m: u64,
    e: i64,
}

impl Number {
    /// The negation if `flip`.
    pub(super) fn negate_if(self, flip: bool) -> Number {
        Number { sign: self.sign != flip, ..self }
    }
}

/// Whether this path takes the format.
pub(super) fn takes(format: Format) -> bool {
    format.eb() <= MAX_EB && format.sb() <= MAX_SB && format.width() <= 64
}

/// The exponent of the leading bit of the smallest normal floats.
fn min_exponent(format: Format) -> i64 {
    2 - (1 << (format.eb() - 1))
}

/// A float as a number; none if it is zero, infinite or NaN, or if this path does not take its format.
#[inline]
pub(super) fn unpack(float: &Float) -> Option<Number> {
    let Bits::Small(bits) = float.bits else { return None };
    let format = float.format;
    if !takes(format) {
        return None;
    }
    let fraction = format.sb() - 1;
    let exponent = (bits >> fraction) & low(format.eb());
    let m = bits & low(fraction);
    let sign = bits >> (format.width() - 1) == 1;
    let quantum = min_exponent(format) - i64::from(fraction);
    if exponent == low(format.eb()) {
        None
    } else if exponent != 0 {
        Some(Number { sign, m: m | (1 << fraction), e: quantum + exponent as i64 - 1 })
    } else if m != 0 {
        Some(Number { sign, m, e: quantum })
    } else {
        None
    }
}

/// Rounds `±m·2^e`, where `m` is not zero. Its last bit may stand for a rest if `m` has two bits more than the
/// significand.
#[inline]
fn round(mode: RoundingMode, format: Format, sign: bool, m: u128, e: i64) -> Float {
    // Of a long `m`, the last of 64 bits stands for the rest: still two more than a significand has.
    let excess = 64_u32.saturating_sub(m.leading_zeros());
    if excess == 0 {
        return round_word(mode, format, sign, m as u64, e);
    }
    let rest = m << (128 - excess) != 0;
    round_word(mode, format, sign, (m >> excess) as u64 | u64::from(rest), e + i64::from(excess))
}

/// Rounds `±m·2^e` as [`round`] does.
fn round_word(mode: RoundingMode, format: Format, sign: bool, m: u64, e: i64) -> Float {
    let fraction = i64::from(format.sb() - 1);
    let min = min_exponent(format);
    let top = e + 63 - i64::from(m.leading_zeros());
    if top > 1 - min {
        return Float::overflow(mode, sign, format);
    }
    let top = top.max(min);
    // What the last bit of the significand stands for is 2^(top - fraction).
    let shift = top - fraction - e;
    let n = if shift <= 0 { m << -shift } else { round_shift(mode, sign, m, shift) };
    // The hidden bit, if set, adds the missing one to the exponent; a carry out of the significand does too, up to
    // infinity.
    Float::small(format, sign, (((top - min) as u64) << fraction) + n)
}

/// `m / 2^shift`, rounded to an integer; the shift is above zero.
fn round_shift(mode: RoundingMode, sign: bool, m: u64, shift: i64) -> u64 {
    let (n, lost) = match shift {
        1..=63 => (m >> shift, m << (64 - shift)),
        64 => (0, m),
        // Less than a half, but not zero.
        _ => (0, 1),
    };
    n + u64::from(mode.rounds_away(sign, n & 1 == 1, lost >> 63 == 1, lost << 1 != 0))
}

pub(super) fn add(mode: RoundingMode, format: Format, a: Number, b: Number) -> Float {
    let (high, low) = if a.e >= b.e { (a, b) } else { (b, a) };
    let gap = high.e - low.e;
    let same = high.sign == low.sign;
    let (h, l) = (u128::from(high.m), u128::from(low.m));
    if gap > 66 {
        // The high one is normal, as its last bit is not the lowest of the format; so it has all of its bits. The
        // low one is less than the last of four more bits.
        let m = if same { h << 4 } else { (h << 4) - 1 };
        return round(mode, format, high.sign, m << 1 | 1, high.e - 5);
    }
    let h = h << gap;
    if same {
        round(mode, format, high.sign, h + l, low.e)
    } else if h > l {
        round(mode, format, high.sign, h - l, low.e)
    } else if h < l {
        round(mode, format, low.sign, l - h, low.e)
    } else {
        Float::zero(mode == RoundingMode::Rtn, format)
    }
}

pub(super) fn mul(mode: RoundingMode, format: Format, a: Number, b: Number) -> Float {
    round(mode, format, a.sign != b.sign, u128::from(a.m) * u128::from(b.m), a.e + b.e)
}

pub(super) fn div(mode: RoundingMode, format: Format, a: Number, b: Number) -> Float {
    // Two bits more in the quotient than in the significand, and then one for the rest.
    let shift = format.sb() + 2 + a.m.leading_zeros() - b.m.leading_zeros();
    // The dividend has two bits more than two significands.
    let (q, exact) = if format.sb() <= 31 {
        let dividend = a.m << shift;
        let q = dividend / b.m;
        (u128::from(q), q * b.m == dividend)
    } else {
        let (dividend, divisor) = (u128::from(a.m) << shift, u128::from(b.m));
        let q = dividend / divisor;
        (q, q * divisor == dividend)
    };
    round(mode, format, a.sign != b.sign, q << 1 | u128::from(!exact), a.e - b.e - i64::from(shift) - 1)
}

pub(super) fn fma(mode: RoundingMode, format: Format, a: Number, b: Number, c: Number) -> Float {
    // Both terms with their leading bit in one place, one bit left for a carry.
    let product = u128::from(a.m) * u128::from(b.m);
    let sign = a.sign != b.sign;
    let (p, p_e) =
        (product << (product.leading_zeros() - 1), a.e + b.e - i64::from(product.leading_zeros()) + 1);
    let addend = u128::from(c.m);
    let (q, q_e) = (addend << (addend.leading_zeros() - 1), c.e - i64::from(addend.leading_zeros()) + 1);
    let (high, high_sign, e, low, low_sign, gap) =
        if p_e >= q_e { (p, sign, p_e, q, c.sign, p_e - q_e) } else { (q, c.sign, q_e, p, sign, q_e - p_e) };
    // Each term has at least seven zeros at its end. So a gap that loses bits is so large that the leading bits
    // cannot cancel, and the last bit may stand for those lost.
    let low = match gap {
        0 => low,
        1..=127 => low >> gap | u128::from(low << (128 - gap) != 0),
        _ => 1,
    };
    if high_sign == low_sign {
        round(mode, format, high_sign, high + low, e)
    } else if high > low {
        round(mode, format, high_sign, high - low, e)
    } else if high < low {
        round(mode, format, low_sign, low - high, e)
    } else {
        Float::zero(mode == RoundingMode::Rtn, format)
    }
}

pub(super) fn sqrt(mode: RoundingMode, format: Format, a: Number) -> Float {
    // An even exponent, and one bit more in the root than in the significand, and then one for the rest.
    let mut shift = i64::from(2 * format.sb() + 2) - i64::from(64 - a.m.leading_zeros());
    if (a.e - shift) & 1 == 1 {
        shift -= 1;
    }
    let (root, exact) = if format.sb() <= 31 {
        let square = a.m << shift;
        let root = square.isqrt();
        (root, root * root == square)
    } else {
        let square = u128::from(a.m) << shift;
        let root = square.isqrt();
        (root as u64, root * root == square)
    };
    round_word(mode, format, false, root << 1 | u64::from(!exact), (a.e - shift) / 2 - 1)
}

pub(super) fn rem(format: Format, a: Number, b: Number) -> Float {
    let gap = a.e - b.e;
    let (top, other_top) = (a.e - i64::from(a.m.leading_zeros()), b.e - i64::from(b.m.leading_zeros()));
    // Less than half of the divisor.
    if top <= other_top - 2 {
        return exact(format, a.sign, a.m, a.e);
    }
    // The leading bits being close, the divisor gets at most one bit longer than a significand.
    let (divisor, gap, e) = if gap < 0 { (b.m << -gap, 0, a.e) } else { (b.m, gap as u64, b.e) };
    // Modulo twice the divisor, the half it falls into is the parity of the quotient.
    let modulus = u128::from(divisor) << 1;
    let rest = u128::from(a.m) % modulus * power_of_two(gap, modulus) % modulus;
    let divisor = u128::from(divisor);
    let (odd, rest) = if rest >= divisor { (true, rest - divisor) } else { (false, rest) };
    let up = 2 * rest > divisor || (2 * rest == divisor && odd);
    let rest = if up { divisor - rest } else { rest };
    exact(format, a.sign != up, rest as u64, e)
}

/// A result that needs no rounding.
fn exact(format: Format, sign: bool, m: u64, e: i64) -> Float {
    if m == 0 { Float::zero(sign, format) } else { round_word(RoundingMode::Rne, format, sign, m, e) }
}

/// `2^exponent` modulo a number of at most 64 bits.
fn power_of_two(exponent: u64, modulus: u128) -> u128 {
    let mut power = 1 % modulus;
    let mut position = u64::BITS - exponent.leading_zeros();
    while position > 0 {
        position -= 1;
        power = power * power % modulus;
        if exponent >> position & 1 == 1 {
            power = power * 2 % modulus;
        }
    }
    power
}

pub(super) fn round_to_integral(mode: RoundingMode, format: Format, a: Number) -> Float {
    if a.e >= 0 {
        return exact(format, a.sign, a.m, a.e);
    }
    let n = round_shift(mode, a.sign, a.m, -a.e);
    if n == 0 {
        return Float::zero(a.sign, format);
    }
    // In a format with few exponents the integer may be beyond the largest float.
    round_word(mode, format, a.sign, n, 0)
}

/// `to_fp` from another format.
pub(super) fn convert(mode: RoundingMode, format: Format, a: Number) -> Float {
    round_word(mode, format, a.sign, a.m, a.e)
}
