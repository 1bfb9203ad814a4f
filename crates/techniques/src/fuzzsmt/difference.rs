//! Difference logic: the difference of two variables compared with a number.

use quis_smtlib::theories::{ArithOp, CoreOp, Op};
use quis_smtlib::{Sort, Term, TermKind};

use super::builder::Builder;

const COMPARISONS: [Op; 6] = [
    Op::Arith(ArithOp::Less),
    Op::Arith(ArithOp::LessEq),
    Op::Arith(ArithOp::Greater),
    Op::Arith(ArithOp::GreaterEq),
    Op::Core(CoreOp::Equal),
    Op::Core(CoreOp::Distinct),
];

impl Builder<'_> {
    /// match: x y, result: (< (- x y) 3), (<= x y), (distinct x y)
    pub(super) fn difference(&mut self) -> Option<Term> {
        let sort = if self.recipe.logic.ints { Sort::INT } else { Sort::REAL };
        let (left, right) = (self.variable_of(sort)?, self.variable_of(sort)?);
        let op = *self.stream.choose(&COMPARISONS)?;
        if self.stream.chance(1, 4) {
            return self.apply_op(op, &[], &[left, right]);
        }
        let difference = self.store.op(Op::Arith(ArithOp::Sub), &[left, right]).ok()?;
        let bound = self.literal(sort)?;
        let term = self.store.op(op, &[difference, bound]).ok()?;
        Some(self.node(term, &[left, right]))
    }

    /// A variable, or what a function gives.
    fn variable_of(&mut self, sort: Sort) -> Option<Term> {
        let deepest = self.deepest();
        for _ in 0..4 {
            let term = self.pool.pick(sort, deepest, &mut self.stream)?;
            let is_variable = match self.store.kind(term) {
                TermKind::Apply(function, _) => self.store.operator(function).is_none(),
                TermKind::Variable(_) => true,
                _ => false,
            };
            if is_variable {
                return Some(term);
            }
        }
        self.constant(sort)
    }
}
