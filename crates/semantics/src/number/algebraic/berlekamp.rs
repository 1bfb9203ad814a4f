//! Factors of polynomials modulo a small prime, by Berlekamp's algorithm.

use super::modular::{Field, Residues};

/// The irreducible factors, with leading coefficient one, of a polynomial without multiple factors.
pub(super) fn factors(field: Field, poly: &[u64]) -> Vec<Residues> {
    let poly = field.monic(poly.to_vec());
    let basis = fixed_by_frobenius(field, &poly);
    let count = basis.len();
    let mut factors = vec![poly];
    for element in basis {
        // Modulo each factor the element is a constant, and these constants tell the factors apart.
        let mut next = Vec::with_capacity(count);
        for factor in factors {
            next.extend(split(field, factor, &element, count));
        }
        factors = next;
        if factors.len() == count {
            break;
        }
    }
    factors
}

/// The parts of a factor on which the element has different constants.
fn split(field: Field, factor: Residues, element: &[u64], most: usize) -> Vec<Residues> {
    let mut parts = Vec::new();
    let mut rest = factor;
    let image = field.remainder(element, &rest);
    if image.len() <= 1 || most == 1 {
        return vec![rest];
    }
    for constant in 0..field.prime() {
        if rest.len() <= 1 {
            break;
        }
        let part = field.gcd(rest.clone(), field.minus(&image, &[constant]));
        if part.len() > 1 {
            rest = field.divided(&rest, &part).0;
            parts.push(part);
        }
    }
    parts
}

/// A basis of the polynomials that equal their own power with the prime as exponent, modulo the polynomial.
fn fixed_by_frobenius(field: Field, poly: &[u64]) -> Vec<Residues> {
    let degree = poly.len().saturating_sub(1);
    let step = power_of_x(field, poly);
    // Row i has the coefficients of x^(i * prime) - x^i.
    let mut rows: Vec<Vec<u64>> = Vec::with_capacity(degree);
    let mut power: Residues = vec![1];
    for i in 0..degree {
        let mut row = power.clone();
        row.resize(degree, 0);
        if let Some(c) = row.get_mut(i) {
            *c = field.sub(*c, 1);
        }
        rows.push(row);
        power = field.remainder(&field.times(&power, &step), poly);
    }
    left_kernel(field, rows)
}

/// The power of `x` with the prime as exponent, modulo the polynomial.
fn power_of_x(field: Field, poly: &[u64]) -> Residues {
    let mut result: Residues = field.remainder(&[1], poly);
    let prime = field.prime();
    for bit in (0..64 - prime.leading_zeros()).rev() {
        result = field.remainder(&field.times(&result, &result), poly);
        if (prime >> bit) & 1 == 1 {
            result.insert(0, 0);
            result = field.remainder(&result, poly);
        }
    }
    result
}

/// The combinations of the rows that are zero, as vectors of the factors of the rows.
fn left_kernel(field: Field, mut rows: Vec<Vec<u64>>) -> Vec<Residues> {
    let count = rows.len();
    // The same steps applied to the unit matrix keep the combinations.
    let mut combinations: Vec<Vec<u64>> =
        (0..count).map(|i| (0..count).map(|j| u64::from(i == j)).collect()).collect();
    let mut done = 0;
    for column in 0..count {
        let entry = |row: &Vec<u64>| row.get(column).copied().unwrap_or(0);
        let Some(pivot) = (done..count).find(|&i| rows.get(i).is_some_and(|row| entry(row) != 0)) else {
            continue;
        };
        rows.swap(done, pivot);
        combinations.swap(done, pivot);
        let (Some((row, rows_below)), Some((combination, combinations_below))) = (
            rows.get_mut(done..).and_then(<[_]>::split_first_mut),
            combinations.get_mut(done..).and_then(<[_]>::split_first_mut),
        ) else {
            break;
        };
        let inverse = field.inverse(entry(row));
        for (below, combination_below) in rows_below.iter_mut().zip(combinations_below) {
            let factor = field.mul(entry(below), inverse);
            if factor != 0 {
                subtract(field, below, row, factor);
                subtract(field, combination_below, combination, factor);
            }
        }
        done += 1;
    }
    combinations.drain(done..).collect()
}

fn subtract(field: Field, target: &mut [u64], row: &[u64], factor: u64) {
    for (t, c) in target.iter_mut().zip(row) {
        *t = field.sub(*t, field.mul(*c, factor));
    }
}
