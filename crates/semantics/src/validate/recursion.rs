//! Recursive definitions that may contradict themselves.

use hashbrown::HashSet;
use quis_smtlib::walk::post_order;
use quis_smtlib::{Command, Function, Script, Store, TermKind, TermSet};
use rustc_hash::FxBuildHasher;

/// A function whose recursive definition needs its own value, if there is one: such a definition may have no function that it
/// defines, and then nothing is satisfiable beside it, whether it is mentioned or not.
///
/// ```
/// use quis_semantics::recursive_definition;
/// use quis_smtlib::{Mode, parse};
///
/// let source = "(define-fun-rec f ((x Int)) Int (+ (f x) 1)) (assert true) (check-sat)";
/// let script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// assert!(recursive_definition(&script).is_some());
/// ```
#[must_use]
pub fn recursive_definition(script: &Script) -> Option<Function> {
    let recursive = script.commands.iter().flat_map(|command| match command {
        Command::DefineFunRec(_) | Command::DefineFunsRec(_) => command.defines(),
        _ => &[],
    });
    recursive.copied().find(|&function| needs_itself(&script.store, function))
}

/// Whether the definition of a function mentions it, or mentions what mentions it.
#[must_use]
pub fn needs_itself(store: &Store, function: Function) -> bool {
    let mut seen: HashSet<Function, FxBuildHasher> = HashSet::default();
    let mut todo = vec![function];
    let mut terms = TermSet::for_store(store);
    while let Some(next) = todo.pop() {
        let Some((_, body)) = store.definition(next) else { continue };
        let mut found = false;
        post_order(store, &[body], &mut terms, |term| {
            if let TermKind::Apply(mentioned, _) = store.kind(term) {
                found |= mentioned == function;
                if store.definition(mentioned).is_some() && seen.insert(mentioned) {
                    todo.push(mentioned);
                }
            }
        });
        if found {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    #[test]
    fn recursion_goes_through_other_functions() {
        let recursive = |source: &str| {
            recursive_definition(&parse(source, Mode::Standard).into_result().unwrap()).is_some()
        };
        assert!(recursive(
            "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((g x) (+ (f x) 1))) (check-sat)"
        ));
        assert!(!recursive(
            "(define-fun-rec f ((x Int)) Int (+ x 1)) (define-fun g ((x Int)) Int (f (f x)))"
        ));
        assert!(!recursive("(declare-fun f (Int) Int) (define-fun-rec g ((x Int)) Int (f x))"));
    }
}
