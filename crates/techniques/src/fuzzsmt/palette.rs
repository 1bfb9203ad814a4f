//! The sorts of a formula: what its variables may be.

use quis_smtlib::{Command, Sort, SortConstructor, SortKind};

use super::builder::Builder;
use super::parameters::Widths;
use super::special::datatypes;
use super::special::heaps::HeapSorts;
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
    /// What the heap of separation logic holds: the sorts of locations and of data.
    pub(super) cells: Option<(Sort, Sort)>,
    /// The sorts of a heap of the theory of heaps.
    pub(super) heap: Option<HeapSorts>,
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
        if logic.strings && logic.extensions && self.recipe.dialect.has_chars() && self.stream.chance(1, 2) {
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

    /// A sort that a variable may have.
    pub(super) fn any_sort(&mut self) -> Sort {
        if self.palette.sorts.is_empty() || self.stream.chance(1, 8) {
            return Sort::BOOL;
        }
        self.palette.sorts[self.stream.below(self.palette.sorts.len())]
    }
}

/// Each once, in order.
pub(super) fn dedup(sorts: Vec<Sort>) -> Vec<Sort> {
    let mut once = Vec::with_capacity(sorts.len());
    for sort in sorts {
        if !once.contains(&sort) {
            once.push(sort);
        }
    }
    once
}
