//! The layers of a formula: inputs, values, predicates, and Booleans up to the roots.

use quis_smtlib::theories::{CoreOp, Op, SolverOp};
use quis_smtlib::{Sort, SortConstructor, SortKind, Term};
use smallvec::{SmallVec, smallvec};

use super::builder::Builder;
use super::dialect::Dialect;
use super::menu::Item;
use super::pool::Mark;

/// So many tries for each node that is wanted; not every operator finds operands.
const TRIES: usize = 4;

impl Builder<'_> {
    /// Variables of every sort, constants, functions.
    pub(super) fn input_layer(&mut self) {
        self.draw_sorts();
        let sorts = self.palette.sorts.clone();
        for &sort in &sorts {
            if self.can_declare(sort) {
                for _ in 0..1 + self.stream.below(self.parameters.variables) {
                    self.constant(sort);
                }
            }
            for _ in 0..self.stream.below(3) {
                if let Some(literal) = self.literal(sort) {
                    self.pool.add(literal, sort, 0, true);
                }
            }
        }
        let bools = if sorts.is_empty() { 2 + self.stream.below(6) } else { self.stream.below(3) };
        for _ in 0..bools {
            self.constant(Sort::BOOL);
        }
        if self.recipe.logic.uninterpreted {
            for _ in 0..1 + self.stream.below(3) {
                let params = (0..1 + self.stream.below(3)).map(|_| self.any_sort()).collect();
                let result = self.any_sort();
                self.declare(params, result);
            }
        }
    }

    /// So many values, and predicates made values.
    pub(super) fn main_layer(&mut self, size: usize) {
        for _ in 0..size {
            for _ in 0..TRIES {
                if self.any_node().is_some() {
                    break;
                }
            }
        }
    }

    fn any_node(&mut self) -> Option<Term> {
        if !self.callables.is_empty() && self.stream.chance(1, 4) {
            return self.call();
        }
        let item = self.menu.any(&mut self.stream)?;
        let term = self.make(item)?;
        if item.is_predicate() && self.stream.chance(1, 2) {
            // match: (bvult x y), result: (ite (bvult x y) #b1 #b0)
            let sort = self.value_of_a_predicate();
            if let Some(value) = sort.and_then(|sort| self.choice(term, sort)) {
                return Some(value);
            }
        }
        Some(term)
    }

    /// A bit, or whatever there is.
    fn value_of_a_predicate(&mut self) -> Option<Sort> {
        if self.recipe.logic.bit_vectors {
            return Some(self.store.bit_vec_sort(1));
        }
        let sort = self.any_sort();
        let difference = self.recipe.has_differences() && matches!(sort, Sort::INT | Sort::REAL);
        let function = matches!(self.store.sort_kind(sort), SortKind::Apply(SortConstructor::Function, _));
        (sort != Sort::BOOL && !difference && !function).then_some(sort)
    }

    /// So many predicates.
    pub(super) fn predicate_layer(&mut self, count: usize) {
        for _ in 0..count {
            for _ in 0..TRIES {
                if self.any_predicate().is_some() {
                    break;
                }
            }
        }
    }

    fn any_predicate(&mut self) -> Option<Term> {
        if self.recipe.quantifiers
            && self.binders < 2
            && self.stream.chance(1, self.predicates_per_quantifier())
        {
            return self.quantified();
        }
        if self.recipe.has_differences() && self.stream.chance(2, 3) {
            return self.difference();
        }
        let item: Item = self.menu.predicate(&mut self.stream)?;
        self.make(item)
    }

    /// Of so many predicates, one is a quantifier. Evaluation leaves most of them open, and a root whose truth is not known is made in vain.
    fn predicates_per_quantifier(&self) -> usize {
        if self.recipe.sat { 8 } else { 4 }
    }

    /// Combines the Booleans without parents, from a mark on, until so many are left.
    pub(super) fn boolean_layer(&mut self, from: Mark, left: usize) -> Vec<Term> {
        let mut roots = self.pool.parentless(Sort::BOOL, from);
        if roots.is_empty() {
            roots.extend(self.of_sort(Sort::BOOL));
        }
        let connectives = self.connectives();
        // Every step makes the list shorter or a root deeper; negations do not count.
        let mut negations = roots.len();
        while roots.len() > left.max(1) {
            let first = self.take(&mut roots);
            let Some(combined) = self.connect(&connectives, first, &mut roots, &mut negations) else {
                roots.push(first);
                break;
            };
            roots.push(combined);
        }
        roots
    }

    /// The connectives of this formula: in swarm mode a part of them, one that takes two at least.
    fn connectives(&mut self) -> Vec<CoreOp> {
        let binary = [
            CoreOp::And,
            CoreOp::Or,
            CoreOp::Xor,
            CoreOp::Implies,
            CoreOp::Equal,
            CoreOp::Distinct,
            CoreOp::Ite,
        ];
        let mut chosen: Vec<CoreOp> = binary.to_vec();
        if self.recipe.swarm {
            chosen.retain(|_| self.stream.chance(1, 2));
            if chosen.is_empty() {
                chosen.push(binary[self.stream.below(2)]);
            }
        }
        chosen.push(CoreOp::Not);
        chosen
    }

    fn take(&mut self, roots: &mut Vec<Term>) -> Term {
        let at = self.stream.below(roots.len());
        roots.swap_remove(at)
    }

    /// match: p q, result: (and p q), (xor p q), (not p), (ite p q r) …
    fn connect(
        &mut self,
        connectives: &[CoreOp],
        first: Term,
        rest: &mut Vec<Term>,
        negations: &mut usize,
    ) -> Option<Term> {
        let mut op = *self.stream.choose(connectives)?;
        if op == CoreOp::Not && *negations == 0 {
            op = *connectives.first()?;
        }
        let mut operands: SmallVec<[Term; 4]> = smallvec![first];
        let count = match op {
            CoreOp::Not => {
                *negations = negations.saturating_sub(1);
                0
            }
            CoreOp::Ite => 2,
            // More than two Booleans are never all different.
            CoreOp::Distinct => 1,
            _ if self.stream.chance(1, 4) => 2,
            _ => 1,
        };
        for _ in 0..count {
            let operand = if rest.is_empty() { self.of_sort(Sort::BOOL)? } else { self.take(rest) };
            operands.push(operand);
        }
        if op == CoreOp::And
            && self.recipe.has(quis_smtlib::theories::Theory::Solver)
            && matches!(self.recipe.dialect, Dialect::Z3 | Dialect::Any)
            && self.recipe.logic.extensions
            && let Some(counted) = self.counted(&operands)
        {
            return Some(counted);
        }
        self.apply_op(Op::Core(op), &[], &operands)
    }

    /// match: (and p q r), result: ((_ at-least 2) p q r)
    fn counted(&mut self, operands: &[Term]) -> Option<Term> {
        let op = *self.stream.choose(&[SolverOp::AtLeast, SolverOp::AtMost])?;
        let bound = self.stream.below(operands.len() + 1) as u32;
        self.apply_op(Op::Solver(op), &[bound], operands)
    }
}
