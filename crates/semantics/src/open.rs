//! What has no one value: points that the standard leaves open, and what we cannot or will not compute.

use quis_smtlib::{Function, Sort, Store, Term};

/// A term without a value, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    /// Why.
    pub reason: Reason,
    /// The term where it begins.
    pub term: Term,
}

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The standard leaves it open, and the model does not fix it.
    Unspecified(Point),
    /// The model has no interpretation of a symbol of the script.
    Missing(Function),
    /// A quantifier over a sort with too many values, whose body depends on them.
    Quantifier,
    /// A value that is not a real algebraic number, or a function that is not computed here.
    Transcendental,
    /// The value would pass a limit of size or of work.
    TooLarge,
    /// Two functions of which only the definition is known: they agree where they were compared.
    FunctionEquality,
    /// A recursive definition that needs its own value at the same point.
    Circular,
    /// An operator or a sort without a meaning here.
    Unsupported,
}

/// A kind of point that the standard leaves open; a model may say what is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Point {
    /// `(/ x 0.0)`
    Division,
    /// `(div x 0)`
    IntDivision,
    /// `(mod x 0)`
    Modulo,
    /// `(^ x y)` where solvers differ: zero to the power of zero, integers to negative powers.
    Power,
    /// `fp.min` and `fp.max` of two zeros of different sign; the sort is that of the floats.
    FloatMin(Sort),
    /// As [`Point::FloatMin`].
    FloatMax(Sort),
    /// `fp.to_ubv` of a number out of range: sorts of argument and result.
    FloatToUbv(Sort, Sort),
    /// `fp.to_sbv` of a number out of range.
    FloatToSbv(Sort, Sort),
    /// `fp.to_real` of an infinity or `NaN`.
    FloatToReal(Sort),
    /// The bits of `NaN`.
    NanBits(Sort),
    /// A selector applied to a value of another constructor, in an instance of the datatype.
    Selector(Function, Sort),
    /// `seq.nth` out of range; the sort of the sequence.
    Nth(Sort),
    /// The value of a null.
    NullableValue(Sort),
    /// `set.choose`, `bag.choose`: an element of the sort.
    Choose(Sort),
    /// `choice`
    Choice,
    /// The universe of a sort as cvc5 has it, and what depends on it.
    Universe,
    /// A point where two arrays differ, if there are several or none.
    ArrayDifference(Sort),
    /// A literal with characters outside the standard's set.
    Literal,
    /// `"\x41"` in a model: four characters today, one for solvers from before SMT-LIB 2.6 had strings.
    OldEscape,
}

impl Point {
    fn describe(self) -> &'static str {
        match self {
            Point::Division | Point::IntDivision => "division by zero",
            Point::Modulo => "remainder of a division by zero",
            Point::Power => "a power that solvers define differently",
            Point::FloatMin(_) => "fp.min of zeros of different sign",
            Point::FloatMax(_) => "fp.max of zeros of different sign",
            Point::FloatToUbv(..) | Point::FloatToSbv(..) => "a float that does not fit the bit-vector",
            Point::FloatToReal(_) => "an infinity or NaN as a real",
            Point::NanBits(_) => "the bits of NaN",
            Point::Selector(..) => "a selector applied to another constructor",
            Point::Nth(_) => "an element out of the sequence's range",
            Point::NullableValue(_) => "the value of null",
            Point::Choose(_) | Point::Choice => "which element is chosen",
            Point::Universe => "what is in the universe of a sort",
            Point::ArrayDifference(_) => "which difference of two arrays is meant",
            Point::OldEscape => "what a backslash in a solver's string means",
            Point::Literal => "a string literal with characters outside the standard's set",
        }
    }
}

impl Reason {
    /// One phrase for a user.
    #[must_use]
    pub fn describe(self, store: &Store) -> String {
        match self {
            Reason::Unspecified(point) => format!("the standard leaves it open: {}", point.describe()),
            Reason::Missing(function) => {
                format!("the model has no `{}`", store.text(store.function(function).name))
            }
            Reason::Quantifier => "a quantifier over too many values".to_owned(),
            Reason::Transcendental => "a transcendental function".to_owned(),
            Reason::TooLarge => "too large".to_owned(),
            Reason::FunctionEquality => "equality of functions known by their definitions alone".to_owned(),
            Reason::Circular => "a definition that needs its own value".to_owned(),
            Reason::Unsupported => "an operator or sort without a meaning here".to_owned(),
        }
    }

    /// A short name for tables and scripts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reason::Unspecified(_) => "unspecified",
            Reason::Missing(_) => "missing",
            Reason::Quantifier => "quantifier",
            Reason::Transcendental => "transcendental",
            Reason::TooLarge => "too-large",
            Reason::FunctionEquality => "function-equality",
            Reason::Circular => "circular",
            Reason::Unsupported => "unsupported",
        }
    }
}
