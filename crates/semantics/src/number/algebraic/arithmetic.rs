//! Arithmetic on algebraic numbers.
//!
//! The polynomial of a sum or product has as roots the sums or products of all roots of the operands'
//! polynomials. It is found from its power sums, which follow from those of the operands. Which of its
//! roots is meant follows from the operands' intervals.

use std::cmp::Ordering;

use dashu_base::{DivEuclid, Gcd};
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::super::real::Real;
use super::construct::{check, make, settled};
use super::gcd::square_free;
use super::isolate::{Interval, Place, root_exponent, variations};
use super::poly::{Poly, sign};
use super::power_sums::{PowerSums, from_power_sums};
use super::{Algebraic, CELL_BITS};
use crate::budget::TooLarge;

/// The highest degree of a polynomial before the factor is taken that matters.
const MAX_WORK_DEGREE: usize = 100;
/// The highest estimate of the length of its coefficients.
const MAX_WORK_BITS: usize = 1 << 17;
/// The highest product of its degree and its longest coefficient.
const MAX_WORK_POLY_BITS: usize = 1 << 19;
/// The most power sums that are computed.
const MAX_WORK_SUMS: usize = 1 << 14;

impl Algebraic {
    pub(in super::super) fn neg(&self) -> Algebraic {
        Algebraic { poly: self.poly.mirrored(), interval: self.interval.mirrored() }
    }

    pub(in super::super) fn inverse(&self) -> Result<Algebraic, TooLarge> {
        let poly = self.poly.reversed().primitive();
        let interval = select(&poly, |precision| {
            let Interval { low, high, scale } = self.refined(precision);
            // The interval may still touch zero.
            if low.is_zero() || high.is_zero() {
                return None;
            }
            let unit = IBig::ONE << (2 * scale);
            Some(outward(&unit, &high, &unit, &low, scale))
        });
        Ok(settled(poly, interval))
    }

    pub(in super::super) fn add_rational(&self, other: &RBig) -> Result<Algebraic, TooLarge> {
        let (top, bottom) = (other.numerator(), IBig::from(other.denominator().clone()));
        // For roots that are more by top / bottom: times bottom, plus top, divided by bottom.
        let whole = self.poly.stretched(&bottom, &IBig::ONE).lowered(&-top);
        let poly = whole.stretched(&IBig::ONE, &bottom).primitive();
        check(&poly)?;
        let interval = select(&poly, |precision| {
            let Interval { low, high, scale } = self.refined(precision);
            let step = top << scale;
            Some(outward(&(low * &bottom + &step), &bottom, &(high * &bottom + &step), &bottom, scale))
        });
        Ok(settled(poly, interval))
    }

    /// The product with a rational that is not zero.
    pub(in super::super) fn mul_rational(&self, other: &RBig) -> Result<Algebraic, TooLarge> {
        let (top, bottom) = (other.numerator(), IBig::from(other.denominator().clone()));
        let poly = self.poly.stretched(top, &bottom).primitive();
        check(&poly)?;
        let interval = select(&poly, |precision| {
            let Interval { low, high, scale } = self.refined(precision);
            let (low, high) = if sign(top) == Ordering::Less { (high, low) } else { (low, high) };
            Some(outward(&(low * top), &bottom, &(high * top), &bottom, scale))
        });
        Ok(settled(poly, interval))
    }

    pub(in super::super) fn add(&self, other: &Algebraic) -> Result<Real, TooLarge> {
        if *self == other.neg() {
            return Ok(Real::ZERO);
        }
        if self == other {
            return self.mul_rational(&RBig::from(2)).map(Real::algebraic);
        }
        let count = check_degree(self.poly.degree() * other.poly.degree())?;
        // Times a common multiple of the leading coefficients, all roots are algebraic integers.
        let (a, b) = (self.poly.leading(), other.poly.leading());
        let scale = a * b / IBig::from(a.gcd(b));
        let (left, right) = (monic(&self.poly, &scale), monic(&other.poly, &scale));
        check_bits(count, root_exponent(&left).max(root_exponent(&right)) + 1)?;
        let left: Vec<IBig> = PowerSums::of(&left).take(count + 1).collect();
        let right: Vec<IBig> = PowerSums::of(&right).take(count + 1).collect();
        // By the binomial theorem: the sum of all (a + b)^k is that of (k over i) * a^i * b^(k-i).
        let mut row = vec![IBig::ONE];
        let mut sums = Vec::with_capacity(count);
        for power in 1..=count {
            row = std::iter::once(IBig::ONE)
                .chain(row.windows(2).map(|pair| pair.iter().sum()))
                .chain(std::iter::once(IBig::ONE))
                .collect();
            let terms = left.iter().zip(right.iter().take(power + 1).rev()).zip(&row);
            sums.push(terms.map(|((a, b), factor)| a * b * factor).sum());
        }
        let poly = from_power_sums(&sums).stretched(&IBig::ONE, &scale).primitive();
        pick(&poly, |precision| {
            let (a, b) = (self.refined(precision), other.refined(precision));
            let scale = a.scale.max(b.scale);
            let ((a_low, a_high), (b_low, b_high)) = (a.ends_at(scale), b.ends_at(scale));
            Some(Interval { low: a_low + b_low, high: a_high + b_high, scale })
        })
    }

    pub(in super::super) fn mul(&self, other: &Algebraic) -> Result<Real, TooLarge> {
        if self == other {
            return self.pow(2);
        }
        let count = check_degree(self.poly.degree() * other.poly.degree())?;
        let (a, b) = (self.poly.leading(), other.poly.leading());
        let (left, right) = (monic(&self.poly, a), monic(&other.poly, b));
        check_bits(count, root_exponent(&left) + root_exponent(&right))?;
        let pairs = PowerSums::of(&left).zip(PowerSums::of(&right));
        let sums: Vec<IBig> = pairs.skip(1).take(count).map(|(a, b)| a * b).collect();
        let poly = from_power_sums(&sums).stretched(&IBig::ONE, &(a * b)).primitive();
        pick(&poly, |precision| {
            let (a, b) = (self.refined(precision), other.refined(precision));
            let products = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
            let low = products.iter().min()?.clone();
            let high = products.iter().max()?.clone();
            Some(Interval { low, high, scale: a.scale + b.scale })
        })
    }

    pub(in super::super) fn pow(&self, exponent: u64) -> Result<Real, TooLarge> {
        let exponent = usize::try_from(exponent).map_err(|_| TooLarge)?;
        match exponent {
            0 => return Ok(Real::ONE),
            1 => return Ok(Real::algebraic(self.clone())),
            _ => {}
        }
        let count = self.poly.degree();
        let last = exponent.checked_mul(count).filter(|&last| last <= MAX_WORK_SUMS).ok_or(TooLarge)?;
        let scale = self.poly.leading();
        let whole = monic(&self.poly, scale);
        check_bits(last, root_exponent(&whole))?;
        // The k-th power sum of the powers is the one of the roots for k times the exponent.
        let sums: Vec<IBig> = PowerSums::of(&whole).take(last + 1).step_by(exponent).skip(1).collect();
        let poly = from_power_sums(&sums).stretched(&IBig::ONE, &scale.pow(exponent)).primitive();
        pick(&poly, |precision| {
            let Interval { low, high, scale } = self.refined(precision);
            let (low, high) = (low.pow(exponent), high.pow(exponent));
            // An even power of negative numbers turns their order.
            let (low, high) = if low < high { (low, high) } else { (high, low) };
            Some(Interval { low, high, scale: scale * exponent })
        })
    }
}

/// The polynomial with leading coefficient one whose roots are the `scale`-fold, where the leading
/// coefficient divides the scale.
fn monic(poly: &Poly, scale: &IBig) -> Poly {
    let leading = poly.leading();
    let stretched = poly.stretched(scale, &IBig::ONE);
    Poly::new(stretched.coefficients().iter().map(|c| c / leading).collect())
}

fn check_degree(degree: usize) -> Result<usize, TooLarge> {
    if degree > MAX_WORK_DEGREE { Err(TooLarge) } else { Ok(degree) }
}

/// Whether so many roots below two to the exponent have a product within the limit.
fn check_bits(count: usize, exponent: usize) -> Result<(), TooLarge> {
    if count.checked_mul(exponent).is_none_or(|bits| bits > MAX_WORK_BITS) { Err(TooLarge) } else { Ok(()) }
}

/// The interval between two quotients, with the ends rounded outwards to integers.
fn outward(low: &IBig, low_by: &IBig, high: &IBig, high_by: &IBig, scale: usize) -> Interval {
    Interval { low: floor(low, low_by), high: floor(high, high_by) + IBig::ONE, scale }
}

/// The quotient, rounded down; the divisor is not zero.
fn floor(value: &IBig, divisor: &IBig) -> IBig {
    // The Euclidean quotient is rounded down by a positive divisor only.
    match sign(divisor) {
        Ordering::Less => (-value).div_euclid(-divisor),
        _ => value.div_euclid(divisor),
    }
}

/// The number among the roots of a polynomial that is in all enclosures.
fn pick(poly: &Poly, enclosure: impl Fn(usize) -> Option<Interval>) -> Result<Real, TooLarge> {
    if poly.degree() * poly.bits() > MAX_WORK_POLY_BITS {
        return Err(TooLarge);
    }
    let poly = square_free(poly);
    let interval = select(&poly, enclosure);
    make(&poly, Place::Within(interval))
}

/// The first of ever narrower enclosures that has only one root.
fn select(poly: &Poly, enclosure: impl Fn(usize) -> Option<Interval>) -> Interval {
    let mut precision = 2 * CELL_BITS;
    loop {
        if let Some(interval) = enclosure(precision) {
            let interval = interval.normalized();
            let ends = [&interval.low, &interval.high].map(|end| sign(&poly.at_dyadic(end, interval.scale)));
            if !ends.contains(&Ordering::Equal) && variations(poly, &interval) == 1 {
                return interval;
            }
        }
        precision *= 2;
    }
}
