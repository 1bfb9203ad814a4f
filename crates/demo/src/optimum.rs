//! The best values of objectives, one after the other.

use quis_semantics::{Budget, Evaluator, Value};
use quis_smtlib::theories::{ArithOp, BitVecOp, CoreOp, Op};
use quis_smtlib::{Function, Literal, Sort, SortKind, Store, Term};

use crate::search::{Found, Outcome, search};

/// What is to be made small or large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Objective {
    pub(crate) term: Term,
    pub(crate) maximize: bool,
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
        let Some((best, found)) = best(store, &assertions, declared, *objective, budget, *found) else {
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
    objective: Objective,
    budget: u64,
    mut found: Found,
) -> Option<(Term, Found)> {
    let mut budget = Budget::new(budget);
    loop {
        let value = Evaluator::new(store, &mut found.model).evaluate(objective.term).ok()?;
        let value = literal(store, &value)?;
        let better = match (store.sort_kind(store.sort(objective.term)), objective.maximize) {
            (SortKind::Int, false) => Op::Arith(ArithOp::Less),
            (SortKind::Int, true) => Op::Arith(ArithOp::Greater),
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

/// An integer or a bit-vector as a term.
fn literal(store: &mut Store, value: &Value) -> Option<Term> {
    match value {
        Value::Int(value) => {
            let digits = value.abs().to_string();
            let term = store.literal(Literal::numeral(&digits)).ok()?;
            if value.is_negative() { store.op(Op::Arith(ArithOp::Neg), &[term]).ok() } else { Some(term) }
        }
        Value::BitVec(value) => store.bit_vec(value.width(), value.to_ubig()).ok(),
        _ => None,
    }
}

/// Whether the best value of a term can be looked for.
pub(crate) fn can_be_objective(store: &Store, term: Term) -> bool {
    let sort = store.sort(term);
    sort == Sort::INT || matches!(store.sort_kind(sort), SortKind::BitVec(_))
}
