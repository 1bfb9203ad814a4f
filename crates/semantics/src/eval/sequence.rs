//! Sequences; over strings the operators mean what those of strings do.

use quis_smtlib::Sort;
use quis_smtlib::theories::{SequenceOp, StringOp};

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
        match (op, args) {
            (Op::Empty, []) if site.sort == Sort::STRING => Ok(Value::string([])),
            (Op::Empty, []) => Ok(self.model.values.sequence([])),
            (Op::Unit, [Value::Char(point)]) => Ok(Value::string([*point])),
            (Op::Unit, [element]) => Ok(self.model.values.sequence([element.clone()])),
            (Op::Map | Op::MapI | Op::FoldL | Op::FoldLI, _) => self.over_elements(op, args),
            (_, [Value::String(_), ..]) => self.string_as_sequence(op, site, args),
            (_, [first, ..]) => {
                let elements = self.elements(first)?;
                // Elements are compared as they are kept; functions and languages may be equal though kept apart.
                if elements.iter().any(|element| !self.model.values.is_exact(element)) {
                    return Err(Reason::FunctionEquality.into());
                }
                self.over_sequence(op, site, &elements, args)
            }
            _ => Err(Reason::Unsupported.into()),
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
        match (op, &args[1..]) {
            (Op::Concat, rest) => {
                let mut parts = vec![s.to_vec()];
                for arg in rest {
                    parts.push(self.elements(arg)?);
                }
                let parts: Vec<&[Value]> = parts.iter().map(Vec::as_slice).collect();
                let all = string::concat(&parts, &mut self.budget)?;
                self.make(all)
            }
            (Op::Len, []) => Ok(Value::Int(Integer::from(s.len()))),
            (Op::Nth | Op::NthInternal | Op::NthOpen, [Value::Int(at)]) => {
                match at.to_usize().and_then(|at| s.get(at)) {
                    Some(element) => Ok(element.clone()),
                    None => {
                        let point = Point::Nth(self.sort_of(site, 0));
                        self.open_point(point, args, site.sort)
                    }
                }
            }
            (Op::At, [Value::Int(at)]) => self.make(string::at(s, clamped(at)).to_vec()),
            (Op::Extract, [Value::Int(from), Value::Int(length)]) => {
                self.make(string::extract(s, clamped(from), clamped(length)).to_vec())
            }
            (Op::PrefixOf, [t]) => Ok(Value::Bool(string::is_prefix(s, &self.elements(t)?))),
            (Op::SuffixOf, [t]) => Ok(Value::Bool(string::is_suffix(s, &self.elements(t)?))),
            (Op::Contains, [t]) => {
                let t = self.elements(t)?;
                Ok(Value::Bool(string::contains(s, &t, &mut self.budget)?))
            }
            (Op::IndexOf, [t, from @ ..]) => {
                let t = self.elements(t)?;
                let from = match from {
                    [Value::Int(from)] => clamped(from),
                    _ => 0,
                };
                Ok(position(string::index_of(s, &t, from, &mut self.budget)?))
            }
            (Op::LastIndexOf, [t]) => {
                let t = self.elements(t)?;
                Ok(position(string::last_index_of(s, &t, &mut self.budget)?))
            }
            (Op::Update, [Value::Int(at), t]) => {
                let t = self.elements(t)?;
                let updated = string::update(s, clamped(at), &t, &mut self.budget)?;
                self.make(updated)
            }
            (Op::Write, [Value::Int(at), element]) => {
                let updated =
                    string::update(s, clamped(at), std::slice::from_ref(element), &mut self.budget)?;
                self.make(updated)
            }
            (Op::Replace, [t, u]) => {
                let (t, u) = (self.elements(t)?, self.elements(u)?);
                let replaced = string::replace(s, &t, &u, &mut self.budget)?;
                self.make(replaced)
            }
            (Op::ReplaceAll, [t, u]) => {
                let (t, u) = (self.elements(t)?, self.elements(u)?);
                let replaced = string::replace_all(s, &t, &u, &mut self.budget)?;
                self.make(replaced)
            }
            (Op::Rev, []) => {
                let reversed = string::reverse(s, &mut self.budget)?;
                self.make(reversed)
            }
            (Op::Power, [Value::Int(times)]) => {
                let repeated = string::repeat(s, clamped(times), &mut self.budget)?;
                self.make(repeated)
            }
            (Op::Tail, []) => self.make(s.get(1..).unwrap_or_default().to_vec()),
            (Op::Head, []) => match s.first() {
                Some(element) => Ok(element.clone()),
                None => {
                    let point = Point::Nth(self.sort_of(site, 0));
                    let args = [args[0].clone(), Value::Int(Integer::from(0))];
                    self.open_point(point, &args, site.sort)
                }
            },
            _ => Err(Reason::Unsupported.into()),
        }
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
                let [Value::String(s), Value::Int(at)] = args else { return Err(Reason::Unsupported.into()) };
                return match at.to_usize().and_then(|at| s.get(at)) {
                    Some(&point) => Ok(Value::Char(point)),
                    None => self.open_point(Point::Nth(Sort::STRING), args, site.sort),
                };
            }
            Op::LastIndexOf => {
                let [Value::String(s), Value::String(t)] = args else {
                    return Err(Reason::Unsupported.into());
                };
                return Ok(position(string::last_index_of(s, t, &mut self.budget)?));
            }
            _ => return Err(Reason::Unsupported.into()),
        };
        self.string(op, site, args)
    }

    /// Functions over the elements.
    fn over_elements(&mut self, op: SequenceOp, args: &[Value]) -> Result<Value, Stop> {
        use SequenceOp as Op;
        match (op, args) {
            // match: (seq.map f (seq.++ (seq.unit x) …)), result: (seq.++ (seq.unit (f x)) …)
            (Op::Map, [function, s]) => {
                let points: Vec<Vec<Value>> =
                    self.elements(s)?.into_iter().map(|element| vec![element]).collect();
                let mapped = self.apply_to_each(function, &points, 1)?;
                self.make(mapped)
            }
            (Op::MapI, [function, Value::Int(from), s]) => {
                let elements = self.elements(s)?.into_iter().enumerate();
                let points: Vec<Vec<Value>> = elements
                    .map(|(at, element)| vec![Value::Int(from.add(&Integer::from(at))), element])
                    .collect();
                let mapped = self.apply_to_each(function, &points, 2)?;
                self.make(mapped)
            }
            // match: (seq.foldl f y (seq.++ (seq.unit a) (seq.unit b))), result: (f (f y a) b)
            (Op::FoldL, [function, start, s]) => {
                let mut value = start.clone();
                for element in self.elements(s)? {
                    self.budget.spend(1)?;
                    value = self.apply_value(function, &[value, element], 2)?;
                }
                Ok(value)
            }
            (Op::FoldLI, [function, Value::Int(from), start, s]) => {
                let mut value = start.clone();
                for (at, element) in self.elements(s)?.into_iter().enumerate() {
                    self.budget.spend(1)?;
                    let at = Value::Int(from.add(&Integer::from(at)));
                    value = self.apply_value(function, &[at, value, element], 3)?;
                }
                Ok(value)
            }
            _ => Err(Reason::Unsupported.into()),
        }
    }
}
