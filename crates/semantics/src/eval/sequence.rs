//! Sequences; over strings the operators mean what those of strings do.

use quis_smtlib::Sort;
use quis_smtlib::theories::{SequenceOp, StringOp};

use super::arguments::{one, three, two};
use super::step::Site;
use super::string::{clamped, position};
use super::{Evaluator, Stop};
use crate::number::Integer;
use crate::open::{Point, Reason};
use crate::string;
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn sequence(
        &mut self,
        op: SequenceOp,
        site: &Site<'a>,
        args: &[Value],
    ) -> Result<Value, Stop> {
        use SequenceOp as Op;
        match op {
            Op::Empty if site.sort == Sort::STRING => Ok(Value::string([])),
            Op::Empty => self.make(Vec::new()),
            Op::Unit => match one::<&Value>(args)? {
                Value::Char(point) => Ok(Value::string([*point])),
                element => self.make(vec![element.clone()]),
            },
            Op::Cons => {
                let (first, s): (&Value, _) = two(args)?;
                let all =
                    string::concat(&[std::slice::from_ref(first), &*self.elements(s)?], &mut self.budget)?;
                self.make(all)
            }
            // match: (seq.map f (seq.++ (seq.unit x) …)), result: (seq.++ (seq.unit (f x)) …)
            Op::Map => {
                let (function, s) = two(args)?;
                let points: Vec<Vec<Value>> =
                    self.elements(s)?.into_iter().map(|element| vec![element]).collect();
                let mapped = self.apply_to_each(function, &points, 1)?;
                self.make(mapped)
            }
            Op::MapI => {
                let (function, from, s): (_, &Integer, _) = three(args)?;
                let elements = self.elements(s)?.into_iter().enumerate();
                let points: Vec<Vec<Value>> = elements
                    .map(|(at, element)| vec![Value::Int(from.add(&Integer::from(at))), element])
                    .collect();
                let mapped = self.apply_to_each(function, &points, 2)?;
                self.make(mapped)
            }
            // match: (seq.foldl f y (seq.++ (seq.unit a) (seq.unit b))), result: (f (f y a) b)
            Op::FoldL => {
                let (function, start, s): (_, &Value, _) = three(args)?;
                let mut value = start.clone();
                for element in self.elements(s)? {
                    self.budget.spend(1)?;
                    value = self.apply_value(function, &[value, element], 2)?;
                }
                Ok(value)
            }
            Op::FoldLI => {
                let [function, Value::Int(from), start, s] = args else {
                    return Err(Reason::Unsupported.into());
                };
                let mut value = start.clone();
                for (at, element) in self.elements(s)?.into_iter().enumerate() {
                    self.budget.spend(1)?;
                    let at = Value::Int(from.add(&Integer::from(at)));
                    value = self.apply_value(function, &[at, value, element], 3)?;
                }
                Ok(value)
            }
            _ => match args.first() {
                Some(Value::String(_)) => self.string_as_sequence(op, site, args),
                Some(first) => {
                    let elements = self.elements(first)?;
                    // Elements are compared as they are kept; functions and languages may be equal though kept apart.
                    if elements.iter().any(|element| !self.model.values.is_exact(element)) {
                        return Err(Reason::FunctionEquality.into());
                    }
                    self.over_sequence(op, site, &elements, args)
                }
                None => Err(Reason::Unsupported.into()),
            },
        }
    }

    fn elements(&self, value: &Value) -> Result<Vec<Value>, Stop> {
        self.model.values.as_sequence(value).map(<[Value]>::to_vec).ok_or_else(|| Reason::Unsupported.into())
    }

    fn make(&mut self, elements: Vec<Value>) -> Result<Value, Stop> {
        Ok(self.model.values.sequence(elements))
    }

    fn over_sequence(
        &mut self,
        op: SequenceOp,
        site: &Site<'a>,
        s: &[Value],
        args: &[Value],
    ) -> Result<Value, Stop> {
        use SequenceOp as Op;
        let rest = &args[1..];
        match op {
            Op::Concat => {
                let mut parts = vec![s.to_vec()];
                for arg in rest {
                    parts.push(self.elements(arg)?);
                }
                let parts: Vec<&[Value]> = parts.iter().map(Vec::as_slice).collect();
                let all = string::concat(&parts, &mut self.budget)?;
                self.make(all)
            }
            Op::Len => Ok(Value::Int(Integer::from(s.len()))),
            Op::Nth | Op::NthInternal | Op::NthOpen => {
                match one::<&Integer>(rest)?.to_usize().and_then(|at| s.get(at)) {
                    Some(element) => Ok(element.clone()),
                    None => self.open_point(Point::Nth(self.sort_of(site, 0)), args, site.sort),
                }
            }
            Op::At => self.make(string::at(s, clamped(one(rest)?)).to_vec()),
            Op::Extract => {
                let (from, length) = two(rest)?;
                self.make(string::extract(s, clamped(from), clamped(length)).to_vec())
            }
            Op::PrefixOf => Ok(Value::Bool(string::is_prefix(s, &self.elements(one(rest)?)?))),
            Op::SuffixOf => Ok(Value::Bool(string::is_suffix(s, &self.elements(one(rest)?)?))),
            Op::Contains => {
                let t = self.elements(one(rest)?)?;
                Ok(Value::Bool(string::contains(s, &t, &mut self.budget)?))
            }
            Op::IndexOf => {
                let (t, from) = match rest {
                    [t] => (t, 0),
                    _ => two(rest).map(|(t, from)| (t, clamped(from)))?,
                };
                let t = self.elements(t)?;
                Ok(position(string::index_of(s, &t, from, &mut self.budget)?))
            }
            Op::LastIndexOf => {
                let t = self.elements(one(rest)?)?;
                Ok(position(string::last_index_of(s, &t, &mut self.budget)?))
            }
            Op::Update => {
                let (at, t) = two(rest)?;
                let t = self.elements(t)?;
                let updated = string::update(s, clamped(at), &t, &mut self.budget)?;
                self.make(updated)
            }
            Op::Write => {
                let (at, element) = two(rest)?;
                let updated =
                    string::update(s, clamped(at), std::slice::from_ref(element), &mut self.budget)?;
                self.make(updated)
            }
            Op::Replace => {
                let (t, u) = self.two_sequences(rest)?;
                let replaced = string::replace(s, &t, &u, &mut self.budget)?;
                self.make(replaced)
            }
            Op::ReplaceAll => {
                let (t, u) = self.two_sequences(rest)?;
                let replaced = string::replace_all(s, &t, &u, &mut self.budget)?;
                self.make(replaced)
            }
            Op::Rev => {
                let reversed = string::reverse(s, &mut self.budget)?;
                self.make(reversed)
            }
            Op::Power => {
                let repeated = string::repeat(s, clamped(one(rest)?), &mut self.budget)?;
                self.make(repeated)
            }
            Op::Tail => self.make(s.get(1..).unwrap_or_default().to_vec()),
            Op::Head => {
                if let Some(element) = s.first() {
                    Ok(element.clone())
                } else {
                    let args = [args[0].clone(), Value::Int(Integer::from(0))];
                    self.open_point(Point::Nth(self.sort_of(site, 0)), &args, site.sort)
                }
            }
            // Languages are over characters here.
            Op::ReplaceRe | Op::ReplaceReAll => Err(Reason::Unsupported.into()),
            // Their first argument is no sequence.
            Op::Empty | Op::Unit | Op::Cons | Op::Map | Op::MapI | Op::FoldL | Op::FoldLI => {
                Err(Reason::Unsupported.into())
            }
        }
    }

    fn two_sequences(&self, args: &[Value]) -> Result<(Vec<Value>, Vec<Value>), Stop> {
        let (t, u) = two(args)?;
        Ok((self.elements(t)?, self.elements(u)?))
    }

    fn string_as_sequence(&mut self, op: SequenceOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use SequenceOp as Op;
        let op = match op {
            Op::Concat => StringOp::Concat,
            Op::Len => StringOp::Len,
            Op::At => StringOp::At,
            Op::Extract => StringOp::Substr,
            Op::PrefixOf => StringOp::PrefixOf,
            Op::SuffixOf => StringOp::SuffixOf,
            Op::Contains => StringOp::Contains,
            Op::IndexOf => StringOp::IndexOf,
            Op::Update => StringOp::Update,
            Op::Replace => StringOp::Replace,
            Op::ReplaceAll => StringOp::ReplaceAll,
            Op::ReplaceRe => StringOp::ReplaceRe,
            Op::ReplaceReAll => StringOp::ReplaceReAll,
            Op::Rev => StringOp::Rev,
            Op::Power => StringOp::Power,
            Op::Nth | Op::NthInternal | Op::NthOpen => {
                let (s, at): (&[u32], &Integer) = two(args)?;
                return match at.to_usize().and_then(|at| s.get(at)) {
                    Some(&point) => Ok(Value::Char(point)),
                    None => self.open_point(Point::Nth(Sort::STRING), args, site.sort),
                };
            }
            Op::LastIndexOf => {
                let (s, t): (&[u32], &[u32]) = two(args)?;
                return Ok(position(string::last_index_of(s, t, &mut self.budget)?));
            }
            // Strings have no rank of these.
            Op::Write | Op::Cons | Op::Head | Op::Tail => return Err(Reason::Unsupported.into()),
            Op::Empty | Op::Unit | Op::Map | Op::MapI | Op::FoldL | Op::FoldLI => {
                return Err(Reason::Unsupported.into());
            }
        };
        self.string(op, site, args)
    }
}
