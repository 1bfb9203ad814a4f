//! Formulas without conjunctions. What they say is the same, but engines that go by models make other ones.

use quis_smtlib::theories::CoreOp;
use quis_smtlib::{Store, Term};

use super::nnf::junction;
use super::prenex::{Flat, parts, renamed};
use crate::problem::{Formula, Problem};

/// So many clauses at most come of a formula.
const MOST: usize = 16;

/// The problem with a formula for each clause. `None` if it has no others already.
pub(crate) fn clauses(problem: &Problem) -> Option<Problem> {
    let mut all = problem.clone();
    let formulas = std::mem::take(&mut all.formulas);
    for formula in formulas {
        let mut bodies = distributed(&mut all.store, formula.body)?;
        let last = bodies.pop()?;
        for body in bodies {
            let flat = renamed(&mut all.store, Flat { levels: formula.levels.clone(), body })?;
            let name = format!("F{}", all.formulas.len());
            all.formulas.push(flat.formula(formula.axiom, name));
        }
        // The last one keeps the names of the user.
        let name = format!("F{}", all.formulas.len());
        all.formulas.push(Formula { name, body: last, ..formula });
    }
    (all.formulas.len() > problem.formulas.len()).then_some(all)
}

/// match: (or a (and b c)), result: (or a b), (or a c). Only at the top, and only if these are not too many.
fn distributed(store: &mut Store, body: Term) -> Option<Vec<Term>> {
    let choices: Vec<Vec<Term>> =
        parts(store, body, CoreOp::Or).into_iter().map(|part| parts(store, part, CoreOp::And)).collect();
    let product = choices.iter().map(Vec::len).fold(1, usize::saturating_mul);
    if product == 1 || product > MOST {
        return Some(vec![body]);
    }
    let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
    for choice in &choices {
        rows =
            rows.iter().flat_map(|row| choice.iter().map(move |&one| [&row[..], &[one]].concat())).collect();
    }
    rows.iter().map(|row| junction(store, false, row)).collect()
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::{Selection, problem, text};

    fn read(source: &str) -> Problem {
        let script = parse(source, Mode::Standard).into_result().unwrap();
        problem(&script, source, &Selection::default()).unwrap()
    }

    #[test]
    fn disjunctions_of_conjunctions_become_clauses() {
        let problem = read(
            "(declare-fun p (Int) Bool) (declare-fun q (Int) Bool) (assert (p 0)) \
             (assert (forall ((x Int)) (! (or (p x) (and (q x) (q (+ x 1)))) :pattern ((p x)))))",
        );
        let split = clauses(&problem).unwrap();
        let said: Vec<String> = split.formulas.iter().map(|one| text::term(&split.store, one.body)).collect();
        assert_eq!(said, ["(p 0)", "(or (p x!0) (q x!0))", "(or (p x) (q (+ x 1)))"]);
        let of: Vec<(usize, &str)> =
            split.formulas.iter().map(|formula| (formula.axiom, formula.name.as_str())).collect();
        assert_eq!(of, [(0, "F0"), (1, "F1"), (1, "F2")]);
        // Each has variables and a pattern of its own.
        let [_, one, other] = &split.formulas[..] else { panic!("three formulas") };
        assert_ne!(one.variables, other.variables);
        assert_ne!(one.levels[0].patterns, other.levels[0].patterns);
        assert!(clauses(&split).is_none());
    }

    #[test]
    fn what_would_be_too_many_clauses_stays_together() {
        let pair = |n: usize| format!("(and (p (+ x {n})) (p (- x {n})))");
        let source = |count: usize| {
            let pairs: String = (1..=count).map(pair).collect();
            format!("(declare-fun p (Int) Bool) (assert (forall ((x Int)) (or (p x) {pairs})))")
        };
        assert!(clauses(&read(&source(4))).is_some_and(|split| split.formulas.len() == 16));
        assert!(clauses(&read(&source(5))).is_none());
    }
}
