//! The evaluator: from a term and a model to a value, or to the reason why it is open.
//!
//! A machine with explicit stacks. A step looks at one term: it gives its value, or says what must be evaluated
//! first; what was evaluated is remembered, so that the step is then taken again. Terms that depend on bound
//! variables are remembered in the environment that binds them.

mod arguments;
mod arith;
mod array;
mod bag;
mod bitvec;
mod call;
mod core;
mod cost;
mod datatype;
mod field;
mod float;
mod function;
mod quantifier;
mod regex;
mod relation;
mod sequence;
mod set;
mod solver;
mod step;
mod string;
mod tabulate;
mod tuple;
mod variables;

use hashbrown::{HashMap, HashSet};
use quis_smtlib::walk::FreeVariables;
use quis_smtlib::{Sort, Store, Term};
use rustc_hash::FxBuildHasher;

use self::call::{Call, CallFrame};
use self::quantifier::Expansion;
use self::variables::{EnvId, Environment, GLOBAL};
use crate::budget::{Budget, TooLarge};
use crate::model::{Filler, Gap, Model};
use crate::open::{Open, Reason};
use crate::value::Value;

/// A value, or why there is none.
pub type Slot = Result<Value, Open>;

/// The work of one evaluation, in steps, beside what is linear in the terms of the store. A step takes some hundred bytes
/// at most, so that memory is limited as well.
pub const DEFAULT_STEPS: u64 = 1 << 23;

/// Steps allowed for each term of the store.
pub(crate) const STEPS_PER_TERM: u64 = 8;

/// So many environments may be open at once: the depth of recursive definitions.
const MAX_ENVIRONMENTS: usize = 1 << 18;

/// Evaluates terms of one store under one model. Values are remembered from one evaluation to the next.
///
/// ```
/// use quis_semantics::{Evaluator, Model, Value};
/// use quis_smtlib::{Command, Mode, parse};
///
/// let source = "(declare-const x Int) (assert (> (* x x) 10))";
/// let script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// let (Command::DeclareConst(x), Command::Assert(term)) = (&script.commands[0], &script.commands[1]) else {
///     unreachable!("as written")
/// };
/// let mut model = Model::new();
/// model.set_value(*x, Value::Int(4.into()));
/// let mut evaluator = Evaluator::new(&script.store, &mut model);
/// assert_eq!(evaluator.evaluate(*term), Ok(Value::Bool(true)));
/// ```
#[derive(Debug)]
pub struct Evaluator<'a> {
    store: &'a Store,
    model: &'a mut Model,
    /// What fills gaps of the model.
    filler: Option<&'a mut dyn Filler>,
    /// The work of each evaluation.
    steps: u64,
    budget: Budget,
    /// The steps of all evaluations so far.
    work: u64,
    /// The values of terms without free variables.
    memo: Vec<Option<Slot>>,
    environments: Vec<Environment>,
    free: FreeVariables,
    calls: HashMap<Call, CallState, FxBuildHasher>,
    /// The definitions of constants that were begun.
    begun: HashSet<Term, FxBuildHasher>,
    frames: Vec<Frame>,
    /// Gaps of the model that were met, with the sorts of the values missing there.
    gaps: Vec<(Gap, Sort)>,
    /// For quantifiers that one instance decided: the values of the variables.
    instances: HashMap<Term, Vec<(Term, Value)>, FxBuildHasher>,
    /// The applications of what the model defines, in the order in which they were needed; if asked for.
    trace: Option<Vec<Call>>,
    /// Whether a quantifier may be decided by one of some instances that are tried.
    trials: bool,
    /// Working space for arguments.
    scratch: Vec<Value>,
}

/// The values of closed terms, from one evaluator to the next.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    memo: Vec<Option<Slot>>,
    free: FreeVariables,
}

impl Memory {
    /// Forgets all but the first terms of the store.
    pub fn truncate(&mut self, terms: usize) {
        self.memo.truncate(terms);
        self.free.truncate(terms);
    }
}

#[derive(Clone, Debug)]
enum CallState {
    /// Being evaluated.
    Pending,
    Done(Slot),
}

/// What is being evaluated.
#[derive(Debug)]
enum Frame {
    /// A term, of which so many arguments were looked at.
    Term { term: Term, env: EnvId, next: u32 },
    /// A term whose value is that of a body in an environment of its own.
    Scope { term: Term, env: EnvId, body: Term },
    /// An application that a term needs.
    Begin(Box<Call>, Term),
    /// The body of a function.
    Call(Box<CallFrame>),
    /// The instances of a quantifier.
    Quantifier(Box<Expansion>),
}

/// Why a step gives no value yet, or none at all.
#[derive(Debug)]
enum Stop {
    /// It never will.
    Open(Open),
    /// As `Open`, at the term of the step.
    Reason(Reason),
    /// A term is needed first.
    Term(Term),
    /// Applications are needed first.
    Calls(Vec<Call>),
    /// The value is that of a body with variables bound.
    Enter { bindings: Vec<(Term, Value)>, body: Term },
    /// The value is that of a quantifier.
    Quantifier(Box<Expansion>),
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Self {
        Stop::Reason(Reason::TooLarge)
    }
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Stop::Reason(reason)
    }
}

impl<'a> Evaluator<'a> {
    /// An evaluator of the terms of a store under a model.
    pub fn new(store: &'a Store, model: &'a mut Model) -> Self {
        Evaluator::continued(store, model, Memory::default())
    }

    /// An evaluator that begins with what another one remembered, under a model that gives the same symbols the same meaning. The store
    /// may have grown since.
    ///
    /// ```
    /// use quis_semantics::{Evaluator, Model, Value};
    /// use quis_smtlib::theories::{CoreOp, Op};
    /// use quis_smtlib::{Command, Mode, parse};
    ///
    /// let mut script = parse("(assert (= (* 6 7) 42))", Mode::Standard).into_result().expect("a valid script");
    /// let Command::Assert(term) = script.commands[0] else { unreachable!("as written") };
    /// let mut model = Model::new();
    /// let mut evaluator = Evaluator::new(&script.store, &mut model);
    /// assert_eq!(evaluator.evaluate(term), Ok(Value::Bool(true)));
    /// let memory = evaluator.into_memory();
    /// let not = script.store.op(Op::Core(CoreOp::Not), &[term]).expect("well typed");
    /// let mut evaluator = Evaluator::continued(&script.store, &mut model, memory);
    /// assert_eq!(evaluator.known(term), Some(&Ok(Value::Bool(true))));
    /// assert_eq!(evaluator.evaluate(not), Ok(Value::Bool(false)));
    /// ```
    pub fn continued(store: &'a Store, model: &'a mut Model, memory: Memory) -> Self {
        let Memory { mut memo, free } = memory;
        memo.resize(store.len(), None);
        let steps = DEFAULT_STEPS + STEPS_PER_TERM * store.len() as u64;
        Evaluator {
            store,
            model,
            filler: None,
            steps,
            budget: Budget::new(steps),
            work: 0,
            memo,
            environments: Vec::new(),
            free,
            calls: HashMap::default(),
            begun: HashSet::default(),
            frames: Vec::new(),
            gaps: Vec::new(),
            instances: HashMap::default(),
            trace: None,
            trials: true,
            scratch: Vec::new(),
        }
    }

    /// Limits the work of each evaluation to so many steps.
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// Has gaps of the model filled as they are met. A value that the standard does not permit is not taken.
    ///
    /// ```
    /// use quis_semantics::{Evaluator, Filler, Gap, Model, Value, Values};
    /// use quis_smtlib::{Command, Mode, Sort, Store, parse};
    ///
    /// #[derive(Debug)]
    /// struct Seven;
    /// impl Filler for Seven {
    ///     fn fill(&mut self, _: &Store, _: &mut Values, _: &Gap, sort: Sort) -> Option<Value> {
    ///         (sort == Sort::INT).then(|| Value::Int(7.into()))
    ///     }
    /// }
    ///
    /// let source = "(declare-fun f (Int) Int) (assert (= (f 1) (div 3 0) 7))";
    /// let script = parse(source, Mode::Standard).into_result().expect("a valid script");
    /// let Command::Assert(term) = script.commands[1] else { unreachable!("as written") };
    /// let (mut model, mut seven) = (Model::new(), Seven);
    /// let mut evaluator = Evaluator::new(&script.store, &mut model).with_filler(&mut seven);
    /// assert_eq!(evaluator.evaluate(term), Ok(Value::Bool(true)));
    /// assert_eq!(model.choices().count(), 2);
    /// ```
    #[must_use]
    pub fn with_filler(mut self, filler: &'a mut dyn Filler) -> Self {
        self.filler = Some(filler);
        self
    }

    /// Leaves quantifiers open of which not all instances can be looked at, unless their value does not depend on the
    /// variables. Which instances are tried otherwise depends on what was evaluated before: without them, a value is
    /// found again under every model that gives the same symbols the same meaning.
    #[must_use]
    pub fn without_trials(mut self) -> Self {
        self.trials = false;
        self
    }

    /// What the evaluator remembers of closed terms.
    #[must_use]
    pub fn into_memory(self) -> Memory {
        Memory { memo: self.memo, free: self.free }
    }

    /// Notes at which points definitions of the model are needed.
    pub(crate) fn with_trace(mut self) -> Self {
        self.trace = Some(Vec::new());
        self
    }

    /// The steps that all evaluations took so far.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Model {
        self.model
    }

    /// The store of the terms.
    #[must_use]
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// The value of a term in which no variable is free.
    ///
    /// # Errors
    /// If it has none: where and why.
    pub fn evaluate(&mut self, term: Term) -> Slot {
        if let Some(known) = self.known(term) {
            return known.clone();
        }
        self.budget = Budget::new(self.steps);
        self.frames.push(Frame::Term { term, env: GLOBAL, next: 0 });
        if let Err(TooLarge) = self.run_or_stop() {
            self.memo[term.index()] = Some(Err(Open { reason: Reason::TooLarge, term }));
        }
        self.known(term).cloned().unwrap_or(Err(Open { reason: Reason::Unsupported, term }))
    }

    /// The value of a term, if no variable is free in it.
    pub(crate) fn evaluate_if_closed(&mut self, term: Term) -> Slot {
        self.free.update(self.store);
        if self.free.of(term).is_empty() {
            self.evaluate(term)
        } else {
            Err(Open { reason: Reason::Unsupported, term })
        }
    }

    /// Evaluates calls that a term needs.
    fn call_all(&mut self, calls: Vec<Call>, term: Term) -> Result<(), TooLarge> {
        self.budget = Budget::new(self.steps);
        self.frames.extend(calls.into_iter().map(|call| Frame::Begin(Box::new(call), term)));
        self.run_or_stop()
    }

    /// Does what is to be done, and forgets what was begun if it is too much.
    fn run_or_stop(&mut self) -> Result<(), TooLarge> {
        let done = self.run();
        self.work += self.steps - self.budget.left();
        if done.is_err() {
            self.frames.clear();
            self.environments.clear();
            self.calls.retain(|_, state| !matches!(state, CallState::Pending));
            self.begun.clear();
        }
        done
    }

    /// The value of a closed term, if it was evaluated.
    #[must_use]
    pub fn known(&self, term: Term) -> Option<&Slot> {
        self.memo.get(term.index()).and_then(Option::as_ref)
    }

    /// The gaps of the model that were met, with the sorts of the values missing there.
    #[must_use]
    pub fn gaps(&self) -> &[(Gap, Sort)] {
        &self.gaps
    }

    /// The variables and values of the instance that decided a quantifier, if one did.
    #[must_use]
    pub fn deciding_instance(&self, quantifier: Term) -> Option<&[(Term, Value)]> {
        self.instances.get(&quantifier).map(Vec::as_slice)
    }

    fn run(&mut self) -> Result<(), TooLarge> {
        while let Some(frame) = self.frames.pop() {
            self.budget.spend(1)?;
            match frame {
                Frame::Term { term, env, mut next } => match self.step(term, env, &mut next) {
                    Ok(value) => self.remember(term, env, Ok(value)),
                    Err(stop) => self.stopped(stop, term, env, next)?,
                },
                Frame::Scope { term, env, body } => {
                    let inner = self.environments.len() as EnvId;
                    let slot = self.slot(body, inner).cloned();
                    self.environments.pop();
                    self.remember(term, env, slot.unwrap_or(Err(Open { reason: Reason::Unsupported, term })));
                }
                Frame::Begin(call, term) => self.begin_call(*call, term)?,
                Frame::Call(frame) => self.finish_call(*frame),
                Frame::Quantifier(expansion) => self.expand(expansion)?,
            }
        }
        Ok(())
    }

    /// Does what a step needs, or notes that it has no value.
    fn stopped(&mut self, stop: Stop, term: Term, env: EnvId, next: u32) -> Result<(), TooLarge> {
        let open = match stop {
            Stop::Open(open) => open,
            Stop::Reason(reason) => Open { reason, term },
            Stop::Term(child) => {
                self.frames.push(Frame::Term { term, env, next });
                let home = self.home(child, env);
                self.frames.push(Frame::Term { term: child, env: home, next: 0 });
                return Ok(());
            }
            Stop::Calls(calls) => {
                self.frames.push(Frame::Term { term, env, next });
                self.frames.extend(calls.into_iter().map(|call| Frame::Begin(Box::new(call), term)));
                return Ok(());
            }
            Stop::Enter { bindings, body } => {
                self.frames.push(Frame::Scope { term, env, body });
                self.enter(env, bindings.into_iter().map(|(var, value)| (var, Ok(value))).collect())?;
                self.push_body(body);
                return Ok(());
            }
            Stop::Quantifier(expansion) => {
                self.frames.push(Frame::Quantifier(expansion));
                return Ok(());
            }
        };
        self.remember(term, env, Err(open));
        Ok(())
    }

    /// Opens an environment.
    fn enter(&mut self, parent: EnvId, bindings: Vec<(Term, Slot)>) -> Result<(), TooLarge> {
        if self.environments.len() >= MAX_ENVIRONMENTS {
            return Err(TooLarge);
        }
        if self.environments.is_empty() {
            self.free.update(self.store);
        }
        let bound = bindings.iter().map(|(var, _)| *var).collect();
        self.environments.push(Environment { parent, bound, memo: bindings.into_iter().collect() });
        Ok(())
    }

    /// Has a term evaluated in the innermost environment.
    fn push_body(&mut self, body: Term) {
        let env = self.home(body, self.environments.len() as EnvId);
        self.frames.push(Frame::Term { term: body, env, next: 0 });
    }

    /// The outermost environment that binds what a term depends on.
    fn home(&self, term: Term, env: EnvId) -> EnvId {
        let mut at = env;
        if at == GLOBAL {
            return GLOBAL;
        }
        let free = self.free.of(term);
        if free.is_empty() {
            return GLOBAL;
        }
        while let Some(environment) = (at as usize).checked_sub(1).and_then(|at| self.environments.get(at)) {
            if environment.parent == GLOBAL || environment.bound.iter().any(|var| free.contains(var)) {
                break;
            }
            at = environment.parent;
        }
        at
    }

    /// What is known of a term that occurs in an environment.
    fn slot(&self, term: Term, env: EnvId) -> Option<&Slot> {
        if env == GLOBAL {
            return self.known(term);
        }
        match (self.home(term, env) as usize).checked_sub(1) {
            None => self.known(term),
            Some(at) => self.environments.get(at)?.memo.get(&term),
        }
    }

    /// Notes the value of a term in its home.
    fn remember(&mut self, term: Term, env: EnvId, slot: Slot) {
        match (env as usize).checked_sub(1) {
            None => self.memo[term.index()] = Some(slot),
            Some(at) => {
                if let Some(environment) = self.environments.get_mut(at) {
                    environment.memo.insert(term, slot);
                }
            }
        }
    }

    /// The value of a term that occurs in an environment, or the need of it.
    fn value(&mut self, term: Term, env: EnvId) -> Result<Value, Stop> {
        match self.slot(term, env) {
            Some(Ok(value)) => Ok(value.clone()),
            Some(Err(open)) => Err(Stop::Open(*open)),
            None => Err(Stop::Term(term)),
        }
    }
}
