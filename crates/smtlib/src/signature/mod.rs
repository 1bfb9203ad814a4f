//! Signatures of theory operators, as data.
//!
//! A signature is written as in the theory declarations of the SMT-LIB standard, for example
//!
//! ```text
//! (bvadd (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)
//! ((_ extract i j) (_ BitVec m) (_ BitVec (+ (- i j) 1)) :where (< i m) :where (<= j i))
//! (select (Array X Y) X Y)
//! ```
//!
//! and read once, when the [registry](crate::theories::registry) is made. Typing ([`matching`]), the techniques
//! that make terms and the documents all use the same data.
//!
//! In a sort, one capital letter (`X`) is any sort, `FF` any finite field, and a word in lower case (`m`, `eb`) any
//! number; each is the same at every occurrence. What may follow the sorts:
//!
//! - `:left-assoc`, `:right-assoc`, `:chainable`, `:pairwise`: as in the standard
//! - `:repeat-first`: see [`Arity::RepeatFirst`]
//! - `:where (< a b)`, `:where (<= a b)`: what the numbers must satisfy
//! - `:from 2.7`, `z3`, `cvc5`, `old` or `other`: who defines the operator, or, in a later line, this rank of it;
//!   SMT-LIB 2.6 unless it says so
//! - `:also name`: a second spelling by the same source
//! - `:aka name`: a spelling of a draft, an old release or another solver
//! - `:internal`: made by a solver for itself, or read by it only with an option that it advises against; nothing that
//!   makes terms introduces it
//! - `:rule name`: typed by a [`Rule`]; the sorts are then for the reader only

mod binding;
pub(crate) mod matching;
mod read;
mod rules;

pub use binding::Binding;
pub(crate) use read::read_operator;
pub use rules::Rule;

use crate::sort::{Sort, SortConstructor};

/// How many sort variables, and how many numbers, one signature may have.
pub(crate) const MAX_VARIABLES: usize = 8;

/// A number in a signature: an index, or a width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Width {
    /// `8`
    Constant(u32),
    /// `m`: the number of the variable within its signature
    Variable(u8),
    /// `(+ m n)`
    Sum(Box<Width>, Box<Width>),
    /// `(- i j)`
    Difference(Box<Width>, Box<Width>),
    /// `(* i m)`
    Product(Box<Width>, Box<Width>),
}

impl Width {
    /// The value under the given variables; `None` if one is missing or the result is out of range.
    #[must_use]
    pub fn value(&self, numbers: &[Option<u32>]) -> Option<u32> {
        match self {
            Width::Constant(value) => Some(*value),
            Width::Variable(id) => numbers[usize::from(*id)],
            Width::Sum(a, b) => a.value(numbers)?.checked_add(b.value(numbers)?),
            Width::Difference(a, b) => a.value(numbers)?.checked_sub(b.value(numbers)?),
            Width::Product(a, b) => a.value(numbers)?.checked_mul(b.value(numbers)?),
        }
    }
}

/// A sort in a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortPattern {
    /// A sort without parameters: `Bool`, `Int`, `String` …
    Exact(Sort),
    /// `Unicode`
    Char,
    /// `X`: any sort, the same at each occurrence
    Variable(u8),
    /// `FF`: any finite field, the same at each occurrence
    FieldVariable(u8),
    /// `(_ BitVec m)`
    BitVec(Width),
    /// `(_ FloatingPoint eb sb)`
    Float(Width, Width),
    /// `(Array X Y)`, `(Seq X)` …
    Apply(SortConstructor, Vec<SortPattern>),
}

impl SortPattern {
    /// Adds the sort variables of the pattern.
    fn variables(&self, found: &mut Vec<u8>) {
        match self {
            SortPattern::Variable(id) | SortPattern::FieldVariable(id) => found.push(*id),
            SortPattern::Apply(_, parts) => parts.iter().for_each(|part| part.variables(found)),
            _ => {}
        }
    }

    /// Whether a sort variable stands in the pattern.
    #[must_use]
    pub fn has_variable(&self) -> bool {
        match self {
            SortPattern::Variable(_) | SortPattern::FieldVariable(_) => true,
            SortPattern::Apply(_, parts) => parts.iter().any(SortPattern::has_variable),
            _ => false,
        }
    }
}

/// How an operator takes more arguments than its signature lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arity {
    /// Exactly as many as listed.
    Fixed,
    /// `:left-assoc`
    LeftAssoc,
    /// `:right-assoc`
    RightAssoc,
    /// `:chainable`
    Chainable,
    /// `:pairwise`
    Pairwise,
    /// `:repeat-first`: the first parameter may stand several times, as in `(set.insert x y s)`; if it is the only
    /// one, there is any number of arguments of its sort
    RepeatFirst,
}

/// A comparison that the numbers of a signature must satisfy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// `true` for `<`, `false` for `<=`
    pub strict: bool,
    /// The smaller side.
    pub left: Width,
    /// The larger side.
    pub right: Width,
}

/// One rank of an operator.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The indices of the head: `i j` of `(_ extract i j)`.
    pub indices: Vec<Width>,
    /// The sorts of the arguments.
    pub params: Vec<SortPattern>,
    /// The sort of the result.
    pub result: SortPattern,
    /// Whether and how more arguments are taken.
    pub arity: Arity,
    /// What the indices and widths must satisfy.
    pub conditions: Vec<Condition>,
    /// A typing rule in code, for what the patterns cannot say.
    pub rule: Option<Rule>,
    /// Parameters and result are the same pattern, or the result is `Bool`: all arguments have one sort.
    pub homogeneous: bool,
    /// The first parameter with the pattern of the result, if that pattern is a constructed sort: the sort of
    /// that argument is the result, and need not be put together anew.
    pub result_param: Option<u8>,
    /// Whether the arguments do not determine the sort of the result.
    pub has_undetermined_result: bool,
    /// Who defines this rank.
    pub origin: Origin,
    /// The signature as written in its table.
    pub text: &'static str,
}

/// Who defines an operator or a spelling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// SMT-LIB 2.6
    Standard26,
    /// SMT-LIB 2.7
    Standard27,
    /// Drafts of the standard and the spellings of older solver releases.
    Old,
    /// Z3
    Z3,
    /// cvc5
    Cvc5,
    /// Another solver.
    Other,
}

/// An operator of a theory: one meaning, its ranks and its spellings.
#[derive(Clone, Debug)]
pub struct Operator {
    /// The name that the standard, or else its inventor, gives it.
    pub name: &'static str,
    /// Other spellings by the same source: `roundNearestTiesToEven` for `RNE`.
    pub synonyms: Vec<&'static str>,
    /// Spellings of drafts, old releases and other solvers.
    pub aliases: Vec<&'static str>,
    /// Who defines it.
    pub origin: Origin,
    /// A solver made it for itself, or reads it under a special option only: it is not to be introduced.
    pub internal: bool,
    /// Its ranks; the first that fits is taken.
    pub signatures: Vec<Signature>,
}
