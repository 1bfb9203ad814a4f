//! Soft assertions, and what a model pays for those that it does not satisfy; objectives, and the values that a model gives them.

use quis_smtlib::{Command, Script, SortKind, Store, Term};

use crate::budget::TooLarge;
use crate::eval::Evaluator;
use crate::model::Model;
use crate::number::Real;
use crate::value::Value;

/// A soft assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Soft {
    /// What should hold.
    pub term: Term,
    /// What a model pays if it does not. A negative weight is a reward.
    pub weight: Real,
}

/// The soft assertions under one name. The less a model pays for them together, the better it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The name; empty if there is none.
    pub id: Box<str>,
    /// The assertions, in the order of the script.
    pub softs: Vec<Soft>,
}

/// What a model pays: exactly, where both are equal. They are not where it is open whether a soft assertion holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Penalty {
    /// No less than this.
    pub least: Real,
    /// No more than this.
    pub most: Real,
}

impl Penalty {
    /// The penalty, if it is known.
    #[must_use]
    pub fn exact(&self) -> Option<&Real> {
        (self.least == self.most).then_some(&self.least)
    }
}

/// The goals at a command of a script, in the order in which they are first mentioned: the first is the most important. `None` if
/// something else is optimised, too, or an attribute is not understood.
///
/// ```
/// use quis_semantics::{Model, Real, goals};
/// use quis_smtlib::{Mode, parse};
///
/// let source = "(assert-soft false :weight 1.5 :id g) (assert-soft true :id g) (check-sat)";
/// let script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// let goals = goals(&script, 2).expect("nothing else is optimised");
/// let penalty = goals[0].penalty(&script.store, &mut Model::new(), 1000).expect("small numbers");
/// assert_eq!(penalty.exact(), Real::parse_fraction("3/2").as_ref());
/// ```
#[must_use]
pub fn goals(script: &Script, command: usize) -> Option<Vec<Goal>> {
    let optimises = |command: &Command| matches!(command, Command::Minimize(..) | Command::Maximize(..));
    if script.commands.iter().take(command).any(optimises) {
        return None;
    }
    let stated = in_scope(script, command, |command| match command {
        Command::AssertSoft(term, attributes) => Some((*term, &**attributes)),
        _ => None,
    });
    let mut goals: Vec<Goal> = Vec::new();
    for (term, attributes) in stated {
        let (id, weight) = read_attributes(attributes)?;
        let soft = Soft { term, weight };
        match goals.iter_mut().find(|goal| *goal.id == *id) {
            Some(goal) => goal.softs.push(soft),
            None => goals.push(Goal { id: id.into(), softs: vec![soft] }),
        }
    }
    Some(goals)
}

/// What the commands of a kind say, as far as it is in scope at a command of a script.
fn in_scope<'a, T>(script: &'a Script, command: usize, said: impl Fn(&'a Command) -> Option<T>) -> Vec<T> {
    let mut stated: Vec<T> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    for command in script.commands.iter().take(command) {
        match command {
            Command::Push(count) => {
                levels.extend(std::iter::repeat_n(stated.len(), (*count).min(1 << 16) as usize));
            }
            Command::Pop(count) => {
                for _ in 0..(*count).min(1 << 16) {
                    let Some(length) = levels.pop() else { break };
                    stated.truncate(length);
                }
            }
            Command::Reset | Command::ResetAssertions => {
                stated.clear();
                levels.clear();
            }
            command => stated.extend(said(command)),
        }
    }
    stated
}

/// A term whose value is to be made as small or as large as can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The term, of sort `Int` or `Real`, or a bit-vector: that is a number without a sign.
    pub term: Term,
    /// Whether large values are better.
    pub maximize: bool,
}

/// The objectives at a command of a script, in the order of the script: the first is the most important. `None` if soft assertions
/// are stated, too, or an objective has attributes or another sort.
///
/// ```
/// use quis_semantics::{Model, Real, objectives};
/// use quis_smtlib::{Mode, parse};
///
/// let source = "(minimize (+ 1 2)) (check-sat)";
/// let script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// let objectives = objectives(&script, 1).expect("an objective of sort Int");
/// let value = objectives[0].value(&script.store, &mut Model::new(), 1000);
/// assert_eq!(value, Some(Real::from(3)));
/// ```
#[must_use]
pub fn objectives(script: &Script, command: usize) -> Option<Vec<Objective>> {
    let stated = in_scope(script, command, |command| match command {
        Command::Minimize(term, attributes) => Some((Some(*term), false, &**attributes)),
        Command::Maximize(term, attributes) => Some((Some(*term), true, &**attributes)),
        Command::AssertSoft(_, attributes) => Some((None, false, &**attributes)),
        _ => None,
    });
    let objective = |(term, maximize, attributes): (Option<Term>, bool, &str)| {
        let term = term.filter(|_| attributes.trim().is_empty())?;
        let sort = script.store.sort_kind(script.store.sort(term));
        matches!(sort, SortKind::Int | SortKind::Real | SortKind::BitVec(_))
            .then_some(Objective { term, maximize })
    };
    stated.into_iter().map(objective).collect()
}

impl Objective {
    /// The value that a model gives it, if that is known after so many steps.
    pub fn value(&self, store: &Store, model: &mut Model, steps: u64) -> Option<Real> {
        number(&Evaluator::new(store, model).with_steps(steps).evaluate(self.term).ok()?)
    }

    /// Whether one value is better than another.
    #[must_use]
    pub fn is_better<T: PartialOrd>(&self, one: &T, other: &T) -> bool {
        if self.maximize { one > other } else { one < other }
    }
}

/// The number that a value of an objective is: a bit-vector has no sign.
fn number(value: &Value) -> Option<Real> {
    match value {
        Value::Int(value) => Some(Real::from(value.clone())),
        Value::Real(value) => Some(value.clone()),
        Value::BitVec(value) => Some(Real::from(value.to_integer())),
        _ => None,
    }
}

/// The name of the goal and the weight of a soft assertion; `None` if they are not understood.
///
/// match: :weight 1.5 :id |a b|, result: a b, 3/2
#[must_use]
pub fn read_attributes(attributes: &str) -> Option<(&str, Real)> {
    let (mut id, mut weight) = ("", Real::ONE);
    let mut rest = attributes.trim_start();
    while !rest.is_empty() {
        let (keyword, behind) = rest.split_once(char::is_whitespace)?;
        let behind = behind.trim_start();
        let (value, behind) = match behind.strip_prefix('|') {
            Some(quoted) => quoted.split_once('|')?,
            None => behind.split_once(char::is_whitespace).unwrap_or((behind, "")),
        };
        match keyword {
            ":id" if !value.contains(['(', ')', ';', '"']) => id = value,
            ":weight" => weight = Real::parse_decimal(value)?,
            _ => return None,
        }
        rest = behind.trim_start();
    }
    Some((id, weight))
}

impl Goal {
    /// What a model pays: the weights of the soft assertions that it makes false. Each may take so many steps to evaluate.
    ///
    /// # Errors
    /// If the sum is past the limits of a number.
    pub fn penalty(&self, store: &Store, model: &mut Model, steps: u64) -> Result<Penalty, TooLarge> {
        let mut evaluator = Evaluator::new(store, model).with_steps(steps);
        let (mut least, mut most) = (Real::ZERO, Real::ZERO);
        for Soft { term, weight } in &self.softs {
            match evaluator.evaluate(*term) {
                Ok(Value::Bool(true)) => {}
                Ok(Value::Bool(false)) => {
                    least = least.add(weight)?;
                    most = most.add(weight)?;
                }
                // Whichever is better, and whichever is worse.
                _ if weight.is_negative() => least = least.add(weight)?,
                _ => most = most.add(weight)?,
            }
        }
        Ok(Penalty { least, most })
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse, read_model};

    use super::*;

    fn real(text: &str) -> Real {
        Real::parse_fraction(text).unwrap()
    }

    #[test]
    fn attributes_are_read_or_refused() {
        assert_eq!(read_attributes(""), Some(("", Real::ONE)));
        assert_eq!(read_attributes(" :id |a b| :weight -0.25 "), Some(("a b", real("-1/4"))));
        assert_eq!(read_attributes(":weight 36893488147419103232"), Some(("", real("36893488147419103232"))));
        for odd in [":weight (/ 1 3)", ":dweight 2", ":weight", ":id (a b)", "2", ":id |a"] {
            assert_eq!(read_attributes(odd), None, "{odd}");
        }
    }

    #[test]
    fn goals_are_those_in_scope() {
        let source =
            "(declare-const p Bool) (assert-soft p :id a) (push 1) (assert-soft p :id b) (check-sat) (pop 1)
            (assert-soft (not p) :id a :weight 2) (check-sat) (minimize 1) (check-sat)";
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let checks: Vec<usize> = script
            .commands
            .iter()
            .enumerate()
            .filter(|(_, c)| **c == Command::CheckSat)
            .map(|(at, _)| at)
            .collect();
        let shape = |at: usize| {
            let goals = goals(&script, checks[at])?;
            Some(goals.iter().map(|goal| (goal.id.to_string(), goal.softs.len())).collect::<Vec<_>>())
        };
        assert_eq!(shape(0).unwrap(), [("a".to_owned(), 1), ("b".to_owned(), 1)]);
        assert_eq!(shape(1).unwrap(), [("a".to_owned(), 2)]);
        assert_eq!(shape(2), None);
    }

    #[test]
    fn objectives_are_those_in_scope() {
        let source = "(declare-const i Int) (declare-const b (_ BitVec 3)) (maximize i) (push 1) (minimize (bvadd b #b001)) (check-sat)
            (pop 1) (check-sat) (push 1) (minimize i :id g) (check-sat) (pop 1) (push 1) (assert-soft true) (check-sat) (pop 1)
            (push 1) (minimize true) (check-sat) (reset-assertions) (check-sat)";
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let commands = script.commands.iter().enumerate();
        let checks = commands.filter(|(_, command)| **command == Command::CheckSat).map(|(at, _)| at);
        let found: Vec<Option<Vec<bool>>> = checks
            .map(|at| Some(objectives(&script, at)?.iter().map(|objective| objective.maximize).collect()))
            .collect();
        assert_eq!(found, [Some(vec![true, false]), Some(vec![true]), None, None, None, Some(vec![])]);
    }

    #[test]
    fn values_of_objectives_are_numbers() {
        let source =
            "(declare-const b (_ BitVec 3)) (minimize (bvadd b #b001)) (maximize (/ 1.0 2.0)) (check-sat)";
        let mut script = parse(source, Mode::Standard).into_result().unwrap();
        let answer = read_model(&mut script, 3, "((define-fun b () (_ BitVec 3) #b110))");
        let mut model = Model::from_answer(&script.store, &answer);
        let of = objectives(&script, 3).unwrap();
        let values = of.iter().map(|one| one.value(&script.store, &mut model, 100));
        assert_eq!(values.collect::<Vec<_>>(), [Some(real("7")), Some(real("1/2"))]);
        assert_eq!(of[0].value(&script.store, &mut Model::new(), 100), None);
        assert!(of[0].is_better(&1, &2) && of[1].is_better(&2, &1) && !of[1].is_better(&1, &1));
    }

    #[test]
    fn what_is_open_may_cost_or_not() {
        let source = "(declare-const x Int) (declare-const y Int) (assert-soft (= x 1) :weight 2)
            (assert-soft (= y 1) :weight 4) (assert-soft (= y 2) :weight -8) (check-sat)";
        let mut script = parse(source, Mode::Standard).into_result().unwrap();
        let answer = read_model(&mut script, 5, "((define-fun x () Int 0))");
        let mut model = Model::from_answer(&script.store, &answer);
        let goals = goals(&script, 5).unwrap();
        let penalty = goals[0].penalty(&script.store, &mut model, 1000).unwrap();
        assert_eq!((penalty.least.clone(), penalty.most.clone()), (real("-6"), real("6")));
        assert_eq!(penalty.exact(), None);
    }
}
