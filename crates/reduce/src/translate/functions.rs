//! Functions in place of functions.

use quis_smtlib::walk::Replacement;
use quis_smtlib::{Function, FunctionData, Role, Sort, SortConstructor, SortKind, Store, Term};

use super::Translation;
use crate::passes::constants::constant;

/// What becomes of the applications of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    /// Another function is applied to the same arguments.
    To(Function),
    /// Another function is applied to these of the arguments.
    Fewer(Function, Vec<usize>),
    /// The simplest constant of its sort stands for it.
    Constant,
}

impl Translation {
    /// What becomes of the applications of a function; `None` if it cannot be translated.
    pub(super) fn call(&mut self, store: &mut Store, function: Function) -> Option<Call> {
        if let Some(call) = self.functions.get(&function) {
            return Some(call.clone());
        }
        let data = store.function(function).clone();
        let call = match &data.role {
            Role::Operator(_) | Role::Unknown => Call::To(function),
            Role::Declared => {
                let kept = self.kept.get(&function).cloned();
                let params = self.parameters(store, &data.params, kept.as_deref())?;
                let result = self.sort(store, data.result)?;
                called(store.declare_function(data.name, &params, result), kept)
            }
            Role::Constructor | Role::Selector { .. } | Role::Tester(_) => self.release(store, function)?,
            // match: n of (! t :named n), result: n of (! u :named n)
            Role::Named(term) => {
                let new = self.terms.get(term).copied()?;
                let result = store.sort(new);
                Call::To(store.make_function(FunctionData { role: Role::Named(new), result, ..data }))
            }
            // Definitions are translated where they stand.
            Role::Defined { .. } | Role::Recursive(_) => return None,
        };
        self.functions.insert(function, call.clone());
        Some(call)
    }

    /// A member of a datatype for which another sort stands is a function like others.
    ///
    /// match: (p 1) and (first x) of (declare-datatypes ((P 0)) (((p (first Int))))) where `Int` stands for `P`,
    /// result: (p 1) and (first x) of (declare-fun p (Int) Int) (declare-fun first (Int) Int)
    fn release(&mut self, store: &mut Store, function: Function) -> Option<Call> {
        let data = store.function(function).clone();
        let own = if data.role == Role::Constructor { data.result } else { *data.params.first()? };
        let SortKind::Apply(SortConstructor::Declared(declaration), _) = *store.sort_kind(own) else {
            return None;
        };
        if self.sort(store, own)? == own {
            return Some(Call::To(function));
        }
        // Those with parameters are declared anew, or stay.
        if !self.replaced.iter().any(|(replaced, _)| *replaced == declaration) {
            return None;
        }
        let params = self.parameters(store, &data.params, None)?;
        let result = self.sort(store, data.result)?;
        let new = store.declare_function(data.name, &params, result);
        self.released.push((declaration, new));
        Some(Call::To(new))
    }

    fn parameters(
        &mut self,
        store: &mut Store,
        params: &[Sort],
        kept: Option<&[usize]>,
    ) -> Option<Vec<Sort>> {
        match kept {
            None => params.iter().map(|&sort| self.sort(store, sort)).collect(),
            Some(kept) => kept.iter().map(|&at| self.sort(store, *params.get(at)?)).collect(),
        }
    }

    /// A definition that is not recursive.
    pub(super) fn define(&mut self, store: &mut Store, function: Function) -> Option<Function> {
        let (vars, body) = self.definition(store, function)?;
        let name = store.function(function).name;
        let body = self.term(store, body)?;
        let vars: Vec<Term> = vars.iter().map(|&var| self.term(store, var)).collect::<Option<_>>()?;
        let result = self.result(store, function, store.sort(body))?;
        let new = store.define_function(name, &vars, result, body).ok()?;
        self.functions.insert(function, called(new, self.kept.get(&function).cloned()));
        Some(new)
    }

    /// Definitions that may hold each other.
    pub(super) fn define_recursive(
        &mut self,
        store: &mut Store,
        functions: &[Function],
    ) -> Option<Vec<Function>> {
        let mut new = Vec::with_capacity(functions.len());
        for &function in functions {
            let data = store.function(function).clone();
            let kept = self.kept.get(&function).cloned();
            let params = self.parameters(store, &data.params, kept.as_deref())?;
            let result = self.sort(store, data.result)?;
            let other = store.declare_recursive(data.name, &params, result);
            self.functions.insert(function, called(other, kept));
            new.push(other);
        }
        for (&old, &other) in functions.iter().zip(&new) {
            let (vars, body) = self.definition(store, old)?;
            let body = self.term(store, body)?;
            let vars: Vec<Term> = vars.iter().map(|&var| self.term(store, var)).collect::<Option<_>>()?;
            if store.sort(body) != store.function(other).result {
                return None;
            }
            store.set_definition(other, &vars, body).ok()?;
        }
        Some(new)
    }

    fn result(&mut self, store: &mut Store, function: Function, body: Sort) -> Option<Sort> {
        if self.loose {
            return Some(body);
        }
        let result = store.function(function).result;
        let result = self.sort(store, result)?;
        (result == body).then_some(result)
    }

    /// The variables that are left of a definition, and its body with constants for the others.
    fn definition(&self, store: &mut Store, function: Function) -> Option<(Vec<Term>, Term)> {
        let (vars, body) = store.definition(function)?;
        let (vars, body) = (vars.to_vec(), body);
        let Some(kept) = self.kept.get(&function) else { return Some((vars, body)) };
        let mut replacement = Replacement::default();
        let mut left = Vec::with_capacity(kept.len());
        for (at, &var) in vars.iter().enumerate() {
            if kept.contains(&at) {
                left.push(var);
            } else if let sort = store.sort(var)
                && let Some(value) = constant(store, sort, 0)
            {
                replacement.put(var, value);
            } else if is_below(store, var, body) {
                return None;
            }
        }
        let body = replacement.apply(store, body).ok()?;
        Some((left, body))
    }
}

/// Whether a term is a part of another.
pub(super) fn is_below(store: &Store, part: Term, whole: Term) -> bool {
    let mut found = false;
    let mut seen = quis_smtlib::TermSet::for_store(store);
    quis_smtlib::walk::post_order(store, &[whole], &mut seen, |term| found |= term == part);
    found
}

fn called(function: Function, kept: Option<Vec<usize>>) -> Call {
    match kept {
        None => Call::To(function),
        Some(kept) => Call::Fewer(function, kept),
    }
}
