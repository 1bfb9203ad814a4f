//! Polynomials by their power sums: the sums of the k-th powers of all roots, for k = 0, 1, 2, ….

use std::collections::VecDeque;

use dashu_int::IBig;

use super::poly::Poly;

/// The power sums of a polynomial with leading coefficient one, without end.
pub(super) struct PowerSums<'a> {
    /// The coefficients after the leading one, from the highest down.
    tail: Vec<&'a IBig>,
    /// The latest sums, the last one first, as many as the degree.
    latest: VecDeque<IBig>,
    next: usize,
}

impl<'a> PowerSums<'a> {
    pub(super) fn of(monic: &'a Poly) -> PowerSums<'a> {
        let tail = monic.coefficients().iter().rev().skip(1).collect();
        PowerSums { tail, latest: VecDeque::new(), next: 0 }
    }
}

impl Iterator for PowerSums<'_> {
    type Item = IBig;

    fn next(&mut self) -> Option<IBig> {
        let (degree, index) = (self.tail.len(), self.next);
        self.next += 1;
        if index == 0 {
            return Some(IBig::from(degree));
        }
        // Newton's identities; up to the degree, the coefficient itself comes in with the index as factor.
        let mut sum = match self.tail.get(index - 1) {
            Some(coefficient) => *coefficient * IBig::from(index),
            None => IBig::ZERO,
        };
        for (coefficient, earlier) in self.tail.iter().zip(&self.latest) {
            sum += *coefficient * earlier;
        }
        let sum = -sum;
        if self.latest.len() == degree {
            self.latest.pop_back();
        }
        self.latest.push_front(sum.clone());
        Some(sum)
    }
}

/// The polynomial with leading coefficient one that has these power sums, from that of k = 1 on.
pub(super) fn from_power_sums(sums: &[IBig]) -> Poly {
    // From the highest coefficient down.
    let mut coefficients = vec![IBig::ONE];
    for count in 1..=sums.len() {
        let mut total = IBig::ZERO;
        for (coefficient, sum) in coefficients.iter().zip(sums.iter().take(count).rev()) {
            total += coefficient * sum;
        }
        coefficients.push(-total / IBig::from(count));
    }
    coefficients.reverse();
    Poly::new(coefficients)
}
