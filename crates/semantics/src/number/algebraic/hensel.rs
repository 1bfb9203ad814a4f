//! Lifting of a factorization modulo a prime to one modulo a power of it.

use dashu_int::IBig;

use super::modular::{Field, Residues};
use super::poly::Poly;

/// Factors modulo a number, with leading coefficient one.
pub(super) struct Lifted {
    pub(super) modulus: IBig,
    pub(super) factors: Vec<Poly>,
}

/// Lifts the factors of a polynomial, which are prime to each other, to a modulus above the bound.
pub(super) fn lift(poly: &Poly, field: Field, factors: &[Residues], bound: &IBig) -> Lifted {
    let prime = IBig::from(field.prime());
    let mut modulus = prime.clone();
    let mut doublings = 0;
    while modulus <= *bound {
        modulus = &modulus * &modulus;
        doublings += 1;
    }
    let mut lifted = Vec::with_capacity(factors.len());
    let mut rest = poly.clone();
    for (position, factor) in factors.iter().enumerate() {
        let mut others: Residues = vec![field.residue(poly.leading())];
        for other in factors.iter().skip(position + 1) {
            others = field.times(&others, other);
        }
        let pair = Pair::new(field, &others, factor).lift(&rest, &prime, doublings);
        rest = pair.other;
        lifted.push(pair.factor);
    }
    Lifted { modulus, factors: lifted }
}

/// Two factors of a polynomial, with multipliers: `a * other + b * factor` is one, modulo the current modulus.
struct Pair {
    other: Poly,
    factor: Poly,
    a: Poly,
    b: Poly,
}

impl Pair {
    fn new(field: Field, other: &[u64], factor: &[u64]) -> Pair {
        // The extended algorithm of Euclid; the two have no common factor.
        let (mut r0, mut r1) = (other.to_vec(), factor.to_vec());
        let (mut a0, mut a1): (Residues, Residues) = (vec![1], Vec::new());
        let (mut b0, mut b1): (Residues, Residues) = (Vec::new(), vec![1]);
        while !r1.is_empty() {
            let (quotient, rest) = field.divided(&r0, &r1);
            (r0, r1) = (r1, rest);
            let next = field.minus(&a0, &field.times(&quotient, &a1));
            (a0, a1) = (a1, next);
            let next = field.minus(&b0, &field.times(&quotient, &b1));
            (b0, b1) = (b1, next);
        }
        let unit: Residues = r0.first().map(|&c| field.inverse(c)).into_iter().collect();
        let whole = |residues: &[u64]| Poly::new(residues.iter().map(|&c| IBig::from(c)).collect::<Vec<_>>());
        Pair {
            other: whole(other),
            factor: whole(factor),
            a: whole(&field.times(&a0, &unit)),
            b: whole(&field.times(&b0, &unit)),
        }
    }

    /// Squares the modulus so many times.
    fn lift(mut self, poly: &Poly, prime: &IBig, doublings: usize) -> Pair {
        let mut modulus = prime.clone();
        for _ in 0..doublings {
            modulus = &modulus * &modulus;
            let m = &modulus;
            let error = minus(poly, &self.other.times(&self.factor), m);
            let (quotient, rest) = divided(&self.a.times(&error), &self.factor, m);
            let correction = plus(&self.b.times(&error), &quotient.times(&self.other), m);
            self.other = plus(&self.other, &correction, m);
            self.factor = plus(&self.factor, &rest, m);
            let one = Poly::new(vec![IBig::ONE]);
            let unit = plus(&self.a.times(&self.other), &self.b.times(&self.factor), m);
            let error = minus(&unit, &one, m);
            let (quotient, rest) = divided(&self.a.times(&error), &self.factor, m);
            let correction = plus(&self.b.times(&error), &quotient.times(&self.other), m);
            self.a = minus(&self.a, &rest, m);
            self.b = minus(&self.b, &correction, m);
        }
        self
    }
}

/// The representative that is not negative.
fn residue(value: IBig, modulus: &IBig) -> IBig {
    let rest = value % modulus;
    if rest < IBig::ZERO { rest + modulus } else { rest }
}

fn combined(a: &Poly, b: &Poly, modulus: &IBig, f: impl Fn(&IBig, &IBig) -> IBig) -> Poly {
    let zero = IBig::ZERO;
    let length = a.coefficients().len().max(b.coefficients().len());
    let at = |poly: &Poly, i: usize| poly.coefficients().get(i).unwrap_or(&zero).clone();
    Poly::new((0..length).map(|i| residue(f(&at(a, i), &at(b, i)), modulus)).collect())
}

fn plus(a: &Poly, b: &Poly, modulus: &IBig) -> Poly {
    combined(a, b, modulus, |a, b| a + b)
}

fn minus(a: &Poly, b: &Poly, modulus: &IBig) -> Poly {
    combined(a, b, modulus, |a, b| a - b)
}

/// Quotient and remainder by a polynomial with leading coefficient one.
fn divided(dividend: &Poly, divisor: &Poly, modulus: &IBig) -> (Poly, Poly) {
    let mut rest: Vec<IBig> = dividend.coefficients().iter().map(|c| residue(c.clone(), modulus)).collect();
    let mut quotient = Vec::new();
    let tail = divisor.coefficients().iter().rev().skip(1);
    while rest.len() > divisor.degree() {
        let Some(factor) = rest.pop() else { break };
        if !factor.is_zero() {
            for (target, c) in rest.iter_mut().rev().zip(tail.clone()) {
                *target = residue(&*target - c * &factor, modulus);
            }
        }
        quotient.push(factor);
    }
    quotient.reverse();
    (Poly::new(quotient), Poly::new(rest))
}

/// The polynomial with its coefficients modulo a number, in the range around zero.
pub(super) fn balanced(poly: &Poly, modulus: &IBig) -> Poly {
    let half: IBig = modulus >> 1;
    let center = |c: &IBig| {
        let rest = residue(c.clone(), modulus);
        if rest > half { rest - modulus } else { rest }
    };
    Poly::new(poly.coefficients().iter().map(center).collect())
}
