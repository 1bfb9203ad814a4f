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

    /// How questions are asked. Even in a session some have a process of their own, as [`Observation::mode`] says: those
    /// that set options, since some solvers keep them for ever, and those at which the session died, since the cases
    /// before may be to blame.
    #[must_use]
    pub fn mode(&self) -> Mode {
        if self.session.is_some() { Mode::Session } else { Mode::Fresh }
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

    /// The solver.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
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

    /// Asks a question in a process of its own, whatever the mode: to see whether what happened in a session happens
    /// without the cases before it.
    ///
    /// # Errors
    /// As for [`ask`](Channel::ask).
    pub fn ask_afresh(&self, question: &Question) -> io::Result<Observation> {
        self.runner.ask(&self.solver, question)
    }
}
