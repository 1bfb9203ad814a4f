//! Floating point.

use quis_smtlib::theories::FloatOp;
use quis_smtlib::{Sort, SortKind};

use super::step::Site;
use super::{Evaluator, Stop};
use crate::bitvec::BitVec;
use crate::float::{Float, Format, RoundingMode};
use crate::number::Real;
use crate::open::{Point, Reason};
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn float(&mut self, op: FloatOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use FloatOp as Op;
        match (op, args) {
            (Op::Rne, []) => Ok(Value::RoundingMode(RoundingMode::Rne)),
            (Op::Rna, []) => Ok(Value::RoundingMode(RoundingMode::Rna)),
            (Op::Rtp, []) => Ok(Value::RoundingMode(RoundingMode::Rtp)),
            (Op::Rtn, []) => Ok(Value::RoundingMode(RoundingMode::Rtn)),
            (Op::Rtz, []) => Ok(Value::RoundingMode(RoundingMode::Rtz)),
            (Op::PlusInfinity, []) => Ok(Value::Float(Float::infinity(false, self.format(site.sort)?))),
            (Op::MinusInfinity, []) => Ok(Value::Float(Float::infinity(true, self.format(site.sort)?))),
            (Op::PlusZero, []) => Ok(Value::Float(Float::zero(false, self.format(site.sort)?))),
            (Op::MinusZero, []) => Ok(Value::Float(Float::zero(true, self.format(site.sort)?))),
            (Op::Nan, []) => Ok(Value::Float(Float::nan(self.format(site.sort)?))),
            (
                Op::Fp | Op::ToFp,
                [Value::BitVec(sign), Value::BitVec(exponent), Value::BitVec(significand)],
            ) => {
                let format =
                    Format::new(exponent.width(), significand.width() + 1).ok_or(Reason::TooLarge)?;
                let (exponent, significand) = (exponent.to_ubig(), significand.to_ubig());
                Ok(Value::Float(Float::from_parts(!sign.is_zero(), &exponent, &significand, format)))
            }
            (Op::ToFp | Op::ToFpBits, [Value::BitVec(bits)]) => {
                Ok(Value::Float(Float::from_bits(self.format(site.sort)?, bits.to_ubig())))
            }
            (Op::ToFp | Op::ToFpFp | Op::ToFpReal | Op::ToFpSigned | Op::ToFpUnsigned, _) => {
                self.rounded_number(op, site, args)
            }
            (_, [Value::Float(x)]) => self.float_unary(op, site, x),
            (_, [Value::Float(x), Value::Float(y)]) => self.float_binary(op, site, args, x, y),
            // match: (fp.lt x y z), result: (and (fp.lt x y) (fp.lt y z))
            (Op::Leq | Op::Lt | Op::Geq | Op::Gt | Op::Eq, [Value::Float(_), ..]) => {
                for pair in args.windows(2) {
                    if let [Value::Float(x), Value::Float(y)] = pair
                        && self.float_binary(op, site, pair, x, y)? != Value::Bool(true)
                    {
                        return Ok(Value::Bool(false));
                    }
                }
                Ok(Value::Bool(true))
            }
            (_, [Value::RoundingMode(mode), rest @ ..]) => self.rounded(op, site, *mode, rest),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    /// The format of a sort.
    pub(super) fn format(&self, sort: Sort) -> Result<Format, Stop> {
        match self.store.sort_kind(sort) {
            SortKind::Float(eb, sb) => Format::new(*eb, *sb).ok_or_else(|| Reason::TooLarge.into()),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    fn float_unary(&mut self, op: FloatOp, site: &Site<'a>, x: &Float) -> Result<Value, Stop> {
        use FloatOp as Op;
        let sort = self.sort_of(site, 0);
        Ok(match op {
            Op::Abs => Value::Float(x.abs()),
            Op::Neg => Value::Float(x.neg()),
            Op::IsNormal => Value::Bool(x.is_normal()),
            Op::IsSubnormal => Value::Bool(x.is_subnormal()),
            Op::IsZero => Value::Bool(x.is_zero()),
            Op::IsInfinite => Value::Bool(x.is_infinite()),
            Op::IsNan => Value::Bool(x.is_nan()),
            Op::IsNegative => Value::Bool(x.is_negative()),
            Op::IsPositive => Value::Bool(x.is_positive()),
            Op::ToReal | Op::ToRealInternal => match x.to_real()? {
                Some(value) => Value::Real(Real::from(value)),
                None => {
                    return self.open_point(Point::FloatToReal(sort), &[Value::Float(x.clone())], site.sort);
                }
            },
            Op::ToIeeeBv | Op::ToIeeeBvInternal => match x.to_bits() {
                Some(bits) => Value::BitVec(BitVec::new(x.format().width(), bits)?),
                None => return self.open_point(Point::NanBits(sort), &[Value::Float(x.clone())], site.sort),
            },
            _ => return Err(Reason::Unsupported.into()),
        })
    }

    fn float_binary(
        &mut self,
        op: FloatOp,
        site: &Site<'a>,
        args: &[Value],
        x: &Float,
        y: &Float,
    ) -> Result<Value, Stop> {
        use FloatOp as Op;
        Ok(match op {
            Op::Leq => Value::Bool(x.leq(y)),
            Op::Lt => Value::Bool(x.lt(y)),
            Op::Geq => Value::Bool(x.geq(y)),
            Op::Gt => Value::Bool(x.gt(y)),
            Op::Eq => Value::Bool(x.ieee_eq(y)),
            Op::Rem => Value::Float(x.rem(y)?),
            Op::Min | Op::MinInternal => match x.min(y) {
                Some(value) => Value::Float(value),
                None => return self.open_point(Point::FloatMin(site.sort), args, site.sort),
            },
            Op::Max | Op::MaxInternal => match x.max(y) {
                Some(value) => Value::Float(value),
                None => return self.open_point(Point::FloatMax(site.sort), args, site.sort),
            },
            _ => return Err(Reason::Unsupported.into()),
        })
    }

    fn rounded(
        &mut self,
        op: FloatOp,
        site: &Site<'a>,
        mode: RoundingMode,
        args: &[Value],
    ) -> Result<Value, Stop> {
        use FloatOp as Op;
        let float = |value: Float| Ok(Value::Float(value));
        match (op, args) {
            (Op::Add, [Value::Float(x), Value::Float(y)]) => float(x.add(mode, y)),
            (Op::Sub, [Value::Float(x), Value::Float(y)]) => float(x.sub(mode, y)),
            (Op::Mul, [Value::Float(x), Value::Float(y)]) => float(x.mul(mode, y)),
            (Op::Div, [Value::Float(x), Value::Float(y)]) => float(x.div(mode, y)),
            (Op::Fma, [Value::Float(x), Value::Float(y), Value::Float(z)]) => float(x.fma(mode, y, z)),
            (Op::Sqrt, [Value::Float(x)]) => float(x.sqrt(mode)),
            (Op::RoundToIntegral, [Value::Float(x)]) => float(x.round_to_integral(mode)),
            (Op::ToUbv | Op::ToUbvInternal | Op::ToSbv | Op::ToSbvInternal, [Value::Float(x)]) => {
                let width = self.index(site, 0)?;
                // An empty vector first, so that the width is one that can be had.
                BitVec::zero(width)?;
                let signed = matches!(op, Op::ToSbv | Op::ToSbvInternal);
                let bits = if signed { x.to_sbv(mode, width) } else { x.to_ubv(mode, width) };
                match bits {
                    Some(bits) => Ok(Value::BitVec(BitVec::new(width, bits)?)),
                    None => {
                        let from = self.sort_of(site, 1);
                        let point = if signed {
                            Point::FloatToSbv(from, site.sort)
                        } else {
                            Point::FloatToUbv(from, site.sort)
                        };
                        self.open_point(
                            point,
                            &[Value::RoundingMode(mode), Value::Float(x.clone())],
                            site.sort,
                        )
                    }
                }
            }
            _ => Err(Reason::Unsupported.into()),
        }
    }

    /// Rounds a number of another kind.
    fn rounded_number(&mut self, op: FloatOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        let format = self.format(site.sort)?;
        let float = |value: Float| Ok(Value::Float(value));
        match args {
            [Value::RoundingMode(mode), Value::Float(x)] => float(x.convert(*mode, format)),
            [Value::RoundingMode(mode), Value::BitVec(x)] => {
                let value = if op == FloatOp::ToFpUnsigned { x.to_integer() } else { x.to_signed_integer() };
                float(Float::from_integer(*mode, &value.to_ibig(), format))
            }
            [Value::RoundingMode(mode), Value::Int(x)] => {
                float(Float::from_integer(*mode, &x.to_ibig(), format))
            }
            [Value::RoundingMode(mode), Value::Real(x)] => float(round_real(*mode, x, format)?),
            // Z3 rounds to the nearest if it is not told how.
            [Value::Real(x)] => float(round_real(RoundingMode::Rne, x, format)?),
            // match: ((_ to_fp eb sb) m x n), result: x times two to the power of n, rounded
            [Value::RoundingMode(mode), Value::Real(x), Value::Int(exponent)]
            | [Value::RoundingMode(mode), Value::Int(exponent), Value::Real(x)] => {
                let two = Real::from(crate::number::Integer::from(2));
                let power =
                    two.pow(exponent.to_i64().ok_or(Reason::TooLarge)?)?.ok_or(Reason::Unsupported)?;
                float(round_real(*mode, &x.mul(&power)?, format)?)
            }
            _ => Err(Reason::Unsupported.into()),
        }
    }
}

fn round_real(mode: RoundingMode, value: &Real, format: Format) -> Result<Float, Stop> {
    Ok(match value.to_rbig() {
        Some(value) => Float::from_rational(mode, &value, format),
        None => Float::from_irrational(mode, |bits| value.bounds(bits), format)?,
    })
}
