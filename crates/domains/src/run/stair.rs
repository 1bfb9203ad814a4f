//! A stair: elements of which each says what the one before says, but for bounds that take turns to grow.

use std::fmt;

use crate::linear::{Constraint, Linear, Relation};

/// A bound of a stair: a sum of variables and a constant, which depends on the step, is not negative.
///
/// It is data, so that a step is made of it here and written down in programs.
pub(crate) struct Bound {
    /// One for each variable.
    pub(crate) coefficients: Vec<i64>,
    pub(crate) constant: Height,
}

/// A number that depends on the step: `step + 1 - odd`, where `odd` is one in every other step.
#[derive(Clone, Copy)]
pub(crate) struct Height {
    /// How often the step is added.
    step: i64,
    /// What is always added.
    always: i64,
    /// What is added in odd steps.
    odd: i64,
}

impl Height {
    fn at(self, step: i64) -> i64 {
        self.step * step + self.always + self.odd * (step % 2)
    }
}

impl fmt::Display for Height {
    /// match: 1 1 -1, result: `step + 1 - odd`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.always.unsigned_abs().to_string();
        let mut first = true;
        for (value, text) in [(self.step, "step"), (self.always, number.as_str()), (self.odd, "odd")] {
            match (value.signum(), first) {
                (0, _) => continue,
                (1, true) => f.write_str(text)?,
                (1, false) => write!(f, " + {text}")?,
                (_, true) => write!(f, "-{text}")?,
                (_, false) => write!(f, " - {text}")?,
            }
            first = false;
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

impl Bound {
    /// The bound in a step.
    pub(crate) fn at(&self, step: i64) -> Constraint {
        let linear = Linear::new(self.coefficients.iter().copied(), self.constant.at(step));
        Constraint { linear, relation: Relation::AtLeast }
    }

    /// The sum of variables, to read: `x0 - x1`
    pub(crate) fn sum(&self) -> String {
        Linear::new(self.coefficients.iter().copied(), 0).to_string()
    }
}

/// Two variables, this and the next one, that differ by no more than one and whose upper bounds take turns to grow: a widening of a
/// relational domain that closes its result climbs for ever.
pub(crate) fn stair(dimension: usize, variable: usize) -> Vec<Bound> {
    let other = (variable + 1) % dimension.max(1);
    let bound = |terms: &[(usize, i64)], [step, always, odd]: [i64; 3]| {
        let mut coefficients = vec![0; dimension];
        for &(v, c) in terms {
            if let Some(coefficient) = coefficients.get_mut(v) {
                *coefficient = c;
            }
        }
        Bound { coefficients, constant: Height { step, always, odd } }
    };
    let mut bounds = vec![bound(&[(variable, 1)], [1, 0, 0]), bound(&[(variable, -1)], [1, 0, 1])];
    if other != variable {
        bounds.extend([
            bound(&[(variable, 1), (other, -1)], [0, 1, 0]),
            bound(&[(variable, -1), (other, 1)], [0, 1, 0]),
            bound(&[(other, -1)], [1, 1, -1]),
        ]);
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upper_bounds_take_turns_to_grow() {
        let said = |step: i64| -> Vec<String> {
            stair(2, 0).iter().map(|bound| bound.at(step).to_string()).collect()
        };
        let middle = ["x0 - x1 + 1 >= 0", "-x0 + x1 + 1 >= 0"];
        let with = |first: &str, second: &str, last: &str| {
            [&[first, second][..], &middle, &[last]]
                .concat()
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(said(1), with("x0 + 1 >= 0", "-x0 + 2 >= 0", "-x1 + 1 >= 0"));
        assert_eq!(said(2), with("x0 + 2 >= 0", "-x0 + 2 >= 0", "-x1 + 3 >= 0"));
        let heights: Vec<String> = stair(2, 1).iter().map(|bound| bound.constant.to_string()).collect();
        assert_eq!(heights, ["step", "step + odd", "1", "1", "step + 1 - odd"]);
        assert_eq!(stair(1, 0).len(), 2);
    }
}
