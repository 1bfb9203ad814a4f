//! Intervals: bounds for each variable.

use crate::domain::{Class, Domain, Profile};
use crate::fact::Fact;
use crate::linear::{Constraint, Linear, Relation};
use crate::rational::Rational;

use super::bound::{self, Bound};
use super::fault::{Fault, owner};
use super::input::{Condition, Expression, Terms};

/// The domain of boxes. All its operations are the best ones.
#[derive(Clone, Debug)]
pub struct Intervals {
    profile: Profile,
    dimension: usize,
    fault: Option<Fault>,
}

/// A box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranges(
    /// One for each variable, none of which is empty; `None` is ⊥.
    Option<Vec<Range>>,
);

/// The values of a variable. Lower bounds are kept as upper bounds of the opposite, so that both are treated alike.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Range {
    /// Of -x.
    opposite: Bound,
    /// Of x.
    high: Bound,
}

impl Range {
    const ALL: Range = Range { opposite: None, high: None };

    fn is_empty(&self) -> bool {
        bound::sum(self.opposite.as_ref(), self.high.as_ref()).is_some_and(|width| width.signum() < 0)
    }

    /// The upper bound of `c x`, for `c` not zero.
    fn sup(&self, c: &Rational) -> Bound {
        if c.signum() > 0 {
            self.high.as_ref().map(|high| high * c)
        } else {
            self.opposite.as_ref().map(|opposite| opposite * &c.neg())
        }
    }
}

impl Intervals {
    /// Boxes of so many variables.
    #[must_use]
    pub fn new(dimension: usize) -> Intervals {
        Intervals::with_fault(dimension, None)
    }

    /// Boxes with a mistake.
    #[must_use]
    pub fn with_fault(dimension: usize, fault: Option<Fault>) -> Intervals {
        let profile = Profile { standard_widening: true, ..Profile::exact(owner::INTERVALS, Class::Boxes) };
        Intervals { profile, dimension, fault: fault.filter(|f| f.domain() == owner::INTERVALS) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Combines the ranges of each variable.
    fn combine(x: &[Range], y: &[Range], f: impl Fn(&Range, &Range) -> Range) -> Ranges {
        Ranges(Some(x.iter().zip(y).map(|(a, b)| f(a, b)).collect()))
    }

    /// The same, where the result may be empty.
    fn combine_nonempty(x: &[Range], y: &[Range], f: impl Fn(&Range, &Range) -> Range) -> Ranges {
        Ranges(x.iter().zip(y).map(|(a, b)| Some(f(a, b)).filter(|range| !range.is_empty())).collect())
    }
}

/// The upper bound of an expression.
fn sup(ranges: &[Range], e: &Terms) -> Bound {
    e.terms.iter().try_fold(e.constant.clone(), |sum, (v, c)| Some(&sum + &ranges[*v].sup(c)?))
}

/// Reduces `refined`, which is within `ranges`, to the states of `ranges` where an expression is not negative. Each variable is bounded by the
/// values that the others had in `ranges`: the exact hull. Says whether there may be any.
fn refine(ranges: &[Range], e: &Terms, refined: &mut [Range]) -> bool {
    let mut finite = e.constant.clone();
    let mut unbounded = None;
    let mut infinities = 0;
    for (v, c) in &e.terms {
        if let Some(sup) = ranges[*v].sup(c) {
            finite = &finite + &sup
        } else {
            unbounded = Some(*v);
            infinities += 1;
        }
    }
    if infinities == 0 && finite.signum() < 0 {
        return false;
    }
    for (v, c) in &e.terms {
        let others = match infinities {
            0 => match ranges[*v].sup(c) {
                Some(own) => &finite - &own,
                None => continue,
            },
            1 if unbounded == Some(*v) => finite.clone(),
            _ => continue,
        };
        // c x ≥ -others
        let range = &mut refined[*v];
        if c.signum() > 0 {
            bound::tighten(&mut range.opposite, others.checked_div(c));
        } else {
            bound::tighten(&mut range.high, others.checked_div(&c.neg()));
        }
        if range.is_empty() {
            return false;
        }
    }
    true
}

impl Domain for Intervals {
    type Element = Ranges;
    type Expression = Expression;
    type Condition = Condition;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn expression(&self, linear: &Linear) -> Expression {
        Expression::new(linear, self.dimension)
    }

    fn condition(&self, constraint: &Constraint) -> Condition {
        Condition::new(constraint, self.dimension)
    }

    fn top(&self) -> Ranges {
        Ranges(Some(vec![Range::ALL; self.dimension]))
    }

    fn bottom(&self) -> Ranges {
        Ranges(None)
    }

    fn copy(&self, x: &Ranges) -> Ranges {
        x.clone()
    }

    fn is_leq(&self, x: &Ranges, y: &Ranges) -> bool {
        let (Some(x), Some(y)) = (&x.0, &y.0) else { return x.0.is_none() };
        let first = if self.has(Fault::IntervalLeqLastOnly) { x.len().saturating_sub(1) } else { 0 };
        x.iter()
            .zip(y)
            .skip(first)
            .all(|(x, y)| bound::within(&x.opposite, &y.opposite) && bound::within(&x.high, &y.high))
    }

    fn is_eq(&self, x: &Ranges, y: &Ranges) -> bool {
        x == y
    }

    fn is_bottom(&self, x: &Ranges) -> bool {
        x.0.is_none()
    }

    fn is_top(&self, x: &Ranges) -> bool {
        x.0.as_ref().is_some_and(|ranges| ranges.iter().all(|range| *range == Range::ALL))
    }

    fn join(&self, x: &Ranges, y: &Ranges) -> Ranges {
        match (&x.0, &y.0) {
            (Some(a), Some(b)) => Intervals::combine(a, b, |a, b| Range {
                opposite: bound::larger(&a.opposite, &b.opposite),
                high: bound::larger(&a.high, &b.high),
            }),
            _ if self.has(Fault::IntervalJoinBottom) => Ranges(None),
            (None, _) => y.clone(),
            (_, None) => x.clone(),
        }
    }

    fn meet(&self, x: &Ranges, y: &Ranges) -> Ranges {
        let (Some(x), Some(y)) = (&x.0, &y.0) else { return Ranges(None) };
        Intervals::combine_nonempty(x, y, |a, b| Range {
            opposite: bound::smaller(&a.opposite, &b.opposite),
            high: if self.has(Fault::IntervalMeetWrongBound) {
                bound::larger(&a.high, &b.high)
            } else {
                bound::smaller(&a.high, &b.high)
            },
        })
    }

    fn widen(&self, x: &Ranges, y: &Ranges) -> Ranges {
        let (a, b) = match (&x.0, &y.0) {
            (None, _) => return y.clone(),
            (_, None) => return x.clone(),
            (Some(a), Some(b)) => (a, b),
        };
        Intervals::combine(a, b, |a, b| Range {
            opposite: match self.fault {
                Some(Fault::IntervalWidenSwapped) if bound::within(&a.opposite, &b.opposite) => {
                    a.opposite.clone()
                }
                Some(Fault::IntervalWidenSwapped) => None,
                Some(Fault::IntervalWidenKeepsMoving) => bound::larger(&a.opposite, &b.opposite),
                _ => bound::stable(&a.opposite, &b.opposite),
            },
            high: if self.has(Fault::IntervalWidenIgnoresHigh) {
                a.high.clone()
            } else {
                bound::stable(&a.high, &b.high)
            },
        })
    }

    fn narrow(&self, x: &Ranges, y: &Ranges) -> Ranges {
        let (Some(x), Some(y)) = (&x.0, &y.0) else { return Ranges(None) };
        Intervals::combine_nonempty(x, y, |a, b| Range {
            opposite: if self.has(Fault::IntervalNarrowTakesAll) {
                b.opposite.clone()
            } else {
                a.opposite.clone().or_else(|| b.opposite.clone())
            },
            high: a.high.clone().or_else(|| b.high.clone()),
        })
    }

    fn assign(&self, x: &Ranges, variable: usize, expression: &Expression) -> Ranges {
        let Some(ranges) = &x.0 else {
            return if self.has(Fault::IntervalAssignRevives) { self.top() } else { Ranges(None) };
        };
        let value = match expression {
            Expression::Linear(e) if !self.has(Fault::IntervalAssignProjects) => {
                Range { opposite: sup(ranges, &e.neg()), high: sup(ranges, e) }
            }
            _ => Range::ALL,
        };
        let mut result = ranges.clone();
        if let Some(range) = result.get_mut(variable) {
            *range = value;
        }
        Ranges(Some(result))
    }

    fn project(&self, x: &Ranges, variable: usize) -> Ranges {
        let mut result = x.clone();
        if let Some(range) = result.0.as_mut().and_then(|ranges| ranges.get_mut(variable)) {
            *range = if self.has(Fault::IntervalProjectZero) {
                Range { opposite: Some(Rational::ZERO), high: Some(Rational::ZERO) }
            } else {
                Range::ALL
            };
        }
        result
    }

    fn cond(&self, x: &Ranges, condition: &Condition) -> Ranges {
        let Some(ranges) = &x.0 else { return Ranges(None) };
        let inequalities = match condition {
            Condition::Always => return x.clone(),
            Condition::Never => return Ranges(None),
            Condition::AtLeastZero(inequalities) => inequalities,
        };
        let mut refined = ranges.clone();
        if inequalities.iter().all(|e| refine(ranges, e, &mut refined)) {
            Ranges(Some(refined))
        } else {
            Ranges(None)
        }
    }

    fn constraints(&self, x: &Ranges) -> Vec<Fact> {
        let Some(ranges) = &x.0 else { return vec![Fact::contradiction(self.dimension)] };
        let mut facts = Vec::new();
        for (variable, range) in ranges.iter().enumerate() {
            let mut fact = |c: i64, constant: &Rational, relation| {
                let mut coefficients = vec![Rational::ZERO; self.dimension];
                coefficients[variable] = Rational::from(c);
                facts.push(Fact { coefficients, constant: constant.clone(), relation });
            };
            match (&range.opposite, &range.high) {
                (Some(opposite), Some(high)) if opposite.neg() == *high => {
                    fact(1, opposite, Relation::Equal);
                }
                (opposite, high) => {
                    if let Some(opposite) = opposite {
                        fact(1, opposite, Relation::AtLeast);
                    }
                    if let Some(high) = high {
                        fact(-1, high, Relation::AtLeast);
                    }
                }
            }
        }
        facts
    }
}
