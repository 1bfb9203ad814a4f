//! Terms in place of terms.

use quis_smtlib::{Case, CasePattern, Function, Index, Role, Sort, Store, Term, TermKind};

use super::functions::is_below;
use super::{Call, Translation};
use crate::passes::constants::constant;

impl Translation {
    /// What stands for a term. No recursion, and each term once.
    pub(super) fn term(&mut self, store: &mut Store, root: Term) -> Option<Term> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.terms.contains_key(&term) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let children = store.children(term).iter().copied().chain(named(store, term));
            stack.extend(children.filter(|child| !self.terms.contains_key(child)));
            if stack.len() > waiting {
                continue;
            }
            let new = self.translated(store, term)?;
            self.terms.insert(term, new);
            stack.pop();
        }
        self.terms.get(&root).copied()
    }

    /// A term all of whose children are translated.
    fn translated(&mut self, store: &mut Store, term: Term) -> Option<Term> {
        let old = store.sort(term);
        let wanted = self.sort(store, old)?;
        let children = store.children(term).to_vec();
        let children: Vec<Term> =
            children.iter().map(|child| self.terms.get(child).copied()).collect::<Option<_>>()?;
        let new = match store.kind(term) {
            TermKind::Literal(_) => super::fit::literal(store, term, wanted)?,
            TermKind::Variable(name) => store.variable(name, wanted),
            TermKind::Binder(binder, vars, _) => {
                let (vars, bodies) = children.split_at(vars.len());
                store.binder(binder, vars, bodies).ok()?
            }
            TermKind::Annotated(_, attributes, _) => {
                let attributes = attributes.to_vec();
                let (&inner, patterns) = children.split_first()?;
                store.annotated(inner, attributes, patterns)
            }
            TermKind::Match(patterns, scrutinee, _) => {
                let (patterns, expected) = (patterns.to_vec(), store.sort(scrutinee));
                // The patterns are about this sort.
                if self.sort(store, expected)? != store.sort(*children.first()?) {
                    return None;
                }
                self.cases(store, &patterns, &children)?
            }
            TermKind::Apply(function, _) => self.application(store, term, function, children, wanted)?,
        };
        (self.loose || store.sort(new) == wanted).then_some(new)
    }

    /// match: (match x ((nil 0) ((cons y z) 1))) where `nil` has gone, result: (match x (((cons y z) 1)))
    fn cases(&mut self, store: &mut Store, patterns: &[CasePattern], children: &[Term]) -> Option<Term> {
        let (&scrutinee, terms) = children.split_first()?;
        let mut left = Vec::new();
        let mut terms_left = Vec::new();
        let cases: Vec<(Option<Function>, Vec<Term>, Term)> = Case::of(patterns, terms)
            .map(|case| (case.constructor, case.variables.to_vec(), case.body))
            .collect();
        for (constructor, variables, body) in cases {
            let (constructor, variables) = match constructor {
                None => (None, variables),
                Some(constructor) => match self.call(store, constructor)? {
                    Call::To(new) if store.function(new).role != Role::Constructor => return None,
                    Call::To(new) => (Some(new), variables),
                    Call::Constant => continue,
                    Call::Fewer(new, kept) => {
                        let is_gone = |at: &usize| !kept.contains(at);
                        let mut gone = (0..variables.len()).filter(is_gone);
                        if gone.any(|at| is_below(store, variables[at], body)) {
                            return None;
                        }
                        let kept: Option<Vec<Term>> =
                            kept.iter().map(|&at| variables.get(at).copied()).collect();
                        (Some(new), kept?)
                    }
                },
            };
            left.push(CasePattern { constructor, variables: variables.len() as u32 });
            terms_left.extend(variables);
            terms_left.push(body);
        }
        if left.is_empty() {
            return None;
        }
        store.match_term(scrutinee, &left, &terms_left).ok()
    }

    fn application(
        &mut self,
        store: &mut Store,
        term: Term,
        function: Function,
        mut args: Vec<Term>,
        wanted: Sort,
    ) -> Option<Term> {
        if let Some(op) = store.operator(function) {
            return self.operation(store, term, op, args, wanted);
        }
        let new = match self.call(store, function)? {
            Call::Constant => return constant(store, wanted, 0),
            Call::To(new) => new,
            Call::Fewer(new, kept) => {
                // A function that waits for more arguments has no place for those that are left.
                if args.len() != store.function(function).params.len() {
                    return None;
                }
                args = kept.iter().map(|&at| args.get(at).copied()).collect::<Option<_>>()?;
                new
            }
        };
        if let Ok(new) = store.apply_as(new, wanted, &args) {
            return Some(new);
        }
        let params = store.function(new).params.to_vec();
        for (arg, param) in args.iter_mut().zip(params) {
            *arg = super::fit::literal(store, *arg, param).unwrap_or(*arg);
        }
        let made = store.apply(new, &args).ok()?;
        // No `Int` becomes a `Real` by the way.
        (store.children(made) == args).then_some(made)
    }

    /// The indices of a function, translated; `None` if one of them has gone.
    pub(super) fn indices(&mut self, store: &mut Store, indices: &[Index]) -> Option<Vec<Index>> {
        let mut new = Vec::with_capacity(indices.len());
        for index in indices {
            new.push(match index {
                Index::Function(function) => match self.call(store, *function)? {
                    Call::To(new) if is_member(store, *function) != is_member(store, new) => return None,
                    Call::To(new) => Index::Function(new),
                    // match: (_ is c) and (_ update s) are about the constructor and the selector as a whole
                    Call::Fewer(new, _) if store.function(new).role == Role::Constructor => {
                        Index::Function(new)
                    }
                    _ => return None,
                },
                Index::Sort(sort) => Index::Sort(self.sort(store, *sort)?),
                other => other.clone(),
            });
        }
        Some(new)
    }
}

/// Whether a function belongs to a datatype.
fn is_member(store: &Store, function: Function) -> bool {
    matches!(store.function(function).role, Role::Constructor | Role::Selector { .. } | Role::Tester(_))
}

/// The term that a name stands for.
fn named(store: &Store, term: Term) -> Option<Term> {
    match store.kind(term) {
        TermKind::Apply(function, _) => match store.function(function).role {
            Role::Named(named) => Some(named),
            _ => None,
        },
        _ => None,
    }
}
