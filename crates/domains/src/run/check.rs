//! Whether a property holds.

use serde::{Deserialize, Serialize};

use super::bench::Bench;
use super::stair::stair;
use super::states::States;
use crate::case::{Arguments, Case, assigned, opposite};
use crate::domain::{Domain, Profile};
use crate::linear::Constraint;
use crate::property::{Condition, Formula, Operator, Term};

/// A chain that has not come to an end after so many steps does not converge.
pub(crate) const CHAIN: usize = 100;

/// The variant of a chain in which the other element comes of an assignment, as in a loop of a program.
pub(crate) const LOOP: u8 = 1;

/// The variant in which it is the next step of a stair.
pub(crate) const STAIR: u8 = 2;

/// The variant in which it is one of two, in turn.
pub(crate) const ALTERNATE: u8 = 3;

/// What came of a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The property holds.
    Holds,
    /// Its premise does not hold: nothing was tested.
    Vacuous,
    /// It does not hold.
    Violated,
    /// The library reported an error.
    Failed,
}

impl Outcome {
    pub(super) fn of(holds: bool) -> Outcome {
        if holds { Outcome::Holds } else { Outcome::Violated }
    }
}

/// An element of the pool, or one that was made for a formula.
pub(super) enum Held<'e, E> {
    Pool(&'e E),
    Made(E),
}

impl<E> std::ops::Deref for Held<'_, E> {
    type Target = E;

    fn deref(&self) -> &E {
        match self {
            Held::Pool(element) => element,
            Held::Made(element) => element,
        }
    }
}

impl<D: Domain> Bench<'_, D> {
    /// Checks the property of a case whose elements were made.
    pub(crate) fn check(&self, case: &Case) -> Outcome {
        if case.assigns_nothing() {
            return Outcome::Vacuous;
        }
        let outcome = match case.property().map(|property| &property.formula) {
            None => Outcome::Vacuous,
            Some(Formula::Converges(operator)) => self.converges(*operator, case),
            Some(Formula::Sound(operator)) => self.sound(*operator, case),
            Some(Formula::Best(operator)) => self.best(*operator, case),
            Some(formula) => self.formula(formula, case),
        };
        if self.domain.take_error().is_some() { Outcome::Failed } else { outcome }
    }

    fn formula(&self, formula: &Formula, case: &Case) -> Outcome {
        if let Formula::Implies(premise, conclusion) = formula {
            return match self.truth(premise, case) {
                Some(true) => self.truth(conclusion, case).map_or(Outcome::Vacuous, Outcome::of),
                _ => Outcome::Vacuous,
            };
        }
        self.truth(formula, case).map_or(Outcome::Vacuous, Outcome::of)
    }

    /// `None` where something of the formula does not exist for these arguments.
    fn truth(&self, formula: &Formula, case: &Case) -> Option<bool> {
        Some(match formula {
            Formula::Leq(a, b) => self.domain.is_leq(&*self.term(a, case)?, &*self.term(b, case)?),
            Formula::Eq(a, b) => self.domain.is_eq(&*self.term(a, case)?, &*self.term(b, case)?),
            Formula::IsBottom(a) => self.domain.is_bottom(&*self.term(a, case)?),
            Formula::IsTop(a) => self.domain.is_top(&*self.term(a, case)?),
            Formula::Not(inner) => !self.truth(inner, case)?,
            Formula::And(a, b) => self.truth(a, case)? && self.truth(b, case)?,
            Formula::Implies(a, b) => !self.truth(a, case)? || self.truth(b, case)?,
            Formula::Represents => {
                let Arguments { variable, expression, .. } = case.arguments;
                let equation = assigned(usize::from(variable), &case.expressions[usize::from(expression)])?;
                self.domain.profile().class.represents(&equation)
            }
            Formula::Converges(_) | Formula::Sound(_) | Formula::Best(_) => return None,
        })
    }

    /// An element of a formula.
    pub(super) fn term<'s>(&'s self, term: &Term, case: &Case) -> Option<Held<'s, D::Element>> {
        let a = &case.arguments;
        let pool = |at: u16| Held::Pool(&self.elements[usize::from(at)]);
        let (domain, variable) = (self.domain, usize::from(a.variable));
        Some(match term {
            Term::X => pool(a.x),
            Term::Y => pool(a.y),
            Term::Z => pool(a.z),
            Term::Top => Held::Made(domain.top()),
            Term::Bottom => Held::Made(domain.bottom()),
            Term::Join(x, y) => Held::Made(domain.join(&*self.term(x, case)?, &*self.term(y, case)?)),
            Term::Meet(x, y) => Held::Made(domain.meet(&*self.term(x, case)?, &*self.term(y, case)?)),
            Term::Widen(x, y) => Held::Made(self.widen(&*self.term(x, case)?, &*self.term(y, case)?)),
            Term::Narrow(x, y) => Held::Made(self.narrow(&*self.term(x, case)?, &*self.term(y, case)?)),
            Term::Assign(x) => {
                let expression = &self.expressions[usize::from(a.expression)];
                Held::Made(domain.assign(&*self.term(x, case)?, variable, expression))
            }
            Term::Project(x) => Held::Made(domain.project(&*self.term(x, case)?, variable)),
            Term::Cond(x, Condition::Chosen) => {
                // Of a condition that cannot be expressed, nothing is known of the result's opposite.
                let condition = &self.conditions[usize::from(a.condition)];
                Held::Made(domain.cond(&*self.term(x, case)?, condition))
            }
            Term::Cond(x, Condition::Opposite) => {
                let chosen = &case.conditions[usize::from(a.condition)];
                if !domain.profile().class.represents(chosen) {
                    return None;
                }
                let Profile { class, numbers, .. } = domain.profile();
                let fits =
                    |other: &Constraint| class.represents(other) && numbers.have(other.linear.constant);
                let other = opposite(chosen).filter(fits)?;
                Held::Made(domain.cond(&*self.term(x, case)?, &domain.condition(&other)))
            }
            Term::Cond(x, Condition::Assigned) => {
                let equation = assigned(variable, &case.expressions[usize::from(a.expression)])?;
                Held::Made(domain.cond(&*self.term(x, case)?, &domain.condition(&equation)))
            }
        })
    }

    /// The dissertation's algorithm 2.3: a chain of elements, each made of the one before and another, comes to an end.
    fn converges(&self, operator: Operator, case: &Case) -> Outcome {
        let mut x = self.domain.copy(&self.elements[usize::from(case.arguments.x)]);
        for step in 0..CHAIN {
            let next = match (operator, case.arguments.variant) {
                (Operator::Narrow, _) => self.narrow(&x, self.link(case, step)),
                (_, LOOP) => {
                    let Arguments { variable, expression, .. } = case.arguments;
                    let expression = &self.expressions[usize::from(expression)];
                    let after = self.domain.assign(&x, usize::from(variable), expression);
                    self.widen(&x, &self.domain.join(&x, &after))
                }
                (_, STAIR) => self.widen(&x, &self.stair(usize::from(case.arguments.variable), step as i64)),
                _ => self.widen(&x, self.link(case, step)),
            };
            if self.domain.is_eq(&next, &x) {
                return Outcome::Holds;
            }
            x = next;
        }
        Outcome::Violated
    }

    /// An element of the pool for a step of a chain.
    fn link(&self, case: &Case, step: usize) -> &D::Element {
        let (y, z) = (usize::from(case.arguments.y), usize::from(case.arguments.z));
        let (start, stride) = match case.arguments.variant {
            ALTERNATE if step.is_multiple_of(2) => (y, 0),
            ALTERNATE => (z, 0),
            _ => (y, z | 1),
        };
        &self.elements[(start + step * stride) % self.elements.len()]
    }

    /// An element of a stair.
    fn stair(&self, variable: usize, step: i64) -> D::Element {
        stair(self.domain.dimension(), variable)
            .iter()
            .fold(self.domain.top(), |x, bound| self.domain.cond(&x, &self.domain.condition(&bound.at(step))))
    }

    /// Whether states of the arguments are states of the result.
    fn sound(&self, operator: Operator, case: &Case) -> Outcome {
        let states = States::of(case);
        let wanted = states.after(operator, case);
        if wanted.is_empty() {
            return Outcome::Vacuous;
        }
        let Some(result) = self.term(&operator.applied(), case) else { return Outcome::Vacuous };
        Outcome::of(wanted.iter().all(|state| self.contains(&result, state)))
    }

    /// Whether a state is one of an element: with all its values for conditions, something is left.
    fn contains(&self, element: &D::Element, state: &[i64]) -> bool {
        let mut left = self.domain.copy(element);
        for (variable, &value) in state.iter().enumerate() {
            let Some(equation) = super::states::is_value(state.len(), variable, value) else { return true };
            left = self.domain.cond(&left, &self.domain.condition(&equation));
        }
        !self.domain.is_bottom(&left)
    }
}
