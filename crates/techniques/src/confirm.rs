//! Does the truth of a case hold? Its witnesses are read back and evaluated, as models of solvers are.

use std::fmt;

use quis_semantics::{Model, Verdict, checks, validate};
use quis_smtlib::{Mode, PrintOptions, Severity, line_and_column, parse, print_term, read_model};

use crate::case::{TestCase, Truth};

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
    let mut script = parse(&case.text, Mode::Standard).into_result().map_err(|diagnostics| {
        let first = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        Doubt::Text(first.map_or_else(String::new, |first| {
            let (line, column) = line_and_column(&case.text, first.span.start);
            format!("{line}:{column}: {}", first.message)
        }))
    })?;
    let checks = checks(&script);
    if checks.len() != case.checks.len() {
        return Err(Doubt::Checks { said: case.checks.len(), found: checks.len() });
    }
    let mut confirmed = 0;
    for (at, (check, point)) in checks.iter().zip(&case.checks).enumerate() {
        let Truth::Sat { witness: Some(witness) } = &point.truth else { continue };
        let answer = read_model(&mut script, check.command, witness);
        let mut model = Model::from_answer(&script.store, &answer);
        let verdict = validate(&script.store, &check.assertions, &mut model);
        let print = |assertion| {
            let options = PrintOptions { max_bytes: 1 << 12, ..PrintOptions::shared() };
            print_term(&script.store, assertion, options).unwrap_or_else(|_| "…".to_owned())
        };
        match verdict {
            Verdict::Valid { .. } => confirmed += 1,
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
