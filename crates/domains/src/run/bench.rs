//! The elements of a case, made by the domain under test.

use crate::case::{Action, Case, Step};
use crate::domain::Domain;

/// The elements, expressions and conditions of a case as the domain has them.
pub(crate) struct Bench<'d, D: Domain> {
    pub(super) domain: &'d D,
    pub(super) elements: Vec<D::Element>,
    pub(super) expressions: Vec<D::Expression>,
    pub(super) conditions: Vec<D::Condition>,
    /// Whether widenings with ⊥ are left to us.
    guarded: bool,
}

impl<'d, D: Domain> Bench<'d, D> {
    pub(crate) fn new(domain: &'d D) -> Bench<'d, D> {
        Bench {
            domain,
            elements: Vec::new(),
            expressions: Vec::new(),
            conditions: Vec::new(),
            guarded: false,
        }
    }

    /// An element that was made.
    pub(crate) fn element(&self, at: u16) -> Option<&D::Element> {
        self.elements.get(usize::from(at))
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.elements.clear();
        self.expressions.clear();
        self.conditions.clear();
    }

    /// Makes what the case has, beyond what was made of it before; forgets what it has no longer.
    pub(crate) fn follow(&mut self, case: &Case) {
        self.guarded = case.guarded;
        self.elements.truncate(case.steps.len());
        self.expressions.truncate(case.expressions.len());
        self.conditions.truncate(case.conditions.len());
        for expression in &case.expressions[self.expressions.len()..] {
            self.expressions.push(self.domain.expression(expression));
        }
        for condition in &case.conditions[self.conditions.len()..] {
            self.conditions.push(self.domain.condition(condition));
        }
        for step in &case.steps[self.elements.len()..] {
            self.step(*step);
        }
    }

    fn step(&mut self, step: Step) {
        let element = |at: u16| &self.elements[usize::from(at)];
        let made = match step.action {
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
        };
        if step.asked {
            std::hint::black_box(self.domain.is_bottom(&made));
        }
        self.elements.push(made);
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
