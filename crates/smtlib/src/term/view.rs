//! What a term looks like from outside.

use super::Term;
use crate::function::Function;
use crate::literal::Literal;
use crate::symbol::Symbol;

/// The shape of a term.
#[derive(Clone, Copy, Debug)]
pub enum TermKind<'a> {
    /// `(f a b)`, `c`, `((_ extract 7 0) x)`
    Apply(Function, &'a [Term]),
    /// `5`, `1.5`, `#xff`, `"abc"`
    Literal(&'a Literal),
    /// A variable that an enclosing binder, match case or definition binds.
    Variable(Symbol),
    /// `(forall ((x S) …) body)`: the variables, and what they are bound in (one term, but two for a set
    /// comprehension)
    Binder(Binder, &'a [Term], &'a [Term]),
    /// `(match t (…))`: the patterns, the term, and what [`Case`]s are made from
    Match(&'a [CasePattern], Term, &'a [Term]),
    /// `(! t :pattern (p q) …)`: the term, the attributes, and the terms of all patterns one after the other
    Annotated(Term, &'a [Attribute], &'a [Term]),
}

/// The kinds of binders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Binder {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `lambda`
    Lambda,
    /// `choice`: some element that satisfies the body, if there is one (cvc5)
    Choice,
    /// `set.comprehension`: the second body for all elements that satisfy the first (cvc5)
    Comprehension,
}

impl Binder {
    pub(crate) const ALL: [Binder; 5] =
        [Binder::Forall, Binder::Exists, Binder::Lambda, Binder::Choice, Binder::Comprehension];

    /// The word that begins such a term.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Binder::Forall => "forall",
            Binder::Exists => "exists",
            Binder::Lambda => "lambda",
            Binder::Choice => "choice",
            Binder::Comprehension => "set.comprehension",
        }
    }
}

/// The pattern of a match case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CasePattern {
    /// The constructor, or `None` if the case is for any value, which its one variable then stands for.
    pub constructor: Option<Function>,
    /// How many variables it binds.
    pub variables: u32,
}

/// A case of a match.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The constructor, or `None` if the case is for any value.
    pub constructor: Option<Function>,
    /// The variables that the pattern binds.
    pub variables: &'a [Term],
    /// The value of the match in this case.
    pub body: Term,
}

impl Case<'_> {
    /// The cases of a [`TermKind::Match`].
    pub fn of<'a>(patterns: &'a [CasePattern], terms: &'a [Term]) -> impl Iterator<Item = Case<'a>> {
        let mut rest = terms;
        patterns.iter().map(move |pattern| {
            let (variables, after) = rest.split_at(pattern.variables as usize);
            rest = &after[1..];
            Case { constructor: pattern.constructor, variables, body: after[0] }
        })
    }
}

impl Attribute {
    /// The keyword of the attribute.
    #[must_use]
    pub fn keyword(&self) -> &str {
        match self {
            Attribute::Named(_) => ":named",
            Attribute::Pattern(_) => ":pattern",
            Attribute::NoPattern => ":no-pattern",
            Attribute::Other(keyword, _) => keyword,
        }
    }
}

/// An attribute of an annotated term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attribute {
    /// `:named n`
    Named(Symbol),
    /// `:pattern (t …)` with that many terms
    Pattern(u32),
    /// `:no-pattern t`
    NoPattern,
    /// Any other: keyword and value, as written
    Other(Box<str>, Option<Box<str>>),
}
