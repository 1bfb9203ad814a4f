//! Triggering terms: which term lets E-matching finish a proof.
//!
//! Program verifiers rely on E-matching, which instantiates a quantified formula only when it meets a term that matches the formula's
//! pattern. If the term is missing, a proof fails that should succeed, or axioms that contradict each other go unnoticed. This crate finds
//! the term, as chapter 4 of Bugariu's dissertation (2022) describes, and says what comes of it.
//!
//! A script becomes a [`Problem`]: formulas without nested quantifiers, in normal form ([`problem()`]). Candidates come from clusters of similar
//! formulas, rewritings and models ([`Synthesis`]), from what other engines instantiate ([`refute()`], [`core()`]), and from leaving out a few
//! patterns at a time. A [`Matcher`] has a solver's E-matching validate them, [`minimized`] makes them small, and [`solve_several`] does it all, several ways side
//! by side.
//!
//! ```
//! use quis_triggers::{Selection, problem};
//!
//! let source = "(declare-fun f (Int) Int) (declare-fun g (Int) Int)
//!     (assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)) :qid never)))
//!     (assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))) :qid inverse)))";
//! let script = quis_smtlib::parse(source, quis_smtlib::Mode::Standard).into_result().expect("a valid script");
//! let problem = problem(&script, source, &Selection::default()).expect("it has a check at its end");
//! assert_eq!((problem.title(0), problem.title(1)), ("never".to_owned(), "inverse".to_owned()));
//! // Nothing matches; (f (g 7)) would, and with it the two contradict each other.
//! assert!(problem.formulas.iter().all(|formula| formula.is_quantified()));
//! ```
//!
//! Invariants:
//! - Nothing is told that a new process with the problem and the terms, and nothing else, has not refuted by E-matching.
//! - Terms are put into predicates of which nothing is known: they change no problem's meaning.
//! - No recursion on the depth of formulas, and no work beyond the size of the DAG in bringing them into normal form.

mod answer;
mod candidate;
mod contradiction;
mod explored;
mod facts;
mod findings;
mod front;
mod instances;
mod matcher;
mod merge;
mod minimize;
mod neighbours;
mod numbers;
mod portfolio;
mod problem;
mod refute;
mod relax;
mod remedy;
mod search;
mod sessions;
mod synth;
mod text;
mod time;
mod triggered;
mod turns;
mod validation;
mod variables;
mod ways;

pub use answer::{Answer, explanation};
pub use candidate::{Candidate, Named};
pub use contradiction::Example;
pub use explored::{Contradiction, Explored, Tried, TriedResult};
pub use findings::Alternative;
pub use front::{FrontError, Selection, problem};
pub use instances::terms;
pub use matcher::{Matched, Matcher};
pub use minimize::minimized;
pub use portfolio::{Event, MOST_JOBS, Outcome, Settings, solve_several};
pub use problem::{Axiom, Formula, Instance, Level, Preamble, Problem, Skolem};
pub use refute::{Core, Refutation, Refuter, core, instances, refute};
pub use remedy::{Remedy, remedies};
pub use synth::{CONFIGS, Config, ConfigError, Synthesis};
