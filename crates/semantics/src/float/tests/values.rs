//! Values one by one: what is written, what is kept, and where the standard is particular.

use std::hash::{BuildHasher, RandomState};

use dashu_base::{BitTest, SquareRoot};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::format;
use crate::{
    TooLarge,
    float::{Float, Format, RoundingMode},
};

#[test]
fn size() {
    assert!(size_of::<Float>() <= 32);
    assert!(size_of::<Option<Float>>() <= 32);
}

#[test]
fn formats() {
    assert_eq!(Format::new(1, 5), None);
    assert_eq!(Format::new(5, 1), None);
    assert_eq!(Format::new(u32::MAX, u32::MAX), None);
    assert_eq!(Format::new(1 << 30, 2), None);
    assert_eq!(Format::new(5, 11), Some(Format::FLOAT16));
}

#[test]
fn written() {
    let small = format(3, 4);
    assert_eq!(Float::nan(small).to_string(), "(_ NaN 3 4)");
    assert_eq!(Float::infinity(false, small).to_string(), "(_ +oo 3 4)");
    assert_eq!(Float::infinity(true, small).to_string(), "(_ -oo 3 4)");
    assert_eq!(Float::zero(false, small).to_string(), "(_ +zero 3 4)");
    assert_eq!(Float::zero(true, small).to_string(), "(_ -zero 3 4)");
    assert_eq!(Float::from_u64_bits(small, 0b1_010_011).to_string(), "(fp #b1 #b010 #b011)");
    let wide = format(70, 70);
    let float = Float::from_parts(true, &UBig::ONE, &UBig::from(2_u8), wide);
    assert_eq!(float.to_string(), format!("(fp #b1 #b{:070b} #b{:069b})", 1, 2));
}

#[test]
fn one_nan() {
    for format in [format(2, 2), Format::FLOAT16, Format::FLOAT64, Format::FLOAT128] {
        let nan = Float::nan(format);
        let other = Float::from_parts(true, &UBig::ones(format.eb() as usize), &UBig::ONE, format);
        let hasher = RandomState::new();
        assert_eq!(nan, other);
        assert_eq!(hasher.hash_one(&nan), hasher.hash_one(&other));
        assert!(nan.is_nan() && !nan.is_negative() && !nan.is_positive() && nan.to_bits().is_none());
        assert_eq!(nan.neg(), nan);
        assert!(!nan.ieee_eq(&nan));
        assert!(Float::from_bits(format, nan.packed()).is_nan());
    }
}

#[test]
fn bits_beyond_the_width_are_left_out() {
    for format in [Format::FLOAT16, Format::FLOAT64, Format::FLOAT128] {
        let bits = UBig::ones(format.width() as usize - 3);
        let float = Float::from_bits(format, bits.clone() | UBig::ONE << format.width() as usize);
        assert_eq!(float.to_bits(), Some(bits));
    }
    let wide = Float::from_u64_bits(Format::FLOAT128, u64::MAX);
    assert_eq!(wide.packed(), UBig::from(u64::MAX));
}

#[test]
fn integral_beyond_the_largest() {
    let format = format(2, 3);
    let largest = Float::from_u64_bits(format, 0b0_10_11);
    assert_eq!(largest.to_real(), Ok(Some(RBig::from_parts(IBig::from(7), UBig::from(2_u8)))));
    let three = Float::from_integer(RoundingMode::Rne, &IBig::from(3), format);
    let infinite = Float::infinity(false, format);
    let results = RoundingMode::ALL.map(|mode| largest.round_to_integral(mode));
    assert_eq!(results, [infinite.clone(), infinite.clone(), infinite, three.clone(), three]);
}

#[test]
fn zeros() {
    let format = Format::FLOAT32;
    let (plus, minus) = (Float::zero(false, format), Float::zero(true, format));
    assert_ne!(plus, minus);
    assert!(plus.ieee_eq(&minus));
    assert_eq!(plus.min(&minus), None);
    assert_eq!(minus.min(&minus), Some(minus.clone()));
    let third =
        Float::from_rational(RoundingMode::Rne, &RBig::from_parts(-IBig::ONE, UBig::from(3_u8)), format);
    assert_eq!(third.round_to_integral(RoundingMode::Rne), minus);
    assert_eq!(third.to_ubv(RoundingMode::Rtz, 8), Some(UBig::ZERO));
    assert_eq!(third.to_ubv(RoundingMode::Rtn, 8), None);
    assert_eq!(third.to_sbv(RoundingMode::Rtn, 8), Some(UBig::from(255_u8)));
    assert_eq!(third.to_sbv(RoundingMode::Rtn, 1), Some(UBig::ONE));
    for mode in RoundingMode::ALL {
        assert_eq!(minus.sqrt(mode), minus);
        let expected = if mode == RoundingMode::Rtn { &minus } else { &plus };
        assert_eq!(&third.sub(mode, &third), expected);
        let one = Float::from_integer(mode, &IBig::ONE, format);
        assert_eq!(&one.fma(mode, &third, &third.neg()), expected);
        assert_eq!(Float::from_rational(mode, &RBig::ZERO, format), plus);
    }
}

/// Bounds of the square root of an integer.
fn root(n: u32, negative: bool) -> impl FnMut(u32) -> (RBig, RBig) {
    move |bits| {
        let low = IBig::from((UBig::from(n) << (2 * bits as usize)).sqrt());
        let at = |n: IBig| RBig::from_parts(n, UBig::ONE << bits as usize);
        let (low, high) = (at(low.clone()), at(low + IBig::ONE));
        if negative { (-high, -low) } else { (low, high) }
    }
}

#[test]
fn irrational() {
    for n in [2, 3, 5, 7, 1000, 65537] {
        for format in [format(2, 2), Format::FLOAT16, Format::FLOAT32, Format::FLOAT64, Format::FLOAT128] {
            for mode in RoundingMode::ALL {
                let wide = Float::from_integer(mode, &IBig::from(n), Format::new(20, 500).unwrap());
                let expected = wide.sqrt(RoundingMode::Rtz);
                // The root is just above its truncation.
                let above = Float::from_bits(wide.format(), expected.packed() + UBig::ONE);
                let (low, high) = (expected.convert(mode, format), above.convert(mode, format));
                let float = Float::from_irrational(mode, root(n, false), format);
                assert_eq!(low, high);
                assert_eq!(float, Ok(low));
                let negative = Float::from_irrational(mode, root(n, true), format).expect("told apart");
                assert!(negative.is_negative());
                if matches!(mode, RoundingMode::Rne | RoundingMode::Rna | RoundingMode::Rtz) {
                    assert_eq!(Ok(negative.neg()), float);
                }
            }
        }
    }
    // A rational on a boundary is not told apart, and this is said.
    let half = |bits: u32| {
        let step = RBig::from_parts(IBig::ONE, UBig::ONE << (bits as usize + 2));
        (RBig::ONE - &step, RBig::ONE + &step)
    };
    assert_eq!(Float::from_irrational(RoundingMode::Rtz, half, Format::FLOAT32), Err(TooLarge));
    assert!(Float::from_irrational(RoundingMode::Rne, half, Format::FLOAT32).is_ok());
}

#[test]
fn integers_to_their_width() {
    let format = Format::FLOAT64;
    let edge = Float::from_integer(RoundingMode::Rne, &-(IBig::ONE << 63), format);
    assert_eq!(edge.to_sbv(RoundingMode::Rtz, 64), Some(UBig::ONE << 63));
    assert_eq!(edge.to_sbv(RoundingMode::Rtz, 63), None);
    assert_eq!(edge.neg().to_sbv(RoundingMode::Rtz, 64), None);
    assert_eq!(edge.neg().to_ubv(RoundingMode::Rtz, 64), Some(UBig::ONE << 63));
    assert_eq!(edge.to_sbv(RoundingMode::Rtz, 1000).map(|bits| bits.bit_len()), Some(1000));
    assert_eq!(Float::infinity(false, format).to_ubv(RoundingMode::Rtz, 4000), None);
    assert_eq!(Float::nan(format).to_sbv(RoundingMode::Rtz, 64), None);
}
