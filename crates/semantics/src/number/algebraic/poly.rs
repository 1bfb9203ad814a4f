//! Polynomials in one variable with integer coefficients.

use std::cmp::Ordering;

use dashu_base::{BitTest, DivRem, Gcd, Sign, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// A polynomial: its coefficients, the constant one first, the last one not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Poly(Vec<IBig>);

static ZERO: IBig = IBig::ZERO;

/// How a number compares to zero.
pub(super) fn sign(value: &IBig) -> Ordering {
    match value.sign() {
        _ if value.is_zero() => Ordering::Equal,
        Sign::Positive => Ordering::Greater,
        Sign::Negative => Ordering::Less,
    }
}

impl Poly {
    pub(super) fn new(mut coefficients: Vec<IBig>) -> Poly {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Poly(coefficients)
    }

    pub(super) fn coefficients(&self) -> &[IBig] {
        &self.0
    }

    /// The degree; that of the zero polynomial is given as zero.
    pub(super) fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn leading(&self) -> &IBig {
        self.0.last().unwrap_or(&ZERO)
    }

    pub(super) fn constant(&self) -> &IBig {
        self.0.first().unwrap_or(&ZERO)
    }

    /// The length of the longest coefficient, in bits.
    pub(super) fn bits(&self) -> usize {
        self.0.iter().map(BitTest::bit_len).max().unwrap_or(0)
    }

    /// Divides by the greatest common divisor of the coefficients and makes the leading one positive.
    pub(super) fn primitive(mut self) -> Poly {
        let mut content = UBig::ZERO;
        for coefficient in self.0.iter().rev() {
            let size = coefficient.unsigned_abs();
            content = match (content.is_zero(), size.is_zero()) {
                (true, _) => size,
                (_, true) => content,
                _ => content.gcd(size),
            };
            if content.is_one() {
                break;
            }
        }
        if !content.is_zero() && !content.is_one() {
            for coefficient in &mut self.0 {
                *coefficient = &*coefficient / &content;
            }
        }
        if self.leading().sign() == Sign::Negative {
            for coefficient in &mut self.0 {
                *coefficient = -std::mem::take(coefficient);
            }
        }
        self
    }

    pub(super) fn derivative(&self) -> Poly {
        Poly::new(self.0.iter().enumerate().skip(1).map(|(power, c)| c * IBig::from(power)).collect())
    }

    /// The value at `numerator / 2^scale`, times two to `scale` times the degree.
    pub(super) fn at_dyadic(&self, numerator: &IBig, scale: usize) -> IBig {
        let mut value = IBig::ZERO;
        for (step, coefficient) in self.0.iter().rev().enumerate() {
            value = value * numerator + (coefficient << (scale * step));
        }
        value
    }

    /// The value at a quotient, times the power of the denominator with the degree as exponent.
    pub(super) fn at_ratio(&self, numerator: &IBig, denominator: &IBig) -> IBig {
        let mut value = IBig::ZERO;
        let mut power = IBig::ONE;
        for coefficient in self.0.iter().rev() {
            value = value * numerator + coefficient * &power;
            power *= denominator;
        }
        value
    }

    /// The polynomial whose roots are the inverses; the constant coefficient is not zero.
    pub(super) fn reversed(&self) -> Poly {
        Poly::new(self.0.iter().rev().cloned().collect())
    }

    /// The polynomial whose roots are the negations, with a positive leading coefficient.
    pub(super) fn mirrored(&self) -> Poly {
        let odd = self.degree() % 2;
        let flip = |(power, c): (usize, &IBig)| if power % 2 == odd { c.clone() } else { -c };
        Poly(self.0.iter().enumerate().map(flip).collect())
    }

    /// The polynomial whose roots are the `numerator / denominator`-fold.
    pub(super) fn stretched(&self, numerator: &IBig, denominator: &IBig) -> Poly {
        let mut coefficients = self.0.clone();
        multiply_by_powers(coefficients.iter_mut(), denominator);
        multiply_by_powers(coefficients.iter_mut().rev(), numerator);
        Poly::new(coefficients)
    }

    /// The polynomial whose roots are less by `amount`: `p(x + amount)`.
    pub(super) fn lowered(&self, amount: &IBig) -> Poly {
        let mut coefficients = self.0.clone();
        lower(&mut coefficients, amount);
        Poly(coefficients)
    }

    /// The product.
    pub(super) fn times(&self, other: &Poly) -> Poly {
        if self.is_zero() || other.is_zero() {
            return Poly::new(Vec::new());
        }
        let mut product = vec![IBig::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (target, b) in product.iter_mut().skip(i).zip(&other.0) {
                *target += a * b;
            }
        }
        Poly::new(product)
    }

    /// The quotient, if the other divides this without remainder.
    pub(super) fn divided_by(&self, divisor: &Poly) -> Option<Poly> {
        let (head, tail) = divisor.0.split_last()?;
        let steps = (self.0.len() + 1).checked_sub(divisor.0.len())?;
        // The constant coefficients decide most cases that do not divide.
        if !divisor.constant().is_zero() && !(self.constant() % divisor.constant()).is_zero() {
            return None;
        }
        let mut rest = self.0.clone();
        let mut quotient = Vec::with_capacity(steps);
        for _ in 0..steps {
            let (factor, remainder) = rest.pop()?.div_rem(head);
            if !remainder.is_zero() {
                return None;
            }
            if !factor.is_zero() {
                for (target, c) in rest.iter_mut().rev().zip(tail.iter().rev()) {
                    *target -= c * &factor;
                }
            }
            quotient.push(factor);
        }
        if rest.iter().any(|c| !c.is_zero()) {
            return None;
        }
        quotient.reverse();
        Some(Poly::new(quotient))
    }
}

/// Multiplies the first by one, the next by the base, the next by its square, and so on.
pub(super) fn multiply_by_powers<'a>(coefficients: impl Iterator<Item = &'a mut IBig>, base: &IBig) {
    let mut power = IBig::ONE;
    for coefficient in coefficients {
        if !power.is_one() {
            *coefficient *= &power;
        }
        power *= base;
    }
}

/// Replaces the coefficients of `p(x)` by those of `p(x + amount)`.
pub(super) fn lower(coefficients: &mut [IBig], amount: &IBig) {
    if amount.is_zero() {
        return;
    }
    for done in 0..coefficients.len() {
        // Synthetic division by x - amount leaves the next coefficient at the place of the constant one.
        let mut carry = IBig::ZERO;
        for coefficient in coefficients.iter_mut().skip(done).rev() {
            *coefficient += if amount.is_one() { carry } else { carry * amount };
            carry = coefficient.clone();
        }
    }
}
