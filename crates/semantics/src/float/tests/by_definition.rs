//! Small formats, wholly: against the definition. It rounds by looking at all values of the format, and knows
//! floats only by their bits; nothing of it is used by the code that it tests.

use std::{cmp::Ordering, collections::HashMap};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{all, format};
use crate::float::{Float, Format, RoundingMode};

fn rational(numerator: i64, denominator: i64) -> RBig {
    RBig::from_parts_signed(IBig::from(numerator), IBig::from(denominator))
}

/// An exact number, or what is beyond.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Nan,
    Infinite(bool),
    /// A number, and the sign that it has if it is zero.
    Number(RBig, bool),
}

use Value::{Infinite, Nan, Number};

/// Two to a power.
fn power(exponent: i64) -> RBig {
    if exponent >= 0 { rational(1 << exponent, 1) } else { rational(1, 1 << -exponent) }
}

/// What the bits of a float mean, as IEEE 754 says it.
fn value(float: &Float) -> Value {
    let (eb, sb) = (float.format().eb(), float.format().sb());
    let bits = u64::try_from(&float.packed()).unwrap();
    let fraction = (bits % (1 << (sb - 1))) as i64;
    let exponent = (bits >> (sb - 1) & ((1 << eb) - 1)) as i64;
    let sign = bits >> (eb + sb - 1) == 1;
    let bias = (1 << (eb - 1)) - 1;
    if exponent == (1 << eb) - 1 {
        return if fraction == 0 { Infinite(sign) } else { Nan };
    }
    let part = rational(fraction, 1 << (sb - 1));
    let magnitude =
        if exponent == 0 { part * power(1 - bias) } else { (rational(1, 1) + part) * power(exponent - bias) };
    Number(if sign { -magnitude } else { magnitude }, sign)
}

/// The finite values of a format in their order, zero once, each with its float.
struct Line {
    format: Format,
    points: Vec<(RBig, Float)>,
}

impl Line {
    fn new(format: Format) -> Line {
        let mut points = Vec::new();
        for float in all(format) {
            match value(&float) {
                Number(number, false) => points.push((number, float)),
                Number(number, true) if !number.is_zero() => points.push((number, float)),
                _ => {}
            }
        }
        points.sort_by(|a, b| a.0.cmp(&b.0));
        Line { format, points }
    }

    /// The step from the largest float to what would be the next one: half of it is where infinity begins.
    fn beyond(&self) -> (RBig, RBig) {
        let last = &self.points[self.points.len() - 1].0;
        // The next one is the power of two that the format no longer has.
        (last.clone(), power(1_i64 << (self.format.eb() - 1)))
    }

    fn round(&self, mode: RoundingMode, value: &Value) -> Float {
        let (number, zero_sign) = match value {
            Nan => return Float::nan(self.format),
            Infinite(sign) => return Float::infinity(*sign, self.format),
            Number(number, sign) => (number, *sign),
        };
        if number.is_zero() {
            return Float::zero(zero_sign, self.format);
        }
        let negative = *number < RBig::ZERO;
        let (last, next) = self.beyond();
        let infinite = Float::infinity(negative, self.format);
        let largest = {
            let index = if negative { 0 } else { self.points.len() - 1 };
            self.points[index].1.clone()
        };
        let magnitude = if negative { -number.clone() } else { number.clone() };
        if magnitude > last {
            let out = match mode {
                RoundingMode::Rne | RoundingMode::Rna => magnitude >= (last + next) / rational(2, 1),
                RoundingMode::Rtp => !negative,
                RoundingMode::Rtn => negative,
                RoundingMode::Rtz => false,
            };
            return if out { infinite } else { largest };
        }
        let above = self.points.partition_point(|point| point.0 < *number);
        let (up, up_float) = &self.points[above];
        if up == number {
            return up_float.clone();
        }
        let (down, down_float) = &self.points[above - 1];
        let (up_near, odd_up) = (up - number, u64::try_from(&up_float.packed()).unwrap() % 2 == 1);
        let take_up = match (mode, up_near.cmp(&(number - down))) {
            (RoundingMode::Rtp, _) => true,
            (RoundingMode::Rtn, _) => false,
            (RoundingMode::Rtz, _) => negative,
            (_, Ordering::Less) => true,
            (_, Ordering::Greater) => false,
            (RoundingMode::Rne, Ordering::Equal) => !odd_up,
            (RoundingMode::Rna, Ordering::Equal) => !negative,
        };
        let result = if take_up { up_float } else { down_float };
        // A zero that a number was rounded to has the sign of the number.
        if result.is_zero() { Float::zero(negative, self.format) } else { result.clone() }
    }
}

/// The sign of a zero that a sum gives.
fn sum_zero(mode: RoundingMode, a: bool, b: bool) -> bool {
    if a == b { a } else { mode == RoundingMode::Rtn }
}

fn add(mode: RoundingMode, a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(a), Infinite(b)) => {
            if a == b {
                Infinite(*a)
            } else {
                Nan
            }
        }
        (Infinite(sign), _) | (_, Infinite(sign)) => Infinite(*sign),
        (Number(a, a_sign), Number(b, b_sign)) => Number(a + b, sum_zero(mode, *a_sign, *b_sign)),
    }
}

fn negate(a: &Value) -> Value {
    match a {
        Nan => Nan,
        Infinite(sign) => Infinite(!sign),
        Number(number, sign) => Number(-number.clone(), !sign),
    }
}

fn sign(a: &Value) -> bool {
    match a {
        Nan => false,
        Infinite(sign) | Number(_, sign) => *sign,
    }
}

fn is_zero(a: &Value) -> bool {
    matches!(a, Number(number, _) if number.is_zero())
}

fn mul(a: &Value, b: &Value) -> Value {
    let negative = sign(a) != sign(b);
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(_), other) | (other, Infinite(_)) => {
            if is_zero(other) {
                Nan
            } else {
                Infinite(negative)
            }
        }
        (Number(a, _), Number(b, _)) => Number(a * b, negative),
    }
}

fn div(a: &Value, b: &Value) -> Value {
    let negative = sign(a) != sign(b);
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) => Nan,
        (Infinite(_), _) => Infinite(negative),
        (_, Infinite(_)) => Number(RBig::ZERO, negative),
        (Number(a, _), Number(b, _)) => match (a.is_zero(), b.is_zero()) {
            (true, true) => Nan,
            (false, true) => Infinite(negative),
            _ => Number(a / b, negative),
        },
    }
}

/// The integer that a number is rounded to: of the two around it, the one that the mode takes.
fn integer(mode: RoundingMode, number: &RBig) -> IBig {
    let (down, up) = (number.floor(), number.ceil());
    if down == up {
        return down;
    }
    let negative = *number < RBig::ZERO;
    let (below, above) = (number - RBig::from(down.clone()), RBig::from(up.clone()) - number);
    let take_up = match (mode, above.cmp(&below)) {
        (RoundingMode::Rtp, _) => true,
        (RoundingMode::Rtn, _) => false,
        (RoundingMode::Rtz, _) => negative,
        (_, Ordering::Less) => true,
        (_, Ordering::Greater) => false,
        (RoundingMode::Rne, Ordering::Equal) => (&up % IBig::from(2)) == IBig::ZERO,
        (RoundingMode::Rna, Ordering::Equal) => !negative,
    };
    if take_up { up } else { down }
}

fn rem(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Nan | Infinite(_), _) | (_, Nan) => Nan,
        (_, Infinite(_)) => a.clone(),
        (Number(x, negative), Number(y, _)) => {
            if y.is_zero() {
                return Nan;
            }
            let n = integer(RoundingMode::Rne, &(x / y));
            Number(x - y * RBig::from(n), *negative)
        }
    }
}

const FORMATS: [(u32, u32); 6] = [(2, 2), (2, 3), (2, 5), (3, 2), (3, 3), (3, 4)];

#[test]
fn two_arguments() {
    for (eb, sb) in FORMATS {
        let line = Line::new(format(eb, sb));
        let floats: Vec<(Float, Value)> =
            all(line.format).into_iter().map(|f| (f.clone(), value(&f))).collect();
        // The same exact result comes up again and again.
        let mut rounded: HashMap<(RoundingMode, String), Float> = HashMap::new();
        let mut round = |mode: RoundingMode, value: Value| {
            rounded.entry((mode, format!("{value:?}"))).or_insert_with(|| line.round(mode, &value)).clone()
        };
        for (a, x) in &floats {
            for (b, y) in &floats {
                for mode in RoundingMode::ALL {
                    let name = mode.name();
                    assert_eq!(a.add(mode, b), round(mode, add(mode, x, y)), "fp.add {name} {a} {b}");
                    assert_eq!(
                        a.sub(mode, b),
                        round(mode, add(mode, x, &negate(y))),
                        "fp.sub {name} {a} {b}"
                    );
                    assert_eq!(a.mul(mode, b), round(mode, mul(x, y)), "fp.mul {name} {a} {b}");
                    assert_eq!(a.div(mode, b), round(mode, div(x, y)), "fp.div {name} {a} {b}");
                }
                // Exact, in every mode.
                assert_eq!(a.rem(b), Ok(round(RoundingMode::Rtz, rem(x, y))), "fp.rem {a} {b}");
                assert_eq!(a.rem(b), Ok(round(RoundingMode::Rtp, rem(x, y))), "fp.rem {a} {b}");
            }
        }
    }
}

#[test]
fn comparisons() {
    for (eb, sb) in FORMATS {
        for a in all(format(eb, sb)) {
            for b in all(format(eb, sb)) {
                let order = match (value(&a), value(&b)) {
                    (Nan, _) | (_, Nan) => None,
                    (Infinite(s), Infinite(t)) => Some(t.cmp(&s)),
                    (Infinite(s), _) => Some(if s { Ordering::Less } else { Ordering::Greater }),
                    (_, Infinite(s)) => Some(if s { Ordering::Greater } else { Ordering::Less }),
                    (Number(x, _), Number(y, _)) => Some(x.cmp(&y)),
                };
                assert_eq!(a.compare(&b), order, "{a} {b}");
                assert_eq!(a.lt(&b), order == Some(Ordering::Less));
                assert_eq!(a.gt(&b), order == Some(Ordering::Greater));
                assert_eq!(a.ieee_eq(&b), order == Some(Ordering::Equal));
                assert_eq!(a.leq(&b), a.lt(&b) || a.ieee_eq(&b));
                assert_eq!(a.geq(&b), a.gt(&b) || a.ieee_eq(&b));
                let (min, max) = match order {
                    None if a.is_nan() => (Some(&b), Some(&b)),
                    None => (Some(&a), Some(&a)),
                    Some(Ordering::Less) => (Some(&a), Some(&b)),
                    Some(Ordering::Greater) => (Some(&b), Some(&a)),
                    Some(Ordering::Equal) if a.sign() != b.sign() => (None, None),
                    Some(Ordering::Equal) => (Some(&a), Some(&a)),
                };
                assert_eq!(a.min(&b).as_ref(), min, "fp.min {a} {b}");
                assert_eq!(a.max(&b).as_ref(), max, "fp.max {a} {b}");
            }
        }
    }
}

#[test]
fn fused() {
    for (eb, sb) in [(2, 2), (2, 3), (3, 3)] {
        let line = Line::new(format(eb, sb));
        let floats: Vec<(Float, Value)> =
            all(line.format).into_iter().map(|f| (f.clone(), value(&f))).collect();
        let mut rounded: HashMap<(RoundingMode, String), Float> = HashMap::new();
        for (a, x) in &floats {
            for (b, y) in &floats {
                let product = mul(x, y);
                for (c, z) in &floats {
                    for mode in RoundingMode::ALL {
                        let sum = add(mode, &product, z);
                        let key = (mode, format!("{sum:?}"));
                        let expected = rounded.entry(key).or_insert_with(|| line.round(mode, &sum));
                        assert_eq!(a.fma(mode, b, c), *expected, "fp.fma {} {a} {b} {c}", mode.name());
                    }
                }
            }
        }
    }
}

/// A root is found by its square: the largest on a fine grid, and a little more if it is not exact. No value of a
/// small format and no middle between two is off the grid.
fn sqrt(a: &Value) -> Value {
    match a {
        Nan | Infinite(true) => Nan,
        Infinite(false) => Infinite(false),
        Number(number, sign) if number.is_zero() => Number(RBig::ZERO, *sign),
        Number(number, _) if *number < RBig::ZERO => Nan,
        Number(number, _) => {
            let (mut low, mut high) = (0_i64, 1 << 24);
            while high - low > 1 {
                let middle = (low + high) / 2;
                let root = rational(middle, 1 << 16);
                if &root * &root <= *number { low = middle } else { high = middle }
            }
            let root = rational(low, 1 << 16);
            let exact = &root * &root == *number;
            Number(if exact { root } else { root + rational(1, 1 << 17) }, false)
        }
    }
}

#[test]
fn one_argument() {
    for (eb, sb) in FORMATS {
        let line = Line::new(format(eb, sb));
        for a in all(line.format) {
            let x = value(&a);
            for mode in RoundingMode::ALL {
                let name = mode.name();
                assert_eq!(a.sqrt(mode), line.round(mode, &sqrt(&x)), "fp.sqrt {name} {a}");
                let integral = match &x {
                    Number(number, sign) => Number(RBig::from(integer(mode, number)), *sign),
                    other => other.clone(),
                };
                assert_eq!(
                    a.round_to_integral(mode),
                    line.round(mode, &integral),
                    "fp.roundToIntegral {name} {a}"
                );
                for width in 1..=6_u32 {
                    let n = match &x {
                        Number(number, _) => Some(integer(mode, number)),
                        _ => None,
                    };
                    let (bound, half) = (IBig::ONE << width as usize, IBig::ONE << (width as usize - 1));
                    let unsigned = n.clone().filter(|n| *n >= IBig::ZERO && *n < bound);
                    let signed = n.filter(|n| *n >= -&half && *n < half);
                    let signed = signed.map(|n| if n < IBig::ZERO { n + &bound } else { n });
                    assert_eq!(
                        a.to_ubv(mode, width).map(IBig::from),
                        unsigned,
                        "fp.to_ubv {width} {name} {a}"
                    );
                    assert_eq!(a.to_sbv(mode, width).map(IBig::from), signed, "fp.to_sbv {width} {name} {a}");
                }
            }
            assert_eq!(value(&a.neg()), negate(&x));
            assert_eq!(value(&a.abs()), if sign(&x) { negate(&x) } else { x.clone() });
            let real = match x {
                Number(number, _) => Some(number),
                _ => None,
            };
            assert_eq!(a.to_real(), Ok(real), "fp.to_real {a}");
        }
    }
}

#[test]
fn between_formats() {
    for (eb, sb) in FORMATS {
        let line = Line::new(format(eb, sb));
        for (from_eb, from_sb) in FORMATS.into_iter().chain([(4, 6), (2, 7)]) {
            for a in all(format(from_eb, from_sb)) {
                for mode in RoundingMode::ALL {
                    let expected = line.round(mode, &value(&a));
                    assert_eq!(a.convert(mode, line.format), expected, "to_fp {eb} {sb} {} {a}", mode.name());
                }
            }
        }
    }
}

#[test]
fn from_numbers() {
    for (eb, sb) in FORMATS {
        let line = Line::new(format(eb, sb));
        for mode in RoundingMode::ALL {
            for numerator in -300..=300_i64 {
                for denominator in [1, 3, 7, 16, 64, 97] {
                    let number = rational(numerator, denominator);
                    let expected = line.round(mode, &Number(number.clone(), false));
                    let float = Float::from_rational(mode, &number, line.format);
                    assert_eq!(float, expected, "to_fp {} {number}", mode.name());
                    if denominator == 1 {
                        let number = IBig::from(numerator);
                        assert_eq!(Float::from_integer(mode, &number, line.format), expected);
                    }
                    // As if it were irrational, unless it is a number at which the result changes.
                    let bounds = |bits: u32| {
                        let step = RBig::from_parts(IBig::ONE, UBig::ONE << (bits as usize + 1));
                        (&number - &step, &number + &step)
                    };
                    if let Ok(float) = Float::from_irrational(mode, bounds, line.format) {
                        assert_eq!(float, expected);
                    } else {
                        assert!(64 % denominator == 0 || numerator % denominator == 0);
                    }
                }
            }
        }
    }
}
