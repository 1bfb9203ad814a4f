//! Exact integers, the values of the sort `Int`; one that fits a machine word needs no allocation.

use std::cmp::Ordering;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use dashu_base::{BitTest, DivEuclid, Gcd, RemEuclid, Sign};
use dashu_int::{IBig, UBig};

use crate::budget::{MAX_BITS, TooLarge};

/// An exact integer.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

/// `Big` holds only what does not fit `Small`, so that equal integers have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<IBig>),
}

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer(Repr::Small(0));
    /// One.
    pub const ONE: Integer = Integer(Repr::Small(1));

    /// Reads decimal digits, with an optional leading `-`; anything else gives `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Integer> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        // The library would also take a plus sign and underscores.
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        match i64::from_str(text) {
            Ok(small) => Some(Integer::from(small)),
            Err(_) => IBig::from_str(text).ok().map(Integer::from),
        }
    }

    /// Writes its digits behind a text, and a `-` before them if it is negative.
    pub fn write_to(&self, out: &mut String) {
        match &self.0 {
            Repr::Small(small) => out.push_str(itoa::Buffer::new().format(*small)),
            // Writing to a string does not fail.
            Repr::Big(big) => drop(write!(out, "{big}")),
        }
    }

    /// The integer as an `i64`, if it fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(small) => Some(*small),
            Repr::Big(_) => None,
        }
    }

    /// The integer as a `u64`, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Small(small) => u64::try_from(*small).ok(),
            Repr::Big(big) => u64::try_from(&**big).ok(),
        }
    }

    /// The integer as a `u32`, if it fits.
    #[must_use]
    pub fn to_u32(&self) -> Option<u32> {
        self.to_i64().and_then(|small| u32::try_from(small).ok())
    }

    /// The integer as a `usize`, if it fits.
    #[must_use]
    pub fn to_usize(&self) -> Option<usize> {
        self.to_u64().and_then(|small| usize::try_from(small).ok())
    }

    /// The integer as a number of the arithmetic library.
    #[must_use]
    pub fn to_ibig(&self) -> IBig {
        match &self.0 {
            Repr::Small(small) => IBig::from(*small),
            Repr::Big(big) => (**big).clone(),
        }
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// Whether this is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(small) => *small < 0,
            Repr::Big(big) => big.sign() == Sign::Negative,
        }
    }

    /// How this compares to zero.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Small(small) => small.cmp(&0),
            Repr::Big(big) if big.sign() == Sign::Negative => Ordering::Less,
            Repr::Big(_) => Ordering::Greater,
        }
    }

    /// The number of bits of the absolute value; zero has none.
    #[must_use]
    pub fn bit_len(&self) -> usize {
        match &self.0 {
            Repr::Small(small) => (64 - small.unsigned_abs().leading_zeros()) as usize,
            Repr::Big(big) => big.bit_len(),
        }
    }

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Integer) -> Integer {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Integer::from(sum);
        }
        Integer::from(match (&self.0, &other.0) {
            (Repr::Big(a), Repr::Big(b)) => &**a + &**b,
            (Repr::Big(a), Repr::Small(b)) => &**a + b,
            (Repr::Small(a), Repr::Big(b)) => &**b + a,
            (Repr::Small(a), Repr::Small(b)) => IBig::from(*a) + b,
        })
    }

    /// The difference.
    #[must_use]
    pub fn sub(&self, other: &Integer) -> Integer {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Integer::from(difference);
        }
        Integer::from(match (&self.0, &other.0) {
            (Repr::Big(a), Repr::Big(b)) => &**a - &**b,
            (Repr::Big(a), Repr::Small(b)) => &**a - b,
            (Repr::Small(a), Repr::Big(b)) => a - &**b,
            (Repr::Small(a), Repr::Small(b)) => IBig::from(*a) - b,
        })
    }

    /// The product.
    ///
    /// # Errors
    /// If it would have more than [`MAX_BITS`] bits.
    pub fn mul(&self, other: &Integer) -> Result<Integer, TooLarge> {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ok(Integer::from(product));
        }
        if self.bit_len() + other.bit_len() > MAX_BITS {
            return Err(TooLarge);
        }
        Ok(Integer::from(match (&self.0, &other.0) {
            (Repr::Big(a), Repr::Big(b)) => &**a * &**b,
            (Repr::Big(a), Repr::Small(b)) => &**a * b,
            (Repr::Small(a), Repr::Big(b)) => &**b * a,
            (Repr::Small(a), Repr::Small(b)) => IBig::from(*a) * b,
        }))
    }

    /// The negation.
    #[must_use]
    pub fn neg(&self) -> Integer {
        match &self.0 {
            Repr::Small(small) => match small.checked_neg() {
                Some(negated) => Integer::from(negated),
                None => Integer::from(-IBig::from(*small)),
            },
            Repr::Big(big) => Integer::from(-&**big),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Integer {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The quotient of the division whose remainder is never negative; `None` by zero.
    #[must_use]
    // (div m n)
    // the q with m = n * q + r and 0 <= r < (abs n)
    pub fn div(&self, other: &Integer) -> Option<Integer> {
        if other.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(quotient) = a.checked_div_euclid(*b)
        {
            return Some(Integer::from(quotient));
        }
        Some(Integer::from(self.to_ibig().div_euclid(other.to_ibig())))
    }

    /// The remainder of that division, which is never negative; `None` by zero.
    #[must_use]
    // (mod m n)
    // the r with m = n * q + r and 0 <= r < (abs n)
    pub fn modulo(&self, other: &Integer) -> Option<Integer> {
        if other.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            // Only the least number modulo -1 overflows, and anything modulo -1 is zero.
            return Some(Integer::from(a.checked_rem_euclid(*b).unwrap_or(0)));
        }
        Some(Integer::from(self.to_ibig().rem_euclid(other.to_ibig())))
    }

    /// The power, with `None` for a negative exponent; anything to the power of zero is one.
    ///
    /// # Errors
    /// If it would have more than [`MAX_BITS`] bits.
    pub fn pow(&self, exponent: &Integer) -> Result<Option<Integer>, TooLarge> {
        if exponent.is_negative() {
            return Ok(None);
        }
        if exponent.is_zero() {
            return Ok(Some(Integer::ONE));
        }
        // The three bases whose powers do not grow take an exponent of any size.
        match self.0 {
            Repr::Small(0 | 1) => return Ok(Some(self.clone())),
            Repr::Small(-1) => {
                let even = exponent.modulo(&Integer::from(2i64)).is_none_or(|bit| bit.is_zero());
                return Ok(Some(Integer::from(if even { 1i64 } else { -1i64 })));
            }
            _ => {}
        }
        let exponent = exponent.to_usize().ok_or(TooLarge)?;
        // The power has between (length - 1) * exponent + 1 and length * exponent bits.
        if (self.bit_len() - 1).checked_mul(exponent).is_none_or(|bits| bits >= MAX_BITS) {
            return Err(TooLarge);
        }
        if let Repr::Small(base) = self.0
            && let Some(power) = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent))
        {
            return Ok(Some(Integer::from(power)));
        }
        let power = self.to_ibig().pow(exponent);
        if power.bit_len() > MAX_BITS { Err(TooLarge) } else { Ok(Some(Integer::from(power))) }
    }

    /// Two to the power of this, with `None` for a negative exponent.
    ///
    /// # Errors
    /// If it would have more than [`MAX_BITS`] bits.
    pub fn pow2(&self) -> Result<Option<Integer>, TooLarge> {
        Integer::from(2i64).pow(self)
    }

    /// The logarithm to base two, rounded down, with `None` for what is not positive.
    #[must_use]
    pub fn log2(&self) -> Option<Integer> {
        match self.sign() {
            Ordering::Greater => Some(Integer::from(self.bit_len() - 1)),
            _ => None,
        }
    }
}

/// The greatest common divisor of machine words; the library's fails on two zeros.
pub(super) fn gcd_u64(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 { a | b } else { a.gcd(b) }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            // A big integer is beyond every small one, on the side of its sign.
            (Repr::Big(_), Repr::Small(_)) => self.sign(),
            (Repr::Small(_), Repr::Big(_)) => other.sign().reverse(),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(small) => fmt::Display::fmt(small, f),
            Repr::Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Integer {
        Integer(Repr::Small(value))
    }
}

impl From<i32> for Integer {
    fn from(value: i32) -> Self {
        Integer::from(i64::from(value))
    }
}

impl From<u32> for Integer {
    fn from(value: u32) -> Integer {
        Integer::from(i64::from(value))
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Integer {
        match i64::try_from(value) {
            Ok(small) => Integer::from(small),
            Err(_) => Integer(Repr::Big(Box::new(IBig::from(value)))),
        }
    }
}

impl From<usize> for Integer {
    fn from(value: usize) -> Integer {
        match i64::try_from(value) {
            Ok(small) => Integer::from(small),
            Err(_) => Integer(Repr::Big(Box::new(IBig::from(value)))),
        }
    }
}

impl From<i128> for Integer {
    fn from(value: i128) -> Integer {
        match i64::try_from(value) {
            Ok(small) => Integer::from(small),
            Err(_) => Integer(Repr::Big(Box::new(IBig::from(value)))),
        }
    }
}

impl From<IBig> for Integer {
    fn from(value: IBig) -> Integer {
        match i64::try_from(&value) {
            Ok(small) => Integer::from(small),
            Err(_) => Integer(Repr::Big(Box::new(value))),
        }
    }
}

impl From<UBig> for Integer {
    fn from(value: UBig) -> Integer {
        Integer::from(IBig::from(value))
    }
}
