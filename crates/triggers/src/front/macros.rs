//! Definitions, expanded.

use hashbrown::HashMap;
use quis_smtlib::walk::{Replacement, TermSet, post_order};
use quis_smtlib::{Role, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use super::prenex::renewed;

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
            // What the body itself binds gets new names: it must not capture variables of the arguments, nor be bound twice where a
            // definition stands within another use of it.
            let bound = variables(store, body).into_iter().filter(|variable| !vars.contains(variable));
            for variable in bound.collect::<Vec<_>>() {
                replacement.put(variable, renewed(store, variable)?);
            }
            for (&var, &arg) in vars.iter().zip(&args) {
                replacement.put(var, arg);
            }
            Some(Some(replacement.apply(store, body).ok()?))
        }
        _ => Some(None),
    }
}

/// The variables of a term, those that it binds among them.
fn variables(store: &Store, root: Term) -> Vec<Term> {
    let mut found = Vec::new();
    post_order(store, &[root], &mut TermSet::for_store(store), |term| {
        if matches!(store.kind(term), TermKind::Variable(_)) {
            found.push(term);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Command, Mode, PrintOptions, parse, print_term};

    use super::*;

    fn expanded(source: &str) -> Vec<String> {
        let mut script = parse(source, Mode::Standard).into_result().unwrap();
        let mut expansion = Expansion::default();
        let mut all = Vec::new();
        for command in &script.commands {
            if let Command::Assert(term) = command {
                let term = expansion.apply(&mut script.store, *term).unwrap();
                all.push(print_term(&script.store, term, PrintOptions::plain()).unwrap());
            }
        }
        all
    }

    #[test]
    fn definitions_capture_no_variables_of_their_arguments() {
        let found = expanded(
            "(define-fun below ((x Int)) Bool (exists ((y Int)) (> y x))) (assert (forall ((y Int)) (below y)))
             (declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
             (define-fun first ((x Int) (l L)) Int (match l ((nil 0) ((cons a b) (+ a x)))))
             (assert (forall ((a Int)) (= (first a nil) 0)))",
        );
        assert_eq!(found[0], "(forall ((y Int)) (exists ((y!0 Int)) (> y!0 y)))");
        assert_eq!(found[1], "(forall ((a Int)) (= (match nil ((nil 0) ((cons a!0 b!0) (+ a!0 a)))) 0))");
    }

    #[test]
    fn no_variable_is_bound_within_its_own_scope() {
        let found = expanded(
            "(declare-fun p (Int) Bool) (define-fun some ((b Bool)) Bool (exists ((y Int)) (and b (p y))))
             (assert (exists ((y Int)) (and (p y) (some (some false)))))",
        );
        let expected = "(exists ((y Int)) (and (p y) (exists ((y!1 Int)) (and (exists ((y!0 Int)) (and false (p y!0))) (p y!1)))))";
        assert_eq!(found, [expected]);
    }
}
