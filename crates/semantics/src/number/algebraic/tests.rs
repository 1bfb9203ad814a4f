//! Identities of algebraic numbers.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_ratio::RBig;
use proptest::prelude::*;

use super::super::{Integer, Real};
use super::factor::factor_with;
use super::gcd::{gcd, square_free};
use super::poly::Poly;

fn poly(coefficients: &[i64]) -> Vec<IBig> {
    coefficients.iter().map(|&c| IBig::from(c)).collect()
}

fn root(coefficients: &[i64], index: u32) -> Real {
    Real::root_of(&poly(coefficients), index).unwrap().unwrap()
}

fn sqrt(n: i64) -> Real {
    root(&[-n, 0, 1], 2)
}

fn ratio(n: i64, d: i64) -> Real {
    Real::from_ratio(Integer::from(n), Integer::from(d)).unwrap()
}

#[test]
fn square_roots() {
    let (two, three, six) = (sqrt(2), sqrt(3), sqrt(6));
    assert_eq!(two.to_rbig(), None);
    assert_eq!(two.mul(&two).unwrap(), Real::from(2));
    assert_eq!(two.mul(&three).unwrap(), six);
    assert_eq!(two.pow(2).unwrap().unwrap(), Real::from(2));
    let sum = two.add(&three).unwrap();
    let square = sum.mul(&sum).unwrap();
    assert_eq!(square, six.mul(&Real::from(2)).unwrap().add(&Real::from(5)).unwrap());
    assert_eq!(sum.sub(&three).unwrap(), two);
    assert_eq!(sum.sub(&three).unwrap().sub(&two).unwrap(), Real::ZERO);
    assert_eq!(two.inverse().unwrap().unwrap(), two.div(&Real::from(2)).unwrap().unwrap());
    assert_eq!(sqrt(8), two.mul(&Real::from(2)).unwrap());
    assert_eq!(sqrt(8).div(&two).unwrap(), Some(Real::from(2)));
    assert_eq!(sqrt(4), Real::from(2));
    assert_eq!(two.floor(), Integer::from(1i64));
    assert_eq!(two.neg().floor(), Integer::from(-2i64));
    assert_eq!(two.neg(), root(&[-2, 0, 1], 1));
    assert_eq!(two.add(&two.neg()).unwrap(), Real::ZERO);
    assert_eq!(two.sub(&two).unwrap(), Real::ZERO);
    assert_eq!(two.pow(-3).unwrap().unwrap(), two.div(&Real::from(4)).unwrap().unwrap());
    assert_eq!(two.pow(101).unwrap().unwrap(), two.mul(&Real::from(1 << 50)).unwrap());
    assert_eq!(two.neg().pow(3).unwrap().unwrap(), two.mul(&Real::from(-2)).unwrap());
    assert_eq!(two.neg().abs(), two);
}

#[test]
fn golden_ratio() {
    let phi = root(&[-1, -1, 1], 2);
    assert_eq!(phi.mul(&phi).unwrap(), phi.add(&Real::ONE).unwrap());
    assert_eq!(phi.inverse().unwrap().unwrap(), phi.sub(&Real::ONE).unwrap());
    assert_eq!(phi, sqrt(5).add(&Real::ONE).unwrap().mul(&ratio(1, 2)).unwrap());
    // A power is a Fibonacci number times the ratio, plus the one before.
    let power = phi.pow(50).unwrap().unwrap();
    let expected = phi.mul(&Real::from(12_586_269_025)).unwrap().add(&Real::from(7_778_742_049)).unwrap();
    assert_eq!(power, expected);
    assert_eq!(power.floor(), Integer::from(28_143_753_122i64));
}

#[test]
fn cube_roots() {
    let two = root(&[-2, 0, 0, 1], 1);
    let four = root(&[-4, 0, 0, 1], 1);
    assert_eq!(two.mul(&two).unwrap(), four);
    assert_eq!(two.mul(&four).unwrap(), Real::from(2));
    assert_eq!(two.pow(3).unwrap().unwrap(), Real::from(2));
    // (1 + c)^3 = 3 + 3c + 3c^2 with c^3 = 2.
    let cube = two.add(&Real::ONE).unwrap().pow(3).unwrap().unwrap();
    let three = Real::from(3);
    let expected = two.add(&four).unwrap().add(&Real::ONE).unwrap().mul(&three).unwrap();
    assert_eq!(cube, expected);
    assert_eq!(root(&[2, 0, 0, 1], 1), two.neg());
    assert!(two.neg() < Real::from(-1));
}

#[test]
fn values_of_a_polynomial_stay_in_its_field() {
    // x^5 = x + 1 has one real solution and no solution by radicals.
    let x = root(&[-1, -1, 0, 0, 0, 1], 1);
    let fifth = x.pow(5).unwrap().unwrap();
    assert_eq!(fifth.sub(&x).unwrap(), Real::ONE);
    let square = x.mul(&x).unwrap();
    let value = fifth.add(&square).unwrap().sub(&x).unwrap().sub(&Real::ONE).unwrap();
    assert_eq!(value, square);
    assert_eq!(value.to_algebraic().unwrap().coefficients().len(), 6);
    let mut sum = Real::ZERO;
    for power in 0..12 {
        sum = sum.add(&x.pow(power).unwrap().unwrap()).unwrap();
    }
    // The geometric sum.
    let top = x.pow(12).unwrap().unwrap().sub(&Real::ONE).unwrap();
    assert_eq!(sum, top.div(&x.sub(&Real::ONE).unwrap()).unwrap().unwrap());
}

#[test]
fn many_square_roots() {
    // A sum of three square roots has degree eight; taking the roots off again ends at zero.
    let roots = [sqrt(2), sqrt(3), sqrt(5)];
    let sum = roots.iter().try_fold(Real::ZERO, |sum, root| sum.add(root)).unwrap();
    assert_eq!(sum.to_algebraic().unwrap().coefficients().len(), 9);
    let rest = roots.iter().try_fold(sum.clone(), |sum, root| sum.sub(root)).unwrap();
    assert_eq!(rest, Real::ZERO);
    assert_eq!(sum.sub(&roots[1]).unwrap().sub(&roots[0]).unwrap(), roots[2]);
    assert_eq!(sum.to_algebraic().unwrap().index(), Ok(8));
}

#[test]
fn roots_by_index() {
    // (x - 1)^2 (x + 3) (2x - 1) (x^2 - 2)
    let coefficients = product(&[&[-1, 1], &[-1, 1], &[3, 1], &[-1, 2], &[-2, 0, 1]]);
    let at = |index| Real::root_of(&coefficients, index).unwrap();
    assert_eq!(at(0), None);
    assert_eq!(at(1), Some(Real::from(-3)));
    assert_eq!(at(2), Some(sqrt(2).neg()));
    assert_eq!(at(3), Some(ratio(1, 2)));
    assert_eq!(at(4), Some(Real::ONE));
    assert_eq!(at(5), Some(sqrt(2)));
    assert_eq!(at(6), None);
    assert_eq!(Real::root_of(&[], 1), Ok(None));
    assert_eq!(Real::root_of(&poly(&[5]), 1), Ok(None));
    assert_eq!(Real::root_of(&poly(&[1, 0, 1]), 1), Ok(None));
    assert_eq!(Real::root_of(&poly(&[0, 1]), 1), Ok(Some(Real::ZERO)));
    assert_eq!(Real::root_of(&poly(&[0, 0, 3]), 1), Ok(Some(Real::ZERO)));
    assert_eq!(Real::root_of(&poly(&[-7, 3]), 1), Ok(Some(ratio(7, 3))));
    let printed = at(2).unwrap();
    let printed = printed.to_algebraic().unwrap();
    assert_eq!((printed.coefficients(), printed.index()), (&poly(&[-2, 0, 1])[..], Ok(1)));
}

#[test]
fn roots_between() {
    let rational = |n: i64, d: i64| RBig::from_parts_signed(IBig::from(n), IBig::from(d));
    let between = |c: &[i64], low, high| Real::root_between(&poly(c), &low, &high).unwrap();
    let square = [-2, 0, 1];
    assert_eq!(between(&square, rational(1, 1), rational(3, 2)), Some(sqrt(2)));
    assert_eq!(between(&square, rational(-3, 2), rational(-7, 5)), Some(sqrt(2).neg()));
    assert_eq!(between(&square, rational(-2, 1), rational(2, 1)), None);
    assert_eq!(between(&square, rational(3, 2), rational(2, 1)), None);
    assert_eq!(between(&[-7, 3], rational(7, 3), rational(7, 3)), Some(ratio(7, 3)));
    assert_eq!(between(&[-7, 3], rational(7, 3), rational(5, 1)), Some(ratio(7, 3)));
    assert_eq!(between(&[-7, 3], rational(12, 5), rational(5, 1)), None);
}

#[test]
fn close_numbers_are_told_apart() {
    // The two positive roots of Mignotte's x^9 - 2 (1000 x - 1)^2 are about 10^-16 apart.
    let coefficients = [-2, 4000, -2_000_000, 0, 0, 0, 0, 0, 0, 1];
    let (low, high) = (root(&coefficients, 1), root(&coefficients, 2));
    assert!(low < high && low < ratio(1, 1000) && high > ratio(1, 1000));
    assert_ne!(low, high);
    let gap = high.floor();
    assert_eq!(gap, Integer::ZERO);
    // A square root and a nearby rational, and a nearby square root of another polynomial.
    let near = ratio(1_414_213_562_373_095_048, 1_000_000_000_000_000_000);
    assert!(sqrt(2) > near && near < sqrt(2));
    let scale = IBig::from(10).pow(40);
    let shifted = vec![-(IBig::from(2) * &scale + IBig::ONE), IBig::ZERO, scale];
    let shifted = Real::root_of(&shifted, 2).unwrap().unwrap();
    assert_eq!(shifted.cmp(&sqrt(2)), Ordering::Greater);
    assert_eq!(sqrt(2).cmp(&shifted), Ordering::Less);
    assert_ne!(shifted, sqrt(2));
}

#[test]
fn bounds_enclose() {
    let value = sqrt(2);
    for precision in [0, 1, 10, 100, 3000] {
        let (low, high) = value.bounds(precision);
        assert!(&low * &low < RBig::from(2) && &high * &high > RBig::from(2));
        assert!((high - low) * RBig::from(IBig::ONE << precision as usize) <= RBig::ONE);
    }
    assert_eq!(ratio(1, 3).bounds(5).0, ratio(1, 3).to_rbig().unwrap());
}

#[test]
fn sizes_far_apart() {
    let large = IBig::from(10).pow(300);
    let coefficients = vec![-&large, IBig::ZERO, IBig::ONE, IBig::ZERO, IBig::ZERO, -&large];
    let place = Real::root_of(&coefficients, 1).unwrap().unwrap();
    assert!(place < Real::ZERO && place > Real::from(-2));
    // The root of x^2 = 10^301 has 151 digits.
    let root = Real::root_of(&[-(&large * IBig::from(10)), IBig::ZERO, IBig::ONE], 2).unwrap().unwrap();
    assert_eq!(root.floor().to_string().len(), 151);
    let small = root.inverse().unwrap().unwrap();
    assert!(small > Real::ZERO && small < ratio(1, i64::MAX));
    assert_eq!(small.mul(&root).unwrap(), Real::ONE);
    assert_eq!(small.floor(), Integer::ZERO);
    assert_eq!(small.neg().floor(), Integer::from(-1i64));
}

#[test]
fn too_large_is_an_answer() {
    let mut coefficients = poly(&[0; 80]);
    coefficients[0] = IBig::from(-2);
    coefficients[79] = IBig::ONE;
    assert!(Real::root_of(&coefficients, 1).is_err());
    assert!(sqrt(2).pow(i64::MAX).is_err() && sqrt(2).pow(i64::MIN).is_err());
    let long = Real::root_of(&[IBig::from(-3) << 60_000, IBig::ZERO, IBig::ONE], 2).unwrap().unwrap();
    assert_eq!(long.mul(&long).unwrap().to_integer(), Some(Integer::from(IBig::from(3) << 60_000)));
    let more = Real::from(Integer::from((IBig::ONE << 70_000) + IBig::ONE));
    assert!(long.mul(&more).is_err());
}

#[test]
fn irreducible_factors_are_found() {
    // The first two split modulo every prime, so their parts have to be put together again.
    let factors: [&[i64]; 5] =
        [&[1, 0, 0, 0, 1], &[1, 0, -10, 0, 1], &[-2, 0, 0, 1], &[-7, 0, 3], &[5, -10, 0, 0, 0, 4]];
    let all = Poly::new(product(&factors));
    for factor in factors {
        let factor = Poly::new(poly(factor));
        assert_eq!(factor_with(&all, |found| *found == factor), factor);
    }
    let irreducible = Poly::new(poly(&[1, 0, -10, 0, 1]));
    assert_eq!(factor_with(&irreducible, |_| false), irreducible);
}

#[test]
fn common_divisors_are_found() {
    let a = Poly::new(product(&[&[-2, 0, 0, 1], &[3, 5, 7], &[-1, 1], &[-1, 1]]));
    let b = Poly::new(product(&[&[3, 5, 7], &[11, 0, 13], &[-1, 1]]));
    assert_eq!(gcd(&a, &b), Poly::new(product(&[&[3, 5, 7], &[-1, 1]])));
    assert_eq!(gcd(&a, &Poly::new(poly(&[17, 0, 1]))).degree(), 0);
    assert_eq!(square_free(&a), Poly::new(product(&[&[-2, 0, 0, 1], &[3, 5, 7], &[-1, 1]])));
    // Coefficients that need many primes.
    let long = Poly::new(vec![
        (IBig::ONE << 1000) + IBig::ONE,
        IBig::from(3) << 900,
        (IBig::ONE << 950) - IBig::ONE,
    ]);
    assert_eq!(
        gcd(&long.times(&a).primitive(), &long.times(&Poly::new(poly(&[17, 0, 1]))).primitive()),
        long
    );
}

fn product(factors: &[&[i64]]) -> Vec<IBig> {
    let mut result = vec![IBig::ONE];
    for factor in factors {
        let mut next = vec![IBig::ZERO; result.len() + factor.len() - 1];
        for (i, a) in result.iter().enumerate() {
            for (j, &b) in factor.iter().enumerate() {
                next[i + j] += a * IBig::from(b);
            }
        }
        result = next;
    }
    result
}

fn hash(value: &Real) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A sum of a rational and a multiple of a square root, with the floating-point value.
fn quadratic() -> impl Strategy<Value = (Real, f64)> {
    (-20i64..20, 1i64..6, -9i64..9, prop::sample::select(vec![2i64, 3, 5, 7])).prop_map(|(n, d, m, r)| {
        let value = sqrt(r).mul(&Real::from(m)).unwrap().add(&ratio(n, d)).unwrap();
        (value, n as f64 / d as f64 + m as f64 * (r as f64).sqrt())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn known_rational_roots_are_found(roots in prop::collection::btree_set((-30i64..30, 1i64..12), 1..7),
                                      more in -3i64..8) {
        // The quadratic factor has irrational or no real roots.
        let mut factors: Vec<Vec<i64>> = roots.iter().map(|(n, d)| vec![-n, *d]).collect();
        factors.push(vec![more * 4 + 2, 0, 1]);
        let coefficients = product(&factors.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let mut expected: Vec<Real> = roots.iter().map(|(n, d)| ratio(*n, *d)).collect();
        if more < 0 {
            expected.push(sqrt(-more * 4 - 2));
            expected.push(sqrt(-more * 4 - 2).neg());
        }
        expected.sort();
        expected.dedup();
        for (index, root) in (1..).zip(&expected) {
            let found = Real::root_of(&coefficients, index).unwrap().unwrap();
            prop_assert_eq!(&found, root);
            prop_assert_eq!(hash(&found), hash(root));
        }
        prop_assert_eq!(Real::root_of(&coefficients, expected.len() as u32 + 1).unwrap(), None);
    }

    #[test]
    fn field_laws((a, fa) in quadratic(), (b, fb) in quadratic()) {
        let sum = a.add(&b).unwrap();
        prop_assert_eq!(&sum, &b.add(&a).unwrap());
        prop_assert_eq!(hash(&sum), hash(&b.add(&a).unwrap()));
        prop_assert_eq!(sum.sub(&b).unwrap(), a.clone());
        prop_assert_eq!(hash(&sum.sub(&b).unwrap()), hash(&a));
        let product = a.mul(&b).unwrap();
        prop_assert_eq!(&product, &b.mul(&a).unwrap());
        if !b.is_zero() {
            prop_assert_eq!(product.div(&b).unwrap().unwrap(), a.clone());
        }
        // (a + b)^2 = a^2 + 2ab + b^2
        let left = sum.mul(&sum).unwrap();
        let right = a.mul(&a).unwrap().add(&product).unwrap().add(&product).unwrap().add(&b.mul(&b).unwrap()).unwrap();
        prop_assert_eq!(left, right);
        if (fa - fb).abs() > 1e-9 {
            prop_assert_eq!(a < b, fa < fb);
        }
        prop_assert_eq!(a.cmp(&b), sum.cmp(&b.add(&b).unwrap()));
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a.floor(), Integer::from(fa.floor() as i64));
    }

    #[test]
    fn roots_are_roots(coefficients in prop::collection::vec(-9i64..10, 2..7)) {
        // Horner's rule at a root gives zero, and the roots come in order.
        let mut last: Option<Real> = None;
        for index in 1.. {
            let Some(x) = Real::root_of(&poly(&coefficients), index).unwrap() else { break };
            if let Some(last) = last {
                prop_assert!(last < x);
            }
            let mut value = Real::ZERO;
            for &c in coefficients.iter().rev() {
                value = value.mul(&x).unwrap().add(&Real::from(c)).unwrap();
            }
            prop_assert_eq!(value, Real::ZERO);
            if let Some(algebraic) = x.to_algebraic() {
                let own = algebraic.index().unwrap();
                prop_assert_eq!(Real::root_of(algebraic.coefficients(), own).unwrap(), Some(x.clone()));
            }
            last = Some(x);
        }
    }
}
