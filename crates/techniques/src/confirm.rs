//! Does the truth of a case hold? Its witnesses are read back and evaluated, as models of solvers are.

use std::fmt;

use quis_semantics::{DEFAULT_STEPS, Effort, Verdict, goals, objectives};
use quis_smtlib::{PrintOptions, print_term};

use crate::case::{Optimum, TestCase, Truth};
use crate::read::{CaseTerms, Unread};

/// Why the truth of a case is not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// The text cannot be read, and why.
    Text(String),
    /// The text has another number of checks.
    Checks {
        /// So many are said to be there.
        said: usize,
        /// So many there are.
        found: usize,
    },
    /// A witness makes an assertion false.
    Witness {
        /// Of this check.
        check: usize,
        /// The assertion.
        assertion: String,
    },
    /// It is not known whether a witness makes an assertion true.
    Open {
        /// Of this check.
        check: usize,
        /// The assertion.
        assertion: String,
        /// Why.
        why: String,
    },
    /// A witness does not pay what the best model is said to pay, or does not have the value of an objective that is said to be the best.
    Optimum {
        /// Of this check.
        check: usize,
        /// What it pays for each goal, or the value of each objective, for people.
        pays: String,
        /// What is said, in the same way.
        said: String,
    },
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Text(why) => write!(f, "its text is rejected: {why}"),
            Doubt::Checks { said, found } => write!(f, "it has {found} checks, not {said}"),
            Doubt::Witness { check, assertion } => {
                write!(f, "the witness of check {} makes this assertion false: {assertion}", check + 1)
            }
            Doubt::Open { check, assertion, why } => {
                write!(
                    f,
                    "the witness of check {} leaves this assertion open ({why}): {assertion}",
                    check + 1
                )
            }
            Doubt::Optimum { check, pays, said } => {
                write!(f, "the witness of check {} does not reach the optimum: {pays}, not {said}", check + 1)
            }
        }
    }
}

impl std::error::Error for Doubt {}

/// Evaluates every witness of a case; how many there are. Nothing is known here of checks that are open or unsatisfiable.
///
/// # Errors
/// If a witness is no model, or it is not known whether it is.
///
/// ```
/// use quis_smtlib::{Mode, parse};
/// use quis_techniques::{TestCase, Truth, confirm};
///
/// let script = parse("(declare-const x Int) (assert (> x 3)) (check-sat)", Mode::Standard).into_result().expect("valid");
/// let mut case = TestCase::of_script(&script).expect("small");
/// case.checks[0].truth = Truth::Sat { witness: Some("((define-fun x () Int 4))".into()) };
/// assert_eq!(confirm(&case), Ok(1));
/// case.checks[0].truth = Truth::Sat { witness: Some("((define-fun x () Int 3))".into()) };
/// assert_eq!(confirm(&case).unwrap_err().to_string(), "the witness of check 1 makes this assertion false: (> x 3)");
/// ```
pub fn confirm(case: &TestCase) -> Result<usize, Doubt> {
    let mut terms = CaseTerms::read(case).map_err(|unread| match unread {
        Unread::Text(why) => Doubt::Text(why),
        Unread::Checks(found) => Doubt::Checks { said: case.checks.len(), found },
    })?;
    let mut confirmed = 0;
    for (at, point) in case.checks.iter().enumerate() {
        let Truth::Sat { witness: Some(witness) } = &point.truth else { continue };
        let answer = terms.read_model(at, witness);
        let evaluated = answer.and_then(|answer| terms.evaluate(at, &answer, Effort::default()));
        let Some((verdict, mut model)) = evaluated else { continue };
        let script = &terms.script;
        let print = |assertion| {
            let options = PrintOptions { max_bytes: 1 << 12, ..PrintOptions::shared() };
            print_term(&script.store, assertion, options).unwrap_or_else(|_| "…".to_owned())
        };
        match verdict {
            Verdict::Valid { .. } if point.optimum.is_empty() => confirmed += 1,
            Verdict::Valid { .. } => {
                let command = terms.checks.get(at).map(|check| check.command);
                let goals = command.and_then(|command| goals(script, command)).unwrap_or_default();
                let of = command.and_then(|command| objectives(script, command)).unwrap_or_default();
                let mut pays = Vec::new();
                for goal in &goals {
                    let penalty = goal.penalty(&script.store, &mut model, DEFAULT_STEPS).ok();
                    let penalty = penalty.and_then(|penalty| penalty.exact().cloned());
                    pays.extend(penalty.map(|penalty| Optimum { goal: goal.id.to_string(), penalty }));
                }
                for objective in &of {
                    let value = objective.value(&script.store, &mut model, DEFAULT_STEPS);
                    pays.extend(value.map(|penalty| Optimum { goal: String::new(), penalty }));
                }
                if pays != point.optimum || pays.len() != goals.len() + of.len() {
                    let [pays, said] = [&pays, &point.optimum].map(|optimum| describe(optimum));
                    return Err(Doubt::Optimum { check: at, pays, said });
                }
                confirmed += 1;
            }
            Verdict::Invalid { assertion } => {
                return Err(Doubt::Witness { check: at, assertion: print(assertion) });
            }
            Verdict::Open { assertion, open } => {
                let why = open.reason.describe(&script.store);
                return Err(Doubt::Open { check: at, assertion: print(assertion), why });
            }
        }
    }
    Ok(confirmed)
}

fn describe(optimum: &[Optimum]) -> String {
    optimum.iter().map(Optimum::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use quis_semantics::Real;

    use super::*;

    #[test]
    fn a_witness_must_reach_the_optimum() {
        let text = "(declare-const x Int)(assert-soft (= x 1) :weight 2 :id g)(assert-soft (= x 2) :weight 0.5 :id g)(check-sat)";
        let truth = Truth::Sat { witness: Some("((define-fun x () Int 1))".into()) };
        let said = |penalty: &str| {
            let optimum = Optimum { goal: "g".to_owned(), penalty: Real::parse_fraction(penalty).unwrap() };
            TestCase::of_text(text, std::slice::from_ref(&truth)).with_optima(&[vec![optimum]])
        };
        assert_eq!(confirm(&said("1/2")), Ok(1));
        assert_eq!(
            confirm(&said("0")).unwrap_err().to_string(),
            "the witness of check 1 does not reach the optimum: g 1/2, not g 0"
        );
    }
}
