//! Floating point.

use dashu_int::UBig;
use quis_smtlib::theories::FloatOp;
use quis_smtlib::{Sort, SortKind};

use super::arguments::{argument, chain, one, three, two, unary};
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
        let mode = |mode| Ok(Value::RoundingMode(mode));
        match op {
            Op::Rne => mode(RoundingMode::Rne),
            Op::Rna => mode(RoundingMode::Rna),
            Op::Rtp => mode(RoundingMode::Rtp),
            Op::Rtn => mode(RoundingMode::Rtn),
            Op::Rtz => mode(RoundingMode::Rtz),
            Op::PlusInfinity => Ok(Value::Float(Float::infinity(false, self.format(site.sort)?))),
            Op::MinusInfinity => Ok(Value::Float(Float::infinity(true, self.format(site.sort)?))),
            Op::PlusZero => Ok(Value::Float(Float::zero(false, self.format(site.sort)?))),
            Op::MinusZero => Ok(Value::Float(Float::zero(true, self.format(site.sort)?))),
            Op::Nan => Ok(Value::Float(Float::nan(self.format(site.sort)?))),

            Op::Abs => unary(args, Float::abs),
            Op::Neg => unary(args, Float::neg),
            Op::Add => rounded(args, Float::add),
            Op::Sub => rounded(args, Float::sub),
            Op::Mul => rounded(args, Float::mul),
            Op::Div => rounded(args, Float::div),
            Op::Fma => {
                let [mode, x, y, z] = args else { return Err(Reason::Unsupported.into()) };
                let x: &Float = argument(x)?;
                Ok(Value::Float(x.fma(argument(mode)?, argument(y)?, argument(z)?)))
            }
            Op::Sqrt => {
                let (mode, x): (RoundingMode, &Float) = two(args)?;
                Ok(Value::Float(x.sqrt(mode)))
            }
            Op::RoundToIntegral => {
                let (mode, x): (RoundingMode, &Float) = two(args)?;
                Ok(Value::Float(x.round_to_integral(mode)))
            }
            Op::Rem => {
                let (x, y): (&Float, &Float) = two(args)?;
                Ok(Value::Float(x.rem(y)?))
            }
            Op::Min | Op::MinInternal => {
                let (x, y): (&Float, &Float) = two(args)?;
                self.value_or_point(x.min(y), Point::FloatMin(site.sort), site, args)
            }
            Op::Max | Op::MaxInternal => {
                let (x, y): (&Float, &Float) = two(args)?;
                self.value_or_point(x.max(y), Point::FloatMax(site.sort), site, args)
            }

            Op::Leq => chain(args, Float::leq),
            Op::Lt => chain(args, Float::lt),
            Op::Geq => chain(args, Float::geq),
            Op::Gt => chain(args, Float::gt),
            Op::Eq => chain(args, Float::ieee_eq),
            Op::IsNormal => unary(args, Float::is_normal),
            Op::IsSubnormal => unary(args, Float::is_subnormal),
            Op::IsZero => unary(args, Float::is_zero),
            Op::IsInfinite => unary(args, Float::is_infinite),
            Op::IsNan => unary(args, Float::is_nan),
            Op::IsNegative => unary(args, Float::is_negative),
            Op::IsPositive => unary(args, Float::is_positive),

            Op::Fp => float_of_parts(args),
            Op::ToFp | Op::ToFpUnsigned | Op::ToFpBits | Op::ToFpFp | Op::ToFpReal | Op::ToFpSigned => {
                self.float_from(op, site, args)
            }
            Op::ToUbv | Op::ToUbvInternal => {
                let point = Point::FloatToUbv(self.sort_of(site, 1), site.sort);
                self.bits_of(Float::to_ubv, point, site, args)
            }
            Op::ToSbv | Op::ToSbvInternal => {
                let point = Point::FloatToSbv(self.sort_of(site, 1), site.sort);
                self.bits_of(Float::to_sbv, point, site, args)
            }
            Op::ToReal | Op::ToRealInternal => {
                let real = one::<&Float>(args)?.to_real()?.map(Real::from);
                self.value_or_point(real, Point::FloatToReal(self.sort_of(site, 0)), site, args)
            }
            Op::ToIeeeBv | Op::ToIeeeBvInternal => {
                let x: &Float = one(args)?;
                let bits = x.to_bits().map(|bits| BitVec::new(x.format().width(), bits)).transpose()?;
                self.value_or_point(bits, Point::NanBits(self.sort_of(site, 0)), site, args)
            }
            // Alt-Ergo's own; no solver here has it.
            Op::AeRound => Err(Reason::Unsupported.into()),
        }
    }

    /// A value where there is one; otherwise what is at an open point.
    fn value_or_point(
        &mut self,
        value: Option<impl Into<Value>>,
        point: Point,
        site: &Site<'a>,
        args: &[Value],
    ) -> Result<Value, Stop> {
        match value {
            Some(value) => Ok(value.into()),
            None => self.open_point(point, args, site.sort),
        }
    }

    /// The format of a sort.
    pub(super) fn format(&self, sort: Sort) -> Result<Format, Stop> {
        match self.store.sort_kind(sort) {
            SortKind::Float(eb, sb) => Format::new(*eb, *sb).ok_or_else(|| Reason::TooLarge.into()),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    /// Rounds to an integer that a bit-vector holds.
    fn bits_of(
        &mut self,
        convert: impl Fn(&Float, RoundingMode, u32) -> Option<UBig>,
        point: Point,
        site: &Site<'a>,
        args: &[Value],
    ) -> Result<Value, Stop> {
        let (mode, x): (RoundingMode, &Float) = two(args)?;
        let width = self.index(site, 0)?;
        // An empty vector first, so that the width is one that can be had.
        BitVec::zero(width)?;
        let bits = convert(x, mode, width).map(|bits| BitVec::new(width, bits)).transpose()?;
        self.value_or_point(bits, point, site, args)
    }

    /// A float from its bits, or from a number of another kind.
    fn float_from(&mut self, op: FloatOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        let format = self.format(site.sort)?;
        let float = |value: Float| Ok(Value::Float(value));
        match args {
            [Value::BitVec(_), Value::BitVec(_), Value::BitVec(_)] => float_of_parts(args),
            [Value::BitVec(bits)] => float(Float::from_bits(format, bits.to_ubig())),
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

/// Sign, exponent, significand without its hidden bit.
fn float_of_parts(args: &[Value]) -> Result<Value, Stop> {
    let (sign, exponent, significand): (&BitVec, &BitVec, &BitVec) = three(args)?;
    let format = Format::new(exponent.width(), significand.width() + 1).ok_or(Reason::TooLarge)?;
    let (exponent, significand) = (exponent.to_ubig(), significand.to_ubig());
    Ok(Value::Float(Float::from_parts(!sign.is_zero(), &exponent, &significand, format)))
}

/// The value of an operator of a rounding mode and two floats.
fn rounded(args: &[Value], value: impl Fn(&Float, RoundingMode, &Float) -> Float) -> Result<Value, Stop> {
    let (mode, x, y): (RoundingMode, &Float, &Float) = three(args)?;
    Ok(Value::Float(value(x, mode, y)))
}

fn round_real(mode: RoundingMode, value: &Real, format: Format) -> Result<Float, Stop> {
    Ok(match value.to_rbig() {
        Some(value) => Float::from_rational(mode, &value, format),
        None => Float::from_irrational(mode, |bits| value.bounds(bits), format)?,
    })
}
