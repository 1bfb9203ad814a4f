//! Soft assertions beside assertions that cannot all hold.
//!
//! Why the optimum is right. The assertions of a contradiction do not hold together, and an assignment was found under which all hold
//! but one. If that one is soft and the others are hard, it is paid by every model. If all are soft, every model pays at least the
//! lightest of them, and that is the one that the assignment pays. The soft assertions beside them ask for values that the
//! assignment has, so it pays nothing for them.

use quis_semantics::Value;
use quis_smtlib::{Attribute, Function, Term, TermKind};

use super::super::super::draft::Formula;
use super::super::super::rules::Rules;
use super::base::{Base, Constant, Soft, price};
use super::named;
use crate::case::{Optimum, TestCase, Truth};

/// So many values of a sort are tried, and so many assignments.
const VALUES: usize = 3;
const ASSIGNMENTS: usize = 600;
/// The goal of the soft assertions.
const GOAL: &str = "goal";
/// The weights of assertions of which one cannot hold: first that of the one that does not.
const WEIGHTS: [&str; 4] = ["2", "3", "3.5", "5"];

/// The formulas of a contradiction.
pub(super) fn formulas(rules: &Rules, formula: &Formula) -> Vec<Formula> {
    let Some(mut base) = Base::new(rules, formula) else { return Vec::new() };
    let Truth::Unsat { core } = base.truth.clone() else { return Vec::new() };
    let mut found = Vec::new();
    found.extend(still_unsat(&mut base, true).map(|case| named("unsat", formula, case)));
    found.extend(still_unsat(&mut base, false).map(|case| named("unsat-unnamed", formula, case)));
    let core = core.unwrap_or_default();
    found.extend(with_soft_rest(&mut base, &core).map(|case| named("unsat-soft-rest", formula, case)));
    // Only where every assertion is needed.
    if core.len() == base.hard.len() {
        for (at, witness) in all_but_one(&mut base) {
            let number = |shape: &str, case| {
                let made = named(shape, formula, case);
                Formula { name: format!("{}-{at}", made.name), ..made }
            };
            found.extend(hard_but_one(&mut base, at, &witness).map(|case| number("odds", case)));
            found.extend(all_soft(&mut base, at, &witness).map(|case| number("odds-soft", case)));
        }
    }
    found
}

/// The contradiction stays hard, soft assertions stand beside it (Figure 3.17).
fn still_unsat(base: &mut Base, named: bool) -> Option<TestCase> {
    let mut softs = Vec::new();
    for (at, constant) in base.constants.clone().iter().enumerate() {
        let values = values(base, constant);
        let Some((term, _)) = values.get(at % values.len().max(1)) else { continue };
        let weight = WEIGHTS[at % WEIGHTS.len()];
        softs.push(Soft { term: base.equal(constant.term, *term)?, weight, goal: GOAL });
    }
    let (hard, truth) = if named {
        (base.hard.clone(), base.truth.clone())
    } else {
        (base.hard.clone().iter().map(|&term| unnamed(base, term)).collect(), Truth::Unsat { core: None })
    };
    base.case(&hard, &softs, truth, Vec::new())
}

/// What is not in the core is soft.
fn with_soft_rest(base: &mut Base, core: &[String]) -> Option<TestCase> {
    let store = &base.script.store;
    let in_core = |term: &Term| store.name_of(*term).is_some_and(|name| core.iter().any(|own| own == name));
    let (hard, rest): (Vec<Term>, Vec<Term>) = base.hard.iter().partition(|term| in_core(term));
    if rest.is_empty() || hard.len() < core.len() {
        return None;
    }
    let softs: Vec<Soft> =
        rest.into_iter().map(|term| Soft { term: unnamed(base, term), weight: "2", goal: GOAL }).collect();
    let truth = base.truth.clone();
    base.case(&hard, &softs, truth, Vec::new())
}

/// All but one are hard, and that one is soft: it never holds.
fn hard_but_one(base: &mut Base, at: usize, witness: &[(Function, Value)]) -> Option<TestCase> {
    let plain: Vec<Term> = base.hard.clone().iter().map(|&term| unnamed(base, term)).collect();
    let odd = Soft { term: *plain.get(at)?, weight: WEIGHTS[0], goal: GOAL };
    let hard: Vec<Term> = plain.iter().copied().filter(|term| *term != odd.term).collect();
    let mut softs = vec![odd];
    softs.extend(wishes(base, witness)?);
    finish(base, &hard, &softs, witness)
}

/// All are soft, the one that does not hold being the lightest.
fn all_soft(base: &mut Base, at: usize, witness: &[(Function, Value)]) -> Option<TestCase> {
    let plain: Vec<Term> = base.hard.clone().iter().map(|&term| unnamed(base, term)).collect();
    let mut softs = Vec::new();
    for (place, &term) in plain.iter().enumerate() {
        let weight = if place == at { WEIGHTS[0] } else { WEIGHTS[1 + place % (WEIGHTS.len() - 1)] };
        softs.push(Soft { term, weight, goal: GOAL });
    }
    softs.extend(wishes(base, witness)?);
    finish(base, &[], &softs, witness)
}

fn finish(base: &mut Base, hard: &[Term], softs: &[Soft], witness: &[(Function, Value)]) -> Option<TestCase> {
    let penalty = price(WEIGHTS[0])?;
    let functions: Vec<Function> = witness.iter().map(|(function, _)| *function).collect();
    for (function, value) in witness {
        base.model.set_value(*function, value.clone());
    }
    let text = base.model.print(&base.script.store, &functions).ok()?;
    let truth = Truth::Sat { witness: Some(text.into()) };
    base.case(hard, softs, truth, vec![Optimum { goal: GOAL.to_owned(), penalty }])
}

/// Soft assertions that ask for the values of the witness.
fn wishes(base: &mut Base, witness: &[(Function, Value)]) -> Option<Vec<Soft>> {
    let mut softs = Vec::new();
    for constant in base.constants.clone() {
        let (_, value) = witness.iter().find(|(function, _)| *function == constant.function)?;
        let term = base.term_of(constant.sort, value)?;
        softs.push(Soft { term: base.equal(constant.term, term)?, weight: "1", goal: GOAL });
    }
    Some(softs)
}

/// Assignments under which one assertion does not hold, and all others do: the first for each.
fn all_but_one(base: &mut Base) -> Vec<(usize, Vec<(Function, Value)>)> {
    let constants = base.constants.clone();
    let choices: Vec<Vec<(Term, Value)>> = constants.iter().map(|constant| values(base, constant)).collect();
    let mut found: Vec<(usize, Vec<(Function, Value)>)> = Vec::new();
    if choices.iter().any(Vec::is_empty) {
        return found;
    }
    let hard = base.hard.clone();
    let mut places = vec![0; choices.len()];
    for _ in 0..ASSIGNMENTS {
        let assignment: Vec<(Function, Value)> = constants
            .iter()
            .zip(places.iter().zip(&choices))
            .map(|(constant, (&at, choice))| (constant.function, choice[at].1.clone()))
            .collect();
        for (function, value) in &assignment {
            base.model.set_value(*function, value.clone());
        }
        if let Some(at) = only_false(base, &hard)
            && found.iter().all(|(known, _)| *known != at)
        {
            found.push((at, assignment));
        }
        // The next assignment; the last constant changes first.
        let Some(place) = (0..places.len()).rev().find(|&place| places[place] + 1 < choices[place].len())
        else {
            break;
        };
        places[place] += 1;
        places[place + 1..].fill(0);
    }
    found.sort_by_key(|(at, _)| *at);
    found
}

/// The assertion that does not hold, if all others do.
fn only_false(base: &mut Base, hard: &[Term]) -> Option<usize> {
    let mut odd = None;
    for (at, &term) in hard.iter().enumerate() {
        match base.value(term)? {
            Value::Bool(true) => {}
            _ if odd.is_none() => odd = Some(at),
            _ => return None,
        }
    }
    odd
}

/// A few values for a constant.
fn values(base: &Base, constant: &Constant) -> Vec<(Term, Value)> {
    let known = base.pool.iter().filter(|known| known.sort == constant.sort);
    known.map(|known| (known.term, known.value.clone())).take(VALUES).collect()
}

/// match: (! p :named a0), result: p
fn unnamed(base: &Base, term: Term) -> Term {
    match base.script.store.kind(term) {
        TermKind::Annotated(inner, attributes, _)
            if attributes.iter().all(|attribute| matches!(attribute, Attribute::Named(_))) =>
        {
            inner
        }
        _ => term,
    }
}
