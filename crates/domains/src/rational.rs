//! Exact rationals: small ones without allocation.

use std::cmp::Ordering;
use std::fmt;

use dashu_base::Sign;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A rational number, exact whatever its size.
///
/// ```
/// use quis_domains::Rational;
///
/// let third = Rational::new(1, 3);
/// assert_eq!(&third + &Rational::new(1, 6), Rational::new(1, 2));
/// assert_eq!((&Rational::from(i64::MAX) + &Rational::ONE).to_string(), "9223372036854775808");
/// ```
#[derive(Clone, Debug)]
pub struct Rational(Repr);

/// What fits is always small, so that equal numbers look the same.
#[derive(Clone, Debug)]
enum Repr {
    /// Without common factors; the denominator is positive.
    Small(i64, i64),
    Big(Box<RBig>),
}

impl Rational {
    /// 0
    pub const ZERO: Rational = Rational(Repr::Small(0, 1));
    /// 1
    pub const ONE: Rational = Rational(Repr::Small(1, 1));

    /// A fraction. A denominator of zero counts as one.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Rational {
        let denominator = if denominator == 0 { 1 } else { denominator };
        Rational::of_wide(i128::from(numerator), i128::from(denominator))
    }

    /// A fraction of integers of any size. A denominator of zero counts as one.
    #[must_use]
    pub fn from_integers(numerator: IBig, denominator: IBig) -> Rational {
        if denominator == IBig::ZERO {
            return Rational::of_big(RBig::from(numerator));
        }
        let (sign, denominator) = denominator.into_parts();
        let numerator = if sign == Sign::Negative { -numerator } else { numerator };
        Rational::of_big(RBig::from_parts(numerator, denominator))
    }

    /// The numerator and the denominator, which is positive.
    #[must_use]
    pub fn to_integers(&self) -> (IBig, UBig) {
        match &self.0 {
            Repr::Small(n, d) => (IBig::from(*n), UBig::from(d.unsigned_abs())),
            Repr::Big(big) => (big.numerator().clone(), big.denominator().clone()),
        }
    }

    fn of_wide(numerator: i128, denominator: i128) -> Rational {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1).cast_signed();
        let (mut n, mut d) = (numerator / divisor, denominator / divisor);
        if d < 0 {
            (n, d) = (-n, -d);
        }
        match (i64::try_from(n), i64::try_from(d)) {
            (Ok(n), Ok(d)) => Rational(Repr::Small(n, d)),
            _ => Rational::from_integers(IBig::from(n), IBig::from(d)),
        }
    }

    fn of_sum(a: i64, b: i64) -> Rational {
        match a.checked_add(b) {
            Some(sum) => Rational(Repr::Small(sum, 1)),
            None => Rational::of_wide(i128::from(a) + i128::from(b), 1),
        }
    }

    fn of_big(big: RBig) -> Rational {
        match (i64::try_from(big.numerator()), i64::try_from(big.denominator())) {
            (Ok(n), Ok(d)) => Rational(Repr::Small(n, d)),
            _ => Rational(Repr::Big(Box::new(big))),
        }
    }

    fn to_big(&self) -> RBig {
        match &self.0 {
            Repr::Small(n, d) => RBig::from_parts(IBig::from(*n), UBig::from(d.unsigned_abs())),
            Repr::Big(big) => (**big).clone(),
        }
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(n, _) => n.signum() as i32,
            Repr::Big(big) => match big.sign() {
                Sign::Negative => -1,
                Sign::Positive => 1,
            },
        }
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    /// Whether its denominator is 1.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, d) => *d == 1,
            Repr::Big(big) => big.is_int(),
        }
    }

    /// The opposite.
    #[must_use]
    pub fn neg(&self) -> Rational {
        match &self.0 {
            Repr::Small(n, d) => match n.checked_neg() {
                Some(n) => Rational(Repr::Small(n, *d)),
                None => Rational::of_wide(-i128::from(*n), i128::from(*d)),
            },
            Repr::Big(big) => Rational::of_big(-(**big).clone()),
        }
    }

    /// The quotient; `None` by zero.
    #[must_use]
    pub fn checked_div(&self, other: &Rational) -> Option<Rational> {
        if other.is_zero() {
            return None;
        }
        Some(match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                Rational::of_wide(i128::from(*a) * i128::from(*d), i128::from(*b) * i128::from(*c))
            }
            _ => Rational::of_big(self.to_big() / other.to_big()),
        })
    }

    /// Half of it.
    #[must_use]
    pub fn half(&self) -> Rational {
        match &self.0 {
            Repr::Small(n, d) => Rational::of_wide(i128::from(*n), i128::from(*d) * 2),
            Repr::Big(big) => Rational::of_big((**big).clone() / RBig::from(2)),
        }
    }
}

/// The greatest common divisor; that of zero and another number is the other.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    // Nearly always both fit, and division of words is much cheaper.
    while b != 0 {
        if let (Ok(mut c), Ok(mut d)) = (u64::try_from(a), u64::try_from(b)) {
            while d != 0 {
                (c, d) = (d, c % d);
            }
            return u128::from(c);
        }
        (a, b) = (b, a % b);
    }
    a
}

impl std::ops::Add for &Rational {
    type Output = Rational;

    fn add(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, 1), Repr::Small(c, 1)) => Rational::of_sum(*a, *c),
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                let (a, b, c, d) = (i128::from(*a), i128::from(*b), i128::from(*c), i128::from(*d));
                // Each product is below 2^126.
                let numerator = a * d + c * b;
                Rational::of_wide(numerator, b * d)
            }
            _ => Rational::of_big(self.to_big() + other.to_big()),
        }
    }
}

impl std::ops::Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        std::ops::Add::add(self, &other.neg())
    }
}

impl std::ops::Mul for &Rational {
    type Output = Rational;

    fn mul(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                Rational::of_wide(i128::from(*a) * i128::from(*c), i128::from(*b) * i128::from(*d))
            }
            _ => Rational::of_big(self.to_big() * other.to_big()),
        }
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Rational) -> bool {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => a == c && b == d,
            (Repr::Big(a), Repr::Big(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Rational {}

impl std::hash::Hash for Rational {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Small(n, d) => (n, d).hash(state),
            Repr::Big(big) => (big.numerator(), big.denominator()).hash(state),
        }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Rational {
        Rational(Repr::Small(value, 1))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(n, 1) => write!(f, "{n}"),
            Repr::Small(n, d) => write!(f, "{n}/{d}"),
            Repr::Big(big) => write!(f, "{big}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_rational() -> impl Strategy<Value = Rational> {
        let number = prop_oneof![any::<i64>(), -9_i64..9, Just(i64::MIN), Just(i64::MAX)];
        (number.clone(), number).prop_map(|(n, d)| Rational::new(n, d))
    }

    proptest! {
        #[test]
        fn agrees_with_unlimited_arithmetic(a in any_rational(), b in any_rational()) {
            prop_assert_eq!((&a + &b).to_big(), a.to_big() + b.to_big());
            prop_assert_eq!((&a - &b).to_big(), a.to_big() - b.to_big());
            prop_assert_eq!((&a * &b).to_big(), a.to_big() * b.to_big());
            prop_assert_eq!(a.cmp(&b), a.to_big().cmp(&b.to_big()));
            prop_assert_eq!(a.half().to_big(), a.to_big() / RBig::from(2));
            if !b.is_zero() {
                prop_assert_eq!(a.checked_div(&b).map(|q| q.to_big()), Some(a.to_big() / b.to_big()));
            }
            // Equal numbers look the same, however they came about.
            prop_assert_eq!(&(&a + &b) - &b, a);
        }
    }
}
