//! Does a model satisfy the assertions of a check?

mod checks;
mod explain;
mod goals;
mod recursion;
mod search;

pub use checks::{Check, checks};
pub use explain::{Failure, explain};
pub use goals::{Goal, Objective, Penalty, Soft, goals, objectives, read_attributes};
use quis_smtlib::{Store, Term};
pub use recursion::{needs_itself, recursive_definition};

use crate::eval::Evaluator;
use crate::model::Model;
use crate::open::{Open, Reason};
use crate::value::Value;

/// What validation says of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All assertions hold.
    Valid {
        /// Whether values had to be chosen for what the model does not say.
        completed: bool,
    },
    /// An assertion is false, whatever is chosen for what the model does not say.
    Invalid {
        /// The assertion.
        assertion: Term,
    },
    /// No assertion is known to be false, but some are open.
    Open {
        /// The first that is, and why.
        assertion: Term,
        /// Why.
        open: Open,
    },
}

/// Evaluates assertions under a model. For gaps of the model values are searched; those found stay in the model.
///
/// ```
/// use quis_semantics::{Model, Verdict, checks, validate};
/// use quis_smtlib::{Mode, parse, read_model};
///
/// let source = "(declare-const x Int) (assert (> x 2)) (check-sat)";
/// let mut script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// let check = checks(&script).remove(0);
/// let answer = read_model(&mut script, check.command, "((define-fun x () Int 2))");
/// let mut model = Model::from_answer(&script.store, &answer);
/// let verdict = validate(&script.store, &check.assertions, &mut model);
/// assert_eq!(verdict, Verdict::Invalid { assertion: check.assertions[0] });
/// ```
pub fn validate(store: &Store, assertions: &[Term], model: &mut Model) -> Verdict {
    validate_with(store, assertions, model, Effort::default())
}

/// How much work validation may take, in steps, beside what is linear in the terms of the store. Beyond it the verdict is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// For the evaluation of one assertion.
    pub each: u64,
    /// For the evaluation of all assertions.
    pub all: u64,
    /// For the search for what the model leaves out.
    pub search: u64,
}

impl Default for Effort {
    /// As much as a person would wait for: a second for an assertion, say.
    fn default() -> Self {
        Effort { each: crate::eval::DEFAULT_STEPS, all: u64::MAX, search: 1 << 24 }
    }
}

/// As [`validate`], within an effort: where many models are to be looked at, none may take long.
pub fn validate_with(store: &Store, assertions: &[Term], model: &mut Model, effort: Effort) -> Verdict {
    let first = evaluate_all(store, assertions, model, effort);
    match first.verdict {
        Verdict::Open { .. } if !first.gaps.is_empty() => {
            if search::fill_gaps(store, assertions, model, &first, effort) {
                Verdict::Valid { completed: true }
            } else {
                first.verdict
            }
        }
        verdict => verdict,
    }
}

/// What evaluating all assertions gave.
struct Round {
    verdict: Verdict,
    /// The gaps that open assertions met.
    gaps: Vec<(crate::model::Gap, quis_smtlib::Sort)>,
    /// The steps it took.
    work: u64,
}

fn evaluate_all(store: &Store, assertions: &[Term], model: &mut Model, effort: Effort) -> Round {
    let linear = crate::eval::STEPS_PER_TERM * store.len() as u64;
    let mut evaluator = Evaluator::new(store, model).with_steps(effort.each.saturating_add(linear));
    let mut first_open = None;
    for &assertion in assertions {
        if evaluator.work() > effort.all.saturating_add(linear) {
            let open = Open { reason: Reason::TooLarge, term: assertion };
            first_open = first_open.or(Some((assertion, open)));
            break;
        }
        match evaluator.evaluate(assertion) {
            Ok(Value::Bool(true)) => {}
            Ok(Value::Bool(false)) => {
                let verdict = Verdict::Invalid { assertion };
                return Round { verdict, gaps: Vec::new(), work: evaluator.work() };
            }
            Ok(_) => {
                let open = Open { reason: Reason::Unsupported, term: assertion };
                first_open = first_open.or(Some((assertion, open)));
            }
            Err(open) => first_open = first_open.or(Some((assertion, open))),
        }
    }
    let verdict = match first_open {
        None => Verdict::Valid { completed: false },
        Some((assertion, open)) => Verdict::Open { assertion, open },
    };
    Round { verdict, gaps: evaluator.gaps().to_vec(), work: evaluator.work() }
}
