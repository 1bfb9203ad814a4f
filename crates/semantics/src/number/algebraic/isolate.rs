//! Isolation of real roots by Descartes' rule of signs and bisection.

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::poly::{Poly, lower, multiply_by_powers, sign};
use crate::budget::{Budget, TooLarge};

/// An open interval between `low / 2^scale` and `high / 2^scale`.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub(super) low: IBig,
    pub(super) high: IBig,
    pub(super) scale: usize,
}

/// Where a root is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// At `numerator / 2^scale`.
    Point(IBig, usize),
    /// In the interval, alone; at its ends the polynomial has values of different signs.
    Within(Interval),
}

impl Interval {
    /// Removes common powers of two from the ends.
    pub(super) fn normalized(mut self) -> Interval {
        let zeros = |end: &IBig| end.trailing_zeros().unwrap_or(usize::MAX);
        let common = zeros(&self.low).min(zeros(&self.high)).min(self.scale);
        if common > 0 {
            self.low >>= common;
            self.high >>= common;
            self.scale -= common;
        }
        self
    }

    /// The interval of the negations.
    pub(super) fn mirrored(&self) -> Interval {
        Interval { low: -&self.high, high: -&self.low, scale: self.scale }
    }

    /// The width, to be divided by two to the scale.
    pub(super) fn width(&self) -> IBig {
        &self.high - &self.low
    }

    /// Whether the ends are less than `2^-precision` apart.
    pub(super) fn is_narrow(&self, precision: usize) -> bool {
        self.width().bit_len() + precision <= self.scale
    }

    /// The ends with a larger scale.
    pub(super) fn ends_at(&self, scale: usize) -> (IBig, IBig) {
        let up = scale.saturating_sub(self.scale);
        (&self.low << up, &self.high << up)
    }

    /// The ends as rationals.
    pub(super) fn bounds(&self) -> (RBig, RBig) {
        (dyadic(&self.low, self.scale), dyadic(&self.high, self.scale))
    }

    /// Whether the ends, which are positive, differ by a small factor only.
    fn is_of_one_size(&self) -> bool {
        self.high.bit_len() <= self.low.bit_len() + 2
    }

    fn bits(&self) -> usize {
        self.low.bit_len().max(self.high.bit_len()).max(self.scale)
    }
}

/// The rational `numerator / 2^scale`.
pub(super) fn dyadic(numerator: &IBig, scale: usize) -> RBig {
    RBig::from_parts(numerator.clone(), UBig::ONE << scale)
}

/// A polynomial without multiple roots, with the places of all its real roots in ascending order.
///
/// The polynomial is the given one divided by the factors of those roots that are at a point.
pub(super) struct Isolation {
    pub(super) poly: Poly,
    pub(super) places: Vec<Place>,
}

/// The work that one isolation may take.
const STEPS: u64 = 200_000_000;

/// Isolates the real roots of a polynomial without multiple roots.
pub(super) fn isolate(poly: &Poly) -> Result<Isolation, TooLarge> {
    let mut budget = Budget::new(STEPS);
    let mut poly = poly.clone();
    let mut zero = Vec::new();
    if !poly.is_zero() && poly.constant().is_zero() {
        poly = Poly::new(poly.coefficients().iter().skip(1).cloned().collect());
        zero.push(Place::Point(IBig::ZERO, 0));
    }
    let above = positive_roots(&mut poly, &mut budget)?;
    let mut mirror = poly.mirrored();
    let below = positive_roots(&mut mirror, &mut budget)?;
    let mut places: Vec<Place> = below
        .into_iter()
        .rev()
        .map(|place| match place {
            Place::Point(numerator, scale) => Place::Point(-numerator, scale),
            Place::Within(interval) => Place::Within(interval.mirrored()),
        })
        .collect();
    places.extend(zero);
    places.extend(above);
    Ok(Isolation { poly: mirror.mirrored(), places })
}

/// The places of the positive roots in ascending order; the constant coefficient is not zero.
fn positive_roots(poly: &mut Poly, budget: &mut Budget) -> Result<Vec<Place>, TooLarge> {
    let mut places = Vec::new();
    let (above, below) = (root_exponent(poly), root_exponent(&poly.reversed()));
    let all = Interval { low: IBig::ONE, high: IBig::ONE << (above + below), scale: below };
    // What is left to look at, the lowest on top.
    let mut left = vec![Place::Within(all.normalized())];
    while let Some(place) = left.pop() {
        let interval = match place {
            Place::Point(..) => {
                places.push(place);
                continue;
            }
            Place::Within(interval) => interval,
        };
        let degree = poly.degree() as u64;
        let words = (poly.bits() + poly.degree() * interval.bits()) as u64 / 64 + 4;
        budget.spend(degree * degree * words)?;
        match variations(poly, &interval) {
            0 => {}
            1 if interval.is_of_one_size() => places.push(Place::Within(interval)),
            _ => {
                let (low, high, middle, scale) = split(&interval);
                left.push(Place::Within(Interval { low: middle.clone(), high, scale }.normalized()));
                if let Some(rest) = without_root(poly, &middle, scale) {
                    *poly = rest;
                    left.push(Place::Point(middle.clone(), scale));
                }
                left.push(Place::Within(Interval { low, high: middle, scale }.normalized()));
            }
        }
    }
    Ok(places)
}

/// The ends and a point between, all to be divided by two to the scale given last.
fn split(interval: &Interval) -> (IBig, IBig, IBig, usize) {
    let Interval { low, high, scale } = interval;
    if !interval.is_of_one_size() {
        // The roots may be of very different sizes, so halve the exponents first.
        let middle = IBig::ONE << ((low.bit_len() + high.bit_len()) / 2);
        return (low.clone(), high.clone(), middle, *scale);
    }
    let middle = low + high;
    (low << 1, high << 1, middle, scale + 1)
}

/// The polynomial without the root at `numerator / 2^scale`; `None` if that is none.
fn without_root(poly: &Poly, numerator: &IBig, scale: usize) -> Option<Poly> {
    if !poly.at_dyadic(numerator, scale).is_zero() {
        return None;
    }
    let factor = Poly::new(vec![-numerator, IBig::ONE << scale]).primitive();
    poly.divided_by(&factor)
}

/// An exponent such that every root is below two to its power in size.
pub(super) fn root_exponent(poly: &Poly) -> usize {
    // Fujiwara's bound: twice the largest k-th root of the ratio of the k-th coefficient after the leading
    // one to that.
    let leading = poly.leading().bit_len();
    let after = poly.coefficients().iter().rev().enumerate().skip(1);
    let exponents = after.map(|(k, c)| (c.bit_len() + 1).saturating_sub(leading).div_ceil(k));
    exponents.max().unwrap_or(0) + 1
}

/// A bound of the number of roots in an open interval, exact if it is zero or one.
pub(super) fn variations(poly: &Poly, interval: &Interval) -> usize {
    // p((low + width * x) / 2^scale) has its roots of the interval between zero and one, and
    // with 1 / (1 + x) for x they are the positive ones.
    let mut coefficients = poly.coefficients().to_vec();
    for (step, coefficient) in coefficients.iter_mut().rev().enumerate() {
        *coefficient <<= interval.scale * step;
    }
    lower(&mut coefficients, &interval.low);
    multiply_by_powers(coefficients.iter_mut(), &interval.width());
    coefficients.reverse();
    lower(&mut coefficients, &IBig::ONE);
    let mut changes = 0;
    let mut last = Ordering::Equal;
    for coefficient in &coefficients {
        let current = sign(coefficient);
        if current != Ordering::Equal {
            changes += usize::from(last == current.reverse() && last != Ordering::Equal);
            last = current;
        }
    }
    changes
}
