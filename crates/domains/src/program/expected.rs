//! What a best transformer gives: computed with the reference domain when a program is written.

use dashu_base::{Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::case::{Action, Arguments, Case, Step};
use crate::domain::{Class, Profile};
use crate::fact::Fact;
use crate::linear::{Constant, Constraint, Linear, Relation};
use crate::local::outcome;
use crate::property::Operator;
use crate::reference::{Exact, Intervals, Octagons, Polyhedra, Zones};
use crate::run::{Bench, Outcome};

/// What the result of a property about best transformers is compared with.
pub(super) enum Best {
    /// The domain cannot express the argument: nothing is compared.
    Vacuous,
    /// The program asks the domain without a fault itself.
    Asked,
    Known(Expected),
}

impl Best {
    /// Whether there are numbers that no machine integer can be.
    pub(super) fn is_large(&self) -> bool {
        let Best::Known(Expected { arguments, result }) = self else { return false };
        let is_large = |facts: &[Whole]| facts.iter().any(|fact| fact.small().is_none());
        is_large(result) || arguments.iter().any(|(_, facts)| is_large(facts))
    }
}

/// As facts whose numbers are integers.
pub(super) struct Expected {
    /// What the arguments must be, as this was found out without asking the domain.
    pub(super) arguments: Vec<(u16, Vec<Whole>)>,
    /// What the result must be.
    pub(super) result: Vec<Whole>,
}

/// A fact whose numbers are integers of any size.
pub(super) struct Whole {
    pub(super) coefficients: Vec<IBig>,
    pub(super) constant: IBig,
    pub(super) relation: Relation,
    /// To read.
    pub(super) text: String,
}

impl Whole {
    /// match: x0 - 1/2 x1 + 1/3 >= 0, result: 6x0 - 3x1 + 2 >= 0
    fn new(fact: &Fact) -> Whole {
        let parts: Vec<(IBig, UBig)> =
            fact.coefficients.iter().chain([&fact.constant]).map(crate::Rational::to_integers).collect();
        let common = parts.iter().fold(UBig::ONE, |all, (_, d)| &all / (&all).gcd(d) * d);
        let scaled: Vec<IBig> = parts.iter().map(|(n, d)| n * IBig::from(&common / d)).collect();
        let nonzero = scaled.iter().filter(|n| !n.is_zero());
        let divisor = nonzero.fold(None, |all: Option<UBig>, n| {
            let size = n.unsigned_abs();
            Some(all.map_or_else(|| size.clone(), |all| all.gcd(&size)))
        });
        let divisor = IBig::from(divisor.unwrap_or(UBig::ONE));
        let mut coefficients: Vec<IBig> = scaled.iter().map(|number| number / &divisor).collect();
        let constant = coefficients.pop().unwrap_or(IBig::ZERO);
        let rational = |number: &IBig| crate::Rational::from_integers(number.clone(), IBig::ONE);
        let text = Fact {
            coefficients: coefficients.iter().map(rational).collect(),
            constant: rational(&constant),
            relation: fact.relation,
        }
        .to_string();
        Whole { coefficients, constant, relation: fact.relation, text }
    }

    /// With machine integers, if they are large enough.
    pub(super) fn small(&self) -> Option<Linear> {
        let mut coefficients = Vec::with_capacity(self.coefficients.len());
        for number in &self.coefficients {
            coefficients.push(i64::try_from(number).ok()?);
        }
        Some(Linear::new(coefficients, i64::try_from(&self.constant).ok()?))
    }

    /// Whether it mentions no variable: elements that say so are ⊥.
    pub(super) fn is_contradiction(&self) -> bool {
        self.coefficients.iter().all(IBig::is_zero)
    }
}

/// What is expected of an operation; `None` if this is not known without the library.
pub(super) fn expected(case: &Case, profile: &Profile, domain: &str, operator: Operator) -> Option<Best> {
    // A program in Rust asks the domain without a fault itself; one in C has nothing but the library, which may be wrong.
    let asked = domain.starts_with("reference:");
    let question = Question { case, operator, asked, standard_widening: profile.standard_widening };
    let n = case.dimension;
    match profile.class {
        Class::Boxes => question.answer(&Intervals::new(n)),
        Class::Zones => question.answer(&Zones::new(n)),
        Class::Octagons => question.answer(&Octagons::new(n)),
        Class::Polyhedra => question.answer(&Polyhedra::new(n)),
        Class::Equalities | Class::Other => None,
    }
}

struct Question<'c> {
    case: &'c Case,
    operator: Operator,
    /// Whether the program can ask a domain without faults.
    asked: bool,
    /// Whether the widening of the domain under test is the standard one, as that of the exact domain is.
    standard_widening: bool,
}

impl Question<'_> {
    fn answer<R: Exact>(&self, exact: &R) -> Option<Best> {
        let case = self.case;
        let Arguments { x, y, variable, expression, condition, .. } = case.arguments;
        let is_expressible = match self.operator {
            Operator::Assign => is_assignable(exact, case, variable, expression),
            Operator::Cond => is_testable(exact, case, condition),
            // There is no best one.
            Operator::Narrow => false,
            _ => true,
        };
        if !is_expressible {
            return Some(Best::Vacuous);
        }
        if self.asked {
            return Some(Best::Asked);
        }
        let used: &[u16] = if self.operator.is_binary() && x != y { &[x, y] } else { &[x] };
        let determined = self.determined(exact);
        if !used.iter().all(|&at| determined.get(usize::from(at)).is_some_and(|&yes| yes)) {
            return None;
        }
        let mut bench = Bench::new(exact);
        bench.make(&with_empty_values(case));
        let first = bench.element(x)?;
        let variable = usize::from(variable);
        let result = match self.operator {
            Operator::Join => exact.join(first, bench.element(y)?),
            Operator::Meet => exact.meet(first, bench.element(y)?),
            Operator::Assign => {
                let linear = case.expressions.get(usize::from(expression))?;
                exact.assign(first, variable, &exact.expression(linear))
            }
            Operator::Project => exact.project(first, variable),
            Operator::Cond => {
                let constraint = case.conditions.get(usize::from(condition))?;
                exact.cond(first, &exact.condition(constraint))
            }
            Operator::Widen if exact.profile().monotone_widening => {
                exact.widen(first, &exact.join(first, bench.element(y)?))
            }
            Operator::Widen => exact.widen(first, bench.element(y)?),
            Operator::Narrow => return Some(Best::Vacuous),
        };
        let facts = |element: &R::Element| exact.constraints(element).iter().map(Whole::new).collect();
        let mut arguments = Vec::new();
        for &at in used {
            arguments.push((at, facts(bench.element(at)?)));
        }
        Some(Best::Known(Expected { arguments, result: facts(&result) }))
    }

    /// Of each element, whether every exact domain has the same: each operation that made it has a best result.
    fn determined<R: Exact>(&self, exact: &R) -> Vec<bool> {
        let case = self.case;
        let mut determined: Vec<bool> = Vec::with_capacity(case.steps.len());
        for step in &case.steps {
            let itself = match step.action {
                Action::Widen(..) => self.standard_widening,
                Action::Assign(_, v, e) => is_empty_value(case, e) || is_assignable(exact, case, v, e),
                Action::Cond(_, c) | Action::Constraint(c) => is_testable(exact, case, c),
                _ => true,
            };
            let of = |at: u16| determined.get(usize::from(at)).is_some_and(|&yes| yes);
            let is_determined = itself && step.action.operands().into_iter().flatten().all(of);
            determined.push(is_determined);
        }
        determined
    }
}

fn is_assignable<R: Exact>(exact: &R, case: &Case, variable: u8, expression: u16) -> bool {
    is_compared(exact, case, 57, Arguments { variable, expression, ..Arguments::default() })
}

/// Whether an expression is an empty interval: no state is left after it is assigned.
fn is_empty_value(case: &Case, expression: u16) -> bool {
    case.expressions.get(usize::from(expression)).is_some_and(|linear| linear.constant.is_empty())
}

/// The same elements, made without empty intervals, which the exact domains do not have.
///
/// match: assign(x, v, [1, -1]), result: ⊥
fn with_empty_values(case: &Case) -> Case {
    let mut case = case.clone();
    for at in 0..case.steps.len() {
        if matches!(case.steps[at].action, Action::Assign(_, _, e) if is_empty_value(&case, e)) {
            case.steps[at].action = Action::Bottom;
        }
    }
    case
}

fn is_testable<R: Exact>(exact: &R, case: &Case, condition: u16) -> bool {
    is_compared(exact, case, 59, Arguments { condition, ..Arguments::default() })
}

/// Whether an operation on ⊤ would be compared with the best one.
fn is_compared<R: Exact>(exact: &R, case: &Case, property: u8, arguments: Arguments) -> bool {
    let mut case = Case {
        dimension: case.dimension,
        expressions: case.expressions.clone(),
        conditions: case.conditions.clone(),
        steps: vec![Step { action: Action::Top, asked: false }],
        property: Some(property),
        arguments,
        guarded: false,
    };
    // Arguments must exist whether or not they are used.
    if case.expressions.is_empty() {
        case.expressions.push(Linear::constant(case.dimension, Constant::ZERO));
    }
    if case.conditions.is_empty() {
        let linear = Linear::constant(case.dimension, Constant::ZERO);
        case.conditions.push(Constraint { linear, relation: Relation::AtLeast });
    }
    outcome(exact, &case) != Outcome::Vacuous
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rational;

    #[test]
    fn facts_become_integers() {
        let fact = |a: Rational, b: Rational, constant: Rational| {
            Whole::new(&Fact { coefficients: vec![a, b], constant, relation: Relation::AtLeast })
        };
        let halves = fact(Rational::ONE, Rational::new(-1, 2), Rational::new(1, 3));
        assert_eq!(halves.text, "6x0 - 3x1 + 2 >= 0");
        assert_eq!(halves.small(), Some(Linear::new([6, -3], 2)));
        let large = fact(Rational::from(i64::MAX), Rational::ONE, Rational::new(1, i64::MAX));
        assert_eq!(large.text, "85070591730234615847396907784232501249x0 + 9223372036854775807x1 + 1 >= 0");
        assert_eq!(large.small(), None);
    }
}
