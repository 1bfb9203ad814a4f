//! Whether a property holds.

use serde::{Deserialize, Serialize};

use super::bench::Bench;
use super::kept::Origin;
use super::stair::stair;
use super::states::States;
use crate::case::{Action, Arguments, Case, assigned, expressible_opposite};
use crate::domain::Domain;
use crate::property::{Condition, Formula, Operator, Term};

/// A chain that has not come to an end after so many steps does not converge.
pub(crate) const CHAIN: usize = 100;

/// The variant of a chain in which the other element comes of an assignment, as in a loop of a program.
pub(crate) const LOOP: u8 = 1;

/// The variant in which it is the next step of a stair.
pub(crate) const STAIR: u8 = 2;

/// The variant in which it is one of two, in turn.
pub(crate) const ALTERNATE: u8 = 3;

/// So many steps of a stair are kept for later chains; few of these are longer.
const STEPS: usize = 16;

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

impl<D: Domain> Bench<'_, D> {
    /// Checks the property of a case whose elements were made.
    pub(crate) fn check(&mut self, case: &Case) -> Outcome {
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
        if self.domain.take_error().is_some() {
            // What a failed operation gave proves nothing, in later checks neither.
            self.forget();
            self.stairs.clear();
            return Outcome::Failed;
        }
        outcome
    }

    fn formula(&mut self, formula: &Formula, case: &Case) -> Outcome {
        if let Formula::Implies(premise, conclusion) = formula {
            return match self.truth(premise, case) {
                Some(true) => self.truth(conclusion, case).map_or(Outcome::Vacuous, Outcome::of),
                _ => Outcome::Vacuous,
            };
        }
        self.truth(formula, case).map_or(Outcome::Vacuous, Outcome::of)
    }

    /// `None` where something of the formula does not exist for these arguments.
    fn truth(&mut self, formula: &Formula, case: &Case) -> Option<bool> {
        Some(match formula {
            Formula::Leq(a, b) => {
                let (a, b) = (self.term(a, case)?, self.term(b, case)?);
                self.domain.is_leq(self.at(a), self.at(b))
            }
            Formula::Eq(a, b) => {
                let (a, b) = (self.term(a, case)?, self.term(b, case)?);
                self.domain.is_eq(self.at(a), self.at(b))
            }
            Formula::IsBottom(a) => {
                let a = self.term(a, case)?;
                self.domain.is_bottom(self.at(a))
            }
            Formula::IsTop(a) => {
                let a = self.term(a, case)?;
                self.domain.is_top(self.at(a))
            }
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

    /// The place of an element of a formula.
    pub(super) fn term(&mut self, term: &Term, case: &Case) -> Option<u16> {
        let a = &case.arguments;
        let (domain, variable) = (self.domain, usize::from(a.variable));
        Some(match term {
            Term::X => self.places[usize::from(a.x)],
            Term::Y => self.places[usize::from(a.y)],
            Term::Z => self.places[usize::from(a.z)],
            Term::Top => self.act(Action::Top),
            Term::Bottom => self.act(Action::Bottom),
            Term::Join(x, y) => self.binary(Action::Join, x, y, case)?,
            Term::Meet(x, y) => self.binary(Action::Meet, x, y, case)?,
            Term::Widen(x, y) => self.binary(Action::Widen, x, y, case)?,
            Term::Narrow(x, y) => {
                let (x, y) = (self.term(x, case)?, self.term(y, case)?);
                self.get(Origin::Narrow(x, y), |bench| bench.narrow(bench.at(x), bench.at(y)))
            }
            Term::Assign(x) => {
                let x = self.term(x, case)?;
                self.act(Action::Assign(x, a.variable, a.expression))
            }
            Term::Project(x) => {
                let x = self.term(x, case)?;
                self.act(Action::Project(x, a.variable))
            }
            Term::Cond(x, Condition::Chosen) => {
                let x = self.term(x, case)?;
                self.act(Action::Cond(x, a.condition))
            }
            Term::Cond(x, Condition::Opposite) => {
                let other =
                    expressible_opposite(&case.conditions[usize::from(a.condition)], domain.profile())?;
                let x = self.term(x, case)?;
                self.get(Origin::Opposite(x, a.condition), |bench| {
                    domain.cond(bench.at(x), &domain.condition(&other))
                })
            }
            Term::Cond(x, Condition::Assigned) => {
                let equation = assigned(variable, &case.expressions[usize::from(a.expression)])?;
                let x = self.term(x, case)?;
                self.get(Origin::Assigned(x, a.variable, a.expression), |bench| {
                    domain.cond(bench.at(x), &domain.condition(&equation))
                })
            }
        })
    }

    fn binary(&mut self, action: fn(u16, u16) -> Action, x: &Term, y: &Term, case: &Case) -> Option<u16> {
        let (x, y) = (self.term(x, case)?, self.term(y, case)?);
        Some(self.act(action(x, y)))
    }

    /// The dissertation's algorithm 2.3: a chain of elements, each made of the one before and another, comes to an end.
    fn converges(&mut self, operator: Operator, case: &Case) -> Outcome {
        let Arguments { variable, expression, variant, .. } = case.arguments;
        let mut x = self.places[usize::from(case.arguments.x)];
        for step in 0..CHAIN {
            let next = match (operator, variant) {
                (Operator::Narrow, _) => {
                    let y = self.link(case, step);
                    self.get(Origin::Narrow(x, y), |bench| bench.narrow(bench.at(x), bench.at(y)))
                }
                (_, LOOP) => {
                    let after = self.act(Action::Assign(x, variable, expression));
                    let joined = self.act(Action::Join(x, after));
                    self.act(Action::Widen(x, joined))
                }
                (_, STAIR) => {
                    let y = self.stair(usize::from(variable), step);
                    self.act(Action::Widen(x, y))
                }
                _ => {
                    let y = self.link(case, step);
                    self.act(Action::Widen(x, y))
                }
            };
            if self.domain.is_eq(self.at(next), self.at(x)) {
                return Outcome::Holds;
            }
            x = next;
        }
        Outcome::Violated
    }

    /// The place of an element of the pool for a step of a chain.
    fn link(&self, case: &Case, step: usize) -> u16 {
        let (y, z) = (usize::from(case.arguments.y), usize::from(case.arguments.z));
        let (start, stride) = match case.arguments.variant {
            ALTERNATE if step.is_multiple_of(2) => (y, 0),
            ALTERNATE => (z, 0),
            _ => (y, z | 1),
        };
        self.places[(start + step * stride) % self.places.len()]
    }

    /// The place of an element of a stair. It is a copy, so that the one that is kept stays as it was made.
    fn stair(&mut self, variable: usize, step: usize) -> u16 {
        let domain = self.domain;
        let made = || {
            let bounds = stair(domain.dimension(), variable);
            bounds
                .iter()
                .fold(domain.top(), |x, bound| domain.cond(&x, &domain.condition(&bound.at(step as i64))))
        };
        self.stairs.resize_with(domain.dimension().max(variable + 1), Vec::new);
        let steps = &mut self.stairs[variable];
        if steps.len() == step && step < STEPS {
            steps.push(made());
        }
        let element = steps.get(step).map_or_else(made, |kept| domain.copy(kept));
        self.push(element)
    }

    /// Whether states of the arguments are states of the result.
    fn sound(&mut self, operator: Operator, case: &Case) -> Outcome {
        let states = States::of(case);
        let wanted = states.after(operator, case);
        if wanted.is_empty() {
            return Outcome::Vacuous;
        }
        let Some(result) = self.term(&operator.applied(), case) else { return Outcome::Vacuous };
        Outcome::of(wanted.iter().all(|state| self.contains(self.at(result), state)))
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
