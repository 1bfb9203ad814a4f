//! Terms for all variables (Algorithms 3.3 and 3.4): an operation is applied to applications of operations, evaluated, and equated with
//! others that have the same value. Then every constant becomes a variable, the same one wherever it stands.
//!
//! match: (= (str.at (str.at "a" (- 1)) (str.indexof "a" "a" (- 1))) (str.++ "" ""))
//! result: (= (str.at (str.at letter negative) (str.indexof letter letter negative)) (str.++ empty empty))
//!
//! Arguments are made of the rules' representatives, results of all constants: one of each operation for each value. Where an operation
//! has many arguments to choose from, it gets some of them, spread over all, with some of their results.
//!
//! Languages and the bounds of ranges stay as they are.
//!
//! Mixed with constants, some of these stay what they are: others for each formula.
//!
//! result: (= (str.at (str.at letter (- 1)) (str.indexof letter letter (- 1))) (str.++ empty empty))

use std::sync::Arc;

use quis_semantics::{Model, Value};
use quis_smtlib::walk::{Replacement, post_order};
use quis_smtlib::{Function, Sort, Store, Term, TermSet};

use super::super::Step;
use super::super::draft::{Formula, MANY, Workshop};
use super::super::fixed::{can_be_free, is_bound_of_range, ranges};
use super::super::rules::{Constant, Operation, Rules};
use super::spread::Spread;

/// A closed term and its value.
#[derive(Clone, Debug)]
struct Known {
    term: Term,
    sort: Sort,
    value: Value,
    /// The operation, by its place among the rules.
    operation: usize,
}

/// Closed terms, and the store in which they and the rules are.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) store: Store,
    model: Model,
    /// Arguments, by depth.
    arguments: Vec<Vec<Known>>,
    /// Results: of each operation, the first with a value.
    results: Vec<Known>,
}

/// All arguments of one operation at the first depth, if they are not more.
const MOST_ARGUMENTS: usize = 128;

/// Otherwise so many of them, and so many results of each.
const SOME_ARGUMENTS: usize = 64;
const SOME_RESULTS: usize = 3;

/// The formulas up to a depth, those of one depth behind those of smaller ones. Mixed, some of their constants stay.
pub(in crate::synth) fn formulas(
    rules: &Rules,
    step: Step,
    depth: usize,
) -> impl Iterator<Item = Formula> + Send + '_ {
    let pool = Arc::new(Pool::new(rules, depth));
    (1..=depth).flat_map(move |depth| {
        let pool = Arc::clone(&pool);
        (0..rules.operations.len()).flat_map(move |operation| {
            let mut applications = Applications::new(rules, step, Arc::clone(&pool), operation, depth);
            std::iter::from_fn(move || applications.next())
        })
    })
}

/// The value of a closed term.
fn evaluate(store: &Store, model: &mut Model, term: Term) -> Option<Value> {
    quis_semantics::Evaluator::new(store, model).evaluate(term).ok()
}

impl Pool {
    /// What arguments of formulas are at a depth, if those of the first are constants.
    pub(super) fn arguments_below(&self, rules: &Rules, depth: usize) -> Vec<(Sort, Term)> {
        match depth.checked_sub(2).and_then(|below| self.arguments.get(below)) {
            Some(known) => known.iter().map(|known| (known.sort, known.term)).collect(),
            None => rules.constants.iter().map(|constant| (constant.sort, constant.term)).collect(),
        }
    }

    /// Of each operation, one term for each value.
    pub(super) fn results(&self) -> Vec<(Sort, Term)> {
        self.results.iter().map(|known| (known.sort, known.term)).collect()
    }

    pub(super) fn new(rules: &Rules, depth: usize) -> Pool {
        let (store, model) = (rules.store.clone(), Model::new());
        let mut pool = Pool { store, model, arguments: Vec::new(), results: Vec::new() };
        let leaves = |constants: &[Constant], pool: &mut Pool| -> Vec<Known> {
            let known = constants.iter().filter_map(|constant| {
                let value = evaluate(&pool.store, &mut pool.model, constant.term)?;
                Some(Known { term: constant.term, sort: constant.sort, value, operation: usize::MAX })
            });
            known.collect()
        };
        let (few, all) = (leaves(&rules.representatives, &mut pool), leaves(&rules.constants, &mut pool));
        let mut known = few;
        for _ in 0..depth {
            let applied = pool.applied(rules, &known);
            pool.arguments.push(applied.clone());
            known = applied;
        }
        for known in pool.applied(rules, &all) {
            let model = &mut pool.model;
            let is_known = |other: &Known| {
                other.operation == known.operation && is_same(model, &other.value, &known.value)
            };
            if !pool.results.iter().any(is_known) {
                pool.results.push(known);
            }
        }
        pool
    }

    /// All operations on all arguments among some terms.
    fn applied(&mut self, rules: &Rules, known: &[Known]) -> Vec<Known> {
        let mut found = Vec::new();
        for (at, operation) in rules.operations.iter().enumerate() {
            let choices = choices(&self.store, operation, known);
            let sizes = sizes(&choices);
            let mut all = Spread::all(&sizes);
            while let Some(places) = all.next(&sizes) {
                let arguments: Vec<Term> =
                    places.iter().zip(&choices).map(|(&at, choice)| choice[at].term).collect();
                let applied = apply(&mut self.store, operation, &arguments);
                let value = applied.and_then(|term| evaluate(&self.store, &mut self.model, term));
                if let (Some(term), Some(value)) = (applied, value) {
                    let sort = self.store.sort(term);
                    found.push(Known { term, sort, value, operation: at });
                }
            }
        }
        found
    }
}

/// Whether two values of one sort are surely the same.
fn is_same(model: &mut Model, left: &Value, right: &Value) -> bool {
    Workshop::same(model, left, right) == Some(true)
}

/// What each argument of an operation can be. Solvers want literals as the bounds of ranges.
fn choices<'k>(store: &Store, operation: &Operation, known: &'k [Known]) -> Vec<Vec<&'k Known>> {
    let of = |&param: &Term| {
        let sort = store.sort(param);
        let literal = is_bound_of_range(store, param, operation.body);
        let fits = |known: &&Known| known.sort == sort && !(literal && known.operation != usize::MAX);
        known.iter().filter(fits).collect()
    };
    operation.params.iter().map(of).collect()
}

fn sizes(choices: &[Vec<&Known>]) -> Vec<usize> {
    choices.iter().map(Vec::len).collect()
}

/// An operation on arguments.
fn apply(store: &mut Store, operation: &Operation, arguments: &[Term]) -> Option<Term> {
    let mut replacement = Replacement::default();
    operation.params.iter().zip(arguments).for_each(|(&param, &argument)| replacement.put(param, argument));
    replacement.apply(store, operation.body).ok()
}

/// The formulas of one operation at one depth.
struct Applications<'r> {
    rules: &'r Rules,
    pool: Arc<Pool>,
    step: Step,
    operation: usize,
    depth: usize,
    /// The next arguments among those of their sorts.
    spread: Spread,
    /// How many of them came.
    applied: usize,
    /// The present application, and the results it is still to be equated with.
    left: Option<(Term, Vec<Term>)>,
    number: usize,
    store: Store,
    model: Model,
}

impl<'r> Applications<'r> {
    fn new(rules: &'r Rules, step: Step, pool: Arc<Pool>, operation: usize, depth: usize) -> Self {
        let sizes = sizes(&choices(&pool.store, &rules.operations[operation], &pool.arguments[depth - 1]));
        let all = Spread::all(&sizes);
        let many = depth == 1 && all.total() > MOST_ARGUMENTS as u128;
        let spread = if many { Spread::most(&sizes, SOME_ARGUMENTS) } else { all };
        let (store, model) = (pool.store.clone(), pool.model.clone());
        let (applied, left, number) = (0, None, 0);
        Applications { rules, pool, step, operation, depth, spread, applied, left, number, store, model }
    }

    fn next(&mut self) -> Option<Formula> {
        loop {
            if let Some((left, results)) = &mut self.left
                && let Some(right) = results.pop()
            {
                let left = *left;
                self.number += 1;
                if let Some(formula) = self.formula(left, right) {
                    return Some(formula);
                }
                continue;
            }
            let operation = &self.rules.operations[self.operation];
            let pool = Arc::clone(&self.pool);
            let known = &pool.arguments[self.depth - 1];
            let choices = choices(&pool.store, operation, known);
            let places = self.spread.next(&sizes(&choices))?;
            let arguments: Vec<Term> =
                places.iter().zip(&choices).map(|(&at, choice)| choice[at].term).collect();
            self.applied += 1;
            self.tidy();
            let Some(left) = apply(&mut self.store, operation, &arguments) else { continue };
            let Some(value) = evaluate(&self.store, &mut self.model, left) else { continue };
            let sort = self.store.sort(left);
            let model = &mut self.model;
            let same = |known: &&Known| known.sort == sort && is_same(model, &known.value, &value);
            let mut results: Vec<Term> = pool.results.iter().filter(same).map(|known| known.term).collect();
            if self.spread.is_partial() && results.len() > SOME_RESULTS {
                // Others each time.
                let first = self.applied * SOME_RESULTS % results.len();
                results.rotate_left(first);
                results.truncate(SOME_RESULTS);
            }
            results.reverse();
            self.left = Some((left, results));
        }
    }

    /// Forgets terms that are not of the pool, if they are many.
    fn tidy(&mut self) {
        if self.store.len() > self.pool.store.len() + MANY {
            self.store = self.pool.store.clone();
            self.model = self.pool.model.clone();
        }
    }

    fn formula(&mut self, left: Term, right: Term) -> Option<Formula> {
        let pool = Arc::clone(&self.pool);
        let mut workshop = Workshop::over(&pool.store, std::mem::take(&mut self.store));
        let made = self.equation(&mut workshop, left, right);
        self.store = workshop.store;
        made
    }

    fn equation(&mut self, workshop: &mut Workshop<'_>, left: Term, right: Term) -> Option<Formula> {
        let equality = workshop.equal(left, right)?;
        let mut inside = TermSet::for_store(&workshop.store);
        post_order(&workshop.store, &[equality], &mut inside, |_| {});
        let there: Vec<&Constant> =
            self.rules.constants.iter().filter(|constant| inside.contains(constant.term)).collect();
        let mut replacement = Replacement::default();
        let mut opened: Vec<(Function, Term, Value)> = Vec::new();
        // Strings in what stays as it is stay too.
        let languages = there.iter().filter(|one| !can_be_free(&workshop.store, one.sort));
        let languages = languages.map(|language| language.term);
        languages.chain(ranges(&workshop.store, equality)).for_each(|kept| replacement.put(kept, kept));
        let there: Vec<&Constant> =
            there.into_iter().filter(|one| can_be_free(&workshop.store, one.sort)).collect();
        for (at, constant) in there.iter().enumerate() {
            if self.step == Step::Mixed && !becomes_variable(self.number, at, there.len())? {
                replacement.put(constant.term, constant.term);
                continue;
            }
            let (function, term) = workshop.constant(&constant.name, constant.sort)?;
            let value = workshop.value(&mut self.model, constant.term)?;
            replacement.put(constant.term, term);
            opened.push((function, term, value));
        }
        let equality = replacement.apply(&mut workshop.store, equality).ok()?;
        // A constant may have been part of another one only.
        let mut inside = TermSet::for_store(&workshop.store);
        post_order(&workshop.store, &[equality], &mut inside, |_| {});
        opened.retain(|(_, term, _)| inside.contains(*term));
        if opened.is_empty() && self.step == Step::Mixed {
            return None;
        }
        let constants: Vec<Function> = opened.iter().map(|(function, ..)| *function).collect();
        let values = opened.into_iter().map(|(function, _, value)| (function, value)).collect();
        let truth = workshop.witness(&mut self.model, values)?;
        let case = workshop.case(&constants, &[equality], false, truth)?;
        let operation = &self.rules.operations[self.operation].name;
        let name = format!("{operation}-{}-{:06}", self.depth, self.number);
        Some(Formula { step: self.step, name, case })
    }
}

/// Whether a constant becomes a variable in the formula of this number: of all ways to choose some and not all, each has its turn.
/// `None` if there are too few constants to choose from.
fn becomes_variable(number: usize, at: usize, constants: usize) -> Option<bool> {
    let bits = u32::try_from(constants).ok()?.min(16);
    let ways = (1usize << bits).checked_sub(2).filter(|ways| *ways > 0)?;
    let way = 1 + number % ways;
    Some(at >= 16 || way >> at & 1 == 1)
}
