//! Integers and reals.

use quis_smtlib::theories::ArithOp;
use quis_smtlib::{Index, Sort};
use smallvec::SmallVec;

use super::step::Site;
use super::{Evaluator, Stop};
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
        let ints: Option<SmallVec<[&Integer; 4]>> = args.iter().map(Value::as_int).collect();
        let ints = ints.ok_or(Reason::Unsupported)?;
        let int = |value: Integer| Ok(Value::Int(value));
        match (op, &*ints) {
            (Op::Neg, [x]) => int(x.neg()),
            (Op::Sub, [first, rest @ ..]) => {
                int(rest.iter().fold((*first).clone(), |left, right| left.sub(right)))
            }
            (Op::Add, [first, rest @ ..]) => {
                int(rest.iter().fold((*first).clone(), |left, right| left.add(right)))
            }
            (Op::Mul, [first, rest @ ..]) => {
                let mut product = (*first).clone();
                for factor in rest {
                    self.budget.spend((factor.bit_len() / 64) as u64)?;
                    product = product.mul(factor)?;
                }
                int(product)
            }
            // match: (div x y z), result: (div (div x y) z)
            (Op::IntDiv, [first, rest @ ..]) => {
                let mut left = (*first).clone();
                for right in rest {
                    left = match left.div(right) {
                        Some(quotient) => quotient,
                        None => self.open_int(Point::IntDivision, &left, right)?,
                    };
                }
                int(left)
            }
            (Op::Mod, [x, y]) => match x.modulo(y) {
                Some(value) => int(value),
                None => int(self.open_int(Point::Modulo, x, y)?),
            },
            // match: (rem x y), result: (ite (>= y 0) (mod x y) (- (mod x y)))
            (Op::Rem, [x, y]) => match x.modulo(y) {
                Some(value) if y.is_negative() => int(value.neg()),
                Some(value) => int(value),
                None => int(self.open_int(Point::Modulo, x, y)?),
            },
            (Op::IntDivTotal, [x, y]) => int(x.div(y).unwrap_or_else(|| Integer::from(0))),
            (Op::ModTotal, [x, y]) => int(x.modulo(y).unwrap_or_else(|| (*x).clone())),
            (Op::IntDivByZero, [x, ..]) => int(self.open_int(Point::IntDivision, x, &Integer::from(0))?),
            (Op::ModByZero, [x, ..]) => int(self.open_int(Point::Modulo, x, &Integer::from(0))?),
            (Op::Abs, [x]) => int(x.abs()),
            (Op::LessEq, xs) => chain(xs, |x, y| x <= y),
            (Op::Less, xs) => chain(xs, |x, y| x < y),
            (Op::GreaterEq, xs) => chain(xs, |x, y| x >= y),
            (Op::Greater, xs) => chain(xs, |x, y| x > y),
            (Op::Divisible, [x]) => {
                let by = self.integer_index(site)?;
                x.modulo(&by)
                    .map(|rest| Value::Bool(rest.is_zero()))
                    .ok_or_else(|| Reason::Unsupported.into())
            }
            (Op::ToReal, [x]) => Ok(Value::Real(Real::from((*x).clone()))),
            (Op::ToInt, [x]) => int((*x).clone()),
            (Op::IsInt, [_]) => Ok(Value::Bool(true)),
            (Op::Power | Op::IntPower | Op::Pow, [x, y]) => {
                // Zero to the power of zero, and negative powers of integers, are not the same in all solvers.
                if y.is_negative() || (x.is_zero() && y.is_zero()) {
                    return self.open_point(Point::Power, args, site.sort);
                }
                match x.pow(y)? {
                    Some(value) => int(value),
                    None => self.open_point(Point::Power, args, site.sort),
                }
            }
            // match: (int.pow2 x), result: 2 to the power of x, and 0 for negative x
            (Op::Pow2, [x]) => match x.pow2()? {
                Some(value) => int(value),
                None => int(Integer::from(0)),
            },
            (Op::Log2, [x]) => int(x.log2().unwrap_or_else(|| Integer::from(0))),
            (Op::IntAnd, [x, y]) => self.int_and(&self.integer_index(site)?, x, y),
            (Op::ParametricAnd, [width, x, y]) => self.int_and(width, x, y),
            (Op::Min, [x, y]) => int((*x.min(y)).clone()),
            (Op::Max, [x, y]) => int((*x.max(y)).clone()),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn real(&mut self, op: ArithOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use ArithOp as Op;
        let reals: Option<SmallVec<[&Real; 4]>> = args.iter().map(as_real).collect();
        let reals = reals.ok_or(Reason::Unsupported)?;
        let real = |value: Real| Ok(Value::Real(value));
        match (op, &*reals) {
            (Op::Neg, [x]) => real(x.neg()),
            (Op::Sub, [first, rest @ ..]) => real(fold(first, rest, Real::sub)?),
            (Op::Add, [first, rest @ ..]) => real(fold(first, rest, Real::add)?),
            (Op::Mul, [first, rest @ ..]) => real(fold(first, rest, Real::mul)?),
            // match: (/ x y z), result: (/ (/ x y) z)
            (Op::Div, [first, rest @ ..]) => {
                let mut left = (*first).clone();
                for right in rest {
                    left = match left.div(right)? {
                        Some(quotient) => quotient,
                        None => self.open_real(&left, right)?,
                    };
                }
                real(left)
            }
            (Op::DivTotal, [x, y]) => real(x.div(y)?.unwrap_or_else(|| Real::from(Integer::from(0)))),
            (Op::DivByZero, [x, ..]) => real(self.open_real(x, &Real::from(Integer::from(0)))?),
            (Op::Abs, [x]) => real(x.abs()),
            (Op::LessEq, xs) => chain(xs, |x, y| x <= y),
            (Op::Less, xs) => chain(xs, |x, y| x < y),
            (Op::GreaterEq, xs) => chain(xs, |x, y| x >= y),
            (Op::Greater, xs) => chain(xs, |x, y| x > y),
            (Op::ToReal, [x]) => real((*x).clone()),
            (Op::ToInt, [x]) => Ok(Value::Int(x.floor())),
            (Op::IsInt, [x]) => Ok(Value::Bool(x.is_integer())),
            (Op::Power | Op::IntPower | Op::Pow, [x, y]) => {
                let Some(exponent) = y.to_integer() else {
                    return Err(Reason::Transcendental.into());
                };
                if x.is_zero() && (exponent.is_zero() || exponent.is_negative()) {
                    return self.open_point(Point::Power, args, site.sort);
                }
                match x.pow(exponent.to_i64().ok_or(TooLarge)?)? {
                    Some(value) => real(value),
                    None => self.open_point(Point::Power, args, site.sort),
                }
            }
            (Op::Min, [x, y]) => real((*x.min(y)).clone()),
            (Op::Max, [x, y]) => real((*x.max(y)).clone()),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    /// The bits that two integers have in common, of so many lowest ones.
    fn int_and(&self, width: &Integer, x: &Integer, y: &Integer) -> Result<Value, Stop> {
        let width = width.to_i64().ok_or(TooLarge)?;
        let width = match u32::try_from(width) {
            Ok(width) if width > 0 => width,
            _ => return Ok(Value::Int(Integer::from(0))),
        };
        let bits = crate::BitVec::from_integer(width, x)?.and(&crate::BitVec::from_integer(width, y)?);
        Ok(Value::Int(bits.to_integer()))
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

fn as_real(value: &Value) -> Option<&Real> {
    match value {
        Value::Real(value) => Some(value),
        _ => None,
    }
}

fn fold(
    first: &Real,
    rest: &[&Real],
    op: impl Fn(&Real, &Real) -> Result<Real, TooLarge>,
) -> Result<Real, TooLarge> {
    let mut left = first.clone();
    for right in rest {
        left = op(&left, right)?;
    }
    Ok(left)
}

/// match: (< x y z), result: (and (< x y) (< y z))
fn chain<T: ?Sized>(values: &[&T], holds: impl Fn(&T, &T) -> bool) -> Result<Value, Stop> {
    Ok(Value::Bool(values.windows(2).all(|pair| holds(pair[0], pair[1]))))
}
