//! What solvers did with a test case, as plain data.
//!
//! An [`Observation`] says how a solver ended ([`End`]), how it was run ([`Mode`]), what it cost, and what it said to each
//! check: a [`Reply`] with an [`Answer`] and whatever else it was asked for ([`Ask`]). A reply holds the solver's own words;
//! its methods give the text of the model, the names in the core and the values of the objectives.
//!
//! A [`Deviation`] says where the documents of a solver give an operator another meaning than the standard.
//!
//! `quis-solvers` makes observations, `quis-judge` judges them. Neither needs the other, so an observation can be made on
//! one machine and judged on another:
//!
//! ```
//! use std::time::Duration;
//!
//! use quis_observations::{Answer, End, Mode, Observation, Reply, Variation};
//!
//! let reply = Reply {
//!     answer: Some(Answer::Unsat),
//!     core: b"(a |b c|)\n".to_vec(),
//!     complete: true,
//!     ..Reply::default()
//! };
//! let observation = Observation {
//!     solver: "z3@4.8.7".to_owned(),
//!     replies: vec![reply],
//!     stdout: Vec::new(),
//!     stderr: Vec::new(),
//!     end: End::Exited(0),
//!     wall: Duration::from_millis(20),
//!     cpu: Duration::from_millis(15),
//!     memory: Some(18 << 20),
//!     mode: Mode::Fresh,
//!     variation: Variation::default(),
//! };
//! let sent = serde_json::to_string(&observation).expect("observations are plain data");
//! let received: Observation = serde_json::from_str(&sent).expect("and can be read back");
//! assert_eq!(received, observation);
//! assert_eq!(received.replies[0].core_names().expect("a core"), ["a", "b c"]);
//! ```
//!
//! Invariants:
//! - No I/O, no processes, no clocks.
//! - No opinions: what an answer means is for the judge to say.
//! - Whatever bytes a solver prints, nothing here panics.

mod answer;
mod ask;
mod complaint;
mod deviation;
mod end;
mod observation;
pub mod output;
mod reply;
mod solver_id;

pub use answer::Answer;
pub use ask::Ask;
pub use complaint::Complaint;
pub use deviation::{Deviation, DeviationError, DeviationPart, DeviationRule};
pub use end::End;
pub use observation::{Mode, Observation, Reseeded, Variation};
pub use reply::Reply;
pub use solver_id::SolverId;
