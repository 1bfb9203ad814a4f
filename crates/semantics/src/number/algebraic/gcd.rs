//! Greatest common divisors of integer polynomials, found modulo primes and put together.

use dashu_base::Gcd;
use dashu_int::IBig;

use super::modular::{Field, Residues, large_primes};
use super::poly::Poly;

/// The greatest common divisor of two primitive polynomials that are not zero.
pub(super) fn gcd(a: &Poly, b: &Poly) -> Poly {
    if a == b {
        return a.clone();
    }
    // The divisor's leading coefficient divides this, which fixes the scale that is lost modulo a prime.
    let scale = a.leading().gcd(b.leading());
    let scale = IBig::from(scale);
    let mut found = Images::default();
    for field in large_primes() {
        let (a_image, b_image) = (field.residues(a), field.residues(b));
        if a_image.len() <= a.degree() || b_image.len() <= b.degree() {
            continue;
        }
        let image = field.gcd(a_image, b_image);
        if image.len() <= 1 {
            break;
        }
        // A prime with a divisor of higher degree than another's is one of the few that mislead.
        if found.degree.is_some_and(|degree| image.len() - 1 > degree) {
            continue;
        }
        if found.degree.is_none_or(|degree| image.len() - 1 < degree) {
            found = Images { degree: Some(image.len() - 1), ..Images::default() };
        }
        let factor = field.residue(&scale);
        let image: Residues = image.iter().map(|c| field.mul(*c, factor)).collect();
        if found.include(field, &image) {
            let candidate = Poly::new(found.coefficients.clone()).primitive();
            if a.divided_by(&candidate).is_some() && b.divided_by(&candidate).is_some() {
                return candidate;
            }
        }
    }
    Poly::new(vec![IBig::ONE])
}

/// The product of the distinct irreducible factors, for a primitive polynomial that is not zero.
pub(super) fn square_free(poly: &Poly) -> Poly {
    if poly.degree() < 2 {
        return poly.clone();
    }
    let common = gcd(poly, &poly.derivative().primitive());
    if common.degree() == 0 {
        return poly.clone();
    }
    poly.divided_by(&common).map_or_else(|| poly.clone(), Poly::primitive)
}

/// What is known of a polynomial from its images modulo some primes.
struct Images {
    degree: Option<usize>,
    /// The product of the primes.
    modulus: IBig,
    /// The coefficients modulo the product, in the range around zero.
    coefficients: Vec<IBig>,
}

impl Default for Images {
    fn default() -> Images {
        Images { degree: None, modulus: IBig::ONE, coefficients: Vec::new() }
    }
}

impl Images {
    /// Takes in one more image, by the Chinese remainder theorem, and says whether nothing changed.
    fn include(&mut self, field: Field, image: &[u64]) -> bool {
        self.coefficients.resize(image.len(), IBig::ZERO);
        let inverse = field.inverse(field.residue(&self.modulus));
        let modulus = &self.modulus * IBig::from(field.prime());
        let half: IBig = &modulus >> 1;
        let mut same = true;
        for (coefficient, &residue) in self.coefficients.iter_mut().zip(image) {
            let step = field.mul(field.sub(residue, field.residue(coefficient)), inverse);
            if step != 0 {
                same = false;
                *coefficient += &self.modulus * IBig::from(step);
            }
            if *coefficient > half {
                *coefficient -= &modulus;
            }
        }
        self.modulus = modulus;
        same
    }
}
