//! Integers and reals.

use quis_smtlib::theories::ArithOp;
use quis_smtlib::{Index, Sort};

use super::arguments::{argument, binary, chain, first_and_rest, fold, one, three, two, unary};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::bitvec::BitVec;
use crate::budget::TooLarge;
use crate::number::{Integer, Real};
use crate::open::{Point, Reason};
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn arith(&mut self, op: ArithOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        match args.first() {
            Some(Value::Int(_)) => self.int(op, site, args),
            Some(Value::Real(_)) => self.real(op, site, args),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn int(&mut self, op: ArithOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use ArithOp as Op;
        let int = |value: Integer| Ok(Value::Int(value));
        let zero = || Integer::from(0);
        match op {
            Op::Neg => unary(args, Integer::neg),
            Op::Sub => fold(args, |x: &Integer, y| Ok(x.sub(y))),
            Op::Add => fold(args, |x: &Integer, y| Ok(x.add(y))),
            Op::Mul => fold(args, |x: &Integer, y| {
                self.budget.spend((y.bit_len() / 64) as u64)?;
                x.mul(y)
            }),
            // match: (div x y z), result: (div (div x y) z)
            Op::IntDiv => {
                let (first, rest): (&Integer, _) = first_and_rest(args)?;
                let mut left = first.clone();
                for right in rest {
                    left = match left.div(right) {
                        Some(quotient) => quotient,
                        None => self.open_int(Point::IntDivision, &left, right)?,
                    };
                }
                int(left)
            }
            Op::Mod => {
                let (x, y): (&Integer, &Integer) = two(args)?;
                match x.modulo(y) {
                    Some(value) => int(value),
                    None => int(self.open_int(Point::Modulo, x, y)?),
                }
            }
            // match: (rem x y), result: (ite (>= y 0) (mod x y) (- (mod x y)))
            Op::Rem => {
                let (x, y): (&Integer, &Integer) = two(args)?;
                match x.modulo(y) {
                    Some(value) if y.is_negative() => int(value.neg()),
                    Some(value) => int(value),
                    None => int(self.open_int(Point::Modulo, x, y)?),
                }
            }
            Op::IntDivTotal => binary(args, |x: &Integer, y| x.div(y).unwrap_or_else(zero)),
            Op::ModTotal => binary(args, |x: &Integer, y| x.modulo(y).unwrap_or_else(|| x.clone())),
            Op::IntDivByZero => int(self.open_int(Point::IntDivision, argument(&args[0])?, &zero())?),
            Op::ModByZero => int(self.open_int(Point::Modulo, argument(&args[0])?, &zero())?),
            Op::Abs => unary(args, Integer::abs),
            Op::LessEq => chain(args, |x: &Integer, y| x <= y),
            Op::Less => chain(args, |x: &Integer, y| x < y),
            Op::GreaterEq => chain(args, |x: &Integer, y| x >= y),
            Op::Greater => chain(args, |x: &Integer, y| x > y),
            Op::Divisible => {
                let rest = one::<&Integer>(args)?.modulo(&self.integer_index(site)?);
                Ok(Value::Bool(rest.ok_or(Reason::Unsupported)?.is_zero()))
            }
            Op::ToReal => unary(args, |x: &Integer| Real::from(x.clone())),
            Op::ToInt => unary(args, Integer::clone),
            Op::IsInt => unary(args, |_: &Integer| true),
            Op::Power | Op::IntPower | Op::Pow => {
                let (x, y): (&Integer, &Integer) = two(args)?;
                // Zero to the power of zero, and negative powers of integers, are not the same in all solvers.
                if y.is_negative() || (x.is_zero() && y.is_zero()) {
                    return self.open_point(Point::Power, args, site.sort);
                }
                self.pay_for_power(x.bit_len(), y)?;
                match x.pow(y)? {
                    Some(value) => int(value),
                    None => self.open_point(Point::Power, args, site.sort),
                }
            }
            // match: (int.pow2 x), result: 2 to the power of x, and 0 for negative x
            Op::Pow2 => int(one::<&Integer>(args)?.pow2()?.unwrap_or_else(zero)),
            Op::Log2 => unary(args, |x: &Integer| x.log2().unwrap_or_else(zero)),
            Op::IntAnd => {
                let (x, y) = two(args)?;
                int_and(&self.integer_index(site)?, x, y)
            }
            Op::ParametricAnd => {
                let (width, x, y) = three(args)?;
                int_and(width, x, y)
            }
            Op::Min => binary(args, |x: &Integer, y| x.min(y).clone()),
            Op::Max => binary(args, |x: &Integer, y| x.max(y).clone()),
            // Of reals alone.
            Op::Div | Op::DivTotal | Op::DivByZero => Err(Reason::Unsupported.into()),
        }
    }

    fn real(&mut self, op: ArithOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use ArithOp as Op;
        let real = |value: Real| Ok(Value::Real(value));
        let zero = || Real::from(Integer::from(0));
        match op {
            Op::Neg => unary(args, Real::neg),
            Op::Sub => fold(args, Real::sub),
            Op::Add => fold(args, Real::add),
            Op::Mul => fold(args, Real::mul),
            // match: (/ x y z), result: (/ (/ x y) z)
            Op::Div => {
                let (first, rest): (&Real, _) = first_and_rest(args)?;
                let mut left = first.clone();
                for right in rest {
                    left = match left.div(right)? {
                        Some(quotient) => quotient,
                        None => self.open_real(&left, right)?,
                    };
                }
                real(left)
            }
            Op::DivTotal => {
                let (x, y): (&Real, _) = two(args)?;
                real(x.div(y)?.unwrap_or_else(zero))
            }
            Op::DivByZero => real(self.open_real(argument(&args[0])?, &zero())?),
            Op::Abs => unary(args, Real::abs),
            Op::LessEq => chain(args, |x: &Real, y| x <= y),
            Op::Less => chain(args, |x: &Real, y| x < y),
            Op::GreaterEq => chain(args, |x: &Real, y| x >= y),
            Op::Greater => chain(args, |x: &Real, y| x > y),
            Op::ToReal => unary(args, Real::clone),
            Op::ToInt => unary(args, Real::floor),
            Op::IsInt => unary(args, Real::is_integer),
            Op::Power | Op::IntPower | Op::Pow => {
                let (x, y): (&Real, &Real) = two(args)?;
                let Some(exponent) = y.to_integer() else {
                    return Err(Reason::Transcendental.into());
                };
                if x.is_zero() && (exponent.is_zero() || exponent.is_negative()) {
                    return self.open_point(Point::Power, args, site.sort);
                }
                self.pay_for_power(x.longer_part(), &exponent)?;
                match x.pow(exponent.to_i64().ok_or(TooLarge)?)? {
                    Some(value) => real(value),
                    None => self.open_point(Point::Power, args, site.sort),
                }
            }
            Op::Min => binary(args, |x: &Real, y| x.min(y).clone()),
            Op::Max => binary(args, |x: &Real, y| x.max(y).clone()),
            // Of integers alone.
            Op::IntDiv | Op::Mod | Op::Rem | Op::Divisible => Err(Reason::Unsupported.into()),
            Op::IntDivTotal | Op::ModTotal | Op::IntDivByZero | Op::ModByZero => {
                Err(Reason::Unsupported.into())
            }
            Op::Pow2 | Op::Log2 | Op::IntAnd | Op::ParametricAnd => Err(Reason::Unsupported.into()),
        }
    }

    fn integer_index(&self, site: &Site<'a>) -> Result<Integer, Stop> {
        match self.store.function(site.function).indices.first() {
            Some(Index::Numeral(index)) => Ok(Integer::from(*index)),
            Some(Index::Digits(digits)) => {
                Integer::parse(self.store.text(*digits)).ok_or_else(|| Reason::TooLarge.into())
            }
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn open_int(&mut self, point: Point, left: &Integer, right: &Integer) -> Result<Integer, Stop> {
        let args = [Value::Int(left.clone()), Value::Int(right.clone())];
        match self.open_point(point, &args, Sort::INT)? {
            Value::Int(value) => Ok(value),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn open_real(&mut self, left: &Real, right: &Real) -> Result<Real, Stop> {
        let args = [Value::Real(left.clone()), Value::Real(right.clone())];
        match self.open_point(Point::Division, &args, Sort::REAL)? {
            Value::Real(value) => Ok(value),
            _ => Err(Reason::Unsupported.into()),
        }
    }
}

/// The bits that two integers have in common, among the lowest `width` ones.
fn int_and(width: &Integer, x: &Integer, y: &Integer) -> Result<Value, Stop> {
    let width = width.to_i64().ok_or(TooLarge)?;
    let width = match u32::try_from(width) {
        Ok(width) if width > 0 => width,
        _ => return Ok(Value::Int(Integer::from(0))),
    };
    let bits = BitVec::from_integer(width, x)?.and(&BitVec::from_integer(width, y)?);
    Ok(Value::Int(bits.to_integer()))
}
