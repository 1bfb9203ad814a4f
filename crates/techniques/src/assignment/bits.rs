//! Random bit-vectors and floats.

use quis_semantics::{BitVec, Float, Format, Integer, RoundingMode};

use crate::stream::Stream;

/// Wider vectors are not drawn bit by bit.
const MAX_RANDOM: u32 = 1 << 12;

/// The widest vectors that are drawn at all.
const MAX_WIDTH: u32 = 1 << 20;

/// A bit-vector: small, a boundary, a power of two or beside one, or any.
pub(crate) fn vector(stream: &mut Stream, width: u32) -> Option<BitVec> {
    if width > MAX_WIDTH {
        return None;
    }
    let small = |value: usize| BitVec::from_u64(width, value as u64).ok();
    match stream.below(16) {
        0 | 1 => BitVec::zero(width).ok(),
        2 => small(1),
        3 => BitVec::ones(width).ok(),
        4 | 5 => small(stream.below(8)),
        6 => small(stream.below(2 * width as usize + 1)),
        // The least and the greatest signed number.
        7 => power(width, width.saturating_sub(1)),
        8 => power(width, width.saturating_sub(1)).map(|least| least.not()),
        9 => power(width, stream.below(width as usize) as u32),
        10 => {
            let power = power(width, stream.below(width as usize) as u32)?;
            let one = BitVec::from_u64(width, 1).ok()?;
            Some(if stream.chance(1, 2) { power.add(&one) } else { power.sub(&one) })
        }
        11 => small(stream.below(8)).map(|value| value.neg()),
        _ => random(stream, width),
    }
}

/// Two to the power of a number.
fn power(width: u32, exponent: u32) -> Option<BitVec> {
    let power = Integer::from(exponent).pow2().ok()??;
    BitVec::from_integer(width, &power).ok()
}

/// Any bits.
fn random(stream: &mut Stream, width: u32) -> Option<BitVec> {
    let first = width.min(MAX_RANDOM);
    let mut bits: Option<BitVec> = None;
    let mut left = first;
    while left > 0 {
        let part = left.min(64);
        let next = BitVec::from_u64(part, stream.next() >> (64 - part)).ok()?;
        bits = Some(match bits {
            Some(bits) => bits.concat(&next).ok()?,
            None => next,
        });
        left -= part;
    }
    bits?.zero_extend(width - first).ok()
}

/// A float: a zero, an infinity, `NaN`, a boundary of the format, a small number, or any.
pub(crate) fn float(stream: &mut Stream, eb: u32, sb: u32) -> Option<Float> {
    let format = Format::new(eb, sb)?;
    if format.width() > MAX_RANDOM {
        return Some(Float::zero(stream.chance(1, 2), format));
    }
    let sign = stream.chance(1, 2);
    let fraction = sb - 1;
    let one = |width: u32| BitVec::from_u64(width, 1).ok();
    let (exponent, fraction) = match stream.below(16) {
        0 => return Some(Float::zero(sign, format)),
        1 => return Some(Float::infinity(sign, format)),
        2 => return Some(Float::nan(format)),
        3..=5 => {
            let number = Integer::from(stream.below(9) as i64 - 4).to_ibig();
            return Some(Float::from_integer(RoundingMode::Rne, &number, format));
        }
        // The least and the greatest below the normal numbers, the least normal one, the greatest of all.
        6 => (BitVec::zero(eb).ok()?, one(fraction)?),
        7 => (BitVec::zero(eb).ok()?, BitVec::ones(fraction).ok()?),
        8 => (one(eb)?, BitVec::zero(fraction).ok()?),
        9 => (BitVec::ones(eb).ok()?.sub(&one(eb)?), BitVec::ones(fraction).ok()?),
        10 => (BitVec::zero(eb).ok()?, random(stream, fraction)?),
        // Powers of two.
        11 => (random(stream, eb)?, BitVec::zero(fraction).ok()?),
        // Beside one.
        12 => {
            let bias = BitVec::ones(eb).ok()?.sub(&power(eb, eb - 1)?);
            (bias, vector(stream, fraction)?)
        }
        _ => (random(stream, eb)?, random(stream, fraction)?),
    };
    let bits = BitVec::from_bool(sign).concat(&exponent).ok()?.concat(&fraction).ok()?;
    Some(Float::from_bits(format, bits.to_ubig()))
}
