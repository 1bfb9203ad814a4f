//! A way to ask a solver, whichever is used.

use std::io;
use std::time::Duration;

use quis_observations::{Mode, Observation};

use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::question::Question;
use crate::run::Runner;
use crate::session::Session;
use crate::solver::Solver;

/// A solver that can be asked: in a process for each question, or in a session.
#[derive(Debug)]
pub struct Channel {
    solver: Solver,
    runner: Runner,
    session: Option<Session>,
}

impl Channel {
    /// A channel to a solver. Nothing is started yet. A solver that has no sessions is run afresh for each question.
    #[must_use]
    pub fn open(solver: &Solver, mode: Mode, limits: Limits, interrupt: Option<Interrupt>) -> Channel {
        let wanted = mode == Mode::Session && solver.profile.session.is_some();
        let session = wanted.then(|| Session::new(solver, limits, interrupt.clone()));
        let runner = Runner::new(limits);
        let runner = match interrupt {
            Some(interrupt) => runner.with_interrupt(interrupt),
            None => runner,
        };
        Channel { solver: solver.clone(), runner, session }
    }

    /// Gives each question so much CPU time from now on.
    pub fn set_cpu(&mut self, cpu: Duration) {
        self.runner.set_cpu(cpu);
        if let Some(session) = &mut self.session {
            session.set_cpu(cpu);
        }
    }

    /// Forgets the cases before: the next question gets a new process.
    pub fn restart(&mut self) {
        if let Some(session) = &mut self.session {
            session.restart();
        }
    }

    /// Asks a question.
    ///
    /// # Errors
    /// If the solver cannot be started or the system fails. What a solver does is no error.
    pub fn ask(&mut self, question: &Question) -> io::Result<Observation> {
        let Channel { solver, runner, session } = self;
        match session {
            Some(session) if !question.has_options => {
                session.ask_or(question, || runner.ask(solver, question))
            }
            _ => runner.ask(solver, question),
        }
    }
}
