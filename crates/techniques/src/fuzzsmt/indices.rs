//! The indices of indexed operators.

use quis_smtlib::signature::{Binding, Signature};
use quis_smtlib::theories::{ArithOp, BitVecOp, FloatOp, Op, RegexOp, StringOp};
use smallvec::SmallVec;

use super::builder::Builder;
use super::palette::width;

/// The indices of one head.
pub(super) type Indices = SmallVec<[u32; 2]>;

impl Builder<'_> {
    /// Binds those indices that say what the operands are, or that do not depend on them: before operands are chosen.
    pub(super) fn indices_first(
        &mut self,
        op: Op,
        signature: &Signature,
        binding: &mut Binding,
    ) -> Option<()> {
        let numbers: Indices = match op {
            // match: ((_ to_fp 5 11) x): the format decides how wide x is
            Op::Float(FloatOp::ToUbv | FloatOp::ToSbv) | Op::BitVec(BitVecOp::IntToBv) => {
                [self.any_width()].as_slice().into()
            }
            Op::Float(_) if signature.indices.len() == 2 => {
                let (eb, sb) = *self.stream.choose(&self.palette.formats)?;
                [eb, sb].as_slice().into()
            }
            _ => return Some(()),
        };
        let bound =
            signature.indices.iter().zip(numbers).all(|(index, number)| binding.bind_number(index, number));
        bound.then_some(())
    }

    /// The indices, once the operands are known; `None` if there are none that fit.
    pub(super) fn indices_last(
        &mut self,
        op: Op,
        signature: &Signature,
        binding: &mut Binding,
    ) -> Option<Indices> {
        let most = self.parameters.width as u32;
        let own = self.operand_width(signature, binding);
        let below = |builder: &mut Self, bound: u32| builder.stream.below(bound as usize) as u32;
        let drawn: Indices = match (op, own) {
            (Op::BitVec(BitVecOp::Extract), Some(own)) => {
                let low = below(self, own);
                let high = low + below(self, own - low);
                [high, low].as_slice().into()
            }
            (Op::BitVec(BitVecOp::Repeat), Some(own)) => {
                [1 + below(self, (most / own).clamp(1, 4))].as_slice().into()
            }
            (Op::BitVec(BitVecOp::ZeroExtend | BitVecOp::SignExtend), Some(own)) => {
                let room = most.saturating_sub(own);
                let short = room.min(8);
                let room = if self.stream.chance(1, 2) { short } else { room };
                [below(self, room + 1)].as_slice().into()
            }
            (Op::BitVec(BitVecOp::RotateLeft | BitVecOp::RotateRight), Some(own)) => {
                [below(self, 2 * own + 1)].as_slice().into()
            }
            (Op::BitVec(BitVecOp::BitToBool), Some(own)) => [below(self, own)].as_slice().into(),
            (Op::Arith(ArithOp::Divisible | ArithOp::IntAnd), _) => [1 + below(self, 12)].as_slice().into(),
            (Op::Regex(RegexOp::Loop | RegexOp::LazyLoop), _) => {
                // Reversed bounds are the empty language.
                (0..signature.indices.len()).map(|_| below(self, 5)).collect()
            }
            (Op::Regex(_), _) => (0..signature.indices.len()).map(|_| below(self, 5)).collect(),
            (Op::String(StringOp::Char), _) => [below(self, 0x30000)].as_slice().into(),
            _ => signature
                .indices
                .iter()
                .map(|index| binding.number(index).unwrap_or_else(|| 1 + below(self, 4)))
                .collect(),
        };
        let bound =
            signature.indices.iter().zip(&drawn).all(|(index, &number)| binding.bind_number(index, number));
        let holds = |binding: &Binding| {
            signature.conditions.iter().all(|condition| binding.satisfies(condition) != Some(false))
        };
        (bound && holds(binding)).then_some(drawn)
    }

    fn operand_width(&self, signature: &Signature, binding: &Binding) -> Option<u32> {
        match signature.params.first()? {
            quis_smtlib::signature::SortPattern::BitVec(width) => binding.number(width),
            _ => None,
        }
    }

    /// A width of the formula, or any.
    pub(super) fn any_width(&mut self) -> u32 {
        match self.stream.choose(&self.palette.widths) {
            Some(&width) => width,
            None => width(self.parameters.widths, self.parameters.width as u32, &mut self.stream),
        }
    }
}
