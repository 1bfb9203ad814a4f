//! Which function of the script, if any, a definition of a model is of.

use crate::function::{Function, Index};
use crate::parser::Parser;
use crate::sort::{Sort, SortConstructor, SortKind};
use crate::symbol::Symbol;
use crate::theories::registry;

/// What a definition is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// A function of the script that takes as many arguments.
    Same(Function),
    /// A function of the script that takes so many arguments and gives a function or an array of the rest.
    Curried(Function, usize),
    /// A function of the script that takes arguments, defined by a function or an array.
    Whole(Function),
    /// A name that the script does not have.
    Auxiliary(Function),
    /// An operator.
    Operator,
}

impl Parser<'_> {
    /// What a definition of this name and rank is of. A name that is new is declared.
    pub(super) fn subject(
        &mut self,
        symbol: Symbol,
        indices: &[Index],
        vars: &[(Symbol, Sort)],
        result: Sort,
    ) -> Subject {
        let params: Vec<Sort> = vars.iter().map(|&(_, sort)| sort).collect();
        let known: Vec<Function> = self.scope.functions(symbol).map(|overload| overload.function).collect();
        if indices.is_empty()
            && let Some(subject) = self.known_subject(&known, &params, result)
        {
            return subject;
        }
        if registry().by_symbol.get(symbol.index()).is_some_and(|spellings| !spellings.is_empty())
            || !indices.is_empty()
        {
            return Subject::Operator;
        }
        let function = self.store.declare_function(symbol, &params, result);
        let constant = if params.is_empty() { self.store.apply(function, &[]).ok() } else { None };
        self.scope.declare(symbol, function, constant);
        if let Some(elements) = &mut self.elements {
            elements.auxiliaries.insert(function);
        }
        Subject::Auxiliary(function)
    }

    fn known_subject(&self, known: &[Function], params: &[Sort], result: Sort) -> Option<Subject> {
        let data = |function: Function| self.store.function(function);
        let auxiliaries = self.elements.as_ref().map(|elements| &elements.auxiliaries);
        let subject = |function| {
            if auxiliaries.is_some_and(|auxiliaries| auxiliaries.contains(&function)) {
                Subject::Auxiliary(function)
            } else {
                Subject::Same(function)
            }
        };
        let exact =
            |&&function: &&Function| *data(function).params == *params && data(function).result == result;
        if let Some(&function) = known.iter().find(exact) {
            return Some(subject(function));
        }
        // An instance, or a result that is an Int for a Real, an array for a function.
        let instance = |&&function: &&Function| {
            let mut bound = Vec::new();
            let mut unify = |pattern, actual| self.store.sorts.unify(pattern, actual, &mut bound);
            let data = data(function);
            data.params.len() == params.len()
                && data.params.iter().zip(params).all(|(&param, &actual)| unify(param, actual))
                && (unify(data.result, result) || (result, data.result) == (Sort::INT, Sort::REAL))
        };
        if let Some(&function) = known.iter().find(instance) {
            return Some(subject(function));
        }
        // match: (define-fun a ((i Int)) Int …), where a is an array or a function
        let curried = |&function: &Function| {
            let data = data(function);
            let (first, rest) = params.split_at_checked(data.params.len())?;
            let SortKind::Apply(SortConstructor::Array | SortConstructor::Function, parts) =
                self.store.sort_kind(data.result)
            else {
                return None;
            };
            let (last, inputs) = parts.split_last()?;
            (first == &*data.params && rest == inputs && *last == result)
                .then_some(Subject::Curried(function, first.len()))
        };
        if let Some(subject) = known.iter().find_map(curried) {
            return Some(subject);
        }
        // match: (define-fun f () (-> Int Int) …), where f takes an argument
        let SortKind::Apply(SortConstructor::Array | SortConstructor::Function, parts) =
            self.store.sort_kind(result)
        else {
            return None;
        };
        let (last, inputs) = parts.split_last()?;
        let whole = |&&function: &&Function| {
            let data = data(function);
            params.is_empty() && *data.params == *inputs && data.result == *last
        };
        known.iter().find(whole).map(|&function| Subject::Whole(function))
    }
}
