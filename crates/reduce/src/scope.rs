//! Which bound variables are known where.

use std::rc::Rc;

use hashbrown::HashMap;
use quis_smtlib::{Case, Script, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

/// For each term the variables that are bound wherever it stands, sorted.
#[derive(Default)]
pub(crate) struct Scopes {
    of: HashMap<Term, Rc<[Term]>, FxBuildHasher>,
}

impl Scopes {
    /// Looks at terms from above: every one comes after all that hold it.
    pub(crate) fn of(script: &Script, from_above: impl Iterator<Item = Term>) -> Scopes {
        let store = &script.store;
        let mut scopes = Scopes::default();
        for command in &script.commands {
            for term in command.terms() {
                scopes.meet(term, &Rc::from([]));
            }
            for &function in command.defines() {
                if let Some((vars, body)) = store.definition(function) {
                    scopes.meet(body, &with(&[], vars));
                }
            }
        }
        for term in from_above {
            let Some(own) = scopes.of.get(&term).cloned() else { continue };
            match store.kind(term) {
                TermKind::Binder(_, vars, bodies) => {
                    let inner = with(&own, vars);
                    for &child in vars.iter().chain(bodies) {
                        scopes.meet(child, &inner);
                    }
                }
                TermKind::Match(patterns, scrutinee, terms) => {
                    scopes.meet(scrutinee, &own);
                    for case in Case::of(patterns, terms) {
                        let inner = with(&own, case.variables);
                        scopes.meet(case.body, &inner);
                    }
                }
                _ => {
                    for &child in store.children(term) {
                        scopes.meet(child, &own);
                    }
                }
            }
        }
        scopes
    }

    /// A term stands in one more place: what is not known there is not known everywhere.
    fn meet(&mut self, term: Term, scope: &Rc<[Term]>) {
        match self.of.get_mut(&term) {
            None => {
                self.of.insert(term, Rc::clone(scope));
            }
            Some(known) if Rc::ptr_eq(known, scope) || known == scope => {}
            Some(known) => {
                let both = known.iter().copied().filter(|var| scope.binary_search(var).is_ok());
                *known = both.collect();
            }
        }
    }

    /// The variables that are known wherever a term stands.
    pub(crate) fn variables(&self, term: Term) -> &[Term] {
        self.of.get(&term).map_or(&[], |known| known)
    }
}

/// A scope with more variables.
fn with(scope: &[Term], vars: &[Term]) -> Rc<[Term]> {
    let mut all: Vec<Term> = scope.iter().chain(vars).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

/// Whether a script binds variables at all.
pub(crate) fn binds(store: &Store, terms: &[(Term, u32)]) -> bool {
    terms.iter().any(|(term, _)| matches!(store.kind(*term), TermKind::Variable(_)))
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Command, Mode, parse};

    use super::*;

    #[test]
    fn what_is_known_in_some_places_only_is_not_known() {
        let source = "(declare-fun p (Int Int) Bool)
            (assert (forall ((x Int) (y Int)) (and (p 1 2) (exists ((z Int)) (p 3 4)))))
            (assert (forall ((x Int)) (p 1 2)))";
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let mut terms: Vec<Term> = script.store.terms().collect();
        terms.reverse();
        let scopes = Scopes::of(&script, terms.iter().copied());
        let known = |number: u64| {
            let one = terms.iter().copied().find(|&term| {
                matches!(script.store.kind(term), TermKind::Apply(_, &[first, _])
                    if matches!(script.store.kind(first), TermKind::Literal(quis_smtlib::Literal::Numeral(text)) if **text == *number.to_string()))
            });
            scopes.variables(one.unwrap()).len()
        };
        assert_eq!(known(1), 1);
        assert_eq!(known(3), 3);
        let Command::Assert(root) = script.commands[1] else { unreachable!("as written") };
        assert!(scopes.variables(root).is_empty());
    }
}
