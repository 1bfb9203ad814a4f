//! Tuples and nullable values.

use quis_smtlib::theories::TupleOp;

use super::step::Site;
use super::{Evaluator, Stop};
use crate::open::{Point, Reason};
use crate::value::{Node, Value};

impl<'a> Evaluator<'a> {
    pub(super) fn tuple(&mut self, op: TupleOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        match (op, args) {
            (TupleOp::Make, parts) => Ok(self.model.values.tuple(parts)),
            (TupleOp::Unit, []) => Ok(self.model.values.tuple([])),
            (TupleOp::Select, [tuple]) => {
                let at = self.index(site, 0)? as usize;
                self.parts(tuple)?.get(at).cloned().ok_or_else(|| Reason::Unsupported.into())
            }
            (TupleOp::Update, [tuple, value]) => {
                let at = self.index(site, 0)? as usize;
                let mut parts = self.parts(tuple)?;
                *parts.get_mut(at).ok_or(Reason::Unsupported)? = value.clone();
                Ok(self.model.values.tuple(parts))
            }
            (TupleOp::Project, [tuple]) => {
                let columns = self.indices(site)?;
                self.project(tuple, &columns)
            }
            (TupleOp::Null, []) => Ok(self.model.values.make(Node::Nullable(None))),
            (TupleOp::Some, [value]) => Ok(self.model.values.make(Node::Nullable(Some(value.clone())))),
            (TupleOp::Val, [value]) => match self.nullable(value)? {
                Some(inner) => Ok(inner),
                None => self.open_point(Point::NullableValue(site.sort), args, site.sort),
            },
            (TupleOp::IsNull, [value]) => Ok(Value::Bool(self.nullable(value)?.is_none())),
            (TupleOp::IsSome, [value]) => Ok(Value::Bool(self.nullable(value)?.is_some())),
            // match: (nullable.lift f x y), result: null if x or y is, otherwise what f gives
            (TupleOp::Lift, _) => {
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
            _ => Err(Reason::Unsupported.into()),
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
