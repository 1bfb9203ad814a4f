//! Random constants, as terms.

use quis_semantics::{Integer, Value};
use quis_smtlib::theories::{
    ArithOp, ArrayOp, BagOp, FloatOp, Op, RegexOp, SequenceOp, SetOp, StringOp, TupleOp,
};
use quis_smtlib::{Arithmetic, Literal, Sort, SortConstructor, SortKind, Term};

use super::builder::Builder;
use super::special::datatypes;
use crate::assignment::{bits, numbers, words};

/// The specials of a format.
const SPECIAL: [FloatOp; 5] =
    [FloatOp::PlusInfinity, FloatOp::MinusInfinity, FloatOp::PlusZero, FloatOp::MinusZero, FloatOp::Nan];

const MODES: [FloatOp; 5] = [FloatOp::Rne, FloatOp::Rna, FloatOp::Rtp, FloatOp::Rtn, FloatOp::Rtz];

impl Builder<'_> {
    /// A constant of a sort; `None` if its values have no names. It is no node.
    pub(super) fn literal(&mut self, sort: Sort) -> Option<Term> {
        match self.store.sort_kind(sort).clone() {
            SortKind::Bool => {
                let value = self.stream.chance(1, 2);
                Some(self.store.bool(value))
            }
            SortKind::Int => {
                let value = numbers::integer(&mut self.stream);
                self.integer(&value)
            }
            SortKind::Real => self.real(),
            SortKind::BitVec(width) => {
                let value = bits::vector(&mut self.stream, width)?;
                self.store.bit_vec(width, value.to_ubig()).ok()
            }
            SortKind::Float(eb, sb) => self.float(eb, sb),
            SortKind::RoundingMode => {
                let mode = *self.stream.choose(&MODES)?;
                self.store.op(Op::Float(mode), &[]).ok()
            }
            SortKind::String => self.string(),
            SortKind::RegLan => self.language(),
            SortKind::Char => {
                let point = words::code_point(&mut self.stream);
                self.store.indexed_op(Op::String(StringOp::Char), &[point], &[]).ok()
            }
            SortKind::FiniteField(order) => {
                let order = Integer::parse(self.store.text(order))?;
                let value = numbers::of_field(&mut self.stream, &order)?;
                let digits = value.to_string().parse().ok()?;
                self.store.field_number(sort, &digits).ok()
            }
            SortKind::Apply(constructor, args) => self.compound(sort, constructor, &args),
            SortKind::Unknown | SortKind::Variable(_) => None,
        }
    }

    /// A constant that is a value: no operator makes it.
    pub(super) fn plain(&mut self, sort: Sort) -> Option<Term> {
        let before = std::mem::replace(&mut self.wants_values, true);
        let value = self.literal(sort);
        self.wants_values = before;
        value
    }

    /// match: -5, result: (- 5)
    fn integer(&mut self, value: &Integer) -> Option<Term> {
        self.text.clear();
        value.write_to(&mut self.text);
        let size = self.store.literal(Literal::numeral(self.text.trim_start_matches('-'))).ok()?;
        let has_minus = self.recipe.logic.arithmetic != Arithmetic::None && !self.wants_values;
        if value.is_negative() && has_minus {
            self.store.op(Op::Arith(ArithOp::Neg), &[size]).ok()
        } else {
            Some(size)
        }
    }

    /// A decimal, its negation, or a quotient.
    fn real(&mut self) -> Option<Term> {
        let value = numbers::integer(&mut self.stream);
        let fraction = match self.stream.below(4) {
            0 => ["5", "25", "1", "125", "75", "001"][self.stream.below(6)],
            _ => "",
        };
        self.text.clear();
        value.write_to(&mut self.text);
        let digits = self.text.trim_start_matches('-');
        let mut term = self.store.literal(Literal::decimal(digits, fraction)).ok()?;
        // In a logic of floats alone there are numerals, and no operators.
        if !self.recipe.logic.reals || self.wants_values {
            return Some(term);
        }
        if value.is_negative() {
            term = self.store.op(Op::Arith(ArithOp::Neg), &[term]).ok()?;
        }
        if self.stream.chance(1, 8) {
            let divisor = 2 + self.stream.below(98);
            let divisor = Literal::decimal(itoa::Buffer::new().format(divisor), "");
            let divisor = self.store.literal(divisor).ok()?;
            term = self.store.op(Op::Arith(ArithOp::Div), &[term, divisor]).ok()?;
        }
        Some(term)
    }

    /// A number that is not negative, for counts.
    pub(super) fn count(&mut self, bound: usize) -> Term {
        let value = self.stream.below(bound) as u64;
        self.store.int(value)
    }

    fn float(&mut self, eb: u32, sb: u32) -> Option<Term> {
        if self.stream.chance(1, 4) {
            let special = *self.stream.choose(&SPECIAL)?;
            return self.store.indexed_op(Op::Float(special), &[eb, sb], &[]).ok();
        }
        let mut parts = [None; 3];
        for (part, width) in parts.iter_mut().zip([1, eb, sb - 1]) {
            let value = bits::vector(&mut self.stream, width)?;
            *part = Some(self.store.bit_vec(width, value.to_ubig()).ok()?);
        }
        self.store.op(Op::Float(FloatOp::Fp), &[parts[0]?, parts[1]?, parts[2]?]).ok()
    }

    fn string(&mut self) -> Option<Term> {
        let Value::String(points) = words::string(&mut self.stream, &[]) else { return None };
        self.store.literal(Literal::string_from_code_points(&points)).ok()
    }

    fn language(&mut self) -> Option<Term> {
        let simple = [RegexOp::None, RegexOp::All, RegexOp::AllChar];
        match self.stream.below(8) {
            at @ 0..=2 => self.store.op(Op::Regex(simple[at]), &[]).ok(),
            3 => {
                let mut ends = [words::code_point(&mut self.stream), words::code_point(&mut self.stream)];
                if self.stream.chance(7, 8) {
                    ends.sort_unstable();
                }
                let [first, last] =
                    ends.map(|point| self.store.literal(Literal::string_from_code_points(&[point])));
                self.store.op(Op::Regex(RegexOp::Range), &[first.ok()?, last.ok()?]).ok()
            }
            _ => {
                let word = self.string()?;
                self.store.op(Op::Regex(RegexOp::ToRe), &[word]).ok()
            }
        }
    }

    /// Recursion is on the sort, which is shallow.
    fn compound(&mut self, sort: Sort, constructor: SortConstructor, args: &[Sort]) -> Option<Term> {
        if self.is_of_chars(sort) {
            return None;
        }
        let empty = self.stream.chance(1, 3) || self.wants_values;
        let mut nullary = |op: Op| {
            let function = self.store.op_function(op);
            self.store.apply_as(function, sort, &[]).ok()
        };
        match constructor {
            SortConstructor::Seq if empty => nullary(Op::Sequence(SequenceOp::Empty)),
            SortConstructor::Set if empty => nullary(Op::Set(SetOp::Empty)),
            SortConstructor::Bag if empty => nullary(Op::Bag(BagOp::Empty)),
            SortConstructor::Nullable if empty => nullary(Op::Tuple(TupleOp::Null)),
            SortConstructor::Seq => self.wrapped(Op::Sequence(SequenceOp::Unit), *args.first()?),
            SortConstructor::Set => self.wrapped(Op::Set(SetOp::Singleton), *args.first()?),
            SortConstructor::Nullable => self.wrapped(Op::Tuple(TupleOp::Some), *args.first()?),
            SortConstructor::Bag => {
                let element = self.literal(*args.first()?)?;
                let count = self.count(4);
                self.store.op(Op::Bag(BagOp::Make), &[element, count]).ok()
            }
            SortConstructor::Tuple if args.is_empty() => self.store.op(Op::Tuple(TupleOp::Unit), &[]).ok(),
            SortConstructor::Tuple => {
                let parts: Option<Vec<Term>> = args.iter().map(|&part| self.literal(part)).collect();
                self.store.op(Op::Tuple(TupleOp::Make), &parts?).ok()
            }
            SortConstructor::Array => {
                let &element = args.last()?;
                if !self.recipe.dialect.extends_the_standard() {
                    return None;
                }
                let element = if self.recipe.dialect.wants_plain_elements() {
                    self.plain(element)?
                } else {
                    self.literal(element)?
                };
                let function = self.store.op_function(Op::Array(ArrayOp::Const));
                self.store.apply_as(function, sort, &[element]).ok()
            }
            SortConstructor::Declared(_) => datatypes::leaf(self, sort),
            SortConstructor::Function => None,
        }
    }

    /// Whether a sort is that of sequences of characters, for which solvers take strings.
    pub(super) fn is_of_chars(&self, sort: Sort) -> bool {
        match self.store.sort_kind(sort) {
            SortKind::Apply(SortConstructor::Seq, parts) => {
                parts.iter().any(|&part| *self.store.sort_kind(part) == SortKind::Char)
            }
            _ => false,
        }
    }

    fn wrapped(&mut self, op: Op, element: Sort) -> Option<Term> {
        let element = self.literal(element)?;
        self.store.op(op, &[element]).ok()
    }
}
