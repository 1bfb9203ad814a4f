//! Reading algebraic numbers: `root-obj` of Z3, `real_algebraic_number` of cvc5.

use dashu_int::IBig;

use super::Parser;
use crate::algebraic::{self, Root};
use crate::diagnostic::{Diagnostic, Result};
use crate::lexer::{Token, TokenKind};
use crate::sort::Sort;
use crate::term::Term;

/// What a Z3 polynomial is made of: a coefficient and the degree of the variable.
type Monomial = (IBig, usize);

impl Parser<'_> {
    /// match: (root-obj (+ (* 4 (^ x 2)) (* (- 4) x) (- 1)) 2), behind the word
    pub(super) fn numbered_root(&mut self, start: usize) -> Result<Term> {
        let mut coefficients = Vec::new();
        let at = self.lexer.peek()?.span().start;
        let sum = self.lexer.take_open() && self.take_word("+")?;
        if !sum {
            self.lexer.seek(at);
        }
        loop {
            let (coefficient, degree) = self.monomial()?;
            if !algebraic::add_monomial(&mut coefficients, &coefficient, degree) {
                return Err(self.no_root(start));
            }
            if !sum || self.lexer.take_close() {
                break;
            }
        }
        let index = self.expect_number("the number of a root")?;
        self.expect_close("the number of a root")?;
        let literal =
            algebraic::literal(coefficients, Root::Index(index)).ok_or_else(|| self.no_root(start))?;
        Ok(self.store.literal_node(literal, Sort::REAL))
    }

    /// match: (_ real_algebraic_number <1*x^2 + (-2), (1, 2)>), behind the word; these are not SMT-LIB's tokens
    pub(super) fn enclosed_root(&mut self, start: usize) -> Result<Term> {
        let from = self.lexer.offset();
        let rest = &self.lexer.source()[from..];
        let Some(len) = memchr::memchr(b'>', rest.as_bytes()) else { return Err(self.no_root(start)) };
        self.lexer.seek(from + len + 1);
        self.expect_close("an algebraic number")?;
        let literal = algebraic::read_interval(&rest[..=len]).ok_or_else(|| self.no_root(start))?;
        Ok(self.store.literal_node(literal, Sort::REAL))
    }

    fn no_root(&self, start: usize) -> Box<Diagnostic> {
        Diagnostic::error(start..self.lexer.offset(), "this is no root of a polynomial")
            .label("expected an integer polynomial in one variable and which root is meant")
            .into()
    }

    /// match: 17, (- 17), x, (^ x 2), (* (- 3) (^ x 2)), (- (* 3 x))
    fn monomial(&mut self) -> Result<Monomial> {
        let at = self.lexer.offset();
        let mut negations = 0usize;
        loop {
            if self.lexer.take_open() {
                if self.take_word("-")? {
                    negations += 1;
                    continue;
                }
                if self.take_word("*")? {
                    break;
                }
            }
            // No product: what was read is part of a single factor.
            self.lexer.seek(at);
            return self.factor();
        }
        let (mut coefficient, mut degree) = (IBig::ONE, 0usize);
        while !self.lexer.take_close() {
            let (number, power) = self.factor()?;
            coefficient *= number;
            degree = degree.saturating_add(power);
        }
        Ok((self.negated(coefficient, negations)?, degree))
    }

    /// match: 17, (- 17), x, (- x), (^ x 2)
    fn factor(&mut self) -> Result<Monomial> {
        let mut negations = 0usize;
        let (coefficient, degree) = loop {
            let token = self.lexer.next()?;
            match token.kind {
                TokenKind::Numeral => break (self.integer(token)?, 0),
                TokenKind::Symbol | TokenKind::Quoted => break (IBig::ONE, 1),
                TokenKind::Open if self.take_word("-")? => negations += 1,
                TokenKind::Open if self.take_word("^")? => {
                    self.expect_symbol("the variable of a polynomial")?;
                    let degree = self.expect_number("an exponent")?;
                    self.expect_close("an exponent")?;
                    break (IBig::ONE, degree as usize);
                }
                _ => return Err(self.unexpected(token, "a monomial of a polynomial")),
            }
        };
        Ok((self.negated(coefficient, negations)?, degree))
    }

    /// Reads the ends of so many negations.
    fn negated(&mut self, coefficient: IBig, negations: usize) -> Result<IBig> {
        for _ in 0..negations {
            self.expect_close("a negation")?;
        }
        Ok(if negations % 2 == 1 { -coefficient } else { coefficient })
    }

    fn integer(&self, token: Token) -> Result<IBig> {
        let digits = self.lexer.text(token);
        IBig::from_str_radix(digits, 10)
            .map_err(|_| Diagnostic::error(token.span(), "this number is too large").into())
    }

    /// Whether the next token is this symbol; reads it if so.
    fn take_word(&mut self, word: &str) -> Result<bool> {
        let token = self.lexer.peek()?;
        let found = token.kind == TokenKind::Symbol && self.lexer.text(token) == word;
        if found {
            self.lexer.next()?;
        }
        Ok(found)
    }
}
