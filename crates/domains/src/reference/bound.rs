//! Upper bounds: a rational, or none, which is +∞.

use crate::rational::Rational;

/// `None` is +∞.
pub(super) type Bound = Option<Rational>;

/// a + b
#[inline]
pub(super) fn sum(a: Option<&Rational>, b: Option<&Rational>) -> Bound {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        _ => None,
    }
}

/// a ≤ b
#[inline]
pub(super) fn within(a: &Bound, b: &Bound) -> bool {
    match (a, b) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a <= b,
    }
}

/// Makes a bound the smaller of both.
#[inline]
pub(super) fn tighten(bound: &mut Bound, other: Bound) {
    if let Some(other) = other
        && bound.as_ref().is_none_or(|b| other < *b)
    {
        *bound = Some(other);
    }
}

/// The smaller one.
pub(super) fn smaller(a: &Bound, b: &Bound) -> Bound {
    if within(a, b) { a.clone() } else { b.clone() }
}

/// The larger one.
pub(super) fn larger(a: &Bound, b: &Bound) -> Bound {
    if within(a, b) { b.clone() } else { a.clone() }
}

/// What remains of the bound a if b comes next: itself, or +∞ if b is larger.
pub(super) fn stable(a: &Bound, b: &Bound) -> Bound {
    if within(b, a) { a.clone() } else { None }
}
