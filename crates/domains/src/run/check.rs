//! Whether a property holds.

use serde::{Deserialize, Serialize};

use super::bench::Bench;
use super::states::States;
use crate::case::{Arguments, Case, assigned, opposite};
use crate::domain::Domain;
use crate::property::{Condition, Formula, Operator, Term};

/// A chain that has not come to an end after so many steps does not converge.
pub(crate) const CHAIN: usize = 100;

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
        // Nothing can be assigned that is in no interval.
        let is_empty = case.property == Some(35)
            && case.expressions[usize::from(case.arguments.expression)].constant.is_empty();
        if is_empty {
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
            Term::Narrow(x, y) => Held::Made(domain.narrow(&*self.term(x, case)?, &*self.term(y, case)?)),
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
                let other = opposite(chosen).filter(|other| domain.profile().class.represents(other))?;
                Held::Made(domain.cond(&*self.term(x, case)?, &domain.condition(&other)))
            }
            Term::Cond(x, Condition::Assigned) => {
                let equation = assigned(variable, &case.expressions[usize::from(a.expression)])?;
                Held::Made(domain.cond(&*self.term(x, case)?, &domain.condition(&equation)))
            }
        })
    }

    /// The dissertation's algorithm 2.3: a chain of elements, each made of the one before and any other.
    fn converges(&self, operator: Operator, case: &Case) -> Outcome {
        let count = self.elements.len();
        let (start, stride) = (usize::from(case.arguments.y), usize::from(case.arguments.z) | 1);
        let mut x = self.domain.copy(&self.elements[usize::from(case.arguments.x)]);
        for step in 0..CHAIN {
            let y = &self.elements[(start + step * stride) % count];
            let next = match operator {
                Operator::Narrow => self.domain.narrow(&x, y),
                _ => self.widen(&x, y),
            };
            if self.domain.is_eq(&next, &x) {
                return Outcome::Holds;
            }
            x = next;
        }
        Outcome::Violated
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
