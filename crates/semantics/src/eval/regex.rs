//! Regular languages.

use quis_smtlib::theories::RegexOp;

use super::arguments::{all, first_and_rest, one, two};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::number::Integer;
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
        let bound = |index: &usize| u32::try_from(*index).map_err(|_| Reason::TooLarge);
        let number = |value: &Integer| value.to_u32().ok_or(Reason::TooLarge);
        let regex = match op {
            Op::InRe => {
                let (s, r): (&[u32], Regex) = two(args)?;
                return Ok(Value::Bool(regexes.matches(r, s, budget)?));
            }
            Op::ToRe => regexes.literal(one(args)?),
            Op::None => Regex::NONE,
            Op::All => Regex::ALL,
            Op::AllChar => Regex::ALLCHAR,
            Op::Range => {
                let (low, high): (&[u32], &[u32]) = two(args)?;
                regexes.range_of(low, high)
            }
            Op::CharRange => {
                let (low, high): (u32, u32) = two(args)?;
                regexes.range_of(&[low], &[high])
            }
            Op::Concat => regexes.concat_all(&all::<Regex>(args)?),
            Op::Union => regexes.union_all(&all::<Regex>(args)?),
            Op::Inter => regexes.inter_all(&all::<Regex>(args)?),
            // match: (re.diff r s t), result: (re.diff (re.diff r s) t)
            Op::Diff => {
                let (first, rest) = first_and_rest(args)?;
                rest.into_iter().fold(first, |left, right| regexes.diff(left, right))
            }
            Op::Xor => {
                let (first, rest) = first_and_rest(args)?;
                rest.into_iter().fold(first, |left, right| regexes.xor(left, right))
            }
            Op::Comp => regexes.comp(one(args)?),
            Op::Star => regexes.star(one(args)?),
            Op::Plus => regexes.plus(one(args)?),
            Op::Opt => regexes.opt(one(args)?),
            Op::Power => regexes.power(one(args)?, bound(indices.first().ok_or(Reason::Unsupported)?)?),
            Op::Loop => match (args, &*indices) {
                ([Value::Regex(r), Value::Int(low)], []) => regexes.loop_(*r, number(low)?, None),
                ([Value::Regex(r), Value::Int(low), Value::Int(high)], []) => {
                    regexes.loop_(*r, number(low)?, Some(number(high)?))
                }
                ([Value::Regex(r)], [low]) => regexes.loop_(*r, bound(low)?, None),
                ([Value::Regex(r)], [low, high]) => regexes.loop_(*r, bound(low)?, Some(bound(high)?)),
                _ => return Err(Reason::Unsupported.into()),
            },
            Op::Reverse => regexes.reverse(one(args)?, budget)?,
            Op::Derivative => {
                let (c, r): (u32, Regex) = two(args)?;
                regexes.derivative(c, r, budget)?
            }
            // Predicates of characters have no finite form, and OSTRICH's are no regular languages, or in a notation of
            // its own.
            Op::OfPred | Op::FromStr | Op::FromEcma | Op::FromEcmaFlags | Op::FromAutomaton => {
                return Err(Reason::Unsupported.into());
            }
            Op::CaseInsensitive | Op::LazyStar | Op::LazyPlus | Op::LazyOpt | Op::LazyLoop => {
                return Err(Reason::Unsupported.into());
            }
            Op::Capture | Op::Reference | Op::BeginAnchor | Op::EndAnchor => {
                return Err(Reason::Unsupported.into());
            }
        };
        Ok(Value::Regex(regex))
    }
}
