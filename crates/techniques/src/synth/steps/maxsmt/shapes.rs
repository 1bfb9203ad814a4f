//! Soft assertions over a satisfiable formula, one table of shapes.
//!
//! Why the optimum is right. The soft assertions of a constant `x` say that it has certain values: `(= x c)`. What is paid for them
//! depends on which of the `c` the constant equals, if any, and a shape is used only if no choice is cheaper than the value that
//! the witness has ([`Group::is_best`]). Beside them stand soft assertions that hold always or never. So what the witness pays is the
//! sum of what each group costs at least, and no model pays less; and the witness satisfies all hard assertions. It is the best
//! for each goal, whichever is the most important.

use quis_semantics::{Real, Value};
use quis_smtlib::Term;

use super::super::super::draft::Formula;
use super::super::super::rules::Rules;
use super::base::{Base, Soft, price, sum};
use super::named;
use crate::case::{Optimum, TestCase, Truth};

/// A value of a constant that a soft assertion asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    /// That of the witness.
    Own,
    /// Another one of the rules' constants.
    Rival(usize),
}
use Choice::{Own, Rival};

/// What becomes of the assertions of the formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Formulas {
    /// They are hard.
    Hard,
    /// They are soft. They hold under the witness, so nothing is paid.
    Soft,
    /// They are soft, and so are their negations, for less. One of each pair holds: the lighter is paid.
    Doubted,
    /// They are hard, and their negations are soft. These never hold: all are paid.
    Contradicted,
    /// They are hard. `false` is soft, and paid; `true` is soft, and not.
    Trivial,
}

/// Soft assertions that are made for every constant of a formula.
pub(super) struct Shape {
    name: &'static str,
    /// The values that each constant should have, and the weights.
    members: &'static [(Choice, &'static str)],
    formulas: Formulas,
    /// The goals that constants have in turn.
    goals: &'static [&'static str],
}

const fn shape(name: &'static str, members: &'static [(Choice, &'static str)]) -> Shape {
    Shape { name, members, formulas: Formulas::Hard, goals: &["goal"] }
}

/// All shapes.
pub(super) const SHAPES: &[Shape] = &[
    // All hold together (Figure 3.16).
    shape("fit", &[(Own, "2")]),
    // The heaviest is the best.
    shape("rival", &[(Rival(0), "1"), (Own, "3"), (Rival(1), "2")]),
    // Which one holds does not matter.
    shape("tie", &[(Rival(0), "2"), (Own, "2")]),
    // Those that are said twice weigh twice.
    shape("repeat", &[(Own, "1"), (Rival(0), "1.5"), (Own, "1")]),
    shape("decimal", &[(Rival(0), "0.25"), (Own, "0.5"), (Rival(1), "0.125")]),
    shape("zero", &[(Rival(0), "0"), (Own, "1")]),
    // A negative weight is a reward for what does not hold.
    shape("negative", &[(Rival(0), "-2"), (Own, "1")]),
    shape("reward", &[(Rival(0), "-2"), (Own, "0"), (Rival(1), "-0.5")]),
    // The same assertion with a penalty and a reward.
    shape("mixed", &[(Own, "3"), (Own, "-2"), (Rival(0), "0.5")]),
    shape("avoid", &[(Rival(0), "2"), (Rival(0), "-3"), (Own, "1")]),
    // Beyond 64 bits, and far apart.
    shape(
        "large",
        &[(Rival(0), "36893488147419103231"), (Own, "36893488147419103232"), (Rival(1), "0.000000001")],
    ),
    // One weight is not written: it is one.
    Shape { goals: &[""], ..shape("plain", &[(Own, "2"), (Rival(0), "")]) },
    Shape { goals: &["first", "second"], ..shape("goals", &[(Rival(0), "1"), (Own, "2")]) },
    Shape { formulas: Formulas::Soft, ..shape("soft", &[(Own, "2")]) },
    Shape { formulas: Formulas::Soft, ..shape("soft-rival", &[(Rival(0), "1"), (Own, "3")]) },
    Shape { formulas: Formulas::Doubted, ..shape("doubted", &[(Own, "2")]) },
    Shape { formulas: Formulas::Contradicted, ..shape("contradicted", &[(Own, "2"), (Rival(0), "0.5")]) },
    Shape { formulas: Formulas::Trivial, ..shape("trivial", &[(Own, "2")]) },
];

/// The soft assertions of one constant.
struct Group {
    /// Values that the constant should have, and what is paid if it has not.
    members: Vec<(Value, Real)>,
}

impl Group {
    /// What is paid if the constant has a value; one that is none of the members' if none is given.
    fn cost(&self, value: Option<&Value>) -> Option<Real> {
        let missed = self.members.iter().filter(|(member, _)| Some(member) != value);
        sum(missed.map(|(_, price)| price.clone())).ok()
    }

    /// Whether no value is cheaper. All values but those of the members cost the same, so these need be tried, and one other.
    fn is_best(&self, value: &Value) -> bool {
        let Some(own) = self.cost(Some(value)) else { return false };
        let choices = self.members.iter().map(|(member, _)| Some(member)).chain([None]);
        choices.map(|choice| self.cost(choice)).all(|cost| cost.is_some_and(|cost| own <= cost))
    }
}

impl Shape {
    /// The shape over a formula that has a witness.
    pub(super) fn over(&self, rules: &Rules, formula: &Formula) -> Option<Formula> {
        let mut base = Base::new(rules, formula)?;
        let case = self.case(&mut base)?;
        Some(named(self.name, formula, case))
    }

    fn case(&self, base: &mut Base) -> Option<TestCase> {
        let truth = base.truth.clone();
        let Truth::Sat { witness: Some(_) } = &truth else { return None };
        let first = *self.goals.first()?;
        let (hard, mut softs) = self.formulas(base, first)?;
        let mut prices: Vec<(&str, Real)> = Vec::new();
        for soft in &softs {
            if base.value(soft.term)? == Value::Bool(false) {
                prices.push((soft.goal, soft.price()?));
            }
        }
        for at in 0..base.constants.len() {
            let goal = self.goals.get(at % self.goals.len())?;
            let (group, cost) = self.group(base, at, goal)?;
            softs.extend(group);
            prices.push((goal, cost));
        }
        if softs.is_empty() {
            return None;
        }
        let mut optimum: Vec<Optimum> = Vec::new();
        for soft in &softs {
            if optimum.iter().all(|known| known.goal != soft.goal) {
                let own = prices.iter().filter(|(goal, _)| *goal == soft.goal);
                let penalty = sum(own.map(|(_, price)| price.clone())).ok()?;
                optimum.push(Optimum { goal: soft.goal.to_owned(), penalty });
            }
        }
        base.case(&hard, &softs, truth, optimum)
    }

    /// What becomes of the assertions of the formula: those that are hard, and those that are soft.
    fn formulas(&self, base: &mut Base, goal: &'static str) -> Option<(Vec<Term>, Vec<Soft>)> {
        let given = base.hard.clone();
        let soft = |term, weight| Soft { term, weight, goal };
        let mut softs = Vec::new();
        for &term in &given {
            match self.formulas {
                Formulas::Hard | Formulas::Trivial => {}
                Formulas::Soft => softs.push(soft(term, "4")),
                Formulas::Doubted => softs.extend([soft(base.not(term)?, "3"), soft(term, "4")]),
                Formulas::Contradicted => softs.push(soft(base.not(term)?, "5")),
            }
        }
        if self.formulas == Formulas::Trivial {
            let [always, never] = [true, false].map(|value| base.script.store.bool(value));
            softs.extend([soft(never, "4"), soft(always, "0.5")]);
        }
        let hard =
            if matches!(self.formulas, Formulas::Soft | Formulas::Doubted) { Vec::new() } else { given };
        Some((hard, softs))
    }

    /// The soft assertions of a constant, and what the witness pays for them.
    fn group(&self, base: &mut Base, at: usize, goal: &'static str) -> Option<(Vec<Soft>, Real)> {
        let constant = base.constants[at].clone();
        let own = base.value(constant.term)?;
        let own_term = base.term_of(constant.sort, &own)?;
        // Constants differ in the rivals that come first.
        let rivals: Vec<(Term, Value)> = base
            .pool
            .iter()
            .filter(|known| known.sort == constant.sort && known.value != own)
            .map(|known| (known.term, known.value.clone()))
            .collect();
        let (mut softs, mut group) = (Vec::new(), Group { members: Vec::new() });
        for &(choice, weight) in self.members {
            let (term, value) = match choice {
                Own => (own_term, own.clone()),
                Rival(number) if number < rivals.len() => rivals[(number + at) % rivals.len()].clone(),
                Rival(_) => continue,
            };
            softs.push(Soft { term: base.equal(constant.term, term)?, weight, goal });
            group.members.push((value, price(weight)?));
        }
        let cost = group.cost(Some(&own))?;
        group.is_best(&own).then_some((softs, cost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(members: &[(i64, &str)]) -> Group {
        let member = |&(value, weight): &(i64, &str)| (Value::Int(value.into()), price(weight).unwrap());
        Group { members: members.iter().map(member).collect() }
    }

    #[test]
    fn the_best_value_of_a_group_is_known() {
        let best = |members: &[(i64, &str)], value: i64| group(members).is_best(&Value::Int(value.into()));
        assert!(best(&[(1, "2"), (2, "1")], 1) && !best(&[(1, "2"), (2, "1")], 2));
        assert!(best(&[(1, "2"), (2, "2")], 2));
        assert!(best(&[(1, "1"), (2, "1.5"), (1, "1")], 1));
        assert!(best(&[(1, "-2")], 2) && !best(&[(1, "-2")], 1));
        assert!(!best(&[(1, "1"), (1, "-2")], 1) && best(&[(1, "3"), (1, "-2")], 1));
    }

    #[test]
    fn shapes_have_names_of_their_own_and_weights_that_are_numbers() {
        for (at, shape) in SHAPES.iter().enumerate() {
            assert!(SHAPES[..at].iter().all(|before| before.name != shape.name));
            assert!(
                shape.members.iter().all(|(_, weight)| price(weight).is_some()) && !shape.goals.is_empty()
            );
        }
    }
}
