//! Strings and characters.

use std::sync::Arc;

use quis_smtlib::MAX_CODE_POINT;
use quis_smtlib::theories::StringOp;

use super::arguments::{all, binary, chain, one, three, two, unary};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::bitvec::BitVec;
use crate::number::Integer;
use crate::open::Reason;
use crate::regex::Regex;
use crate::string;
use crate::value::Value;

/// The nearest 64-bit number: positions and lengths beyond mean the same.
pub(super) fn clamped(value: &Integer) -> i64 {
    value.to_i64().unwrap_or(if value.is_negative() { i64::MIN } else { i64::MAX })
}

/// A position, or -1.
pub(super) fn position(found: Option<usize>) -> Value {
    Value::Int(found.map_or_else(|| Integer::from(-1), Integer::from))
}

fn text(points: impl Into<Arc<[u32]>>) -> Result<Value, Stop> {
    Ok(Value::String(points.into()))
}

impl<'a> Evaluator<'a> {
    pub(super) fn string(&mut self, op: StringOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use StringOp as Op;
        let budget = &mut self.budget;
        match op {
            Op::Concat => text(string::concat(&all::<Points>(args)?, budget)?),
            Op::Len => unary(args, |s: Points| Integer::from(s.len())),
            Op::Lt => chain(args, string::is_lt),
            Op::Le => chain(args, string::is_le),

            Op::At => {
                let (s, at): (Points, &Integer) = two(args)?;
                text(string::at(s, clamped(at)))
            }
            Op::Substr => {
                let (s, from, length): (Points, &Integer, &Integer) = three(args)?;
                text(string::extract(s, clamped(from), clamped(length)))
            }
            Op::PrefixOf => binary(args, |s: Points, t| string::is_prefix(s, t)),
            Op::SuffixOf => binary(args, |s: Points, t| string::is_suffix(s, t)),
            Op::Contains => {
                let (s, t): (Points, Points) = two(args)?;
                Ok(Value::Bool(string::contains(s, t, budget)?))
            }
            Op::IndexOf => {
                let (s, t, from): (Points, Points, i64) = match args {
                    [_, _] => two(args).map(|(s, t)| (s, t, 0))?,
                    _ => three(args).map(|(s, t, from)| (s, t, clamped(from)))?,
                };
                Ok(position(string::index_of(s, t, from, budget)?))
            }

            Op::Replace => {
                let (s, t, u): (Points, Points, Points) = three(args)?;
                text(string::replace(s, t, u, budget)?)
            }
            Op::ReplaceAll => {
                let (s, t, u): (Points, Points, Points) = three(args)?;
                text(string::replace_all(s, t, u, budget)?)
            }
            Op::ReplaceRe => {
                let (s, r, t): (Points, Regex, Points) = three(args)?;
                text(self.model.values.regexes.replace_re(s, r, t, budget)?)
            }
            Op::ReplaceReAll => {
                let (s, r, t): (Points, Regex, Points) = three(args)?;
                text(self.model.values.regexes.replace_re_all(s, r, t, budget)?)
            }
            Op::IndexOfRe => {
                let (s, r, from): (Points, Regex, &Integer) = three(args)?;
                Ok(position(self.model.values.regexes.indexof_re(s, r, clamped(from), budget)?))
            }
            Op::Rev => text(string::reverse(one(args)?, budget)?),
            Op::Update => {
                let (s, at, t): (Points, &Integer, Points) = three(args)?;
                text(string::update(s, clamped(at), t, budget)?)
            }
            Op::Power => {
                let (s, times): (Points, &Integer) = two(args)?;
                text(string::repeat(s, clamped(times), budget)?)
            }
            Op::ToLower => text(string::to_lower(one(args)?, budget)?),
            Op::ToUpper => text(string::to_upper(one(args)?, budget)?),

            Op::IsDigit => unary(args, string::is_digit),
            Op::ToCode => unary(args, |s: Points| Integer::from(string::to_code(s))),
            Op::FromCode => text(string::from_code(clamped(one(args)?))),
            Op::ToInt => Ok(Value::Int(Integer::from(string::to_int(one(args)?, budget)?))),
            Op::FromInt => text(string::from_int(&one::<&Integer>(args)?.to_ibig(), budget)?),
            Op::FromUbv => text(string::from_int(&one::<&BitVec>(args)?.to_integer().to_ibig(), budget)?),
            Op::FromSbv => {
                text(string::from_signed(&one::<&BitVec>(args)?.to_signed_integer().to_ibig(), budget)?)
            }

            Op::Char => Ok(Value::Char(self.index(site, 0)?)),
            Op::CharLe => binary(args, |x: u32, y| x <= y),
            Op::CharToInt => unary(args, |x: u32| Integer::from(x)),
            Op::CharToBv => Ok(Value::BitVec(BitVec::from_u64(18, u64::from(one::<u32>(args)?))?)),
            Op::CharIsDigit => unary(args, |x: u32| string::is_digit(&[x])),
            Op::CharFromInt => character(one::<&Integer>(args)?.to_u32()),
            Op::CharFromBv => {
                character(one::<&BitVec>(args)?.to_u64().and_then(|point| u32::try_from(point).ok()))
            }
            Op::Cons => {
                let (x, s): (u32, Points) = two(args)?;
                text(string::concat(&[&[x], s], budget)?)
            }
            Op::Head => character(one::<Points>(args)?.first().copied()),
            Op::Tail => text(one::<Points>(args)?.get(1..).unwrap_or_default()),

            // OSTRICH's own; no solver here has them.
            Op::HeadCode | Op::AtRight | Op::Trim | Op::SplitAt | Op::NumSplits => {
                Err(Reason::Unsupported.into())
            }
            Op::ReplaceReLongest | Op::ReplaceReLongestAll => Err(Reason::Unsupported.into()),
            Op::ReplaceCapture | Op::ReplaceCaptureAll | Op::Extract | Op::Match => {
                Err(Reason::Unsupported.into())
            }
        }
    }
}

/// The code points of a string.
type Points<'v> = &'v [u32];

/// A character, where there is one with this code point.
fn character(point: Option<u32>) -> Result<Value, Stop> {
    match point {
        Some(point) if point <= MAX_CODE_POINT => Ok(Value::Char(point)),
        _ => Err(Reason::Unsupported.into()),
    }
}
