//! Reading sorts.

use super::Parser;
use super::scope::SortMeaning;
use crate::diagnostic::{Diagnostic, Result, Span, nearest};
use crate::lexer::{Token, TokenKind};
use crate::sort::{MAX_WIDTH, Sort, SortConstructor, SortKind};
use crate::symbol::Symbol;

/// The sort names that the theories bring, for suggestions.
const NAMES: [&str; 22] = [
    "Bool",
    "Int",
    "Real",
    "String",
    "RegLan",
    "RoundingMode",
    "Array",
    "BitVec",
    "FloatingPoint",
    "Float16",
    "Float32",
    "Float64",
    "Float128",
    "Seq",
    "Set",
    "Bag",
    "Tuple",
    "Relation",
    "Table",
    "Nullable",
    "FiniteField",
    "UnitTuple",
];

/// A sort constructor whose arguments are being read.
struct Open {
    name: Symbol,
    first: usize,
    start: usize,
}

impl Parser<'_> {
    /// Reads a sort.
    pub(super) fn sort(&mut self) -> Result<Sort> {
        let mut open: Vec<Open> = Vec::new();
        let mut args: Vec<Sort> = Vec::new();
        loop {
            let token = self.lexer.next()?;
            let mut sort = match token.kind {
                TokenKind::Symbol | TokenKind::Quoted => {
                    let name = self.store.symbols.intern(self.lexer.text(token));
                    self.named_sort(name, &[], token.span())?
                }
                TokenKind::Open => match self.open_sort(token)? {
                    Opened::Sort(sort) => sort,
                    Opened::Constructor(name) => {
                        open.push(Open { name, first: args.len(), start: token.start as usize });
                        continue;
                    }
                },
                TokenKind::Close => {
                    let Some(Open { name, first, start }) = open.pop() else {
                        return Err(self.unexpected(token, "a sort"));
                    };
                    let sort = self.named_sort(name, &args[first..], start..self.lexer.offset())?;
                    args.truncate(first);
                    sort
                }
                _ => return Err(self.unexpected(token, "a sort")),
            };
            if open.is_empty() {
                if self.strict() {
                    sort = self.check_sort(sort, token)?;
                }
                return Ok(sort);
            }
            args.push(sort);
        }
    }

    fn check_sort(&mut self, sort: Sort, token: Token) -> Result<Sort> {
        match self.logic.as_ref().and_then(|logic| logic.missing_for_sort(self.store.sort_kind(sort))) {
            None => Ok(sort),
            Some(missing) => {
                let name = self.sort_text(sort);
                let message = format!("the sort `{name}` is not in the declared logic");
                Err(Diagnostic::error(token.span(), message).label(format!("needs {missing}")).into())
            }
        }
    }

    /// What follows a parenthesis in a sort.
    fn open_sort(&mut self, open: Token) -> Result<Opened> {
        let token = self.lexer.next()?;
        if !matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            return Err(self.unexpected(token, "a sort constructor or `_`"));
        }
        let name = self.store.symbols.intern(self.lexer.text(token));
        if name != self.words.underscore || token.kind == TokenKind::Quoted {
            return Ok(Opened::Constructor(name));
        }
        let constructor = self.lexer.next()?;
        let kind = match self.lexer.text(constructor) {
            "BitVec" => {
                let width = self.positive("the width of a bit-vector", 1)?;
                SortKind::BitVec(width)
            }
            "FloatingPoint" => {
                let eb = self.positive("the number of exponent bits, at least 2", 2)?;
                let sb = self.positive("the number of significand bits, at least 2", 2)?;
                SortKind::Float(eb, sb)
            }
            "FiniteField" => {
                let order = self.expect(TokenKind::Numeral, "the order of the field")?;
                let digits = self.lexer.text(order).trim_start_matches('0');
                SortKind::FiniteField(self.store.symbols.intern(digits))
            }
            other => {
                let mut error =
                    Diagnostic::error(constructor.span(), format!("unknown indexed sort `{other}`"))
                        .label("expected `BitVec`, `FloatingPoint` or `FiniteField`");
                if let Some(near) = nearest(other, ["BitVec", "FloatingPoint", "FiniteField"].into_iter()) {
                    error = error.help(format!("did you mean `{near}`?"));
                }
                return Err(error.into());
            }
        };
        self.expect_close("the indices of a sort")?;
        let _ = open;
        Ok(Opened::Sort(self.store.make_sort(kind)))
    }

    fn positive(&mut self, what: &str, least: u32) -> Result<u32> {
        let start = self.lexer.peek()?.span();
        let value = self.expect_number(what)?;
        if value < least || value > MAX_WIDTH {
            return Err(Diagnostic::error(start, format!("{value} is out of range"))
                .label(format!("expected {what}"))
                .into());
        }
        Ok(value)
    }

    /// A sort name applied to sorts.
    fn named_sort(&mut self, name: Symbol, args: &[Sort], span: Span) -> Result<Sort> {
        match self.scope.sort(name) {
            Some(SortMeaning::Declared(declaration)) => {
                let declaration = *declaration;
                let arity = self.store.sort_declaration(declaration).arity as usize;
                if arity != args.len() {
                    return Err(self.wrong_sort_arity(name, &arity.to_string(), args.len(), span));
                }
                return Ok(self.store.apply_sort(SortConstructor::Declared(declaration), args));
            }
            Some(SortMeaning::Defined(params, body)) => {
                if params.len() != args.len() {
                    let arity = params.len().to_string();
                    return Err(self.wrong_sort_arity(name, &arity, args.len(), span));
                }
                let bound: Vec<_> = params.iter().copied().zip(args.iter().copied()).collect();
                let body = *body;
                return Ok(self.store.sorts.substitute(body, &bound));
            }
            Some(SortMeaning::Fixed(sort)) if args.is_empty() => return Ok(*sort),
            Some(SortMeaning::Fixed(_)) => return Err(self.wrong_sort_arity(name, "0", args.len(), span)),
            None => {}
        }
        // Z3 has lists without a declaration.
        if self.store.text(name) == "List" && args.len() == 1 && !self.strict() {
            let list = self.declare_list(name);
            return Ok(self.store.apply_sort(SortConstructor::Declared(list), args));
        }
        self.theory_sort(name, args, span)
    }

    fn theory_sort(&mut self, name: Symbol, args: &[Sort], span: Span) -> Result<Sort> {
        use SortConstructor::{Array, Bag, Function, Nullable, Seq, Set, Tuple};
        let constant = |sort| (Expected::Exactly(0), Made::Sort(sort));
        let float = |eb, sb| (Expected::Exactly(0), Made::Kind(SortKind::Float(eb, sb)));
        let (expected, made) = match self.store.text(name) {
            "Bool" => constant(Sort::BOOL),
            "Int" => constant(Sort::INT),
            "Real" => constant(Sort::REAL),
            "String" => constant(Sort::STRING),
            "RegLan" => constant(Sort::REGLAN),
            "RoundingMode" => constant(Sort::ROUNDING_MODE),
            "Float16" => float(5, 11),
            "Float32" => float(8, 24),
            "Float64" => float(11, 53),
            "Float128" => float(15, 113),
            "Unicode" | "Char" => (Expected::Exactly(0), Made::Kind(SortKind::Char)),
            "UnitTuple" => (Expected::Exactly(0), Made::Apply(Tuple)),
            // Regular expressions over strings are all that the solvers decide.
            "RegEx" => (Expected::Exactly(1), Made::Sort(Sort::REGLAN)),
            "Array" => (Expected::AtLeast(2), Made::Apply(Array)),
            // Older releases of Z3 wrote `=>`.
            "->" | "=>" => (Expected::AtLeast(2), Made::Apply(Function)),
            // A sequence of characters is a string.
            "Seq" if args.len() == 1 && *self.store.sort_kind(args[0]) == SortKind::Char => {
                (Expected::Exactly(1), Made::Sort(Sort::STRING))
            }
            "Seq" => (Expected::Exactly(1), Made::Apply(Seq)),
            "Set" | "FiniteSet" => (Expected::Exactly(1), Made::Apply(Set)),
            "Bag" => (Expected::Exactly(1), Made::Apply(Bag)),
            "Nullable" => (Expected::Exactly(1), Made::Apply(Nullable)),
            "Tuple" => (Expected::AtLeast(0), Made::Apply(Tuple)),
            "Relation" => (Expected::AtLeast(0), Made::Of(Set)),
            "Table" => (Expected::AtLeast(0), Made::Of(Bag)),
            _ => return Err(self.unknown_sort(name, span)),
        };
        match expected {
            Expected::Exactly(count) if count != args.len() => {
                return Err(self.wrong_sort_arity(name, &count.to_string(), args.len(), span));
            }
            Expected::AtLeast(count) if args.len() < count => {
                return Err(self.wrong_sort_arity(name, &format!("at least {count}"), args.len(), span));
            }
            _ => {}
        }
        Ok(match made {
            Made::Sort(sort) => sort,
            Made::Kind(kind) => self.store.make_sort(kind),
            Made::Apply(constructor) => self.store.apply_sort(constructor, args),
            Made::Of(constructor) => {
                let tuple = self.store.apply_sort(Tuple, args);
                self.store.apply_sort(constructor, &[tuple])
            }
        })
    }

    fn wrong_sort_arity(&self, name: Symbol, expected: &str, found: usize, span: Span) -> Box<Diagnostic> {
        let name = self.store.text(name);
        let message = format!("the sort `{name}` takes {expected} arguments, found {found}");
        Diagnostic::error(span, message).into()
    }

    fn unknown_sort(&mut self, name: Symbol, span: Span) -> Box<Diagnostic> {
        if self.scope.poisoned.contains_key(&name) {
            return Diagnostic::error(span, "").into();
        }
        let text = self.store.text(name);
        let error = Diagnostic::error(span, format!("unknown sort `{text}`"));
        let declared = self.commands.iter().filter_map(|command| match command {
            crate::script::Command::DeclareSort(declaration) => {
                Some(self.store.text(self.store.sort_declaration(*declaration).name))
            }
            crate::script::Command::DefineSort { name, .. } => Some(self.store.text(*name)),
            _ => None,
        });
        match nearest(text, NAMES.into_iter().chain(declared)) {
            Some(near) => error.help(format!("did you mean `{near}`?")).into(),
            None => error.label("neither declared nor a sort of a theory").into(),
        }
    }
}

/// What a parenthesis in a sort begins.
enum Opened {
    Sort(Sort),
    Constructor(Symbol),
}

/// How many arguments a sort takes.
enum Expected {
    Exactly(usize),
    AtLeast(usize),
}

/// What a theory's sort name makes.
enum Made {
    Sort(Sort),
    Kind(SortKind),
    Apply(SortConstructor),
    /// Of the tuple of the arguments: `(Relation A B)` is `(Set (Tuple A B))`.
    Of(SortConstructor),
}
