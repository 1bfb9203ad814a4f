//! Concrete states that are certainly among those of an element: no operation of a sound domain loses them.

use smallvec::SmallVec;

use crate::case::{Action, Case};
use crate::linear::{Constant, Constraint, Linear, Relation};
use crate::property::Operator;

/// Values of all variables.
pub(crate) type State = SmallVec<[i64; 8]>;

/// So many states are followed.
const MAX_STATES: usize = 24;

/// So many of them are looked for in a result.
const WANTED: usize = 3;

/// Larger values are not followed: doubles have them exactly up to here.
const LARGEST: u64 = 1 << 50;

/// Some states, and for each element which of them it has for certain.
pub(crate) struct States {
    states: Vec<State>,
    /// A bit for each state.
    of_element: Vec<u32>,
}

impl States {
    /// The states of a case: some on the border of its conditions, and what assignments make of them.
    pub(crate) fn of(case: &Case) -> States {
        let mut found = States { states: Vec::new(), of_element: Vec::with_capacity(case.steps.len()) };
        let zero: State = SmallVec::from_elem(0, case.dimension);
        found.number(&zero);
        for condition in case.conditions.iter().take(8) {
            if let Some(state) = border(&zero, condition) {
                found.number(&state);
            }
        }
        for step in &case.steps {
            let has = found.after_action(step.action, case);
            found.of_element.push(has);
        }
        found
    }

    /// The number of a state, if there is room for it.
    fn number(&mut self, state: &State) -> Option<u32> {
        if let Some(at) = self.states.iter().position(|known| known == state) {
            return Some(at as u32);
        }
        let fits =
            self.states.len() < MAX_STATES && state.iter().all(|value| value.unsigned_abs() <= LARGEST);
        fits.then(|| {
            self.states.push(state.clone());
            self.states.len() as u32 - 1
        })
    }

    fn has(&self, element: u16) -> u32 {
        self.of_element.get(usize::from(element)).copied().unwrap_or(0)
    }

    fn after_action(&mut self, action: Action, case: &Case) -> u32 {
        match action {
            Action::Top => all(self.states.len()),
            Action::Bottom => 0,
            Action::Constraint(c) => {
                self.satisfying(all(self.states.len()), &case.conditions[usize::from(c)])
            }
            Action::Cond(a, c) => self.satisfying(self.has(a), &case.conditions[usize::from(c)]),
            Action::Join(a, b) | Action::Widen(a, b) => self.has(a) | self.has(b),
            Action::Meet(a, b) => self.has(a) & self.has(b),
            Action::Project(a, v) => self.projected(self.has(a), usize::from(v)),
            Action::Assign(a, v, e) => {
                let expression = &case.expressions[usize::from(e)];
                let mut result = 0;
                for at in bits(self.has(a)) {
                    let after = assigned(&self.states[at], usize::from(v), expression);
                    if let Some(number) = after.and_then(|state| self.number(&state)) {
                        result |= 1 << number;
                    }
                }
                result
            }
        }
    }

    /// Those of some states in which a condition holds.
    fn satisfying(&self, of: u32, condition: &Constraint) -> u32 {
        bits(of).filter(|&at| holds(condition, &self.states[at])).fold(0, |mask, at| mask | 1 << at)
    }

    /// Those states that agree with some of these but for one variable.
    fn projected(&self, of: u32, variable: usize) -> u32 {
        let agrees = |a: &State, b: &State| (0..a.len()).all(|at| at == variable || a[at] == b[at]);
        let any = |state: &State| bits(of).any(|at| agrees(&self.states[at], state));
        (0..self.states.len()).filter(|&at| any(&self.states[at])).fold(0, |mask, at| mask | 1 << at)
    }

    /// States that an operation on the arguments of the case must keep.
    pub(crate) fn after(&self, operator: Operator, case: &Case) -> Vec<State> {
        let a = &case.arguments;
        let (x, y) = (self.has(a.x), self.has(a.y));
        let variable = usize::from(a.variable);
        let chosen = |mask: u32| bits(mask).take(WANTED).map(|at| &self.states[at]);
        match operator {
            Operator::Join | Operator::Widen => chosen(x | y).cloned().collect(),
            Operator::Meet | Operator::Narrow => chosen(x & y).cloned().collect(),
            Operator::Cond => {
                let condition = &case.conditions[usize::from(a.condition)];
                chosen(self.satisfying(x, condition)).cloned().collect()
            }
            Operator::Assign => {
                let expression = &case.expressions[usize::from(a.expression)];
                chosen(x).filter_map(|state| assigned(state, variable, expression)).collect()
            }
            Operator::Project => chosen(x)
                .filter_map(|state| {
                    let mut after = state.clone();
                    *after.get_mut(variable)? += 17;
                    Some(after)
                })
                .collect(),
        }
    }
}

fn all(count: usize) -> u32 {
    (1 << count) - 1
}

fn bits(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |at| mask & (1 << at) != 0)
}

/// The value of an expression.
fn value(linear: &Linear, state: &[i64]) -> Option<i128> {
    let mut sum = i128::from(linear.constant.finite()?);
    for (at, c) in linear.terms() {
        sum = sum.checked_add(i128::from(c) * i128::from(*state.get(at)?))?;
    }
    Some(sum)
}

fn holds(condition: &Constraint, state: &[i64]) -> bool {
    value(&condition.linear, state).is_some_and(|value| match condition.relation {
        Relation::AtLeast => value >= 0,
        Relation::Equal => value == 0,
        Relation::Above => value > 0,
    })
}

/// The state after v := e.
fn assigned(state: &State, variable: usize, expression: &Linear) -> Option<State> {
    let value =
        i64::try_from(value(expression, state)?).ok().filter(|value| value.unsigned_abs() <= LARGEST)?;
    let mut after = state.clone();
    *after.get_mut(variable)? = value;
    Some(after)
}

/// A state on the border of a condition: one variable changed so that the expression is zero.
fn border(from: &State, condition: &Constraint) -> Option<State> {
    let (variable, c) = condition.linear.terms().find(|(_, c)| c.unsigned_abs() == 1)?;
    let distance = value(&condition.linear, from)?;
    let mut state = from.clone();
    let changed = i128::from(*state.get(variable)?) - distance * i128::from(c);
    *state.get_mut(variable)? = i64::try_from(changed).ok()?;
    Some(state)
}

/// match: 1 7, result: x1 - 7 = 0
pub(super) fn is_value(dimension: usize, variable: usize, value: i64) -> Option<Constraint> {
    let mut linear = Linear::constant(dimension, Constant::Finite(value.checked_neg()?));
    *linear.coefficients.get_mut(variable)? = 1;
    Some(Constraint { linear, relation: Relation::Equal })
}
