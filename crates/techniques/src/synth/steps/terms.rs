//! Terms for all variables (Algorithms 3.3 and 3.4): an operation is applied to applications of operations, evaluated, and equated with
//! others that have the same value. Then every constant becomes a variable, the same one wherever it stands.
//!
//! match: (= (str.at (str.at "a" (- 1)) (str.indexof "a" "a" (- 1))) (str.++ "" ""))
//! result: (= (str.at (str.at letter negative) (str.indexof letter letter negative)) (str.++ empty empty))
//!
//! Languages and the bounds of ranges stay as they are. Arguments are made of the rules' representatives, results of all constants: one of each operation for each value.

use std::sync::Arc;

use quis_semantics::{Model, Value};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Function, Sort, Store, Term};

use super::super::Step;
use super::super::draft::{Formula, MANY, Workshop};
use super::super::fixed::{can_be_free, is_bound_of_range, ranges};
use super::super::rules::{Constant, Operation, Rules, mentions};

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
struct Pool {
    store: Store,
    model: Model,
    /// Arguments, by depth.
    arguments: Vec<Vec<Known>>,
    /// Results: of each operation, the first with a value.
    results: Vec<Known>,
}

/// The formulas up to a depth, those of one depth behind those of smaller ones.
pub(in crate::synth) fn formulas(rules: &Rules, depth: usize) -> impl Iterator<Item = Formula> + Send + '_ {
    let pool = Arc::new(Pool::new(rules, depth));
    (1..=depth).flat_map(move |depth| {
        let pool = Arc::clone(&pool);
        (0..rules.operations.len()).flat_map(move |operation| {
            let mut applications = Applications::new(rules, Arc::clone(&pool), operation, depth);
            std::iter::from_fn(move || applications.next())
        })
    })
}

/// The value of a closed term.
fn evaluate(store: &Store, model: &mut Model, term: Term) -> Option<Value> {
    quis_semantics::Evaluator::new(store, model).evaluate(term).ok()
}

impl Pool {
    fn new(rules: &Rules, depth: usize) -> Pool {
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
            let mut next = first(&choices);
            while let Some(places) = next {
                let arguments: Vec<Term> =
                    places.iter().zip(&choices).map(|(&at, choice)| choice[at].term).collect();
                let applied = apply(&mut self.store, operation, &arguments);
                let value = applied.and_then(|term| evaluate(&self.store, &mut self.model, term));
                if let (Some(term), Some(value)) = (applied, value) {
                    let sort = self.store.sort(term);
                    found.push(Known { term, sort, value, operation: at });
                }
                next = advance(&places, &choices);
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

fn first(choices: &[Vec<&Known>]) -> Option<Vec<usize>> {
    choices.iter().all(|choice| !choice.is_empty()).then(|| vec![0; choices.len()])
}

/// The places of the next arguments; `None` behind the last.
fn advance(places: &[usize], choices: &[Vec<&Known>]) -> Option<Vec<usize>> {
    let mut next = places.to_vec();
    for at in (0..next.len()).rev() {
        next[at] += 1;
        if next[at] < choices[at].len() {
            return Some(next);
        }
        next[at] = 0;
    }
    None
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
    operation: usize,
    depth: usize,
    /// The places of the next arguments among those of their sorts.
    places: Option<Vec<usize>>,
    /// The present application, and the results it is still to be equated with.
    left: Option<(Term, Vec<Term>)>,
    number: usize,
    store: Store,
    model: Model,
}

impl<'r> Applications<'r> {
    fn new(rules: &'r Rules, pool: Arc<Pool>, operation: usize, depth: usize) -> Self {
        let places = first(&choices(&pool.store, &rules.operations[operation], &pool.arguments[depth - 1]));
        let (store, model) = (pool.store.clone(), pool.model.clone());
        Applications { rules, pool, operation, depth, places, left: None, number: 0, store, model }
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
            let places = self.places.take()?;
            let operation = &self.rules.operations[self.operation];
            let pool = Arc::clone(&self.pool);
            let known = &pool.arguments[self.depth - 1];
            let choices = choices(&pool.store, operation, known);
            let arguments: Vec<Term> =
                places.iter().zip(&choices).map(|(&at, choice)| choice[at].term).collect();
            self.places = advance(&places, &choices);
            self.tidy();
            let Some(left) = apply(&mut self.store, operation, &arguments) else { continue };
            let Some(value) = evaluate(&self.store, &mut self.model, left) else { continue };
            let sort = self.store.sort(left);
            let model = &mut self.model;
            let same = |known: &&Known| known.sort == sort && is_same(model, &known.value, &value);
            let mut results: Vec<Term> = pool.results.iter().filter(same).map(|known| known.term).collect();
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
        let mut replacement = Replacement::default();
        let (mut constants, mut values) = (Vec::<Function>::new(), Vec::new());
        // Strings in what stays as it is stay too.
        let languages = self.rules.constants.iter().filter(|one| !can_be_free(&workshop.store, one.sort));
        let languages = languages.map(|language| language.term);
        languages.chain(ranges(&workshop.store, equality)).for_each(|kept| replacement.put(kept, kept));
        let mut stand_ins = Vec::new();
        for constant in &self.rules.constants {
            let opens = can_be_free(&workshop.store, constant.sort);
            if !opens || !mentions(&workshop.store, equality, &[constant.term]) {
                continue;
            }
            let (function, term) = workshop.constant(&constant.name, constant.sort)?;
            let value = workshop.value(&mut self.model, constant.term)?;
            replacement.put(constant.term, term);
            stand_ins.push((term, function, value));
        }
        let opened = replacement.apply(&mut workshop.store, equality).ok()?;
        for (term, function, value) in stand_ins {
            if mentions(&workshop.store, opened, &[term]) {
                constants.push(function);
                values.push((function, value));
            }
        }
        let truth = workshop.witness(&mut self.model, values)?;
        let case = workshop.case(&constants, &[opened], false, truth)?;
        let operation = &self.rules.operations[self.operation].name;
        let name = format!("{operation}-{}-{:06}", self.depth, self.number);
        Some(Formula { step: Step::Terms, name, case })
    }
}
