//! Putting cases to solvers: every question that a campaign, a reduction, a suite or a replay asks goes through a [`Crew`].
//!
//! `question` writes a case as a solver is asked (`tactic`: by which tactic), `crew` asks one solver or all of them and counts what that
//! costs, `learn` reads what a solver lacks from its messages, `hear` asks what the judge wants to know until it is through, `requests` asks what techniques want to know.

mod crew;
mod hear;
mod learn;
mod question;
pub mod requests;
mod tactic;

pub(crate) use crew::{Crew, Way};
pub(crate) use hear::{examine, hear, look_into};
pub(crate) use question::{CORES, MODELS, ask_of, without_options};
pub(crate) use tactic::{tactic_for, with_tactic};
