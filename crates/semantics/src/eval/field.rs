//! Finite fields: integers modulo a prime.

use quis_smtlib::theories::FieldOp;
use quis_smtlib::{SortKind, Symbol};

use super::arguments::{all, one};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::number::Integer;
use crate::open::Reason;
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn field(&mut self, op: FieldOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        let SortKind::FiniteField(order) = self.store.sort_kind(site.sort) else {
            return Err(Reason::Unsupported.into());
        };
        let ints = all::<&Integer>(args)?;
        let mut result = Integer::from(0);
        match op {
            FieldOp::Neg => result = one::<&Integer>(args)?.neg(),
            FieldOp::Add => {
                for x in ints {
                    result = self.reduced(result.add(x), *order)?;
                }
            }
            FieldOp::Mul => {
                result = Integer::from(1);
                for x in ints {
                    result = self.reduced(result.mul(x)?, *order)?;
                }
            }
            // match: (ff.bitsum x y z), result: x + 2 y + 4 z
            FieldOp::BitSum => {
                for x in ints.iter().rev() {
                    result = self.reduced(result.add(&result).add(x), *order)?;
                }
            }
        }
        self.in_field(result, *order)
    }

    fn reduced(&self, value: Integer, order: Symbol) -> Result<Integer, Stop> {
        let order = Integer::parse(self.store.text(order)).ok_or(Reason::TooLarge)?;
        value.modulo(&order).ok_or_else(|| Reason::Unsupported.into())
    }

    /// The element of a field that an integer stands for.
    pub(super) fn in_field(&self, value: Integer, order: Symbol) -> Result<Value, Stop> {
        self.reduced(value, order).map(Value::Int)
    }
}
