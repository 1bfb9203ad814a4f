//! Solvers under test: how they are described, found and run under limits.
//!
//! A [`Solver`] is made from what a user writes, a name or a command. A [`Question`] is a script as it is sent to a
//! solver, with marks by which the output can be taken apart again into [`Reply`]s, one for each check. A [`Channel`] asks
//! it, under [`Limits`] on time, memory and output, and gives an [`Observation`]: in a process for each question
//! ([`Runner`]) or in one process for many ([`Session`]). Which of the two is cheaper depends on the solver and its
//! release: [`cost::measure`] tells. Observations and their parts are plain data: they live in `quis-observations` and are
//! exported here, too.
//!
//! What is known of solvers is a [`Table`] of [`Profile`]s: data, with differences between releases. A [`Dialect`] writes a
//! script as a release reads it, [`Profile::classify`] says what a message means, [`install`] gets solvers, [`doctor`] examines
//! them, and [`host`] stands in for the program of one that comes as libraries.
//!
//! ```
//! use std::time::Duration;
//!
//! use quis_solvers::{Answer, Ask, Channel, End, Limits, Mode, Question, SearchPath, Solver};
//!
//! let text = "(set-logic QF_UF)\n(check-sat)\n";
//! let check = text.find("(check-sat)").map(|at| at..at + "(check-sat)".len());
//! let question = Question::of_text(text, check.as_slice(), false, Ask::MODELS);
//!
//! // A stand-in that knows its answer by heart.
//! let solver = Solver::from_spec("sh -c 'echo quis: check 0; echo sat'", &SearchPath::from_environment());
//! let solver = solver.expect("a shell on the PATH");
//! let limits = Limits { wall: Duration::from_secs(10), ..Limits::default() };
//! let mut channel = Channel::open(&solver, Mode::Fresh, limits, None);
//! let observation = channel.ask(&question).expect("it can be started");
//! assert_eq!((observation.end, observation.replies[0].answer), (End::Exited(0), Some(Answer::Sat)));
//! ```
//!
//! Invariants:
//! - No shell stands between Quis and the solver, and the harness is never forked.
//! - When a run is over, its whole process group is gone: at a limit, after an interruption ([`Interrupt`]) and in a panic
//!   too. A process that left its group is found by a mark in its environment: at once if it holds the outputs open, and
//!   otherwise when the [`Runner`] or the [`Session`] is dropped. Their files are removed then.
//! - Limits are set when the process runs already. One that took more memory than it may have before that moment is ended
//!   soon after.
//! - A case never sees what is left of another: files are removed between runs; in a session, output counts only between
//!   the marks of its case, and what an earlier case may be to blame for is asked again in a new process.
//! - What is known of particular solvers stands in `profiles/*.toml` and nowhere else.
//! - No opinions: what an answer means is for others to say.

mod channel;
mod complaint;
pub mod cost;
mod declared;
mod dialect;
mod dialogue;
pub mod doctor;
mod find;
pub mod host;
mod identity;
pub mod install;
mod interrupt;
mod limits;
mod objective;
mod plain;
mod process;
mod profile;
mod program;
mod question;
mod reply;
mod run;
mod scratch;
mod session;
mod solver;
pub mod store;
mod stray;
mod supervise;
mod table;
mod theory;
mod usage;
mod version;
mod watch;

pub use quis_observations::{
    Answer, Ask, Deviation, DeviationError, DeviationPart, DeviationRule, End, Mode, Observation, Reply,
    Reseeded, SolverId, Variation,
};

pub use channel::Channel;
pub use complaint::Patterns;
pub use cost::Costs;
pub use dialect::{Dialect, Escapes};
pub use dialogue::{Dialogue, Said, Silence};
pub use find::{Found, SearchPath};
pub use interrupt::Interrupt;
pub use limits::Limits;
pub use objective::has_objectives;
pub use profile::{Ability, Input, Profile};
pub use program::{Program, ProgramError};
pub use question::{Options, Question};
pub use run::{Run, Runner};
pub use session::Session;
pub use solver::{Solver, SolverError};
pub use table::{Table, TableError};
pub use theory::Theory;
pub use version::Version;
