//! The fast path and the general path give the same.

use super::{Random, format};
use crate::float::{Float, Format, RoundingMode, fast, general};

/// A float that is finite and not zero.
fn finite(random: &mut Random, format: Format, near: Option<&Float>) -> Float {
    loop {
        let float = random.float(format, near);
        if float.is_normal() || float.is_subnormal() {
            return float;
        }
    }
}

fn check(format: Format, rounds: u32) {
    let mut random = Random(u64::from(format.width()));
    for _ in 0..rounds {
        let a = finite(&mut random, format, None);
        let b = finite(&mut random, format, Some(&a));
        let c = finite(&mut random, format, Some(&a.mul(RoundingMode::Rtz, &b)));
        let [x, y, z] = [&a, &b, &c].map(|float| fast::unpack(float).expect("a format of the fast path"));
        let [u, v, w] = [&a, &b, &c].map(general::unpack);
        assert_eq!(Ok(fast::rem(format, x, y)), general::rem(format, u.clone(), v.clone()), "fp.rem {a} {b}");
        for mode in RoundingMode::ALL {
            let name = mode.name();
            let sum = general::add(mode, format, u.clone(), v.clone());
            assert_eq!(fast::add(mode, format, x, y), sum, "fp.add {name} {a} {b}");
            let difference = general::add(mode, format, u.clone(), v.clone().negate_if(true));
            assert_eq!(fast::add(mode, format, x, y.negate_if(true)), difference, "fp.sub {name} {a} {b}");
            let product = general::mul(mode, format, &u, &v);
            assert_eq!(fast::mul(mode, format, x, y), product, "fp.mul {name} {a} {b}");
            let quotient = general::div(mode, format, u.clone(), &v);
            assert_eq!(fast::div(mode, format, x, y), quotient, "fp.div {name} {a} {b}");
            let fused = general::fma(mode, format, &u, &v, w.clone());
            assert_eq!(fast::fma(mode, format, x, y, z), fused, "fp.fma {name} {a} {b} {c}");
            let integral = general::round_to_integral(mode, format, u.clone());
            assert_eq!(fast::round_to_integral(mode, format, x), integral, "fp.roundToIntegral {name} {a}");
            let (root, positive) = (general::sqrt(mode, format, u.clone()), x.negate_if(a.sign()));
            assert_eq!(fast::sqrt(mode, format, positive), root, "fp.sqrt {name} {a}");
            for target in [Format::FLOAT16, Format::FLOAT32, Format::FLOAT64] {
                let converted = general::round(mode, target, u.clone());
                assert_eq!(fast::convert(mode, target, x), converted, "to_fp {name} {a}");
            }
        }
    }
}

#[test]
fn agree() {
    for (eb, sb) in
        [(5, 11), (8, 24), (11, 53), (2, 2), (2, 60), (4, 60), (30, 2), (30, 34), (10, 31), (10, 32)]
    {
        check(format(eb, sb), 1_500);
    }
}
