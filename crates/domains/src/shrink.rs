//! Makes a failing case smaller: fewer steps, simpler ones, smaller numbers.

use crate::case::{Action, Arguments, Case};
use crate::linear::{Constant, Constraint, Linear, Relation};
use crate::run;

/// The smallest case that was found, in so many tries, for which the predicate still holds.
///
/// The predicate is not asked about the case itself.
pub fn shrink(case: &Case, mut tries: usize, fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut attempt = |best: &mut Case, candidate: Case| -> bool {
        if tries == 0 || candidate == *best || !candidate.is_sound() {
            return false;
        }
        tries -= 1;
        let smaller = fails(&candidate);
        if smaller {
            *best = candidate;
        }
        smaller
    };
    // Dead steps may have left something behind in live ones; nearly always they have not.
    let used = compact(&best);
    attempt(&mut best, used);
    if is_chain(&best) {
        // Two elements in turn are enough, nearly always.
        let mut alternating = best.clone();
        let stride = alternating.arguments.z | 1;
        alternating.arguments.z = (alternating.arguments.y + stride) % alternating.steps.len() as u16;
        alternating.arguments.variant = run::ALTERNATE;
        attempt(&mut best, compact(&alternating));
    }
    let unguarded = Case { guarded: false, ..best.clone() };
    attempt(&mut best, unguarded);
    loop {
        let before = best.clone();
        shrink_steps(&mut best, &mut attempt);
        shrink_arguments(&mut best, &mut attempt);
        shrink_numbers(&mut best, &mut attempt);
        shrink_dimension(&mut best, &mut attempt);
        if best == before {
            return best;
        }
    }
}

type Attempt<'a> = dyn FnMut(&mut Case, Case) -> bool + 'a;

fn shrink_steps(best: &mut Case, attempt: &mut Attempt<'_>) {
    let mut at = best.steps.len();
    while at > 0 {
        at -= 1;
        if at >= best.steps.len() {
            continue;
        }
        if let Some(candidate) = without_step(best, at)
            && attempt(best, candidate)
        {
            continue;
        }
        let action = best.steps[at].action;
        // One of its operands in its place.
        let mut done = false;
        for operand in action.operands().into_iter().flatten() {
            // Earlier ones come in the place of later ones.
            let redirected = |place: u16| if usize::from(place) == at { operand } else { place };
            let candidate = compact(&relocated(best.clone(), redirected));
            if attempt(best, candidate) {
                done = true;
                break;
            }
        }
        if done {
            continue;
        }
        let mut simpler = vec![Action::Top, Action::Bottom];
        match action {
            Action::Cond(_, c) => simpler.push(Action::Constraint(c)),
            Action::Assign(a, v, _) => simpler.push(Action::Project(a, v)),
            Action::Widen(a, b) => simpler.push(Action::Join(a, b)),
            _ => {}
        }
        if matches!(action, Action::Top | Action::Bottom) {
            simpler.clear();
        }
        for action in simpler {
            let mut candidate = best.clone();
            candidate.steps[at].action = action;
            if attempt(best, compact(&candidate)) {
                break;
            }
        }
        if at < best.steps.len() && best.steps[at].asked {
            let mut candidate = best.clone();
            candidate.steps[at].asked = false;
            attempt(best, candidate);
        }
    }
}

fn shrink_arguments(best: &mut Case, attempt: &mut Attempt<'_>) {
    let Arguments { x, y, .. } = best.arguments;
    let set: [fn(&mut Arguments, u16); 3] = [|a, to| a.x = to, |a, to| a.y = to, |a, to| a.z = to];
    for (which, set) in set.into_iter().enumerate() {
        for to in [x, y, 0] {
            let mut candidate = best.clone();
            set(&mut candidate.arguments, to);
            if which > 0 || to == 0 {
                attempt(best, compact(&candidate));
            }
        }
    }
    for variable in 0..best.arguments.variable {
        let mut candidate = best.clone();
        candidate.arguments.variable = variable;
        if attempt(best, candidate) {
            break;
        }
    }
}

fn shrink_numbers(best: &mut Case, attempt: &mut Attempt<'_>) {
    for at in 0..best.expressions.len() {
        shrink_linear(best, attempt, &|case| &mut case.expressions[at]);
    }
    for at in 0..best.conditions.len() {
        shrink_linear(best, attempt, &|case| &mut case.conditions[at].linear);
        if best.conditions[at].relation != Relation::AtLeast {
            let mut candidate = best.clone();
            candidate.conditions[at].relation = Relation::AtLeast;
            attempt(best, candidate);
        }
    }
    // The same condition or expression in two places.
    for at in 1..best.conditions.len() {
        let mut candidate = best.clone();
        candidate.conditions[at] = candidate.conditions[0].clone();
        attempt(best, candidate);
    }
}

fn shrink_linear(best: &mut Case, attempt: &mut Attempt<'_>, of: &dyn Fn(&mut Case) -> &mut Linear) {
    let mut copy = best.clone();
    let current = of(&mut copy).clone();
    for (variable, c) in current.terms() {
        for smaller in smaller_than(c) {
            let mut candidate = best.clone();
            of(&mut candidate).coefficients[variable] = smaller;
            if attempt(best, candidate) {
                break;
            }
        }
    }
    let constants: Vec<Constant> = match current.constant {
        Constant::Finite(k) => smaller_than(k).into_iter().map(Constant::Finite).collect(),
        Constant::Special(_) => [0, 1, -1].into_iter().map(Constant::Finite).collect(),
        Constant::Interval(low, high) => {
            let numbers = [0, low, high].into_iter().map(Constant::Finite);
            numbers.chain([Constant::Interval(1, -1), Constant::Interval(0, 1)]).collect()
        }
    };
    for smaller in constants {
        let mut candidate = best.clone();
        of(&mut candidate).constant = smaller;
        if attempt(best, candidate) {
            break;
        }
    }
}

/// match: -7, result: 0 1 -1 -3 -6
fn smaller_than(number: i64) -> Vec<i64> {
    let nearer = number - number.signum();
    let mut smaller = vec![0, 1, -1, number / 2, nearer];
    smaller.retain(|&other| other.unsigned_abs() < number.unsigned_abs() || (number < 0 && other == 1));
    smaller.dedup();
    smaller
}

fn shrink_dimension(best: &mut Case, attempt: &mut Attempt<'_>) {
    let mut variable = best.dimension;
    while variable > 0 && best.dimension > 1 {
        variable -= 1;
        let candidate = without_variable(best, variable);
        attempt(best, candidate);
    }
}

/// The case with one variable fewer: what was said of it is gone.
fn without_variable(case: &Case, variable: usize) -> Case {
    let mut smaller = case.clone();
    smaller.dimension -= 1;
    let linear = smaller.conditions.iter_mut().map(|Constraint { linear, .. }| linear);
    for linear in linear.chain(&mut smaller.expressions) {
        if variable < linear.coefficients.len() {
            linear.coefficients.remove(variable);
        }
    }
    let moved = |v: &mut u8| {
        if usize::from(*v) > variable || (usize::from(*v) == variable && *v > 0) {
            *v -= 1;
        }
    };
    for step in &mut smaller.steps {
        match &mut step.action {
            Action::Assign(_, v, _) | Action::Project(_, v) => moved(v),
            _ => {}
        }
    }
    moved(&mut smaller.arguments.variable);
    smaller
}

/// The case with elements at other places.
fn relocated(mut case: Case, place: impl Fn(u16) -> u16) -> Case {
    for step in &mut case.steps {
        step.action = step.action.with(&place);
    }
    let a = &mut case.arguments;
    (a.x, a.y, a.z) = (place(a.x), place(a.y), place(a.z));
    case
}

/// The case without a step that no other needs: a chain of widenings goes through all elements, needed or not.
fn without_step(case: &Case, at: usize) -> Option<Case> {
    let place = at as u16;
    let needs = |step: &crate::case::Step| step.action.operands().contains(&Some(place));
    if case.steps.len() < 2 || case.steps.iter().any(needs) {
        return None;
    }
    let mut smaller = case.clone();
    smaller.steps.remove(at);
    let is_moved = |at: u16| at > place || (at == place && at > 0);
    Some(relocated(smaller, |at| at - u16::from(is_moved(at))))
}

/// The case without steps, expressions and conditions that the property does not need.
///
/// Where no property is asked, the last step is what is needed.
#[must_use]
pub fn compact(case: &Case) -> Case {
    let mut needed = vec![false; case.steps.len()];
    let chain = is_chain(case);
    let a = case.arguments;
    if case.property.is_none() || chain {
        needed.iter_mut().for_each(|needed| *needed = chain);
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
    } else {
        let uses = case.property().map_or([true; 3], |property| property.formula.arguments());
        for (place, used) in [a.x, a.y, a.z].into_iter().zip(uses) {
            if let Some(needed) = needed.get_mut(usize::from(place)) {
                *needed |= used;
            }
        }
    }
    for at in (0..case.steps.len()).rev() {
        if needed[at] {
            for operand in case.steps[at].action.operands().into_iter().flatten() {
                needed[usize::from(operand)] = true;
            }
        }
    }
    let mut smaller =
        Case { steps: Vec::new(), expressions: Vec::new(), conditions: Vec::new(), ..case.clone() };
    let mut place = vec![0_u16; case.steps.len()];
    let mut expression = Numbering::new(case.expressions.len());
    let mut condition = Numbering::new(case.conditions.len());
    for (at, step) in case.steps.iter().enumerate().filter(|(at, _)| needed[*at]) {
        let mut step = *step;
        step.action = match step.action.with(|a| place[usize::from(a)]) {
            Action::Constraint(c) => Action::Constraint(condition.of(c)),
            Action::Assign(a, v, e) => Action::Assign(a, v, expression.of(e)),
            Action::Cond(a, c) => Action::Cond(a, condition.of(c)),
            other => other,
        };
        place[at] = smaller.steps.len() as u16;
        smaller.steps.push(step);
    }
    let at = |x: u16| place.get(usize::from(x)).copied().unwrap_or(0);
    smaller.arguments = Arguments {
        x: at(a.x),
        y: at(a.y),
        z: if chain { a.z } else { at(a.z) },
        variable: a.variable,
        expression: expression.of(a.expression),
        condition: condition.of(a.condition),
        variant: a.variant,
    };
    if chain {
        smaller.arguments.z = a.z.min(smaller.steps.len() as u16 - 1);
    }
    smaller.expressions = expression.taken(&case.expressions);
    smaller.conditions = condition.taken(&case.conditions);
    smaller
}

/// Whether the property is a chain through all elements.
fn is_chain(case: &Case) -> bool {
    let converges = case.property().is_some_and(|p| matches!(p.formula, crate::Formula::Converges(_)));
    converges && !matches!(case.arguments.variant, run::LOOP | run::STAIR | run::ALTERNATE)
}

/// New numbers for what is used, in the order of use.
struct Numbering {
    new: Vec<Option<u16>>,
    order: Vec<u16>,
}

impl Numbering {
    fn new(count: usize) -> Numbering {
        Numbering { new: vec![None; count], order: Vec::new() }
    }

    fn of(&mut self, old: u16) -> u16 {
        let Some(new) = self.new.get_mut(usize::from(old)) else { return 0 };
        *new.get_or_insert_with(|| {
            self.order.push(old);
            self.order.len() as u16 - 1
        })
    }

    fn taken<T: Clone>(&self, of: &[T]) -> Vec<T> {
        self.order.iter().filter_map(|&old| of.get(usize::from(old)).cloned()).collect()
    }
}
