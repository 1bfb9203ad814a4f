//! What a best transformer gives: computed with the reference domain when a program is written.

use dashu_base::{Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::case::{Action, Arguments, Case, Step};
use crate::domain::{Class, Domain, Profile};
use crate::fact::Fact;
use crate::linear::{Constant, Constraint, Linear};
use crate::local::outcome;
use crate::property::Operator;
use crate::reference::{Exact, Intervals, Octagons, Polyhedra, Zones};
use crate::registry::{Visitor, with};
use crate::run::Outcome;

/// What the result of a property about best transformers is compared with.
pub(super) enum Best {
    /// The domain cannot express the argument: nothing is compared.
    Vacuous,
    Known(Expected),
}

/// As constraints, whose numbers are integers.
pub(super) struct Expected {
    /// What the arguments must be, where this was found out without asking the domain.
    pub(super) arguments: Vec<(u16, Vec<Constraint>)>,
    /// What the result must be.
    pub(super) result: Vec<Constraint>,
}

/// What is expected of an operation; `None` if this is not known without the library, or the numbers are too large.
pub(super) fn expected(case: &Case, profile: &Profile, domain: &str, operator: Operator) -> Option<Best> {
    let exact = match profile.class {
        Class::Boxes => "reference:intervals",
        Class::Zones => "reference:zones",
        Class::Octagons => "reference:octagons",
        Class::Polyhedra => "reference:polyhedra",
        Class::Equalities | Class::Other => return None,
    };
    // Reference domains with faults can be asked; a library cannot, as it may do anything to this process.
    let asked = domain.starts_with("reference:");
    let question = Question { case, operator, asked };
    with(if asked { domain } else { exact }, case.dimension, question).ok()?
}

struct Question<'c> {
    case: &'c Case,
    operator: Operator,
    /// Whether it is the domain under test that is visited.
    asked: bool,
}

impl Visitor for Question<'_> {
    type Output = Option<Best>;

    fn visit<D: Domain>(self, domain: D) -> Option<Best> {
        let n = domain.dimension();
        match domain.profile().class {
            Class::Boxes => self.answer(&domain, &Intervals::new(n)),
            Class::Zones => self.answer(&domain, &Zones::new(n)),
            Class::Octagons => self.answer(&domain, &Octagons::new(n)),
            Class::Polyhedra => self.answer(&domain, &Polyhedra::new(n)),
            Class::Equalities | Class::Other => None,
        }
    }
}

impl Question<'_> {
    fn answer<D: Domain, R: Exact>(&self, domain: &D, exact: &R) -> Option<Best> {
        let case = self.case;
        let Arguments { x, y, variable, expression, condition, .. } = case.arguments;
        let is_expressible = match self.operator {
            Operator::Assign => is_assignable(exact, case, variable, expression),
            Operator::Cond => is_testable(exact, case, condition),
            _ => true,
        };
        if !is_expressible {
            return Some(Best::Vacuous);
        }
        let is_binary = matches!(self.operator, Operator::Join | Operator::Meet | Operator::Widen);
        let used: &[u16] = if is_binary && x != y { &[x, y] } else { &[x] };
        if !self.asked && !used.iter().all(|&at| is_determined(exact, case, at)) {
            return None;
        }
        let elements = elements(domain, case)?;
        let lift = |at: u16| Some(exact.of_facts(&domain.constraints(elements.get(usize::from(at))?)));
        let first = lift(x)?;
        let variable = usize::from(variable);
        let result = match self.operator {
            Operator::Join => exact.join(&first, &lift(y)?),
            Operator::Meet => exact.meet(&first, &lift(y)?),
            Operator::Assign => {
                let linear = case.expressions.get(usize::from(expression))?;
                exact.assign(&first, variable, &exact.expression(linear))
            }
            Operator::Project => exact.project(&first, variable),
            Operator::Cond => {
                let constraint = case.conditions.get(usize::from(condition))?;
                exact.cond(&first, &exact.condition(constraint))
            }
            Operator::Widen if domain.profile().monotone_widening => {
                exact.widen(&first, &exact.join(&first, &lift(y)?))
            }
            Operator::Widen => exact.widen(&first, &lift(y)?),
            // There is no best one.
            Operator::Narrow => return Some(Best::Vacuous),
        };
        let mut arguments = Vec::new();
        for &at in used.iter().filter(|_| !self.asked) {
            arguments.push((at, constraints(exact, &lift(at)?)?));
        }
        Some(Best::Known(Expected { arguments, result: constraints(exact, &result)? }))
    }
}

/// Whether every exact domain has the same for an element: each operation that made it has a best result.
fn is_determined<R: Exact>(exact: &R, case: &Case, at: u16) -> bool {
    let Some(step) = case.steps.get(usize::from(at)) else { return false };
    let itself = match step.action {
        Action::Widen(..) => false,
        Action::Assign(_, v, e) => is_assignable(exact, case, v, e),
        Action::Cond(_, c) | Action::Constraint(c) => is_testable(exact, case, c),
        _ => true,
    };
    itself && step.action.operands().into_iter().flatten().all(|at| is_determined(exact, case, at))
}

fn is_assignable<R: Exact>(exact: &R, case: &Case, variable: u8, expression: u16) -> bool {
    is_compared(exact, case, 57, Arguments { variable, expression, ..Arguments::default() })
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
        case.conditions.push(Constraint { linear, relation: crate::Relation::AtLeast });
    }
    outcome(exact, &case) != Outcome::Vacuous
}

/// The elements of a case.
fn elements<D: Domain>(domain: &D, case: &Case) -> Option<Vec<D::Element>> {
    let mut elements: Vec<D::Element> = Vec::with_capacity(case.steps.len());
    for step in &case.steps {
        let at = |at: u16| elements.get(usize::from(at));
        let condition = |c: u16| case.conditions.get(usize::from(c)).map(|c| domain.condition(c));
        let made = match step.action {
            Action::Top => domain.top(),
            Action::Bottom => domain.bottom(),
            Action::Constraint(c) => domain.cond(&domain.top(), &condition(c)?),
            Action::Join(a, b) => domain.join(at(a)?, at(b)?),
            Action::Meet(a, b) => domain.meet(at(a)?, at(b)?),
            Action::Widen(a, b) if domain.profile().monotone_widening => {
                domain.widen(at(a)?, &domain.join(at(a)?, at(b)?))
            }
            Action::Widen(a, b) => domain.widen(at(a)?, at(b)?),
            Action::Assign(a, v, e) => {
                let linear = case.expressions.get(usize::from(e))?;
                domain.assign(at(a)?, usize::from(v), &domain.expression(linear))
            }
            Action::Project(a, v) => domain.project(at(a)?, usize::from(v)),
            Action::Cond(a, c) => domain.cond(at(a)?, &condition(c)?),
        };
        if step.asked {
            domain.is_bottom(&made);
        }
        elements.push(made);
    }
    Some(elements)
}

fn constraints<R: Exact>(exact: &R, element: &R::Element) -> Option<Vec<Constraint>> {
    exact.constraints(element).iter().map(integers).collect()
}

/// match: x0 - 1/2 x1 + 1/3 >= 0, result: 6x0 - 3x1 + 2 >= 0; `None` if the numbers are too large
fn integers(fact: &Fact) -> Option<Constraint> {
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
    let mut numbers = Vec::with_capacity(scaled.len());
    for number in &scaled {
        numbers.push(i64::try_from(&(number / &divisor)).ok()?);
    }
    let constant = numbers.pop()?;
    Some(Constraint { linear: Linear::new(numbers, constant), relation: fact.relation })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rational, Relation};

    #[test]
    fn facts_become_integers() {
        let fact = |a: Rational, b: Rational, constant: Rational| Fact {
            coefficients: vec![a, b],
            constant,
            relation: Relation::AtLeast,
        };
        let halves = fact(Rational::ONE, Rational::new(-1, 2), Rational::new(1, 3));
        assert_eq!(integers(&halves).map(|c| c.to_string()), Some("6x0 - 3x1 + 2 >= 0".into()));
        let large = fact(Rational::from(i64::MAX), Rational::ONE, Rational::new(1, i64::MAX));
        assert_eq!(integers(&large).map(|c| c.to_string()), None);
    }
}
