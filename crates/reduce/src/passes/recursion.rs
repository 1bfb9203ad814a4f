//! Recursive definitions that are none, or that nobody needs.

use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Command, Function, Store, TermKind};

use super::View;
use crate::change::Change;
use crate::commands::rewritten;
use crate::rewrite::Rewriter;

/// match: (define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) (x (g x))) where `f` is not used, result: (define-fun-rec g ((x Int)) Int (g x));
/// match: (define-fun-rec f ((x Int)) Int (+ x 1)), result: (define-fun f ((x Int)) Int (+ x 1))
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let mut changes = Vec::new();
    for (at, command) in view.script.commands.iter().enumerate() {
        if let Command::DefineFunsRec(functions) = command {
            let used: Vec<Function> = functions.iter().copied().filter(|&one| view.used.has(one)).collect();
            match used[..] {
                [one] => changes.push(Change::Command(at, Command::DefineFunRec(one))),
                [_, ..] if used.len() < functions.len() => {
                    changes.push(Change::Command(at, Command::DefineFunsRec(used.into())));
                }
                _ => {}
            }
        }
        if let Command::DefineFunRec(function) = *command
            && !is_recursive(store, function)
        {
            changes.push(Change::Remake(Box::new(move |store, commands| plain(store, commands, function))));
        }
    }
    changes
}

/// Whether a definition holds its own function.
fn is_recursive(store: &Store, function: Function) -> bool {
    let Some((_, body)) = store.definition(function) else { return true };
    let mut found = false;
    post_order(store, &[body], &mut TermSet::for_store(store), |term| {
        found |= matches!(store.kind(term), TermKind::Apply(head, _) if head == function);
    });
    found
}

/// The commands with a plain definition in place of a recursive one.
fn plain(store: &mut Store, commands: &[Command], function: Function) -> Option<Vec<Command>> {
    let at = commands.iter().position(|command| *command == Command::DefineFunRec(function))?;
    let (vars, body) = store.definition(function)?;
    let vars = vars.to_vec();
    let data = store.function(function);
    let (name, result) = (data.name, data.result);
    let new = store.define_function(name, &vars, result, body).ok()?;
    let mut rewriter = Rewriter::default();
    rewriter.replace_function(function, new);
    let mut all: Vec<Command> = commands.get(..at)?.to_vec();
    all.push(Command::DefineFun(new));
    all.extend(rewritten(store, commands.get(at + 1..)?, &mut rewriter)?);
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;

    #[test]
    fn definitions_that_are_not_recursive_are_plain() {
        let text = "(define-fun-rec f ((x Int)) Int (+ x 1)) (define-fun-rec g ((x Int)) Int (g (f x))) (assert (= (f 1) (g 2)))";
        let expected = "(define-fun f ((x Int)) Int (+ x 1))
(define-fun-rec g ((x Int)) Int (g (f x)))
(assert (= (f 1) (g 2)))
";
        assert_eq!(results("recursion", text), [expected]);
    }

    #[test]
    fn definitions_that_are_not_used_go_from_their_group() {
        let text = "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int) (h ((x Int)) Int)) ((h x) (g x) (g x))) (assert (= (h 1) 0))";
        let both =
            "(define-funs-rec ((g ((x Int)) Int) (h ((x Int)) Int)) ((g x) (g x)))\n(assert (= (h 1) 0))\n";
        assert_eq!(results("recursion", text), [both]);
        let text =
            "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((g x) (g x))) (assert (= (g 1) 0))";
        let one = "(define-fun-rec g ((x Int)) Int (g x))\n(assert (= (g 1) 0))\n";
        assert_eq!(results("recursion", text), [one]);
    }
}
