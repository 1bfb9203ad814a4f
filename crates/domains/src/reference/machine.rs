//! Intervals with machine integers as bounds, where overflow is to be taken care of.

use crate::domain::{Class, Domain, Numbers, Profile};
use crate::fact::Fact;
use crate::linear::{Constraint, Linear, Relation};
use crate::rational::Rational;

use super::fault::{Fault, owner};
use super::input::{self, Truth};

/// The domain of boxes whose bounds are integers of 32 bits. Results are rounded outwards to these, and are the best ones then. With the fault
/// [`MachineOverflow`](Fault::MachineOverflow), arithmetic wraps around.
#[derive(Clone, Debug)]
pub struct MachineIntervals {
    profile: Profile,
    dimension: usize,
    fault: Option<Fault>,
}

/// A box with bounds of 32 bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineRanges(
    /// One for each variable, none of which is empty; `None` is ⊥.
    Option<Vec<Range>>,
);

/// The values of a variable; no bound is an infinite one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    low: Option<i32>,
    high: Option<i32>,
}

/// A linear expression, or any value.
#[derive(Clone, Debug)]
pub struct MachineExpression(Option<Sum>);

/// Expressions that are not negative, or what is known without looking at variables.
#[derive(Clone, Debug)]
pub struct MachineCondition(Truth, Vec<Sum>);

/// Coefficients, none of which is zero, and a constant. The numbers have 64 bits; wider ones take up opposites, products and sums.
#[derive(Clone, Debug)]
struct Sum {
    terms: Vec<(usize, i128)>,
    constant: i128,
}

impl Sum {
    fn new(linear: &Linear, dimension: usize, constant: i64) -> Sum {
        let terms = linear.terms().filter(|&(v, _)| v < dimension);
        Sum { terms: terms.map(|(v, c)| (v, i128::from(c))).collect(), constant: i128::from(constant) }
    }

    fn neg(&self) -> Sum {
        Sum { terms: self.terms.iter().map(|&(v, c)| (v, -c)).collect(), constant: -self.constant }
    }

    /// The upper bound.
    fn sup(&self, ranges: &[Range]) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |sum, &(v, c)| Some(sum + ranges[v].sup(c)?))
    }

    /// The upper bound as machine arithmetic has it.
    #[allow(clippy::cast_possible_truncation, reason = "this is the fault")]
    fn wrapped_sup(&self, ranges: &[Range]) -> Option<i32> {
        self.terms.iter().try_fold(self.constant as i32, |sum, &(v, c)| {
            let bound = if c > 0 { ranges[v].high? } else { ranges[v].low? };
            Some(sum.wrapping_add(bound.wrapping_mul(c as i32)))
        })
    }
}

impl Range {
    const ALL: Range = Range { low: None, high: None };

    /// The least range around these bounds.
    fn around(low: Option<i128>, high: Option<i128>) -> Range {
        let (least, greatest) = (i128::from(i32::MIN), i128::from(i32::MAX));
        // A bound beyond the others says less than it might if it is moved to the nearest one, but it is still right.
        let low = low.map(|low| low.min(greatest)).and_then(|low| i32::try_from(low).ok());
        let high = high.map(|high| high.max(least)).and_then(|high| i32::try_from(high).ok());
        Range { low, high }
    }

    fn is_empty(self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }

    fn sup(self, c: i128) -> Option<i128> {
        let bound = if c > 0 { self.high } else { self.low };
        bound.map(|bound| i128::from(bound) * c)
    }

    fn is_within(self, other: Range) -> bool {
        other.low.is_none_or(|low| self.low.is_some_and(|own| low <= own))
            && other.high.is_none_or(|high| self.high.is_some_and(|own| own <= high))
    }

    fn meet(self, other: Range) -> Range {
        // `None` is below all others, as the lower bound -∞ is.
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Range { low: self.low.max(other.low), high }
    }
}

/// Reduces `refined` to the states of `ranges` where an expression is not negative, as for exact intervals. Says whether there may be any.
fn refine(ranges: &[Range], e: &Sum, refined: &mut [Range]) -> bool {
    let sups: Vec<Option<i128>> = e.terms.iter().map(|&(v, c)| ranges[v].sup(c)).collect();
    let infinities = sups.iter().filter(|sup| sup.is_none()).count();
    let finite: i128 = e.constant + sups.iter().flatten().sum::<i128>();
    if infinities == 0 && finite < 0 {
        return false;
    }
    for (&(v, c), sup) in e.terms.iter().zip(sups) {
        let others = match (infinities, sup) {
            (0, Some(own)) => finite - own,
            (1, None) => finite,
            _ => continue,
        };
        // c x ≥ -others, rounded outwards.
        let found = if c > 0 {
            Range::around(Some((-others).div_euclid(c)), None)
        } else {
            Range::around(None, Some(-(-others).div_euclid(-c)))
        };
        refined[v] = refined[v].meet(found);
        if refined[v].is_empty() {
            return false;
        }
    }
    true
}

impl MachineIntervals {
    /// Boxes of so many variables.
    #[must_use]
    pub fn new(dimension: usize) -> MachineIntervals {
        MachineIntervals::with_fault(dimension, None)
    }

    /// Boxes with a mistake.
    #[must_use]
    pub fn with_fault(dimension: usize, fault: Option<Fault>) -> MachineIntervals {
        let profile =
            Profile { numbers: Numbers::Bounded32, ..Profile::exact(owner::MACHINE_INTERVALS, Class::Boxes) };
        let fault = fault.filter(|f| f.domain() == owner::MACHINE_INTERVALS);
        MachineIntervals { profile, dimension, fault }
    }

    /// Combines the ranges of each variable.
    fn combine(x: &[Range], y: &[Range], f: impl Fn(Range, Range) -> Range) -> MachineRanges {
        let ranges = x.iter().zip(y).map(|(&a, &b)| Some(f(a, b)).filter(|range| !range.is_empty()));
        MachineRanges(ranges.collect())
    }
}

impl Domain for MachineIntervals {
    type Element = MachineRanges;
    type Expression = MachineExpression;
    type Condition = MachineCondition;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn expression(&self, linear: &Linear) -> MachineExpression {
        MachineExpression(linear.constant.finite().map(|constant| Sum::new(linear, self.dimension, constant)))
    }

    fn condition(&self, constraint: &Constraint) -> MachineCondition {
        let truth = input::truth(constraint, self.dimension);
        let sums = match truth {
            Truth::Always | Truth::Never => Vec::new(),
            Truth::Depends(constant) => {
                let sum = Sum::new(&constraint.linear, self.dimension, constant);
                match constraint.relation {
                    Relation::Equal => vec![sum.neg(), sum],
                    Relation::AtLeast | Relation::Above => vec![sum],
                }
            }
        };
        MachineCondition(truth, sums)
    }

    fn top(&self) -> MachineRanges {
        MachineRanges(Some(vec![Range::ALL; self.dimension]))
    }

    fn bottom(&self) -> MachineRanges {
        MachineRanges(None)
    }

    fn copy(&self, x: &MachineRanges) -> MachineRanges {
        x.clone()
    }

    fn is_leq(&self, x: &MachineRanges, y: &MachineRanges) -> bool {
        let (Some(x), Some(y)) = (&x.0, &y.0) else { return x.0.is_none() };
        x.iter().zip(y).all(|(a, b)| a.is_within(*b))
    }

    fn is_eq(&self, x: &MachineRanges, y: &MachineRanges) -> bool {
        x == y
    }

    fn is_bottom(&self, x: &MachineRanges) -> bool {
        x.0.is_none()
    }

    fn is_top(&self, x: &MachineRanges) -> bool {
        x.0.as_ref().is_some_and(|ranges| ranges.iter().all(|range| *range == Range::ALL))
    }

    fn join(&self, x: &MachineRanges, y: &MachineRanges) -> MachineRanges {
        match (&x.0, &y.0) {
            (None, _) => y.clone(),
            (_, None) => x.clone(),
            (Some(a), Some(b)) => MachineIntervals::combine(a, b, |a, b| Range {
                low: a.low.min(b.low),
                high: a.high.and_then(|high| Some(high.max(b.high?))),
            }),
        }
    }

    fn meet(&self, x: &MachineRanges, y: &MachineRanges) -> MachineRanges {
        let (Some(x), Some(y)) = (&x.0, &y.0) else { return MachineRanges(None) };
        MachineIntervals::combine(x, y, Range::meet)
    }

    fn widen(&self, x: &MachineRanges, y: &MachineRanges) -> MachineRanges {
        match (&x.0, &y.0) {
            (None, _) => y.clone(),
            (_, None) => x.clone(),
            (Some(a), Some(b)) => MachineIntervals::combine(a, b, |a, b| Range {
                low: a.low.filter(|low| b.low.is_some_and(|new| *low <= new)),
                high: a.high.filter(|high| b.high.is_some_and(|new| new <= *high)),
            }),
        }
    }

    fn narrow(&self, x: &MachineRanges, y: &MachineRanges) -> MachineRanges {
        let (Some(x), Some(y)) = (&x.0, &y.0) else { return MachineRanges(None) };
        MachineIntervals::combine(x, y, |a, b| Range { low: a.low.or(b.low), high: a.high.or(b.high) })
    }

    fn assign(&self, x: &MachineRanges, variable: usize, expression: &MachineExpression) -> MachineRanges {
        let (Some(ranges), Some(sum)) = (&x.0, &expression.0) else { return self.project(x, variable) };
        let value = if self.fault == Some(Fault::MachineOverflow) {
            let low = sum.neg().wrapped_sup(ranges).map(i32::wrapping_neg);
            Range { low, high: sum.wrapped_sup(ranges) }
        } else {
            Range::around(sum.neg().sup(ranges).map(|low| -low), sum.sup(ranges))
        };
        if value.is_empty() {
            return MachineRanges(None);
        }
        let mut result = ranges.clone();
        if let Some(range) = result.get_mut(variable) {
            *range = value;
        }
        MachineRanges(Some(result))
    }

    fn project(&self, x: &MachineRanges, variable: usize) -> MachineRanges {
        let mut result = x.clone();
        if let Some(range) = result.0.as_mut().and_then(|ranges| ranges.get_mut(variable)) {
            *range = Range::ALL;
        }
        result
    }

    fn cond(&self, x: &MachineRanges, condition: &MachineCondition) -> MachineRanges {
        let Some(ranges) = &x.0 else { return MachineRanges(None) };
        match condition.0 {
            Truth::Always => return x.clone(),
            Truth::Never => return MachineRanges(None),
            Truth::Depends(_) => {}
        }
        let mut refined = ranges.clone();
        let possible = condition.1.iter().all(|e| refine(ranges, e, &mut refined));
        MachineRanges(possible.then_some(refined))
    }

    fn constraints(&self, x: &MachineRanges) -> Vec<Fact> {
        let Some(ranges) = &x.0 else { return vec![Fact::contradiction(self.dimension)] };
        let mut facts = Vec::new();
        for (variable, range) in ranges.iter().enumerate() {
            let mut fact = |c: i64, constant: i64, relation| {
                let mut coefficients = vec![Rational::ZERO; self.dimension];
                coefficients[variable] = Rational::from(c);
                facts.push(Fact { coefficients, constant: Rational::from(constant), relation });
            };
            if let (Some(low), true) = (range.low, range.low == range.high) {
                fact(1, -i64::from(low), Relation::Equal);
                continue;
            }
            if let Some(low) = range.low {
                fact(1, -i64::from(low), Relation::AtLeast);
            }
            if let Some(high) = range.high {
                fact(-1, i64::from(high), Relation::AtLeast);
            }
        }
        facts
    }
}
