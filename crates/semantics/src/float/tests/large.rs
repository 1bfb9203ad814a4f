//! Large formats: laws, and that nothing takes long.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Random, format};
use crate::{
    TooLarge,
    float::{Float, Format, RoundingMode},
};

const FORMATS: [(u32, u32); 7] = [(3, 300), (15, 113), (20, 113), (40, 24), (62, 3), (100, 64), (3000, 1000)];

fn one(format: Format) -> Float {
    Float::from_integer(RoundingMode::Rne, &IBig::ONE, format)
}

/// The next float up, of the finite ones.
fn next(a: &Float) -> Float {
    let bits = a.packed();
    match (a.sign(), a.is_zero()) {
        (_, true) => Float::from_bits(a.format(), UBig::ONE),
        (true, false) => Float::from_bits(a.format(), bits - UBig::ONE),
        (false, false) => Float::from_bits(a.format(), bits + UBig::ONE),
    }
}

/// The results in the five modes are one float, or two neighbours as the modes choose.
fn check_modes(name: &str, operation: impl Fn(RoundingMode) -> Float) {
    let [rne, rna, rtp, rtn, rtz] = RoundingMode::ALL.map(&operation);
    if rtp.is_nan() {
        assert!([rne, rna, rtn, rtz].iter().all(Float::is_nan), "{name}");
        return;
    }
    if rtp.ieee_eq(&rtn) {
        assert!([&rne, &rna, &rtz].iter().all(|float| float.ieee_eq(&rtp)), "{name}");
        return;
    }
    assert!(next(&rtn).ieee_eq(&rtp), "{name}: {rtn} {rtp}");
    assert!([&rne, &rna].iter().all(|&float| *float == rtp || *float == rtn), "{name}");
    assert_eq!(rtz, if rtn.sign() { rtp } else { rtn }, "{name}");
}

#[test]
fn laws() {
    for (eb, sb) in FORMATS {
        let format = format(eb, sb);
        let mut random = Random(u64::from(eb));
        for _ in 0..150 {
            let a = random.float(format, None);
            let b = random.float(format, Some(&a));
            let c = random.float(format, Some(&a));
            check_modes("fp.add", |mode| a.add(mode, &b));
            check_modes("fp.mul", |mode| a.mul(mode, &b));
            check_modes("fp.div", |mode| a.div(mode, &b));
            check_modes("fp.sqrt", |mode| a.sqrt(mode));
            check_modes("fp.fma", |mode| a.fma(mode, &b, &c));
            for mode in RoundingMode::ALL {
                assert_eq!(a.add(mode, &b), b.add(mode, &a));
                assert_eq!(a.mul(mode, &b), b.mul(mode, &a));
                assert_eq!(a.sub(mode, &b), a.add(mode, &b.neg()));
                assert_eq!(a.fma(mode, &one(format), &b), a.add(mode, &b));
                assert_eq!(a.mul(mode, &one(format)), a);
                assert_eq!(a.div(mode, &one(format)), a);
                // The zero that changes nothing: of the sign of the product.
                let product = a.mul(mode, &b);
                assert_eq!(a.fma(mode, &b, &Float::zero(product.sign(), format)), product);
                assert_eq!(a.convert(mode, format), a);
                let square = a.mul(mode, &a);
                let wide = Format::new(eb + 1, 2 * sb).unwrap();
                let exact = a.convert(mode, wide).mul(mode, &a.convert(mode, wide));
                assert_eq!(exact.convert(mode, format), square);
                assert_eq!(exact.sqrt(mode).convert(mode, format), a.abs());
            }
            check_rest(&a, &b);
        }
    }
}

/// A remainder is at most half of the divisor, and is the one of the remainder by it again.
fn check_rest(a: &Float, b: &Float) {
    let rest = a.rem(b).expect("not too large");
    if rest.is_nan() {
        return;
    }
    assert_eq!(rest.rem(b), Ok(rest.clone()));
    assert_eq!(a.rem(&b.neg()), Ok(rest.clone()));
    assert_eq!(a.neg().rem(b), Ok(rest.neg()));
    if !b.is_infinite() {
        let wide = Format::new(a.format().eb() + 1, a.format().sb() + 1).unwrap();
        let mode = RoundingMode::Rtz;
        let twice = rest.convert(mode, wide).add(mode, &rest.convert(mode, wide)).abs();
        assert!(twice.leq(&b.abs().convert(mode, wide)), "{a} {b}");
    }
}

#[test]
fn remainder_across_the_whole_range() {
    // The largest by the smallest, of which it is a multiple; and by three times the smallest, of which it is none.
    for (eb, sb) in [(20, 113), (40, 24), (1000, 53), (1 << 16, 24)] {
        let format = format(eb, sb);
        let largest = Float::infinity(false, format).packed() - UBig::ONE;
        let largest = Float::from_bits(format, largest);
        let smallest = Float::from_bits(format, UBig::ONE);
        assert_eq!(largest.rem(&smallest), Ok(Float::zero(false, format)));
        assert_eq!(largest.neg().rem(&smallest), Ok(Float::zero(true, format)));
        assert_eq!(smallest.rem(&largest), Ok(smallest.clone()));
        let three = Float::from_bits(format, UBig::from(3_u8));
        // (2^sb - 1)·2^(2^eb - 3), modulo three, where two is minus one.
        let expected = if sb % 2 == 0 { Float::zero(false, format) } else { smallest.neg() };
        assert_eq!(largest.rem(&three), Ok(expected), "{eb} {sb}");
    }
}

#[test]
fn long_exponents() {
    let format = format(1 << 20, 24);
    let mode = RoundingMode::Rne;
    let two = Float::from_integer(mode, &IBig::from(2), format);
    let smallest = Float::from_bits(format, UBig::ONE);
    let largest = Float::from_bits(format, Float::infinity(false, format).packed() - UBig::ONE);
    assert_eq!(largest.add(mode, &smallest), largest);
    assert!(largest.add(RoundingMode::Rtp, &smallest).is_infinite());
    assert!(largest.mul(mode, &two).is_infinite());
    assert!(smallest.div(mode, &two).is_zero());
    let fused = largest.fma(mode, &smallest, &two);
    assert_eq!(fused, largest.mul(mode, &smallest).add(mode, &two));
    assert_eq!(fused.div(mode, &two).mul(mode, &two), fused);
    assert_eq!(smallest.sqrt(mode).mul(mode, &smallest.sqrt(mode)), smallest);
    assert_eq!(largest.to_real(), Err(TooLarge));
    assert_eq!(smallest.to_real(), Err(TooLarge));
    assert_eq!(two.to_real(), Ok(Some(RBig::from(2))));
    assert_eq!(largest.to_ubv(mode, 64), None);
    assert_eq!(smallest.to_ubv(RoundingMode::Rtp, 64), Some(UBig::ONE));
    assert!(largest.convert(mode, Format::FLOAT64).is_infinite());
    assert!(smallest.convert(mode, Format::FLOAT64).is_zero());
    assert_eq!(largest.round_to_integral(mode), largest);
    assert!(smallest.round_to_integral(mode).is_zero());
}

#[test]
fn reals_of_any_exponent() {
    let format = format(30, 24);
    assert_eq!(Float::from_bits(format, UBig::ONE).to_real(), Err(TooLarge));
    // As small as it may be, and still told.
    let tiny = RBig::from_parts(IBig::ONE, UBig::ONE << 1_000_000);
    let float = Float::from_rational(RoundingMode::Rne, &tiny, format);
    assert_eq!(float.to_real(), Ok(Some(tiny.clone())));
    let up = Float::from_rational(RoundingMode::Rtp, &tiny, Format::FLOAT64);
    assert_eq!(up, Float::from_bits(Format::FLOAT64, UBig::ONE));
    let down = Float::from_rational(RoundingMode::Rtn, &tiny, Format::FLOAT64);
    assert_eq!(down, Float::zero(false, Format::FLOAT64));
}

#[test]
fn wide_significands() {
    let format = format(15, 1 << 20);
    let mode = RoundingMode::Rne;
    let two = Float::from_integer(mode, &IBig::from(2), format);
    let root = two.sqrt(RoundingMode::Rtn);
    assert!(root.packed().bit_len() > 1 << 20);
    // The square is below two, and that of the next float above it.
    assert!(root.mul(RoundingMode::Rtp, &root).leq(&two));
    assert!(next(&root).mul(RoundingMode::Rtn, &next(&root)).geq(&two));
    assert!(two.div(RoundingMode::Rtp, &root).gt(&root));
    assert!(root.fma(RoundingMode::Rtp, &root, &two.neg()).is_negative());
    assert!(two.rem(&root).is_ok());
    assert_eq!(root.to_real(), Err(TooLarge));
}
