//! Terms made anew over other terms, and typed again.

use hashbrown::HashMap;
use quis_smtlib::{Binder, Function, FunctionData, Role, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// What is to be made of the children of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Child {
    /// Another term is to stand there.
    Replaced(Term),
    /// Nothing.
    Removed,
}

/// Replaces terms, children of terms and functions wherever they occur. What is put in is rewritten, too: several changes may meet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rewriter {
    terms: Map<Term, Term>,
    children: Map<Term, Vec<(u32, Child)>>,
    functions: Map<Function, Function>,
    /// What became of every term that was met.
    memo: Map<Term, Term>,
}

impl Rewriter {
    /// A term in place of another, unless one is there already. The new one must not hold the old one.
    pub(crate) fn replace(&mut self, old: Term, new: Term) {
        self.terms.entry(old).or_insert(new);
    }

    /// A change to the child of a term, wherever the term stands.
    pub(crate) fn change_child(&mut self, parent: Term, at: u32, child: Child) {
        self.children.entry(parent).or_default().push((at, child));
    }

    /// A function in place of another, of as many parameters.
    pub(crate) fn replace_function(&mut self, old: Function, new: Function) {
        self.functions.insert(old, new);
        // What was met before did not know of it.
        self.memo.clear();
    }

    /// Whether nothing is to be replaced.
    pub(crate) fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.children.is_empty() && self.functions.is_empty()
    }

    /// What became of a term that was met.
    pub(crate) fn result(&self, term: Term) -> Option<Term> {
        self.memo.get(&term).copied()
    }

    /// The term after all replacements; `None` if it would not be well-typed.
    pub(crate) fn rewrite(&mut self, store: &mut Store, root: Term) -> Option<Term> {
        let mut stack = vec![root];
        let mut needs: Vec<Term> = Vec::new();
        // Replacements that hold each other would never end.
        let mut steps = 0usize;
        while let Some(&term) = stack.last() {
            if self.memo.contains_key(&term) {
                stack.pop();
                continue;
            }
            steps += 1;
            if steps > 8 * store.len() + 64 {
                return None;
            }
            needs.clear();
            self.needs(store, term, &mut needs);
            needs.retain(|need| !self.memo.contains_key(need));
            if !needs.is_empty() {
                stack.append(&mut needs);
                continue;
            }
            let new = self.rebuilt(store, term)?;
            self.memo.insert(term, new);
            stack.pop();
        }
        self.result(root)
    }

    /// The terms that must be rewritten before this one.
    fn needs(&self, store: &Store, term: Term, needs: &mut Vec<Term>) {
        if let Some(&new) = self.terms.get(&term) {
            if !store.children(new).is_empty() {
                needs.push(new);
            }
            return;
        }
        match self.children.get(&term) {
            None => needs.extend_from_slice(store.children(term)),
            Some(_) => needs.extend(self.new_children(store, term)),
        }
        if let TermKind::Apply(function, _) = store.kind(term)
            && let Role::Named(named) = store.function(function).role
        {
            needs.push(named);
        }
    }

    fn new_children(&self, store: &Store, term: Term) -> Vec<Term> {
        let old = store.children(term);
        let Some(changes) = self.children.get(&term) else { return old.to_vec() };
        let mut new = Vec::with_capacity(old.len());
        for (at, &child) in old.iter().enumerate() {
            match changes.iter().find(|(place, _)| *place as usize == at) {
                None => new.push(child),
                Some((_, Child::Replaced(other))) => new.push(*other),
                Some((_, Child::Removed)) => {}
            }
        }
        new
    }

    fn rebuilt(&mut self, store: &mut Store, term: Term) -> Option<Term> {
        if let Some(&new) = self.terms.get(&term) {
            // What is put in may begin with a function that is another now.
            let head = if store.children(new).is_empty() { self.head(store, new) } else { None };
            return match (self.result(new), head) {
                (Some(result), _) => Some(result),
                (None, Some(head)) => rebuild(store, new, Some(head), &[]),
                (None, None) => Some(new),
            };
        }
        let mut children = self.new_children(store, term);
        for child in &mut children {
            *child = self.result(*child).unwrap_or(*child);
        }
        let head = self.head(store, term);
        if head.is_none() && children == store.children(term) {
            return Some(term);
        }
        if children.len() < store.children(term).len() {
            if let TermKind::Binder(binder, vars, _) = store.kind(term) {
                let removed = self.children.get(&term).map_or(&[][..], |changes| changes);
                let is_gone = |at: usize| {
                    removed.iter().any(|(place, child)| *place as usize == at && *child == Child::Removed)
                };
                let count = (0..vars.len()).filter(|&at| !is_gone(at)).count();
                return fewer_variables(store, binder, count, &children);
            }
            match *children {
                _ if !matches!(store.kind(term), TermKind::Apply(..)) => return None,
                [] => return None,
                // match: (and p) of (and p q r), result: p
                [only] => return (store.sort(only) == store.sort(term)).then_some(only),
                _ => {}
            }
        }
        rebuild(store, term, head, &children)
    }

    /// The function that a term begins with, if that has changed.
    fn head(&self, store: &mut Store, term: Term) -> Option<Function> {
        let TermKind::Apply(function, _) = store.kind(term) else { return None };
        if let Some(&new) = self.functions.get(&function) {
            return Some(new);
        }
        // A name stands for its term: match: n of (! t :named n), result: n of (! u :named n)
        let Role::Named(named) = store.function(function).role else { return None };
        let new = self.result(named).filter(|new| *new != named)?;
        let data = FunctionData {
            role: Role::Named(new),
            result: store.sort(new),
            ..store.function(function).clone()
        };
        Some(store.make_function(data))
    }
}

/// match: (forall ((x Int) (y Int)) p) without x, result: (forall ((y Int)) p); without both: p
fn fewer_variables(store: &mut Store, binder: Binder, count: usize, children: &[Term]) -> Option<Term> {
    let (vars, bodies) = children.split_at_checked(count)?;
    match (binder, vars, bodies) {
        (Binder::Forall | Binder::Exists, [], &[body]) => Some(body),
        (_, [], _) => None,
        _ if !vars.iter().all(|&var| is_variable(store, var)) => None,
        _ => store.binder(binder, vars, bodies).ok(),
    }
}

fn is_variable(store: &Store, term: Term) -> bool {
    matches!(store.kind(term), TermKind::Variable(_))
}

/// Whether the variables that a term binds are where they were.
fn binds_the_same(store: &Store, term: Term, children: &[Term]) -> bool {
    let same = |at: usize| children.get(at) == store.children(term).get(at);
    match store.kind(term) {
        TermKind::Binder(_, vars, _) => (0..vars.len()).all(same),
        TermKind::Match(patterns, ..) => {
            let mut at = 1;
            patterns.iter().all(|pattern| {
                let own = at..at + pattern.variables as usize;
                at = own.end + 1;
                own.into_iter().all(same)
            })
        }
        _ => true,
    }
}

/// The same term over other children, with another function if one is given; typed again, so its sort may be another.
pub(crate) fn rebuild(
    store: &mut Store,
    term: Term,
    head: Option<Function>,
    children: &[Term],
) -> Option<Term> {
    if !binds_the_same(store, term, children) {
        return None;
    }
    if head.is_none()
        && let Ok(new) = store.with_children(term, children)
    {
        return Some(new);
    }
    match store.kind(term) {
        TermKind::Apply(old, _) => {
            let sort = store.sort(term);
            let function = head.unwrap_or(old);
            // Where the arguments do not say which sort is meant, it is the one that was.
            if children.is_empty() && head.is_none() {
                return store.apply_as(function, sort, children).ok();
            }
            store.apply(function, children).or_else(|_| store.apply_as(function, sort, children)).ok()
        }
        TermKind::Literal(_) | TermKind::Variable(_) => None,
        TermKind::Binder(binder, vars, bodies) => {
            let count = vars.len();
            if children.len() != count + bodies.len() {
                return None;
            }
            let (vars, bodies) = children.split_at(count);
            store.binder(binder, vars, bodies).ok()
        }
        TermKind::Match(patterns, ..) => {
            let patterns = patterns.to_vec();
            let expected = store.children(term).len();
            let (&scrutinee, cases) = children.split_first()?;
            (children.len() == expected).then(|| store.match_term(scrutinee, &patterns, cases).ok())?
        }
        TermKind::Annotated(_, attributes, patterns) => {
            let (&inner, rest) = children.split_first()?;
            if rest.len() != patterns.len() {
                return None;
            }
            let attributes = attributes.to_vec();
            Some(store.annotated(inner, attributes, rest))
        }
    }
}
