//! What is not so: an operation on closed terms, equated with a closed term that has another value. There are no variables, and the
//! one assertion is the core.
//!
//! match: (store ((as const (Array Bool Bool)) true) false false), result: (= (store …) ((as const (Array Bool Bool)) false))

use quis_semantics::{Evaluator, Model};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Sort, Store, Term, TermKind};

use super::super::draft::{Formula, Workshop};
use super::super::fixed::is_bound_of_range;
use super::super::rules::{Operation, Rules};
use super::super::{Step, unsat_core};
use super::spread::Spread;
use super::terms::Pool;

/// So many pairs of arguments and results for one operation. Some of these are equal, and give nothing.
const MOST: usize = 320;

/// Unsatisfiable constant assignment: arguments and results are constants.
pub(in crate::synth) fn contradictions(rules: &Rules) -> impl Iterator<Item = Formula> + Send + '_ {
    rules.operations.iter().flat_map(move |operation| {
        let arguments = of_sorts(&rules.store, operation, &constants(rules));
        let mut store = rules.store.clone();
        let sort = store.sort(operation.body);
        let mut results: Vec<Term> = rules.constants_of(sort).map(|constant| constant.term).collect();
        if sort == Sort::BOOL && results.is_empty() {
            results = vec![store.bool(true), store.bool(false)];
        }
        Refuted::new(Step::Contradictions, operation, store, arguments, results, String::new())
    })
}

/// The hybrid of constants and terms: a result is an operation on constants. From depth two on, arguments are so too.
pub(in crate::synth) fn hybrid(rules: &Rules, depth: usize) -> impl Iterator<Item = Formula> + Send + '_ {
    let pool = Pool::new(rules, depth.saturating_sub(1));
    (1..=depth).flat_map(move |depth| {
        let (arguments, results) = (pool.arguments_below(rules, depth), pool.results());
        let store = pool.store.clone();
        rules.operations.iter().flat_map(move |operation| {
            let sort = store.sort(operation.body);
            let results = results.iter().filter(|(of, _)| *of == sort).map(|(_, term)| *term).collect();
            let arguments = of_sorts(&store, operation, &arguments);
            Refuted::new(Step::Hybrid, operation, store.clone(), arguments, results, format!("{depth}-"))
        })
    })
}

/// The constants of rules.
fn constants(rules: &Rules) -> Vec<(Sort, Term)> {
    rules.constants.iter().map(|constant| (constant.sort, constant.term)).collect()
}

/// What each argument of an operation can be. Solvers want literals as the bounds of ranges.
fn of_sorts(store: &Store, operation: &Operation, known: &[(Sort, Term)]) -> Vec<Vec<Term>> {
    let of = |&param: &Term| {
        let sort = store.sort(param);
        let literal = is_bound_of_range(store, param, operation.body);
        let fits = |term: Term| !literal || matches!(store.kind(term), TermKind::Literal(_));
        known.iter().filter(|(of, term)| *of == sort && fits(*term)).map(|(_, term)| *term).collect()
    };
    operation.params.iter().map(of).collect()
}

/// The formulas of one operation.
struct Refuted<'r> {
    step: Step,
    operation: &'r Operation,
    /// The terms of the rules and of arguments and results, and the store in which formulas are made.
    base: Store,
    store: Store,
    model: Model,
    /// What each argument can be; the last is the result.
    choices: Vec<Vec<Term>>,
    sizes: Vec<usize>,
    spread: Spread,
    /// What stands in names before the number.
    prefix: String,
    number: usize,
}

impl<'r> Refuted<'r> {
    fn new(
        step: Step,
        operation: &'r Operation,
        base: Store,
        mut choices: Vec<Vec<Term>>,
        results: Vec<Term>,
        prefix: String,
    ) -> Self {
        choices.push(results);
        let sizes: Vec<usize> = choices.iter().map(Vec::len).collect();
        let spread = Spread::most(&sizes, MOST);
        let (store, model) = (base.clone(), Model::new());
        Refuted { step, operation, base, store, model, choices, sizes, spread, prefix, number: 0 }
    }

    /// The equation of a combination, if it is false. What is open is left out, and what needs it.
    fn formula(&mut self, places: &[usize]) -> Option<Formula> {
        let mut closed: Vec<Term> =
            places.iter().zip(&self.choices).map(|(&at, choice)| choice[at]).collect();
        let result = closed.pop()?;
        let base = std::mem::take(&mut self.base);
        let mut workshop = Workshop::over(&base, std::mem::take(&mut self.store));
        workshop.tidy();
        let case = self.case(&mut workshop, &closed, result);
        self.store = workshop.store;
        self.base = base;
        let case = case?;
        self.number += 1;
        let name = format!("{}-{}{:04}", self.operation.name, self.prefix, self.number);
        Some(Formula { step: self.step, name, case })
    }

    fn case(
        &mut self,
        workshop: &mut Workshop<'_>,
        arguments: &[Term],
        result: Term,
    ) -> Option<crate::TestCase> {
        let mut replacement = Replacement::default();
        self.operation.params.iter().zip(arguments).for_each(|(&param, &term)| replacement.put(param, term));
        let applied = replacement.apply(&mut workshop.store, self.operation.body).ok()?;
        let equality = workshop.equal(applied, result)?;
        let value = Evaluator::new(&workshop.store, &mut self.model).evaluate(equality).ok()?;
        if value.as_bool() != Some(false) {
            return None;
        }
        workshop.case(&[], &[equality], true, unsat_core(1))
    }
}

impl Iterator for Refuted<'_> {
    type Item = Formula;

    fn next(&mut self) -> Option<Formula> {
        loop {
            let places = self.spread.next(&self.sizes)?;
            if let Some(formula) = self.formula(&places) {
                return Some(formula);
            }
        }
    }
}
