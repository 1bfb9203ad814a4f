//! Datatypes: selectors, testers, updates.

use quis_smtlib::theories::DatatypeOp;
use quis_smtlib::{Function, Role, Sort};

use super::arguments::{one, two};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::open::{Point, Reason};
use crate::value::{Node, Value};

impl<'a> Evaluator<'a> {
    pub(super) fn datatype(
        &mut self,
        op: DatatypeOp,
        site: &Site<'a>,
        args: &[Value],
    ) -> Result<Value, Stop> {
        let index = self.function_index(site)?;
        match op {
            DatatypeOp::Is => self.is_constructed(index, one(args)?),
            // match: ((_ update head) (cons x xs) y), result: (cons y xs); a value of another constructor stays
            DatatypeOp::Update => {
                let (value, new): (&Value, &Value) = two(args)?;
                let Role::Selector { constructor, field } = self.store.function(index).role else {
                    return Err(Reason::Unsupported.into());
                };
                let Value::Compound(compound) = value else { return Err(Reason::Unsupported.into()) };
                match self.model.values.node(*compound) {
                    Node::Constructor(of, sort, fields) if *of == constructor => {
                        let (sort, mut fields) = (*sort, fields.to_vec());
                        *fields.get_mut(field as usize).ok_or(Reason::Unsupported)? = new.clone();
                        Ok(self.model.values.constructed(constructor, sort, fields))
                    }
                    _ => Ok(value.clone()),
                }
            }
        }
    }

    /// match: ((_ is cons) x)
    pub(super) fn is_constructed(&mut self, constructor: Function, value: &Value) -> Result<Value, Stop> {
        match self.model.values.as_constructed(value) {
            Some((of, _)) => Ok(Value::Bool(of == constructor)),
            None => Err(Reason::Unsupported.into()),
        }
    }

    /// match: (head (cons x xs)), result: x; of a value of another constructor it is open
    pub(super) fn select_field(
        &mut self,
        selector: Function,
        constructor: Function,
        field: u32,
        sort: Sort,
        value: &Value,
    ) -> Result<Value, Stop> {
        let Value::Compound(compound) = value else { return Err(Reason::Unsupported.into()) };
        match self.model.values.node(*compound) {
            Node::Constructor(of, _, fields) if *of == constructor => {
                fields.get(field as usize).cloned().ok_or_else(|| Reason::Unsupported.into())
            }
            Node::Constructor(_, of, _) => {
                let point = Point::Selector(selector, *of);
                self.open_point(point, std::slice::from_ref(value), sort)
            }
            _ => Err(Reason::Unsupported.into()),
        }
    }
}
