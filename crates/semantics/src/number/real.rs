//! Exact real numbers, the values of the sort `Real`: the rationals and the real algebraic numbers.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::algebraic::{self, Algebraic};
use super::integer::Integer;
use super::rational::Rational;
use crate::budget::TooLarge;

/// An exact real algebraic number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Real(Repr);

/// A rational number is always in the rational form, so that the forms never hold equal numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Rational(Rational),
    Algebraic(Arc<Algebraic>),
}

impl Real {
    /// Zero.
    pub const ZERO: Real = Real(Repr::Rational(Rational::ZERO));
    /// One.
    pub const ONE: Real = Real(Repr::Rational(Rational::ONE));

    pub(super) fn rational(value: Rational) -> Real {
        Real(Repr::Rational(value))
    }

    pub(super) fn algebraic(value: Algebraic) -> Real {
        Real(Repr::Algebraic(Arc::new(value)))
    }

    /// The lengths of numerator and denominator in bits; of an irrational number, whose size has limits of its own,
    /// zero.
    pub(crate) fn part_lengths(&self) -> (usize, usize) {
        match &self.0 {
            Repr::Rational(value) => value.part_lengths(),
            Repr::Algebraic(_) => (0, 0),
        }
    }

    /// The length of the longer part of a rational number in bits: its powers grow with it.
    pub(crate) fn longer_part(&self) -> usize {
        match &self.0 {
            Repr::Rational(value) => value.numerator().bit_len().max(value.denominator().bit_len()),
            Repr::Algebraic(_) => 0,
        }
    }

    /// Reads digits with an optional leading `-` and an optional fraction: `12.50`, `-3`; otherwise `None`.
    #[must_use]
    pub fn parse_decimal(text: &str) -> Option<Real> {
        let Some((whole, fraction)) = text.split_once('.') else {
            return Integer::parse(text).map(Real::from);
        };
        if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if whole.strip_prefix('-').unwrap_or(whole).is_empty() {
            return None;
        }
        // The zeros at the end would only make the power of ten larger.
        let fraction = fraction.trim_end_matches('0');
        if fraction.is_empty() {
            return Integer::parse(whole).map(Real::from);
        }
        let digits = Integer::parse(&format!("{whole}{fraction}"))?;
        let scale = Integer::from(IBig::from(10).pow(fraction.len()));
        Rational::from_ratio(&digits, &scale).map(Real::rational)
    }

    /// Reads a rational as it is shown to people, `-3/2` or `1.5`; otherwise `None`.
    #[must_use]
    pub fn parse_fraction(text: &str) -> Option<Real> {
        match text.split_once('/') {
            Some((numerator, denominator)) if !denominator.starts_with('-') => {
                Real::from_ratio(Integer::parse(numerator)?, Integer::parse(denominator)?)
            }
            Some(_) => None,
            None => Real::parse_decimal(text),
        }
    }

    /// The number as people write it, `-3/2` or `4`; `None` if irrational.
    #[must_use]
    pub fn fraction_text(&self) -> Option<String> {
        match &self.0 {
            Repr::Rational(value) => Some(format!("{value:?}")),
            Repr::Algebraic(_) => None,
        }
    }

    /// The quotient of two integers; `None` by zero.
    #[must_use]
    pub fn from_ratio(numerator: Integer, denominator: Integer) -> Option<Real> {
        Rational::from_ratio(&numerator, &denominator).map(Real::rational)
    }

    /// The `index`-th smallest of the distinct real roots, counted from one; `None` if there are fewer.
    ///
    /// The coefficients start with the constant one.
    ///
    /// # Errors
    /// If degree or coefficients are past the limits of [`Algebraic`].
    // (root-obj (+ (^ x 2) (- 2)) 2), as Z3 writes it
    // the second smallest root of x^2 - 2, the square root of two
    pub fn root_of(coefficients: &[IBig], index: u32) -> Result<Option<Real>, TooLarge> {
        algebraic::root_of(coefficients, index)
    }

    /// The one real root that is not below `low` and not above `high`; `None` if there is not exactly one.
    ///
    /// The coefficients start with the constant one.
    ///
    /// # Errors
    /// If degree or coefficients are past the limits of [`Algebraic`].
    pub fn root_between(coefficients: &[IBig], low: &RBig, high: &RBig) -> Result<Option<Real>, TooLarge> {
        algebraic::root_between(coefficients, low, high)
    }

    /// Whether this is an integer.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        matches!(&self.0, Repr::Rational(value) if value.is_integer())
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Repr::Rational(value) if value.is_zero())
    }

    /// Whether this is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// How this compares to zero.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Rational(value) => value.sign(),
            Repr::Algebraic(value) => value.sign(),
        }
    }

    /// The number as an integer, if it is one.
    #[must_use]
    pub fn to_integer(&self) -> Option<Integer> {
        match &self.0 {
            Repr::Rational(value) if value.is_integer() => Some(value.numerator()),
            _ => None,
        }
    }

    /// The numerator in lowest terms, with the sign; `None` if irrational.
    #[must_use]
    pub fn numerator(&self) -> Option<Integer> {
        match &self.0 {
            Repr::Rational(value) => Some(value.numerator()),
            Repr::Algebraic(_) => None,
        }
    }

    /// The denominator in lowest terms, which is positive; `None` if irrational.
    #[must_use]
    pub fn denominator(&self) -> Option<Integer> {
        match &self.0 {
            Repr::Rational(value) => Some(value.denominator()),
            Repr::Algebraic(_) => None,
        }
    }

    /// The number as a rational of the arithmetic library; `None` if irrational.
    #[must_use]
    pub fn to_rbig(&self) -> Option<RBig> {
        match &self.0 {
            Repr::Rational(value) => Some(value.to_rbig()),
            Repr::Algebraic(_) => None,
        }
    }

    /// The irrational number inside; `None` if rational.
    #[must_use]
    pub fn to_algebraic(&self) -> Option<&Algebraic> {
        match &self.0 {
            Repr::Rational(_) => None,
            Repr::Algebraic(value) => Some(value),
        }
    }

    /// Rationals below and above, no further apart than `2^-precision`; both are the number if it is rational.
    #[must_use]
    pub fn bounds(&self, precision: u32) -> (RBig, RBig) {
        match &self.0 {
            Repr::Rational(value) => (value.to_rbig(), value.to_rbig()),
            Repr::Algebraic(value) => value.bounds(precision),
        }
    }

    /// The greatest integer that is not above.
    #[must_use]
    // (to_int x)
    // the greatest integer n with (<= (to_real n) x)
    pub fn floor(&self) -> Integer {
        match &self.0 {
            Repr::Rational(value) => value.floor(),
            Repr::Algebraic(value) => value.floor(),
        }
    }

    /// The negation.
    #[must_use]
    pub fn neg(&self) -> Real {
        match &self.0 {
            Repr::Rational(value) => Real::rational(value.neg()),
            Repr::Algebraic(value) => Real::algebraic(value.neg()),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Real {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The sum.
    ///
    /// # Errors
    /// If it is past the limits of a number.
    pub fn add(&self, other: &Real) -> Result<Real, TooLarge> {
        match (&self.0, &other.0) {
            (Repr::Rational(a), Repr::Rational(b)) => a.add(b).map(Real::rational),
            (Repr::Rational(a), Repr::Algebraic(b)) | (Repr::Algebraic(b), Repr::Rational(a)) => {
                if a.is_zero() {
                    return Ok(Real(Repr::Algebraic(b.clone())));
                }
                b.add_rational(&a.to_rbig()).map(Real::algebraic)
            }
            (Repr::Algebraic(a), Repr::Algebraic(b)) => a.add(b),
        }
    }

    /// The difference.
    ///
    /// # Errors
    /// If it is past the limits of a number.
    pub fn sub(&self, other: &Real) -> Result<Real, TooLarge> {
        self.add(&other.neg())
    }

    /// The product.
    ///
    /// # Errors
    /// If it is past the limits of a number.
    pub fn mul(&self, other: &Real) -> Result<Real, TooLarge> {
        match (&self.0, &other.0) {
            (Repr::Rational(a), Repr::Rational(b)) => a.mul(b).map(Real::rational),
            (Repr::Rational(a), Repr::Algebraic(b)) | (Repr::Algebraic(b), Repr::Rational(a)) => {
                if a.is_zero() {
                    return Ok(Real::ZERO);
                }
                if *a == Rational::ONE {
                    return Ok(Real(Repr::Algebraic(b.clone())));
                }
                b.mul_rational(&a.to_rbig()).map(Real::algebraic)
            }
            (Repr::Algebraic(a), Repr::Algebraic(b)) => a.mul(b),
        }
    }

    /// The quotient; `None` by zero.
    ///
    /// # Errors
    /// If it is past the limits of a number.
    pub fn div(&self, other: &Real) -> Result<Option<Real>, TooLarge> {
        match other.inverse()? {
            Some(inverse) => self.mul(&inverse).map(Some),
            None => Ok(None),
        }
    }

    /// The inverse; `None` of zero.
    ///
    /// # Errors
    /// If it is past the limits of a number.
    pub fn inverse(&self) -> Result<Option<Real>, TooLarge> {
        match &self.0 {
            Repr::Rational(value) => Ok(value.inverse().map(Real::rational)),
            Repr::Algebraic(value) => value.inverse().map(|inverse| Some(Real::algebraic(inverse))),
        }
    }

    /// The power with an integer exponent; `None` for a negative power of zero.
    ///
    /// # Errors
    /// If it is past the limits of a number.
    pub fn pow(&self, exponent: i64) -> Result<Option<Real>, TooLarge> {
        match &self.0 {
            Repr::Rational(value) => Ok(value.pow(exponent)?.map(Real::rational)),
            Repr::Algebraic(value) if exponent < 0 => value.inverse()?.pow(exponent.unsigned_abs()).map(Some),
            Repr::Algebraic(value) => value.pow(exponent.unsigned_abs()).map(Some),
        }
    }
}

impl From<Integer> for Real {
    fn from(value: Integer) -> Real {
        Real::rational(Rational::from(&value))
    }
}

impl From<i64> for Real {
    fn from(value: i64) -> Real {
        Real::from(Integer::from(value))
    }
}

impl From<RBig> for Real {
    fn from(value: RBig) -> Real {
        Real::rational(Rational::from(value))
    }
}

impl Ord for Real {
    fn cmp(&self, other: &Real) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Rational(a), Repr::Rational(b)) => a.cmp(b),
            (Repr::Rational(a), Repr::Algebraic(b)) => b.cmp_rational(&a.to_rbig()).reverse(),
            (Repr::Algebraic(a), Repr::Rational(b)) => a.cmp_rational(&b.to_rbig()),
            (Repr::Algebraic(a), Repr::Algebraic(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
            (Repr::Algebraic(a), Repr::Algebraic(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Real {
    fn partial_cmp(&self, other: &Real) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Rational(value) => fmt::Debug::fmt(value, f),
            Repr::Algebraic(value) => fmt::Debug::fmt(value, f),
        }
    }
}
