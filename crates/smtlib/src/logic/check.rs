//! Whether a term stays within a logic.

use super::{Arithmetic, Logic};
use crate::function::Role;
use crate::literal::Literal;
use crate::sort::Sort;
use crate::term::{Binder, Store, Term, TermKind};
use crate::theories::{ArithOp, Op};

impl Logic {
    /// Whether a term itself is within the logic, whatever is below it.
    #[must_use]
    pub fn allows(&self, store: &Store, term: Term) -> bool {
        let operator = match store.kind(term) {
            TermKind::Apply(function, _) => store.operator(function),
            _ => None,
        };
        operator.is_none_or(|op| self.missing_for_operator(op).is_none())
            && self.violation(store, term).is_none()
    }

    /// Whether a term is a number in the sense of the linear logics, which may be a factor or a divisor: a literal, its
    /// negation, or a quotient of literals.
    #[must_use]
    pub fn is_number(store: &Store, term: Term) -> bool {
        is_constant(store, term)
    }

    /// What is not allowed about a term itself; its arguments are checked on their own.
    pub(crate) fn violation(&self, store: &Store, term: Term) -> Option<String> {
        match store.kind(term) {
            TermKind::Binder(Binder::Forall | Binder::Exists, ..) if !self.quantifiers => {
                Some("the declared logic has no quantifiers".to_owned())
            }
            TermKind::Binder(Binder::Lambda, ..) if !self.higher_order => {
                Some("the declared logic has no functions as values".to_owned())
            }
            TermKind::Binder(Binder::Choice | Binder::Comprehension, ..) if !self.extensions => {
                Some("this binder is not in the standard".to_owned())
            }
            TermKind::Match(..) if !self.datatypes => Some("the declared logic has no datatypes".to_owned()),
            TermKind::Apply(function, args) => match &store.function(function).role {
                Role::Operator(Op::Arith(op)) => self.arithmetic_violation(store, *op, args),
                Role::Declared if !args.is_empty() && !self.uninterpreted => {
                    let name = store.text(store.function(function).name);
                    Some(format!(
                        "`{name}` is a function, and the declared logic has no uninterpreted functions"
                    ))
                }
                Role::Constructor | Role::Selector { .. } | Role::Tester(_) if !self.datatypes => {
                    Some("the declared logic has no datatypes".to_owned())
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn arithmetic_violation(&self, store: &Store, op: ArithOp, args: &[Term]) -> Option<String> {
        let varying = |terms: &[Term]| terms.iter().filter(|&&term| !is_constant(store, term)).count();
        match self.arithmetic {
            Arithmetic::Linear => {
                let linear = match op {
                    ArithOp::Mul => varying(args) <= 1,
                    ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod => varying(&args[1..]) == 0,
                    _ => true,
                };
                (!linear).then(|| {
                    "the declared logic is linear: one factor and every divisor must be a number".to_owned()
                })
            }
            Arithmetic::Difference => {
                let difference = match op {
                    ArithOp::Neg => varying(args) == 0,
                    ArithOp::Sub => args.len() == 2 && args.iter().all(|&arg| is_variable(store, arg)),
                    ArithOp::Add => args.iter().all(|&arg| store.sort(arg) == Sort::REAL),
                    ArithOp::Less | ArithOp::LessEq | ArithOp::Greater | ArithOp::GreaterEq => true,
                    ArithOp::Div => varying(args) == 0,
                    _ => false,
                };
                (!difference)
                    .then(|| "the declared logic allows differences of two variables only".to_owned())
            }
            Arithmetic::None | Arithmetic::Nonlinear => None,
        }
    }
}

/// A number: a literal, its negation, or a quotient of literals.
fn is_constant(store: &Store, term: Term) -> bool {
    match store.kind(term) {
        TermKind::Literal(literal) => {
            matches!(literal, Literal::Numeral(_) | Literal::Decimal(_) | Literal::Algebraic { .. })
        }
        TermKind::Apply(function, args) => match store.operator(function) {
            Some(Op::Arith(ArithOp::Neg | ArithOp::Div | ArithOp::ToReal)) => args.iter().all(|&arg| {
                let inner = match store.kind(arg) {
                    TermKind::Apply(inner, &[below])
                        if store.operator(inner) == Some(Op::Arith(ArithOp::Neg)) =>
                    {
                        below
                    }
                    _ => arg,
                };
                matches!(store.kind(inner), TermKind::Literal(_))
            }),
            _ => false,
        },
        _ => false,
    }
}

fn is_variable(store: &Store, term: Term) -> bool {
    match store.kind(term) {
        TermKind::Apply(function, _) => store.operator(function).is_none(),
        TermKind::Variable(_) => true,
        // RDL writes multiples as sums.
        _ => false,
    }
}
