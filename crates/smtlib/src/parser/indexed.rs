//! Reading `(_ name index …)`.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::{Mode, Parser};
use crate::diagnostic::{Diagnostic, Result};
use crate::function::{Function, FunctionData, Index, Role};
use crate::lexer::TokenKind;
use crate::literal::Literal;
use crate::signature::Rule;
use crate::sort::{MAX_WIDTH, Sort};
use crate::symbol::Symbol;
use crate::term::Term;
use crate::theories::{DatatypeOp, Op, registry};

impl Parser<'_> {
    /// Reads the rest of `(_ name index …)`, behind the underscore. Gives a literal, or a function to apply.
    pub(super) fn indexed(&mut self, start: usize) -> Result<std::result::Result<Term, Function>> {
        let token = self.lexer.next()?;
        if !matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            return Err(self.unexpected(token, "the name of an indexed operator"));
        }
        let text = self.lexer.text(token);
        // match: (_ bv5 8)
        if let Some(digits) = text.strip_prefix("bv")
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            let width = self.bit_width()?;
            self.expect_close("the width of a bit-vector")?;
            return self.indexed_bit_vec(digits, width, start).map(Ok);
        }
        // match: (_ char #x41)
        if text == "char" {
            let code = self.lexer.next()?;
            let value = self.lexer.text(code);
            let value = if code.kind == TokenKind::Hexadecimal {
                u32::from_str_radix(&value[2..], 16).ok()
            } else {
                value.parse().ok()
            };
            let Some(value) = value.filter(|&value| value <= crate::literal::MAX_CODE_POINT) else {
                return Err(self.unexpected(code, "a code point from #x0 to #x2FFFF"));
            };
            self.expect_close("a code point")?;
            let literal = Literal::string_from_code_points(&[value]);
            return Ok(Ok(self.store.literal_node(literal, Sort::STRING)));
        }
        if text == "real_algebraic_number" && !self.strict() {
            return self.enclosed_root(start).map(Ok);
        }
        let name = self.store.symbols.intern(text);
        let op = registry().named(text).next();
        if let Some(op) = op.filter(|op| op.takes_function_index()) {
            let inner = self.function_index(op)?;
            self.expect_close("a function as index")?;
            return Ok(Err(self.indexed_function(name, op, [Index::Function(inner)].into())));
        }
        let sorts = op.is_some_and(|op| {
            op.operator().signatures.iter().any(|signature| signature.rule == Some(Rule::SortIndexed))
        });
        let indices = if sorts { self.sort_indices()? } else { self.indices()? };
        let span = start..self.lexer.offset();
        let fits = |op: &Op| {
            let signatures = &op.operator().signatures;
            signatures
                .iter()
                .any(|signature| signature.rule.is_some() || signature.indices.len() == indices.len())
        };
        match registry().named(text).find(fits) {
            Some(op) => Ok(Err(self.indexed_function(name, op, indices))),
            None if self.mode == Mode::Permissive => Ok(Err(self.unknown_function(name, indices, span))),
            None => Err(self.unknown_indexed(text, indices.len(), span)),
        }
    }

    fn indexed_function(&mut self, name: Symbol, op: Op, indices: Box<[Index]>) -> Function {
        let role = Role::Operator(op);
        self.store.make_function(FunctionData {
            name,
            indices,
            role,
            params: Box::default(),
            result: Sort::UNKNOWN,
        })
    }

    fn bit_width(&mut self) -> Result<u32> {
        let token = self.lexer.peek()?;
        let width = self.expect_number("the width of a bit-vector")?;
        if width == 0 || width > MAX_WIDTH {
            return Err(Diagnostic::error(token.span(), format!("{width} is out of range"))
                .label("expected the width of a bit-vector")
                .into());
        }
        Ok(width)
    }

    fn indexed_bit_vec(&mut self, digits: &str, width: u32, start: usize) -> Result<Term> {
        let span = start..self.lexer.offset();
        let value = UBig::from_str_radix(digits, 10)
            .map_err(|_| Diagnostic::error(span.clone(), "this literal is too large for a bit-vector"))?;
        if value.bit_len() > width as usize && self.strict() {
            return Err(Diagnostic::error(span, format!("the value does not fit {width} bits")).into());
        }
        self.store.bit_vec(width, value).map_err(|error| self.type_error(&error, span))
    }

    pub(super) fn indices(&mut self) -> Result<Box<[Index]>> {
        let mut indices = Vec::new();
        loop {
            let token = self.lexer.next()?;
            let text = self.lexer.text(token);
            indices.push(match token.kind {
                TokenKind::Close => return Ok(indices.into()),
                TokenKind::Numeral => match text.parse() {
                    Ok(value) => Index::Numeral(value),
                    Err(_) => Index::Digits(self.store.symbols.intern(text)),
                },
                TokenKind::Symbol | TokenKind::Quoted | TokenKind::Word => {
                    Index::Symbol(self.store.symbols.intern(text))
                }
                _ => return Err(self.unexpected(token, "an index: a numeral or a symbol")),
            });
        }
    }

    /// Indices that are numerals or sorts.
    fn sort_indices(&mut self) -> Result<Box<[Index]>> {
        let mut indices = Vec::new();
        while !self.lexer.take_close() {
            indices.push(if self.lexer.peek()?.kind == TokenKind::Numeral {
                Index::Numeral(self.expect_number("a number")?)
            } else {
                Index::Sort(self.sort()?)
            });
        }
        Ok(indices.into())
    }

    /// The function in the index of `(_ is c)`, `(_ is (c (S …) R))`, `(_ update s)`, `(_ map f)`,
    /// `(_ map (f (S …) R))`, `(_ as-array f)`.
    fn function_index(&mut self, op: Op) -> Result<Function> {
        let start = self.lexer.peek()?.span();
        let ranked = self.lexer.take_open();
        if ranked && self.peek_is(self.words.underscore)? {
            // match: (_ map (_ extract 7 0))
            self.lexer.next()?;
            return match self.indexed(start.start)? {
                Err(function) => Ok(function),
                Ok(_) => Err(Diagnostic::error(start, "found a literal").label("expected a function").into()),
            };
        }
        let name = self.expect_symbol("a function")?;
        let rank = if ranked {
            let rank = (self.sort_list()?, self.sort()?);
            self.expect_close("the rank of a function")?;
            Some(rank)
        } else {
            None
        };
        let has_rank = |data: &FunctionData| {
            rank.as_ref().is_some_and(|(params, result)| *data.params == **params && data.result == *result)
        };
        let wanted = |data: &FunctionData| match op {
            Op::Datatype(DatatypeOp::Is) => data.role == Role::Constructor,
            Op::Datatype(DatatypeOp::Update) => matches!(data.role, Role::Selector { .. }),
            _ => rank.is_none() || matches!(data.role, Role::Operator(_)) || has_rank(data),
        };
        self.gather(name);
        let wanted = |&function: &Function| wanted(self.store.function(function));
        let exact = |&function: &Function| wanted(&function) && has_rank(self.store.function(function));
        let candidates = || self.candidates.iter().copied();
        match candidates().find(exact).or_else(|| candidates().find(wanted)) {
            Some(function) => Ok(function),
            None => Err(self.unknown_name(name, false, start)),
        }
    }

    fn peek_is(&mut self, word: Symbol) -> Result<bool> {
        let token = self.lexer.peek()?;
        Ok(token.kind == TokenKind::Symbol && self.lexer.text(token) == self.store.text(word))
    }
}
