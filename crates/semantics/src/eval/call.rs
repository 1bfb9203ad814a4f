//! Applications: of symbols that the model interprets or the script defines, of function values, of open points.

use std::borrow::Cow;

use quis_smtlib::{Function, Role, Sort, Term, TermKind};

use super::step::Site;
use super::variables::{EnvId, GLOBAL};
use super::{CallState, Evaluator, Frame, Slot, Stop};
use crate::budget::TooLarge;
use crate::model::{Completion, Gap, Interpretation, is_permitted, stands_alone};
use crate::open::{Open, Point, Reason};
use crate::value::{Callee, Compound, Node, Value};

/// More gaps of a model are not noted.
const MAX_GAPS: usize = 1 << 10;

/// A function applied to values. Each is evaluated once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Call {
    target: Target,
    args: Box<[Value]>,
}

/// What has a body to evaluate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Target {
    /// A function that the script or the model defines.
    Function(Function),
    /// A `lambda` with the values it holds.
    Lambda(Compound),
    /// What the model says of an open point.
    Point(Point),
}

/// A call whose body is being evaluated, in the environment above.
#[derive(Debug)]
pub(super) struct CallFrame {
    call: Call,
    body: Term,
}

impl Evaluator<'_> {
    /// The value of a declared or defined function at arguments.
    pub(super) fn call_symbol(
        &mut self,
        function: Function,
        args: &[Value],
        sort: Sort,
    ) -> Result<Value, Stop> {
        let defined = self.store.definition(function);
        let arity = match (defined, self.model.interpretation(function)) {
            (Some((vars, _)), _) => vars.len(),
            (None, Some(Interpretation::Definition { vars, .. })) => vars.len(),
            _ => self.store.function(function).params.len(),
        };
        // match: (f x y) where f takes one argument, result: what (f x) is, at y
        if 0 < arity && arity < args.len() {
            let (now, later) = args.split_at(arity);
            let inner = self.call_symbol(function, now, Sort::UNKNOWN)?;
            return self.apply_value(&inner, later, later.len());
        }
        if let Some((vars, body)) = defined {
            if !vars.is_empty() {
                return self.called(Target::Function(function), args);
            }
            let value = self.constant(body)?;
            return if args.is_empty() { Ok(value) } else { self.apply_value(&value, args, args.len()) };
        }
        match self.model.interpretation(function) {
            Some(Interpretation::Value(value)) if args.is_empty() => Ok(value.clone()),
            Some(Interpretation::Value(map)) => {
                let map = map.clone();
                self.apply_value(&map, args, args.len())
            }
            Some(Interpretation::Definition { vars, body }) if vars.is_empty() => {
                let body = *body;
                let value = self.constant(body)?;
                if args.is_empty() { Ok(value) } else { self.apply_value(&value, args, args.len()) }
            }
            // A constant of a function sort, given by its cases.
            Some(Interpretation::Definition { .. }) if args.is_empty() => {
                let value = self.model.values.make(Node::Function(Callee::Symbol(function, Box::default())));
                self.tabulated(value, sort)
            }
            Some(Interpretation::Definition { .. }) => self.called(Target::Function(function), args),
            None => self.gap(Reason::Missing(function), args, sort),
        }
    }

    /// The value of a constant with a definition, or the need of it.
    fn constant(&mut self, body: Term) -> Result<Value, Stop> {
        let value = self.value(body, GLOBAL);
        match value {
            // Needed while it is being evaluated.
            Err(Stop::Term(_)) if !self.begun.insert(body) => Err(Reason::Circular.into()),
            value => value,
        }
    }

    /// The value of a call, or the need of it.
    fn called(&mut self, target: Target, args: &[Value]) -> Result<Value, Stop> {
        let call = Call { target, args: args.into() };
        match self.calls.get(&call) {
            Some(CallState::Done(Ok(value))) => Ok(value.clone()),
            Some(CallState::Done(Err(open))) => Err(Stop::Open(*open)),
            Some(CallState::Pending) => Err(Reason::Circular.into()),
            None => Err(Stop::Calls(vec![call])),
        }
    }

    /// Starts on the body of a call that a term needs, unless its value is known by now.
    pub(super) fn begin_call(&mut self, call: Call, term: Term) -> Result<(), TooLarge> {
        if self.calls.contains_key(&call) {
            return Ok(());
        }
        let store = self.store;
        let mut bindings: Vec<(Term, Slot)> = Vec::new();
        let definition = match call.target {
            Target::Function(function) => {
                match (store.definition(function), self.model.interpretation(function)) {
                    (Some((vars, body)), _) => Some((vars, body)),
                    (None, Some(Interpretation::Definition { vars, body })) => Some((&**vars, *body)),
                    _ => None,
                }
            }
            Target::Lambda(compound) => match self.model.values.node(compound) {
                Node::Function(Callee::Lambda(term, captured)) => {
                    bindings.extend(captured.iter().map(|(var, value)| (*var, Ok(value.clone()))));
                    match store.kind(*term) {
                        TermKind::Binder(_, vars, &[body]) => Some((vars, body)),
                        _ => None,
                    }
                }
                _ => None,
            },
            Target::Point(point) => match self.model.point(point) {
                Some(Interpretation::Definition { vars, body }) => Some((&**vars, *body)),
                _ => None,
            },
        };
        let Some((vars, body)) = definition else {
            // Callers ask for what has a body; anything else has no value.
            self.calls.insert(call, CallState::Done(Err(Open { reason: Reason::Unsupported, term })));
            return Ok(());
        };
        // A point's definition may want fewer arguments than the operator has.
        bindings.extend(vars.iter().copied().zip(call.args.iter().map(|arg| Ok(arg.clone()))));
        if let Some(trace) = &mut self.trace {
            trace.push(call.clone());
        }
        self.calls.insert(call.clone(), CallState::Pending);
        self.frames.push(Frame::Call(Box::new(CallFrame { call, body })));
        self.enter(GLOBAL, bindings)?;
        self.push_body(body);
        Ok(())
    }

    /// What the model's definitions gave at the points where they were needed, in that order.
    pub(crate) fn traced(&self) -> Vec<(Gap, Value)> {
        let calls = self.trace.iter().flatten();
        calls
            .filter_map(|call| {
                let reason = match call.target {
                    Target::Function(function) => Reason::Missing(function),
                    Target::Point(point) => Reason::Unspecified(point),
                    Target::Lambda(_) => return None,
                };
                match self.calls.get(call) {
                    Some(CallState::Done(Ok(value))) => {
                        Some((Gap { reason, args: call.args.clone() }, value.clone()))
                    }
                    _ => None,
                }
            })
            .collect()
    }

    /// Notes the value of a call whose body was evaluated.
    pub(super) fn finish_call(&mut self, frame: CallFrame) {
        let env = self.environments.len() as EnvId;
        let slot = self.slot(frame.body, env).cloned();
        self.environments.pop();
        let slot = slot.unwrap_or(Err(Open { reason: Reason::Unsupported, term: frame.body }));
        self.calls.insert(frame.call, CallState::Done(slot));
    }

    /// The value of a function value, array or map with so many parameters at arguments.
    pub(super) fn apply_value(
        &mut self,
        function: &Value,
        args: &[Value],
        params: usize,
    ) -> Result<Value, Stop> {
        let Value::Compound(compound) = function else { return Err(Reason::Unsupported.into()) };
        if args.len() < params {
            return Ok(self.model.values.make(Node::Function(Callee::Partial(*compound, args.into()))));
        }
        let (mut compound, mut args) = (*compound, Cow::Borrowed(args));
        loop {
            let key = self.model.values.key(args.to_vec());
            let callee = match self.model.values.map_get(compound, &key).ok_or(Reason::Unsupported)? {
                Ok(value) if self.model.values.is_exact(&key) => return Ok(value),
                Ok(_) => return Err(Reason::FunctionEquality.into()),
                Err(callee) => callee,
            };
            match self.model.values.node(callee) {
                Node::Function(Callee::Lambda(term, _)) => {
                    let arity = match self.store.kind(*term) {
                        TermKind::Binder(_, vars, _) => vars.len(),
                        _ => args.len(),
                    };
                    if arity >= args.len() {
                        return self.called(Target::Lambda(callee), &args);
                    }
                    // match: (@ (lambda ((x X)) (lambda ((y Y)) t)) a b), result: the inner one at b
                    self.budget.spend(args.len() as u64)?;
                    let Value::Compound(inner) = self.called(Target::Lambda(callee), &args[..arity])? else {
                        return Err(Reason::Unsupported.into());
                    };
                    (compound, args) = (inner, Cow::Owned(args[arity..].to_vec()));
                }
                Node::Function(Callee::Symbol(function, applied)) => {
                    let (function, all) = (*function, [&**applied, &*args].concat());
                    return self.apply_function(function, &all);
                }
                Node::Function(Callee::Partial(inner, applied)) => {
                    (compound, args) = (*inner, Cow::Owned([&**applied, &*args].concat()));
                }
                _ => return Err(Reason::Unsupported.into()),
            }
        }
    }

    /// The value of a function symbol at values, where there is no term of the application.
    pub(super) fn apply_function(&mut self, function: Function, args: &[Value]) -> Result<Value, Stop> {
        let data = self.store.function(function);
        let sort = data.result;
        match &data.role {
            Role::Operator(op) => {
                let site = Site { function, sort, terms: &[] };
                self.apply_operator_at(*op, &site, args)
            }
            Role::Constructor => Ok(self.model.values.constructed(function, sort, args)),
            Role::Selector { constructor, field } if args.len() == 1 => {
                self.select_field(function, *constructor, *field, sort, &args[0])
            }
            Role::Tester(constructor) if args.len() == 1 => self.is_constructed(*constructor, &args[0]),
            _ => self.call_symbol(function, args, sort),
        }
    }

    /// The values of a function at many points; what is missing is asked for at once.
    pub(super) fn apply_to_each(
        &mut self,
        function: &Value,
        points: &[Vec<Value>],
        params: usize,
    ) -> Result<Vec<Value>, Stop> {
        self.budget.spend(points.len() as u64)?;
        let mut values = Vec::with_capacity(points.len());
        let mut missing = Vec::new();
        for point in points {
            match self.apply_value(function, point, params) {
                Ok(value) => values.push(value),
                Err(Stop::Calls(calls)) => missing.extend(calls),
                Err(other) => return Err(other),
            }
        }
        if missing.is_empty() { Ok(values) } else { Err(Stop::Calls(missing)) }
    }

    /// What is at a point that the standard leaves open: what the model says, or what completes it.
    pub(super) fn open_point(&mut self, point: Point, args: &[Value], sort: Sort) -> Result<Value, Stop> {
        match self.model.point(point) {
            Some(Interpretation::Value(map)) => {
                let map = map.clone();
                self.apply_value(&map, args, args.len())
            }
            Some(Interpretation::Definition { vars, body }) if vars.is_empty() => {
                let body = *body;
                self.constant(body)
            }
            Some(Interpretation::Definition { .. }) => self.called(Target::Point(point), args),
            None => self.gap(Reason::Unspecified(point), args, sort),
        }
    }

    /// What was chosen for a gap of the model, or what completes the model there.
    fn gap(&mut self, reason: Reason, args: &[Value], sort: Sort) -> Result<Value, Stop> {
        let gap = Gap { reason, args: args.into() };
        if let Some(value) = self.model.chosen(&gap) {
            return Ok(value.clone());
        }
        if self.filler.is_some() {
            // match: (f x) where f is a constant, result: what f is, at x
            if let Reason::Missing(function) = reason
                && !args.is_empty()
                && self.store.function(function).params.is_empty()
            {
                let map = self.gap(reason, &[], self.store.function(function).result)?;
                return self.apply_value(&map, args, args.len());
            }
            if let Some(value) = self.filled(&gap, sort) {
                return Ok(value);
            }
        }
        let complete = match (self.model.completion, reason) {
            (Completion::None, _) => false,
            (Completion::Symbols, Reason::Missing(_)) | (Completion::All, _) => true,
            (Completion::Symbols, _) => false,
        };
        match self.model.values.default_of(self.store, sort) {
            Some(value) if complete => Ok(value),
            _ => {
                if self.gaps.len() < MAX_GAPS {
                    self.gaps.push((gap, sort));
                }
                Err(reason.into())
            }
        }
    }
    /// What the filler gives for a gap, if that may be taken. It is the same for ever after.
    fn filled(&mut self, gap: &Gap, sort: Sort) -> Option<Value> {
        if !stands_alone(self.store, &self.model.values, gap) {
            return None;
        }
        let sort = match gap.reason {
            Reason::Missing(function) => self.store.function(function).result,
            _ => sort,
        };
        let value = self.filler.as_deref_mut()?.fill(self.store, &mut self.model.values, gap, sort)?;
        if !is_permitted(&self.model.values, gap, &value) {
            return None;
        }
        self.model.choose(gap.clone(), value.clone());
        Some(value)
    }
}
