//! Objectives: what solvers say of their best values, and models that are better.
//!
//! Whatever a search finds is printed and read back: only a model that is valid as a solver's would be counts.

mod domain;
mod limit;

use quis_observations::Reply;
use quis_semantics::{BitVec, Evaluator, Integer, Interpretation, Model, Objective, Real, Value, objectives};
use quis_smtlib::{Function, PrintOptions, SortKind, Store, Term, print_term};
use quis_techniques::MODEL_EFFORT;

use self::domain::{Domain, Symbols, declared, domains, number};
pub(crate) use self::limit::{Limit, shown};
use crate::models::{Terms, Worth};

/// The assignments that are tried for one check, at most.
const ASSIGNMENTS: usize = 4096;
/// The assignments times the terms of the script, at most.
const TERMS: usize = 1 << 20;
/// How often a model is improved by moving one of its values.
const MOVES: usize = 4;
/// The steps that the evaluation of one assertion takes, at most.
const STEPS: u64 = 1 << 12;

/// What a solver says of the best value of the first objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// This is the best.
    Value(Limit),
    /// It lies between two values.
    Interval,
    /// Nothing, or nothing that is understood.
    Nothing,
}

impl Said {
    /// What a reply says of the first of some objectives.
    pub(crate) fn of(reply: &Reply, count: usize) -> Said {
        let Some(values) = reply.objective_values().filter(|values| values.len() == count) else {
            return Said::Nothing;
        };
        let Some((_, first)) = values.first() else { return Said::Nothing };
        if first.contains("interval") {
            return Said::Interval;
        }
        Limit::read(first).map_or(Said::Nothing, Said::Value)
    }
}

/// A model of the assertions, and the value of the objective under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Better {
    pub(crate) value: Real,
    pub(crate) model: String,
    /// Whose model it is, for people: `the model of z3`.
    pub(crate) whose: String,
}

/// What came of trying all assignments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tried {
    pub(crate) best: Option<Better>,
    /// How many there are, if there are no others and each was found to be a model or not.
    pub(crate) all: Option<usize>,
}

impl Terms {
    /// The objectives of a check, if the first can be judged.
    pub(crate) fn objectives(&self, check: usize) -> Vec<Objective> {
        let found =
            self.case.checks.get(check).and_then(|check| objectives(&self.case.script, check.command));
        found.unwrap_or_default()
    }

    /// The value of an objective under a model. Nothing is made up for what the model does not say.
    pub(crate) fn objective_value(&mut self, check: usize, of: &Objective, text: &str) -> Option<Real> {
        let mut model = self.read(check, text)?;
        of.value(&self.case.script.store, &mut model, MODEL_EFFORT.each)
    }

    /// A text as a model of a check of which the value of the objective is known.
    pub(crate) fn as_better(
        &mut self,
        check: usize,
        of: &Objective,
        text: &str,
        whose: &str,
    ) -> Option<Better> {
        let value = self.objective_value(check, of, text)?;
        let is_valid = self.worth(check, text) == Worth::Valid;
        is_valid.then(|| Better { value, model: text.to_owned(), whose: whose.to_owned() })
    }

    /// The objective, for people.
    pub(crate) fn objective_text(&self, of: &Objective) -> String {
        quis_semantics::sketch::term(&self.case.script.store, of.term)
    }

    /// Whether the objective is a number that no assertion is about: it has no bound.
    pub(crate) fn is_free(&self, check: usize, of: &Objective) -> bool {
        let store = &self.case.script.store;
        let Some(constant) = declared(store, of.term) else { return false };
        let is_number = matches!(store.sort_kind(store.sort(of.term)), SortKind::Int | SortKind::Real);
        is_number && !Symbols::of(store, self.assertions(check)).constants.contains(&constant)
    }

    /// A better model than this one: one of its numbers is changed a little, or a lot, and again, as long as that makes it better.
    pub(crate) fn moved(
        &mut self,
        check: usize,
        of: &Objective,
        from: &Better,
        past: &Limit,
    ) -> Option<Better> {
        let mut model = self.read(check, &from.model)?;
        let store = &self.case.script.store;
        let assertions = self.assertions(check).to_vec();
        let moving = Symbols::of(store, &[of.term]);
        let mut best = from.value.clone();
        let mut is_moved = false;
        for _ in 0..MOVES {
            let mut found: Option<(Function, Value)> = None;
            for &constant in &moving.constants {
                let own = match model.interpretation(constant) {
                    Some(Interpretation::Value(value)) => Some(value.clone()),
                    _ => None,
                };
                for value in moves(store, constant, own.as_ref(), past) {
                    model.set_value(constant, value.clone());
                    let new = of.value(store, &mut model, STEPS);
                    let Some(new) = new.filter(|new| of.is_better(new, &best)) else { continue };
                    if hold(store, &assertions, &mut model) == Some(true) {
                        best = new;
                        found = Some((constant, value));
                    }
                }
                match (&found, own) {
                    (Some((other, value)), _) if *other == constant => {
                        model.set_value(constant, value.clone())
                    }
                    (_, Some(own)) => model.set_value(constant, own),
                    // A model that says nothing of it says nothing of what was found, either.
                    (_, None) => {}
                }
            }
            if found.is_none() {
                break;
            }
            is_moved = true;
        }
        let text = is_moved.then(|| model.print(store, &moving.constants).ok())??;
        let whose = format!("{} with other numbers", from.whose);
        self.as_better(check, of, &text, &whose).filter(|better| of.is_better(&better.value, &from.value))
    }

    /// Tries assignments to the constants of a check: all of them where there are few, else some that look special. What else a model says
    /// is taken from this one. Only what is better than the value is looked at.
    pub(crate) fn tried(
        &mut self,
        check: usize,
        of: &Objective,
        from: Option<&str>,
        better_than: Option<&Real>,
    ) -> Tried {
        let from = from.and_then(|text| self.read(check, text));
        let store = &self.case.script.store;
        let assertions = self.assertions(check).to_vec();
        let symbols = Symbols::of(store, &[&*assertions, &[of.term]].concat());
        let mut model = from.unwrap_or_default();
        let mut domains = domains(store, &assertions, &symbols, &model);
        let mut all = domains.iter().all(|domain| domain.whole)
            && domains.len() == symbols.constants.len()
            && !symbols.has_others;
        let most = (TERMS / store.len().max(1)).clamp(1, ASSIGNMENTS);
        let count = |domains: &[Domain]| {
            domains.iter().try_fold(1_usize, |product, domain| product.checked_mul(domain.values.len()))
        };
        while count(&domains).is_none_or(|count| count > most) {
            all = false;
            let Some(longest) = domains.iter_mut().max_by_key(|domain| domain.values.len()) else { break };
            if longest.values.len() < 2 {
                break;
            }
            longest.values.truncate(longest.values.len().div_ceil(2));
        }
        let count = count(&domains).filter(|&count| count <= most).unwrap_or(0);
        let mut best: Option<(Real, usize)> = None;
        for number in 0..count {
            assign(&mut model, &domains, number);
            let Some(value) = of.value(store, &mut model, STEPS) else {
                all = all && hold(store, &assertions, &mut model) == Some(false);
                continue;
            };
            let known = best.as_ref().map(|(value, _)| value).or(better_than);
            if known.is_some_and(|known| !of.is_better(&value, known)) {
                continue;
            }
            match hold(store, &assertions, &mut model) {
                Some(true) => best = Some((value, number)),
                Some(false) => {}
                None => all = false,
            }
        }
        let found = best.and_then(|(_, number)| {
            assign(&mut model, &domains, number);
            let constants: Vec<Function> = domains.iter().map(|domain| domain.constant).collect();
            model.print(store, &constants).ok()
        });
        let is_found = found.is_some();
        let better = found.and_then(|text| self.as_better(check, of, &text, "a model"));
        // What cannot be read back proves nothing.
        let all = (all && better.is_some() == is_found).then_some(count);
        Tried { best: better, all }
    }

    /// The text of an assertion that the objective is better than a value; none if nothing is.
    pub(crate) fn beyond(&self, of: &Objective, than: &Limit) -> Option<String> {
        let (number, side) = than.near()?;
        let store = &self.case.script.store;
        let term = print_term(store, of.term, PrintOptions::shared()).ok()?;
        // Better than 3 - epsilon is better than 3; better than 3 + epsilon may be 3, if small is good.
        let or_equal = if of.maximize { side.is_lt() } else { side.is_gt() };
        let operator = match (of.maximize, or_equal) {
            (false, false) => "<",
            (false, true) => "<=",
            (true, false) => ">",
            (true, true) => ">=",
        };
        match store.sort_kind(store.sort(of.term)) {
            SortKind::BitVec(width) => {
                let value = number.to_integer()?;
                let fits = !value.is_negative() && value.bit_len() <= *width as usize;
                let mut text = String::new();
                value.write_to(&mut text);
                let operator = match operator {
                    "<" => "bvult",
                    "<=" => "bvule",
                    ">" => "bvugt",
                    _ => "bvuge",
                };
                fits.then(|| format!("(assert ({operator} {term} (_ bv{text} {width})))\n"))
            }
            SortKind::Int => {
                let value = number.to_integer()?;
                Some(format!("(assert ({operator} {term} {}))\n", signed(&value, "")))
            }
            _ => {
                let (above, below) = (number.numerator()?, number.denominator()?);
                let value = match below == Integer::from(1) {
                    true => signed(&above, ".0"),
                    false => format!("(/ {} {})", signed(&above, ".0"), signed(&below, ".0")),
                };
                Some(format!("(assert ({operator} {term} {value}))\n"))
            }
        }
    }

    fn assertions(&self, check: usize) -> &[Term] {
        self.case.checks.get(check).map_or(&[], |check| &check.assertions)
    }

    /// A model as it was written, if all of it can be read.
    fn read(&mut self, check: usize, text: &str) -> Option<Model> {
        let answer = self.case.read_model(check, text)?;
        answer.is_ok().then(|| Model::from_answer(&self.case.script.store, &answer))
    }
}

/// match: -3 with .0, result: (- 3.0)
fn signed(value: &Integer, end: &str) -> String {
    let mut text = String::new();
    value.abs().write_to(&mut text);
    if value.is_negative() { format!("(- {text}{end})") } else { format!("{text}{end}") }
}

/// Whether assertions hold; nothing if that is open.
fn hold(store: &Store, assertions: &[Term], model: &mut Model) -> Option<bool> {
    let mut evaluator = Evaluator::new(store, model).with_steps(STEPS);
    let mut all = Some(true);
    for &assertion in assertions {
        match evaluator.evaluate(assertion) {
            Ok(Value::Bool(true)) => {}
            Ok(Value::Bool(false)) => return Some(false),
            _ => all = None,
        }
    }
    all
}

/// Gives constants the values of the n-th assignment.
fn assign(model: &mut Model, domains: &[Domain], number: usize) {
    let mut rest = number;
    for Domain { constant, values, .. } in domains {
        let Some(value) = values.get(rest % values.len().max(1)) else { continue };
        rest /= values.len();
        model.set_value(*constant, value.clone());
    }
}

/// Other values of a constant: beside its own and far from it, and beside what is to be passed.
fn moves(store: &Store, constant: Function, own: Option<&Value>, past: &Limit) -> Vec<Value> {
    let own = match own {
        Some(Value::Bool(own)) => return vec![Value::Bool(!own)],
        own => own.and_then(number).unwrap_or(Real::ZERO),
    };
    let ratio = |above: i64, below: i64| Real::from_ratio(above.into(), below.into());
    let steps = [(1, 1), (-1, 1), (1, 2), (-1, 2), (2, 1), (-2, 1), (10, 1), (-10, 1), (1000, 1), (-1000, 1)];
    let beside = |value: &Real| {
        let step = |&(above, below): &(i64, i64)| value.add(&ratio(above, below)?).ok();
        steps.iter().filter_map(step).collect::<Vec<Real>>()
    };
    let mut numbers = beside(&own);
    numbers.extend(past.near().into_iter().flat_map(|(value, _)| beside(value)));
    numbers.extend([Some(Real::ZERO), own.add(&own).ok(), Some(own.neg())].into_iter().flatten());
    numbers.extend(ratio(1, 2).and_then(|half| own.mul(&half).ok()));
    let value = |number: Real| match store.sort_kind(store.function(constant).result) {
        SortKind::Int => number.to_integer().map(Value::Int),
        SortKind::Real => Some(Value::Real(number)),
        SortKind::BitVec(width) => {
            BitVec::from_integer(*width, &number.to_integer()?).ok().map(Value::BitVec)
        }
        _ => None,
    };
    numbers.into_iter().filter_map(value).collect()
}
