//! The main job: seeds × techniques × solvers, for a time or a count.
//!
//! A [`Campaign`] lives in a directory: its [`Description`], a store of what was done and found, and the findings as
//! plain files. Its work is cut into [`WorkUnit`]s that are deterministic, so a campaign that was killed goes on
//! where it stopped, and a finding can be made again from its [`Origin`].
//!
//! Invariants:
//! - The store is the truth. What is in it survives a kill at any moment; files of findings are made from it.
//! - A unit's results count when all of them are stored, once, however often the unit was begun.
//! - Nothing is called a finding that a fresh process of the solver did not confirm.

mod agenda;
mod arms;
mod ask;
pub mod bisect;
mod case_text;
mod collector;
mod cpu;
mod description;
mod error;
mod finding;
mod options;
mod participant;
mod plan;
pub mod reduce;
pub mod replay;
pub mod report;
mod run;
mod seeds;
mod size;
mod store;
pub mod suite;
mod summary;
mod tally;
pub mod unit;
pub mod validate;

pub use ask::requests;
pub use description::{Asking, Description, Minimize, Sessions};
pub use error::Error;
pub use finding::{Finding, Minimized, Origin, Record, Releases};
pub use options::{OptionSet, read_option_sets};
pub use participant::Participant;
pub use plan::Plan;
pub use quis_judge::{Kind, Verdict};
pub use run::{Budget, Campaign, Ended, Event, UnitRunner};
pub use seeds::{SeedFile, bundled, identify};
pub use size::Size;
pub use tally::{SolverTally, Tally};
pub use unit::{bounds, cases_stream};
