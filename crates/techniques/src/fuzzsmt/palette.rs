//! The sorts of a formula: what its variables may be.

use quis_smtlib::theories::Theory;
use quis_smtlib::{Command, Sort, SortConstructor, SortKind};

use super::builder::Builder;
use super::parameters::Widths;
use super::special::datatypes;
use crate::stream::Stream;

/// The sorts of a formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Palette {
    /// Those that variables have; without `Bool`.
    pub(super) sorts: Vec<Sort>,
    /// The formats of floats.
    pub(super) formats: Vec<(u32, u32)>,
    /// The widths of bit-vectors.
    pub(super) widths: Vec<u32>,
}

/// The orders of finite fields: small primes, and some that proofs use.
const ORDERS: [&str; 8] = [
    "2",
    "3",
    "5",
    "7",
    "17",
    "101",
    "2147483647",
    "52435875175126190479447740508185965837690552500527637822603658699938581184513",
];

/// Formats that programs have.
const FORMATS: [(u32, u32); 4] = [(5, 11), (8, 24), (11, 53), (15, 113)];

/// A width up to the greatest.
pub(super) fn width(widths: Widths, most: u32, stream: &mut Stream) -> u32 {
    let most = most.max(1);
    let any = |stream: &mut Stream, bound: u32| 1 + stream.below(bound as usize) as u32;
    match widths {
        Widths::One => most,
        Widths::Any => any(stream, most),
        Widths::Powers => 1 << stream.below(most.ilog2() as usize + 1),
        Widths::Mixed => match stream.below(8) {
            0 => 1,
            1..=3 => any(stream, most.min(8)),
            4 => any(stream, most.min(32)),
            5 | 6 => {
                let power = 1_u32 << stream.below(most.ilog2() as usize + 1);
                (power - 1 + stream.below(3) as u32).clamp(1, most)
            }
            _ => any(stream, most),
        },
    }
}

impl Builder<'_> {
    /// Draws the sorts of the formula; declares those that must be.
    pub(super) fn draw_sorts(&mut self) {
        let logic = self.recipe.logic.clone();
        let mut base = Vec::new();
        if logic.bit_vectors {
            for _ in 0..1 + self.stream.below(3) {
                let width = width(self.parameters.widths, self.parameters.width as u32, &mut self.stream);
                self.palette.widths.push(width);
                base.push(self.store.bit_vec_sort(width));
            }
        }
        if logic.floats {
            for _ in 0..1 + self.stream.below(2) {
                let (eb, sb) = self.format();
                self.palette.formats.push((eb, sb));
                base.push(self.store.make_sort(SortKind::Float(eb, sb)));
            }
            base.push(Sort::ROUNDING_MODE);
        }
        let numbers = [(logic.ints, Sort::INT), (logic.reals, Sort::REAL), (logic.strings, Sort::STRING)];
        base.extend(numbers.into_iter().filter(|(has, _)| *has).map(|(_, sort)| sort));
        if logic.strings && self.recipe.has(Theory::Sequence) && self.recipe.dialect.has_chars() {
            base.push(self.store.make_sort(SortKind::Char));
        }
        if logic.fields {
            let order = ORDERS[self.stream.below(ORDERS.len())];
            let order = self.store.symbol(order);
            base.push(self.store.make_sort(SortKind::FiniteField(order)));
        }
        // Free sorts belong to functions, and to arrays that have no others.
        if logic.uninterpreted || (logic.arrays && base.is_empty()) {
            for _ in 0..1 + self.stream.below(2) {
                let name = self.name("U");
                let declaration = self.store.declare_sort(name, 0, None);
                self.commands.push(Command::DeclareSort(declaration));
                base.push(self.store.apply_sort(SortConstructor::Declared(declaration), &[]));
            }
        }
        self.palette.sorts = dedup(base);
        if logic.datatypes {
            datatypes::declare(self);
        }
        self.draw_containers();
    }

    /// A format: one that programs have, or a small one if the solver is likely to know it.
    fn format(&mut self) -> (u32, u32) {
        match self.stream.below(8) {
            0..=2 => FORMATS[0],
            3 | 4 => FORMATS[1],
            5 => FORMATS[2],
            6 if self.stream.chance(1, 4) => FORMATS[3],
            _ => (2 + self.stream.below(6) as u32, 2 + self.stream.below(12) as u32),
        }
    }

    /// Arrays, sequences, sets … over the sorts so far.
    fn draw_containers(&mut self) {
        let base = self.palette.sorts.clone();
        if self.recipe.logic.arrays {
            for _ in 0..1 + self.stream.below(2) {
                let (index, element) = self.array_parts(&base);
                let sort = self.store.apply_sort(SortConstructor::Array, &[index, element]);
                self.palette.sorts.push(sort);
            }
        }
        let containers = [
            (Theory::Sequence, SortConstructor::Seq),
            (Theory::Set, SortConstructor::Set),
            (Theory::Bag, SortConstructor::Bag),
            (Theory::Tuple, SortConstructor::Nullable),
        ];
        for (theory, constructor) in containers {
            if self.recipe.has(theory) {
                for _ in 0..1 + self.stream.below(2) {
                    let element = self.element(&base);
                    let sort = self.store.apply_sort(constructor, &[element]);
                    self.palette.sorts.push(sort);
                }
            }
        }
        if self.recipe.has(Theory::Tuple) {
            let parts: Vec<Sort> = (0..1 + self.stream.below(3)).map(|_| self.element(&base)).collect();
            let tuple = self.store.apply_sort(SortConstructor::Tuple, &parts);
            self.palette.sorts.push(tuple);
            for (theory, constructor) in
                [(Theory::Set, SortConstructor::Set), (Theory::Bag, SortConstructor::Bag)]
            {
                if self.recipe.has(theory) {
                    let table = self.store.apply_sort(constructor, &[tuple]);
                    self.palette.sorts.push(table);
                }
            }
        }
        self.palette.sorts = dedup(std::mem::take(&mut self.palette.sorts));
    }

    fn element(&mut self, base: &[Sort]) -> Sort {
        let usable: Vec<Sort> = base.iter().copied().filter(|sort| *sort != Sort::ROUNDING_MODE).collect();
        self.stream.choose(&usable).copied().unwrap_or(Sort::INT)
    }

    /// Index and element of an array: within the logics of arrays, what their benchmarks have.
    fn array_parts(&mut self, base: &[Sort]) -> (Sort, Sort) {
        if self.recipe.logic.extensions {
            let (index, mut element) = (self.element(base), self.element(base));
            if self.stream.chance(1, 8) {
                element = self.store.apply_sort(SortConstructor::Array, &[index, element]);
            } else if self.stream.chance(1, 8) {
                element = Sort::BOOL;
            }
            return (index, element);
        }
        let of = |builder: &Self, wanted: fn(&SortKind) -> bool| -> Vec<Sort> {
            base.iter().copied().filter(|&sort| wanted(builder.store.sort_kind(sort))).collect()
        };
        let bits = of(self, |kind| matches!(kind, SortKind::BitVec(_)));
        let declared = of(self, |kind| matches!(kind, SortKind::Apply(..)));
        // (Array (_ BitVec i) (_ BitVec e)), (Array Int Int), (Array Int Real), (Array Index Element)
        let index = if bits.is_empty() && base.contains(&Sort::INT) {
            Some(Sort::INT)
        } else {
            self.stream.choose(&bits).or_else(|| declared.first()).copied()
        };
        let elements = if bits.is_empty() {
            let numbers = [Sort::INT, Sort::REAL].into_iter().filter(|sort| base.contains(sort));
            let numbers: Vec<Sort> = numbers.collect();
            if numbers.is_empty() { declared.clone() } else { numbers }
        } else {
            bits.clone()
        };
        let element = self.stream.choose(&elements).copied();
        let other = base.first().copied().unwrap_or(Sort::BOOL);
        (index.unwrap_or(other), element.unwrap_or(other))
    }

    /// A sort that a variable may have.
    pub(super) fn any_sort(&mut self) -> Sort {
        if self.palette.sorts.is_empty() || self.stream.chance(1, 8) {
            return Sort::BOOL;
        }
        self.palette.sorts[self.stream.below(self.palette.sorts.len())]
    }
}

/// Each once, in order.
fn dedup(sorts: Vec<Sort>) -> Vec<Sort> {
    let mut once = Vec::with_capacity(sorts.len());
    for sort in sorts {
        if !once.contains(&sort) {
            once.push(sort);
        }
    }
    once
}
