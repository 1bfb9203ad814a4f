//! What single solvers add outside any theory.

use quis_smtlib::theories::SolverOp;
use quis_smtlib::{Index, Sort};

use super::arguments::{argument, one};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::number::{Integer, Real};
use crate::open::{Point, Reason};
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn solver(&mut self, op: SolverOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use SolverOp as Op;
        match op {
            Op::AtMost | Op::PbLe => self.count(site, args, |sum, bound| sum <= bound),
            Op::AtLeast | Op::PbGe => self.count(site, args, |sum, bound| sum >= bound),
            Op::PbEq => self.count(site, args, |sum, bound| sum == bound),
            // How cvc5 names open points.
            Op::DivByZero => {
                let x: &Real = one(args)?;
                let args = [Value::Real(x.clone()), Value::Real(Real::from(Integer::from(0)))];
                self.open_point(Point::Division, &args, Sort::REAL)
            }
            Op::IntDivByZero => self.by_zero(Point::IntDivision, args),
            Op::ModByZero => self.by_zero(Point::Modulo, args),
            Op::Purify => Ok(one::<&Value>(args)?.clone()),
            // What the index of an order tells is which of several it is, not what holds of it.
            Op::PartialOrder | Op::LinearOrder | Op::TreeOrder | Op::PiecewiseLinearOrder => {
                Err(Reason::Unsupported.into())
            }
            Op::TransitiveClosure | Op::Card | Op::Size => Err(Reason::Unsupported.into()),
            // Names that cvc5 gives to unknowns of its proofs.
            Op::StringsNumOccur | Op::StringsOccurIndex | Op::StringsDeqDiff => {
                Err(Reason::Unsupported.into())
            }
            Op::SetsDeqDiff | Op::BagsDeqDiff => Err(Reason::Unsupported.into()),
        }
    }

    fn by_zero(&mut self, point: Point, args: &[Value]) -> Result<Value, Stop> {
        let x: &Integer = one(args)?;
        self.open_point(point, &[Value::Int(x.clone()), Value::Int(Integer::from(0))], Sort::INT)
    }

    /// match: ((_ pble 5 2 3) a b), result: (<= (+ (ite a 2 0) (ite b 3 0)) 5)
    fn count(
        &mut self,
        site: &Site<'a>,
        args: &[Value],
        holds: impl Fn(&Integer, &Integer) -> bool,
    ) -> Result<Value, Stop> {
        let indices = &self.store.function(site.function).indices;
        let number = |index: &Index| match index {
            Index::Numeral(number) => Some(Integer::from(*number)),
            Index::Digits(digits) | Index::Symbol(digits) => Integer::parse(self.store.text(*digits)),
            _ => None,
        };
        let numbers: Option<Vec<Integer>> = indices.iter().map(number).collect();
        let numbers = numbers.ok_or(Reason::Unsupported)?;
        let (bound, weights) = numbers.split_first().ok_or(Reason::Unsupported)?;
        let one = Integer::from(1);
        let mut sum = Integer::from(0);
        for (at, arg) in args.iter().enumerate() {
            if argument(arg)? {
                sum = sum.add(if weights.is_empty() {
                    &one
                } else {
                    weights.get(at).ok_or(Reason::Unsupported)?
                });
            }
        }
        Ok(Value::Bool(holds(&sum, bound)))
    }
}
