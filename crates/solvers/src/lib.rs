//! Solvers under test: how they are described, found and run under limits, and what came back.
//!
//! A [`Solver`] is made from what a user writes, a name or a command. A [`Runner`] runs it once on a text, with
//! [`Limits`] on time, memory and output, and gives back a [`Run`]. To ask for models, [`Question`] prints a script so
//! that the solver's output can be taken apart again into [`Reply`]s, one for each check.
//!
//! What is known of solvers is a [`Table`] of [`Profile`]s: data, with differences between releases. A [`Dialect`] writes a
//! script as a release reads it, [`Profile::classify`] says what a message means, [`install`] gets solvers, [`doctor`] examines
//! them, and [`host`] stands in for the program of one that comes as libraries.
//!
//! ```
//! use std::time::Duration;
//!
//! use quis_smtlib::{Mode, parse};
//! use quis_solvers::{Answer, End, Limits, Options, Question, Runner, SearchPath, Solver};
//!
//! let mut script = parse("(assert true) (check-sat)", Mode::Standard).into_result().expect("a valid script");
//! let question = Question::new(&mut script, Options::All).expect("a small script");
//!
//! // A stand-in that knows its answer by heart.
//! let solver = Solver::from_spec("sh -c 'echo quis: check 0; echo sat'", &SearchPath::from_environment());
//! let solver = solver.expect("a shell on the PATH");
//! let runner = Runner::new(Limits { wall: Duration::from_secs(10), ..Limits::default() });
//! let run = runner.run(&solver, question.text.as_bytes(), question.incremental).expect("it can be started");
//! assert_eq!(run.end, End::Exited(0));
//! assert_eq!(question.replies(&run.stdout)[0].answer, Some(Answer::Sat));
//! ```
//!
//! Invariants:
//! - No shell stands between Quis and the solver, and the harness is never forked.
//! - When a run is over, its whole process group is gone and its files are removed: at a limit, after an interruption
//!   ([`Interrupt`]) and in a panic too.
//! - What is known of particular solvers stands in `profiles/*.toml` and nowhere else.
//! - No opinions: what an answer means is for others to say.

mod channel;
mod complaint;
pub mod cost;
mod dialect;
pub mod doctor;
mod find;
pub mod host;
pub mod install;
mod interrupt;
mod layout;
mod limits;
mod observation;
mod plain;
mod process;
mod profile;
mod question;
mod reply;
mod run;
mod scratch;
mod session;
mod solver;
pub mod store;
mod stray;
mod table;
mod theory;
mod usage;
mod version;
mod watch;

pub use channel::Channel;
pub use complaint::{Complaint, Patterns};
pub use cost::Costs;
pub use dialect::{Dialect, Escapes};
pub use find::{Found, SearchPath};
pub use interrupt::Interrupt;
pub use limits::Limits;
pub use observation::{Mode, Observation};
pub use profile::{Ability, Input, Profile};
pub use question::{Ask, Options, Question};
pub use reply::{Answer, Reply};
pub use run::{End, Run, Runner};
pub use session::Session;
pub use solver::{Solver, SolverError};
pub use table::{Table, TableError};
pub use theory::Theory;
pub use version::Version;
