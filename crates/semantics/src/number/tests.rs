//! Integers against machine arithmetic, rationals against the laws of a field.

use std::hash::{DefaultHasher, Hash, Hasher};

use dashu_base::Gcd;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use proptest::prelude::*;

use super::{Integer, Real};
use crate::budget::{MAX_BITS, TooLarge};

fn int(value: i128) -> Integer {
    Integer::from(value)
}

fn ratio(n: i64, d: i64) -> Real {
    Real::from_ratio(Integer::from(n), Integer::from(d)).unwrap()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn sizes() {
    assert_eq!(size_of::<Integer>(), 16);
    assert_eq!(size_of::<Real>(), 24);
}

#[test]
fn integers_are_read_and_written() {
    let long = "9".repeat(100);
    for text in ["0", "5", "-5", "9223372036854775807", "-9223372036854775808", "9223372036854775808", &long]
    {
        assert_eq!(Integer::parse(text).unwrap().to_string(), text);
    }
    assert_eq!(Integer::parse("007"), Some(int(7)));
    assert_eq!(Integer::parse("-0"), Some(Integer::ZERO));
    for text in ["", "-", "+1", "1_000", "--1", " 1", "1 ", "0x1", "1.0", "٣"] {
        assert_eq!(Integer::parse(text), None, "{text}");
    }
    // A million digits take well under a second.
    assert!(Integer::parse(&"7".repeat(1_000_000)).unwrap().bit_len() > 3_000_000);
}

#[test]
fn division_keeps_the_remainder_from_zero_on() {
    // The four combinations of signs, as in the theory of integers.
    for (a, b, quotient, remainder) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)] {
        assert_eq!(int(a).div(&int(b)), Some(int(quotient)));
        assert_eq!(int(a).modulo(&int(b)), Some(int(remainder)));
    }
    assert_eq!(int(1).div(&Integer::ZERO), None);
    assert_eq!(int(1).modulo(&Integer::ZERO), None);
    let least = Integer::from(i64::MIN);
    assert_eq!(least.div(&int(-1)), Some(int(1 << 63)));
    assert_eq!(least.modulo(&int(-1)), Some(Integer::ZERO));
    assert_eq!(least.abs(), int(1 << 63));
    assert_eq!(int(1 << 63).neg(), least);
    assert_eq!(int(1 << 63).neg().to_i64(), Some(i64::MIN));
}

#[test]
fn powers_are_bounded() {
    let huge = int(1 << 100);
    assert_eq!(int(3).pow(&int(5)), Ok(Some(int(243))));
    assert_eq!(int(-3).pow(&int(3)), Ok(Some(int(-27))));
    assert_eq!(int(10).pow(&int(30)), Ok(Some(int(10i128.pow(30)))));
    assert_eq!(Integer::ZERO.pow(&Integer::ZERO), Ok(Some(Integer::ONE)));
    assert_eq!(Integer::ZERO.pow(&huge), Ok(Some(Integer::ZERO)));
    assert_eq!(int(-1).pow(&huge), Ok(Some(int(1))));
    assert_eq!(int(-1).pow(&huge.add(&int(1))), Ok(Some(int(-1))));
    assert_eq!(int(2).pow(&huge), Err(TooLarge));
    assert_eq!(int(2).pow(&int(-1)), Ok(None));
    let limit = MAX_BITS as i128;
    assert_eq!(int(limit - 1).pow2().unwrap().unwrap().bit_len(), MAX_BITS);
    assert_eq!(int(limit).pow2(), Err(TooLarge));
    let long = int(limit / 2 + 1).pow2().unwrap().unwrap();
    assert_eq!(long.mul(&long), Err(TooLarge));
    assert_eq!(int(-1).pow2(), Ok(None));
    assert_eq!(int(1).log2(), Some(Integer::ZERO));
    assert_eq!(int(255).log2(), Some(int(7)));
    assert_eq!(int(1 << 80).log2(), Some(int(80)));
    assert_eq!(int(0).log2(), None);
}

#[test]
fn integers_convert() {
    assert_eq!(Integer::from(u64::MAX).to_u64(), Some(u64::MAX));
    assert_eq!(Integer::from(u64::MAX).to_i64(), None);
    assert_eq!(int(-1).to_u64(), None);
    assert_eq!(int(1 << 32).to_u32(), None);
    assert_eq!(int(7).to_usize(), Some(7));
    assert_eq!(Integer::from(UBig::from(5u8)), int(5));
    assert_eq!(Integer::from(7u32).to_ibig(), IBig::from(7));
    assert_eq!(int(0).bit_len(), 0);
    assert_eq!(Integer::from(i64::MIN).bit_len(), 64);
}

#[test]
fn decimals_are_read() {
    assert_eq!(Real::parse_decimal("12.50"), Some(ratio(25, 2)));
    assert_eq!(Real::parse_decimal("-0.75"), Some(ratio(-3, 4)));
    assert_eq!(Real::parse_decimal("0.0"), Some(Real::ZERO));
    assert_eq!(Real::parse_decimal("3.000"), Some(Real::from(3)));
    assert_eq!(Real::parse_decimal("17"), Some(Real::from(17)));
    for text in ["", ".", ".5", "1.", "-.5", "1.-5", "1.5.2", "+1.5", "1e5", "1._5"] {
        assert_eq!(Real::parse_decimal(text), None, "{text}");
    }
    let long = format!("1.{}1", "0".repeat(1000));
    let value = Real::parse_decimal(&long).unwrap();
    assert_eq!(value.denominator(), Some(Integer::from(IBig::from(10).pow(1001))));
}

#[test]
fn rationals_at_the_edges() {
    assert_eq!(Real::from_ratio(Integer::ONE, Integer::ZERO), None);
    assert_eq!(ratio(i64::MIN, -1), Real::from(int(1 << 63)));
    assert_eq!(ratio(i64::MIN, i64::MIN), Real::ONE);
    assert_eq!(ratio(3, -6).to_rbig(), Some(RBig::from_parts(IBig::from(-1), UBig::from(2u8))));
    assert_eq!(ratio(i64::MIN, 1).neg().neg(), ratio(i64::MIN, 1));
    assert_eq!(ratio(i64::MIN, 1).inverse().unwrap().unwrap().denominator(), Some(int(1 << 63)));
    assert_eq!(Real::ZERO.inverse(), Ok(None));
    assert_eq!(Real::ONE.div(&Real::ZERO), Ok(None));
    assert_eq!(ratio(-7, 2).floor(), int(-4));
    assert_eq!(ratio(-7, 2).to_integer(), None);
    assert_eq!(ratio(-8, 2).to_integer(), Some(int(-4)));
    assert_eq!(ratio(2, 3).pow(-3), Ok(Some(ratio(27, 8))));
    assert_eq!(ratio(-2, 3).pow(3), Ok(Some(ratio(-8, 27))));
    assert_eq!(Real::ZERO.pow(0), Ok(Some(Real::ONE)));
    assert_eq!(Real::ZERO.pow(-1), Ok(None));
    assert_eq!(ratio(1, 2).pow(i64::MAX), Err(TooLarge));
    assert_eq!(ratio(-5, 3).abs(), ratio(5, 3));
}

/// Values around zero and around the ends of a machine word.
fn edge() -> impl Strategy<Value = i128> {
    prop_oneof![
        -20i128..20,
        any::<i64>().prop_map(i128::from),
        any::<i128>().prop_map(|value| value >> 40),
        (-3i128..3).prop_map(|value| i128::from(i64::MAX) + value),
        (-3i128..3).prop_map(|value| i128::from(i64::MIN) + value),
        (-3i128..3).prop_map(|value| i128::from(u64::MAX) + value),
    ]
}

/// A rational whose parts are small, or around the ends of a machine word.
fn fraction() -> impl Strategy<Value = Real> {
    (edge(), edge().prop_filter("not zero", |value| *value != 0))
        .prop_map(|(n, d)| Real::from_ratio(int(n), int(d)).unwrap())
}

proptest! {
    #[test]
    fn integers_follow_machine_arithmetic(a in edge(), b in edge()) {
        let (x, y) = (int(a), int(b));
        prop_assert_eq!(x.add(&y), int(a + b));
        prop_assert_eq!(x.sub(&y), int(a - b));
        if let Some(product) = a.checked_mul(b) {
            prop_assert_eq!(x.mul(&y), Ok(int(product)));
        }
        prop_assert_eq!(x.neg(), int(-a));
        prop_assert_eq!(x.abs(), int(a.abs()));
        prop_assert_eq!(x.div(&y), a.checked_div_euclid(b).map(int));
        prop_assert_eq!(x.modulo(&y), a.checked_rem_euclid(b).map(int));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!(x.sign(), a.cmp(&0));
        prop_assert_eq!(x.is_zero(), a == 0);
        prop_assert_eq!(x.is_negative(), a < 0);
        prop_assert_eq!(x.to_string(), a.to_string());
        prop_assert_eq!(Integer::parse(&a.to_string()), Some(x.clone()));
        prop_assert_eq!(x.to_i64(), i64::try_from(a).ok());
        prop_assert_eq!(x.to_u64(), u64::try_from(a).ok());
        prop_assert_eq!(x.bit_len(), (128 - a.unsigned_abs().leading_zeros()) as usize);
        // The long way round through large numbers ends at the same representation.
        let back = x.add(&int(1 << 100)).sub(&int(1 << 100));
        prop_assert_eq!(hash(&back), hash(&x));
        prop_assert_eq!(back, x);
    }

    #[test]
    fn rationals_follow_the_laws_of_a_field(a in fraction(), b in fraction(), c in fraction()) {
        prop_assert_eq!(a.add(&b).unwrap(), b.add(&a).unwrap());
        prop_assert_eq!(a.mul(&b).unwrap(), b.mul(&a).unwrap());
        let left = a.add(&b).unwrap().add(&c).unwrap();
        let right = a.add(&b.add(&c).unwrap()).unwrap();
        prop_assert_eq!(hash(&left), hash(&right));
        prop_assert_eq!(left, right);
        prop_assert_eq!(a.mul(&b).unwrap().mul(&c).unwrap(), a.mul(&b.mul(&c).unwrap()).unwrap());
        let left = a.mul(&b.add(&c).unwrap()).unwrap();
        prop_assert_eq!(left, a.mul(&b).unwrap().add(&a.mul(&c).unwrap()).unwrap());
        prop_assert_eq!(a.sub(&a).unwrap(), Real::ZERO);
        prop_assert_eq!(a.add(&Real::ZERO).unwrap(), a.clone());
        prop_assert_eq!(a.mul(&Real::ONE).unwrap(), a.clone());
        if let Some(quotient) = a.div(&b).unwrap() {
            prop_assert_eq!(quotient.mul(&b).unwrap(), a.clone());
        } else {
            prop_assert!(b.is_zero());
        }
        prop_assert_eq!(a.cmp(&b), a.sub(&b).unwrap().sign());
        prop_assert_eq!(a.cmp(&b), a.to_rbig().unwrap().cmp(&b.to_rbig().unwrap()));
        let sum = a.to_rbig().unwrap() + b.to_rbig().unwrap();
        prop_assert_eq!(a.add(&b).unwrap(), Real::from(sum));
        let floor = Real::from(a.floor());
        prop_assert!(floor <= a && a < floor.add(&Real::ONE).unwrap());
        prop_assert_eq!(a.is_integer(), floor == a);
        let parts = (a.numerator().unwrap(), a.denominator().unwrap());
        prop_assert_eq!(parts.0.to_ibig().gcd(parts.1.to_ibig()), UBig::ONE);
        prop_assert_eq!(Real::from_ratio(parts.0, parts.1), Some(a.clone()));
        prop_assert_eq!(a.neg().add(&a).unwrap(), Real::ZERO);
        prop_assert_eq!(Real::parse_fraction(&a.fraction_text().unwrap()), Some(a.clone()));
        prop_assert_eq!(a.pow(3).unwrap().unwrap(), a.mul(&a).unwrap().mul(&a).unwrap());
    }
}

#[test]
fn a_power_of_a_fraction_does_not_grow_long() {
    let third = ratio(1, 3);
    assert!(matches!(third.pow(1000), Ok(Some(_))));
    assert_eq!(third.pow(1_000_000), Err(TooLarge));
    assert_eq!(third.pow(-1_000_000), Ok(Some(Real::from(int(3).pow(&int(1_000_000)).unwrap().unwrap()))));
}

#[test]
fn fractions_are_read_as_they_are_shown() {
    assert_eq!(Real::parse_fraction("-3/2"), Some(ratio(-3, 2)));
    assert_eq!(Real::parse_fraction("0.125"), Some(ratio(1, 8)));
    assert_eq!(ratio(6, -4).fraction_text().as_deref(), Some("-3/2"));
    for odd in ["1/0", "1/-2", "/2", "1/", "1/2/3", "1.5/2", ""] {
        assert_eq!(Real::parse_fraction(odd), None, "{odd}");
    }
}
