//! All operators at small widths against the standard's definitions, and wide vectors against exact integers.

use dashu_int::{IBig, UBig};
use proptest::prelude::*;

use super::BitVec;
use crate::budget::{MAX_BITS, TooLarge};
use crate::number::Integer;

fn bv(width: u32, value: u64) -> BitVec {
    BitVec::from_u64(width, value).unwrap()
}

/// The value in two's complement.
fn signed(width: u32, value: u64) -> i64 {
    let value = value as i64;
    if value >= 1 << (width - 1) { value - (1 << width) } else { value }
}

/// The value modulo two to the width.
fn wrapped(width: u32, value: i64) -> u64 {
    value.rem_euclid(1 << width) as u64
}

fn bits_of(width: u32, value: u64) -> Vec<bool> {
    (0..width).map(|i| (value >> i) & 1 == 1).collect()
}

fn value_of(bits: &[bool]) -> u64 {
    bits.iter().enumerate().map(|(i, bit)| u64::from(*bit) << i).sum()
}

/// Bit by bit.
fn bitwise(width: u32, a: u64, b: u64, f: impl Fn(bool, bool) -> bool) -> u64 {
    let bits: Vec<bool> =
        bits_of(width, a).into_iter().zip(bits_of(width, b)).map(|(a, b)| f(a, b)).collect();
    value_of(&bits)
}

fn udiv(width: u32, a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or((1 << width) - 1)
}

fn urem(a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}

/// The four cases of the standard, word by word.
fn sdiv(width: u32, s: u64, t: u64) -> u64 {
    let neg = |x: u64| wrapped(width, -(x as i64));
    match (signed(width, s) < 0, signed(width, t) < 0) {
        (false, false) => udiv(width, s, t),
        (true, false) => neg(udiv(width, neg(s), t)),
        (false, true) => neg(udiv(width, s, neg(t))),
        (true, true) => udiv(width, neg(s), neg(t)),
    }
}

fn srem(width: u32, s: u64, t: u64) -> u64 {
    let neg = |x: u64| wrapped(width, -(x as i64));
    match (signed(width, s) < 0, signed(width, t) < 0) {
        (false, false) => urem(s, t),
        (true, false) => neg(urem(neg(s), t)),
        (false, true) => urem(s, neg(t)),
        (true, true) => neg(urem(neg(s), neg(t))),
    }
}

fn smod(width: u32, s: u64, t: u64) -> u64 {
    let neg = |x: u64| wrapped(width, -(x as i64));
    let add = |x: u64, y: u64| wrapped(width, (x + y) as i64);
    let abs = |x: u64| if signed(width, x) < 0 { neg(x) } else { x };
    let u = urem(abs(s), abs(t));
    if u == 0 {
        return u;
    }
    match (signed(width, s) < 0, signed(width, t) < 0) {
        (false, false) => u,
        (true, false) => add(neg(u), t),
        (false, true) => add(u, t),
        (true, true) => neg(u),
    }
}

#[test]
fn binary_operators_follow_the_standard() {
    for width in 1..=5u32 {
        let size = 1i64 << width;
        let half = size / 2;
        let fits = |value: i64| value >= -half && value < half;
        for a in 0..1u64 << width {
            for b in 0..1u64 << width {
                let (x, y) = (bv(width, a), bv(width, b));
                let (ia, ib) = (a as i64, b as i64);
                let (sa, sb) = (signed(width, a), signed(width, b));
                let check = |name: &str, got: BitVec, want: u64| {
                    assert_eq!(got, bv(width, want), "{name} {x} {y}");
                };
                check("and", x.and(&y), bitwise(width, a, b, |a, b| a && b));
                check("or", x.or(&y), bitwise(width, a, b, |a, b| a || b));
                check("xor", x.xor(&y), bitwise(width, a, b, |a, b| a != b));
                check("nand", x.nand(&y), bitwise(width, a, b, |a, b| !(a && b)));
                check("nor", x.nor(&y), bitwise(width, a, b, |a, b| !(a || b)));
                check("xnor", x.xnor(&y), bitwise(width, a, b, |a, b| a == b));
                check("add", x.add(&y), wrapped(width, ia + ib));
                check("sub", x.sub(&y), wrapped(width, ia - ib));
                check("mul", x.mul(&y), wrapped(width, ia * ib));
                check("udiv", x.udiv(&y), udiv(width, a, b));
                check("urem", x.urem(&y), urem(a, b));
                check("sdiv", x.sdiv(&y), sdiv(width, a, b));
                check("srem", x.srem(&y), srem(width, a, b));
                check("smod", x.smod(&y), smod(width, a, b));
                check("shl", x.shl(&y), wrapped(width, ia << b));
                check("lshr", x.lshr(&y), a >> b);
                check("ashr", x.ashr(&y), wrapped(width, sa >> b));
                let turn = (b % u64::from(width)) as usize;
                let mut bits = bits_of(width, a);
                bits.rotate_right(turn);
                check("ext_rotate_left", x.ext_rotate_left(&y), value_of(&bits));
                check("rotate_left", x.rotate_left(b as u32), value_of(&bits));
                let mut bits = bits_of(width, a);
                bits.rotate_left(turn);
                check("ext_rotate_right", x.ext_rotate_right(&y), value_of(&bits));
                check("rotate_right", x.rotate_right(b as u32), value_of(&bits));
                assert_eq!(x.comp(&y), bv(1, u64::from(a == b)));

                let truths = [
                    ("ult", x.ult(&y), a < b),
                    ("ule", x.ule(&y), a <= b),
                    ("ugt", x.ugt(&y), a > b),
                    ("uge", x.uge(&y), a >= b),
                    ("slt", x.slt(&y), sa < sb),
                    ("sle", x.sle(&y), sa <= sb),
                    ("sgt", x.sgt(&y), sa > sb),
                    ("sge", x.sge(&y), sa >= sb),
                    ("uaddo", x.uaddo(&y), ia + ib >= size),
                    ("saddo", x.saddo(&y), !fits(sa + sb)),
                    ("umulo", x.umulo(&y), ia * ib >= size),
                    ("smulo", x.smulo(&y), !fits(sa * sb)),
                    ("usubo", x.usubo(&y), ia - ib < 0),
                    ("ssubo", x.ssubo(&y), !fits(sa - sb)),
                    ("sdivo", x.sdivo(&y), sb != 0 && !fits(sa / sb)),
                    ("equal", x == y, a == b),
                ];
                for (name, got, want) in truths {
                    assert_eq!(got, want, "{name} {x} {y}");
                }
                assert_eq!(x.concat(&y), Ok(bv(2 * width, (a << width) | b)));
            }
        }
    }
}

#[test]
fn unary_operators_follow_the_standard() {
    for width in 1..=6u32 {
        for a in 0..1u64 << width {
            let x = bv(width, a);
            let bits = bits_of(width, a);
            assert_eq!(x.not(), bv(width, bitwise(width, a, 0, |a, _| !a)));
            assert_eq!(x.neg(), bv(width, wrapped(width, -(a as i64))));
            assert_eq!(x.redor(), bv(1, u64::from(bits.iter().any(|&bit| bit))));
            assert_eq!(x.redand(), bv(1, u64::from(bits.iter().all(|&bit| bit))));
            assert_eq!(x.redxor(), bv(1, bits.iter().filter(|&&bit| bit).count() as u64 % 2));
            assert_eq!(x.nego(), signed(width, a) == -(1 << (width - 1)));
            assert_eq!(x.msb(), bits[width as usize - 1]);
            assert_eq!(x.is_zero(), a == 0);
            assert_eq!(x.to_u64(), Some(a));
            assert_eq!(x.to_integer(), Integer::from(a));
            assert_eq!(x.to_signed_integer(), Integer::from(signed(width, a)));
            for i in 0..width {
                assert_eq!(x.bit(i), bits[i as usize]);
                for j in 0..=i {
                    let part = &bits[j as usize..=i as usize];
                    assert_eq!(x.extract(i, j), Some(bv(i - j + 1, value_of(part))));
                }
            }
            assert_eq!(x.extract(width, 0), None);
            assert_eq!(x.extract(0, 1), None);
            for n in 0..4 {
                assert_eq!(x.zero_extend(n), Ok(bv(width + n, a)));
                assert_eq!(x.sign_extend(n), Ok(bv(width + n, wrapped(width + n, signed(width, a)))));
                assert_eq!(x.repeat(n), Ok(bv(width * n, value_of(&bits.repeat(n as usize)))));
            }
            for value in -70..70i64 {
                assert_eq!(
                    BitVec::from_integer(width, &Integer::from(value)),
                    Ok(bv(width, wrapped(width, value)))
                );
            }
        }
    }
}

#[test]
fn vectors_of_64_bits_use_them_all() {
    let max = bv(64, u64::MAX);
    let one = bv(64, 1);
    let min = bv(64, 1 << 63);
    assert_eq!(max.add(&one), bv(64, 0));
    assert_eq!(bv(64, 0).not(), max);
    assert_eq!(BitVec::ones(64), Ok(max.clone()));
    assert!(max.uaddo(&one) && max.umulo(&max) && !max.smulo(&max) && min.smulo(&max) && min.nego());
    assert_eq!(min.sdiv(&max), min);
    assert!(min.sdivo(&max) && min.slt(&one) && min.ugt(&one));
    assert_eq!(min.ashr(&bv(64, 200)), max);
    assert_eq!(min.ashr(&bv(64, u64::MAX)), max);
    assert_eq!(max.shl(&bv(64, 64)), bv(64, 0));
    assert_eq!(max.lshr(&bv(64, 1 << 40)), bv(64, 0));
    assert_eq!(max.to_signed_integer(), Integer::from(-1i64));
    assert_eq!(max.concat(&one).unwrap().to_string(), "#xffffffffffffffff0000000000000001");
    assert_eq!(max.rotate_left(64), max);
}

#[test]
fn prints_hexadecimal_where_it_can() {
    assert_eq!(bv(3, 5).to_string(), "#b101");
    assert_eq!(bv(5, 5).to_string(), "#b00101");
    assert_eq!(bv(8, 10).to_string(), "#x0a");
    assert_eq!(bv(65, 1).to_string(), format!("#b{}1", "0".repeat(64)));
    assert_eq!(bv(68, 171).to_string(), format!("#x{}ab", "0".repeat(15)));
}

#[test]
fn too_wide_is_an_answer() {
    let limit = MAX_BITS as u32;
    assert!(BitVec::zero(limit).is_ok());
    assert_eq!(BitVec::zero(limit + 1), Err(TooLarge));
    assert_eq!(BitVec::ones(1 << 30), Err(TooLarge));
    assert_eq!(BitVec::from_integer(1 << 30, &Integer::ONE), Err(TooLarge));
    let wide = BitVec::zero(limit).unwrap();
    assert_eq!(wide.concat(&bv(1, 0)), Err(TooLarge));
    assert_eq!(wide.zero_extend(u32::MAX), Err(TooLarge));
    assert_eq!(wide.sign_extend(1), Err(TooLarge));
    assert_eq!(wide.repeat(u32::MAX), Err(TooLarge));
    assert_eq!(bv(8, 3).repeat(limit / 8).unwrap().width(), limit);
}

#[test]
fn is_24_bytes() {
    assert_eq!(size_of::<BitVec>(), 24);
}

/// Two vectors of one width above 64, with values where carries and signs matter.
fn wide_pair() -> impl Strategy<Value = (u32, UBig, UBig)> {
    (65u32..200).prop_flat_map(|width| (Just(width), wide_value(width), wide_value(width)))
}

fn wide_value(width: u32) -> impl Strategy<Value = UBig> {
    let size = UBig::ONE << width as usize;
    let near = size.clone();
    prop_oneof![
        3 => prop::collection::vec(any::<u8>(), 1..26).prop_map(move |bytes| UBig::from_le_bytes(&bytes) % &size),
        1 => (0u32..300).prop_map(UBig::from),
        1 => (1u32..5).prop_map(move |back| &near - UBig::from(back)),
        1 => (0u32..3).prop_map(move |step| (UBig::ONE << (width as usize - 1)) + UBig::from(step) - UBig::ONE),
    ]
}

fn modulo(width: u32, value: IBig) -> BitVec {
    let size = IBig::ONE << width as usize;
    let rest = ((value % &size) + &size) % &size;
    BitVec::new(width, UBig::try_from(rest).unwrap()).unwrap()
}

proptest! {
    #[test]
    fn wide_vectors_follow_integer_arithmetic((width, a, b) in wide_pair()) {
        let (x, y) = (BitVec::new(width, a.clone()).unwrap(), BitVec::new(width, b.clone()).unwrap());
        let size = IBig::ONE << width as usize;
        let half = IBig::ONE << (width as usize - 1);
        let (ia, ib) = (IBig::from(a.clone()), IBig::from(b.clone()));
        let sign = |value: &IBig| if *value >= half { value - &size } else { value.clone() };
        let (sa, sb) = (sign(&ia), sign(&ib));
        let fits = |value: IBig| value >= -half.clone() && value < half;
        prop_assert_eq!(x.add(&y), modulo(width, &ia + &ib));
        prop_assert_eq!(x.sub(&y), modulo(width, &ia - &ib));
        prop_assert_eq!(x.mul(&y), modulo(width, &ia * &ib));
        prop_assert_eq!(x.neg(), modulo(width, -&ia));
        prop_assert_eq!(x.not(), modulo(width, &size - &ia - IBig::ONE));
        prop_assert_eq!(x.and(&y).add(&x.or(&y)), x.add(&y));
        prop_assert_eq!(x.xor(&y), x.or(&y).sub(&x.and(&y)));
        prop_assert_eq!(x.nand(&y), x.and(&y).not());
        prop_assert_eq!(x.to_signed_integer(), Integer::from(sa.clone()));
        if !y.is_zero() {
            prop_assert_eq!(x.udiv(&y), modulo(width, &ia / &ib));
            prop_assert_eq!(x.urem(&y), modulo(width, &ia % &ib));
            // Machine division rounds towards zero, and so do bvsdiv and bvsrem.
            prop_assert_eq!(x.sdiv(&y), modulo(width, &sa / &sb));
            prop_assert_eq!(x.srem(&y), modulo(width, &sa % &sb));
            let floored = ((&sa % &sb) + &sb) % &sb;
            prop_assert_eq!(x.smod(&y), modulo(width, floored));
            prop_assert_eq!(x.sdivo(&y), !fits(&sa / &sb));
        } else {
            prop_assert_eq!(x.udiv(&y), BitVec::ones(width).unwrap());
            prop_assert_eq!(x.urem(&y), x.clone());
            prop_assert_eq!(x.smod(&y), x.clone());
            prop_assert_eq!(x.srem(&y), x.clone());
        }
        prop_assert_eq!(x.ult(&y), ia < ib);
        prop_assert_eq!(x.sle(&y), sa <= sb);
        prop_assert_eq!(x.slt(&y), sa < sb);
        prop_assert_eq!(x.uaddo(&y), &ia + &ib >= size);
        prop_assert_eq!(x.umulo(&y), &ia * &ib >= size);
        prop_assert_eq!(x.saddo(&y), !fits(&sa + &sb));
        prop_assert_eq!(x.ssubo(&y), !fits(&sa - &sb));
        prop_assert_eq!(x.smulo(&y), !fits(&sa * &sb));
        prop_assert_eq!(x.nego(), !fits(-&sa));
        prop_assert_eq!(x.redand(), BitVec::from_bool(ia == &size - IBig::ONE));
    }

    #[test]
    fn wide_vectors_shift_and_cut((width, a, _) in wide_pair(), count in 0u32..250, other in 0u32..300) {
        let x = BitVec::new(width, a.clone()).unwrap();
        let ia = IBig::from(a);
        let by = bv(width, u64::from(count));
        let sa = x.to_signed_integer().to_ibig();
        prop_assert_eq!(x.shl(&by), modulo(width, &ia << count as usize));
        prop_assert_eq!(x.lshr(&by), modulo(width, &ia >> count as usize));
        prop_assert_eq!(x.ashr(&by), modulo(width, &sa >> count as usize));
        let huge = BitVec::ones(width).unwrap();
        prop_assert!(x.shl(&huge).is_zero() && x.lshr(&huge).is_zero());
        prop_assert_eq!(x.ashr(&huge), if x.msb() { huge } else { BitVec::zero(width).unwrap() });
        prop_assert_eq!(x.rotate_left(count).rotate_right(count), x.clone());
        prop_assert_eq!(x.rotate_left(count).redxor(), x.redxor());
        prop_assert_eq!(x.ext_rotate_left(&by), x.rotate_left(count));
        let cut = other % (width - 1);
        let (high, low) = (x.extract(width - 1, cut + 1).unwrap(), x.extract(cut, 0).unwrap());
        prop_assert_eq!(high.concat(&low).unwrap(), x.clone());
        prop_assert_eq!(x.sign_extend(other).unwrap().to_signed_integer(), x.to_signed_integer());
        prop_assert_eq!(x.zero_extend(other).unwrap().to_integer(), x.to_integer());
        prop_assert_eq!(x.repeat(3).unwrap(), x.concat(&x).unwrap().concat(&x).unwrap());
        prop_assert_eq!(BitVec::from_integer(width, &x.to_signed_integer()).unwrap(), x.clone());
        let low64 = x.extract(63, 0).unwrap();
        prop_assert_eq!(low64.sign_extend(width - 64).unwrap().to_signed_integer(), low64.to_signed_integer());
    }

    #[test]
    fn narrow_vectors_agree_with_wide_ones(width in 1u32..=64, a: u64, b: u64) {
        // Signed operations on sign-extended operands agree where nothing overflows.
        let (x, y) = (bv(width, a), bv(width, b));
        let (wx, wy) = (x.sign_extend(80).unwrap(), y.sign_extend(80).unwrap());
        let cut = |wide: BitVec| wide.extract(width - 1, 0).unwrap();
        prop_assert_eq!(x.add(&y), cut(wx.add(&wy)));
        prop_assert_eq!(x.sub(&y), cut(wx.sub(&wy)));
        prop_assert_eq!(x.mul(&y), cut(wx.mul(&wy)));
        prop_assert_eq!(x.sdiv(&y), cut(wx.sdiv(&wy)));
        prop_assert_eq!(x.srem(&y), cut(wx.srem(&wy)));
        prop_assert_eq!(x.smod(&y), cut(wx.smod(&wy)));
        prop_assert_eq!(x.cmp_signed(&y), wx.cmp_signed(&wy));
        prop_assert_eq!(x.not(), cut(wx.not()));
        let (wx, wy) = (x.zero_extend(80).unwrap(), y.zero_extend(80).unwrap());
        prop_assert_eq!(x.udiv(&y), cut(wx.udiv(&wy)));
        prop_assert_eq!(x.urem(&y), cut(wx.urem(&wy)));
        prop_assert_eq!(x.cmp_unsigned(&y), wx.cmp_unsigned(&wy));
        prop_assert_eq!(x.umulo(&y), !wx.mul(&wy).extract(width + 79, width).unwrap().is_zero());
    }
}
