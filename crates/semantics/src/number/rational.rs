//! Exact rational numbers; one of two machine words needs no allocation.

use std::cmp::Ordering;
use std::num::NonZeroU64;

use dashu_base::{BitTest, Sign};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::integer::{Integer, gcd_u64};
use crate::budget::{MAX_BITS, TooLarge};

/// An exact rational number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Rational(Repr);

/// In lowest terms, and `Big` only if `Small` does not hold it: equal numbers are equal in representation.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64, NonZeroU64),
    Big(Box<RBig>),
}

use Repr::{Big, Small};

/// The longest fraction that a power gives, in bits.
const MAX_FRACTION_BITS: u64 = 1 << 18;

impl Rational {
    pub(super) const ZERO: Rational = Rational(Small(0, NonZeroU64::MIN));
    pub(super) const ONE: Rational = Rational(Small(1, NonZeroU64::MIN));

    /// The quotient of two integers; `None` by zero.
    pub(super) fn from_ratio(numerator: &Integer, denominator: &Integer) -> Option<Rational> {
        if denominator.is_zero() {
            return None;
        }
        if let (Some(n), Some(d)) = (numerator.to_i64(), denominator.to_i64()) {
            let (n, d) = (i128::from(n), i128::from(d));
            let n = if d < 0 { -n } else { n };
            return Some(Rational::reduce(n, d.unsigned_abs()));
        }
        Some(Rational::from(RBig::from_parts_signed(numerator.to_ibig(), denominator.to_ibig())))
    }

    /// Brings to lowest terms; the denominator is not zero.
    fn reduce(numerator: i128, denominator: u128) -> Rational {
        let divisor = gcd_u128(numerator.unsigned_abs(), denominator);
        // A divisor that does not fit is left to the library, which reduces again.
        let (numerator, denominator) = match i128::try_from(divisor) {
            Ok(signed) if signed > 1 => (numerator / signed, denominator / divisor),
            _ => (numerator, denominator),
        };
        if let (Ok(n), Ok(d)) = (i64::try_from(numerator), u64::try_from(denominator))
            && let Some(d) = NonZeroU64::new(d)
        {
            return Rational(Small(n, d));
        }
        Rational::from(RBig::from_parts(IBig::from(numerator), UBig::from(denominator.max(1))))
    }

    /// The number as one of the arithmetic library.
    pub(super) fn to_rbig(&self) -> RBig {
        match &self.0 {
            Small(n, d) => RBig::from_parts(IBig::from(*n), UBig::from(d.get())),
            Big(big) => (**big).clone(),
        }
    }

    pub(super) fn numerator(&self) -> Integer {
        match &self.0 {
            Small(n, _) => Integer::from(*n),
            Big(big) => Integer::from(big.numerator().clone()),
        }
    }

    pub(super) fn denominator(&self) -> Integer {
        match &self.0 {
            Small(_, d) => Integer::from(d.get()),
            Big(big) => Integer::from(big.denominator().clone()),
        }
    }

    pub(super) fn is_integer(&self) -> bool {
        match &self.0 {
            Small(_, d) => d.get() == 1,
            Big(big) => big.is_int(),
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        matches!(self.0, Small(0, _))
    }

    pub(super) fn sign(&self) -> Ordering {
        match &self.0 {
            Small(n, _) => n.cmp(&0),
            Big(big) if big.sign() == Sign::Negative => Ordering::Less,
            Big(_) => Ordering::Greater,
        }
    }

    /// The greatest integer that is not above.
    pub(super) fn floor(&self) -> Integer {
        match &self.0 {
            Small(n, d) if d.get() == 1 => Integer::from(*n),
            Small(n, d) => Integer::from(i128::from(*n).div_euclid(i128::from(d.get()))),
            Big(big) => Integer::from(big.floor()),
        }
    }

    pub(super) fn neg(&self) -> Rational {
        match &self.0 {
            Small(n, d) => match n.checked_neg() {
                Some(n) => Rational(Small(n, *d)),
                None => Rational::from(-self.to_rbig()),
            },
            Big(big) => Rational::from(-(**big).clone()),
        }
    }

    /// The inverse; `None` of zero.
    pub(super) fn inverse(&self) -> Option<Rational> {
        if self.is_zero() {
            return None;
        }
        if let Small(n, d) = &self.0
            && let (Ok(top), Some(bottom)) = (i64::try_from(d.get()), NonZeroU64::new(n.unsigned_abs()))
        {
            return Some(Rational(Small(if *n < 0 { -top } else { top }, bottom)));
        }
        let (n, d) = self.to_rbig().into_parts();
        Some(Rational::from(RBig::from_parts_signed(IBig::from(d), n)))
    }

    /// The sum; too large if a part might pass [`MAX_BITS`].
    pub(super) fn add(&self, other: &Rational) -> Result<Rational, TooLarge> {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            let (b, d) = (b.get(), d.get());
            if b == 1
                && d == 1
                && let Some(sum) = a.checked_add(*c)
            {
                return Ok(Rational(Small(sum, NonZeroU64::MIN)));
            }
            // Each product is below 2^127 in size, so only their sum can overflow.
            let (left, right) = (i128::from(*a) * i128::from(d), i128::from(*c) * i128::from(b));
            if let Some(sum) = left.checked_add(right) {
                return Ok(Rational::reduce(sum, u128::from(b) * u128::from(d)));
            }
        }
        self.check(other)?;
        Ok(Rational::from(self.to_rbig() + other.to_rbig()))
    }

    /// The product; too large if a part might pass [`MAX_BITS`].
    pub(super) fn mul(&self, other: &Rational) -> Result<Rational, TooLarge> {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            return Ok(Rational::reduce(
                i128::from(*a) * i128::from(*c),
                u128::from(b.get()) * u128::from(d.get()),
            ));
        }
        self.check(other)?;
        Ok(Rational::from(self.to_rbig() * other.to_rbig()))
    }

    /// The power; `None` for a negative power of zero.
    pub(super) fn pow(&self, exponent: i64) -> Result<Option<Rational>, TooLarge> {
        let base = if exponent < 0 {
            match self.inverse() {
                Some(inverse) => inverse,
                None => return Ok(None),
            }
        } else {
            self.clone()
        };
        // Whatever is done with a long fraction, a common divisor is looked for, in time that is the square of its length.
        let length = base.numerator().bit_len() + base.denominator().bit_len();
        let is_long = || (length as u64).saturating_mul(exponent.unsigned_abs()) > MAX_FRACTION_BITS;
        if base.denominator() != Integer::ONE && is_long() {
            return Err(TooLarge);
        }
        let exponent = Integer::from(exponent.unsigned_abs());
        let (Some(top), Some(bottom)) =
            (base.numerator().pow(&exponent)?, base.denominator().pow(&exponent)?)
        else {
            return Ok(None);
        };
        // Powers of numbers without a common factor have none.
        Ok(Rational::from_ratio(&top, &bottom))
    }

    fn check(&self, other: &Rational) -> Result<(), TooLarge> {
        if self.bits() + other.bits() > MAX_BITS { Err(TooLarge) } else { Ok(()) }
    }

    /// The lengths of numerator and denominator in bits, or less than a word for each.
    pub(super) fn part_lengths(&self) -> (usize, usize) {
        match &self.0 {
            Small(..) => (0, 0),
            Big(big) => (big.numerator().bit_len(), big.denominator().bit_len()),
        }
    }

    /// The bits of both parts together.
    fn bits(&self) -> usize {
        match &self.0 {
            Small(..) => 128,
            Big(big) => big.numerator().bit_len() + big.denominator().bit_len(),
        }
    }
}

fn gcd_u128(mut a: u128, mut b: u128) -> u128 {
    // A division of double words is slow; most pairs fit one word at once.
    while b != 0 {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd_u64(a, b));
        }
        (a, b) = (b, a % b);
    }
    a
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a, b), Small(c, d)) if b == d => a.cmp(c),
            (Small(a, b), Small(c, d)) => {
                (i128::from(*a) * i128::from(d.get())).cmp(&(i128::from(*c) * i128::from(b.get())))
            }
            (Big(a), Big(b)) => a.cmp(b),
            _ => self.sign().cmp(&other.sign()).then_with(|| self.to_rbig().cmp(&other.to_rbig())),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&Integer> for Rational {
    fn from(value: &Integer) -> Rational {
        match value.to_i64() {
            Some(small) => Rational(Small(small, NonZeroU64::MIN)),
            None => Rational(Big(Box::new(RBig::from(value.to_ibig())))),
        }
    }
}

impl From<RBig> for Rational {
    fn from(value: RBig) -> Rational {
        if let (Ok(n), Ok(d)) = (i64::try_from(value.numerator()), u64::try_from(value.denominator()))
            && let Some(d) = NonZeroU64::new(d)
        {
            return Rational(Small(n, d));
        }
        Rational(Big(Box::new(value)))
    }
}

impl std::fmt::Debug for Rational {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator())
        } else {
            write!(f, "{}/{}", self.numerator(), self.denominator())
        }
    }
}
