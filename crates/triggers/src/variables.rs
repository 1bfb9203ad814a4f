//! What the user called the variables of an axiom: in normal form, each is bound once, and some have other names.

use hashbrown::HashSet;
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Binder, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

/// For each variable one of the same sort, by which it is called when users are told of it: that of the axiom as it was written, or itself if
/// another has that name already.
///
/// match: (x!0, y) of (forall ((x Int) (y Int)) …), result: (x, y); match: (x, x!0), result: (x, x!0)
pub(crate) fn as_written(store: &mut Store, written: Term, variables: &[Term]) -> Vec<Term> {
    let names = bound(store, written);
    let own: Vec<String> = variables.iter().map(|&variable| name(store, variable).to_owned()).collect();
    // Those that were never renamed keep their names, whatever comes before them.
    let mut given: HashSet<String, FxBuildHasher> =
        own.iter().filter(|name| names.contains(*name)).cloned().collect();
    let mut called = Vec::with_capacity(variables.len());
    for (&variable, own) in variables.iter().zip(&own) {
        let old = if names.contains(own) { None } else { before_renaming(own, &names) };
        called.push(match old.filter(|old| given.insert((*old).to_owned())) {
            Some(old) => {
                let (symbol, sort) = (store.symbol(old), store.sort(variable));
                store.variable(symbol, sort)
            }
            None => variable,
        });
    }
    called
}

/// match: x!0!3, result: x, if that is one of the names
fn before_renaming<'n>(name: &'n str, names: &HashSet<String, FxBuildHasher>) -> Option<&'n str> {
    let mut old = name;
    while let Some((stem, number)) = old.rsplit_once('!') {
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if names.contains(stem) {
            return Some(stem);
        }
        old = stem;
    }
    None
}

/// The names that the quantifiers of a formula bind.
fn bound(store: &Store, root: Term) -> HashSet<String, FxBuildHasher> {
    let mut names = HashSet::default();
    post_order(store, &[root], &mut TermSet::for_store(store), |term| {
        if let TermKind::Binder(Binder::Forall | Binder::Exists, variables, _) = store.kind(term) {
            names.extend(variables.iter().map(|&variable| name(store, variable).to_owned()));
        }
    });
    names
}

fn name(store: &Store, variable: Term) -> &str {
    match store.kind(variable) {
        TermKind::Variable(name) => store.text(name),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::{Selection, problem, text};

    /// What the variables of the formulas are called, and what they are called when users are told of them.
    fn called(source: &str) -> Vec<(String, String)> {
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let mut problem = problem(&script, source, &Selection::default()).unwrap();
        let mut all = Vec::new();
        for formula in problem.formulas.clone() {
            let written = problem.axioms[formula.axiom].written;
            let called = as_written(&mut problem.store, written, &formula.variables);
            let join = |terms: &[Term]| {
                let texts: Vec<String> = terms.iter().map(|&term| text::term(&problem.store, term)).collect();
                texts.join(" ")
            };
            all.push((join(&formula.variables), join(&called)));
        }
        all
    }

    fn pair(one: &str, other: &str) -> (String, String) {
        (one.to_owned(), other.to_owned())
    }

    #[test]
    fn renamed_variables_have_the_names_of_the_user() {
        let found = called(
            "(declare-fun p (Int) Bool) (declare-fun q (Int) Bool) (assert (forall ((x Int)) (p x)))
             (assert (forall ((x Int)) (and (p x) (q x)))) (assert (forall ((|a b| Int)) (q |a b|))) (assert (forall ((|a b| Int)) (p |a b|)))",
        );
        let expected = [
            pair("x", "x"),
            pair("x!0!0", "x"),
            pair("x!0", "x"),
            pair("|a b|", "|a b|"),
            pair("|a b!0|", "|a b|"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn names_that_clash_in_an_axiom_stay_distinct() {
        let found = called(
            "(declare-fun p (Int) Bool) (declare-fun q (Int) Bool)
             (assert (forall ((x Int)) (or (p x) (forall ((x Int)) (q x)))))
             (assert (forall ((x!0 Int)) (p x!0))) (assert (forall ((x Int) (x!7 Int)) (or (p x) (q x!7))))",
        );
        // What the user calls x!0 or x!7 was never renamed.
        for (_, called) in &found {
            let mut names: Vec<&str> = called.split(' ').collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), called.split(' ').count(), "{found:?}");
        }
        assert_eq!(found[2].1, "x x!7", "{found:?}");
        assert!(found[0].1.split(' ').any(|name| name == "x"), "{found:?}");
        assert_eq!(found[1].1, "x!0", "{found:?}");
    }
}
