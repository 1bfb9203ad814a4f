//! Optima: what solvers print of them, and what models pay.

use quis_observations::Reply;
use quis_semantics::{Evaluator, Goal, Model, Penalty, Real, Value, goals, sketch};
use quis_techniques::{MODEL_EFFORT, Optimum, TestCase};

use crate::models::Terms;
use crate::oracles::objective;

/// How many soft assertions that do not hold are named.
const NAMED: usize = 8;

/// What a solver prints of its objectives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Printed {
    /// A value of each goal, in their order.
    Values(Vec<Real>),
    /// It is not sure: an interval, a bound that is not reached. So it says of no model that it is the best.
    Unsure,
    /// Nothing, or nothing that is understood.
    Nothing,
}

impl Printed {
    /// What a reply says of these goals.
    pub(crate) fn of(reply: &Reply, goals: &[Goal]) -> Printed {
        let Some(said) = reply.objective_values() else { return Printed::Nothing };
        if said.iter().any(|(_, value)| is_unsure(value)) {
            return Printed::Unsure;
        }
        let value = |goal: &Goal| match &*said {
            // What has no name in the script has some name in some releases.
            [(_, only)] if goals.len() == 1 => number(only),
            _ => {
                let mut named = said.iter().filter(|(name, _)| **name == *goal.id);
                named.next().filter(|_| named.next().is_none()).and_then(|(_, value)| number(value))
            }
        };
        goals.iter().map(value).collect::<Option<Vec<Real>>>().map_or(Printed::Nothing, Printed::Values)
    }
}

/// match: (interval 0 2), (* (- 1) oo), (+ 3.0 (* 2.0 epsilon))
fn is_unsure(value: &str) -> bool {
    value
        .split(|c: char| c.is_whitespace() || "()".contains(c))
        .any(|word| matches!(word, "interval" | "oo" | "epsilon"))
}

/// match: (- (/ 3.0 2.0)), result: -3/2
fn number(text: &str) -> Option<Real> {
    let text = text.trim();
    if let Some(inside) = applied(text, "-") {
        return quotient(inside).map(|value| value.neg());
    }
    quotient(text)
}

/// match: (/ (- 3.0) 2.0), result: -3/2
fn quotient(text: &str) -> Option<Real> {
    let Some(inside) = applied(text, "/") else { return Real::parse_decimal(text) };
    let (above, below) = inside.rsplit_once(char::is_whitespace)?;
    let above = above.trim();
    let numerator = match applied(above, "-") {
        Some(inside) => Real::parse_decimal(inside)?.neg(),
        None => Real::parse_decimal(above)?,
    };
    numerator.div(&Real::parse_decimal(below)?).ok()?
}

/// match: (- 3), with - as the operator, result: 3
fn applied<'a>(text: &'a str, operator: &str) -> Option<&'a str> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?.trim_start().strip_prefix(operator)?;
    inside.starts_with(char::is_whitespace).then(|| inside.trim())
}

/// What a model pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Paid {
    /// For each goal.
    pub(crate) penalties: Vec<Penalty>,
    /// The soft assertions that it makes false, for people.
    pub(crate) false_softs: Vec<String>,
}

impl Paid {
    /// What it pays for each goal, if that is known.
    pub(crate) fn exact(&self) -> Option<Vec<Real>> {
        self.penalties.iter().map(|penalty| penalty.exact().cloned()).collect()
    }

    /// What it pays at least.
    pub(crate) fn least(&self) -> Vec<Real> {
        self.penalties.iter().map(|penalty| penalty.least.clone()).collect()
    }
}

impl Terms {
    /// The goals of a check; none if something else is optimised there, or nothing is.
    pub(crate) fn goals(&self, check: usize) -> Vec<Goal> {
        let goals = self.case.checks.get(check).and_then(|check| goals(&self.case.script, check.command));
        goals.unwrap_or_default()
    }

    /// What a model of a check pays. Nothing is made up for what it does not say.
    pub(crate) fn paid(&mut self, check: usize, goals: &[Goal], text: &str) -> Option<Paid> {
        let answer = self.case.read_model(check, text)?;
        if !answer.is_ok() {
            return None;
        }
        let store = &self.case.script.store;
        let mut model = Model::from_answer(store, &answer);
        let mut paid = Paid { penalties: Vec::new(), false_softs: Vec::new() };
        for goal in goals {
            paid.penalties.push(goal.penalty(store, &mut model, MODEL_EFFORT.each).ok()?);
            let mut evaluator = Evaluator::new(store, &mut model).with_steps(MODEL_EFFORT.each);
            for soft in &goal.softs {
                if paid.false_softs.len() < NAMED && evaluator.evaluate(soft.term) == Ok(Value::Bool(false)) {
                    let weight = soft.weight.fraction_text().unwrap_or_default();
                    paid.false_softs.push(format!("{}, weight {weight}", sketch::term(store, soft.term)));
                }
            }
        }
        Some(paid)
    }
}

/// The penalties of an optimum, if it is about these goals.
pub(crate) fn stated(optimum: &[Optimum], goals: &[Goal]) -> Option<Vec<Real>> {
    let same = optimum.len() == goals.len()
        && optimum.iter().zip(goals).all(|(optimum, goal)| *optimum.goal == *goal.id);
    (same && !optimum.is_empty()).then(|| optimum.iter().map(|optimum| optimum.penalty.clone()).collect())
}

/// Whether the optimum of a check, if one is said to be known, is about the goals of its soft assertions, or about its objectives.
#[must_use]
pub fn has_goals(case: &TestCase, check: usize) -> bool {
    let Some(point) = case.checks.get(check).filter(|point| !point.optimum.is_empty()) else { return true };
    let terms = Terms::of_text(&case.text, case.checks.len());
    terms.is_some_and(|terms| {
        stated(&point.optimum, &terms.goals(check)).is_some()
            || objective::stated(&point.optimum, terms.objectives(check).len()).is_some()
    })
}

/// match: 3/2 for a goal that is named g, result: g 3/2
pub(crate) fn shown(goals: &[Goal], values: &[Real]) -> String {
    let one = |(goal, value): (&Goal, &Real)| {
        let value = value.fraction_text().unwrap_or_default();
        if goal.id.is_empty() { value } else { format!("{} {value}", goal.id) }
    };
    goals.iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(id: &str) -> Goal {
        Goal { id: id.into(), softs: Vec::new() }
    }

    fn printed(text: &str, goals: &[Goal]) -> Printed {
        Printed::of(&Reply { objectives: text.into(), complete: true, ..Reply::default() }, goals)
    }

    fn values(values: &[&str]) -> Printed {
        Printed::Values(values.iter().map(|value| Real::parse_fraction(value).unwrap()).collect())
    }

    #[test]
    fn values_are_read_as_solvers_print_them() {
        let one = [goal("g")];
        for (text, expected) in [
            ("3", "3"),
            ("-3", "-3"),
            ("(- 3)", "-3"),
            ("1.5", "3/2"),
            ("(/ 3.0 2.0)", "3/2"),
            ("(- (/ 3.0 2.0))", "-3/2"),
            ("(/ (- 3.0) 2.0)", "-3/2"),
        ] {
            assert_eq!(printed(&format!("(objectives\n (g {text})\n)"), &one), values(&[expected]), "{text}");
        }
        for odd in ["x", "(+ 1 2)", "#b1", "(/ 1 0)", "(- (- 1))", ""] {
            assert_eq!(printed(&format!("(objectives (g {odd}))"), &one), Printed::Nothing, "{odd}");
        }
        for unsure in ["(interval 0 2)", "oo", "(* (- 1) oo)", "(+ 1.0 (* 2.0 epsilon))"] {
            assert_eq!(printed(&format!("(objectives (g {unsure}))"), &one), Printed::Unsure, "{unsure}");
        }
        assert_eq!(printed("unsupported", &one), Printed::Nothing);
    }

    #[test]
    fn goals_are_found_by_their_names() {
        let two = [goal("a"), goal("b")];
        assert_eq!(printed("(objectives (b 2) (a 1))", &two), values(&["1", "2"]));
        assert_eq!(printed("(objectives (a 1) (c 2))", &two), Printed::Nothing);
        assert_eq!(printed("(objectives (a 1) (a 2) (b 1))", &two), Printed::Nothing);
        assert_eq!(printed("(objectives ( 1))", &[goal("")]), values(&["1"]));
        assert_eq!(printed("(objectives (goal 1))", &[goal("")]), values(&["1"]));
    }

    #[test]
    fn an_optimum_is_about_the_goals_of_its_check() {
        let optimum = |goal: &str, penalty: &str| Optimum {
            goal: goal.to_owned(),
            penalty: Real::parse_fraction(penalty).unwrap(),
        };
        let values = |penalties: &[&str]| {
            Some(penalties.iter().map(|penalty| Real::parse_fraction(penalty).unwrap()).collect::<Vec<_>>())
        };
        let (a, b) = (goal("a"), goal("b"));
        assert_eq!(stated(&[optimum("a", "1/2")], std::slice::from_ref(&a)), values(&["1/2"]));
        let two = [optimum("a", "1"), optimum("b", "2")];
        assert_eq!(stated(&two, &[a.clone(), b.clone()]), values(&["1", "2"]));
        assert_eq!(stated(&two, &[b.clone(), a.clone()]), None);
        assert_eq!(stated(&two, std::slice::from_ref(&a)), None);
        assert_eq!(stated(&two[..1], &[a.clone(), b.clone()]), None);
        assert_eq!(stated(&two[..1], &[b]), None);
        assert_eq!(stated(&[], &[]), None);

        let source = "(declare-const x Int) (assert-soft (> x 1) :id a) (check-sat)";
        let script = quis_smtlib::parse(source, quis_smtlib::Mode::Standard).into_result().unwrap();
        let case = TestCase::of_script(&script).unwrap();
        assert!(has_goals(&case, 0) && has_goals(&case, 7));
        assert!(has_goals(&case.clone().with_optima(&[vec![optimum("a", "0")]]), 0));
        assert!(!has_goals(&case.clone().with_optima(&[vec![optimum("b", "0")]]), 0));
        assert!(!has_goals(&case.with_optima(&[vec![optimum("a", "0"), optimum("b", "0")]]), 0));
        let of_objective = TestCase::of_text("(declare-const x Int) (minimize x) (check-sat)", &[]);
        assert!(has_goals(&of_objective.clone().with_optima(&[vec![optimum("", "0")]]), 0));
        assert!(!has_goals(&of_objective.with_optima(&[vec![optimum("a", "0")]]), 0));
    }

    #[test]
    fn penalties_as_people_read_them() {
        let penalties = [Real::parse_fraction("1/2").unwrap(), Real::parse_fraction("-3").unwrap()];
        assert_eq!(shown(&[goal("a"), goal("b")], &penalties), "a 1/2, b -3");
        assert_eq!(shown(&[goal("")], &penalties[..1]), "1/2");
    }
}
