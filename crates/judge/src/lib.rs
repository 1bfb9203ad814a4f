//! Oracles: from a test case and what solvers did to verdicts.
//!
//! A [`Judge`] knows the solvers ([`SolverFacts`]) and asks each oracle of the table [`ORACLES`] what is wrong. Who is wrong is
//! decided by what is known of the case by construction and by evaluating models, and only where both are silent by
//! comparing answers.
//!
//! ```
//! use std::time::Duration;
//!
//! use quis_judge::{Judge, Kind, SolverFacts};
//! use quis_observations::{Answer, End, Mode, Observation, Reply, SolverId, Variation};
//! use quis_smtlib::parse;
//! use quis_techniques::{TestCase, Truth};
//!
//! let source = "(declare-const x Int) (assert (> x 2)) (check-sat)";
//! let script = parse(source, quis_smtlib::Mode::Standard).into_result().expect("a valid script");
//! let mut case = TestCase::of_script(&script).expect("a small script");
//! case.checks[0].truth = Truth::Sat { witness: Some("((define-fun x () Int 3))".into()) };
//!
//! let observation = Observation {
//!     solver: "z3".to_owned(),
//!     replies: vec![Reply { answer: Some(Answer::Unsat), ..Reply::default() }],
//!     stdout: Vec::new(),
//!     stderr: Vec::new(),
//!     end: End::Exited(0),
//!     wall: Duration::ZERO,
//!     cpu: Duration::ZERO,
//!     memory: None,
//!     mode: Mode::Fresh,
//!     variation: Variation::default(),
//! };
//! let judge = Judge::new(vec![SolverFacts::new("z3", SolverId::of_family("z3"))]);
//! let verdicts = judge.judge(&case, &[observation]);
//! assert_eq!(verdicts[0].kind, Kind::RefutationUnsound);
//! assert_eq!(verdicts[0].evidence, "the witness satisfies all assertions");
//! ```
//!
//! An oracle may need to know more: [`Judge::rule`] gives [`FollowUp`] questions beside the verdicts, and a [`Hearing`] goes from what a
//! campaign saw to what is certain. Whoever has solvers asks them.
//!
//! Invariants:
//! - No false alarm: what the evaluator leaves open, and what a solver says after an error, proves nothing.
//! - The text of a case is parsed at most once, and only if an oracle needs its terms; once more for each accused solver that has
//!   deviations from the standard.
//! - A verdict against a solver holds under what its documents say of operators, too, where they deviate from the standard.
//! - No I/O, no clock, no randomness; nothing depends on the order of a hash table.

mod complaint;
mod context;
mod cores;
mod facts;
pub mod fingerprint;
mod follow_up;
mod hearing;
mod judge;
mod kind;
mod meaning;
mod models;
mod objectives;
mod optima;
mod oracles;
mod own;
mod trouble;
mod verdict;

pub use facts::SolverFacts;
pub use follow_up::{About, FollowUp, How, Leave, Sitting};
pub use hearing::Hearing;
pub use judge::{Judge, Settings};
pub use kind::{Group, Kind, Severity};
pub use optima::has_goals;
pub use oracles::{ORACLES, Oracle};
pub use quis_techniques::{is_model, witnesses};
pub use trouble::Trouble;
pub use verdict::Verdict;
