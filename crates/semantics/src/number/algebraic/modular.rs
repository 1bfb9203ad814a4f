//! Polynomials modulo a prime below 2^31, so that a product of two residues fits a machine word.

use dashu_int::IBig;

use super::poly::Poly;

/// The integers modulo a prime.
#[derive(Clone, Copy)]
pub(super) struct Field {
    prime: u64,
}

/// A polynomial modulo a prime: its coefficients, the constant one first, the last one not zero.
pub(super) type Residues = Vec<u64>;

/// The primes below 2^31, from the largest down.
pub(super) fn large_primes() -> impl Iterator<Item = Field> {
    (1..1u64 << 31).rev().step_by(2).filter(|&n| is_prime(n)).map(|prime| Field { prime })
}

/// The odd primes from the least up.
pub(super) fn small_primes() -> impl Iterator<Item = Field> {
    (3..1u64 << 31).step_by(2).filter(|&n| is_prime(n)).map(|prime| Field { prime })
}

/// The test of Miller and Rabin; these bases are enough below 3 215 031 751.
fn is_prime(n: u64) -> bool {
    if n < 11 {
        return matches!(n, 2 | 3 | 5 | 7);
    }
    if n.is_multiple_of(2) {
        return false;
    }
    let field = Field { prime: n };
    let twos = (n - 1).trailing_zeros();
    [2, 3, 5, 7].into_iter().all(|base| {
        let mut power = field.pow(base, (n - 1) >> twos);
        if power == 1 || power == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            power = field.mul(power, power);
            power == n - 1
        })
    })
}

impl Field {
    pub(super) fn prime(self) -> u64 {
        self.prime
    }

    pub(super) fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    pub(super) fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime - b }
    }

    pub(super) fn mul(self, a: u64, b: u64) -> u64 {
        a * b % self.prime
    }

    pub(super) fn pow(self, base: u64, mut exponent: u64) -> u64 {
        let (mut power, mut result) = (base % self.prime, 1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.mul(result, power);
            }
            power = self.mul(power, power);
            exponent >>= 1;
        }
        result
    }

    /// The inverse of what is not zero.
    pub(super) fn inverse(self, value: u64) -> u64 {
        self.pow(value, self.prime - 2)
    }

    pub(super) fn residue(self, value: &IBig) -> u64 {
        let prime = IBig::from(self.prime);
        let rest = value % &prime;
        u64::try_from(if rest < IBig::ZERO { rest + prime } else { rest }).unwrap_or(0)
    }

    pub(super) fn residues(self, poly: &Poly) -> Residues {
        trimmed(poly.coefficients().iter().map(|c| self.residue(c)).collect())
    }

    /// The same polynomial up to a factor, with leading coefficient one.
    pub(super) fn monic(self, mut poly: Residues) -> Residues {
        if let Some(&leading) = poly.last()
            && leading != 1
        {
            let factor = self.inverse(leading);
            for c in &mut poly {
                *c = self.mul(*c, factor);
            }
        }
        poly
    }

    pub(super) fn derivative(self, poly: &[u64]) -> Residues {
        let pairs = poly.iter().zip(0u64..).skip(1);
        trimmed(pairs.map(|(c, power)| self.mul(*c, power % self.prime)).collect())
    }

    pub(super) fn minus(self, a: &[u64], b: &[u64]) -> Residues {
        let mut difference = a.to_vec();
        difference.resize(a.len().max(b.len()), 0);
        for (target, c) in difference.iter_mut().zip(b) {
            *target = self.sub(*target, *c);
        }
        trimmed(difference)
    }

    pub(super) fn times(self, a: &[u64], b: &[u64]) -> Residues {
        let mut product = vec![0; (a.len() + b.len()).saturating_sub(1)];
        for (i, x) in a.iter().enumerate() {
            for (target, y) in product.iter_mut().skip(i).zip(b) {
                *target = self.add(*target, self.mul(*x, *y));
            }
        }
        trimmed(product)
    }

    /// Quotient and remainder; the divisor is not zero.
    pub(super) fn divided(self, dividend: &[u64], divisor: &[u64]) -> (Residues, Residues) {
        let Some((&head, tail)) = divisor.split_last() else {
            return (Vec::new(), dividend.to_vec());
        };
        let inverse = if head == 1 { 1 } else { self.inverse(head) };
        let mut rest = dividend.to_vec();
        let mut quotient = Vec::new();
        while rest.len() >= divisor.len() {
            let factor = self.mul(rest.pop().unwrap_or(0), inverse);
            if factor != 0 {
                for (target, c) in rest.iter_mut().rev().zip(tail.iter().rev()) {
                    *target = self.sub(*target, self.mul(*c, factor));
                }
            }
            quotient.push(factor);
        }
        quotient.reverse();
        (quotient, trimmed(rest))
    }

    pub(super) fn remainder(self, dividend: &[u64], divisor: &[u64]) -> Residues {
        self.divided(dividend, divisor).1
    }

    /// The greatest common divisor, with leading coefficient one.
    pub(super) fn gcd(self, mut a: Residues, mut b: Residues) -> Residues {
        while !b.is_empty() {
            let rest = self.remainder(&a, &b);
            (a, b) = (b, rest);
        }
        self.monic(a)
    }
}

fn trimmed(mut poly: Residues) -> Residues {
    while poly.last() == Some(&0) {
        poly.pop();
    }
    poly
}
