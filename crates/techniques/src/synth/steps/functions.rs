//! Functions without a meaning (dissertation, 3.6): satisfiable where they can be operations of the rules, which the witness says.
//!
//! match: (str.len s), result: (= (f "a") 1), (= (f s) (str.len s)), (not (= (f s) (f s_2)))
//! match: (str.at s off) in (str.len s), result: (= (g (f s off)) (str.len (str.at s off))), (= (g (f "a" 0)) 1)
//!
//! `congruence` has those that are unsatisfiable.

use quis_semantics::{Evaluator, Interpretation, Model, Value};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Function, Sort, Term};
use rustc_hash::FxHashSet;

use super::super::Step;
use super::super::contradiction::Constant;
use super::super::draft::{Formula, Workshop};
use super::super::fixed::{can_be_free, can_be_opened};
use super::super::rules::{Operation, Rules};
use super::congruence;
use crate::case::{TestCase, Truth};

/// So many points of an operation are said each in a formula of its own.
const POINTS: usize = 8;

/// So many points are said in one formula.
const TABLE: usize = 4;

/// So many combinations of constants are looked at.
const MOST_POINTS: usize = 64;

/// All formulas: operation by operation, then in pairs, then the unsatisfiable ones.
pub(in crate::synth) fn formulas(rules: &Rules) -> impl Iterator<Item = Formula> + Send + '_ {
    let usable = || rules.operations.iter().filter(|operation| is_usable(rules, operation));
    let alone = usable().flat_map(move |operation| alone(rules, operation));
    let nested = usable()
        .flat_map(move |inner| usable().map(move |outer| (inner, outer)))
        .flat_map(move |(inner, outer)| nested(rules, inner, outer));
    // Operations of the same sorts say the same now and then.
    let mut seen = FxHashSet::default();
    let satisfiable = alone.chain(nested).filter(move |formula| seen.insert(formula.case.text.clone()));
    satisfiable.chain(congruence::formulas(rules))
}

/// Whether a function with the sorts of an operation can be declared, and its arguments be free.
pub(super) fn is_usable(rules: &Rules, operation: &Operation) -> bool {
    let Operation { params, body, .. } = operation;
    let opens = |&param: &Term| can_be_opened(&rules.store, param, *body);
    !params.is_empty() && params.iter().all(opens) && can_be_free(&rules.store, rules.store.sort(*body))
}

/// A function in the place of an operation.
struct Stand<'r> {
    operation: &'r Operation,
    function: Function,
}

/// Constants of a formula and their values.
type Valued = Vec<(Constant, Value)>;

fn alone(rules: &Rules, operation: &Operation) -> Vec<Formula> {
    let mut workshop = Workshop::new(&rules.store);
    let mut model = Model::new();
    let name = &operation.name;
    let Some(stand) = workshop.stand("f", operation) else { return Vec::new() };
    let points = workshop.points(rules, &mut model, operation);
    let mut found: Vec<(String, Option<TestCase>)> = Vec::new();
    // match: (= (f "a") 1)
    for (number, (args, value)) in spread(&points, POINTS).enumerate() {
        let said = workshop.says(&mut model, &stand, args, value);
        let case = said.and_then(|said| workshop.satisfied(&mut model, &[&stand], Vec::new(), &[said]));
        found.push((format!("point-{name}-{number:02}"), case));
    }
    // match: (= (f "a") 1) (= (f "") 0)
    let table: Option<Vec<Term>> =
        spread(&points, TABLE).map(|(args, value)| workshop.says(&mut model, &stand, args, value)).collect();
    if let Some(table) = table.filter(|table| table.len() > 1) {
        let case = workshop.satisfied(&mut model, &[&stand], Vec::new(), &table);
        found.push((format!("table-{name}"), case));
    }
    found.push((format!("free-{name}"), workshop.agrees(rules, &mut model, &stand)));
    found.push((format!("apart-{name}"), workshop.apart(&mut model, &stand, &points)));
    named(found)
}

fn nested(rules: &Rules, inner: &Operation, outer: &Operation) -> Vec<Formula> {
    let mut workshop = Workshop::new(&rules.store);
    let mut model = Model::new();
    let stands = [workshop.stand("f", inner), workshop.stand("g", outer)];
    let [Some(f), Some(g)] = stands else { return Vec::new() };
    let mut found = Vec::new();
    let sort = rules.store.sort(inner.body);
    for (place, &param) in outer.params.iter().enumerate() {
        if rules.store.sort(param) != sort {
            continue;
        }
        let (inner, outer) = (&inner.name, &outer.name);
        found.push((
            format!("nested-{inner}+{outer}-{place}"),
            workshop.composed(rules, &mut model, [&f, &g], place, true),
        ));
        found.push((
            format!("closed-{inner}+{outer}-{place}"),
            workshop.composed(rules, &mut model, [&f, &g], place, false),
        ));
    }
    named(found)
}

pub(super) fn named(found: Vec<(String, Option<TestCase>)>) -> Vec<Formula> {
    let formula =
        |(name, case): (String, Option<TestCase>)| Some(Formula { step: Step::Functions, name, case: case? });
    found.into_iter().filter_map(formula).collect()
}

/// Some of many, from the first to the last, at distances that differ: what follows a period would be the same each time.
fn spread<T>(all: &[T], wanted: usize) -> impl Iterator<Item = &T> {
    let step = all.len().div_ceil(wanted).max(1);
    (0..wanted).filter_map(move |turn| all.get(turn * step + turn % step))
}

impl Workshop<'_> {
    /// A function with the sorts of an operation.
    fn stand<'r>(&mut self, name: &str, operation: &'r Operation) -> Option<Stand<'r>> {
        let params: Vec<Sort> = operation.params.iter().map(|&param| self.store.sort(param)).collect();
        let result = self.store.sort(operation.body);
        let function = self.function(name, &params, result);
        Some(Stand { operation, function })
    }

    /// An operation on terms.
    fn applied(&mut self, operation: &Operation, args: &[Term]) -> Option<Term> {
        let mut replacement = Replacement::default();
        operation.params.iter().zip(args).for_each(|(&param, &arg)| replacement.put(param, arg));
        replacement.apply(&mut self.store, operation.body).ok()
    }

    /// Constants on which an operation has a value, in all ways.
    fn points(&mut self, rules: &Rules, model: &mut Model, operation: &Operation) -> Vec<(Vec<Term>, Value)> {
        let pools: Vec<Vec<Term>> = operation
            .params
            .iter()
            .map(|&param| rules.constants_of(rules.store.sort(param)).map(|constant| constant.term).collect())
            .collect();
        let total = pools.iter().fold(1usize, |total, pool| total.saturating_mul(pool.len()));
        // Spread over all of them, by a step that shares no factor with the sizes of small pools.
        let step = if total > MOST_POINTS { (total / MOST_POINTS) | 1 } else { 1 };
        let mut points = Vec::new();
        for number in (0..total).step_by(step) {
            let mut rest = number;
            let args: Vec<Term> = pools
                .iter()
                .rev()
                .map(|pool| {
                    let term = pool[rest % pool.len()];
                    rest /= pool.len();
                    term
                })
                .collect();
            let args: Vec<Term> = args.into_iter().rev().collect();
            let value = self.applied(operation, &args).and_then(|term| self.value(model, term));
            points.extend(value.map(|value| (args, value)));
        }
        points
    }

    /// match: (= (f "a") 1)
    fn says(&mut self, model: &mut Model, stand: &Stand, args: &[Term], value: &Value) -> Option<Term> {
        let application = self.store.apply(stand.function, args).ok()?;
        let value = self.term_of(model, self.store.sort(application), value)?;
        self.equal(application, value)
    }

    /// Constants of the formula for the arguments of an operation, each with the value of a term.
    fn arguments(
        &mut self,
        model: &mut Model,
        operation: &Operation,
        values: &[Term],
        known: &mut Valued,
    ) -> Option<Vec<Term>> {
        let mut args = Vec::new();
        for (&param, &term) in operation.params.iter().zip(values) {
            let value = self.value(model, term)?;
            let taken: Vec<&Constant> = known.iter().map(|(constant, _)| constant).collect();
            let constant = self.stand_in(param, &taken)?;
            args.push(constant.term);
            known.push((constant, value));
        }
        Some(args)
    }

    /// match: (= (f s off) (str.at s off))
    fn agrees(&mut self, rules: &Rules, model: &mut Model, stand: &Stand) -> Option<TestCase> {
        let (values, _) = self.points(rules, model, stand.operation).into_iter().next()?;
        let mut constants = Valued::new();
        let args = self.arguments(model, stand.operation, &values, &mut constants)?;
        let (left, right) =
            (self.store.apply(stand.function, &args).ok()?, self.applied(stand.operation, &args)?);
        let said = self.equal(left, right)?;
        self.satisfied(model, &[stand], constants, &[said])
    }

    /// match: (not (= (f s off) (f s_2 off_2)))
    fn apart(&mut self, model: &mut Model, stand: &Stand, points: &[(Vec<Term>, Value)]) -> Option<TestCase> {
        let (first, value) = points.first()?;
        let differs = |(_, other): &&(Vec<Term>, Value)| Workshop::same(model, value, other) == Some(false);
        let (second, _) = points.iter().find(differs)?;
        let mut constants = Valued::new();
        let mut applications = Vec::new();
        for values in [first, second] {
            let args = self.arguments(model, stand.operation, values, &mut constants)?;
            applications.push(self.store.apply(stand.function, &args).ok()?);
        }
        let &[left, right] = applications.as_slice() else { return None };
        let equality = self.equal(left, right)?;
        let said = self.not(equality)?;
        self.satisfied(model, &[stand], constants, &[said])
    }

    /// match: (= (g (f s off) t) (str.++ (str.at s off) t)) with free arguments, (= (g (f "a" 0) "") "a") with constants
    fn composed(
        &mut self,
        rules: &Rules,
        model: &mut Model,
        [f, g]: [&Stand; 2],
        place: usize,
        free: bool,
    ) -> Option<TestCase> {
        // The last of the points: the first ones are mostly of empty values.
        let (inner, _) = self.points(rules, model, f.operation).pop()?;
        let (outer, _) = self.points(rules, model, g.operation).pop()?;
        let mut constants = Valued::new();
        let (inner, mut outer) = if free {
            let inner = self.arguments(model, f.operation, &inner, &mut constants)?;
            (inner, self.arguments(model, g.operation, &outer, &mut constants)?)
        } else {
            (inner, outer)
        };
        let result = self.applied(f.operation, &inner)?;
        // The argument that is the inner application needs no constant.
        let unused = std::mem::replace(&mut outer[place], result);
        constants.retain(|(constant, _)| constant.term != unused);
        let right = self.applied(g.operation, &outer)?;
        outer[place] = self.store.apply(f.function, &inner).ok()?;
        let left = self.store.apply(g.function, &outer).ok()?;
        let right = if free {
            right
        } else {
            let value = self.value(model, right)?;
            self.term_of(model, self.store.sort(right), &value)?
        };
        let said = self.equal(left, right)?;
        self.satisfied(model, &[f, g], constants, &[said])
    }

    /// A satisfiable case whose witness defines functions by their operations. `None` if evaluation does not say that it is one.
    fn satisfied(
        &mut self,
        model: &mut Model,
        stands: &[&Stand],
        constants: Valued,
        assertions: &[Term],
    ) -> Option<TestCase> {
        let known = std::mem::take(&mut model.values);
        *model = Model::new();
        model.values = known;
        for Stand { operation, function } in stands {
            let Operation { params, body, .. } = operation;
            model.set(*function, Interpretation::Definition { vars: params.clone(), body: *body });
        }
        let functions = stands.iter().map(|stand| stand.function);
        let declared: Vec<Function> =
            functions.chain(constants.iter().map(|(constant, _)| constant.function)).collect();
        for (constant, value) in constants {
            model.set_value(constant.function, value);
        }
        let holds = assertions.iter().all(|&assertion| {
            let value = Evaluator::new(&self.store, model).evaluate(assertion);
            value == Ok(Value::Bool(true))
        });
        let witness = model.print(&self.store, &declared).ok().filter(|_| holds)?;
        let truth = Truth::Sat { witness: Some(witness.into()) };
        self.case(&declared, assertions, false, truth)
    }
}
