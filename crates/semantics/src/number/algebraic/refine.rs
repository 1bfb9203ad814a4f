//! Refinement of an isolating interval, which doubles the number of known bits at each good step.

use dashu_int::IBig;

use super::isolate::{Interval, Place};
use super::poly::{Poly, sign};

/// Narrows the interval around the one root in it until it is enough, or meets the root itself.
pub(super) fn refine(poly: &Poly, interval: Interval, enough: impl Fn(&Interval) -> bool) -> Place {
    if enough(&interval) {
        return Place::Within(interval);
    }
    let mut bracket = Bracket::new(poly, interval.normalized());
    // The next step aims at one of two to this power parts of the interval.
    let mut parts = 1usize;
    while !enough(&bracket.interval) {
        let step = bracket.interval.width();
        // Where the line through the two values crosses zero: a good guess once the interval is narrow.
        let guess: IBig = (&bracket.low_value << parts) / (&bracket.low_value - &bracket.high_value);
        bracket.divide(parts);
        let guess = guess.clamp(IBig::ONE, (IBig::ONE << parts) - IBig::ONE);
        let point = &bracket.interval.low + guess * &step;
        let Some(above) = bracket.include(point.clone()) else {
            return Place::Point(point, bracket.interval.scale);
        };
        // The root should be in a part beside the guess, on the side that is left.
        let neighbor = if above { &point + &step } else { &point - &step };
        if neighbor > bracket.interval.low
            && neighbor < bracket.interval.high
            && bracket.include(neighbor.clone()).is_none()
        {
            return Place::Point(neighbor, bracket.interval.scale);
        }
        parts = if bracket.interval.width() == step { parts * 2 } else { (parts / 2).max(1) };
    }
    Place::Within(bracket.interval.normalized())
}

/// An interval around one root, with the values of the polynomial at the ends.
struct Bracket<'a> {
    poly: &'a Poly,
    interval: Interval,
    /// The values are multiplied by two to the scale times the degree.
    low_value: IBig,
    high_value: IBig,
}

impl<'a> Bracket<'a> {
    fn new(poly: &'a Poly, interval: Interval) -> Bracket<'a> {
        let low_value = poly.at_dyadic(&interval.low, interval.scale);
        let high_value = poly.at_dyadic(&interval.high, interval.scale);
        Bracket { poly, interval, low_value, high_value }
    }

    /// Makes the scale larger.
    fn divide(&mut self, parts: usize) {
        self.interval.low <<= parts;
        self.interval.high <<= parts;
        self.interval.scale += parts;
        self.low_value <<= parts * self.poly.degree();
        self.high_value <<= parts * self.poly.degree();
    }

    /// Cuts the interval at a point inside; says whether the root is above it, or `None` if it is the root.
    fn include(&mut self, point: IBig) -> Option<bool> {
        let value = self.poly.at_dyadic(&point, self.interval.scale);
        if value.is_zero() {
            return None;
        }
        let above = sign(&value) == sign(&self.low_value);
        if above {
            (self.interval.low, self.low_value) = (point, value);
        } else {
            (self.interval.high, self.high_value) = (point, value);
        }
        Some(above)
    }
}
