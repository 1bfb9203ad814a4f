//! The elements of a case, made by the domain under test.

use super::kept::{Kept, Origin};
use crate::case::{Action, Case};
use crate::domain::Domain;

/// The elements, expressions and conditions of a case as the domain has them.
pub(crate) struct Bench<'d, D: Domain> {
    pub(super) domain: &'d D,
    /// Those of the pool, then those that checks made.
    pub(super) elements: Vec<D::Element>,
    /// Which of them the steps of the case made.
    pub(super) places: Vec<u16>,
    pub(super) expressions: Vec<D::Expression>,
    pub(super) conditions: Vec<D::Condition>,
    /// How many steps and conditions the pool has.
    pool: (usize, usize),
    kept: Kept,
    /// For each variable, steps of its stair, the same for all pools: nobody but us has seen them.
    pub(super) stairs: Vec<Vec<D::Element>>,
    /// Whether widenings with ⊥ are left to us.
    guarded: bool,
}

impl<'d, D: Domain> Bench<'d, D> {
    pub(crate) fn new(domain: &'d D) -> Bench<'d, D> {
        Bench {
            domain,
            elements: Vec::new(),
            places: Vec::new(),
            expressions: Vec::new(),
            conditions: Vec::new(),
            pool: (0, 0),
            kept: Kept::new(),
            stairs: Vec::new(),
            guarded: false,
        }
    }

    /// An element that a step made.
    pub(crate) fn element(&self, at: u16) -> Option<&D::Element> {
        self.elements.get(usize::from(*self.places.get(usize::from(at))?))
    }

    /// The element of a place.
    pub(super) fn at(&self, place: u16) -> &D::Element {
        &self.elements[usize::from(place)]
    }

    /// Forgets everything and makes what the case has.
    pub(crate) fn make(&mut self, case: &Case) {
        self.forget();
        self.elements.clear();
        self.places.clear();
        self.expressions.clear();
        self.conditions.clear();
        self.guarded = case.guarded;
        self.expressions.extend(case.expressions.iter().map(|expression| self.domain.expression(expression)));
        self.conditions.extend(case.conditions.iter().map(|condition| self.domain.condition(condition)));
        for (at, step) in case.steps.iter().enumerate() {
            let made = self.made(step.action);
            if step.asked {
                std::hint::black_box(self.domain.is_bottom(&made));
            }
            self.elements.push(made);
            self.places.push(at as u16);
        }
        self.pool = (case.steps.len(), case.conditions.len());
    }

    /// Makes what a check has beyond the pool. What an earlier one made in the same way is not made again.
    pub(crate) fn derive(&mut self, case: &Case) {
        let (steps, conditions) = self.pool;
        self.kept.begin();
        self.places.truncate(steps);
        self.conditions.truncate(conditions);
        for condition in &case.conditions[conditions..] {
            self.conditions.push(self.domain.condition(condition));
        }
        for step in &case.steps[steps..] {
            let made = self.act(step.action.with(|at| self.places[usize::from(at)]));
            if step.asked {
                std::hint::black_box(self.domain.is_bottom(&self.elements[usize::from(made)]));
            }
            self.places.push(made);
        }
    }

    /// Forgets what checks made.
    pub(crate) fn forget(&mut self) {
        self.kept.forget();
        self.elements.truncate(self.pool.0);
    }

    /// The place of an element that an action gives. Its operands are places, too.
    pub(super) fn act(&mut self, action: Action) -> u16 {
        // A condition that a check added is another one for the next.
        if matches!(action, Action::Cond(_, c) if usize::from(c) >= self.pool.1) {
            let made = self.made(action);
            return self.push(made);
        }
        self.get(Origin::Action(action), |bench| bench.made(action))
    }

    /// The place of an element that an earlier check made in the same way, or that is made now.
    pub(super) fn get(&mut self, origin: Origin, make: impl FnOnce(&Self) -> D::Element) -> u16 {
        // Where numbers are rounded or overflow, a result depends on what its operands looked like when it was made: what fails with an old
        // one may not fail alone.
        let shared = self.domain.profile().numbers.is_exact();
        if shared && let Some(at) = self.kept.take(origin) {
            return at;
        }
        let made = make(self);
        let at = self.push(made);
        if shared {
            self.kept.note(origin, at);
        }
        at
    }

    /// The place of a new element.
    pub(super) fn push(&mut self, made: D::Element) -> u16 {
        self.elements.push(made);
        self.elements.len() as u16 - 1
    }

    fn made(&self, action: Action) -> D::Element {
        let element = |at: u16| &self.elements[usize::from(at)];
        match action {
            Action::Top => self.domain.top(),
            Action::Bottom => self.domain.bottom(),
            Action::Constraint(c) => self.domain.cond(&self.domain.top(), &self.conditions[usize::from(c)]),
            Action::Join(a, b) => self.domain.join(element(a), element(b)),
            Action::Meet(a, b) => self.domain.meet(element(a), element(b)),
            Action::Widen(a, b) => self.widen(element(a), element(b)),
            Action::Assign(a, v, e) => {
                self.domain.assign(element(a), usize::from(v), &self.expressions[usize::from(e)])
            }
            Action::Project(a, v) => self.domain.project(element(a), usize::from(v)),
            Action::Cond(a, c) => self.domain.cond(element(a), &self.conditions[usize::from(c)]),
        }
    }

    /// x △ y, with y made smaller than x if the domain wants it.
    pub(super) fn narrow(&self, x: &D::Element, y: &D::Element) -> D::Element {
        if self.domain.profile().monotone_widening {
            let smaller = self.domain.meet(x, y);
            self.domain.narrow(x, &smaller)
        } else {
            self.domain.narrow(x, y)
        }
    }

    /// x ∇ y, with y made larger than x if the domain wants it.
    pub(super) fn widen(&self, x: &D::Element, y: &D::Element) -> D::Element {
        if self.guarded {
            // match: x ∇ ⊥, result: x; match: ⊥ ∇ y, result: y
            if self.domain.is_bottom(y) {
                return self.domain.copy(x);
            }
            if self.domain.is_bottom(x) {
                return self.domain.copy(y);
            }
        }
        if self.domain.profile().monotone_widening {
            let larger = self.domain.join(x, y);
            self.domain.widen(x, &larger)
        } else {
            self.domain.widen(x, y)
        }
    }
}
