//! Constants for some of the variables (Algorithm 3.2): an operation is evaluated on all constants, and arguments and results are
//! replaced by these in all ways. Each formula comes once: where an argument stays free, its values do not tell formulas apart.
//!
//! match: (= (str.replace s t u) res), result: (= (str.replace "" t u) "a")

use quis_semantics::{Model, Value};
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Function, Sort, Term};

use super::super::Step;
use super::super::draft::{Formula, Workshop};
use super::super::fixed::{can_be_free, can_be_opened};
use super::super::rules::{Operation, Rules};

/// The formulas of all operations.
pub(in crate::synth) fn formulas(rules: &Rules) -> impl Iterator<Item = Formula> + Send + '_ {
    rules.operations.iter().flat_map(move |operation| {
        Applications::new(rules, operation).into_iter().flat_map(Applications::formulas)
    })
}

/// A value among the constants, or one that came of them.
#[derive(Clone, Debug)]
struct Given {
    value: Value,
    term: Option<Term>,
}

/// An operation over constants of the formula.
struct Symbols {
    arguments: Vec<(Function, Term)>,
    body: Term,
    sort: Sort,
}

/// An operation, and what it can be applied to.
pub(super) struct Applications<'r> {
    operation: &'r Operation,
    workshop: Workshop<'r>,
    /// The values of each argument.
    choices: Vec<Vec<Given>>,
    model: Model,
}

impl<'r> Applications<'r> {
    /// `None` if some argument has no constant.
    pub(super) fn new(rules: &'r Rules, operation: &'r Operation) -> Option<Self> {
        let workshop = Workshop::new(&rules.store);
        let mut model = Model::new();
        let choices = operation.params.iter().map(|&param| {
            let constants = rules.constants_of(rules.store.sort(param));
            let given = constants.filter_map(|constant| {
                let value = workshop.value(&mut model, constant.term)?;
                Some(Given { value, term: Some(constant.term) })
            });
            given.collect::<Vec<Given>>()
        });
        let choices: Vec<Vec<Given>> = choices.collect();
        let any = choices.iter().all(|choice| !choice.is_empty());
        any.then_some(Applications { operation, workshop, choices, model })
    }

    /// The first value of each argument.
    fn first_values(&self) -> Vec<usize> {
        vec![0; self.choices.len()]
    }

    /// Which arguments, and whether the result, can be free.
    pub(super) fn can_be_free(&self) -> Vec<bool> {
        let Operation { params, body, .. } = self.operation;
        let store = &self.workshop.store;
        let arguments = params.iter().map(|&param| can_be_opened(store, param, *body));
        arguments.chain([can_be_free(store, store.sort(*body))]).collect()
    }

    /// The first values on which the operation has a result; others are open, as those of division by zero.
    pub(super) fn first_with_result(&mut self) -> Option<Vec<usize>> {
        let free = vec![true; self.choices.len()];
        let first = self.first_values();
        self.with_result(first, &free)
    }

    /// These values or, if the operation has no result on them, the next ones of the arguments that are free.
    fn with_result(&mut self, values: Vec<usize>, mask: &[bool]) -> Option<Vec<usize>> {
        let mut next = Some(values);
        while let Some(values) = next {
            if self.result(&values).is_some() {
                return Some(values);
            }
            next = self.advance(&values, mask, true);
        }
        None
    }

    /// The next values of the arguments that are free, or of those that are not; the others stay. `None` behind the last.
    fn advance(&self, values: &[usize], mask: &[bool], free: bool) -> Option<Vec<usize>> {
        let mut next = values.to_vec();
        for at in (0..next.len()).rev().filter(|&at| mask[at] == free) {
            next[at] += 1;
            if next[at] < self.choices[at].len() {
                return Some(next);
            }
            next[at] = 0;
        }
        None
    }

    /// Values of the arguments, others for each number.
    pub(super) fn mixed_values(&self, number: usize) -> Vec<usize> {
        let choices = self.choices.iter().enumerate();
        choices.map(|(at, choice)| (number * (2 * at + 1) + at) % choice.len().max(1)).collect()
    }

    /// What stands for the arguments: constants of the formula, which have values in the model.
    fn symbols(&mut self, values: &[usize]) -> Option<Symbols> {
        let operation = self.operation;
        let mut replacement = Replacement::default();
        let mut symbols = Vec::with_capacity(values.len() + 1);
        for ((&param, &at), choice) in operation.params.iter().zip(values).zip(&self.choices) {
            let (name, sort) = self.workshop.variable(param)?;
            let (function, term) = self.workshop.constant(&name, sort)?;
            self.model.set_value(function, choice[at].value.clone());
            replacement.put(param, term);
            symbols.push((function, term));
        }
        let body = replacement.apply(&mut self.workshop.store, operation.body).ok()?;
        let sort = self.workshop.store.sort(body);
        Some(Symbols { arguments: symbols, body, sort })
    }

    /// The result of the operation on some values.
    fn result(&mut self, values: &[usize]) -> Option<Value> {
        let Symbols { body, .. } = self.symbols(values)?;
        self.workshop.value(&mut self.model, body)
    }

    /// The formula in which some arguments, and the result if the last says so, are free. Which ones is part of its name, and a number.
    pub(super) fn formula(
        &mut self,
        step: Step,
        values: &[usize],
        free: &[bool],
        number: usize,
    ) -> Option<Formula> {
        self.workshop.tidy();
        let Symbols { arguments: symbols, body, sort } = self.symbols(values)?;
        let result = self.workshop.value(&mut self.model, body)?;
        let (res, res_term) = self.workshop.constant("res", sort)?;
        let mut constants = Vec::new();
        let mut replacement = Replacement::default();
        for (at, (function, term)) in symbols.iter().enumerate() {
            if free[at] {
                constants.push(*function);
            } else {
                replacement.put(*term, self.choices[at][values[at]].term?);
            }
        }
        let left = replacement.apply(&mut self.workshop.store, body).ok()?;
        let right = if free[symbols.len()] {
            constants.push(res);
            res_term
        } else {
            self.workshop.term_of(&self.model, sort, &result)?
        };
        let equality = self.workshop.store.op(Op::Core(CoreOp::Equal), &[left, right]).ok()?;
        let values: Vec<(Function, Value)> = symbols
            .iter()
            .zip(values.iter().zip(&self.choices))
            .map(|((function, _), (&at, choice))| (*function, choice[at].value.clone()))
            .chain([(res, result)])
            .filter(|(function, _)| constants.contains(function))
            .collect();
        let truth = self.workshop.witness(&mut self.model, values)?;
        let case = self.workshop.case(&constants, &[equality], false, truth)?;
        let places: String =
            free.iter().enumerate().filter(|(_, free)| **free).map(|(at, _)| at.to_string()).collect();
        let name = match step {
            Step::Simple => self.operation.name.to_string(),
            _ => format!("{}-{number:04}-{places}", self.operation.name),
        };
        Some(Formula { step, name, case })
    }
}

/// All formulas of an operation, one mask of free variables after the other, those with few constants first.
struct Enumeration<'r> {
    applications: Applications<'r>,
    /// Which arguments and whether the result is free; the next one last.
    masks: Vec<Vec<bool>>,
    /// The values of the fixed arguments that come next; `None` if the next mask is to be taken.
    fixed: Option<Vec<usize>>,
    /// Values for formulas of the present mask that are told apart by their results.
    ready: Vec<Vec<usize>>,
    number: usize,
}

impl<'r> Applications<'r> {
    fn formulas(self) -> impl Iterator<Item = Formula> + Send + use<'r> {
        let count = self.choices.len() + 1;
        let mut masks: Vec<Vec<bool>> =
            (0..1u32 << count).map(|mask| (0..count).map(|at| mask >> at & 1 == 1).collect()).collect();
        // With all free it is the simple formula.
        masks.pop();
        let can_be_free = self.can_be_free();
        masks.retain(|mask| mask.iter().zip(&can_be_free).all(|(free, can_be)| !free || *can_be));
        masks.sort_by_key(|mask| mask.iter().filter(|free| **free).count());
        let first = masks.last().map(|_| vec![0; count - 1]);
        let mut enumeration =
            Enumeration { applications: self, masks, fixed: first, ready: Vec::new(), number: 0 };
        std::iter::from_fn(move || enumeration.next())
    }
}

impl Enumeration<'_> {
    fn next(&mut self) -> Option<Formula> {
        loop {
            let mask = self.masks.last()?.clone();
            if let Some(values) = self.ready.pop() {
                self.number += 1;
                let made = self.applications.formula(Step::Constants, &values, &mask, self.number);
                if made.is_some() {
                    return made;
                }
                continue;
            }
            if let Some(values) = self.fixed.take() {
                self.fixed = self.applications.advance(&values, &mask, false);
                self.ready = self.told_apart(values, &mask);
            } else {
                self.masks.pop();
                self.fixed = Some(self.applications.first_values());
            }
        }
    }

    /// Values for the free arguments: one for each result, if the result is fixed. The last comes first.
    fn told_apart(&mut self, values: Vec<usize>, mask: &[bool]) -> Vec<Vec<usize>> {
        if mask.last() == Some(&true) {
            return self.applications.with_result(values, mask).into_iter().collect();
        }
        let mut results: Vec<Value> = Vec::new();
        let mut ready = Vec::new();
        let mut next = Some(values);
        while let Some(values) = next {
            if let Some(result) = self.applications.result(&values)
                && !results.contains(&result)
            {
                results.push(result);
                ready.push(values.clone());
            }
            next = self.applications.advance(&values, mask, true);
        }
        ready.reverse();
        ready
    }
}
