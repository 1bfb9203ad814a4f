//! A domain of one's own, and the test that looks for mistakes in it.
//!
//! ```sh
//! cargo run --release -p quis-domains --example saturating_intervals
//! cargo run --release -p quis-domains --example saturating_intervals -- wrong
//! ```
//!
//! The domain keeps a lower and an upper bound for each variable as 64-bit integers, whose extremes stand for infinity. With `wrong`, its
//! meet forgets to look at the lower bound of its second operand. A project would have these lines in a test:
//!
//! ```ignore
//! #[test]
//! fn my_domain_is_sound_and_precise() {
//!     quis_domains::assert_domain(&Intervals::new(3));
//! }
//! ```

#![allow(clippy::print_stdout, reason = "it is a program")]

use quis_domains::{
    Class, Constraint, Domain, Fact, Linear, Numbers, Profile, Rational, Relation, Settings, test,
};

/// Bounds of each variable; none if there is no state.
type Bounds = Option<Vec<(i64, i64)>>;

struct Intervals {
    profile: Profile,
    dimension: usize,
    wrong: bool,
}

impl Intervals {
    fn new(dimension: usize, wrong: bool) -> Intervals {
        let profile = Profile {
            name: "saturating intervals".to_owned(),
            class: Class::Boxes,
            numbers: Numbers::Bounded64,
            narrowing: false,
            lattice: true,
            monotone_widening: false,
            standard_widening: false,
            strict: false,
            intervals: false,
        };
        Intervals { profile, dimension, wrong }
    }

    /// The least and the greatest value of an expression.
    fn range(&self, bounds: &[(i64, i64)], e: &Linear) -> (i64, i64) {
        let Some(constant) = e.constant.finite() else { return (i64::MIN, i64::MAX) };
        let (mut low, mut high) = (Some(i128::from(constant)), Some(i128::from(constant)));
        for (variable, c) in e.terms() {
            let (l, h) = bounds[variable];
            let times = |bound: i64| {
                let finite = bound != i64::MIN && bound != i64::MAX;
                finite.then(|| i128::from(c) * i128::from(bound))
            };
            let (from_low, from_high) = if c > 0 { (times(l), times(h)) } else { (times(h), times(l)) };
            low = low.zip(from_low).map(|(a, b)| a + b);
            high = high.zip(from_high).map(|(a, b)| a + b);
        }
        (saturated(low, i64::MIN), saturated(high, i64::MAX))
    }
}

/// What does not fit is infinite.
fn saturated(value: Option<i128>, infinity: i64) -> i64 {
    value.and_then(|value| i64::try_from(value).ok()).unwrap_or(infinity)
}

impl Domain for Intervals {
    type Element = Bounds;
    type Expression = Linear;
    type Condition = Constraint;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn expression(&self, linear: &Linear) -> Linear {
        linear.clone()
    }

    fn condition(&self, constraint: &Constraint) -> Constraint {
        constraint.clone()
    }

    fn top(&self) -> Bounds {
        Some(vec![(i64::MIN, i64::MAX); self.dimension])
    }

    fn bottom(&self) -> Bounds {
        None
    }

    fn copy(&self, x: &Bounds) -> Bounds {
        x.clone()
    }

    fn is_leq(&self, x: &Bounds, y: &Bounds) -> bool {
        match (x, y) {
            (None, _) => true,
            (_, None) => false,
            (Some(x), Some(y)) => x.iter().zip(y).all(|(x, y)| y.0 <= x.0 && x.1 <= y.1),
        }
    }

    fn is_eq(&self, x: &Bounds, y: &Bounds) -> bool {
        x == y
    }

    fn is_bottom(&self, x: &Bounds) -> bool {
        x.is_none()
    }

    fn is_top(&self, x: &Bounds) -> bool {
        *x == self.top()
    }

    fn join(&self, x: &Bounds, y: &Bounds) -> Bounds {
        let (Some(a), Some(b)) = (x, y) else { return x.clone().or_else(|| y.clone()) };
        Some(a.iter().zip(b).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))).collect())
    }

    fn meet(&self, x: &Bounds, y: &Bounds) -> Bounds {
        let (Some(a), Some(b)) = (x, y) else { return None };
        let low = |a: i64, b: i64| if self.wrong { a } else { a.max(b) };
        let both: Vec<(i64, i64)> = a.iter().zip(b).map(|(a, b)| (low(a.0, b.0), a.1.min(b.1))).collect();
        both.iter().all(|(low, high)| low <= high).then_some(both)
    }

    fn widen(&self, x: &Bounds, y: &Bounds) -> Bounds {
        let (Some(a), Some(b)) = (x, y) else { return x.clone().or_else(|| y.clone()) };
        let low = |a: i64, b: i64| if b < a { i64::MIN } else { a };
        let high = |a: i64, b: i64| if b > a { i64::MAX } else { a };
        Some(a.iter().zip(b).map(|(a, b)| (low(a.0, b.0), high(a.1, b.1))).collect())
    }

    fn assign(&self, x: &Bounds, variable: usize, e: &Linear) -> Bounds {
        let mut bounds = x.clone()?;
        bounds[variable] = self.range(&bounds, e);
        Some(bounds)
    }

    fn project(&self, x: &Bounds, variable: usize) -> Bounds {
        let mut bounds = x.clone()?;
        bounds[variable] = (i64::MIN, i64::MAX);
        Some(bounds)
    }

    fn cond(&self, x: &Bounds, condition: &Constraint) -> Bounds {
        let bounds = x.clone()?;
        let e = &condition.linear;
        let (low, high) = self.range(&bounds, e);
        let impossible = high < 0 || (condition.relation == Relation::Equal && low > 0);
        if impossible {
            return None;
        }
        // Only what is said of one variable, with a coefficient of 1 or -1, is used.
        let mut only = bounds;
        let mut terms = e.terms();
        if let (Some((variable, c @ (1 | -1))), None) = (terms.next(), terms.next())
            && let Some(k) = e.constant.finite()
        {
            let bound = &mut only[variable];
            let equal = condition.relation == Relation::Equal;
            if c == 1 || equal {
                bound.0 = bound.0.max(saturated(Some(-i128::from(c) * i128::from(k)), i64::MIN));
            }
            if c == -1 || equal {
                bound.1 = bound.1.min(saturated(Some(-i128::from(c) * i128::from(k)), i64::MAX));
            }
            if bound.0 > bound.1 {
                return None;
            }
        }
        Some(only)
    }

    fn constraints(&self, x: &Bounds) -> Vec<Fact> {
        let Some(bounds) = x else { return vec![Fact::contradiction(self.dimension)] };
        let mut facts = Vec::new();
        for (variable, &(low, high)) in bounds.iter().enumerate() {
            let mut say = |c: i64, bound: i64| {
                let mut coefficients = vec![Rational::ZERO; self.dimension];
                coefficients[variable] = Rational::from(c);
                let constant = &Rational::from(-c) * &Rational::from(bound);
                facts.push(Fact { coefficients, constant, relation: Relation::AtLeast });
            };
            if low != i64::MIN {
                say(1, low);
            }
            if high != i64::MAX {
                say(-1, high);
            }
        }
        facts
    }
}

fn main() {
    let wrong = std::env::args().any(|argument| argument == "wrong");
    let report = test(&Intervals::new(3, wrong), &Settings::default());
    println!("{} checks", report.checks());
    for violation in &report.violations {
        println!("\n{violation}");
    }
}
