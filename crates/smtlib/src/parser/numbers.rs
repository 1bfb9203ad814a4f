//! Reading literals.

use dashu_int::UBig;

use super::Parser;
use crate::diagnostic::{Diagnostic, Result};
use crate::lexer::{Token, TokenKind};
use crate::literal::Literal;
use crate::sort::{MAX_WIDTH, Sort, SortKind};
use crate::term::Term;
use crate::theories::{ArithOp, Op};

/// The largest power of ten that a number with an exponent may have: it is written out in full.
const MAX_EXPONENT: usize = 100_000;

impl Parser<'_> {
    /// The term of a literal token.
    pub(super) fn literal(&mut self, token: Token) -> Result<Term> {
        let text = self.lexer.text(token);
        if token.kind == TokenKind::String {
            let place = self.strings.place(text);
            let term = place
                .unwrap_or_else(|| self.store.literal_node(Literal::string_from_source(text), Sort::STRING));
            *place = Some(term);
            return Ok(term);
        }
        if token.kind == TokenKind::RawString && !self.strict() {
            return Ok(self.store.literal_node(Literal::string_without_escapes(text), Sort::STRING));
        }
        if let Some(term) = *self.numbers.place(text) {
            return Ok(term);
        }
        let term = match token.kind {
            TokenKind::Numeral if self.numerals_are_real => {
                self.store.literal_node(Literal::decimal(text, "0"), Sort::REAL)
            }
            TokenKind::Numeral => self.store.literal_node(Literal::numeral(text), Sort::INT),
            TokenKind::Decimal => {
                let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
                self.store.literal_node(Literal::decimal(whole, fraction), Sort::REAL)
            }
            TokenKind::Hexadecimal => self.bit_vec_literal(token, 16, 4)?,
            TokenKind::Binary => self.bit_vec_literal(token, 2, 1)?,
            _ => match self.extended_literal(text) {
                Some(term) => term,
                None => return self.unspecified(token),
            },
        };
        *self.numbers.place(text) = Some(term);
        Ok(term)
    }

    fn bit_vec_literal(&mut self, token: Token, radix: u32, bits: u32) -> Result<Term> {
        let digits = &self.lexer.text(token)[2..];
        let too_large = || -> Box<Diagnostic> {
            Diagnostic::error(token.span(), "this literal is too large for a bit-vector").into()
        };
        let width = u32::try_from(digits.len()).ok().and_then(|count| count.checked_mul(bits));
        let width = width.filter(|&width| width <= MAX_WIDTH).ok_or_else(too_large)?;
        let value = UBig::from_str_radix(digits, radix).map_err(|_| too_large())?;
        self.store.bit_vec(width, value).map_err(|_| too_large())
    }

    /// Numbers that the standard does not have: `-1`, `-0.5`, `2.0E-5`, and cvc5's `1/4` and `#f5m7`.
    pub(super) fn extended_literal(&mut self, text: &str) -> Option<Term> {
        if self.strict() {
            return None;
        }
        if let Some(field) = text.strip_prefix("#f") {
            let (value, order) = field.split_once('m')?;
            let sort = SortKind::FiniteField(self.store.symbols.intern(digits(order)?));
            let sort = self.store.make_sort(sort);
            return self.field_literal(value, sort);
        }
        let (negative, number) = match text.strip_prefix('-') {
            Some(number) => (true, number),
            None => (false, text),
        };
        // match: -1/4, result: (- (/ 1.0 4.0))
        if let Some((numerator, denominator)) = number.split_once('/') {
            let parts = [digits(numerator)?, digits(denominator)?];
            let parts = parts.map(|part| self.store.literal_node(Literal::decimal(part, "0"), Sort::REAL));
            let term = self.store.op(Op::Arith(ArithOp::Div), &parts).ok()?;
            return if negative { self.store.op(Op::Arith(ArithOp::Neg), &[term]).ok() } else { Some(term) };
        }
        let (mantissa, exponent) = match number.find(['e', 'E']) {
            Some(at) => (&number[..at], Some(&number[at + 1..])),
            None => (number, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (digits(whole)?, Some(digits(fraction)?)),
            None => (digits(mantissa)?, None),
        };
        let term = match (fraction, exponent) {
            (None, None) if !self.numerals_are_real => {
                self.store.literal_node(Literal::numeral(whole), Sort::INT)
            }
            (None, None) => self.store.literal_node(Literal::decimal(whole, "0"), Sort::REAL),
            (fraction, exponent) => {
                let literal = shifted(whole, fraction.unwrap_or("0"), exponent.unwrap_or("0"))?;
                self.store.literal_node(literal, Sort::REAL)
            }
        };
        if !negative {
            return Some(term);
        }
        self.store.op(Op::Arith(ArithOp::Neg), &[term]).ok()
    }

    /// The element of a finite field with this value, which may be negative.
    pub(super) fn field_literal(&mut self, value: &str, sort: Sort) -> Option<Term> {
        let SortKind::FiniteField(order) = self.store.sort_kind(sort) else { return None };
        let order =
            UBig::from_str_radix(self.store.text(*order), 10).ok().filter(|order| *order > UBig::ONE)?;
        let (negative, magnitude) = match value.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, value),
        };
        let mut residue = UBig::from_str_radix(digits(magnitude)?, 10).ok()? % &order;
        if negative && residue != UBig::ZERO {
            residue = order - residue;
        }
        Some(self.store.literal_node(Literal::numeral(&residue.to_string()), sort))
    }
}

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

/// A decimal with its point moved by an exponent.
fn shifted(whole: &str, fraction: &str, exponent: &str) -> Option<Literal> {
    let (negative, magnitude) = match exponent.as_bytes().first()? {
        b'-' => (true, &exponent[1..]),
        b'+' => (false, &exponent[1..]),
        _ => (false, exponent),
    };
    let by: usize = digits(magnitude)?.parse().ok().filter(|&by| by <= MAX_EXPONENT)?;
    let all = format!("{whole}{fraction}");
    let (whole, fraction) = if negative {
        let padded = format!("{}{all}", "0".repeat(by.saturating_sub(whole.len()) + 1));
        let point = padded.len() - fraction.len() - by;
        (padded[..point].to_owned(), padded[point..].to_owned())
    } else {
        let padded = format!("{all}{}", "0".repeat(by.saturating_sub(fraction.len())));
        let point = whole.len() + by;
        (padded[..point].to_owned(), padded[point..].to_owned())
    };
    Some(Literal::decimal(&whole, &fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_move_the_point() {
        for (whole, fraction, exponent, expected) in [
            ("5", "681", "-8", "0.00000005681"),
            ("2", "0", "+3", "2000.0"),
            ("1", "25", "1", "12.5"),
            ("12", "5", "-1", "1.25"),
            ("0", "0", "5", "0.0"),
        ] {
            assert_eq!(shifted(whole, fraction, exponent), Some(Literal::Decimal(expected.into())));
        }
        assert_eq!(shifted("1", "0", "999999999"), None);
        assert_eq!(shifted("1", "0", "x"), None);
    }
}
