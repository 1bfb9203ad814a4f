//! Strings and characters.

use std::sync::Arc;

use quis_smtlib::MAX_CODE_POINT;
use quis_smtlib::theories::StringOp;

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
        match args {
            [Value::String(s)] => self.string_unary(op, s),
            [Value::String(_), Value::String(_)] | [Value::String(_), Value::String(_), ..] => {
                self.string_pair(op, args)
            }
            [Value::String(s), Value::Int(n), rest @ ..] => self.string_at(op, s, n, rest),
            [Value::String(s), Value::Regex(r), rest @ ..] => self.string_regex(op, s, *r, rest),
            [Value::Int(n)] => match op {
                StringOp::FromCode => text(string::from_code(clamped(n))),
                StringOp::FromInt => text(string::from_int(&n.to_ibig(), &mut self.budget)?),
                StringOp::CharFromInt => match n.to_u32() {
                    Some(point) if point <= MAX_CODE_POINT => Ok(Value::Char(point)),
                    _ => Err(Reason::Unsupported.into()),
                },
                _ => Err(Reason::Unsupported.into()),
            },
            [Value::BitVec(bits)] => match op {
                StringOp::FromUbv => text(string::from_int(&bits.to_integer().to_ibig(), &mut self.budget)?),
                StringOp::FromSbv => {
                    text(string::from_signed(&bits.to_signed_integer().to_ibig(), &mut self.budget)?)
                }
                StringOp::CharFromBv => match bits.to_u64() {
                    Some(point) if point <= u64::from(MAX_CODE_POINT) => Ok(Value::Char(point as u32)),
                    _ => Err(Reason::Unsupported.into()),
                },
                _ => Err(Reason::Unsupported.into()),
            },
            _ => self.character(op, site, args),
        }
    }

    fn string_unary(&mut self, op: StringOp, s: &[u32]) -> Result<Value, Stop> {
        match op {
            StringOp::Concat => text(s),
            StringOp::Len => Ok(Value::Int(Integer::from(s.len()))),
            StringOp::IsDigit => Ok(Value::Bool(string::is_digit(s))),
            StringOp::ToCode => Ok(Value::Int(Integer::from(string::to_code(s)))),
            StringOp::ToInt => Ok(Value::Int(Integer::from(string::to_int(s, &mut self.budget)?))),
            StringOp::Rev => text(string::reverse(s, &mut self.budget)?),
            StringOp::ToLower => text(string::to_lower(s, &mut self.budget)?),
            StringOp::ToUpper => text(string::to_upper(s, &mut self.budget)?),
            StringOp::Tail => text(s.get(1..).unwrap_or_default()),
            StringOp::Head => match s.first() {
                Some(&point) => Ok(Value::Char(point)),
                None => Err(Reason::Unsupported.into()),
            },
            _ => Err(Reason::Unsupported.into()),
        }
    }

    /// Strings first, perhaps a number last.
    fn string_pair(&mut self, op: StringOp, args: &[Value]) -> Result<Value, Stop> {
        let strings: Vec<&[u32]> = args
            .iter()
            .map_while(|arg| match arg {
                Value::String(points) => Some(&**points),
                _ => None,
            })
            .collect();
        let budget = &mut self.budget;
        match (op, &*strings, &args[strings.len()..]) {
            (StringOp::Concat, parts, []) => text(string::concat(parts, budget)?),
            // match: (str.< x y z), result: (and (str.< x y) (str.< y z))
            (StringOp::Lt, parts, []) => {
                Ok(Value::Bool(parts.windows(2).all(|pair| string::is_lt(pair[0], pair[1]))))
            }
            (StringOp::Le, parts, []) => {
                Ok(Value::Bool(parts.windows(2).all(|pair| string::is_le(pair[0], pair[1]))))
            }
            (StringOp::PrefixOf, &[s, t], []) => Ok(Value::Bool(string::is_prefix(s, t))),
            (StringOp::SuffixOf, &[s, t], []) => Ok(Value::Bool(string::is_suffix(s, t))),
            (StringOp::Contains, &[s, t], []) => Ok(Value::Bool(string::contains(s, t, budget)?)),
            (StringOp::IndexOf, &[s, t], []) => Ok(position(string::index_of(s, t, 0, budget)?)),
            (StringOp::IndexOf, &[s, t], [Value::Int(from)]) => {
                Ok(position(string::index_of(s, t, clamped(from), budget)?))
            }
            (StringOp::Replace, &[s, t, u], []) => text(string::replace(s, t, u, budget)?),
            (StringOp::ReplaceAll, &[s, t, u], []) => text(string::replace_all(s, t, u, budget)?),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn string_at(&mut self, op: StringOp, s: &[u32], n: &Integer, rest: &[Value]) -> Result<Value, Stop> {
        match (op, rest) {
            (StringOp::At, []) => text(string::at(s, clamped(n))),
            (StringOp::Substr, [Value::Int(length)]) => text(string::extract(s, clamped(n), clamped(length))),
            (StringOp::Update, [Value::String(t)]) => {
                text(string::update(s, clamped(n), t, &mut self.budget)?)
            }
            (StringOp::Power, []) => text(string::repeat(s, clamped(n), &mut self.budget)?),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn string_regex(&mut self, op: StringOp, s: &[u32], r: Regex, rest: &[Value]) -> Result<Value, Stop> {
        let (regexes, budget) = (&mut self.model.values.regexes, &mut self.budget);
        match (op, rest) {
            (StringOp::ReplaceRe, [Value::String(t)]) => text(regexes.replace_re(s, r, t, budget)?),
            (StringOp::ReplaceReAll, [Value::String(t)]) => text(regexes.replace_re_all(s, r, t, budget)?),
            (StringOp::IndexOfRe, [Value::Int(from)]) => {
                Ok(position(regexes.indexof_re(s, r, clamped(from), budget)?))
            }
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn character(&mut self, op: StringOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        match (op, args) {
            (StringOp::Char, []) => Ok(Value::Char(self.index(site, 0)?)),
            (StringOp::CharLe, [Value::Char(x), Value::Char(y)]) => Ok(Value::Bool(x <= y)),
            (StringOp::CharToInt, [Value::Char(x)]) => Ok(Value::Int(Integer::from(*x))),
            (StringOp::CharToBv, [Value::Char(x)]) => Ok(Value::BitVec(BitVec::from_u64(18, u64::from(*x))?)),
            (StringOp::CharIsDigit, [Value::Char(x)]) => Ok(Value::Bool(string::is_digit(&[*x]))),
            (StringOp::Cons, [Value::Char(x), Value::String(s)]) => {
                text(string::concat(&[&[*x], s], &mut self.budget)?)
            }
            _ => Err(Reason::Unsupported.into()),
        }
    }
}
