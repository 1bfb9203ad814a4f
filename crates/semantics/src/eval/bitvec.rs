//! Bit-vectors.

use dashu_int::UBig;
use quis_smtlib::theories::BitVecOp;

use super::arguments::{argument, binary, fold, one, three, unary};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::bitvec::BitVec;
use crate::budget::TooLarge;
use crate::open::Reason;
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn bit_vec(&mut self, op: BitVecOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use BitVecOp as Op;
        self.pay_for_words(op, args)?;
        let index = |at| self.index(site, at);
        let vector = |value: BitVec| Ok(Value::BitVec(value));
        match op {
            // match: (bvadd x y z), result: (bvadd (bvadd x y) z)
            Op::Concat => fold(args, BitVec::concat),
            Op::And => fold(args, |x: &BitVec, y| Ok(x.and(y))),
            Op::Or => fold(args, |x: &BitVec, y| Ok(x.or(y))),
            Op::Xor => fold(args, |x: &BitVec, y| Ok(x.xor(y))),
            Op::Xnor => fold(args, |x: &BitVec, y| Ok(x.xnor(y))),
            Op::Add => fold(args, |x: &BitVec, y| Ok(x.add(y))),
            Op::Mul => fold(args, |x: &BitVec, y| Ok(x.mul(y))),

            Op::Extract => {
                vector(one::<&BitVec>(args)?.extract(index(0)?, index(1)?).ok_or(Reason::Unsupported)?)
            }
            Op::Repeat => vector(one::<&BitVec>(args)?.repeat(index(0)?)?),
            Op::ZeroExtend => vector(one::<&BitVec>(args)?.zero_extend(index(0)?)?),
            Op::SignExtend => vector(one::<&BitVec>(args)?.sign_extend(index(0)?)?),
            Op::RotateLeft => vector(one::<&BitVec>(args)?.rotate_left(index(0)?)),
            Op::RotateRight => vector(one::<&BitVec>(args)?.rotate_right(index(0)?)),
            Op::ExtRotateLeft => binary(args, BitVec::ext_rotate_left),
            Op::ExtRotateRight => binary(args, BitVec::ext_rotate_right),

            Op::Not => unary(args, BitVec::not),
            Op::Nand => binary(args, BitVec::nand),
            Op::Nor => binary(args, BitVec::nor),
            Op::RedOr => unary(args, BitVec::redor),
            Op::RedAnd => unary(args, BitVec::redand),
            Op::RedXor => unary(args, BitVec::redxor),

            Op::Neg => unary(args, BitVec::neg),
            Op::Inc => by_one(args, BitVec::add),
            Op::Dec => by_one(args, BitVec::sub),
            Op::Sub => binary(args, BitVec::sub),
            Op::Udiv | Op::UdivInternal => binary(args, BitVec::udiv),
            Op::Urem | Op::UremInternal => binary(args, BitVec::urem),
            Op::Sdiv | Op::SdivInternal => binary(args, BitVec::sdiv),
            Op::Srem | Op::SremInternal => binary(args, BitVec::srem),
            Op::Smod | Op::SmodInternal => binary(args, BitVec::smod),
            // What the standard says of division by zero.
            Op::UdivByZero => by_zero(args, BitVec::udiv),
            Op::UremByZero => by_zero(args, BitVec::urem),
            Op::SdivByZero => by_zero(args, BitVec::sdiv),
            Op::SremByZero => by_zero(args, BitVec::srem),
            Op::SmodByZero => by_zero(args, BitVec::smod),
            Op::Shl => binary(args, BitVec::shl),
            Op::Lshr => binary(args, BitVec::lshr),
            Op::Ashr => binary(args, BitVec::ashr),

            Op::Comp => binary(args, BitVec::comp),
            Op::Ult => binary(args, BitVec::ult),
            Op::Ule => binary(args, BitVec::ule),
            Op::Ugt => binary(args, BitVec::ugt),
            Op::Uge => binary(args, BitVec::uge),
            Op::Slt => binary(args, BitVec::slt),
            Op::Sle => binary(args, BitVec::sle),
            Op::Sgt => binary(args, BitVec::sgt),
            Op::Sge => binary(args, BitVec::sge),
            Op::Ite => {
                let (bit, x, y): (&BitVec, &Value, &Value) = three(args)?;
                Ok(if bit.is_zero() { y.clone() } else { x.clone() })
            }

            Op::NegOverflow => unary(args, BitVec::nego),
            Op::UaddOverflow => binary(args, BitVec::uaddo),
            Op::SaddOverflow => binary(args, BitVec::saddo),
            Op::UmulOverflow => binary(args, BitVec::umulo),
            Op::SmulOverflow => binary(args, BitVec::smulo),
            Op::UsubOverflow => binary(args, BitVec::usubo),
            Op::SsubOverflow => binary(args, BitVec::ssubo),
            Op::SdivOverflow => binary(args, BitVec::sdivo),
            Op::UmulNoOverflow => binary(args, |x: &BitVec, y| !x.umulo(y)),
            // Only the sign of the exact product tells overflow from underflow.
            Op::SmulNoOverflow => binary(args, |x: &BitVec, y: &BitVec| !(x.smulo(y) && x.msb() == y.msb())),
            Op::SmulNoUnderflow => binary(args, |x: &BitVec, y: &BitVec| !(x.smulo(y) && x.msb() != y.msb())),

            Op::UbvToInt => unary(args, BitVec::to_integer),
            Op::SbvToInt => unary(args, BitVec::to_signed_integer),
            Op::IntToBv => vector(BitVec::from_integer(index(0)?, one(args)?)?),
            Op::Bit0 => vector(BitVec::from_bool(false)),
            Op::Bit1 => vector(BitVec::from_bool(true)),
            Op::BitToBool => Ok(Value::Bool(one::<&BitVec>(args)?.bit(index(0)?))),
            Op::OfBools => of_bools(args),
        }
    }

    /// Of multiplication and division of wide vectors the work grows with the square.
    fn pay_for_words(&mut self, op: BitVecOp, args: &[Value]) -> Result<(), TooLarge> {
        use BitVecOp as Op;
        let words = match args.first() {
            Some(Value::BitVec(first)) if first.width() > 64 => u64::from(first.width() / 64),
            _ => return Ok(()),
        };
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
        self.budget.spend(if square { words * words / 8 + 1 } else { words })
    }
}

fn by_one(args: &[Value], value: impl Fn(&BitVec, &BitVec) -> BitVec) -> Result<Value, Stop> {
    let x: &BitVec = one(args)?;
    Ok(Value::BitVec(value(x, &BitVec::from_u64(x.width(), 1)?)))
}

fn by_zero(args: &[Value], value: impl Fn(&BitVec, &BitVec) -> BitVec) -> Result<Value, Stop> {
    let x: &BitVec = one(args)?;
    Ok(Value::BitVec(value(x, &BitVec::zero(x.width())?)))
}

/// match: (mkbv a b c), result: the vector whose lowest bit is a
fn of_bools(args: &[Value]) -> Result<Value, Stop> {
    let mut bits = UBig::ZERO;
    for (at, arg) in args.iter().enumerate() {
        if argument(arg)? {
            bits |= UBig::ONE << at;
        }
    }
    let width = u32::try_from(args.len()).map_err(|_| Reason::TooLarge)?;
    Ok(Value::BitVec(BitVec::new(width, bits)?))
}
