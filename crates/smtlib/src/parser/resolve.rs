//! From names to functions and terms.

use super::{Mode, Parser};
use crate::diagnostic::{Diagnostic, Result, Span};
use crate::function::{Function, FunctionData, Index, Role};
use crate::lexer::{Token, TokenKind};
use crate::sort::{Sort, SortConstructor, SortKind};
use crate::symbol::Symbol;
use crate::term::{Term, TermKind};
use crate::theories::{FunctionOp, Op, registry};

/// What stands at the head of an application.
#[derive(Clone, Copy, Debug)]
pub(super) enum Head {
    /// A name.
    Name(Symbol),
    /// An indexed operator.
    Function(Function),
    /// `(as f sort)`
    Qualified(Symbol, Sort),
    /// A term, the first on the stack.
    Call,
}

impl Parser<'_> {
    /// The term of a symbol that stands alone.
    pub(super) fn constant(&mut self, token: Token) -> Result<Term> {
        let text = self.lexer.text(token);
        let name = self.store.symbols.intern(text);
        if let Some(term) = self.scope.local(name) {
            return Ok(term);
        }
        let overload = self.scope.functions(name).next();
        if let Some(overload) = overload {
            if let Some(term) = overload.constant {
                return Ok(term);
            }
            self.gather(name);
            if let Some(term) = self.unsorted_constructor() {
                return Ok(term);
            }
            return self.apply_candidates(name, &[], None, token.span());
        }
        if let Some(&Some(term)) = self.constants.get(name.index()) {
            return Ok(term);
        }
        if name.index() < registry().by_symbol.len() {
            self.gather(name);
            let term = match self.unsorted_constant(text) {
                Some(term) => term,
                None => self.apply_candidates(name, &[], None, token.span())?,
            };
            self.constants.resize(self.constants.len().max(name.index() + 1), None);
            self.constants[name.index()] = Some(term);
            return Ok(term);
        }
        if token.kind == TokenKind::Symbol
            && let Some(term) = self.extended_literal(text)
        {
            return Ok(term);
        }
        if let Some(&(_, sort)) = self.goals.iter().rev().find(|(goal, _)| *goal == name)
            && !self.strict()
        {
            let function = self.store.declare_function(name, &[], sort);
            return self.store.apply(function, &[]).map_err(|error| self.type_error(&error, token.span()));
        }
        match self.unsorted_element(name) {
            Some(element) => Ok(element),
            None => self.unknown(name, &[], None, token.span()),
        }
    }

    /// match: seq.empty, without the sort that it needs
    fn unsorted_constant(&mut self, name: &str) -> Option<Term> {
        let needs_sort = |op: &Op| {
            let signature = &op.operator().signatures[0];
            signature.params.is_empty() && signature.indices.is_empty() && signature.result.has_variable()
        };
        if self.strict() {
            return None;
        }
        let op = registry().named(name).find(needs_sort)?;
        let function = self.store.op_function(op);
        let term = self.store.apply_as(function, Sort::UNKNOWN, &[]).ok()?;
        self.unsorted.insert(term);
        Some(term)
    }

    /// match: nil, a constructor of a parametric datatype without the sort that it needs
    fn unsorted_constructor(&mut self) -> Option<Term> {
        if self.strict() {
            return None;
        }
        let constant = |function: &Function| {
            let data = self.store.function(*function);
            data.role == Role::Constructor && data.params.is_empty()
        };
        let function = self.candidates.iter().copied().find(constant)?;
        let term = self.store.apply_as(function, Sort::UNKNOWN, &[]).ok()?;
        self.unsorted.insert(term);
        Some(term)
    }

    /// Applies candidates to arguments of which some lack a sort: each takes the sort that a function of the script
    /// wants there, or that of another argument.
    fn apply_unsorted(&mut self, args: &[Term]) -> Option<Term> {
        if let Some(choice) = self.unsorted_choice(args) {
            return Some(choice);
        }
        let candidates = self.candidates.clone();
        // What a try makes up is forgotten if it fails.
        let known = self.element_count();
        for &function in &candidates {
            if let Some(sorted) = self.sorted_by_params(function, args)
                && let Ok(term) = self.store.apply(function, &sorted)
            {
                return Some(term);
            }
            self.forget_elements(known);
        }
        for &other in args {
            let sort = self.store.sort(other);
            if sort == Sort::UNKNOWN {
                continue;
            }
            let sorted: Option<Vec<Term>> = args.iter().map(|&arg| self.with_sort(arg, sort)).collect();
            if let Some(sorted) = sorted
                && let Ok(term) = self.store.apply_first(&candidates, &sorted, None)
            {
                return Some(term);
            }
            self.forget_elements(known);
        }
        None
    }

    /// The error of the first argument that lacks a sort and gets none.
    pub(super) fn no_sort(&mut self, args: &[Term], span: Span) -> Box<Diagnostic> {
        let lacking = args.iter().copied().find(|arg| self.unsorted.contains(arg));
        if let Some(TermKind::Apply(function, [])) = lacking.map(|term| self.store.kind(term))
            && self.store.function(function).role == Role::Constructor
            && let Err(error) = self.store.apply(function, &[])
        {
            return self.type_error(&error, span);
        }
        if let Some(TermKind::Apply(function, [])) = lacking.map(|term| self.store.kind(term))
            && self.store.function(function).role == Role::Unknown
        {
            let name = self.store.text(self.store.function(function).name);
            return Diagnostic::error(span, format!("unknown constant `{name}`"))
                .label("not declared, and what stands beside it does not make it an element of a sort")
                .into();
        }
        let help = "say which sort is meant, as in (as seq.empty (Seq Int))";
        Diagnostic::error(span, "a constant here can be of many sorts").help(help).into()
    }

    /// The arguments with the sorts that the parameters of a function have once the other arguments are known.
    fn sorted_by_params(&mut self, function: Function, args: &[Term]) -> Option<Vec<Term>> {
        let params = self.store.function(function).params.clone();
        if params.len() != args.len() {
            return None;
        }
        let mut bound = Vec::new();
        for (&param, &arg) in params.iter().zip(args) {
            if !self.unsorted.contains(&arg)
                && !self.store.sorts.unify(param, self.store.sort(arg), &mut bound)
            {
                return None;
            }
        }
        let sorted = params.iter().zip(args).map(|(&param, &arg)| {
            let sort = self.store.sorts.substitute(param, &bound);
            self.with_sort(arg, sort)
        });
        sorted.collect()
    }

    /// A term that lacks a sort, with that sort; any other term as it is.
    pub(super) fn with_sort(&mut self, term: Term, sort: Sort) -> Option<Term> {
        if !self.unsorted.contains(&term) {
            return Some(term);
        }
        self.sorted(term, sort)
    }

    /// Collects the functions that a name may mean, those of the script first.
    pub(super) fn gather(&mut self, name: Symbol) {
        self.candidates.clear();
        self.candidates.extend(self.scope.functions(name).map(|overload| overload.function));
        if let Some(spellings) = registry().by_symbol.get(name.index()) {
            self.candidates.extend(spellings.iter().map(|&id| Function(id)));
        }
    }

    /// Builds an application from its head and arguments.
    pub(super) fn application(&mut self, head: Head, first: usize, span: Span) -> Result<Term> {
        let values = std::mem::take(&mut self.terms.values);
        let args = &values[first..];
        let result = match head {
            Head::Name(name) => self.apply_name(name, args, span),
            Head::Function(function) => {
                self.candidates.clear();
                self.candidates.push(function);
                let name = self.store.function(function).name;
                self.apply_candidates(name, args, None, span)
            }
            Head::Qualified(name, sort) => self.apply_qualified(name, sort, args, span),
            Head::Call => match args {
                [function, rest @ ..] => {
                    self.store.call(*function, rest).map_err(|error| self.type_error(&error, span))
                }
                [] => Err(Diagnostic::error(span, "an application of nothing").into()),
            },
        };
        self.terms.values = values;
        self.terms.values.truncate(first);
        result
    }

    fn apply_name(&mut self, name: Symbol, args: &[Term], span: Span) -> Result<Term> {
        if let Some(function) = self.scope.local(name) {
            if let Some(term) = self.apply_constructor(function, args) {
                return Ok(term);
            }
            return self.store.call(function, args).map_err(|error| self.type_error(&error, span));
        }
        self.gather(name);
        self.apply_candidates(name, args, None, span)
    }

    fn apply_qualified(&mut self, name: Symbol, sort: Sort, args: &[Term], span: Span) -> Result<Term> {
        if let Some(term) = self.scope.local(name)
            && args.is_empty()
            && self.store.sort(term) == sort
        {
            return Ok(term);
        }
        self.gather(name);
        if self.candidates.is_empty() {
            if args.is_empty() {
                let text = self.store.text(name).to_owned();
                // match: (as ff5 (_ FiniteField 7))
                if let Some(value) = text.strip_prefix("ff")
                    && let Some(term) = self.field_literal(value, sort)
                {
                    return Ok(term);
                }
                // match: (as @U_0 U), a value that a solver made up
                if (text.starts_with('@') || self.elements.is_some()) && !self.strict() {
                    return self.element(name, sort, span);
                }
            }
            return self.unknown(name, args, Some(sort), span);
        }
        match self.qualified_constructor(sort, args) {
            Some(term) => Ok(term),
            None => self.apply_candidates(name, args, Some(sort), span),
        }
    }

    /// match: (as cons (List Int)), without arguments: cvc5 gives it a name by `let` before it applies it
    fn qualified_constructor(&mut self, sort: Sort, args: &[Term]) -> Option<Term> {
        if !args.is_empty() || self.strict() {
            return None;
        }
        let takes_more = |&function: &Function| {
            let data = self.store.function(function);
            data.role == Role::Constructor && !data.params.is_empty()
        };
        let constructor = self.candidates.iter().copied().find(takes_more)?;
        let data = self.store.function(constructor);
        let mut bound = Vec::new();
        if !self.store.sorts.unify(data.result, sort, &mut bound) {
            return None;
        }
        let params = data.params.clone();
        let mut arrow: Vec<Sort> =
            params.iter().map(|&param| self.store.sorts.substitute(param, &bound)).collect();
        arrow.push(sort);
        let arrow = self.store.apply_sort(SortConstructor::Function, &arrow);
        self.store.apply_as(constructor, arrow, &[]).ok()
    }

    /// match: (c 1 nil), where c is a variable of a `let` and stands for (as cons (List Int))
    fn apply_constructor(&mut self, function: Term, args: &[Term]) -> Option<Term> {
        let TermKind::Apply(constructor, []) = self.store.kind(function) else { return None };
        let data = self.store.function(constructor);
        if data.role != Role::Constructor || data.params.len() != args.len() {
            return None;
        }
        let SortKind::Apply(SortConstructor::Function, parts) =
            self.store.sort_kind(self.store.sort(function))
        else {
            return None;
        };
        let result = *parts.last()?;
        self.store.apply_as(constructor, result, args).ok()
    }

    /// Applies the first of the candidates that fits.
    fn apply_candidates(
        &mut self,
        name: Symbol,
        args: &[Term],
        qualified: Option<Sort>,
        span: Span,
    ) -> Result<Term> {
        if self.candidates.is_empty() {
            return self.unknown(name, args, qualified, span);
        }
        if !self.unsorted.is_empty() && args.iter().any(|arg| self.unsorted.contains(arg)) {
            return self.apply_unsorted(args).ok_or_else(|| self.no_sort(args, span));
        }
        let candidates = std::mem::take(&mut self.candidates);
        let result = self.store.apply_first(&candidates, args, qualified);
        self.candidates = candidates;
        let term = match result {
            Ok(term) => term,
            // match: (f x y) where f has no parameters and its sort is a function
            Err(error) => match self.call_of(name, args).or_else(|| self.call_instance(args)) {
                Some(term) => term,
                None => return Err(self.type_error(&error, span)),
            },
        };
        self.check_partial(name, term, &span)?;
        if self.strict() {
            self.check_application(term, args, &span)?;
        }
        Ok(term)
    }

    /// Too few arguments are a function only where the logic is higher-order; elsewhere they are a mistake. A bare
    /// name is let through: `(get-value (f))`.
    fn check_partial(&self, name: Symbol, term: Term, span: &Span) -> Result<()> {
        let TermKind::Apply(function, args) = self.store.kind(term) else { return Ok(()) };
        let data = self.store.function(function);
        if args.len() >= data.params.len() || matches!(data.role, Role::Operator(_)) {
            return Ok(());
        }
        if self.logic.as_ref().is_some_and(|logic| logic.higher_order) || args.is_empty() && !self.strict() {
            return Ok(());
        }
        let (name, expected) = (self.store.text(name), data.params.len());
        let error = Diagnostic::error(
            span.clone(),
            format!("`{name}` takes {expected} arguments, found {}", args.len()),
        );
        Err(error.help("functions as values need a logic that begins with HO_").into())
    }

    fn is_function(&self, term: Term) -> bool {
        matches!(
            self.store.sort_kind(self.store.sort(term)),
            SortKind::Apply(SortConstructor::Function | SortConstructor::Array, _)
        )
    }

    /// match: (f x y) where f takes one argument, or none, and gives a function
    fn call_of(&mut self, name: Symbol, args: &[Term]) -> Option<Term> {
        let function = self.scope.functions(name).next()?.function;
        let arity = self.store.function(function).params.len();
        let (first, rest) = args.split_at_checked(arity).filter(|(_, rest)| !rest.is_empty())?;
        let inner = self.store.apply(function, first).ok()?;
        let inner = self.instance(inner, rest);
        self.is_function(inner).then(|| self.store.call(inner, rest).ok())?
    }

    /// match: (@ f x y) where the sort of f has sort parameters
    fn call_instance(&mut self, args: &[Term]) -> Option<Term> {
        let call = Op::Function(FunctionOp::Apply);
        let &apply = self.candidates.iter().find(|&&head| self.store.operator(head) == Some(call))?;
        let (&function, rest) = args.split_first()?;
        let instance = self.instance(function, rest);
        let args: Vec<Term> = [instance].iter().chain(rest).copied().collect();
        self.store.apply(apply, &args).ok()
    }

    /// The instance of a constant whose sort has sort parameters that takes such arguments.
    fn instance(&mut self, constant: Term, args: &[Term]) -> Term {
        let sort = self.store.sort(constant);
        let (TermKind::Apply(function, []), SortKind::Apply(SortConstructor::Function, params)) =
            (self.store.kind(constant), self.store.sort_kind(sort))
        else {
            return constant;
        };
        let mut bound = Vec::new();
        for (&param, &arg) in params.iter().zip(args) {
            if !self.store.sorts.unify(param, self.store.sort(arg), &mut bound) {
                return constant;
            }
        }
        let sort = self.store.sorts.substitute(sort, &bound);
        self.store.apply_as(function, sort, &[]).unwrap_or(constant)
    }

    fn unknown(&mut self, name: Symbol, args: &[Term], qualified: Option<Sort>, span: Span) -> Result<Term> {
        if self.mode == Mode::Permissive && !self.scope.poisoned.contains_key(&name) {
            let function = self.unknown_function(name, Box::default(), span);
            return self
                .store
                .apply_first(&[function], args, qualified)
                .map_err(|error| self.type_error(&error, 0..0));
        }
        Err(self.unknown_name(name, args.is_empty(), span))
    }

    /// The function of a permissive parse for a name that is not declared.
    pub(super) fn unknown_function(&mut self, name: Symbol, indices: Box<[Index]>, span: Span) -> Function {
        if !self.unknown_reported.contains(&name) {
            self.unknown_reported.push(name);
            let message = format!("`{}` is not declared; kept without a type", self.store.text(name));
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
        self.store.make_function(FunctionData {
            name,
            indices,
            role: Role::Unknown,
            params: Box::default(),
            result: Sort::UNKNOWN,
        })
    }
}
