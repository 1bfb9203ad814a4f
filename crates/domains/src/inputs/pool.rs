//! Pools of elements, and the arguments of a property.

use super::config::Config;
use super::hand::Hand;
use super::source::Source;
use super::values::Values;
use crate::case::{Action, Arguments, Case, Step, opposite};
use crate::domain::Profile;
use crate::property::{Formula, Operator, Property, Shape};

/// More steps than this have no numbers.
const MAX_STEPS: usize = 60_000;

/// Makes pools and arguments from bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maker<'p> {
    values: Values<'p>,
    config: Config,
}

impl<'p> Maker<'p> {
    pub(crate) fn new(profile: &'p Profile, dimension: usize, config: Config) -> Maker<'p> {
        Maker { values: Values { profile, dimension, boundary: config.boundary }, config }
    }

    /// Fills a case with the steps of a pool; it has no property yet.
    pub(crate) fn pool(&self, source: &mut Source<'_>, case: &mut Case) {
        case.dimension = self.values.dimension;
        case.expressions.clear();
        case.conditions.clear();
        case.steps.clear();
        case.property = None;
        case.arguments = Arguments::default();
        case.guarded = self.config.guarded;
        for _ in 0..self.config.expressions.max(1) {
            case.expressions.push(self.values.expression(source));
        }
        case.steps.extend([Action::Top, Action::Bottom].map(|action| Step { action, asked: false }));
        for _ in 0..self.config.initial.max(1) {
            let number = case.conditions.len() as u16;
            case.conditions.push(self.values.expressible(source));
            self.add(source, case, Action::Constraint(number));
        }
        // One that need not be expressible.
        case.conditions.push(self.values.condition(source));
        for _ in 0..self.config.operations {
            let action = self.operation(source, case);
            self.add(source, case, action);
        }
    }

    fn add(&self, source: &mut Source<'_>, case: &mut Case, action: Action) {
        if case.steps.len() < MAX_STEPS {
            case.steps.push(Step { action, asked: source.chance(64) });
        }
    }

    fn operation(&self, source: &mut Source<'_>, case: &Case) -> Action {
        let x = self.element(source, case);
        match source.below(8) {
            0 | 1 => Action::Join(x, self.element(source, case)),
            2 | 3 => Action::Meet(x, self.element(source, case)),
            4 => Action::Widen(x, self.element(source, case)),
            5 => Action::Assign(x, self.variable(source), source.below(case.expressions.len()) as u16),
            6 => Action::Project(x, self.variable(source)),
            _ if source.chance(128) => {
                Action::Assign(x, self.variable(source), source.below(case.expressions.len()) as u16)
            }
            _ => Action::Cond(x, source.below(case.conditions.len()) as u16),
        }
    }

    /// Any element, late ones more often: they have a history.
    fn element(&self, source: &mut Source<'_>, case: &Case) -> u16 {
        let count = case.steps.len();
        let recent = self.config.operations.min(count);
        let at =
            if source.chance(96) { count - 1 - source.below(recent.max(1)) } else { source.below(count) };
        at as u16
    }

    fn variable(&self, source: &mut Source<'_>) -> u8 {
        source.below(self.values.dimension) as u8
    }

    /// Chooses elements and what else properties are about. Two elements are those before, if there were any.
    pub(super) fn elements(
        &self,
        source: &mut Source<'_>,
        case: &Case,
        before: Option<Arguments>,
    ) -> Arguments {
        let (x, y) = match before {
            Some(before) => (before.y, before.z),
            None => (self.element(source, case), self.element(source, case)),
        };
        Arguments {
            x,
            y,
            z: self.element(source, case),
            variable: self.variable(source),
            expression: source.below(case.expressions.len()) as u16,
            condition: source.below(case.conditions.len()) as u16,
            variant: 0,
        }
    }

    /// Makes arguments fit a property. Steps that this takes are added to the case.
    pub(crate) fn arguments(
        &self,
        property: &Property,
        hand: &Hand,
        source: &mut Source<'_>,
        case: &mut Case,
    ) {
        let mut a = hand.arguments;
        if property.formula == Formula::Converges(Operator::Widen) {
            a.variant = source.below(3) as u8;
        }
        // What is derived from one that is as it should be is so more often than not.
        match property.shape {
            Shape::Any => {}
            // One that was made of another for the pool costs nothing more.
            Shape::Ordered | Shape::Reversed if hand.related && related(case, a.x).is_some() => {
                if let Some((smaller, larger)) = related(case, a.x) {
                    let ordered = property.shape == Shape::Ordered;
                    (a.x, a.y) = if ordered { (smaller, larger) } else { (larger, smaller) };
                }
            }
            // x is one of the two, as other properties have been asked of it.
            Shape::Ordered => match hand.order % 4 {
                0 => {}
                1 => a.y = self.derived(source, case, Action::Join(a.x, a.y)),
                2 => (a.x, a.y) = (self.derived(source, case, Action::Meet(a.x, a.y)), a.x),
                _ => (a.x, a.y) = (self.derived(source, case, Action::Cond(a.x, a.condition)), a.x),
            },
            Shape::Chain => {
                a.y = self.derived(source, case, Action::Join(a.x, a.y));
                a.z = match source.below(2) {
                    0 => self.derived(source, case, Action::Join(a.y, a.z)),
                    _ => self.derived(source, case, Action::Project(a.y, a.variable)),
                };
            }
            Shape::Twins => {
                a.y = match source.below(5) {
                    0 => a.y,
                    1 => self.derived(source, case, Action::Meet(a.x, a.x)),
                    2 => self.derived(source, case, Action::Join(a.x, a.x)),
                    3 => {
                        let larger = self.derived(source, case, Action::Join(a.x, a.y));
                        self.derived(source, case, Action::Meet(a.x, larger))
                    }
                    _ => {
                        let smaller = self.derived(source, case, Action::Meet(a.x, a.y));
                        self.derived(source, case, Action::Join(a.x, smaller))
                    }
                };
            }
            Shape::Below => match source.below(3) {
                0 => {}
                1 => a.z = self.derived(source, case, Action::Widen(a.x, a.y)),
                _ => {
                    let both = self.derived(source, case, Action::Join(a.x, a.y));
                    a.z = self.derived(source, case, Action::Join(both, a.z));
                }
            },
            Shape::Above => {
                if source.below(2) == 0 {
                } else {
                    let both = self.derived(source, case, Action::Meet(a.x, a.y));
                    a.z = self.derived(source, case, Action::Meet(both, a.z));
                }
            }
            Shape::Reversed => match hand.order % 3 {
                0 => {}
                1 => a.y = self.derived(source, case, Action::Meet(a.x, a.y)),
                _ => a.y = self.derived(source, case, Action::Cond(a.x, a.condition)),
            },
            Shape::Empty => match source.below(3) {
                0 => {}
                1 => a.x = self.derived(source, case, Action::Bottom),
                _ => {
                    let chosen = case.conditions.get(usize::from(a.condition));
                    if let Some(other) = chosen.and_then(opposite) {
                        let one = self.derived(source, case, Action::Cond(a.x, a.condition));
                        case.conditions.push(other);
                        let number = case.conditions.len() as u16 - 1;
                        a.x = self.derived(source, case, Action::Cond(one, number));
                    }
                }
            },
        }
        if property.number == 31 && self.values.profile.monotone_widening {
            a.x = self.derived(source, case, Action::Bottom);
        }
        case.property = Some(property.number);
        case.arguments = a;
    }

    fn derived(&self, source: &mut Source<'_>, case: &mut Case, action: Action) -> u16 {
        self.add(source, case, action);
        case.steps.len() as u16 - 1
    }
}

/// An element and the one it was made of, the smaller first, if that is known without asking.
fn related(case: &Case, at: u16) -> Option<(u16, u16)> {
    Some(match case.steps.get(usize::from(at))?.action {
        Action::Join(a, _) | Action::Widen(a, _) | Action::Project(a, _) => (a, at),
        Action::Meet(a, _) | Action::Cond(a, _) => (at, a),
        _ => return None,
    })
}
