//! Validation: a solver's models, checked by evaluating the assertions under them.
//!
//! ```no_run
//! use quis_campaign::validate::Exchange;
//! use quis_smtlib::{Mode, parse};
//! use quis_solvers::{Limits, Runner, SearchPath, Solver};
//!
//! let text = "(declare-const x Int) (assert (> x 2)) (check-sat)";
//! let script = parse(text, Mode::Standard).into_result().expect("a valid script");
//! let solver = Solver::from_spec("z3", &SearchPath::from_environment())?;
//! let runner = Runner::new(Limits::default());
//! let exchange = Exchange::new(script, &solver, &runner, |text| text.as_bytes().into())?;
//! for outcome in exchange.map_or_else(Vec::new, |exchange| exchange.outcomes(text)) {
//!     println!("{}", outcome.kind.name());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod exchange;
mod explanation;
mod outcome;

pub use exchange::{Error, Exchange};
pub use explanation::{Explanation, TermValue};
pub use outcome::{Assertion, Kind, Outcome, Unread};
