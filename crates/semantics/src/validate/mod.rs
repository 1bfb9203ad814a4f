//! Does a model satisfy the assertions of a check?

mod checks;
mod explain;
mod search;

pub use checks::{Check, checks};
pub use explain::{Failure, explain};
use quis_smtlib::{Store, Term};

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

impl Verdict {
    /// One word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Valid { .. } => "valid",
            Verdict::Invalid { .. } => "invalid",
            Verdict::Open { .. } => "open",
        }
    }
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
    let first = evaluate_all(store, assertions, model);
    match first.verdict {
        Verdict::Open { .. } if !first.gaps.is_empty() => {
            if search::fill_gaps(store, assertions, model, &first) {
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

fn evaluate_all(store: &Store, assertions: &[Term], model: &mut Model) -> Round {
    let mut evaluator = Evaluator::new(store, model);
    let mut first_open = None;
    for &assertion in assertions {
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
