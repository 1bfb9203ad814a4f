//! The best values of objectives, one after the other.

use quis_semantics::{BitVec, Budget, Evaluator, Integer, Real, Value, read_attributes};
use quis_smtlib::theories::{ArithOp, BitVecOp, CoreOp, Op};
use quis_smtlib::{Function, Literal, Sort, SortKind, Store, Term};

use crate::search::{Found, Outcome, search};

/// What is to be made small or large.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Objective {
    pub(crate) term: Term,
    pub(crate) maximize: bool,
    /// The goal whose soft assertions it is about, if it is: then the term is what is paid for them.
    pub(crate) goal: Option<String>,
}

impl Objective {
    /// A value that is better by one.
    pub(crate) fn beyond(&self, value: Value) -> Value {
        let step = if self.maximize { 1 } else { -1 };
        match value {
            Value::Int(value) => Value::Int(value.add(&Integer::from(step))),
            Value::Real(value) => Value::Real(value.add(&Real::from(i64::from(step))).unwrap_or(value)),
            Value::BitVec(value) => {
                let next = value.to_integer().add(&Integer::from(step));
                BitVec::from_integer(value.width(), &next).map_or(Value::BitVec(value), Value::BitVec)
            }
            other => other,
        }
    }

    /// match: (assert-soft p :weight 2 :id g), result: minimize (ite p 0.0 2.0) for g
    pub(crate) fn soft(store: &mut Store, term: Term, attributes: &str) -> Option<Objective> {
        let (goal, weight) = read_attributes(attributes)?;
        let goal = Some(goal.to_owned());
        let (nothing, weight) = (real(store, &Real::ZERO)?, real(store, &weight)?);
        let term = store.op(Op::Core(CoreOp::Ite), &[term, nothing, weight]).ok()?;
        Some(Objective { term, maximize: false, goal })
    }
}

/// Objectives in which all that is paid for a goal is one sum, where the goal is first mentioned.
pub(crate) fn summed(store: &mut Store, objectives: &[Objective]) -> Option<Vec<Objective>> {
    let mut sums: Vec<Objective> = Vec::new();
    for objective in objectives {
        let same = |sum: &&mut Objective| sum.goal.is_some() && sum.goal == objective.goal;
        match sums.iter_mut().find(same) {
            Some(sum) => sum.term = store.op(Op::Arith(ArithOp::Add), &[sum.term, objective.term]).ok()?,
            None => sums.push(objective.clone()),
        }
    }
    Some(sums)
}

/// A model with the best values that the objectives can have, the first being the most important; with a fault, the
/// last objective has another value.
pub(crate) fn optimize(
    store: &mut Store,
    assertions: &[Term],
    declared: &[Function],
    objectives: &[Objective],
    budget: u64,
    wrong: bool,
) -> Outcome {
    let mut assertions = assertions.to_vec();
    let mut outcome = search(store, &assertions, declared, &mut Budget::new(budget));
    for (at, objective) in objectives.iter().enumerate() {
        let Outcome::Sat(found) = outcome else { return outcome };
        let Some((best, found)) = best(store, &assertions, declared, objective, budget, *found) else {
            return Outcome::Incomplete;
        };
        let Some(fixed) = store.op(Op::Core(CoreOp::Equal), &[objective.term, best]).ok() else {
            return Outcome::Incomplete;
        };
        if wrong
            && at + 1 == objectives.len()
            && let Ok(other) = store.op(Op::Core(CoreOp::Not), &[fixed])
        {
            let worse = [&assertions[..], &[other]].concat();
            if let Outcome::Sat(found) = search(store, &worse, declared, &mut Budget::new(budget)) {
                return Outcome::Sat(found);
            }
        }
        assertions.push(fixed);
        outcome = Outcome::Sat(Box::new(found));
    }
    outcome
}

/// The best value of an objective, as a term, and a model that has it; `None` if it is not known to be the best.
fn best(
    store: &mut Store,
    assertions: &[Term],
    declared: &[Function],
    objective: &Objective,
    budget: u64,
    mut found: Found,
) -> Option<(Term, Found)> {
    let mut budget = Budget::new(budget);
    loop {
        let value = Evaluator::new(store, &mut found.model).evaluate(objective.term).ok()?;
        let value = literal(store, &value)?;
        let better = match (store.sort_kind(store.sort(objective.term)), objective.maximize) {
            (SortKind::Int | SortKind::Real, false) => Op::Arith(ArithOp::Less),
            (SortKind::Int | SortKind::Real, true) => Op::Arith(ArithOp::Greater),
            (SortKind::BitVec(_), false) => Op::BitVec(BitVecOp::Ult),
            (SortKind::BitVec(_), true) => Op::BitVec(BitVecOp::Ugt),
            _ => return None,
        };
        let better = store.op(better, &[objective.term, value]).ok()?;
        let wanted = [assertions, &[better]].concat();
        match search(store, &wanted, declared, &mut budget) {
            Outcome::Sat(next) => found = *next,
            Outcome::Unsat => return Some((value, found)),
            Outcome::Incomplete | Outcome::Exhausted => return None,
        }
    }
}

/// A rational as a term.
fn real(store: &mut Store, value: &Real) -> Option<Term> {
    let whole = |store: &mut Store, value: &Integer| {
        store.literal(Literal::decimal(&value.abs().to_string(), "0")).ok()
    };
    let numerator = whole(store, &value.numerator()?)?;
    let denominator = value.denominator()?;
    let term = if denominator == Integer::ONE {
        numerator
    } else {
        let denominator = whole(store, &denominator)?;
        store.op(Op::Arith(ArithOp::Div), &[numerator, denominator]).ok()?
    };
    if value.is_negative() { store.op(Op::Arith(ArithOp::Neg), &[term]).ok() } else { Some(term) }
}

/// An integer, a rational or a bit-vector as a term.
fn literal(store: &mut Store, value: &Value) -> Option<Term> {
    match value {
        Value::Int(value) => {
            let digits = value.abs().to_string();
            let term = store.literal(Literal::numeral(&digits)).ok()?;
            if value.is_negative() { store.op(Op::Arith(ArithOp::Neg), &[term]).ok() } else { Some(term) }
        }
        Value::Real(value) => real(store, value),
        Value::BitVec(value) => store.bit_vec(value.width(), value.to_ubig()).ok(),
        _ => None,
    }
}

/// Whether the best value of a term can be looked for.
pub(crate) fn can_be_objective(store: &Store, term: Term) -> bool {
    let sort = store.sort(term);
    sort == Sort::INT || matches!(store.sort_kind(sort), SortKind::BitVec(_))
}
