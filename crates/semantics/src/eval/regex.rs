//! Regular languages.

use quis_smtlib::theories::RegexOp;

use super::step::Site;
use super::{Evaluator, Stop};
use crate::open::Reason;
use crate::regex::Regex;
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn regex(&mut self, op: RegexOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use RegexOp as Op;
        // Numbers first: they need the store.
        let indices = match op {
            Op::Power | Op::Loop => self.indices(site)?,
            _ => Vec::new(),
        };
        self.budget.spend(args.len() as u64 + 1)?;
        let (regexes, budget) = (&mut self.model.values.regexes, &mut self.budget);
        let all: Vec<Regex> = args
            .iter()
            .filter_map(|arg| match arg {
                Value::Regex(regex) => Some(*regex),
                _ => None,
            })
            .collect();
        let bound = |index: &usize| u32::try_from(*index).map_err(|_| Reason::TooLarge);
        let regex = match (op, args, &*all) {
            (Op::InRe, [Value::String(s), Value::Regex(r)], _) => {
                return Ok(Value::Bool(regexes.matches(*r, s, budget)?));
            }
            (Op::ToRe, [Value::String(s)], _) => regexes.literal(s),
            (Op::None, ..) => Regex::NONE,
            (Op::All, ..) => Regex::ALL,
            (Op::AllChar, ..) => Regex::ALLCHAR,
            (Op::Range, [Value::String(low), Value::String(high)], _) => regexes.range_of(low, high),
            (Op::CharRange, [Value::Char(low), Value::Char(high)], _) => regexes.range_of(&[*low], &[*high]),
            (Op::Concat, _, parts) if parts.len() == args.len() => regexes.concat_all(parts),
            (Op::Union, _, parts) if parts.len() == args.len() => regexes.union_all(parts),
            (Op::Inter, _, parts) if parts.len() == args.len() => regexes.inter_all(parts),
            // match: (re.diff r s t), result: (re.diff (re.diff r s) t)
            (Op::Diff, _, [first, rest @ ..]) => {
                rest.iter().fold(*first, |left, right| regexes.diff(left, *right))
            }
            (Op::Xor, _, [first, rest @ ..]) => {
                rest.iter().fold(*first, |left, right| regexes.xor(left, *right))
            }
            (Op::Comp, _, &[r]) => regexes.comp(r),
            (Op::Star, _, &[r]) => regexes.star(r),
            (Op::Plus, _, &[r]) => regexes.plus(r),
            (Op::Opt, _, &[r]) => regexes.opt(r),
            (Op::Power, _, &[r]) => regexes.power(r, bound(indices.first().ok_or(Reason::Unsupported)?)?),
            (Op::Loop, [_, Value::Int(low)], &[r]) => {
                regexes.loop_(r, low.to_u32().ok_or(Reason::TooLarge)?, None)
            }
            (Op::Loop, [_, Value::Int(low), Value::Int(high)], &[r]) => {
                let (low, high) =
                    (low.to_u32().ok_or(Reason::TooLarge)?, high.to_u32().ok_or(Reason::TooLarge)?);
                regexes.loop_(r, low, Some(high))
            }
            (Op::Loop, [_], &[r]) => match &*indices {
                [low] => regexes.loop_(r, bound(low)?, None),
                [low, high] => regexes.loop_(r, bound(low)?, Some(bound(high)?)),
                _ => return Err(Reason::Unsupported.into()),
            },
            (Op::Reverse, _, &[r]) => regexes.reverse(r, budget)?,
            (Op::Derivative, [Value::Char(c), _], &[r]) => regexes.derivative(*c, r, budget)?,
            _ => return Err(Reason::Unsupported.into()),
        };
        Ok(Value::Regex(regex))
    }
}
