//! The second pass over a model: the bodies of its definitions, and the elements of whole sorts.

use super::entries::{Entries, Listed, Signature};
use super::subjects::Subject;
use super::{Definition, ModelAnswer, Universe};
use crate::diagnostic::{Diagnostic, Result};
use crate::function::Function;
use crate::parser::Parser;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::walk::{self, TermSet};
use crate::term::{Binder, BuildError, Term, TermKind};
use crate::theories::{CoreOp, Op};

impl Parser<'_> {
    /// Reads a model.
    pub(super) fn model_answer(&mut self) -> ModelAnswer {
        let ((definitions, universes), elements, diagnostics) = self.answer(|parser| {
            let Entries { definitions: signatures, constraints, listed } = parser.entries();
            let mut universes: Vec<Universe> =
                listed.iter().filter_map(|listed| parser.listed_universe(listed)).collect();
            universes.extend(constraints.into_iter().filter_map(|start| parser.stated_universe(start)));
            let mut definitions = Vec::with_capacity(signatures.len());
            for signature in signatures {
                match parser.definition(signature) {
                    Ok(definition) => definitions.push(definition),
                    Err(error) => {
                        parser.refuse(*error);
                        if parser.too_many_errors() {
                            break;
                        }
                    }
                }
            }
            (definitions, universes)
        });
        ModelAnswer { definitions, elements, universes, diagnostics }
    }

    fn definition(&mut self, signature: Signature) -> Result<Definition> {
        let Signature { symbol, indices, vars, result, subject, start, body, end, single } = signature;
        self.command_start = start;
        self.lexer.seek(body);
        let shadowed = self.shadowed();
        let vars = self.bind_parameters(&vars);
        let body_start = self.lexer.peek()?.span().start;
        let term = self.term()?;
        self.end_variables(shadowed);
        let span = body_start..self.lexer.offset();
        let term = self.value_of_sort(term, result, span.clone())?;
        if single {
            self.expect_close("the body of a definition")?;
        }
        let made = |parser: &Self, error: &BuildError| parser.type_error(error, span.clone());
        let (function, auxiliary) = match subject {
            Subject::Same(function) | Subject::Curried(function, _) | Subject::Whole(function) => {
                (Some(function), None)
            }
            Subject::Auxiliary(function) => (None, Some(function)),
            Subject::Operator => (None, None),
        };
        let declared = function.map(|function| self.store.function(function).result);
        let (vars, body) = match subject {
            Subject::Same(_) if declared == Some(Sort::REAL) && result == Sort::INT => {
                (vars, self.store.to_real(term))
            }
            Subject::Curried(_, first) => {
                let (first, rest) = vars.split_at(first);
                let lambda = self.store.binder(Binder::Lambda, rest, &[term]);
                (first.to_vec(), lambda.map_err(|error| made(self, &error))?)
            }
            Subject::Whole(function) => {
                let vars = self.new_parameters(function);
                let call = self.store.call(term, &vars);
                (vars, call.map_err(|error| made(self, &error))?)
            }
            Subject::Same(_) | Subject::Auxiliary(_) | Subject::Operator => (vars, term),
        };
        // An instance of a polymorphic function has a result of its own.
        let result = declared.filter(|&sort| !self.store.sorts.is_open(sort)).unwrap_or(result);
        let (vars, span) = (vars.into(), start..end);
        Ok(Definition { symbol, indices, function, auxiliary, vars, result, body, span })
    }

    fn bind_parameters(&mut self, vars: &[(Symbol, Sort)]) -> Vec<Term> {
        let variables: Vec<Term> = vars.iter().map(|&(name, sort)| self.fresh_variable(name, sort)).collect();
        for (&(name, _), &variable) in vars.iter().zip(&variables) {
            self.bind(name, variable);
        }
        variables
    }

    /// Variables for the parameters of a function that is defined without.
    fn new_parameters(&mut self, function: Function) -> Vec<Term> {
        let params = self.store.function(function).params.clone();
        let mut vars = Vec::with_capacity(params.len());
        for (at, &sort) in params.iter().enumerate() {
            let name = self.store.symbol(&format!("x!{at}"));
            vars.push(self.fresh_variable(name, sort));
        }
        vars
    }

    /// A term of the answer where this sort is wanted. Nothing in it may lack a sort.
    pub(super) fn value_of_sort(
        &mut self,
        term: Term,
        sort: Sort,
        span: std::ops::Range<usize>,
    ) -> Result<Term> {
        let term = self.with_sort(term, sort).unwrap_or(term);
        let term = self.store.of_sort(term, sort).map_err(|error| self.type_error(&error, span.clone()))?;
        if !self.unsorted.is_empty() {
            let mut seen = TermSet::default();
            let mut lacking = None;
            walk::post_order(&self.store, &[term], &mut seen, |term| {
                if self.unsorted.contains(&term) {
                    lacking = lacking.or(Some(term));
                }
            });
            if let Some(lacking) = lacking {
                return Err(self.no_sort(&[lacking], span));
            }
        }
        Ok(term)
    }

    /// match: ; cardinality of U is 2, with the places of the elements that are listed behind
    ///
    /// CVC4 lists some elements as declarations that mean nothing to us: where one is missing, nothing is known of the sort.
    fn listed_universe(&mut self, listed: &Listed) -> Option<Universe> {
        let sort = listed.sort;
        let mut elements = Vec::new();
        for &place in &listed.places {
            self.lexer.seek(place);
            let element = self.term().and_then(|term| self.value_of_sort(term, sort, place..place));
            match element.map(|term| self.store.kind(term)) {
                Ok(TermKind::Apply(function, [])) => elements.push(function),
                _ => self.abandon_term(),
            }
        }
        (listed.count == Some(elements.len())).then_some(Universe { sort, elements })
    }

    /// match: (forall ((x U)) (or (= x U!val!0) (= x U!val!1)))
    fn stated_universe(&mut self, start: usize) -> Option<Universe> {
        self.lexer.seek(start);
        let Ok(term) = self.term() else {
            self.abandon_term();
            return None;
        };
        let TermKind::Binder(Binder::Forall, &[variable], &[body]) = self.store.kind(term) else {
            return None;
        };
        let mut elements = Vec::new();
        let mut stack = vec![body];
        while let Some(term) = stack.pop() {
            let TermKind::Apply(function, args) = self.store.kind(term) else { return None };
            match (self.store.operator(function)?, args) {
                (Op::Core(CoreOp::Or), _) => stack.extend(args.iter().rev()),
                (Op::Core(CoreOp::Equal), &[left, right]) => {
                    let other = if left == variable { right } else { left };
                    let TermKind::Apply(element, []) = self.store.kind(other) else { return None };
                    elements.push(element);
                }
                _ => return None,
            }
        }
        Some(Universe { sort: self.store.sort(variable), elements })
    }
}

impl Parser<'_> {
    /// What could not be read, as a message; the parser is ready for the next part.
    pub(super) fn refuse(&mut self, error: Diagnostic) {
        self.abandon_term();
        self.diagnostics.push(error);
    }
}
