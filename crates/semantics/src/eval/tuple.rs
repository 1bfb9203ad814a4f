//! Tuples and nullable values.

use quis_smtlib::theories::TupleOp;

use super::arguments::{one, two};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::open::{Point, Reason};
use crate::value::{Node, Value};

impl<'a> Evaluator<'a> {
    pub(super) fn tuple(&mut self, op: TupleOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        match op {
            TupleOp::Make => Ok(self.model.values.tuple(args)),
            TupleOp::Unit => Ok(self.model.values.tuple([])),
            TupleOp::Select => {
                let at = self.index(site, 0)? as usize;
                self.parts(one(args)?)?.get(at).cloned().ok_or_else(|| Reason::Unsupported.into())
            }
            TupleOp::Update => {
                let (tuple, value): (&Value, &Value) = two(args)?;
                let at = self.index(site, 0)? as usize;
                let mut parts = self.parts(tuple)?;
                *parts.get_mut(at).ok_or(Reason::Unsupported)? = value.clone();
                Ok(self.model.values.tuple(parts))
            }
            TupleOp::Project => {
                let columns = self.indices(site)?;
                self.project(one(args)?, &columns)
            }
            TupleOp::Null => Ok(self.model.values.make(Node::Nullable(None))),
            TupleOp::Some => {
                let value: &Value = one(args)?;
                Ok(self.model.values.make(Node::Nullable(Some(value.clone()))))
            }
            TupleOp::Val => match self.nullable(one(args)?)? {
                Some(inner) => Ok(inner),
                None => self.open_point(Point::NullableValue(site.sort), args, site.sort),
            },
            TupleOp::IsNull => Ok(Value::Bool(self.nullable(one(args)?)?.is_none())),
            TupleOp::IsSome => Ok(Value::Bool(self.nullable(one(args)?)?.is_some())),
            // match: (nullable.lift f x y), result: null if x or y is, otherwise what f gives
            TupleOp::Lift => {
                let by_index = self.function_index(site).ok();
                let (function, rest) = match (by_index, args) {
                    (Some(function), rest) => (Err(function), rest),
                    (None, [function, rest @ ..]) => (Ok(function), rest),
                    _ => return Err(Reason::Unsupported.into()),
                };
                let mut values = Vec::with_capacity(rest.len());
                for arg in rest {
                    match self.nullable(arg)? {
                        Some(value) => values.push(value),
                        None => return Ok(self.model.values.make(Node::Nullable(None))),
                    }
                }
                let result = match function {
                    Ok(function) => self.apply_value(function, &values, values.len())?,
                    Err(function) => self.apply_function(function, &values)?,
                };
                Ok(self.model.values.make(Node::Nullable(Some(result))))
            }
        }
    }

    /// The parts of a tuple.
    pub(super) fn parts(&self, tuple: &Value) -> Result<Vec<Value>, Stop> {
        self.model.values.as_tuple(tuple).map(<[Value]>::to_vec).ok_or_else(|| Reason::Unsupported.into())
    }

    /// The tuple of chosen columns.
    pub(super) fn project(&mut self, tuple: &Value, columns: &[usize]) -> Result<Value, Stop> {
        let parts = self.parts(tuple)?;
        let chosen: Option<Vec<Value>> = columns.iter().map(|&at| parts.get(at).cloned()).collect();
        Ok(self.model.values.tuple(chosen.ok_or(Reason::Unsupported)?))
    }

    fn nullable(&self, value: &Value) -> Result<Option<Value>, Stop> {
        match value {
            Value::Compound(compound) => match self.model.values.node(*compound) {
                Node::Nullable(inner) => Ok(inner.clone()),
                _ => Err(Reason::Unsupported.into()),
            },
            _ => Err(Reason::Unsupported.into()),
        }
    }
}
