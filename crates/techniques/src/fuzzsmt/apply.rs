//! One step: an operator, operands that fit it, and the node that they make.

use quis_smtlib::signature::{Arity, Binding, SortPattern};
use quis_smtlib::theories::{ArithOp, ArrayOp, CoreOp, FloatOp, Op};
use quis_smtlib::{Arithmetic, Logic, Sort, SortConstructor, SortKind, Term, TermKind};
use smallvec::{SmallVec, smallvec};

use super::builder::Builder;
use super::menu::{Item, divides};
use super::recipe::Divisors;
use super::special;
use super::truth::Guard;

/// Most operators have no more operands.
type Operands = SmallVec<[Term; 4]>;

impl Builder<'_> {
    /// Applies an operator to operands at random; `None` if nothing fits.
    pub(super) fn make(&mut self, item: Item) -> Option<Term> {
        if let Some(made) = special::make(self, &item) {
            return made;
        }
        let (op, signature) = (item.op, item.signature);
        if signature.rule.is_some() {
            return None;
        }
        let mut binding = Binding::default();
        self.indices_first(op, signature, &mut binding)?;
        let qualified = if signature.has_undetermined_result {
            let sort = self.sort_like(&signature.result, &binding)?;
            self.store.bind(&mut binding, &signature.result, sort).then_some(sort)
        } else {
            None
        };
        let mut operands: SmallVec<[Option<Term>; 4]> = smallvec![None; signature.params.len()];
        // Functions come last: what they take is then known.
        let is_function =
            |pattern: &SortPattern| matches!(pattern, SortPattern::Apply(SortConstructor::Function, _));
        for functions in [false, true] {
            for (at, param) in signature.params.iter().enumerate() {
                if is_function(param) == functions {
                    let before = at.checked_sub(1).and_then(|before| operands[before]);
                    operands[at] = Some(if functions {
                        self.lambda_like(param, &mut binding)?
                    } else {
                        self.operand_beside(op, at, param, &mut binding, before)?
                    });
                }
            }
        }
        let mut operands: Operands = operands.into_iter().collect::<Option<_>>()?;
        let is_wanted = self.may_compare(op, &operands) && self.is_readable(op, &operands);
        if !is_wanted || !self.is_worth_while(&operands, &signature.result) {
            return None;
        }
        self.more_operands(op, signature.arity, signature.homogeneous, &mut operands);
        let indices = self.indices_last(op, signature, &mut binding)?;
        self.guard_division(op, &mut operands)?;
        let function = self.store.indexed_function(op, &indices);
        let term = match qualified {
            Some(sort) => self.store.apply_as(function, sort, &operands),
            None => self.store.apply(function, &operands),
        };
        let term = term.ok()?;
        let fits = self.recipe.logic.allows(&self.store, term) && self.is_narrow(self.store.sort(term));
        fits.then(|| self.node(term, &operands))
    }

    /// An operand, mostly another one than that before it: `(= x x)` tests little.
    fn operand_beside(
        &mut self,
        op: Op,
        at: usize,
        param: &SortPattern,
        binding: &mut Binding,
        before: Option<Term>,
    ) -> Option<Term> {
        let mut operand = self.operand_of(op, at, param, binding)?;
        for _ in 0..2 {
            if Some(operand) != before || self.stream.chance(1, 16) {
                break;
            }
            operand = self.operand_of(op, at, param, binding)?;
        }
        Some(operand)
    }

    /// Whether an application says anything about variables; now and then one that does not is made, too. Languages seldom have any.
    fn is_worth_while(&mut self, operands: &[Term], result: &SortPattern) -> bool {
        operands.is_empty()
            || *result == SortPattern::Exact(Sort::REGLAN)
            || !self.are_closed(operands)
            || self.stream.chance(1, 16)
    }

    /// An operand, or a number where only numbers are linear.
    fn operand_of(&mut self, op: Op, at: usize, param: &SortPattern, binding: &mut Binding) -> Option<Term> {
        let linear = self.recipe.logic.arithmetic == Arithmetic::Linear;
        let wants_number = match op {
            Op::Arith(ArithOp::Mul) => linear && at == 0,
            Op::Arith(ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod) => linear && at == 1,
            _ => false,
        };
        if self.recipe.dialect.wants_constant(op, at) {
            let sort = self.store.sort_of(binding, param)?;
            return if sort == Sort::STRING { self.literal(sort) } else { self.number_but_zero(sort) };
        }
        if op == Op::Array(ArrayOp::Const) && self.recipe.dialect.wants_plain_elements() {
            let sort = self.store.sort_of(binding, param)?;
            return self.plain(sort);
        }
        let real = *param == SortPattern::Exact(Sort::REAL);
        // A logic of floats has numerals, and no terms of sort `Real`.
        let only_numerals = real && !self.recipe.logic.reals;
        if wants_number || only_numerals {
            let sort = self.store.sort_of(binding, param)?;
            return match divides(op) {
                true => self.number_but_zero(sort),
                false => self.literal(sort),
            };
        }
        self.operand(param, binding)
    }

    /// A small number other than zero.
    fn number_but_zero(&mut self, sort: Sort) -> Option<Term> {
        let value = 1 + self.stream.below(12) as u64;
        let number = self.store.int(value);
        if sort == Sort::REAL { Some(self.store.to_real(number)) } else { Some(number) }
    }

    /// Whether operands may be compared, if that is what an operator does.
    fn may_compare(&self, op: Op, operands: &[Term]) -> bool {
        !matches!(op, Op::Core(CoreOp::Equal | CoreOp::Distinct))
            || operands.iter().all(|&operand| self.is_comparable(self.store.sort(operand)))
    }

    /// Whether values of a sort are compared: arrays only where equality of arrays is wanted.
    pub(super) fn is_comparable(&self, sort: Sort) -> bool {
        let is_array = matches!(self.store.sort_kind(sort), SortKind::Apply(SortConstructor::Array, _));
        self.recipe.extensional || !is_array
    }

    /// Whether the solvers of the dialect read an operator with these operands.
    fn is_readable(&self, op: Op, operands: &[Term]) -> bool {
        let kind = |term: Term| self.store.sort_kind(self.store.sort(term));
        let dialect = self.recipe.dialect;
        match (op, operands) {
            (Op::Float(FloatOp::Fp), &[_, _, significand]) => {
                matches!(kind(significand), SortKind::BitVec(width) if *width >= dialect.least_significand())
            }
            (Op::Array(ArrayOp::EqRange), &[_, _, from, _]) => dialect.has_ranges_of(kind(from)),
            _ => true,
        }
    }

    /// Now and then, one or two more operands, where the operator takes any number of one sort.
    fn more_operands(&mut self, op: Op, arity: Arity, homogeneous: bool, operands: &mut Operands) {
        let linear = matches!(op, Op::Arith(ArithOp::Mul | ArithOp::Div | ArithOp::IntDiv))
            && self.recipe.logic.arithmetic == Arithmetic::Linear;
        let repeats_first = arity == Arity::RepeatFirst;
        let takes_more = repeats_first || (arity != Arity::Fixed && homogeneous);
        if !takes_more || !self.recipe.dialect.takes_more(op) || linear || !self.stream.chance(1, 4) {
            return;
        }
        for _ in 0..1 + self.stream.below(2) {
            let sort = operands.first().map(|&first| self.store.sort(first));
            if let Some(operand) = sort.and_then(|sort| self.of_sort(sort)) {
                operands.insert(if repeats_first { 0 } else { operands.len() }, operand);
            }
        }
    }

    /// Rules out that a divisor is zero, if the recipe says so: by a constraint, or, below a binder, where it stands.
    ///
    /// match: (bvudiv x y), result: (not (= y #x0))
    fn guard_division(&mut self, op: Op, operands: &mut [Term]) -> Option<()> {
        if self.recipe.divisors != Divisors::Guarded || !divides(op) {
            return Some(());
        }
        for divisor in operands.iter_mut().skip(1) {
            let sort = self.store.sort(*divisor);
            let (zero, one) = self.zero_and_one(sort)?;
            if *divisor == zero {
                *divisor = one;
            }
            let is_literal = matches!(self.store.kind(*divisor), TermKind::Literal(_));
            if is_literal || Logic::is_number(&self.store, *divisor) {
                continue;
            }
            let is_zero = self.store.op(Op::Core(CoreOp::Equal), &[*divisor, zero]).ok()?;
            if self.binders > 0 {
                *divisor = self.store.op(Op::Core(CoreOp::Ite), &[is_zero, one, *divisor]).ok()?;
            } else {
                let guard = Guard { constraint: self.negation(is_zero)?, divisor: *divisor };
                if !self.guards.contains(&guard) {
                    self.guards.push(guard);
                }
            }
        }
        Some(())
    }

    fn zero_and_one(&mut self, sort: Sort) -> Option<(Term, Term)> {
        if let SortKind::BitVec(width) = *self.store.sort_kind(sort) {
            return Some((
                self.store.bit_vec(width, 0_u8.into()).ok()?,
                self.store.bit_vec(width, 1_u8.into()).ok()?,
            ));
        }
        let (zero, one) = (self.store.int(0), self.store.int(1));
        match sort {
            Sort::INT => Some((zero, one)),
            Sort::REAL => Some((self.store.to_real(zero), self.store.to_real(one))),
            _ => None,
        }
    }

    /// Whether a result is not wider than wanted, or than solvers have it.
    fn is_narrow(&self, sort: Sort) -> bool {
        match self.store.sort_kind(sort) {
            // The bits of a float may be.
            SortKind::BitVec(width) => *width <= (self.parameters.width as u32).max(128),
            SortKind::Float(exponent, _) => self.recipe.dialect.has_format(*exponent),
            _ => true,
        }
    }
}
