//! The formats of machines: against rustc_apfloat, which is a translation of LLVM's, and against the hardware.

use dashu_int::{IBig, UBig};
use rustc_apfloat::{
    FloatConvert, Round, Status, StatusAnd,
    ieee::{BFloat, Double, Float8E5M2, Half, Quad, Single},
};

use super::Random;
use crate::float::{Float, Format, RoundingMode};

const ROUNDS: u32 = 4_000;

fn round(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::Rne => Round::NearestTiesToEven,
        RoundingMode::Rna => Round::NearestTiesToAway,
        RoundingMode::Rtp => Round::TowardPositive,
        RoundingMode::Rtn => Round::TowardNegative,
        RoundingMode::Rtz => Round::TowardZero,
    }
}

trait Oracle: rustc_apfloat::Float {
    const FORMAT: (u32, u32);

    fn format() -> Format {
        super::format(Self::FORMAT.0, Self::FORMAT.1)
    }

    fn of(float: &Float) -> Self {
        Self::from_bits(u128::try_from(&float.packed()).expect("at most 128 bits"))
    }

    fn float(self) -> Float {
        Float::from_bits(Self::format(), UBig::from(self.to_bits()))
    }
}

impl Oracle for Float8E5M2 {
    const FORMAT: (u32, u32) = (5, 3);
}
impl Oracle for BFloat {
    const FORMAT: (u32, u32) = (8, 8);
}
impl Oracle for Half {
    const FORMAT: (u32, u32) = (5, 11);
}
impl Oracle for Single {
    const FORMAT: (u32, u32) = (8, 24);
}
impl Oracle for Double {
    const FORMAT: (u32, u32) = (11, 53);
}
impl Oracle for Quad {
    const FORMAT: (u32, u32) = (15, 113);
}

fn check_one<O: Oracle>(a: &Float) {
    let x = O::of(a);
    assert_eq!(a.is_nan(), x.is_nan());
    assert_eq!(a.is_infinite(), x.is_infinite());
    assert_eq!(a.is_zero(), x.is_zero());
    assert_eq!(a.is_normal(), x.is_normal());
    assert_eq!(a.is_subnormal(), x.is_denormal());
    for mode in RoundingMode::ALL {
        let name = mode.name();
        let integral = x.round_to_integral(round(mode)).value.float();
        assert_eq!(a.round_to_integral(mode), integral, "fp.roundToIntegral {name} {a}");
        for width in [8, 31, 64, 127] {
            let mut exact = false;
            let StatusAnd { status, value } = x.to_u128_r(width, round(mode), &mut exact);
            let expected = (!status.contains(Status::INVALID_OP)).then(|| UBig::from(value));
            assert_eq!(a.to_ubv(mode, width as u32), expected, "fp.to_ubv {width} {name} {a}");
            let StatusAnd { status, value } = x.to_i128_r(width, round(mode), &mut exact);
            let expected = (!status.contains(Status::INVALID_OP))
                .then(|| UBig::from(value as u128 & ((1_u128 << width) - 1)));
            assert_eq!(a.to_sbv(mode, width as u32), expected, "fp.to_sbv {width} {name} {a}");
        }
    }
}

fn check_two<O: Oracle>(a: &Float, b: &Float) {
    let (x, y) = (O::of(a), O::of(b));
    assert_eq!(a.compare(b), x.partial_cmp(&y), "{a} {b}");
    assert_eq!(a.rem(b), Ok(x.ieee_rem(y).value.float()), "fp.rem {a} {b}");
    for mode in RoundingMode::ALL {
        let (name, m) = (mode.name(), round(mode));
        assert_eq!(a.add(mode, b), x.add_r(y, m).value.float(), "fp.add {name} {a} {b}");
        assert_eq!(a.sub(mode, b), x.sub_r(y, m).value.float(), "fp.sub {name} {a} {b}");
        assert_eq!(a.mul(mode, b), x.mul_r(y, m).value.float(), "fp.mul {name} {a} {b}");
        assert_eq!(a.div(mode, b), x.div_r(y, m).value.float(), "fp.div {name} {a} {b}");
    }
}

fn check_three<O: Oracle>(a: &Float, b: &Float, c: &Float) {
    for mode in RoundingMode::ALL {
        let expected = O::of(a).mul_add_r(O::of(b), O::of(c), round(mode)).value.float();
        assert_eq!(a.fma(mode, b, c), expected, "fp.fma {} {a} {b} {c}", mode.name());
    }
}

fn check<O: Oracle>(rounds: u32) {
    let mut random = Random(u64::from(O::FORMAT.1));
    for _ in 0..rounds {
        let a = random.float(O::format(), None);
        let b = random.float(O::format(), Some(&a));
        check_one::<O>(&a);
        check_two::<O>(&a, &b);
        // An addend near the product, so that they cancel.
        let product = a.mul(RoundingMode::Rtz, &b);
        let c = if random.below(3) == 0 { product.neg() } else { random.float(O::format(), Some(&product)) };
        check_three::<O>(&a, &b, &c);
    }
}

#[test]
fn float8_wholly() {
    let floats = super::all(Float8E5M2::format());
    for a in &floats {
        check_one::<Float8E5M2>(a);
        for b in &floats {
            check_two::<Float8E5M2>(a, b);
        }
    }
}

#[test]
fn small_formats() {
    check::<BFloat>(ROUNDS);
    check::<Half>(ROUNDS);
}

#[test]
fn float32() {
    check::<Single>(ROUNDS);
}

#[test]
fn float64() {
    check::<Double>(ROUNDS);
}

#[test]
fn float128() {
    check::<Quad>(ROUNDS);
}

fn check_convert<A: Oracle + FloatConvert<B>, B: Oracle>(rounds: u32) {
    let mut random = Random(7);
    for _ in 0..rounds {
        let a = random.float(A::format(), None);
        for mode in RoundingMode::ALL {
            let expected = A::of(&a).convert_r(round(mode), &mut false).value.float();
            assert_eq!(a.convert(mode, B::format()), expected, "to_fp {:?} {} {a}", B::FORMAT, mode.name());
        }
    }
}

#[test]
fn conversions() {
    check_convert::<Double, Half>(ROUNDS);
    check_convert::<Double, Single>(ROUNDS);
    check_convert::<Double, BFloat>(ROUNDS);
    check_convert::<Single, Half>(ROUNDS);
    check_convert::<Single, Double>(ROUNDS);
    check_convert::<Half, Double>(ROUNDS);
    check_convert::<Half, BFloat>(ROUNDS);
    check_convert::<Quad, Double>(ROUNDS);
    check_convert::<Quad, Half>(ROUNDS);
    check_convert::<Double, Quad>(ROUNDS);
}

fn check_integers<O: Oracle>(rounds: u32) {
    let mut random = Random(9);
    for _ in 0..rounds {
        let length = 1 + random.below(127) as usize;
        let n = u128::try_from(&random.runs(length)).unwrap();
        for mode in RoundingMode::ALL {
            let expected = O::from_u128_r(n, round(mode)).value.float();
            assert_eq!(Float::from_integer(mode, &IBig::from(n), O::format()), expected, "{n}");
            let negative = -(n as i128);
            let expected = O::from_i128_r(negative, round(mode)).value.float();
            assert_eq!(Float::from_integer(mode, &IBig::from(negative), O::format()), expected, "-{n}");
        }
    }
}

#[test]
fn integers() {
    check_integers::<Half>(ROUNDS);
    check_integers::<Single>(ROUNDS);
    check_integers::<Double>(ROUNDS);
    check_integers::<Quad>(ROUNDS);
}

#[test]
fn hardware() {
    let mut random = Random(1);
    let mode = RoundingMode::Rne;
    let float32 = |value: f32| Float::from_u64_bits(Format::FLOAT32, u64::from(value.to_bits()));
    let float64 = |value: f64| Float::from_u64_bits(Format::FLOAT64, value.to_bits());
    for _ in 0..20 * ROUNDS {
        let a = random.float(Format::FLOAT32, None);
        let b = random.float(Format::FLOAT32, Some(&a));
        let [x, y] = [&a, &b].map(|f| f32::from_bits(u32::try_from(&f.packed()).unwrap()));
        assert_eq!(a.sqrt(mode), float32(x.sqrt()), "fp.sqrt {a}");
        assert_eq!(a.add(mode, &b), float32(x + y), "fp.add {a} {b}");
        assert_eq!(a.sub(mode, &b), float32(x - y), "fp.sub {a} {b}");
        assert_eq!(a.mul(mode, &b), float32(x * y), "fp.mul {a} {b}");
        assert_eq!(a.div(mode, &b), float32(x / y), "fp.div {a} {b}");
        assert_eq!(a.convert(mode, Format::FLOAT64), float64(f64::from(x)), "{a}");
        let a = random.float(Format::FLOAT64, None);
        let b = random.float(Format::FLOAT64, Some(&a));
        let [x, y] = [&a, &b].map(|f| f64::from_bits(u64::try_from(&f.packed()).unwrap()));
        assert_eq!(a.sqrt(mode), float64(x.sqrt()), "fp.sqrt {a}");
        assert_eq!(a.add(mode, &b), float64(x + y), "fp.add {a} {b}");
        assert_eq!(a.sub(mode, &b), float64(x - y), "fp.sub {a} {b}");
        assert_eq!(a.mul(mode, &b), float64(x * y), "fp.mul {a} {b}");
        assert_eq!(a.div(mode, &b), float64(x / y), "fp.div {a} {b}");
        assert_eq!(a.convert(mode, Format::FLOAT32), float32(x as f32), "{a}");
    }
}
