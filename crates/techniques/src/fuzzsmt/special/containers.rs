//! Arrays, sequences, sets, bags, tuples, functions, heaps: the sorts that are made of others.

use quis_smtlib::theories::Theory;
use quis_smtlib::{Sort, SortConstructor, SortKind};

use super::{functions, heaps, reads_z3};
use crate::fuzzsmt::builder::Builder;
use crate::fuzzsmt::palette::dedup;

impl Builder<'_> {
    /// Arrays, sequences, sets … over the sorts so far.
    pub(in crate::fuzzsmt) fn draw_containers(&mut self) {
        let base = self.palette.sorts.clone();
        if self.recipe.logic.arrays {
            for _ in 0..1 + self.stream.below(2) {
                let (index, element) = self.array_parts(&base);
                self.container(SortConstructor::Array, &[index, element]);
            }
            // Z3 has arrays with several indices.
            if reads_z3(self) && self.recipe.logic.extensions && self.stream.chance(1, 2) {
                let mut parts: Vec<Sort> =
                    (0..2 + self.stream.below(2)).map(|_| self.element(&base)).collect();
                parts.push(if self.stream.chance(1, 3) { Sort::BOOL } else { self.element(&base) });
                self.container(SortConstructor::Array, &parts);
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
                    let element = match self.element(&base) {
                        // Those are strings.
                        char if *self.store.sort_kind(char) == SortKind::Char => Sort::INT,
                        element => element,
                    };
                    self.container(constructor, &[element]);
                }
            }
        }
        if self.recipe.has(Theory::Tuple) {
            self.draw_tables(&base);
        }
        if self.recipe.logic.higher_order {
            functions::declare(self);
        }
        if self.recipe.has(Theory::Sep) {
            heaps::declare_separation(self);
        }
        if self.recipe.has(Theory::Heap) {
            heaps::declare(self);
        }
        self.palette.sorts = dedup(std::mem::take(&mut self.palette.sorts));
    }

    /// Tuples, and sets and bags of these.
    fn draw_tables(&mut self, base: &[Sort]) {
        let parts: Vec<Sort> = (0..1 + self.stream.below(3)).map(|_| self.element(base)).collect();
        let tuple = self.container(SortConstructor::Tuple, &parts);
        for (theory, constructor) in
            [(Theory::Set, SortConstructor::Set), (Theory::Bag, SortConstructor::Bag)]
        {
            if !self.recipe.has(theory) {
                continue;
            }
            self.container(constructor, &[tuple]);
            // A relation that can be joined with itself.
            let part = self.element(base);
            let pair = self.store.apply_sort(SortConstructor::Tuple, &[part, part]);
            self.container(constructor, &[pair]);
        }
    }

    /// Makes a sort of others, and one of the formula.
    fn container(&mut self, constructor: SortConstructor, parts: &[Sort]) -> Sort {
        let sort = self.store.apply_sort(constructor, parts);
        self.palette.sorts.push(sort);
        sort
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
}
