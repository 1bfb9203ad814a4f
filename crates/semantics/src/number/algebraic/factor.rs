//! The irreducible factor that a root belongs to, by the algorithm of Zassenhaus.
//!
//! It keeps degrees low: a number that is given by arithmetic in a small field gets back its small
//! polynomial. Nothing depends on it for correctness, so it may give up.

use dashu_int::IBig;

use super::berlekamp;
use super::hensel::{balanced, lift};
use super::modular::{Field, Residues, small_primes};
use super::poly::Poly;

/// The primes that are tried to find one that divides neither the leading coefficient nor the discriminant.
const PRIMES: usize = 60;
/// The usable ones that are compared.
const USABLE_PRIMES: usize = 5;
/// The combinations of factors that are tried.
const COMBINATIONS: usize = 20_000;

/// The highest product of degree and longest coefficient of a polynomial that is lifted.
const LIFTED_BITS: usize = 1 << 16;

/// The irreducible factor that has a property which only one has; a multiple of it if that is hard to find.
///
/// The polynomial is primitive, has no multiple factors, and the factor has an irrational root.
pub(super) fn factor_with(poly: &Poly, wanted: impl Fn(&Poly) -> bool) -> Poly {
    if poly.degree() <= 2 {
        // The root is irrational, so a quadratic polynomial cannot have a factor with it.
        return poly.clone();
    }
    let Some((field, factors, degrees)) = best_prime(poly) else {
        return poly.clone();
    };
    if factors.len() < 2 || degrees.is_trivial() || poly.degree() * poly.bits() > LIFTED_BITS {
        return poly.clone();
    }
    // A coefficient of a factor is below 2^degree times the length of the coefficients as a vector; what is
    // compared is multiplied by the leading coefficient, and has a sign.
    let bound = IBig::ONE << (poly.degree() + 2 * poly.bits() + poly.degree() + 2);
    let lifted = lift(poly, field, &factors, &bound);
    let mut search = Search { poly: poly.clone(), modulus: lifted.modulus, factors: lifted.factors };
    search.run(&degrees, wanted)
}

/// The degrees that a factor may have: bit i is set for degree i.
#[derive(Clone, Copy)]
struct Degrees {
    set: u128,
    degree: usize,
}

impl Degrees {
    /// The degrees of all products of some of the factors.
    fn of(degree: usize, factors: &[Residues]) -> Degrees {
        let set = factors.iter().fold(1u128, |set, factor| set | (set << (factor.len() - 1)));
        Degrees { set, degree }
    }

    fn contains(self, degree: usize) -> bool {
        (self.set >> degree) & 1 == 1
    }

    /// Whether there are no factors but the whole.
    fn is_trivial(self) -> bool {
        self.set.count_ones() <= 2 && self.contains(0) && self.contains(self.degree)
    }
}

/// The prime with the fewest factors, these factors, and the degrees that all primes allow.
fn best_prime(poly: &Poly) -> Option<(Field, Vec<Residues>, Degrees)> {
    if poly.degree() >= u128::BITS as usize {
        return None;
    }
    let mut best: Option<(Field, Vec<Residues>, Degrees)> = None;
    let mut usable = 0;
    for field in small_primes().take(PRIMES) {
        let image = field.residues(poly);
        if image.len() <= poly.degree() || field.gcd(image.clone(), field.derivative(&image)).len() > 1 {
            continue;
        }
        let factors = berlekamp::factors(field, &image);
        let mut degrees = Degrees::of(poly.degree(), &factors);
        best = Some(match best {
            None => (field, factors, degrees),
            Some((best_field, best_factors, best_degrees)) => {
                degrees.set &= best_degrees.set;
                if factors.len() < best_factors.len() {
                    (field, factors, degrees)
                } else {
                    (best_field, best_factors, degrees)
                }
            }
        });
        usable += 1;
        if usable == USABLE_PRIMES || best.as_ref().is_some_and(|(_, _, degrees)| degrees.is_trivial()) {
            break;
        }
    }
    best
}

/// The search for products of the lifted factors that divide the polynomial.
struct Search {
    poly: Poly,
    modulus: IBig,
    factors: Vec<Poly>,
}

impl Search {
    fn run(&mut self, degrees: &Degrees, wanted: impl Fn(&Poly) -> bool) -> Poly {
        let mut tries = 0;
        let mut size = 1;
        // A factor of more than half of the parts is what remains when its complement is removed.
        while 2 * size <= self.factors.len() {
            let mut chosen: Vec<usize> = (0..size).collect();
            let found = loop {
                tries += 1;
                if tries > COMBINATIONS {
                    return self.poly.clone();
                }
                if let Some(found) = self.factor_of(&chosen, degrees) {
                    break Some(found);
                }
                if !advance(&mut chosen, self.factors.len()) {
                    break None;
                }
            };
            let Some((factor, rest)) = found else {
                size += 1;
                continue;
            };
            if wanted(&factor) {
                return factor;
            }
            self.poly = rest;
            let mut position = 0;
            self.factors.retain(|_| {
                position += 1;
                !chosen.contains(&(position - 1))
            });
        }
        self.poly.clone()
    }

    /// The factor that is the product of the chosen ones, if it is one, with its cofactor.
    fn factor_of(&self, chosen: &[usize], degrees: &Degrees) -> Option<(Poly, Poly)> {
        let parts = || chosen.iter().filter_map(|&i| self.factors.get(i));
        if !degrees.contains(parts().map(Poly::degree).sum()) {
            return None;
        }
        // The constant coefficient alone shows most choices to be wrong.
        let leading = self.poly.leading();
        let constant =
            parts().fold(leading.clone(), |product, part| product * part.constant() % &self.modulus);
        let constant = balanced(&Poly::new(vec![constant]), &self.modulus);
        let whole = self.poly.constant() * leading;
        if constant.is_zero() != whole.is_zero()
            || (!constant.is_zero() && !(whole % constant.constant()).is_zero())
        {
            return None;
        }
        let start = Poly::new(vec![leading.clone()]);
        let product = parts().fold(start, |product, part| balanced(&product.times(part), &self.modulus));
        let factor = product.primitive();
        let rest = self.poly.divided_by(&factor)?;
        Some((factor, rest))
    }
}

/// The next choice of as many of so many, in order; whether there is one.
fn advance(chosen: &mut [usize], from: usize) -> bool {
    let size = chosen.len();
    for place in (0..size).rev() {
        let Some(current) = chosen.get(place).copied() else { return false };
        if current + (size - place) < from {
            for (offset, target) in chosen.iter_mut().skip(place).enumerate() {
                *target = current + 1 + offset;
            }
            return true;
        }
    }
    false
}
