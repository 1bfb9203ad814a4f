//! One step: the value of a term from those of its parts.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{Binder, Case, Function, Literal, Role, Root, Sort, SortKind, Term, TermKind};

use super::variables::{EnvId, GLOBAL};
use super::{Evaluator, Stop};
use crate::bitvec::BitVec;
use crate::model::Interpretation;
use crate::number::{Integer, Real};
use crate::open::{Point, Reason};
use crate::value::{Base, Callee, Node, Trie, Value};

impl<'a> Evaluator<'a> {
    /// The value of a term at its home environment. `next` counts the arguments that are known to have values.
    pub(super) fn step(&mut self, term: Term, env: EnvId, next: &mut u32) -> Result<Value, Stop> {
        let store = self.store;
        match store.kind(term) {
            TermKind::Apply(function, args) => self.step_apply(term, function, args, env, next),
            TermKind::Literal(literal) => self.literal(term, literal),
            TermKind::Variable(_) => match self.slot(term, env) {
                Some(Ok(value)) => Ok(value.clone()),
                Some(Err(open)) => Err(Stop::Open(*open)),
                // A variable that nothing binds.
                None => Err(Reason::Unsupported.into()),
            },
            TermKind::Annotated(inner, ..) => self.value(inner, env),
            TermKind::Binder(binder, vars, bodies) => match (binder, bodies) {
                (Binder::Forall | Binder::Exists, &[body]) => {
                    self.quantifier(term, env, binder == Binder::Forall, vars, body)
                }
                (Binder::Lambda, _) => self.lambda(term, env),
                (Binder::Choice, _) => Err(Reason::Unspecified(Point::Choice).into()),
                _ => Err(Reason::Unsupported.into()),
            },
            TermKind::Match(patterns, scrutinee, terms) => {
                let value = self.value(scrutinee, env)?;
                let (constructor, fields) =
                    self.model.values.as_constructed(&value).ok_or(Reason::Unsupported)?;
                for case in Case::of(patterns, terms) {
                    let bindings: Vec<(Term, Value)> = match case.constructor {
                        None => case.variables.iter().map(|&var| (var, value.clone())).collect(),
                        Some(of) if of == constructor => {
                            case.variables.iter().copied().zip(fields.iter().cloned()).collect()
                        }
                        Some(_) => continue,
                    };
                    return Err(Stop::Enter { bindings, body: case.body });
                }
                Err(Reason::Unsupported.into())
            }
        }
    }

    fn step_apply(
        &mut self,
        term: Term,
        function: Function,
        args: &'a [Term],
        env: EnvId,
        next: &mut u32,
    ) -> Result<Value, Stop> {
        let data = self.store.function(function);
        if let Role::Operator(Op::Core(op)) = &data.role
            && let Some(result) = self.step_lazy(*op, args, env, next)
        {
            return result;
        }
        // All arguments first.
        while let Some(&arg) = args.get(*next as usize) {
            match self.slot(arg, env) {
                Some(Ok(_)) => *next += 1,
                Some(Err(open)) => {
                    let open = *open;
                    return self.value_everywhere(function, args.len()).ok_or(Stop::Open(open));
                }
                None => {
                    if !self.leaf(arg) {
                        return Err(Stop::Term(arg));
                    }
                }
            }
        }
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        for &arg in args {
            match self.slot(arg, env) {
                Some(Ok(value)) => values.push(value.clone()),
                // Cannot be: all have values.
                _ => return Err(Stop::Term(arg)),
            }
        }
        let result = match &data.role {
            Role::Operator(op) => self.apply_operator(*op, function, term, args, &values),
            _ => self.apply_symbol(function, term, &values),
        };
        self.scratch = values;
        result
    }

    /// What a function of the model gives whatever its arguments are.
    ///
    /// match: (p x) where x is open and (define-fun p ((y Int)) Bool true), result: true
    fn value_everywhere(&mut self, function: Function, args: usize) -> Option<Value> {
        match self.model.interpretation(function)? {
            Interpretation::Value(Value::Compound(map))
                if self.store.function(function).params.len() == args =>
            {
                match self.model.values.map_parts(*map)? {
                    (Base::Constant(value), Trie::EMPTY) => Some(value),
                    _ => None,
                }
            }
            Interpretation::Definition { vars, body } if vars.len() == args => {
                let body = *body;
                match self.store.kind(body) {
                    TermKind::Literal(literal) => self.literal(body, literal).ok(),
                    TermKind::Apply(constant, []) => match self.store.operator(constant)? {
                        Op::Core(CoreOp::True) => Some(Value::Bool(true)),
                        Op::Core(CoreOp::False) => Some(Value::Bool(false)),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Notes the value of a literal or constant without a frame of its own; whether the term is one.
    pub(super) fn leaf(&mut self, term: Term) -> bool {
        let store = self.store;
        let value = match store.kind(term) {
            TermKind::Literal(literal) => self.literal(term, literal),
            TermKind::Apply(function, []) => match self.model.interpretation(function) {
                Some(Interpretation::Value(value)) => Ok(value.clone()),
                _ => return false,
            },
            _ => return false,
        };
        match value {
            Ok(value) => self.remember(term, GLOBAL, Ok(value)),
            Err(_) => return false,
        }
        true
    }

    /// The value of an operator.
    fn apply_operator(
        &mut self,
        op: Op,
        function: Function,
        term: Term,
        terms: &'a [Term],
        args: &[Value],
    ) -> Result<Value, Stop> {
        let site = Site { function, sort: self.store.sort(term), terms };
        self.apply_operator_at(op, &site, args)
    }

    /// The value of an operator where it stands; one module for each theory.
    pub(super) fn apply_operator_at(
        &mut self,
        op: Op,
        site: &Site<'a>,
        args: &[Value],
    ) -> Result<Value, Stop> {
        self.pay_for(args)?;
        let value = self.operator_value(op, site, args)?;
        self.pay_for(std::slice::from_ref(&value))?;
        Ok(value)
    }

    fn operator_value(&mut self, op: Op, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        match op {
            Op::Core(op) => self.core(op, args),
            Op::Arith(op) => self.arith(op, site, args),
            Op::BitVec(op) => self.bit_vec(op, site, args),
            Op::Float(op) => self.float(op, site, args),
            Op::Array(op) => self.array(op, site, args),
            Op::String(op) => self.string(op, site, args),
            Op::Regex(op) => self.regex(op, site, args),
            Op::Datatype(op) => self.datatype(op, site, args),
            Op::Function(op) => self.function(op, site, args),
            Op::Sequence(op) => self.sequence(op, site, args),
            Op::Set(op) => self.set(op, site, args),
            Op::Bag(op) => self.bag(op, site, args),
            Op::Tuple(op) => self.tuple(op, site, args),
            Op::Field(op) => self.field(op, site, args),
            Op::Solver(op) => self.solver(op, site, args),
            Op::Transcendental(_) => Err(Reason::Transcendental.into()),
            Op::Sep(_) | Op::Heap(_) => Err(Reason::Unsupported.into()),
        }
    }

    /// The value of a function of the script.
    fn apply_symbol(&mut self, function: Function, term: Term, args: &[Value]) -> Result<Value, Stop> {
        let sort = self.store.sort(term);
        let data = self.store.function(function);
        match &data.role {
            Role::Constructor if args.len() == data.params.len() => {
                if self.store.datatype(sort).is_some_and(|datatype| datatype.codatatype) {
                    return Err(Reason::Unsupported.into());
                }
                Ok(self.model.values.constructed(function, sort, args))
            }
            Role::Selector { constructor, field } if args.len() == 1 => {
                self.select_field(function, *constructor, *field, sort, &args[0])
            }
            Role::Tester(constructor) if args.len() == 1 => self.is_constructed(*constructor, &args[0]),
            Role::Named(inner) => self.value(*inner, GLOBAL),
            Role::Unknown => Err(Reason::Unsupported.into()),
            // Fewer arguments than parameters, or none at all where a function is a value.
            _ if args.len() < data.params.len() => {
                let callee = Callee::Symbol(function, args.into());
                let value = self.model.values.make(Node::Function(callee));
                self.tabulated(value, sort)
            }
            _ => self.call_symbol(function, args, sort),
        }
    }

    /// The value of a literal.
    fn literal(&mut self, term: Term, literal: &Literal) -> Result<Value, Stop> {
        let sort = self.store.sort(term);
        if self.model.is_ambiguous(term) {
            return Err(Reason::Unspecified(Point::OldEscape).into());
        }
        Ok(match literal {
            Literal::Numeral(digits) => {
                let value = Integer::parse(digits).ok_or(Reason::TooLarge)?;
                match self.store.sort_kind(sort) {
                    SortKind::Real => Value::Real(Real::from(value)),
                    SortKind::FiniteField(order) => self.in_field(value, *order)?,
                    _ => Value::Int(value),
                }
            }
            Literal::Decimal(text) => Value::Real(Real::parse_decimal(text).ok_or(Reason::TooLarge)?),
            Literal::BitVec { width, value } => Value::BitVec(BitVec::new(*width, value.clone())?),
            Literal::String(_) => match literal.code_points() {
                Some(points) => Value::string(points),
                None => return Err(Reason::Unspecified(Point::Literal).into()),
            },
            Literal::Algebraic { coefficients, root } => Value::Real(algebraic(coefficients, root)?),
        })
    }
}

/// Where an operator stands: what its value may depend on beside those of its arguments.
pub(super) struct Site<'a> {
    /// The operator with its indices.
    pub(super) function: Function,
    /// The sort of the value.
    pub(super) sort: Sort,
    /// The arguments.
    pub(super) terms: &'a [Term],
}

impl<'a> Evaluator<'a> {
    /// The sort of an operator's argument.
    pub(super) fn sort_of(&self, site: &Site<'a>, arg: usize) -> Sort {
        site.terms.get(arg).map_or(Sort::UNKNOWN, |&term| self.store.sort(term))
    }

    /// A numeral among an operator's indices.
    pub(super) fn index(&self, site: &Site<'a>, at: usize) -> Result<u32, Stop> {
        match self.store.function(site.function).indices.get(at) {
            Some(quis_smtlib::Index::Numeral(index)) => Ok(*index),
            _ => Err(Reason::TooLarge.into()),
        }
    }

    /// All indices of an operator, as numbers.
    pub(super) fn indices(&self, site: &Site<'a>) -> Result<Vec<usize>, Stop> {
        let count = self.store.function(site.function).indices.len();
        (0..count).map(|at| self.index(site, at).map(|index| index as usize)).collect()
    }
}

/// The root of a polynomial.
fn algebraic(coefficients: &[Box<str>], root: &Root) -> Result<Real, Stop> {
    let integer = |digits: &str| Integer::parse(digits).map(|value| value.to_ibig());
    let coefficients: Option<Vec<_>> = coefficients.iter().map(|digits| integer(digits)).collect();
    let coefficients = coefficients.ok_or(Reason::TooLarge)?;
    let root = match root {
        Root::Index(index) => Real::root_of(&coefficients, *index)?,
        Root::Between(low, high) => {
            let bound = |text: &str| {
                let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
                Real::from_ratio(Integer::parse(numerator)?, Integer::parse(denominator)?)?.to_rbig()
            };
            let (low, high) =
                (bound(low).ok_or(Reason::Unsupported)?, bound(high).ok_or(Reason::Unsupported)?);
            Real::root_between(&coefficients, &low, &high)?
        }
    };
    root.ok_or_else(|| Reason::Unsupported.into())
}
