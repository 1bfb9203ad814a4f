//! Random integers, reals and numbers of finite fields.

use quis_semantics::{Integer, Real};

use crate::stream::Stream;

/// Numbers without small factors in common.
const PRIMES: [i64; 10] = [2, 3, 5, 7, 11, 13, 17, 31, 101, 997];

/// The powers of two at which machine numbers end, and one beyond.
const EXPONENTS: [u32; 8] = [7, 8, 15, 16, 31, 32, 63, 64];

/// An integer: small, a boundary of machine numbers, a prime, or any.
pub(crate) fn integer(stream: &mut Stream) -> Integer {
    match stream.below(16) {
        0..=5 => Integer::from(stream.below(7) as i64 - 3),
        6..=8 => Integer::from(stream.below(41) as i64 - 20),
        9 => {
            let prime = Integer::from(PRIMES[stream.below(PRIMES.len())]);
            signed(stream, prime)
        }
        10 | 11 => {
            let exponent = EXPONENTS[stream.below(EXPONENTS.len())];
            let power = Integer::from(1i128 << exponent).add(&Integer::from(stream.below(3) as i64 - 1));
            signed(stream, power)
        }
        12 => {
            let size = Integer::from(1i128 << stream.below(80));
            signed(stream, size)
        }
        13 | 14 => Integer::from(stream.below(2001) as i64 - 1000),
        _ => {
            let shift = stream.below(64) as u32;
            Integer::from(stream.next().cast_signed() >> shift)
        }
    }
}

fn signed(stream: &mut Stream, value: Integer) -> Integer {
    if stream.chance(1, 2) { value.neg() } else { value }
}

/// A real: an integer, or a quotient with a small denominator.
pub(crate) fn real(stream: &mut Stream) -> Real {
    let numerator = integer(stream);
    let denominator = match stream.below(8) {
        0..=3 => 1,
        4 => 2,
        5 => 10,
        6 => PRIMES[stream.below(PRIMES.len())],
        _ => 1 + stream.below(1000) as i64,
    };
    Real::from_ratio(numerator.clone(), Integer::from(denominator)).unwrap_or_else(|| Real::from(numerator))
}

/// A number of a finite field of this order.
pub(crate) fn of_field(stream: &mut Stream, order: &Integer) -> Option<Integer> {
    let number = match stream.below(8) {
        0..=3 => Integer::from(stream.below(4)),
        4 => order.sub(&Integer::ONE),
        5 => order.sub(&Integer::from(2)),
        _ => Integer::from(stream.next()),
    };
    number.modulo(order)
}
