//! From a polynomial and the place of a root to a number.

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::super::real::Real;
use super::factor::factor_with;
use super::gcd::square_free;
use super::isolate::{Interval, Isolation, Place, dyadic, isolate};
use super::poly::{Poly, sign};
use super::refine::refine;
use super::{Algebraic, CELL_BITS, MAX_COEFFICIENT_BITS, MAX_DEGREE, MAX_POLY_BITS};
use crate::budget::TooLarge;

/// The `index`-th smallest real root, counted from one.
pub(in super::super) fn root_of(coefficients: &[IBig], index: u32) -> Result<Option<Real>, TooLarge> {
    let Some(Isolation { poly, mut places }) = isolate_all(coefficients)? else {
        return Ok(None);
    };
    match (index as usize).checked_sub(1) {
        Some(position) if position < places.len() => make(&poly, places.swap_remove(position)).map(Some),
        _ => Ok(None),
    }
}

/// The one real root between two rationals, which both count.
pub(in super::super) fn root_between(
    coefficients: &[IBig],
    low: &RBig,
    high: &RBig,
) -> Result<Option<Real>, TooLarge> {
    let Some(Isolation { poly, places }) = isolate_all(coefficients)? else {
        return Ok(None);
    };
    let mut inside = places.into_iter().filter(|place| {
        compare(&poly, place, low) != Ordering::Less && compare(&poly, place, high) != Ordering::Greater
    });
    match (inside.next(), inside.next()) {
        (Some(place), None) => make(&poly, place).map(Some),
        _ => Ok(None),
    }
}

fn isolate_all(coefficients: &[IBig]) -> Result<Option<Isolation>, TooLarge> {
    let poly = Poly::new(coefficients.to_vec()).primitive();
    if poly.degree() == 0 {
        return Ok(None);
    }
    check(&poly)?;
    isolate(&square_free(&poly)).map(Some)
}

/// Whether a polynomial is within the limits.
pub(super) fn check(poly: &Poly) -> Result<(), TooLarge> {
    let bits = poly.bits();
    let fits =
        poly.degree() <= MAX_DEGREE && bits <= MAX_COEFFICIENT_BITS && bits * poly.degree() <= MAX_POLY_BITS;
    if fits { Ok(()) } else { Err(TooLarge) }
}

/// How the root at a place compares to a rational.
pub(super) fn compare(poly: &Poly, place: &Place, other: &RBig) -> Ordering {
    match place {
        Place::Point(numerator, scale) => dyadic(numerator, *scale).cmp(other),
        Place::Within(interval) => compare_within(poly, interval, other),
    }
}

/// How the one root in an interval compares to a rational.
pub(super) fn compare_within(poly: &Poly, interval: &Interval, other: &RBig) -> Ordering {
    let (numerator, denominator) = (other.numerator(), IBig::from(other.denominator().clone()));
    let scaled = numerator << interval.scale;
    if scaled <= &interval.low * &denominator {
        return Ordering::Greater;
    }
    if scaled >= &interval.high * &denominator {
        return Ordering::Less;
    }
    let value = sign(&poly.at_ratio(numerator, &denominator));
    if value == Ordering::Equal {
        return Ordering::Equal;
    }
    let low = sign(&poly.at_dyadic(&interval.low, interval.scale));
    if value == low { Ordering::Greater } else { Ordering::Less }
}

/// The number at a place, in its canonical form; the polynomial has no multiple roots.
pub(super) fn make(poly: &Poly, place: Place) -> Result<Real, TooLarge> {
    let interval = match place {
        Place::Point(numerator, scale) => return Ok(Real::from(dyadic(&numerator, scale))),
        Place::Within(interval) => interval,
    };
    // Times the leading coefficient, a rational root is an integer; at this width there is one candidate.
    let leading = poly.leading();
    let precision = leading.bit_len().max(CELL_BITS) + 1;
    let interval = match refine(poly, interval, |interval| interval.is_narrow(precision)) {
        Place::Point(numerator, scale) => return Ok(Real::from(dyadic(&numerator, scale))),
        Place::Within(interval) => interval,
    };
    let candidate: IBig = (&interval.high * leading) >> interval.scale;
    if candidate > (&interval.low * leading) >> interval.scale && poly.at_ratio(&candidate, leading).is_zero()
    {
        return Ok(Real::from(RBig::from_parts_signed(candidate, leading.clone())));
    }
    let changes_sign = |factor: &Poly| {
        let ends = [&interval.low, &interval.high].map(|end| sign(&factor.at_dyadic(end, interval.scale)));
        ends[0] != ends[1]
    };
    let poly = factor_with(poly, changes_sign);
    check(&poly)?;
    Ok(Real::algebraic(Algebraic { interval: into_cell(&poly, interval), poly }))
}

/// Cuts the interval, which is narrower than a cell, so that it lies within one; the root is irrational.
fn into_cell(poly: &Poly, interval: Interval) -> Interval {
    let scale = interval.scale.max(CELL_BITS);
    let (mut low, mut high) = interval.ends_at(scale);
    let cell = scale - CELL_BITS;
    let boundary: IBig = (&high >> cell) << cell;
    if boundary > low && boundary < high {
        let below = sign(&poly.at_dyadic(&low, scale));
        if sign(&poly.at_dyadic(&boundary, scale)) == below { low = boundary } else { high = boundary }
    }
    Interval { low, high, scale }.normalized()
}

/// The interval brought into a cell, for an irrational root.
pub(super) fn settled(poly: Poly, interval: Interval) -> Algebraic {
    let narrow = match refine(&poly, interval.clone(), |interval| interval.is_narrow(CELL_BITS)) {
        Place::Within(narrow) => narrow,
        // Only a rational root can be met.
        Place::Point(..) => interval,
    };
    Algebraic { interval: into_cell(&poly, narrow), poly }
}
