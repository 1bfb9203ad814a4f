//! Simpler sorts.

use quis_smtlib::{Logic, Sort, SortConstructor, SortKind, Store, Symbol};

use super::View;
use super::widths::by_sorts;
use crate::change::Change;
use crate::inventory;
use crate::translate::Translation;

/// So many sorts are replaced at most.
const MAX_SORTS: usize = 12;

/// So many symbols get another sort alone at most.
const MAX_SYMBOLS: usize = 48;

/// match: (declare-sort U 0) (declare-const x U) (assert (= x x)), result: (declare-const x Int) (assert (= x x));
/// match: (declare-const x Real) (assert (> x 1.5)), result: (declare-const x Int) (assert (> x 1));
/// match: (declare-const a (Array (_ BitVec 32) Int)), result: (declare-const a (Array Int Int)) where indices are literals
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let simple = simple(view);
    let store = &mut view.script.store;
    let mut sorts = inventory::sorts(store, &view.script.commands);
    sorts.retain(|&sort| is_complex(store, sort));
    sorts.sort_by_key(|&sort| std::cmp::Reverse(inventory::length(store, sort)));
    sorts.truncate(MAX_SORTS);
    let mut changes = Vec::new();
    for &sort in &sorts {
        for &other in simple {
            changes.push(by_sorts(vec![(sort, store.sort_kind(other).clone())]));
        }
        changes
            .extend(other_indices(store, sort, simple).into_iter().map(|kind| by_sorts(vec![(sort, kind)])));
    }
    for name in symbols(view) {
        for &sort in simple {
            changes.push(Change::Translate(Box::new(move |store, commands| {
                let function = inventory::function_named(store, commands, name)?;
                Some(Translation::of_result(store, function, sort))
            })));
        }
    }
    changes
}

/// The sorts that may stand for others: integers only where the logic has them.
fn simple(view: &View<'_>) -> &'static [Sort] {
    let logic = view.script.logic().map(Logic::from_name);
    let has_ints = logic.is_none_or(|logic| logic.is_some_and(|logic| logic.ints));
    if has_ints { &[Sort::INT, Sort::BOOL] } else { &[Sort::BOOL] }
}

/// Whether a simpler sort may stand for it. Strings and languages have no operators in common with others.
fn is_complex(store: &Store, sort: Sort) -> bool {
    matches!(
        store.sort_kind(sort),
        SortKind::Real
            | SortKind::BitVec(_)
            | SortKind::Float(..)
            | SortKind::FiniteField(_)
            | SortKind::Apply(..)
    )
}

/// match: (Array (_ BitVec 32) X), result: (Array Int X), (Array Bool X)
fn other_indices(store: &Store, sort: Sort, simple: &[Sort]) -> Vec<SortKind> {
    let SortKind::Apply(SortConstructor::Array, parts) = store.sort_kind(sort) else { return Vec::new() };
    let Some((&element, indices)) = parts.split_last() else { return Vec::new() };
    if indices.len() != 1 || indices.iter().all(|index| [Sort::INT, Sort::BOOL].contains(index)) {
        return Vec::new();
    }
    let array = |&index: &Sort| SortKind::Apply(SortConstructor::Array, [index, element].into());
    simple.iter().map(array).collect()
}

/// The declared symbols that give something complex.
fn symbols(view: &View<'_>) -> Vec<Symbol> {
    let store = &view.script.store;
    view.survey.symbols(store, MAX_SYMBOLS, |sort| is_complex(store, sort))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{holding, results};

    #[test]
    fn declared_sorts_become_integers() {
        let text = "(declare-sort U 0) (declare-fun f (U) U) (declare-const x U) (assert (distinct (f x) x))";
        let results = results("sorts", text);
        assert_eq!(
            results[0],
            "(declare-fun f (Int) Int)\n(declare-const x Int)\n(assert (distinct (f x) x))\n"
        );
        assert_eq!(
            results[1],
            "(declare-fun f (Bool) Bool)\n(declare-const x Bool)\n(assert (distinct (f x) x))\n"
        );
    }

    #[test]
    fn reals_become_integers_with_their_operators() {
        let text =
            "(declare-const x Real) (declare-const n Int) (assert (< (/ x 2.5) (to_real n) (+ x 1.5)))";
        let expected = "(declare-const x Int)\n(declare-const n Int)\n(assert (< (div x 2) n (+ x 1)))\n";
        assert_eq!(results("sorts", text)[0], expected);
    }

    #[test]
    fn members_of_datatypes_become_functions() {
        let text = "(declare-datatypes ((P 0)) (((p (a Int)) (q (b Int) (c P)))))
            (declare-const x P) (assert (= (a x) 1)) (assert (distinct (p 2) x)) (assert (or ((_ is q) x) (is-p x)))";
        let expected = "(declare-fun a (Int) Int)
(declare-fun p (Int) Int)
(declare-fun is-p (Int) Bool)
(declare-const x Int)
(assert (= (a x) 1))
(assert (distinct (p 2) x))
(assert (or false (is-p x)))
";
        assert_eq!(results("sorts", text)[0], expected);
        let text = "(declare-datatypes ((P 0)) (((p (a Int))))) (declare-const x P) (assert (match x (((p y) (> y 1)))))";
        assert!(results("sorts", text).is_empty());
    }

    #[test]
    fn logics_have_integers_or_not() {
        let of_logic = |name| format!("(set-logic {name}) (declare-const x Real) (assert (> x 1.5))");
        assert!(results("sorts", &of_logic("QF_LRA")).is_empty());
        let integers = "(declare-const x Int)\n(assert (> x 1))\n";
        assert_eq!(results("sorts", &of_logic("ALL"))[0], format!("(set-logic ALL)\n{integers}"));
    }

    #[test]
    fn indices_that_are_literals_become_simple() {
        let text = "(declare-const a (Array (_ BitVec 32) (_ BitVec 8))) (assert (bvult #x01 (select a #x00000010)))";
        let expected = "(declare-const a (Array Int (_ BitVec 8)))\n(assert (bvult #x01 (select a 16)))\n";
        assert!(results("sorts", text).iter().any(|result| result == expected));
    }

    #[test]
    fn datatypes_without_members_go() {
        let text = "(declare-datatypes ((A 0)) (((a) (b)))) (declare-const x A) (declare-const y A) (assert (= x y))";
        assert_eq!(
            holding(text, |text| text.contains("(= x y)")),
            "(declare-const x Int)\n(declare-const y Int)\n(assert (= x y))\n"
        );
    }
}
