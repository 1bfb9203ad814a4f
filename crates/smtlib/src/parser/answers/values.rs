//! Answers to `get-value`.

use super::ValueAnswer;
use crate::diagnostic::{Diagnostic, Result};
use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::term::Term;

impl Parser<'_> {
    /// match: ((t v) …)
    pub(super) fn value_answer(&mut self) -> ValueAnswer {
        let (values, elements, diagnostics) = self.answer(|parser| parser.pairs(Self::valuation));
        ValueAnswer { values, elements, diagnostics }
    }

    /// Reads lists of pairs; `read` reads what stands between the parentheses of one.
    fn pairs<T>(&mut self, read: impl Fn(&mut Self) -> Result<T>) -> Vec<T> {
        let mut pairs = Vec::new();
        let mut inside = false;
        loop {
            let at = self.lexer.offset();
            let token = self.lexer.next();
            if token.is_err() && !inside {
                self.skip_line();
                continue;
            }
            let step = token.and_then(|token| match token.kind {
                TokenKind::Open if inside => {
                    self.command_start = token.start as usize;
                    let pair = read(self)?;
                    self.expect_close("a value")?;
                    pairs.push(pair);
                    Ok(true)
                }
                TokenKind::Open if matches!(self.lexer.peek()?.kind, TokenKind::Open | TokenKind::Close) => {
                    self.command_start = token.start as usize;
                    inside = true;
                    Ok(true)
                }
                TokenKind::Open => Err(self.no_pairs(token.start as usize)),
                TokenKind::Close if inside => {
                    inside = false;
                    Ok(true)
                }
                TokenKind::End if inside => Err(self.unexpected(token, "`)`")),
                TokenKind::End => Ok(false),
                // Words such as `sat` and `success` stand around the answer.
                _ if !inside => Ok(true),
                _ => Err(self.unexpected(token, "`(` and a term with its value")),
            });
            match step {
                Ok(true) => {}
                Ok(false) => return pairs,
                Err(error) => {
                    self.refuse(*error);
                    self.lexer.seek(at);
                    if self.too_many_errors() || !self.skip_balanced() {
                        return pairs;
                    }
                }
            }
        }
    }

    /// match: (error "…")
    fn no_pairs(&mut self, start: usize) -> Box<Diagnostic> {
        let words = (self.lexer.next(), self.lexer.next());
        if let (Ok(word), Ok(text)) = words
            && self.lexer.text(word) == "error"
            && text.kind == TokenKind::String
        {
            let message = format!("the solver reports: {}", self.lexer.text(text));
            return Diagnostic::error(start..self.lexer.offset(), message).into();
        }
        Diagnostic::error(start..start + 1, "found no values").label("expected `((term value) …)`").into()
    }

    fn valuation(&mut self) -> Result<(Term, Term)> {
        let start = self.lexer.peek()?.span().start;
        let term = self.term()?;
        let term = self.value_of_sort(term, self.store.sort(term), start..self.lexer.offset())?;
        let start = self.lexer.peek()?.span().start;
        let value = self.term()?;
        let value = self.value_of_sort(value, self.store.sort(term), start..self.lexer.offset())?;
        Ok((term, value))
    }
}
