//! Constraints of APRON, read as exact facts.

#![expect(unsafe_code, reason = "structures behind pointers of a C library")]

use super::super::gmp::Value;
use super::ffi::{self, Coefficient, Comparison, Comparisons, Scalar};
use crate::{Fact, Rational, Relation};

/// All constraints that are linear. What is not is left out: an element says no less than what is told of it.
///
/// # Safety
/// The library must have made the array.
pub(super) unsafe fn facts(comparisons: &Comparisons, dimension: usize) -> Vec<Fact> {
    let mut facts = Vec::with_capacity(comparisons.size);
    for place in 0..comparisons.size {
        // SAFETY: the array has so many entries, which the library has set.
        unsafe { add(&*comparisons.first.add(place), dimension, &mut facts) };
    }
    facts
}

unsafe fn add(comparison: &Comparison, dimension: usize, facts: &mut Vec<Fact>) {
    let relation = match comparison.relation {
        ffi::EQUAL => Relation::Equal,
        ffi::AT_LEAST => Relation::AtLeast,
        ffi::ABOVE => Relation::Above,
        _ => return,
    };
    // SAFETY: the expression is one of the library's.
    let read = unsafe { coefficients(comparison, dimension) };
    let Some((coefficients, low, high)) = read else { return };
    let constant = match (low, high) {
        (Value::Finite(low), Value::Finite(high)) if low == high => high,
        (low, high) if relation == Relation::Equal => {
            // Some number between the two makes it zero: the lowest makes it at most zero, and the highest at least.
            if let Value::Finite(high) = high {
                let coefficients = coefficients.clone();
                facts.push(Fact { coefficients, constant: high, relation: Relation::AtLeast });
            }
            if let Value::Finite(low) = low {
                let coefficients = coefficients.iter().map(Rational::neg).collect();
                facts.push(Fact { coefficients, constant: low.neg(), relation: Relation::AtLeast });
            }
            return;
        }
        (_, Value::Finite(high)) => high,
        (_, Value::NegativeInfinity) => return facts.push(Fact::contradiction(dimension)),
        _ => return,
    };
    // The library may say that 1 >= 0.
    let trivial = coefficients.iter().all(Rational::is_zero)
        && match relation {
            Relation::AtLeast => constant.signum() >= 0,
            Relation::Equal => constant.is_zero(),
            Relation::Above => constant.signum() > 0,
        };
    if !trivial {
        facts.push(Fact { coefficients, constant, relation });
    }
}

/// The coefficients, if all are numbers, and the bounds of the constant.
unsafe fn coefficients(comparison: &Comparison, dimension: usize) -> Option<(Vec<Rational>, Value, Value)> {
    let mut all = vec![Rational::ZERO; dimension];
    // SAFETY: the library has made the expression: it has as many terms as it says, of the kind that it says.
    unsafe {
        let expression = comparison.expression.as_ref()?;
        for place in 0..expression.size {
            let (variable, coefficient) = if expression.kind == ffi::DENSE {
                (place, &*expression.terms.dense.add(place))
            } else {
                let term = &*expression.terms.sparse.add(place);
                (term.variable as usize, &term.coefficient)
            };
            // Entries of sparse expressions that are not in use have a variable that is none.
            if let Some(slot) = all.get_mut(variable) {
                match bounds(coefficient)? {
                    (Value::Finite(low), Value::Finite(high)) if low == high => *slot = low,
                    _ => return None,
                }
            }
        }
        let (low, high) = bounds(&expression.constant)?;
        Some((all, low, high))
    }
}

unsafe fn bounds(coefficient: &Coefficient) -> Option<(Value, Value)> {
    // SAFETY: the library has set the pointer that the kind says.
    unsafe {
        if coefficient.kind == ffi::SCALAR {
            let value = value(coefficient.value.scalar)?;
            return Some((value.clone(), value));
        }
        let interval = coefficient.value.interval.as_ref()?;
        Some((value(interval.low)?, value(interval.high)?))
    }
}

unsafe fn value(scalar: *const Scalar) -> Option<Value> {
    // SAFETY: the library has set the number that the kind says.
    unsafe {
        let scalar = scalar.as_ref()?;
        match scalar.kind {
            ffi::DOUBLE => Some(Value::of_double(scalar.number.double)),
            ffi::FRACTION => Some(scalar.number.fraction.as_ref()?.get()),
            ffi::FLOAT => Some(scalar.number.float.as_ref()?.get()),
            _ => None,
        }
    }
}
