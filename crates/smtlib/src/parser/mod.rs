//! The parser: from source text to a [`Script`], typed as it is read.
//!
//! Terms, sorts and s-expressions are read with explicit stacks: the depth of the input does not matter. A wrong
//! command is reported and left out, and reading goes on with the next one.

mod algebraic;
pub(crate) mod answers;
mod cases;
mod commands;
mod datatypes;
mod declarations;
mod explain;
mod heap;
pub(crate) mod incremental;
mod indexed;
mod numbers;
mod resolve;
mod scope;
mod sorts;
mod terms;
mod variables;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::diagnostic::{Diagnostic, Result, Severity};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::logic::Logic;
use crate::script::{Command, Script};
use crate::symbol::{Symbol, SymbolTable};
use crate::term::{Store, Term};
use scope::Scope;

/// How to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Everything that the solvers read: extensions, `Int` for `Real`, old syntax. Undeclared names are errors.
    #[default]
    Standard,
    /// As `Standard`, but an application of an undeclared function is kept without a type and reported once.
    Permissive,
    /// SMT-LIB 2.7 to the letter, within the declared logic.
    Strict,
}

/// How to read, in full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParseOptions {
    /// What to accept.
    pub mode: Mode,
    /// Keep the comments that stand between commands, as [`Command::Comment`].
    pub comments: bool,
}

/// What came of an input.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The commands that could be read.
    pub script: Script,
    /// What is wrong, in the order of the source.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether the whole input was understood.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
    }

    /// The script, if the whole input was understood.
    ///
    /// # Errors
    /// All diagnostics, if one of them is an error.
    pub fn into_result(self) -> std::result::Result<Script, Vec<Diagnostic>> {
        if self.is_ok() { Ok(self.script) } else { Err(self.diagnostics) }
    }
}

/// The largest source that is read, in bytes: ids and offsets are 32-bit numbers.
pub const MAX_SOURCE: usize = 1 << 30;

/// After so many errors the rest of the input is not read.
const MAX_ERRORS: usize = 20;

/// Reads a script.
///
/// ```
/// use quis_smtlib::{Mode, parse};
///
/// let parsed = parse("(declare-const x Int) (assert (> x 5)) (check-sat)", Mode::Standard);
/// assert!(parsed.is_ok());
/// assert_eq!(parsed.script.commands.len(), 3);
///
/// let parsed = parse("(declare-const x Int) (assert (> y 5))", Mode::Standard);
/// assert_eq!(parsed.diagnostics[0].message, "unknown constant `y`");
/// ```
#[must_use]
pub fn parse(source: &str, mode: Mode) -> Parsed {
    parse_with(source, ParseOptions { mode, comments: false })
}

/// Reads a script, with all options.
#[must_use]
pub fn parse_with(source: &str, options: ParseOptions) -> Parsed {
    if source.len() > MAX_SOURCE {
        let error = Diagnostic::error(0..0, format!("the source has {} bytes", source.len()))
            .label(format!("at most {MAX_SOURCE} bytes are read"));
        return Parsed { script: Script::default(), diagnostics: vec![error] };
    }
    let mut parser = Parser::new(source, options);
    parser.script();
    Parsed {
        script: Script { store: parser.store, commands: parser.commands },
        diagnostics: parser.diagnostics,
    }
}

/// The state of reading one source.
struct Parser<'s> {
    lexer: Lexer<'s>,
    mode: Mode,
    comments: bool,
    store: Store,
    scope: Scope,
    commands: Vec<Command>,
    diagnostics: Vec<Diagnostic>,
    /// The declared logic; strict mode needs one.
    logic: Option<Logic>,
    /// Numerals are of sort `Real`: the logic has reals and no integers.
    numerals_are_real: bool,
    /// The terms of number literals, by their text.
    numbers: LiteralCache,
    /// The terms of string literals, by their text.
    strings: LiteralCache,
    /// The terms of operators without arguments (`true`, `re.all`), by their symbol.
    constants: Vec<Option<Term>>,
    /// The stacks of the term parser.
    terms: terms::Stacks,
    /// Working space of name resolution.
    candidates: Vec<crate::function::Function>,
    /// Words of the grammar.
    words: Words,
    /// Where the current command begins.
    command_start: usize,
    /// Constants such as `seq.empty` that stood without `as`, and choices between them: what they stand beside
    /// decides their sort.
    unsorted: HashSet<Term, FxBuildHasher>,
    /// While an answer is read, the values that the solver made up.
    elements: Option<answers::Elements>,
    /// The names of soft goals, with the sorts of their costs.
    goals: Vec<(Symbol, crate::sort::Sort)>,
    /// The datatype `List` that Z3 has without a declaration, once it was met.
    list: Option<crate::sort::SortDecl>,
    /// Undeclared functions of a permissive parse that were reported.
    unknown_reported: Vec<Symbol>,
}

/// The symbols of the words that the term grammar keeps for itself.
#[derive(Clone, Copy)]
struct Words {
    let_: Symbol,
    forall: Symbol,
    exists: Symbol,
    lambda: Symbol,
    choice: Symbol,
    /// The name of `choice` in cvc5.
    witness: Symbol,
    root_obj: Symbol,
    match_: Symbol,
    bang: Symbol,
    as_: Symbol,
    underscore: Symbol,
    /// The largest of them: symbols beyond need not be compared one by one.
    last: Symbol,
    first: Symbol,
}

/// The words of the term grammar. Every store's symbol table has them, one after the other, behind the operators:
/// whether a symbol is one of them takes two comparisons.
pub(crate) const WORDS: [&str; 13] = [
    "let",
    "forall",
    "exists",
    "lambda",
    "match",
    "!",
    "as",
    "_",
    "choice",
    "root-obj",
    "witness",
    "set.comprehension",
    "comprehension",
];

impl Words {
    fn new(store: &mut Store) -> Words {
        let first = store.symbol(WORDS[0]);
        Words {
            let_: first,
            forall: store.symbol("forall"),
            exists: store.symbol("exists"),
            lambda: store.symbol("lambda"),
            match_: store.symbol("match"),
            bang: store.symbol("!"),
            as_: store.symbol("as"),
            underscore: store.symbol("_"),
            choice: store.symbol("choice"),
            root_obj: store.symbol("root-obj"),
            witness: store.symbol("witness"),
            last: store.symbol(WORDS[WORDS.len() - 1]),
            first,
        }
    }
}

/// From the text of a literal to its term.
#[derive(Default)]
struct LiteralCache {
    texts: SymbolTable,
    terms: Vec<Option<Term>>,
}

impl LiteralCache {
    /// The place for the term of a literal, empty if it was not met before.
    fn place(&mut self, text: &str) -> &mut Option<Term> {
        let at = self.texts.intern(text).index();
        if at >= self.terms.len() {
            self.terms.resize(at + 1, None);
        }
        &mut self.terms[at]
    }
}

impl<'s> Parser<'s> {
    fn new(source: &'s str, options: ParseOptions) -> Self {
        let mut store = Store::new();
        // A term takes some 20 to 50 bytes of source; growing tables step by step is half the cost of a deep file.
        store.reserve(source.len() / 32);
        Parser::with_store(source, options, store)
    }

    /// A parser that adds to a store.
    fn with_store(source: &'s str, options: ParseOptions, mut store: Store) -> Self {
        let words = Words::new(&mut store);
        Parser {
            lexer: Lexer::new(source),
            mode: options.mode,
            comments: options.comments,
            store,
            scope: Scope::default(),
            commands: Vec::new(),
            diagnostics: Vec::new(),
            logic: None,
            numerals_are_real: false,
            numbers: LiteralCache::default(),
            strings: LiteralCache::default(),
            constants: Vec::new(),
            terms: terms::Stacks::default(),
            candidates: Vec::new(),
            words,
            command_start: 0,
            unsorted: HashSet::default(),
            elements: None,
            goals: Vec::new(),
            list: None,
            unknown_reported: Vec::new(),
        }
    }

    /// Reads commands to the end of the source.
    fn script(&mut self) {
        let mut errors = 0;
        loop {
            let mark = self.scope.mark();
            let terms = self.store.len();
            let read = self.command().and_then(|more| {
                self.check_logic(terms)?;
                Ok(more)
            });
            let failed = match read {
                Ok(true) => continue,
                Ok(false) => break,
                Err(error) => error,
            };
            self.abandon_term();
            self.scope.rollback(mark.min(self.scope.mark()));
            let failed_at = failed.span.start;
            let (start, next) = (self.command_start, self.recover());
            // An error that only repeats an earlier one has no message.
            if !failed.message.is_empty() {
                errors += 1;
                self.diagnostics.push(match next {
                    Some(next) if next <= failed_at => self.missing_parenthesis(start, next),
                    _ => *failed,
                });
            }
            if errors == MAX_ERRORS {
                let at = self.lexer.offset();
                self.diagnostics.push(Diagnostic::warning(
                    at..at,
                    format!("the rest is not read after {MAX_ERRORS} errors"),
                ));
                break;
            }
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    }

    /// An error that is not where it shows: the command before was not closed.
    fn missing_parenthesis(&self, start: usize, next: usize) -> Diagnostic {
        let (line, _) = crate::diagnostic::line_and_column(self.lexer.source(), next);
        Diagnostic::error(start..start + 1, "this command has no end")
            .label(format!("opened here; another command begins on line {line}"))
    }

    /// Goes on behind a wrong command: where its parentheses close or, if they do not, where a line begins with
    /// a command that is known; gives that place.
    fn recover(&mut self) -> Option<usize> {
        let source = self.lexer.source();
        self.lexer.seek(self.command_start);
        let mut depth = 0usize;
        loop {
            match self.lexer.next() {
                Ok(token) => match token.kind {
                    TokenKind::Open => {
                        let start = token.start as usize;
                        let at_line_start = start > self.command_start && source[..start].ends_with('\n');
                        if at_line_start && commands::is_command(word_at(&source[start + 1..])) {
                            self.lexer.seek(start);
                            return Some(start);
                        }
                        depth += 1;
                    }
                    TokenKind::Close if depth <= 1 => return None,
                    TokenKind::Close => depth -= 1,
                    TokenKind::End => return None,
                    _ if depth == 0 => return None,
                    _ => {}
                },
                Err(_) if self.lexer.offset() >= source.len() => return None,
                Err(_) => {}
            }
        }
    }

    /// Reads a token of a kind, or says what was expected.
    fn expect(&mut self, kind: TokenKind, what: &str) -> Result<Token> {
        let token = self.lexer.next()?;
        if token.kind == kind { Ok(token) } else { Err(self.unexpected(token, what)) }
    }

    fn expect_open(&mut self, what: &str) -> Result<()> {
        if self.lexer.take_open() {
            return Ok(());
        }
        let token = self.lexer.next()?;
        Err(self.unexpected(token, what))
    }

    fn expect_close(&mut self, what: &str) -> Result<()> {
        if self.lexer.take_close() {
            return Ok(());
        }
        let token = self.lexer.next()?;
        Err(self.unexpected(token, &format!("`)` after {what}")))
    }

    /// Reads a symbol, quoted or not.
    fn expect_symbol(&mut self, what: &str) -> Result<Symbol> {
        let token = self.lexer.next()?;
        match token.kind {
            TokenKind::Symbol | TokenKind::Quoted => Ok(self.store.symbols.intern(self.lexer.text(token))),
            _ => Err(self.unexpected(token, what)),
        }
    }

    /// Reads a numeral that fits a machine word.
    fn expect_number(&mut self, what: &str) -> Result<u32> {
        let token = self.expect(TokenKind::Numeral, what)?;
        self.lexer.text(token).parse().map_err(|_| {
            Diagnostic::error(token.span(), "this number is too large")
                .label(format!("expected {what}"))
                .into()
        })
    }

    fn unexpected(&self, token: Token, expected: &str) -> Box<Diagnostic> {
        let text = self.lexer.text(token);
        let short: String = text.chars().take(40).collect();
        let dots = if short.len() < text.len() { "…" } else { "" };
        let (found, span) = match token.kind {
            // The end of the source is where the open command is to be blamed.
            TokenKind::End => {
                let start = self.command_start.min(self.lexer.source().len());
                let error = Diagnostic::error(start..start + 1, "this command has no end");
                let label = format!("opened here; the input ends where {expected} was expected");
                return error.label(label).into();
            }
            TokenKind::Open => ("`(`".to_owned(), token.span()),
            TokenKind::Close => ("`)`".to_owned(), token.span()),
            TokenKind::Quoted => (format!("the symbol `|{short}{dots}|`"), token.span()),
            TokenKind::Symbol => (format!("the symbol `{short}{dots}`"), token.span()),
            TokenKind::Keyword => (format!("the keyword `{short}{dots}`"), token.span()),
            TokenKind::String => (format!("the string \"{short}{dots}\""), token.span()),
            _ => (format!("`{short}{dots}`"), token.span()),
        };
        Diagnostic::error(span, format!("found {found}")).label(format!("expected {expected}")).into()
    }

    /// Reads an s-expression of any form and gives its text.
    fn sexpr(&mut self) -> Result<&'s str> {
        let first = self.lexer.next()?;
        let start = first.span().start;
        match first.kind {
            TokenKind::Open => self.skip_to_close()?,
            TokenKind::Close | TokenKind::End => return Err(self.unexpected(first, "a value")),
            _ => {}
        }
        Ok(&self.lexer.source()[start..self.lexer.offset()])
    }

    /// Reads to the parenthesis that closes the innermost open one.
    fn skip_to_close(&mut self) -> Result<()> {
        let mut depth = 1usize;
        while depth > 0 {
            let token = self.lexer.next()?;
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                TokenKind::End => return Err(self.unexpected(token, "`)`")),
                _ => {}
            }
        }
        Ok(())
    }

    fn strict(&self) -> bool {
        self.mode == Mode::Strict
    }
}

/// The word at the start of a text.
fn word_at(text: &str) -> &str {
    let end =
        text.find(|c: char| !c.is_ascii() || !crate::symbol::is_symbol_byte(c as u8)).unwrap_or(text.len());
    &text[..end]
}
