//! The first pass over a model: what it declares and defines, with the bodies left for the second.

use super::subjects::Subject;
use crate::diagnostic::{Diagnostic, Result};
use crate::function::{Function, Index};
use crate::lexer::{Token, TokenKind};
use crate::parser::{MAX_ERRORS, Parser};
use crate::sort::Sort;
use crate::symbol::Symbol;

/// What the first pass finds.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) definitions: Vec<Signature>,
    /// Where statements about whole sorts begin: `(forall ((x U)) (or (= x U!val!0) …))`
    pub(super) constraints: Vec<usize>,
    /// Sorts whose elements are listed: `; cardinality of U is 1`, `; rep: (as @U_0 U)`
    pub(super) listed: Vec<Listed>,
}

/// A sort whose elements are listed.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) sort: Sort,
    /// How many it has, as far as that is said.
    pub(super) count: Option<usize>,
    /// Where they stand.
    pub(super) places: Vec<usize>,
}

/// A definition of which the body is still to be read.
#[derive(Debug)]
pub(super) struct Signature {
    pub(super) symbol: Symbol,
    pub(super) indices: Box<[Index]>,
    pub(super) vars: Vec<(Symbol, Sort)>,
    pub(super) result: Sort,
    pub(super) subject: Subject,
    /// Where the definition and its body begin, and where the definition ends.
    pub(super) start: usize,
    pub(super) body: usize,
    pub(super) end: usize,
    /// Whether the definition ends behind the body; one of several ends with the last.
    pub(super) single: bool,
}

impl Parser<'_> {
    /// Reads all of an answer but the bodies.
    pub(super) fn entries(&mut self) -> Entries {
        let mut entries = Entries::default();
        let (mut depth, mut broken) = (0usize, false);
        loop {
            while let Some(comment) = self.lexer.comment() {
                self.model_comment(comment, &mut entries);
            }
            let at = self.lexer.offset();
            let token = self.lexer.next();
            if token.is_err() && depth == 0 {
                self.skip_line();
                continue;
            }
            let read = token.and_then(|token| match token.kind {
                TokenKind::Open => self.model_part(token, &mut depth, &mut entries).map(|()| true),
                TokenKind::Close if depth > 0 => {
                    depth -= 1;
                    Ok(true)
                }
                TokenKind::Close => Err(Diagnostic::error(token.span(), "this `)` closes nothing").into()),
                TokenKind::End => Ok(false),
                // Words such as `sat` and `success` stand around a model.
                _ if depth == 0 => Ok(true),
                _ => Err(self.unexpected(token, "a definition such as `(define-fun …)`")),
            });
            match read {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.diagnostics.push(*error);
                    if self.too_many_errors() {
                        return entries;
                    }
                    self.lexer.seek(at);
                    broken |= !self.skip_balanced();
                }
            }
        }
        if depth > 0 && !broken {
            let at = self.lexer.source().len();
            self.diagnostics.push(Diagnostic::error(at..at, "the answer breaks off").label("expected `)`"));
        }
        entries
    }

    /// After a parenthesis: a list of entries, or one.
    fn model_part(&mut self, open: Token, depth: &mut usize, entries: &mut Entries) -> Result<()> {
        let start = open.start as usize;
        self.command_start = start;
        let token = self.lexer.peek()?;
        match token.kind {
            TokenKind::Open | TokenKind::Close => {
                *depth += 1;
                return Ok(());
            }
            TokenKind::Symbol => self.lexer.next()?,
            _ if *depth == 0 => return self.skip_to(start),
            _ => return Err(self.unexpected(token, "a definition such as `(define-fun …)`")),
        };
        match self.lexer.text(token) {
            "model" => *depth += 1,
            "define-fun" | "define-fun-rec" => {
                let signature = self.signature(start)?;
                entries.definitions.push(signature);
            }
            "define-const" => {
                let (symbol, indices) = self.defined_name()?;
                let result = self.sort()?;
                let signature = self.with_body(start, symbol, indices, Vec::new(), result)?;
                entries.definitions.push(signature);
            }
            "define-funs-rec" => {
                let first = entries.definitions.len();
                self.signatures(start, entries).inspect_err(|_| entries.definitions.truncate(first))?;
            }
            "declare-fun" | "declare-const" => self.declare_element(token)?,
            "declare-sort" => self.known_or(Self::declare_sort)?,
            "declare-datatype" => self.known_or(|parser| parser.declare_datatype(false))?,
            "declare-codatatype" => self.known_or(|parser| parser.declare_datatype(true))?,
            "declare-datatypes" => self.known_or(|parser| parser.declare_datatypes(false))?,
            "declare-codatatypes" => self.known_or(|parser| parser.declare_datatypes(true))?,
            "define-sort" => self.known_or(Self::define_sort)?,
            "forall" => {
                entries.constraints.push(start);
                self.skip_to(start)?;
            }
            // match: (= x 5), as Yices prints
            "=" => {
                let signature = self.equation(start)?;
                entries.definitions.push(signature);
            }
            "error" => {
                let text = self.lexer.next()?;
                self.skip_to(start)?;
                let message = format!("the solver reports: {}", self.lexer.text(text));
                self.diagnostics.push(Diagnostic::error(start..self.lexer.offset(), message));
            }
            _ if *depth == 0 => self.skip_to(start)?,
            _ => return Err(self.unexpected(token, "a definition such as `(define-fun …)`")),
        }
        Ok(())
    }

    /// match: ; cardinality of U is 2
    /// match: ; rep: (as @U_0 U)
    fn model_comment(&mut self, comment: &str, entries: &mut Entries) {
        let after = self.lexer.offset();
        let end = self.lexer.source()[..after].trim_end().len();
        let text = comment.trim_start_matches([';', ' ']);
        if let Some(sort) = text.strip_prefix("cardinality of ") {
            self.lexer.seek(end - sort.len());
            if let Ok(sort) = self.sort() {
                let count = text.rsplit(' ').next().and_then(|count| count.trim_end().parse().ok());
                entries.listed.push(Listed { sort, count, places: Vec::new() });
            }
        } else if let Some(element) = text.strip_prefix("rep: ")
            && let Some(listed) = entries.listed.last_mut()
        {
            listed.places.push(end - element.len());
        }
        self.lexer.seek(after);
    }

    /// match: f ((x S) …) R body), behind the word
    fn signature(&mut self, start: usize) -> Result<Signature> {
        let (symbol, indices) = self.defined_name()?;
        let vars = self.parameters()?;
        let result = self.sort()?;
        self.with_body(start, symbol, indices, vars, result)
    }

    fn with_body(
        &mut self,
        start: usize,
        symbol: Symbol,
        indices: Box<[Index]>,
        vars: Vec<(Symbol, Sort)>,
        result: Sort,
    ) -> Result<Signature> {
        let body = self.lexer.offset();
        self.skip_to(start)?;
        let subject = self.subject(symbol, &indices, &vars, result);
        Ok(Signature {
            symbol,
            indices,
            vars,
            result,
            subject,
            start,
            body,
            end: self.lexer.offset(),
            single: true,
        })
    }

    /// match: ((f ((x S) …) R) …) (body …)), behind the word
    fn signatures(&mut self, start: usize, entries: &mut Entries) -> Result<()> {
        let first = entries.definitions.len();
        self.expect_open("`(` and the declarations")?;
        while !self.lexer.take_close() {
            self.expect_open("`(` and a declaration")?;
            let (symbol, indices) = self.defined_name()?;
            let vars = self.parameters()?;
            let result = self.sort()?;
            self.expect_close("a declaration")?;
            let subject = self.subject(symbol, &indices, &vars, result);
            let (body, end, single) = (0, 0, false);
            entries.definitions.push(Signature {
                symbol,
                indices,
                vars,
                result,
                subject,
                start,
                body,
                end,
                single,
            });
        }
        self.expect_open("`(` and the bodies")?;
        for signature in &mut entries.definitions[first..] {
            signature.body = self.lexer.offset();
            self.skip_balanced();
        }
        self.expect_close("the bodies")?;
        self.expect_close("the definitions")?;
        let end = self.lexer.offset();
        entries.definitions[first..].iter_mut().for_each(|signature| signature.end = end);
        Ok(())
    }

    /// match: x 5), behind the equality
    fn equation(&mut self, start: usize) -> Result<Signature> {
        let token = self.lexer.peek()?;
        let symbol = self.expect_symbol("a constant of the script")?;
        let constant = self.scope.functions(symbol).find_map(|known| {
            let data = self.store.function(known.function);
            data.params.is_empty().then_some((known.function, data.result))
        });
        let Some((_, result)) = constant else { return Err(self.unknown_name(symbol, true, token.span())) };
        self.with_body(start, symbol, Box::default(), Vec::new(), result)
    }

    /// match: U!val!0 () U), behind `declare-fun`: an element, or a function without a definition
    fn declare_element(&mut self, word: Token) -> Result<()> {
        let token = self.lexer.peek()?;
        let symbol = self.expect_symbol("the name to declare")?;
        let has_params = self.lexer.text(word) == "declare-fun";
        let params = if has_params { self.sort_list()? } else { Vec::new() };
        let result = self.sort()?;
        self.expect_close("a declaration")?;
        let same = |function: Function| {
            let data = self.store.function(function);
            *data.params == *params && data.result == result
        };
        if self.scope.functions(symbol).any(|known| same(known.function)) {
            return Ok(());
        }
        if params.is_empty() {
            let term = self.element(symbol, result, token.span())?;
            let function = self.store.declare_function(symbol, &[], result);
            self.scope.declare(symbol, function, Some(term));
        } else {
            let function = self.store.declare_function(symbol, &params, result);
            self.scope.declare(symbol, function, None);
        }
        Ok(())
    }

    /// A declaration of a sort, which is read only if the script does not have it.
    fn known_or<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<()> {
        let (start, at) = (self.command_start, self.lexer.offset());
        // match: (declare-datatypes ((List 1)) …), (declare-sort U 0)
        while self.lexer.take_open() || self.lexer.take_close() {}
        let token = self.lexer.next()?;
        let symbol = self.store.symbols.intern(self.lexer.text(token));
        if self.scope.sort(symbol).is_some() {
            return self.skip_to(start);
        }
        self.lexer.seek(at);
        read(self).map(|_| ())
    }

    /// match: f, (_ f 1)
    fn defined_name(&mut self) -> Result<(Symbol, Box<[Index]>)> {
        if !self.lexer.take_open() {
            return Ok((self.expect_symbol("the name that is defined")?, Box::default()));
        }
        let underscore = self.lexer.next()?;
        if self.lexer.text(underscore) != "_" {
            return Err(self.unexpected(underscore, "the name that is defined"));
        }
        Ok((self.expect_symbol("the name that is defined")?, self.indices()?))
    }

    fn parameters(&mut self) -> Result<Vec<(Symbol, Sort)>> {
        let mut vars = Vec::new();
        self.expect_open("`(` and the parameters")?;
        while !self.lexer.take_close() {
            self.expect_open("`(` and a parameter with its sort")?;
            let name = self.expect_symbol("the name of a parameter")?;
            vars.push((name, self.sort()?));
            self.expect_close("the sort of a parameter")?;
        }
        Ok(vars)
    }

    /// Goes on behind the entry that begins here, or says that it has no end.
    fn skip_to(&mut self, start: usize) -> Result<()> {
        self.lexer.seek(start);
        if self.skip_balanced() {
            return Ok(());
        }
        Err(Diagnostic::error(start..start + 1, "the answer breaks off")
            .label("what is opened here has no end")
            .into())
    }

    /// Whether reading must end after so many errors; says so.
    pub(super) fn too_many_errors(&mut self) -> bool {
        if self.diagnostics.len() < MAX_ERRORS {
            return false;
        }
        let at = self.lexer.offset();
        let message = format!("the rest is not read after {MAX_ERRORS} errors");
        self.diagnostics.push(Diagnostic::warning(at..at, message));
        true
    }

    /// Goes on at the next line.
    pub(super) fn skip_line(&mut self) {
        let (source, at) = (self.lexer.source(), self.lexer.offset());
        let len = memchr::memchr(b'\n', &source.as_bytes()[at..]);
        self.lexer.seek(len.map_or(source.len(), |len| at + len + 1));
    }

    /// Goes on behind the s-expression that follows, whatever stands in it; false if it has no end.
    pub(super) fn skip_balanced(&mut self) -> bool {
        let mut depth = 0usize;
        loop {
            match self.lexer.next() {
                Ok(token) => match token.kind {
                    TokenKind::Open => depth += 1,
                    TokenKind::Close if depth <= 1 => return true,
                    TokenKind::Close => depth -= 1,
                    TokenKind::End => return false,
                    _ if depth == 0 => return true,
                    _ => {}
                },
                // An algebraic number of cvc5 has commas.
                Err(_) if self.lexer.offset() >= self.lexer.source().len() => return false,
                Err(_) if depth == 0 => return true,
                Err(_) => {}
            }
        }
    }
}
