//! Reading terms, with explicit stacks.
//!
//! `let` leaves no trace: a variable of a `let` *is* the term it stands for, so that sharing in the input is sharing
//! in memory. Since a term may thus move under a binder that its author did not see, a variable that would shadow
//! another name gets a new one: in a term, a name means one thing.

use super::Parser;
use super::resolve::Head;
use super::variables::Shadowed;
use crate::diagnostic::{Diagnostic, Result};
use crate::function::{FunctionData, Role};
use crate::lexer::{Token, TokenKind};
use crate::symbol::Symbol;
use crate::term::{Attribute, Binder, CasePattern, Term};

/// The stacks of the term parser.
#[derive(Debug, Default)]
pub(super) struct Stacks {
    pub(super) frames: Vec<Frame>,
    /// Finished terms that wait for the frame above them.
    pub(super) values: Vec<Term>,
    /// The names that open `let`s are about to bind.
    names: Vec<Symbol>,
    /// What names meant before they were bound, and the variables that were bound to them.
    pub(super) shadowed: Vec<Shadowed>,
}

/// An unfinished term. Positions are 32-bit numbers to keep frames small: a million of them may be open.
#[derive(Debug)]
pub(super) enum Frame {
    /// `(f a b …`: the arguments are the values from `first` on
    Apply { head: Head, first: u32, start: u32 },
    /// `(let ((x a) (y …`: names and values from these positions on
    LetBindings { names: u32, values: u32 },
    /// `(let (…) …`: what to restore
    LetBody { shadowed: u32 },
    /// `(forall ((x S) …) …`
    Binder(Box<OpenBinder>),
    /// `(! t …` before its attributes
    AnnotatedTerm,
    /// `(! t :pattern (p …`
    Pattern(Box<OpenPattern>),
    /// `(! t :no-pattern …`
    NoPattern(Box<OpenPattern>),
    /// `(match …` before its cases
    Scrutinee { start: u32 },
    /// `(match t ((p …`
    Case(Box<OpenCase>),
}

/// A binder: the values from `first` on are the variables, then the bodies.
#[derive(Debug)]
pub(super) struct OpenBinder {
    binder: Binder,
    vars: usize,
    first: usize,
    shadowed: usize,
    start: usize,
}

/// A pattern: the values from `first` on are the annotated term and all pattern terms so far.
#[derive(Debug)]
pub(super) struct OpenPattern {
    attributes: Vec<Attribute>,
    first: usize,
    count: u32,
}

/// A match: the values from `first` on are the term, then variables and body of each case.
#[derive(Debug)]
pub(super) struct OpenCase {
    pub(super) patterns: Vec<CasePattern>,
    pub(super) first: usize,
    pub(super) shadowed: usize,
    pub(super) start: usize,
}

/// What the start of a term gives.
pub(super) enum Started {
    Value(Term),
    Frame,
}

impl Parser<'_> {
    /// Reads a term.
    pub(super) fn term(&mut self) -> Result<Term> {
        let floor = self.terms.frames.len();
        'read: loop {
            let token = self.lexer.next()?;
            let mut value = match token.kind {
                TokenKind::Symbol | TokenKind::Quoted => self.constant(token)?,
                TokenKind::Open => match self.open(token.start as usize)? {
                    Started::Value(value) => value,
                    Started::Frame => continue,
                },
                TokenKind::Close if self.terms.frames.len() > floor => match self.close(token)? {
                    Started::Value(value) => value,
                    Started::Frame => continue,
                },
                TokenKind::Close | TokenKind::End | TokenKind::Keyword => {
                    return Err(self.unexpected(token, "a term"));
                }
                _ => self.literal(token)?,
            };
            // Hand the value to the frames that it finishes.
            loop {
                if self.terms.frames.len() == floor {
                    return Ok(value);
                }
                match self.deliver(value)? {
                    Started::Value(finished) => value = finished,
                    Started::Frame => continue 'read,
                }
            }
        }
    }

    /// Reads terms up to a closing parenthesis.
    pub(super) fn terms_to_close(&mut self) -> Result<Box<[Term]>> {
        let mut terms = Vec::new();
        while !self.lexer.take_close() {
            terms.push(self.term()?);
        }
        Ok(terms.into())
    }

    /// Forgets an unfinished term after an error.
    pub(super) fn abandon_term(&mut self) {
        self.restore(0);
        self.terms = Stacks::default();
    }

    /// After a parenthesis.
    fn open(&mut self, start: usize) -> Result<Started> {
        let token = self.lexer.next()?;
        let first = self.terms.values.len();
        match token.kind {
            TokenKind::Symbol => {
                let name = self.store.symbols.intern(self.lexer.text(token));
                if name >= self.words.first && name <= self.words.last {
                    return self.special(name, start);
                }
                self.terms.frames.push(Frame::Apply {
                    head: Head::Name(name),
                    first: first as u32,
                    start: start as u32,
                });
            }
            TokenKind::Quoted => {
                let name = self.store.symbols.intern(self.lexer.text(token));
                self.terms.frames.push(Frame::Apply {
                    head: Head::Name(name),
                    first: first as u32,
                    start: start as u32,
                });
            }
            TokenKind::Open => {
                let inner = self.lexer.peek()?;
                let word = if inner.kind == TokenKind::Symbol { self.lexer.text(inner) } else { "" };
                let head = match word {
                    "_" => {
                        self.lexer.next()?;
                        match self.indexed(token.start as usize)? {
                            Err(function) => Head::Function(function),
                            Ok(_) => return Err(self.applied_literal(token)),
                        }
                    }
                    "as" => {
                        self.lexer.next()?;
                        match self.qualified(token.start as usize)? {
                            Err(head) => head,
                            Ok(_) => return Err(self.applied_literal(token)),
                        }
                    }
                    _ => {
                        self.lexer.seek(token.start as usize);
                        Head::Call
                    }
                };
                self.terms.frames.push(Frame::Apply { head, first: first as u32, start: start as u32 });
            }
            _ => return Err(self.unexpected(token, "a function, a binder or `!`")),
        }
        Ok(Started::Frame)
    }

    fn applied_literal(&self, open: Token) -> Box<Diagnostic> {
        let span = open.start as usize..self.lexer.offset();
        Diagnostic::error(span, "a literal takes no arguments").into()
    }

    /// Reads the rest of `(as name sort)` or `(as (_ name index) sort)`, behind the word. Gives a literal, or what to
    /// apply.
    fn qualified(&mut self, start: usize) -> Result<std::result::Result<Term, Head>> {
        if self.lexer.take_open() {
            self.expect(TokenKind::Symbol, "`_`")?;
            let indexed = self.indexed(start)?;
            let sort = self.sort()?;
            self.expect_close("the sort of `as`")?;
            return match indexed {
                Err(function) => Ok(Err(Head::Function(function))),
                // match: (as (_ bv5 8) (_ BitVec 8))
                Ok(literal) if self.store.sort(literal) == sort => Ok(Ok(literal)),
                Ok(_) => {
                    let span = start..self.lexer.offset();
                    Err(Diagnostic::error(span, "this literal is of another sort").into())
                }
            };
        }
        let name = self.expect_symbol("a function")?;
        let sort = self.sort()?;
        self.expect_close("the sort of `as`")?;
        Ok(Err(Head::Qualified(name, sort)))
    }

    /// After a parenthesis and a word of the grammar.
    fn special(&mut self, word: Symbol, start: usize) -> Result<Started> {
        let words = self.words;
        let first = self.terms.values.len();
        let frame = if word == words.let_ {
            self.expect_open("`(` and the bindings of `let`")?;
            self.terms
                .frames
                .push(Frame::LetBindings { names: self.terms.names.len() as u32, values: first as u32 });
            return self.next_binding();
        } else if word == words.forall {
            return self.binder(Binder::Forall, start);
        } else if word == words.exists {
            return self.binder(Binder::Exists, start);
        } else if word == words.lambda && self.scope.functions(word).next().is_none() {
            return self.binder(Binder::Lambda, start);
        } else if word == words.bang {
            Frame::AnnotatedTerm
        } else if word == words.match_ {
            Frame::Scrutinee { start: start as u32 }
        } else if word == words.as_ {
            return match self.qualified(start)? {
                Ok(literal) => Ok(Started::Value(literal)),
                Err(head) => self.application(head, first, start..self.lexer.offset()).map(Started::Value),
            };
        } else if word == words.underscore {
            return match self.indexed(start)? {
                Ok(literal) => Ok(Started::Value(literal)),
                Err(function) => {
                    let span = start..self.lexer.offset();
                    self.application(Head::Function(function), first, span).map(Started::Value)
                }
            };
        } else if word == words.root_obj && !self.strict() && self.scope.functions(word).next().is_none() {
            return self.numbered_root(start).map(Started::Value);
        } else if word != words.root_obj
            && self.scope.functions(word).next().is_none()
            && self.scope.local(word).is_none()
        {
            let choice = word == words.choice || word == words.witness;
            let binder = if choice { Binder::Choice } else { Binder::Comprehension };
            return self.binder(binder, start);
        } else {
            Frame::Apply { head: Head::Name(word), first: first as u32, start: start as u32 }
        };
        self.terms.frames.push(frame);
        Ok(Started::Frame)
    }

    /// Reads the start of the next binding of a `let`, or ends its bindings.
    fn next_binding(&mut self) -> Result<Started> {
        if self.lexer.take_open() {
            let token = self.lexer.peek()?;
            let name = self.expect_symbol("the name of a `let` variable")?;
            if self.strict()
                && let Some(Frame::LetBindings { names, .. }) = self.terms.frames.last()
                && self.terms.names[*names as usize..].contains(&name)
            {
                return Err(Diagnostic::error(token.span(), "this `let` binds a variable twice").into());
            }
            self.terms.names.push(name);
            return Ok(Started::Frame);
        }
        self.expect_close("the bindings of `let`")?;
        let Some(Frame::LetBindings { names, values }) = self.terms.frames.pop() else {
            return Err(self.lost());
        };
        let (names, values) = (names as usize, values as usize);
        let shadowed = self.terms.shadowed.len() as u32;
        for at in 0..self.terms.names.len() - names {
            let (name, value) = (self.terms.names[names + at], self.terms.values[values + at]);
            let meaning = self.scope.set_local(name, Some(value));
            self.terms.shadowed.push(Shadowed { name, meaning, variable: None });
        }
        self.terms.names.truncate(names);
        self.terms.values.truncate(values);
        self.terms.frames.push(Frame::LetBody { shadowed });
        Ok(Started::Frame)
    }

    fn binder(&mut self, binder: Binder, start: usize) -> Result<Started> {
        let (first, shadowed) = (self.terms.values.len(), self.terms.shadowed.len());
        let vars = self.variables(1)?;
        self.terms.frames.push(Frame::Binder(Box::new(OpenBinder { binder, vars, first, shadowed, start })));
        Ok(Started::Frame)
    }

    /// A closing parenthesis where a term could stand: the end of an application or of a pattern.
    fn close(&mut self, token: Token) -> Result<Started> {
        match self.terms.frames.pop() {
            Some(Frame::Apply { head, first, start }) => self
                .application(head, first as usize, start as usize..self.lexer.offset())
                .map(Started::Value),
            Some(Frame::Pattern(mut pattern)) => {
                pattern.attributes.push(Attribute::Pattern(pattern.count));
                self.attributes(pattern.attributes, pattern.first)
            }
            Some(Frame::LetBody { shadowed }) if !self.strict() => {
                self.bodiless_let(shadowed as usize, token)
            }
            _ => Err(self.unexpected(token, "a term")),
        }
    }

    /// match: (let ((x a) (y b))), result: b, as Z3 reads it
    fn bodiless_let(&mut self, shadowed: usize, token: Token) -> Result<Started> {
        let last = self.terms.shadowed[shadowed..].last().and_then(|last| self.scope.local(last.name));
        let Some(value) = last else { return Err(self.unexpected(token, "a term")) };
        self.restore(shadowed);
        self.diagnostics
            .push(Diagnostic::warning(token.span(), "this `let` has no body: read as its last value"));
        Ok(Started::Value(value))
    }

    /// Gives a finished term to the innermost frame.
    fn deliver(&mut self, value: Term) -> Result<Started> {
        match self.terms.frames.last_mut() {
            Some(Frame::Apply { .. }) => {
                self.terms.values.push(value);
                return Ok(Started::Frame);
            }
            Some(Frame::Pattern(pattern)) => {
                pattern.count += 1;
                self.terms.values.push(value);
                return Ok(Started::Frame);
            }
            Some(Frame::LetBindings { .. }) => {
                self.expect_close("the value of a `let` variable")?;
                self.terms.values.push(value);
                return self.next_binding();
            }
            _ => {}
        }
        match self.terms.frames.pop() {
            Some(Frame::LetBody { shadowed }) => {
                self.expect_close("the body of `let`")?;
                self.restore(shadowed as usize);
                Ok(Started::Value(value))
            }
            Some(Frame::Binder(open)) => {
                self.terms.values.push(value);
                let OpenBinder { binder, vars, first, shadowed, start } = *open;
                let bodies = self.terms.values.len() - first - vars;
                if binder == Binder::Comprehension && bodies == 1 {
                    self.terms.frames.push(Frame::Binder(open));
                    return Ok(Started::Frame);
                }
                self.expect_close("the body of a binder")?;
                self.end_variables(shadowed);
                let built = self.store.binder_from(binder, vars, &self.terms.values[first..]);
                self.terms.values.truncate(first);
                let span = start..self.lexer.offset();
                built.map(Started::Value).map_err(|error| self.type_error(&error, span))
            }
            Some(Frame::AnnotatedTerm) => {
                let first = self.terms.values.len();
                self.terms.values.push(value);
                self.attributes(Vec::new(), first)
            }
            Some(Frame::NoPattern(mut pattern)) => {
                self.terms.values.push(value);
                pattern.attributes.push(Attribute::NoPattern);
                self.attributes(pattern.attributes, pattern.first)
            }
            Some(Frame::Scrutinee { start }) => {
                let first = self.terms.values.len();
                self.terms.values.push(value);
                self.expect_open("`(` and the cases of `match`")?;
                self.next_case(Vec::new(), first, start as usize)
            }
            Some(Frame::Case(case)) => {
                self.terms.values.push(value);
                self.expect_close("a case of `match`")?;
                self.end_variables(case.shadowed);
                self.next_case(case.patterns, case.first, case.start)
            }
            _ => Err(self.lost()),
        }
    }

    /// The parser's stacks disagree: cannot happen, and is an error rather than a panic if it does.
    fn lost(&self) -> Box<Diagnostic> {
        let at = self.lexer.offset();
        Diagnostic::error(at..at, "internal error: the term parser lost its place").into()
    }

    /// Reads attributes up to the end of an annotated term, or to the terms of a pattern.
    fn attributes(&mut self, mut attributes: Vec<Attribute>, first: usize) -> Result<Started> {
        loop {
            let token = self.lexer.next()?;
            match token.kind {
                // Z3 takes `(! t)`.
                TokenKind::Close if attributes.is_empty() && !self.strict() => {
                    let term = self.terms.values[first];
                    self.terms.values.truncate(first);
                    return Ok(Started::Value(term));
                }
                TokenKind::Close if attributes.is_empty() => {
                    return Err(self.unexpected(token, "an attribute such as `:named`"));
                }
                TokenKind::Close => break,
                TokenKind::Keyword => {}
                _ => return Err(self.unexpected(token, "an attribute such as `:named`, or `)`")),
            }
            let keyword = self.lexer.text(token);
            match keyword {
                ":pattern" | ":no-pattern" => {
                    let is_pattern = keyword == ":pattern";
                    if is_pattern {
                        self.expect_open("`(` and the terms of a pattern")?;
                    }
                    let open = Box::new(OpenPattern { attributes, first, count: 0 });
                    self.terms.frames.push(if is_pattern {
                        Frame::Pattern(open)
                    } else {
                        Frame::NoPattern(open)
                    });
                    return Ok(Started::Frame);
                }
                ":named" => {
                    let name = self.expect_symbol("a name")?;
                    attributes.push(Attribute::Named(name));
                    self.name_term(name, self.terms.values[first]);
                }
                _ => {
                    let next = self.lexer.peek()?;
                    let value = match next.kind {
                        TokenKind::Keyword | TokenKind::Close => None,
                        _ => Some(self.sexpr()?.into()),
                    };
                    attributes.push(Attribute::Other(keyword.into(), value));
                }
            }
        }
        let term = self.terms.values[first];
        let built = self.store.annotated(term, attributes, &self.terms.values[first + 1..]);
        self.terms.values.truncate(first);
        Ok(Started::Value(built))
    }

    pub(super) fn name_term(&mut self, name: Symbol, term: Term) {
        let result = self.store.sort(term);
        let role = Role::Named(term);
        let data = FunctionData { name, indices: Box::default(), role, params: Box::default(), result };
        let function = self.store.make_function(data);
        let constant = self.store.apply(function, &[]).ok();
        self.scope.declare(name, function, constant);
    }
}
