//! Definitions, expanded.

use hashbrown::HashMap;
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Role, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

/// Replaces applications of defined functions by their bodies, and names of terms by the terms.
#[derive(Default)]
pub(crate) struct Expansion {
    memo: HashMap<Term, Term, FxBuildHasher>,
}

impl Expansion {
    /// match: (f 2) where (define-fun f ((x Int)) Int (+ x 1)), result: (+ 2 1)
    ///
    /// `None` if a term cannot be rebuilt.
    pub(crate) fn apply(&mut self, store: &mut Store, root: Term) -> Option<Term> {
        // A definition may hold others: what comes of it is expanded again.
        let mut stack: Vec<(Term, Option<Term>)> = vec![(root, None)];
        while let Some(&(term, opened)) = stack.last() {
            if self.memo.contains_key(&term) {
                stack.pop();
                continue;
            }
            if let Some(body) = opened {
                match self.memo.get(&body).copied() {
                    Some(done) => {
                        self.memo.insert(term, done);
                        stack.pop();
                    }
                    None => stack.push((body, None)),
                }
                continue;
            }
            let missing: Vec<Term> =
                store.children(term).iter().copied().filter(|child| !self.memo.contains_key(child)).collect();
            if !missing.is_empty() {
                stack.extend(missing.into_iter().map(|child| (child, None)));
                continue;
            }
            let children: Vec<Term> = store.children(term).iter().map(|child| self.memo[child]).collect();
            let rebuilt = match children == store.children(term) {
                true => term,
                false => store.with_children(term, &children).ok()?,
            };
            match body_of(store, rebuilt)? {
                Some(body) if body != term => {
                    if let Some(top) = stack.last_mut() {
                        top.1 = Some(body);
                    }
                }
                _ => {
                    self.memo.insert(term, rebuilt);
                    stack.pop();
                }
            }
        }
        self.memo.get(&root).copied()
    }
}

/// What an application of a defined function stands for.
fn body_of(store: &mut Store, term: Term) -> Option<Option<Term>> {
    let TermKind::Apply(function, args) = store.kind(term) else { return Some(None) };
    match &store.function(function).role {
        Role::Named(named) => Some(Some(*named)),
        Role::Defined { vars, body } => {
            let (vars, body, args) = (vars.to_vec(), *body, args.to_vec());
            let mut replacement = Replacement::default();
            for (&var, &arg) in vars.iter().zip(&args) {
                replacement.put(var, arg);
            }
            Some(Some(replacement.apply(store, body).ok()?))
        }
        _ => Some(None),
    }
}
