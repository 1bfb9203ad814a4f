//! The numbers of a script: sizes, depth, how often what occurs. Every pass is linear in the DAG, and none is recursive.

mod size;

use std::collections::BTreeMap;

pub use size::Size;

use crate::function::Function;
use crate::script::Script;
use crate::sort::{Sort, SortKind};
use crate::term::walk::{TermSet, post_order};
use crate::term::{Binder, Store, TermKind};

/// What one walk over all terms of a script finds.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How many different terms there are.
    pub dag: u64,
    /// How many terms there are when each is counted wherever it stands.
    pub tree: Size,
    /// The number of terms on the longest way down.
    pub depth: u32,
    /// How many terms there are with each binder.
    pub binders: BTreeMap<Binder, u64>,
    /// How many terms begin with each function, by its index.
    by_function: Vec<(Option<Function>, u64)>,
    /// How many terms are of each sort, by its index.
    by_sort: Vec<(Option<Sort>, u64)>,
    /// How many matches there are.
    pub matches: u64,
    /// The keywords of the attributes of terms.
    pub attributes: BTreeMap<String, u64>,
}

impl Shape {
    /// Measures the terms of a script: those of its commands and of its definitions.
    #[must_use]
    pub fn of(script: &Script) -> Shape {
        let store = &script.store;
        let mut shape = Shape {
            dag: 0,
            tree: Size::ZERO,
            depth: 0,
            binders: BTreeMap::new(),
            by_function: vec![(None, 0); store.function_count()],
            by_sort: vec![(None, 0); store.sort_count()],
            matches: 0,
            attributes: BTreeMap::new(),
        };
        let mut below = vec![(Size::ZERO, 0); store.len()];
        let roots = script.roots();
        post_order(store, &roots, &mut TermSet::for_store(store), |term| {
            let (mut size, mut depth) = (Size::ONE, 0);
            for child in store.children(term) {
                let (child_size, child_depth) = below[child.index()];
                size += child_size;
                depth = depth.max(child_depth);
            }
            below[term.index()] = (size, depth + 1);
            shape.dag += 1;
            let sort = store.sort(term);
            let of_sort = &mut shape.by_sort[sort.index()];
            *of_sort = (Some(sort), of_sort.1 + 1);
            match store.kind(term) {
                TermKind::Apply(function, _) => {
                    let of_function = &mut shape.by_function[function.index()];
                    *of_function = (Some(function), of_function.1 + 1);
                }
                TermKind::Binder(binder, ..) => *shape.binders.entry(binder).or_default() += 1,
                TermKind::Match(..) => shape.matches += 1,
                TermKind::Annotated(_, attributes, _) => {
                    for attribute in attributes {
                        let keyword = attribute.keyword();
                        match shape.attributes.get_mut(keyword) {
                            Some(count) => *count += 1,
                            None => drop(shape.attributes.insert(keyword.to_owned(), 1)),
                        }
                    }
                }
                TermKind::Literal(_) | TermKind::Variable(_) => {}
            }
        });
        for root in roots {
            let (size, depth) = below[root.index()];
            shape.tree += size;
            shape.depth = shape.depth.max(depth);
        }
        shape
    }

    /// The functions that occur and how often.
    pub fn functions(&self) -> impl Iterator<Item = (Function, u64)> {
        self.by_function.iter().filter_map(|&(function, count)| Some((function?, count)))
    }

    /// The sorts of terms that occur and how often.
    pub fn sorts(&self) -> impl Iterator<Item = (Sort, u64)> {
        self.by_sort.iter().filter_map(|&(sort, count)| Some((sort?, count)))
    }
}

/// How many sorts stand in a sort when each is counted wherever it stands. `known` keeps what was found, by the index
/// of the sort, for the next call.
pub fn sort_size(store: &Store, sort: Sort, known: &mut Vec<Option<Size>>) -> Size {
    known.resize(known.len().max(store.sort_count()), None);
    let mut stack = vec![sort];
    while let Some(&sort) = stack.last() {
        let args: &[Sort] = match store.sort_kind(sort) {
            SortKind::Apply(_, args) => args,
            _ => &[],
        };
        let waiting = stack.len();
        stack.extend(args.iter().copied().filter(|arg| known[arg.index()].is_none()));
        if stack.len() == waiting {
            let below = args.iter().filter_map(|arg| known[arg.index()]);
            known[sort.index()] = Some(below.fold(Size::ONE, |sum, size| sum + size));
            stack.pop();
        }
    }
    known[sort.index()].unwrap_or(Size::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::{Mode, parse};

    #[test]
    fn counts_of_a_small_script() {
        let source =
            "(declare-const x Int) (assert (forall ((y Int)) (! (= (+ x y) (+ x y) x) :pattern ((+ x y)))))";
        let script = parse(source, Mode::Standard).script;
        let shape = Shape::of(&script);
        // y, x, (+ x y), (= …), (! …), (forall …)
        assert_eq!((shape.dag, shape.depth), (6, 5));
        assert_eq!(shape.tree, Size::Exact(1 + 1 + 1 + (1 + 3 + 3 + 1) + 3));
        assert_eq!(shape.binders[&Binder::Forall], 1);
        assert_eq!(shape.attributes[":pattern"], 1);
        assert_eq!(shape.sorts().map(|(_, count)| count).sum::<u64>(), 6);
    }

    #[test]
    fn sorts_that_double() {
        let mut store = Store::new();
        let mut sort = Sort::INT;
        for _ in 0..1000 {
            sort = store.apply_sort(crate::sort::SortConstructor::Array, &[sort, sort]);
        }
        assert_eq!(sort_size(&store, sort, &mut Vec::new()).to_string(), "about 2^1001");
    }
}
