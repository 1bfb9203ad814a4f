//! Irrational real algebraic numbers: a polynomial, and an interval that contains one of its roots.

mod arithmetic;
mod berlekamp;
mod construct;
mod factor;
mod gcd;
mod hensel;
mod isolate;
mod modular;
mod poly;
mod power_sums;
mod refine;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::integer::Integer;
use crate::budget::TooLarge;
use isolate::{Interval, Place, dyadic, isolate};
use poly::{Poly, sign};
use refine::refine;

pub(super) use construct::{root_between, root_of};

/// The highest degree of a polynomial.
const MAX_DEGREE: usize = 64;
/// The longest coefficient of a polynomial, in bits.
const MAX_COEFFICIENT_BITS: usize = 1 << 16;
/// The highest product of degree and longest coefficient.
const MAX_POLY_BITS: usize = 1 << 18;
/// The interval of a number lies between two neighboring multiples of two to minus this power.
const CELL_BITS: usize = 16;

/// An irrational real algebraic number; its degree is at most 64, its coefficients have at most 2^16 bits.
#[derive(Clone)]
pub struct Algebraic {
    /// Primitive, without multiple roots, with a positive leading coefficient.
    poly: Poly,
    /// Contains one root of the polynomial, which has values of different signs at its ends.
    interval: Interval,
}

impl Algebraic {
    /// The coefficients of a polynomial of which this is a root, the constant one first.
    #[must_use]
    pub fn coefficients(&self) -> &[IBig] {
        self.poly.coefficients()
    }

    /// Which of the distinct real roots of that polynomial this is, in ascending order, counted from one.
    ///
    /// # Errors
    /// If telling the roots apart would take too long.
    pub fn index(&self) -> Result<u32, TooLarge> {
        let places = isolate(&self.poly)?.places;
        // The interval of another root does not contain this one, so its low end tells on which side it is.
        let up_to_this = places.iter().filter(|place| {
            let low = match place {
                Place::Point(numerator, scale) => dyadic(numerator, *scale),
                Place::Within(interval) => dyadic(&interval.low, interval.scale),
            };
            self.cmp_rational(&low) == Ordering::Greater
        });
        u32::try_from(up_to_this.count()).map_err(|_| TooLarge)
    }

    pub(super) fn sign(&self) -> Ordering {
        // The interval does not contain zero, which is between two cells.
        if sign(&self.interval.high) == Ordering::Greater { Ordering::Greater } else { Ordering::Less }
    }

    pub(super) fn bounds(&self, precision: u32) -> (RBig, RBig) {
        self.refined(precision as usize).bounds()
    }

    pub(super) fn floor(&self) -> Integer {
        // An integer is between two cells, so the whole interval has one integral part.
        Integer::from(&self.interval.low >> self.interval.scale)
    }

    /// The interval, narrowed to less than `2^-precision`.
    fn refined(&self, precision: usize) -> Interval {
        match refine(&self.poly, self.interval.clone(), |interval| interval.is_narrow(precision)) {
            Place::Within(interval) => interval,
            // Only a rational root can be met.
            Place::Point(..) => self.interval.clone(),
        }
    }

    pub(super) fn cmp_rational(&self, other: &RBig) -> Ordering {
        construct::compare_within(&self.poly, &self.interval, other)
    }
}

/// Whether the polynomial has values of different signs at the ends of what two intervals share.
fn changes_sign(poly: &Poly, a: &Interval, b: &Interval) -> bool {
    let scale = a.scale.max(b.scale);
    let ((a_low, a_high), (b_low, b_high)) = (a.ends_at(scale), b.ends_at(scale));
    let (low, high) = (a_low.max(b_low), a_high.min(b_high));
    low < high && sign(&poly.at_dyadic(&low, scale)) != sign(&poly.at_dyadic(&high, scale))
}

/// The order of two intervals that do not meet.
fn order(a: &Interval, b: &Interval) -> Option<Ordering> {
    let scale = a.scale.max(b.scale);
    let ((a_low, a_high), (b_low, b_high)) = (a.ends_at(scale), b.ends_at(scale));
    if a_high <= b_low {
        Some(Ordering::Less)
    } else if b_high <= a_low {
        Some(Ordering::Greater)
    } else {
        None
    }
}

impl PartialEq for Algebraic {
    fn eq(&self, other: &Algebraic) -> bool {
        // A common root is a root of the greatest common divisor, which is not zero at any of the ends.
        order(&self.interval, &other.interval).is_none() && {
            let common = gcd::gcd(&self.poly, &other.poly);
            common.degree() > 0 && changes_sign(&common, &self.interval, &other.interval)
        }
    }
}

impl Eq for Algebraic {}

impl Ord for Algebraic {
    fn cmp(&self, other: &Algebraic) -> Ordering {
        if let Some(order) = order(&self.interval, &other.interval) {
            return order;
        }
        if self == other {
            return Ordering::Equal;
        }
        let mut precision = 2 * CELL_BITS;
        loop {
            if let Some(order) = order(&self.refined(precision), &other.refined(precision)) {
                return order;
            }
            precision *= 2;
        }
    }
}

impl PartialOrd for Algebraic {
    fn partial_cmp(&self, other: &Algebraic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Algebraic {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The cell depends on the value alone.
        let up = CELL_BITS.saturating_sub(self.interval.scale);
        let down = self.interval.scale.saturating_sub(CELL_BITS);
        ((&self.interval.low << up) >> down).hash(state);
    }
}

impl fmt::Debug for Algebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval.bounds();
        write!(f, "root of {:?} between {low} and {high}", self.poly.coefficients())
    }
}
