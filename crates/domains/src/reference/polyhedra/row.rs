//! Rows of integers: small ones without allocation, as long as there are few variables.

use dashu_base::{Gcd, Sign};
use dashu_int::{IBig, UBig};
use smallvec::SmallVec;

use crate::rational::{Rational, gcd};

/// Coefficients of a constraint or coordinates of a generator. Column 0 is the constant or the denominator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Row {
    /// Without `i64::MIN`, so that the opposite is as small.
    Small(SmallVec<[i64; 9]>),
    /// Something does not fit.
    Big(Vec<IBig>),
}

/// An integer of any size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Small(i128),
    Big(IBig),
}

impl Number {
    /// -1, 0 or 1.
    pub(super) fn sign(&self) -> i32 {
        match self {
            Number::Small(value) => value.signum() as i32,
            Number::Big(value) if *value == IBig::ZERO => 0,
            Number::Big(value) if value.sign() == Sign::Negative => -1,
            Number::Big(_) => 1,
        }
    }

    pub(super) fn neg(&self) -> Number {
        match self {
            Number::Small(value) => match value.checked_neg() {
                Some(value) => Number::Small(value),
                None => Number::Big(-IBig::from(*value)),
            },
            Number::Big(value) => Number::Big(-value),
        }
    }

    pub(super) fn abs(&self) -> Number {
        if self.sign() < 0 { self.neg() } else { self.clone() }
    }

    pub(super) fn to_big(&self) -> IBig {
        match self {
            Number::Small(value) => IBig::from(*value),
            Number::Big(value) => value.clone(),
        }
    }

    fn to_word(&self) -> Option<i64> {
        match self {
            Number::Small(value) => word(*value),
            Number::Big(_) => None,
        }
    }
}

/// The value, if it and its opposite fit.
fn word(value: i128) -> Option<i64> {
    i64::try_from(value).ok().filter(|&value| value != i64::MIN)
}

impl Row {
    /// Integers as they are.
    pub(super) fn new(values: impl IntoIterator<Item = i64> + Clone) -> Row {
        if values.clone().into_iter().any(|value| value == i64::MIN) {
            return Row::Big(values.into_iter().map(IBig::from).collect());
        }
        Row::Small(values.into_iter().collect())
    }

    /// Rationals, times their denominators.
    pub(super) fn of_ratios<'a>(values: impl Iterator<Item = &'a Rational> + Clone) -> Row {
        let product: IBig = values.clone().map(|value| IBig::from(value.to_integers().1)).product();
        let integer = |value: &Rational| {
            let (n, d) = value.to_integers();
            n * (&product / IBig::from(d))
        };
        Row::of_big(values.map(integer).collect())
    }

    /// A one among zeros.
    pub(super) fn unit(width: usize, column: usize) -> Row {
        Row::new((0..width).map(|i| i64::from(i == column)))
    }

    pub(super) fn width(&self) -> usize {
        match self {
            Row::Small(values) => values.len(),
            Row::Big(values) => values.len(),
        }
    }

    pub(super) fn get(&self, column: usize) -> Number {
        match self {
            Row::Small(values) => Number::Small(values.get(column).copied().unwrap_or(0).into()),
            Row::Big(values) => Number::Big(values.get(column).cloned().unwrap_or(IBig::ZERO)),
        }
    }

    pub(super) fn sign(&self, column: usize) -> i32 {
        match self {
            Row::Small(values) => values.get(column).map_or(0, |value| value.signum() as i32),
            Row::Big(_) => self.get(column).sign(),
        }
    }

    /// The sum of the products.
    pub(super) fn dot(&self, other: &Row) -> Number {
        if let (Row::Small(a), Row::Small(b)) = (self, other) {
            let mut products = a.iter().zip(b).map(|(&a, &b)| i128::from(a) * i128::from(b));
            let sum = products.try_fold(0_i128, i128::checked_add);
            if let Some(sum) = sum {
                return Number::Small(sum);
            }
        }
        let columns = 0..self.width().min(other.width());
        Number::Big(columns.map(|i| self.get(i).to_big() * other.get(i).to_big()).sum())
    }

    pub(super) fn neg(&self) -> Row {
        match self {
            Row::Small(values) => Row::Small(values.iter().map(|value| -value).collect()),
            Row::Big(values) => Row::Big(values.iter().map(|value| -value).collect()),
        }
    }

    /// `a x + b y`, without common factors.
    pub(super) fn combine(a: &Number, x: &Row, b: &Number, y: &Row) -> Row {
        let (mut a, mut b) = (a.clone(), b.clone());
        if let (Number::Small(c), Number::Small(d)) = (&mut a, &mut b) {
            let divisor = gcd(c.unsigned_abs(), d.unsigned_abs());
            if let Ok(divisor @ 2..) = i128::try_from(divisor) {
                *c /= divisor;
                *d /= divisor;
            }
        }
        if let (Row::Small(x), Row::Small(y), Some(a), Some(b)) = (x, y, a.to_word(), b.to_word()) {
            let (a, b) = (i128::from(a), i128::from(b));
            // Each product is below 2^126.
            let wide = x.iter().zip(y).map(|(&x, &y)| a * i128::from(x) + b * i128::from(y));
            return Row::of_wide(wide.collect());
        }
        let (a, b) = (a.to_big(), b.to_big());
        let columns = 0..x.width().min(y.width());
        Row::of_big(columns.map(|i| &a * x.get(i).to_big() + &b * y.get(i).to_big()).collect())
    }

    /// The row with another value in a column, without common factors.
    pub(super) fn replaced(&self, column: usize, value: &Number) -> Row {
        if let (Row::Small(values), Number::Small(value)) = (self, value) {
            let mut wide: SmallVec<[i128; 9]> = values.iter().map(|&v| i128::from(v)).collect();
            if let Some(place) = wide.get_mut(column) {
                *place = *value;
            }
            return Row::of_wide(wide);
        }
        let columns = 0..self.width();
        Row::of_big(
            columns.map(|i| if i == column { value.to_big() } else { self.get(i).to_big() }).collect(),
        )
    }

    /// The row with another value in a column, as it is.
    pub(super) fn replaced_exactly(&self, column: usize, value: i64) -> Row {
        let mut row = self.clone();
        match &mut row {
            Row::Small(values) => {
                if let Some(place) = values.get_mut(column) {
                    *place = value;
                }
            }
            Row::Big(values) => {
                if let Some(place) = values.get_mut(column) {
                    *place = IBig::from(value);
                }
            }
        }
        row
    }

    fn of_wide(mut values: SmallVec<[i128; 9]>) -> Row {
        let mut divisor = 0;
        for value in &values {
            divisor = gcd(value.unsigned_abs(), divisor);
            if divisor == 1 {
                break;
            }
        }
        if let Ok(divisor @ 2..) = i128::try_from(divisor) {
            for value in &mut values {
                *value /= divisor;
            }
        }
        match values.iter().map(|&value| word(value)).collect() {
            Some(small) => Row::Small(small),
            None => Row::Big(values.into_iter().map(IBig::from).collect()),
        }
    }

    fn of_big(values: Vec<IBig>) -> Row {
        let mut divisor = UBig::ZERO;
        for value in values.iter().filter(|value| **value != IBig::ZERO) {
            let size = value.clone().into_parts().1;
            divisor = if divisor == UBig::ZERO { size } else { divisor.gcd(size) };
        }
        if divisor == UBig::ZERO {
            divisor = UBig::ONE;
        }
        let divisor = IBig::from(divisor);
        let values: Vec<IBig> = values.into_iter().map(|value| value / &divisor).collect();
        let small = values.iter().map(|value| i64::try_from(value).ok().filter(|&v| v != i64::MIN));
        match small.collect() {
            Some(small) => Row::Small(small),
            None => Row::Big(values),
        }
    }

    /// The first column besides the constant that is not zero, or else the constant.
    pub(super) fn pivot(&self) -> usize {
        (1..self.width()).find(|&column| self.sign(column) != 0).unwrap_or(0)
    }

    /// Makes a column zero by adding a multiple of a row where it is not. This row is multiplied by a positive number only.
    pub(super) fn eliminate(&mut self, by: &Row, column: usize) {
        if self.sign(column) == 0 {
            return;
        }
        let pivot = by.get(column);
        let own = self.get(column);
        let factor = if pivot.sign() > 0 { own.neg() } else { own };
        *self = Row::combine(&pivot.abs(), self, &factor, by);
    }

    /// The number in a column, divided by another number.
    pub(super) fn ratio(&self, column: usize, by: &Number) -> Rational {
        Rational::from_integers(self.get(column).to_big(), by.to_big())
    }

    /// Whether it is zero but for the constant.
    pub(super) fn is_constant(&self) -> bool {
        self.pivot() == 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers() -> impl Strategy<Value = Vec<i64>> {
        let number = prop_oneof![any::<i64>(), -9_i64..9, Just(i64::MIN), Just(i64::MAX)];
        proptest::collection::vec(number, 3)
    }

    fn big(row: &Row) -> Vec<IBig> {
        (0..row.width()).map(|i| row.get(i).to_big()).collect()
    }

    proptest! {
        #[test]
        fn agrees_with_unlimited_arithmetic(x in numbers(), y in numbers()) {
            let (a, b) = (Row::new(x.iter().copied()), Row::new(y.iter().copied()));
            let exact: IBig = x.iter().zip(&y).map(|(&x, &y)| IBig::from(x) * IBig::from(y)).sum();
            prop_assert_eq!(a.dot(&b).to_big(), exact.clone());
            prop_assert_eq!(a.dot(&b).sign(), i32::try_from(exact.signum()).unwrap());
            let combined = Row::combine(&a.dot(&b), &b, &Number::Small(-3), &a);
            let exact: Vec<IBig> =
                x.iter().zip(&y).map(|(&x, &y)| &exact * IBig::from(y) - 3 * IBig::from(x)).collect();
            // The same up to a positive factor.
            for (i, e) in exact.iter().enumerate() {
                for (j, f) in exact.iter().enumerate() {
                    prop_assert_eq!(e * &big(&combined)[j], f * &big(&combined)[i]);
                }
                prop_assert_eq!(e.signum(), big(&combined)[i].signum());
            }
            if let Row::Big(values) = &combined {
                prop_assert!(values.iter().any(|value| i64::try_from(value).is_err() || *value == IBig::from(i64::MIN)));
            }
        }

        #[test]
        fn eliminates(x in numbers(), y in numbers(), column in 0_usize..3) {
            let (mut a, b) = (Row::new(x), Row::new(y));
            if b.sign(column) != 0 {
                a.eliminate(&b, column);
                prop_assert_eq!(a.sign(column), 0);
            }
        }
    }
}
