//! What single solvers add outside any theory.

use quis_smtlib::theories::SolverOp;
use quis_smtlib::{Index, Sort};

use super::step::Site;
use super::{Evaluator, Stop};
use crate::number::{Integer, Real};
use crate::open::{Point, Reason};
use crate::value::Value;

impl<'a> Evaluator<'a> {
    pub(super) fn solver(&mut self, op: SolverOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use SolverOp as Op;
        match op {
            Op::AtMost | Op::AtLeast | Op::PbEq | Op::PbLe | Op::PbGe => self.count(op, site, args),
            // How cvc5 names open points.
            Op::DivByZero => match args {
                [x @ Value::Real(_)] => {
                    let zero = Value::Real(Real::from(Integer::from(0)));
                    self.open_point(Point::Division, &[x.clone(), zero], Sort::REAL)
                }
                _ => Err(Reason::Unsupported.into()),
            },
            Op::IntDivByZero | Op::ModByZero => match args {
                [x @ Value::Int(_)] => {
                    let point = if op == Op::ModByZero { Point::Modulo } else { Point::IntDivision };
                    self.open_point(point, &[x.clone(), Value::Int(Integer::from(0))], Sort::INT)
                }
                _ => Err(Reason::Unsupported.into()),
            },
            Op::Purify => args.first().cloned().ok_or_else(|| Reason::Unsupported.into()),
            _ => Err(Reason::Unsupported.into()),
        }
    }

    /// match: ((_ pble 5 2 3) a b), result: (<= (+ (ite a 2 0) (ite b 3 0)) 5)
    fn count(&mut self, op: SolverOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
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
            if arg.as_bool().ok_or(Reason::Unsupported)? {
                sum = sum.add(if weights.is_empty() {
                    &one
                } else {
                    weights.get(at).ok_or(Reason::Unsupported)?
                });
            }
        }
        Ok(Value::Bool(match op {
            SolverOp::AtMost | SolverOp::PbLe => sum <= *bound,
            SolverOp::AtLeast | SolverOp::PbGe => sum >= *bound,
            _ => sum == *bound,
        }))
    }
}
