//! Functions with fewer parameters.

use std::ops::Range;

use quis_smtlib::{Command, Store, Symbol};

use super::View;
use crate::change::Change;
use crate::inventory;
use crate::translate::Translation;

/// So many functions are looked at in one round.
const MAX_FUNCTIONS: usize = 48;

/// match: (declare-fun f (Int Int) Int) (assert (= (f 1 2) 0)), result: (declare-const f Int) (assert (= f 0)), (declare-fun f (Int) Int)
/// (assert (= (f 1) 0)); of definitions, too, with a constant for a parameter that is used
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let mut changes = Vec::new();
    let functions = inventory::functions(store, &view.script.commands).into_iter();
    let with_parameters =
        functions.map(|function| store.function(function)).filter(|data| !data.params.is_empty());
    for data in with_parameters.take(MAX_FUNCTIONS) {
        for range in ranges(data.params.len()) {
            let name = data.name;
            changes.push(Change::Translate(Box::new(move |store, commands| {
                without(store, commands, name, range.clone())
            })));
        }
    }
    changes
}

/// A function loses these parameters. The function is found by its name: it is another after each change.
fn without(store: &Store, commands: &[Command], name: Symbol, range: Range<usize>) -> Option<Translation> {
    let function = inventory::function_named(store, commands, name)?;
    let count = store.function(function).params.len();
    if range.start >= count {
        return None;
    }
    let kept = (0..count).filter(|at| !range.contains(at)).collect();
    Some(Translation::of_parameters(function, kept))
}

/// All parameters, then halves, quarters, …, each from the last: what has gone moves nothing that is still to be tried.
fn ranges(count: usize) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut length = count;
    while length > 0 {
        let mut end = count;
        while end > 0 {
            let start = end.saturating_sub(length);
            ranges.push(start..end);
            end = start;
        }
        length /= 2;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::super::tests::{holding, results};
    use super::*;

    #[test]
    fn ranges_are_halved() {
        assert_eq!(ranges(3), [0..3, 2..3, 1..2, 0..1]);
        assert_eq!(ranges(4), [0..4, 2..4, 0..2, 3..4, 2..3, 1..2, 0..1]);
        assert!(ranges(0).is_empty());
    }

    #[test]
    fn parameters_go_with_their_arguments() {
        let text = "(declare-fun f (Int Bool) Int) (assert (= (f 1 true) (f 2 false)))";
        let expected = [
            "(declare-const f Int)\n(assert (= f f))\n",
            "(declare-fun f (Int) Int)\n(assert (= (f 1) (f 2)))\n",
            "(declare-fun f (Bool) Int)\n(assert (= (f true) (f false)))\n",
        ];
        assert_eq!(results("arity", text), expected);
    }

    #[test]
    fn definitions_get_constants() {
        let text =
            "(define-fun-rec f ((x Int) (y Int)) Int (ite (> x y) (f (- x 1) y) x)) (assert (= (f 1 2) 0))";
        let expected = "(define-fun-rec f ((x Int)) Int (ite (> x 0) (f (- x 1)) x))\n(assert (= (f 1) 0))\n";
        assert_eq!(results("arity", text)[1], expected);
    }

    #[test]
    fn relations_lose_parameters() {
        let text = "(declare-rel p (Int Bool)) (declare-var x Int) (rule (p x true)) (query p)";
        let expected = "(declare-rel p (Int))\n(declare-var x Int)\n(rule (p x))\n(query p)\n";
        assert_eq!(results("arity", text)[1], expected);
    }

    #[test]
    fn many_parameters_take_few_rounds() {
        let text = "(declare-fun f (Int Int Int Int Bool Int Int) Bool) (assert (f 0 0 0 0 true 0 0))";
        let expected = "(declare-fun f (Bool) Bool)\n(assert (f true))\n";
        let is_argument =
            |text: &str| (text.contains("(f 0") || text.contains("(f true")) && text.contains(" true");
        assert_eq!(holding(text, is_argument), expected);
    }
}
