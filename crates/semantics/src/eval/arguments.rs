//! The arguments of an operator, as values of the sorts that its ranks name.
//!
//! The store types every term. A model or a function value may still hold something else: then the application has no
//! meaning.

use smallvec::SmallVec;

use super::Stop;
use crate::bitvec::BitVec;
use crate::budget::TooLarge;
use crate::float::{Float, RoundingMode};
use crate::number::{Integer, Real};
use crate::open::Reason;
use crate::regex::Regex;
use crate::value::Value;

/// What an operator takes an argument for.
pub(super) trait Argument<'v>: Sized {
    fn of(value: &'v Value) -> Option<Self>;
}

impl<'v> Argument<'v> for &'v Value {
    fn of(value: &'v Value) -> Option<Self> {
        Some(value)
    }
}

/// One line for each kind of value: what stands for it, and how it is read.
macro_rules! arguments {
    ($($kind:ident($name:ident) => $type:ty = $value:expr;)*) => {
        $(impl<'v> Argument<'v> for $type {
            fn of(value: &'v Value) -> Option<Self> {
                match value {
                    Value::$kind($name) => Some($value),
                    _ => None,
                }
            }
        })*
    };
}

arguments! {
    Bool(value) => bool = *value;
    Int(value) => &'v Integer = value;
    Real(value) => &'v Real = value;
    BitVec(value) => &'v BitVec = value;
    Float(value) => &'v Float = value;
    RoundingMode(value) => RoundingMode = *value;
    String(value) => &'v [u32] = value;
    Char(value) => u32 = *value;
    Regex(value) => Regex = *value;
}

pub(super) fn argument<'v, A: Argument<'v>>(value: &'v Value) -> Result<A, Reason> {
    A::of(value).ok_or(Reason::Unsupported)
}

pub(super) fn one<'v, A: Argument<'v>>(args: &'v [Value]) -> Result<A, Reason> {
    match args {
        [x] => argument(x),
        _ => Err(Reason::Unsupported),
    }
}

pub(super) fn two<'v, A, B>(args: &'v [Value]) -> Result<(A, B), Reason>
where
    A: Argument<'v>,
    B: Argument<'v>,
{
    match args {
        [x, y] => Ok((argument(x)?, argument(y)?)),
        _ => Err(Reason::Unsupported),
    }
}

pub(super) fn three<'v, A, B, C>(args: &'v [Value]) -> Result<(A, B, C), Reason>
where
    A: Argument<'v>,
    B: Argument<'v>,
    C: Argument<'v>,
{
    match args {
        [x, y, z] => Ok((argument(x)?, argument(y)?, argument(z)?)),
        _ => Err(Reason::Unsupported),
    }
}

/// The first argument and the others, all of one kind.
pub(super) fn first_and_rest<'v, A: Argument<'v>>(
    args: &'v [Value],
) -> Result<(A, SmallVec<[A; 4]>), Reason> {
    let (first, rest) = args.split_first().ok_or(Reason::Unsupported)?;
    Ok((argument(first)?, all(rest)?))
}

pub(super) fn all<'v, A: Argument<'v>>(args: &'v [Value]) -> Result<SmallVec<[A; 4]>, Reason> {
    args.iter().map(argument).collect()
}

/// match: (< x y z), result: (and (< x y) (< y z))
pub(super) fn chain<'v, A: Argument<'v>>(
    args: &'v [Value],
    holds: impl Fn(A, A) -> bool,
) -> Result<Value, Stop> {
    let mut all = true;
    for pair in args.windows(2) {
        all &= holds(argument(&pair[0])?, argument(&pair[1])?);
    }
    Ok(Value::Bool(all))
}

/// match: (- x y z), result: (- (- x y) z)
pub(super) fn fold<'v, A: Clone + Into<Value> + 'v>(
    args: &'v [Value],
    mut value: impl FnMut(&A, &A) -> Result<A, TooLarge>,
) -> Result<Value, Stop>
where
    &'v A: Argument<'v>,
{
    let [first, second, rest @ ..] = args else { return Ok(one::<&A>(args)?.clone().into()) };
    let mut left = value(argument::<&A>(first)?, argument::<&A>(second)?)?;
    for right in rest {
        left = value(&left, argument::<&A>(right)?)?;
    }
    Ok(left.into())
}

/// The value of an operator of one argument.
pub(super) fn unary<'v, A: Argument<'v>, T: Into<Value>>(
    args: &'v [Value],
    value: impl Fn(A) -> T,
) -> Result<Value, Stop> {
    Ok(value(one(args)?).into())
}

/// The value of an operator of two arguments of one kind.
pub(super) fn binary<'v, A: Argument<'v>, T: Into<Value>>(
    args: &'v [Value],
    value: impl Fn(A, A) -> T,
) -> Result<Value, Stop> {
    let (x, y) = two(args)?;
    Ok(value(x, y).into())
}
