//! Reading the cases of a `match`.

use super::Parser;
use super::terms::{Frame, OpenCase, Started};
use crate::diagnostic::{Diagnostic, Result};
use crate::function::Function;
use crate::lexer::{Token, TokenKind};
use crate::sort::{Sort, SortKind};
use crate::symbol::Symbol;
use crate::term::CasePattern;

impl Parser<'_> {
    /// Reads the pattern of the next case, or ends the match.
    pub(super) fn next_case(
        &mut self,
        mut patterns: Vec<CasePattern>,
        first: usize,
        start: usize,
    ) -> Result<Started> {
        if self.lexer.take_close() {
            self.expect_close("the cases of `match`")?;
            let span = start..self.lexer.offset();
            if patterns.is_empty() {
                return Err(Diagnostic::error(span, "this match has no cases").into());
            }
            self.sort_cases(&patterns, first);
            let (term, cases) = (self.terms.values[first], &self.terms.values[first + 1..]);
            let built = self.store.match_term(term, &patterns, cases);
            self.terms.values.truncate(first);
            return built.map(Started::Value).map_err(|error| self.type_error(&error, span));
        }
        self.expect_open("`(` and a case of `match`")?;
        let shadowed = self.shadowed();
        let sort = self.store.sort(self.terms.values[first]);
        let token = self.lexer.next()?;
        let pattern = match token.kind {
            TokenKind::Open => {
                let name = self.expect_symbol("a constructor")?;
                let constructor = self.case_constructor(name, sort, token)?;
                let fields = self.field_sorts(constructor, sort);
                let mut count = 0;
                while !self.lexer.take_close() {
                    let variable = self.expect_symbol("a variable of the pattern")?;
                    let field = fields.get(count as usize).copied();
                    let Some(field) = field else {
                        let span = token.start as usize..self.lexer.offset();
                        let message = format!("this constructor takes {} arguments", fields.len());
                        return Err(Diagnostic::error(span, message).into());
                    };
                    self.case_variable(variable, field);
                    count += 1;
                }
                if count as usize != fields.len() {
                    let span = token.start as usize..self.lexer.offset();
                    let message = format!("this constructor takes {} arguments, found {count}", fields.len());
                    return Err(Diagnostic::error(span, message).into());
                }
                CasePattern { constructor: Some(constructor), variables: count }
            }
            TokenKind::Symbol | TokenKind::Quoted => {
                let name = self.store.symbols.intern(self.lexer.text(token));
                if let Some(constructor) = self.find_constructor(name, sort) {
                    CasePattern { constructor: Some(constructor), variables: 0 }
                } else {
                    self.case_variable(name, sort);
                    CasePattern { constructor: None, variables: 1 }
                }
            }
            _ => return Err(self.unexpected(token, "a pattern: a constructor or a variable")),
        };
        patterns.push(pattern);
        self.terms.frames.push(Frame::Case(Box::new(OpenCase { patterns, first, shadowed, start })));
        Ok(Started::Frame)
    }

    /// match: ((nil nil) ((cons x y) y)), where a body takes its sort from another
    fn sort_cases(&mut self, patterns: &[CasePattern], first: usize) {
        if self.unsorted.is_empty() {
            return;
        }
        let mut bodies = Vec::new();
        let mut at = first;
        for pattern in patterns {
            at += pattern.variables as usize + 1;
            bodies.push(at);
        }
        let sorts = bodies.iter().map(|&at| self.store.sort(self.terms.values[at]));
        let Some(sort) = { sorts }.find(|&sort| sort != Sort::UNKNOWN) else { return };
        for at in bodies {
            let body = self.terms.values[at];
            self.terms.values[at] = self.with_sort(body, sort).unwrap_or(body);
        }
    }

    fn case_variable(&mut self, name: Symbol, sort: Sort) {
        let variable = self.fresh_variable(name, sort);
        self.terms.values.push(variable);
        self.bind(name, variable);
    }

    fn find_constructor(&self, name: Symbol, sort: Sort) -> Option<Function> {
        let datatype = self.store.datatype(sort)?;
        datatype
            .constructors
            .iter()
            .map(|constructor| constructor.function)
            .find(|&function| self.store.function(function).name == name)
    }

    fn case_constructor(&self, name: Symbol, sort: Sort, token: Token) -> Result<Function> {
        self.find_constructor(name, sort).ok_or_else(|| {
            let message =
                format!("`{}` is no constructor of {}", self.store.text(name), self.sort_text(sort));
            Diagnostic::error(token.start as usize..self.lexer.offset(), message).into()
        })
    }

    /// The sorts of a constructor's arguments in an instance of its datatype.
    fn field_sorts(&mut self, constructor: Function, sort: Sort) -> Vec<Sort> {
        let data = self.store.function(constructor);
        let params = data.params.to_vec();
        let mut bound = Vec::new();
        if let (SortKind::Apply(_, args), Some(datatype)) =
            (self.store.sort_kind(sort), self.store.datatype(sort))
        {
            bound = datatype.params.iter().copied().zip(args.iter().copied()).collect();
        }
        params.into_iter().map(|param| self.store.sorts.substitute(param, &bound)).collect()
    }
}
