//! Operands: nodes so far, fitted where their sorts differ, or constants.

use quis_smtlib::signature::{Binding, SortPattern};
use quis_smtlib::theories::{ArithOp, BitVecOp, CoreOp, FloatOp, Op};
use quis_smtlib::{Sort, SortConstructor, SortKind, Term};
use smallvec::SmallVec;

use super::builder::Builder;

impl Builder<'_> {
    /// An operand for a parameter of a signature; binds what the parameter leaves open.
    pub(super) fn operand(&mut self, pattern: &SortPattern, binding: &mut Binding) -> Option<Term> {
        let sort = if let Some(sort) = self.store.sort_of(binding, pattern) {
            sort
        } else {
            let sort = self.sort_like(pattern, binding)?;
            self.store.bind(binding, pattern, sort).then_some(sort)?
        };
        self.of_sort(sort)
    }

    /// A sort of the formula that a pattern can be.
    pub(super) fn sort_like(&mut self, pattern: &SortPattern, binding: &Binding) -> Option<Sort> {
        let known = self.pool.sorts().chain(self.palette.sorts.iter().copied());
        let fits =
            |sort: &Sort| self.is_operand(*sort) && self.store.bind(&mut binding.clone(), pattern, *sort);
        let fitting: SmallVec<[Sort; 16]> = known.filter(fits).collect();
        self.stream.choose(&fitting).copied()
    }

    /// Whether any operator may have operands of a sort.
    fn is_operand(&self, sort: Sort) -> bool {
        match self.store.sort_kind(sort) {
            // Few solvers compare languages, and none chooses between them.
            SortKind::RegLan | SortKind::Apply(SortConstructor::Function, _) => false,
            SortKind::Int | SortKind::Real => !self.recipe.has_differences(),
            _ => true,
        }
    }

    /// A term of a sort: a node, a node of another sort made to fit, or a constant.
    pub(super) fn of_sort(&mut self, sort: Sort) -> Option<Term> {
        let way = self.stream.below(16);
        if way == 0
            && let Some(term) = self.literal(sort)
        {
            return Some(term);
        }
        if way == 1
            && let Some(term) = self.fitted(sort)
        {
            return Some(term);
        }
        let deepest = self.deepest();
        if let Some(term) = self.pool.pick(sort, deepest, &mut self.stream) {
            return Some(term);
        }
        if self.stream.chance(3, 4)
            && let Some(term) = self.fitted(sort)
        {
            return Some(term);
        }
        match self.literal(sort) {
            Some(term) => Some(term),
            None if self.can_declare(sort) => self.constant(sort),
            None => None,
        }
    }

    /// Whether there may be a variable of a sort.
    pub(super) fn can_declare(&self, sort: Sort) -> bool {
        !matches!(
            self.store.sort_kind(sort),
            SortKind::RegLan | SortKind::Apply(SortConstructor::Function, _) | SortKind::Unknown
        ) && (sort != Sort::REAL || self.recipe.logic.reals)
            && !self.is_of_chars(sort)
    }

    /// A node of another sort made to fit.
    fn fitted(&mut self, sort: Sort) -> Option<Term> {
        if self.recipe.has_differences() && matches!(sort, Sort::INT | Sort::REAL) {
            return None;
        }
        let direct = match *self.store.sort_kind(sort) {
            SortKind::BitVec(width) if self.recipe.logic.bit_vectors => self.resized(width),
            SortKind::Float(eb, sb) => self.reformatted(eb, sb),
            SortKind::Int if self.recipe.logic.reals => self.converted(Sort::REAL, Op::Arith(ArithOp::ToInt)),
            SortKind::Real if self.recipe.logic.ints && self.recipe.logic.reals => {
                self.converted(Sort::INT, Op::Arith(ArithOp::ToReal))
            }
            SortKind::Bool => return self.predicate_of_node(),
            _ => None,
        };
        match direct {
            Some(term) if self.stream.chance(3, 4) => Some(term),
            direct => self.chosen(sort).or(direct),
        }
    }

    /// match: x of 4 bits, result: ((_ zero_extend 4) x), ((_ sign_extend 4) x), ((_ extract 2 1) x)
    fn resized(&mut self, width: u32) -> Option<Term> {
        let widths: Vec<(Sort, u32)> = self
            .pool
            .sorts()
            .filter_map(|sort| match self.store.sort_kind(sort) {
                SortKind::BitVec(other) if *other != width => Some((sort, *other)),
                _ => None,
            })
            .collect();
        let &(sort, own) = self.stream.choose(&widths)?;
        let deepest = self.deepest();
        let term = self.pool.pick(sort, deepest, &mut self.stream)?;
        if own < width {
            let op = if self.stream.chance(1, 2) { BitVecOp::ZeroExtend } else { BitVecOp::SignExtend };
            return self.apply_op(Op::BitVec(op), &[width - own], &[term]);
        }
        let low = self.stream.below((own - width + 1) as usize) as u32;
        self.apply_op(Op::BitVec(BitVecOp::Extract), &[low + width - 1, low], &[term])
    }

    /// match: x of another format, result: ((_ to_fp 5 11) RNE x)
    fn reformatted(&mut self, eb: u32, sb: u32) -> Option<Term> {
        let wanted = SortKind::Float(eb, sb);
        let others = |kind: &SortKind| matches!(kind, SortKind::Float(..)) && *kind != wanted;
        let sorts: Vec<Sort> = self.pool.sorts().filter(|&sort| others(self.store.sort_kind(sort))).collect();
        let sort = *self.stream.choose(&sorts)?;
        let deepest = self.deepest();
        let term = self.pool.pick(sort, deepest, &mut self.stream)?;
        let mode = self.of_sort(Sort::ROUNDING_MODE)?;
        self.apply_op(Op::Float(FloatOp::ToFp), &[eb, sb], &[mode, term])
    }

    fn converted(&mut self, from: Sort, op: Op) -> Option<Term> {
        let deepest = self.deepest();
        let term = self.pool.pick(from, deepest, &mut self.stream)?;
        self.apply_op(op, &[], &[term])
    }

    /// A Boolean made a value: one constant if it holds, another if not.
    ///
    /// match: p, result: (ite p #b1 #b0)
    pub(super) fn chosen(&mut self, sort: Sort) -> Option<Term> {
        if matches!(sort, Sort::REGLAN) {
            return None;
        }
        let deepest = self.deepest();
        let condition = self.pool.pick(Sort::BOOL, deepest, &mut self.stream)?;
        self.choice(condition, sort)
    }

    /// match: p, result: (ite p #b1 #b0)
    pub(super) fn choice(&mut self, condition: Term, sort: Sort) -> Option<Term> {
        let (yes, no) = match *self.store.sort_kind(sort) {
            SortKind::BitVec(1) => {
                (self.store.bit_vec(1, 1_u8.into()).ok()?, self.store.bit_vec(1, 0_u8.into()).ok()?)
            }
            _ => (self.literal(sort)?, self.literal(sort)?),
        };
        self.apply_op(Op::Core(CoreOp::Ite), &[], &[condition, yes, no])
    }

    /// A node made a Boolean: is it this constant?
    ///
    /// match: x, result: (= x #b1)
    fn predicate_of_node(&mut self) -> Option<Term> {
        let sorts: SmallVec<[Sort; 16]> = self
            .pool
            .sorts()
            .filter(|&sort| self.is_operand(sort) && sort != Sort::BOOL && self.is_comparable(sort))
            .collect();
        let sort = *self.stream.choose(&sorts)?;
        let deepest = self.deepest();
        let term = self.pool.pick(sort, deepest, &mut self.stream)?;
        let other = match self.literal(sort) {
            Some(other) => other,
            None => self.pool.pick(sort, deepest, &mut self.stream)?,
        };
        self.apply_op(Op::Core(CoreOp::Equal), &[], &[term, other])
    }
}
