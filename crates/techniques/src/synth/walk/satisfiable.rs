//! Several equalities and disequalities between deep terms over the same variables, which hold for the values that these stand for.
//!
//! match: ("a", "", -1), result: (= (str.at (str.++ letter empty) off) (str.substr letter (str.len empty) 1)) ∧ (not (= …))

use quis_semantics::{Model, Value};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Function, Sort, Term};

use super::super::contradiction::Constant;
use super::super::draft::Workshop;
use super::super::fixed::{can_be_free, can_be_opened};
use super::super::rules::Rules;
use crate::case::TestCase;
use crate::stream::Stream;

/// The assertions of a formula, at most.
const GOALS: usize = 3;

/// How deep terms are, at most. Recursion is no deeper.
const DEPTH: usize = 4;

/// So many terms are made to find one that has a given value.
const ATTEMPTS: usize = 6;

/// The case of a walk.
pub(super) fn case(rules: &Rules, workshop: &mut Workshop<'_>, stream: &mut Stream) -> Option<TestCase> {
    let mut goals = Goals::new(rules, &[]);
    for _ in 0..=stream.below(GOALS) {
        goals.add(workshop, stream)?;
    }
    let (constants, assertions, values) = (goals.constants(), goals.assertions.clone(), goals.values());
    let truth = workshop.witness(&mut goals.model, values)?;
    workshop.case(&constants, &assertions, false, truth)
}

/// Assertions that hold for some values of their variables.
pub(super) struct Goals<'r> {
    rules: &'r Rules,
    /// The values of the variables.
    model: Model,
    /// A variable for each constant of the rules that has one, by its place.
    variables: Vec<(usize, Constant, Value)>,
    /// Names that variables must not have.
    taken: Vec<Constant>,
    pub(super) assertions: Vec<Term>,
}

impl<'r> Goals<'r> {
    pub(super) fn new(rules: &'r Rules, taken: &[Constant]) -> Self {
        let (variables, assertions) = (Vec::new(), Vec::new());
        Goals { rules, model: Model::new(), variables, taken: taken.to_vec(), assertions }
    }

    /// The constants of the formula that are variables here.
    pub(super) fn constants(&self) -> Vec<Function> {
        self.variables.iter().map(|(_, constant, _)| constant.function).collect()
    }

    fn values(&self) -> Vec<(Function, Value)> {
        self.variables.iter().map(|(_, constant, value)| (constant.function, value.clone())).collect()
    }

    /// One more assertion.
    pub(super) fn add(&mut self, workshop: &mut Workshop<'_>, stream: &mut Stream) -> Option<()> {
        let operation = stream.choose(&self.rules.operations)?;
        let sort = workshop.store.sort(operation.body);
        let depth = 1 + stream.below(DEPTH);
        let left = self.application(workshop, stream, sort, depth)?;
        let value = workshop.value(&mut self.model, left)?;
        let assertion = match self.other(workshop, stream, left, &value) {
            Some((right, true)) => workshop.equal(left, right)?,
            Some((right, false)) => {
                let equality = workshop.equal(left, right)?;
                workshop.not(equality)?
            }
            None => {
                let right = workshop.term_of(&self.model, sort, &value)?;
                workshop.equal(left, right)?
            }
        };
        self.assertions.push(assertion);
        Some(())
    }

    /// Another term, and whether it has the value of this one; `None` if all that were tried are the same term or have no value.
    fn other(
        &mut self,
        workshop: &mut Workshop<'_>,
        stream: &mut Stream,
        left: Term,
        value: &Value,
    ) -> Option<(Term, bool)> {
        let sort = workshop.store.sort(left);
        let mut different = None;
        for _ in 0..ATTEMPTS {
            let depth = 1 + stream.below(DEPTH - 1);
            let Some(right) = self.application(workshop, stream, sort, depth) else { continue };
            let Some(other) = workshop.value(&mut self.model, right) else { continue };
            match Workshop::same(&mut self.model, &other, value) {
                Some(true) if right != left => return Some((right, true)),
                Some(false) => different = Some(right),
                _ => {}
            }
        }
        different.filter(|_| stream.chance(1, 3)).map(|right| (right, false))
    }

    /// An application of an operation, with arguments that are less deep.
    fn application(
        &mut self,
        workshop: &mut Workshop<'_>,
        stream: &mut Stream,
        sort: Sort,
        depth: usize,
    ) -> Option<Term> {
        let rules = self.rules;
        let fitting = rules.operations.iter().filter(|operation| rules.store.sort(operation.body) == sort);
        let fitting: Vec<_> = fitting.collect();
        let Some(operation) = stream.choose(&fitting) else { return self.leaf(workshop, stream, sort, true) };
        let mut replacement = Replacement::default();
        for &param in &operation.params {
            let sort = workshop.store.sort(param);
            // What solvers want to be a literal is one.
            let can_be_opened = can_be_opened(&rules.store, param, operation.body);
            let deeper = depth > 1 && can_be_opened | !can_be_free(&rules.store, sort) && stream.chance(2, 3);
            let argument = if deeper {
                self.application(workshop, stream, sort, depth - 1)?
            } else {
                self.leaf(workshop, stream, sort, can_be_opened)?
            };
            replacement.put(param, argument);
        }
        replacement.apply(&mut workshop.store, operation.body).ok()
    }

    /// One of the constants of the rules, or the variable that stands for it.
    fn leaf(
        &mut self,
        workshop: &mut Workshop<'_>,
        stream: &mut Stream,
        sort: Sort,
        can_be_opened: bool,
    ) -> Option<Term> {
        let of_sort = self.rules.constants.iter().enumerate().filter(|(_, constant)| constant.sort == sort);
        let of_sort: Vec<_> = of_sort.collect();
        let &(at, constant) = stream.choose(&of_sort)?;
        if !can_be_opened || stream.chance(1, 4) {
            return Some(constant.term);
        }
        if let Some((_, variable, _)) = self.variables.iter().find(|(known, ..)| *known == at) {
            return Some(variable.term);
        }
        let value = workshop.value(&mut self.model, constant.term)?;
        let taken: Vec<&Constant> =
            self.taken.iter().chain(self.variables.iter().map(|(_, known, _)| known)).collect();
        let variable = workshop.named(&constant.name, sort, &taken)?;
        self.model.set_value(variable.function, value.clone());
        let term = variable.term;
        self.variables.push((at, variable, value));
        Some(term)
    }
}
