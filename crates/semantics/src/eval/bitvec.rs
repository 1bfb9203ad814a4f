//! Bit-vectors.

use dashu_int::UBig;
use quis_smtlib::theories::BitVecOp;

use super::step::Site;
use super::{Evaluator, Stop};
use crate::bitvec::BitVec;
use crate::open::Reason;
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn bit_vec(&mut self, op: BitVecOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use BitVecOp as Op;
        // Of multiplication and division of wide vectors the work grows with the square.
        if let Some(Value::BitVec(first)) = args.first()
            && first.width() > 64
        {
            let words = u64::from(first.width() / 64);
            let square = matches!(
                op,
                Op::Mul
                    | Op::Udiv
                    | Op::Urem
                    | Op::Sdiv
                    | Op::Srem
                    | Op::Smod
                    | Op::UmulOverflow
                    | Op::SmulOverflow
            );
            self.budget.spend(if square { words * words / 8 + 1 } else { words })?;
        }
        match args {
            [Value::BitVec(x)] => self.unary(op, site, x),
            [Value::BitVec(x), Value::BitVec(y)] => binary(op, x, y),
            [Value::Int(x)] if op == Op::IntToBv => {
                Ok(Value::BitVec(BitVec::from_integer(self.index(site, 0)?, x)?))
            }
            [Value::BitVec(bit), x, y] if op == Op::Ite => {
                Ok(if bit.is_zero() { y.clone() } else { x.clone() })
            }
            [] => match op {
                Op::Bit0 => Ok(Value::BitVec(BitVec::from_bool(false))),
                Op::Bit1 => Ok(Value::BitVec(BitVec::from_bool(true))),
                _ => Err(Reason::Unsupported.into()),
            },
            [Value::Bool(_), ..] if op == Op::OfBools => of_bools(args),
            // match: (bvadd x y z), result: (bvadd (bvadd x y) z)
            [Value::BitVec(_), ..]
                if matches!(op, Op::Concat | Op::And | Op::Or | Op::Xor | Op::Xnor | Op::Add | Op::Mul) =>
            {
                let mut left = args[0].clone();
                for right in &args[1..] {
                    left = match (&left, right) {
                        (Value::BitVec(x), Value::BitVec(y)) => binary(op, x, y)?,
                        _ => return Err(Reason::Unsupported.into()),
                    };
                }
                Ok(left)
            }
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn unary(&mut self, op: BitVecOp, site: &Site<'a>, x: &BitVec) -> Result<Value, Stop> {
        use BitVecOp as Op;
        let index = |at| self.index(site, at);
        let zero = || BitVec::zero(x.width());
        Ok(Value::BitVec(match op {
            Op::Not => x.not(),
            Op::Neg => x.neg(),
            Op::Extract => x.extract(index(0)?, index(1)?).ok_or(Reason::Unsupported)?,
            Op::Repeat => x.repeat(index(0)?)?,
            Op::ZeroExtend => x.zero_extend(index(0)?)?,
            Op::SignExtend => x.sign_extend(index(0)?)?,
            Op::RotateLeft => x.rotate_left(index(0)?),
            Op::RotateRight => x.rotate_right(index(0)?),
            Op::RedOr => x.redor(),
            Op::RedAnd => x.redand(),
            Op::RedXor => x.redxor(),
            Op::Inc => x.add(&BitVec::from_u64(x.width(), 1)?),
            Op::Dec => x.sub(&BitVec::from_u64(x.width(), 1)?),
            Op::Concat => x.clone(),
            // What the standard says of division by zero.
            Op::UdivByZero => x.udiv(&zero()?),
            Op::UremByZero => x.urem(&zero()?),
            Op::SdivByZero => x.sdiv(&zero()?),
            Op::SremByZero => x.srem(&zero()?),
            Op::SmodByZero => x.smod(&zero()?),
            Op::NegOverflow => return Ok(Value::Bool(x.nego())),
            Op::BitToBool => return Ok(Value::Bool(x.bit(index(0)?))),
            Op::UbvToInt => return Ok(Value::Int(x.to_integer())),
            Op::SbvToInt => return Ok(Value::Int(x.to_signed_integer())),
            _ => return Err(Reason::Unsupported.into()),
        }))
    }
}

fn binary(op: BitVecOp, x: &BitVec, y: &BitVec) -> Result<Value, Stop> {
    use BitVecOp as Op;
    Ok(Value::Bool(match op {
        Op::Concat => return Ok(Value::BitVec(x.concat(y)?)),
        Op::And => return Ok(Value::BitVec(x.and(y))),
        Op::Or => return Ok(Value::BitVec(x.or(y))),
        Op::Xor => return Ok(Value::BitVec(x.xor(y))),
        Op::Nand => return Ok(Value::BitVec(x.nand(y))),
        Op::Nor => return Ok(Value::BitVec(x.nor(y))),
        Op::Xnor => return Ok(Value::BitVec(x.xnor(y))),
        Op::Add => return Ok(Value::BitVec(x.add(y))),
        Op::Sub => return Ok(Value::BitVec(x.sub(y))),
        Op::Mul => return Ok(Value::BitVec(x.mul(y))),
        Op::Udiv | Op::UdivInternal => return Ok(Value::BitVec(x.udiv(y))),
        Op::Urem | Op::UremInternal => return Ok(Value::BitVec(x.urem(y))),
        Op::Sdiv | Op::SdivInternal => return Ok(Value::BitVec(x.sdiv(y))),
        Op::Srem | Op::SremInternal => return Ok(Value::BitVec(x.srem(y))),
        Op::Smod | Op::SmodInternal => return Ok(Value::BitVec(x.smod(y))),
        Op::Shl => return Ok(Value::BitVec(x.shl(y))),
        Op::Lshr => return Ok(Value::BitVec(x.lshr(y))),
        Op::Ashr => return Ok(Value::BitVec(x.ashr(y))),
        Op::ExtRotateLeft => return Ok(Value::BitVec(x.ext_rotate_left(y))),
        Op::ExtRotateRight => return Ok(Value::BitVec(x.ext_rotate_right(y))),
        Op::Comp => return Ok(Value::BitVec(x.comp(y))),
        Op::Ult => x.ult(y),
        Op::Ule => x.ule(y),
        Op::Ugt => x.ugt(y),
        Op::Uge => x.uge(y),
        Op::Slt => x.slt(y),
        Op::Sle => x.sle(y),
        Op::Sgt => x.sgt(y),
        Op::Sge => x.sge(y),
        Op::UaddOverflow => x.uaddo(y),
        Op::SaddOverflow => x.saddo(y),
        Op::UmulOverflow => x.umulo(y),
        Op::SmulOverflow => x.smulo(y),
        Op::UsubOverflow => x.usubo(y),
        Op::SsubOverflow => x.ssubo(y),
        Op::SdivOverflow => x.sdivo(y),
        Op::UmulNoOverflow => !x.umulo(y),
        // Only the sign of the exact product tells overflow from underflow.
        Op::SmulNoOverflow => !(x.smulo(y) && x.msb() == y.msb()),
        Op::SmulNoUnderflow => !(x.smulo(y) && x.msb() != y.msb()),
        _ => return Err(Reason::Unsupported.into()),
    }))
}

/// match: (mkbv a b c), result: the vector whose lowest bit is a
fn of_bools(args: &[Value]) -> Result<Value, Stop> {
    let mut bits = UBig::ZERO;
    for (at, arg) in args.iter().enumerate() {
        if arg.as_bool().ok_or(Reason::Unsupported)? {
            bits |= UBig::ONE << at;
        }
    }
    let width = u32::try_from(args.len()).map_err(|_| Reason::TooLarge)?;
    Ok(Value::BitVec(BitVec::new(width, bits)?))
}
