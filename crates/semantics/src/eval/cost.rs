//! What large values cost. Work grows with what it is done on, memory with what is made: both are paid for, so that
//! no sequence of operations takes more than the budget of the evaluation.

use super::Evaluator;
use crate::Integer;
use crate::budget::TooLarge;
use crate::value::{Node, Value};

impl Evaluator<'_> {
    /// Pays for values that an operator looks at or makes. Small ones cost nothing beyond the step.
    pub(super) fn pay_for(&mut self, values: &[Value]) -> Result<(), TooLarge> {
        let cost = values.iter().fold(0, |sum: u64, value| sum.saturating_add(self.cost(value)));
        if cost == 0 { Ok(()) } else { self.budget.spend(cost) }
    }

    /// Pays for a power before it is made: few others of its operators make so much of so little. Powers of one and zero do not grow.
    pub(super) fn pay_for_power(&mut self, bits: usize, exponent: &Integer) -> Result<(), TooLarge> {
        if bits <= 1 {
            return Ok(());
        }
        let exponent = exponent.abs().to_usize().unwrap_or(usize::MAX);
        self.budget.spend((bits.saturating_mul(exponent) / 64) as u64)
    }

    fn cost(&self, value: &Value) -> u64 {
        match value {
            Value::Int(value) => (value.bit_len() / 64) as u64,
            Value::Real(value) => {
                // Bringing to lowest terms costs the product.
                let (above, below) = value.part_lengths();
                let (above, below) = (above as u64 / 64, below as u64 / 64);
                (above + below).saturating_add(above.saturating_mul(below) / 8)
            }
            Value::BitVec(bits) => u64::from(bits.width() / 64),
            Value::String(points) => points.len() as u64 / 16,
            // Maps share what they have in common; operators that list their entries pay for it.
            Value::Compound(compound) => match self.model.values.node(*compound) {
                Node::Sequence(elements) => elements.len() as u64 / 4,
                _ => 0,
            },
            _ => 0,
        }
    }
}
