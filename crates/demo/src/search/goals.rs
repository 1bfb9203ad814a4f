//! What must hold below the assertions: literals, the values that they force, the bounds that they give.

use quis_semantics::{Evaluator, Gap, Integer, Real, Reason, Value};
use quis_smtlib::theories::{ArithOp, BitVecOp, CoreOp, Op};
use quis_smtlib::{Role, Sort, Store, Term, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::range::Range;

/// A term that must be true, or false.
pub(super) type Goal = (Term, bool);

/// Terms that were assumed to be true or false, to see what comes of it.
pub(super) type Assumed = FxHashMap<Term, bool>;

/// What goals say of a partial model.
#[derive(Debug, Default)]
pub(super) struct Examined {
    /// A goal fails, whatever else is chosen.
    pub(super) conflict: bool,
    /// Goals that are not reached yet.
    pub(super) left: Vec<Goal>,
    /// Gaps that can have one value only.
    pub(super) forced: Vec<(Gap, Sort, Value)>,
    /// Numbers that cannot be outside of bounds.
    pub(super) ranges: Vec<(Gap, Range)>,
    /// A part of a goal that could be true or false.
    pub(super) undecided: Option<Term>,
}

impl Examined {
    /// The bounds of a gap, if there are some.
    pub(super) fn range(&self, gap: &Gap) -> Option<&Range> {
        self.ranges.iter().find(|(of, _)| of == gap).map(|(_, range)| range)
    }

    fn range_mut(&mut self, gap: Gap) -> &mut Range {
        let at = if let Some(at) = self.ranges.iter().position(|(of, _)| *of == gap) {
            at
        } else {
            self.ranges.push((gap, Range::default()));
            self.ranges.len() - 1
        };
        &mut self.ranges[at].1
    }
}

/// Looks at goals under a partial model, until the evaluator has done more than so much work.
pub(super) fn examine(
    evaluator: &mut Evaluator<'_>,
    goals: &[Goal],
    assumed: &Assumed,
    max_work: u64,
) -> Examined {
    let mut examiner = Examiner {
        evaluator,
        assumed,
        found: Examined::default(),
        seen: FxHashSet::default(),
        todo: Vec::new(),
    };
    for &goal in goals {
        match examiner.value(goal.0) {
            Some(value) if value == goal.1 => continue,
            Some(_) => examiner.found.conflict = true,
            None => {
                examiner.found.left.push(goal);
                // The goal itself may be what was assumed: then what it demands is looked at.
                examiner.expand(goal.0, goal.1);
                examiner.run();
            }
        }
        if examiner.found.conflict || examiner.evaluator.work() > max_work {
            break;
        }
    }
    let conflict = examiner.found.ranges.iter().any(|(_, range)| range.is_empty());
    examiner.found.conflict |= conflict;
    examiner.found
}

struct Examiner<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    assumed: &'e Assumed,
    found: Examined,
    seen: FxHashSet<Goal>,
    todo: Vec<Goal>,
}

impl<'a> Examiner<'_, 'a> {
    fn store(&self) -> &'a Store {
        self.evaluator.store()
    }

    /// The truth of a term under the model.
    fn value(&mut self, term: Term) -> Option<bool> {
        self.evaluator.evaluate(term).ok().and_then(|value| value.as_bool())
    }

    /// The truth of a part of a goal, under the model or as assumed.
    fn status(&mut self, term: Term) -> Option<bool> {
        self.assumed.get(&term).copied().or_else(|| self.value(term))
    }

    fn run(&mut self) {
        while let Some((term, wanted)) = self.todo.pop() {
            match self.status(term) {
                Some(value) if value == wanted => {}
                Some(_) => self.found.conflict = true,
                None => self.expand(term, wanted),
            }
            if self.found.conflict {
                self.todo.clear();
            }
        }
    }

    /// Notes what follows if an open term is to be true or false.
    fn expand(&mut self, term: Term, wanted: bool) {
        if !self.seen.insert((term, wanted)) {
            return;
        }
        let store = self.store();
        let (function, args) = match store.kind(term) {
            TermKind::Annotated(inner, ..) => return self.todo.push((inner, wanted)),
            TermKind::Apply(function, args) => (function, args),
            _ => return,
        };
        let op = match &store.function(function).role {
            Role::Named(inner) => return self.todo.push((*inner, wanted)),
            Role::Operator(op) => *op,
            Role::Declared => return self.force(term, Value::Bool(wanted)),
            _ => {
                if let Some(([], body)) = store.definition(function) {
                    self.todo.push((body, wanted));
                }
                return;
            }
        };
        match (op, wanted) {
            (Op::Core(CoreOp::Not), _) => self.todo.extend(args.first().map(|&arg| (arg, !wanted))),
            (Op::Core(CoreOp::And), true) | (Op::Core(CoreOp::Or), false) => {
                self.todo.extend(args.iter().map(|&arg| (arg, wanted)));
            }
            (Op::Core(CoreOp::And), false) | (Op::Core(CoreOp::Or), true) => {
                self.one_of(args.iter().map(|&arg| (arg, wanted)).collect());
            }
            (Op::Core(CoreOp::Implies), _) => {
                let last = args.len().saturating_sub(1);
                let parts = args.iter().enumerate().map(|(at, &arg)| (arg, at == last));
                if wanted {
                    self.one_of(parts.collect());
                } else {
                    self.todo.extend(parts.map(|(arg, value)| (arg, !value)));
                }
            }
            (Op::Core(CoreOp::Ite), _) => self.choice(args, wanted),
            (Op::Core(CoreOp::Equal), true) => self.equal(args),
            (Op::Core(CoreOp::Distinct), false) if args.len() == 2 => self.equal(args),
            (Op::Core(CoreOp::Equal | CoreOp::Xor), _) | (Op::Core(CoreOp::Distinct), true)
                if args.len() == 2 && store.sort(args[0]) == Sort::BOOL =>
            {
                // Two truths that are equal if an exclusive or is false.
                let same = matches!(op, Op::Core(CoreOp::Xor)) && !wanted;
                self.related(args, same);
            }
            (Op::Arith(op), _) => self.compared(op, args, wanted),
            (Op::BitVec(op), _) => self.compared_bits(op, args, wanted),
            _ => {}
        }
    }

    /// One of the goals must be reached: if all others cannot be, this one.
    fn one_of(&mut self, goals: Vec<Goal>) {
        let mut open = Vec::new();
        for (term, wanted) in goals {
            match self.status(term) {
                Some(value) if value == wanted => return,
                Some(_) => {}
                None => open.push((term, wanted)),
            }
        }
        match open[..] {
            [] => self.found.conflict = true,
            [goal] => self.todo.push(goal),
            [(term, _), ..] => self.split_on(term),
        }
    }

    fn split_on(&mut self, term: Term) {
        if self.found.undecided.is_none() {
            self.found.undecided = Some(term);
        }
    }

    /// match: (ite c a b)
    fn choice(&mut self, args: &[Term], wanted: bool) {
        let &[condition, then, otherwise] = args else { return };
        match self.status(condition) {
            Some(true) => self.todo.push((then, wanted)),
            Some(false) => self.todo.push((otherwise, wanted)),
            None => match (self.status(then), self.status(otherwise)) {
                (Some(value), _) if value != wanted => {
                    self.todo.extend([(condition, false), (otherwise, wanted)])
                }
                (_, Some(value)) if value != wanted => self.todo.extend([(condition, true), (then, wanted)]),
                _ => self.split_on(condition),
            },
        }
    }

    /// match: two truths that must be the same, or must differ
    fn related(&mut self, args: &[Term], same: bool) {
        let &[left, right] = args else { return };
        match (self.status(left), self.status(right)) {
            (Some(value), _) => self.todo.push((right, value == same)),
            (_, Some(value)) => self.todo.push((left, value == same)),
            _ => self.split_on(left),
        }
    }

    /// match: (= a b …): if one has a value, so have all
    fn equal(&mut self, args: &[Term]) {
        let store = self.store();
        let of_truths = args.first().is_some_and(|&arg| store.sort(arg) == Sort::BOOL);
        if of_truths {
            let known = args.iter().find_map(|&arg| self.status(arg));
            match (known, args.first()) {
                (Some(value), _) => self.todo.extend(args.iter().map(|&arg| (arg, value))),
                (None, Some(&first)) => self.split_on(first),
                _ => {}
            }
            return;
        }
        let known = args.iter().find_map(|&arg| self.evaluator.evaluate(arg).ok());
        if let Some(value) = known {
            for &arg in args {
                if self.evaluator.evaluate(arg).is_err() {
                    self.force(arg, value.clone());
                }
            }
        }
    }

    /// The gap that a term is: a symbol of the script without a value, at arguments that have some.
    fn gap_of(&mut self, term: Term) -> Option<Gap> {
        let store = self.store();
        let TermKind::Apply(function, args) = store.kind(term) else { return None };
        let data = store.function(function);
        if data.role != Role::Declared || data.params.len() != args.len() {
            return None;
        }
        let args: Result<Vec<Value>, _> = args.iter().map(|&arg| self.evaluator.evaluate(arg)).collect();
        let gap = Gap { reason: Reason::Missing(function), args: args.ok()?.into() };
        self.evaluator.model().chosen(&gap).is_none().then_some(gap)
    }

    /// Notes that an open term has a value.
    fn force(&mut self, term: Term, value: Value) {
        let mut todo = vec![(term, value)];
        while let Some((term, value)) = todo.pop() {
            if let Some(gap) = self.gap_of(term) {
                self.found.forced.push((gap, self.store().sort(term), value));
                continue;
            }
            let store = self.store();
            match store.kind(term) {
                TermKind::Annotated(inner, ..) => todo.push((inner, value)),
                TermKind::Apply(function, args) => match &store.function(function).role {
                    Role::Named(inner) => todo.push((*inner, value)),
                    Role::Constructor => match self.evaluator.model().values.as_constructed(&value) {
                        Some((of, fields)) if of == function => {
                            let fields = fields.to_vec();
                            for (&arg, field) in args.iter().zip(fields) {
                                match self.evaluator.evaluate(arg) {
                                    Ok(_) => {}
                                    Err(_) => todo.push((arg, field)),
                                }
                            }
                        }
                        Some(_) => self.found.conflict = true,
                        None => {}
                    },
                    Role::Operator(Op::Core(CoreOp::Ite)) => {
                        let &[condition, then, otherwise] = args else { continue };
                        match self.status(condition) {
                            Some(true) => todo.push((then, value)),
                            Some(false) => todo.push((otherwise, value)),
                            None => self.split_on(condition),
                        }
                    }
                    Role::Operator(op) => todo.extend(self.solved(*op, args, &value)),
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// match: (+ x 1) = 5, result: x = 4; of sums with one open part
    fn solved(&mut self, op: Op, args: &[Term], value: &Value) -> Option<(Term, Value)> {
        let mut open = None;
        let mut rest = value.clone();
        for (at, &arg) in args.iter().enumerate() {
            match self.evaluator.evaluate(arg) {
                Ok(known) => {
                    rest = match (op, at) {
                        (Op::Arith(ArithOp::Sub), 1..) => sum(&rest, &known)?,
                        (Op::Arith(ArithOp::Add | ArithOp::Sub) | Op::BitVec(BitVecOp::Add), _)
                        | (Op::BitVec(BitVecOp::Sub), 0) => difference(&rest, &known)?,
                        (Op::BitVec(BitVecOp::Sub), _) => sum(&rest, &known)?,
                        (Op::BitVec(BitVecOp::Xor), _) => match (&rest, &known) {
                            (Value::BitVec(rest), Value::BitVec(known)) => Value::BitVec(rest.xor(known)),
                            _ => return None,
                        },
                        _ => return None,
                    };
                }
                Err(_) if open.is_none() => open = Some((at, arg)),
                Err(_) => return None,
            }
        }
        let (at, arg) = open?;
        let negated = match op {
            Op::Arith(ArithOp::Neg) | Op::BitVec(BitVecOp::Neg) => true,
            Op::Arith(ArithOp::Sub) | Op::BitVec(BitVecOp::Sub) => at > 0,
            Op::Arith(ArithOp::Add) | Op::BitVec(BitVecOp::Add | BitVecOp::Xor) => false,
            Op::BitVec(BitVecOp::Not) => {
                let Value::BitVec(rest) = rest else { return None };
                return Some((arg, Value::BitVec(rest.not())));
            }
            _ => return None,
        };
        Some((arg, if negated { negative(&rest)? } else { rest }))
    }

    /// match: (<= x 5 …)
    fn compared(&mut self, op: ArithOp, args: &[Term], wanted: bool) {
        let (less, strict) = match op {
            ArithOp::Less => (true, true),
            ArithOp::LessEq => (true, false),
            ArithOp::Greater => (false, true),
            ArithOp::GreaterEq => (false, false),
            _ => return,
        };
        if wanted {
            for pair in args.windows(2) {
                self.bound(pair[0], pair[1], less, strict);
            }
        } else if let &[left, right] = args {
            self.bound(left, right, !less, !strict);
        }
    }

    /// match: (bvult x #x05)
    fn compared_bits(&mut self, op: BitVecOp, args: &[Term], wanted: bool) {
        let (less, strict) = match op {
            BitVecOp::Ult => (true, true),
            BitVecOp::Ule => (true, false),
            BitVecOp::Ugt => (false, true),
            BitVecOp::Uge => (false, false),
            _ => return,
        };
        let &[left, right] = args else { return };
        if wanted {
            self.bound(left, right, less, strict);
        } else {
            self.bound(left, right, !less, !strict);
        }
    }

    /// Notes the bound of a gap on one side by a value on the other.
    fn bound(&mut self, left: Term, right: Term, less: bool, strict: bool) {
        for (gap, other, below) in [(left, right, less), (right, left, !less)] {
            let Ok(value) = self.evaluator.evaluate(other) else { continue };
            let Some(value) = number(&value) else { continue };
            if let Some(gap) = self.gap_of(gap) {
                let range = self.found.range_mut(gap);
                if below { range.below(value, strict) } else { range.above(value, strict) }
            }
        }
    }
}

/// A number as a real, a bit-vector without sign.
pub(super) fn number(value: &Value) -> Option<Real> {
    match value {
        Value::Int(value) => Some(Real::from(value.clone())),
        Value::Real(value) => Some(value.clone()),
        Value::BitVec(value) => Some(Real::from(value.to_integer())),
        _ => None,
    }
}

fn sum(left: &Value, right: &Value) -> Option<Value> {
    Some(match (left, right) {
        (Value::Int(left), Value::Int(right)) => Value::Int(left.add(right)),
        (Value::Real(left), Value::Real(right)) => Value::Real(left.add(right).ok()?),
        (Value::BitVec(left), Value::BitVec(right)) => Value::BitVec(left.add(right)),
        _ => return None,
    })
}

fn difference(left: &Value, right: &Value) -> Option<Value> {
    sum(left, &negative(right)?)
}

fn negative(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Int(value) => Value::Int(Integer::from(0).sub(value)),
        Value::Real(value) => Value::Real(value.neg()),
        Value::BitVec(value) => Value::BitVec(value.neg()),
        _ => return None,
    })
}
