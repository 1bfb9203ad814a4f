//! One-shot runs: a process for each script.

use std::fs::File;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quis_observations::{End, Mode, Observation};
use rustix::process::Signal;

use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::process::Finish;
use crate::profile::Input;
use crate::question::Question;
use crate::solver::Solver;
use crate::supervise::Supervisor;
use crate::watch::Stop;

/// What came of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// What it wrote to the standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to the standard error.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// How long it took, on the clock.
    pub wall: Duration,
    /// The CPU time of the first process, and of those children that it waited for.
    pub cpu: Duration,
    /// The most memory that one of them had at once, in bytes.
    pub memory: u64,
}

/// How a run ended that was watched until it stopped.
pub(crate) fn end_of(stop: Stop, truncated: bool, finish: &Finish, limits: &Limits) -> End {
    let signal = finish.status.signal();
    // Whoever ignores the first is killed. The system counts in two ways, which may differ by a tenth.
    let out_of_cpu = |signal| {
        let half = limits.cpu.map(|cpu| cpu / 2);
        half.is_some() && signal == Signal::XCPU.as_raw()
            || half.is_some_and(|half| finish.cpu > half) && signal == Signal::KILL.as_raw()
    };
    match (stop, signal) {
        (Stop::Late, _) => End::TimedOut,
        (Stop::Interrupted, _) => End::Interrupted,
        _ if truncated => End::Truncated,
        (_, Some(signal)) if out_of_cpu(signal) => End::TimedOut,
        (_, Some(signal)) => End::Signal(signal),
        (_, None) => End::Exited(finish.status.code().unwrap_or(0)),
    }
}

/// Runs solvers, once for each script.
///
/// Any number of threads may use one at the same time; each has a scratch directory of its own, which is kept for the
/// next run and removed in the end.
#[derive(Clone, Debug, Default)]
pub struct Runner {
    supervisor: Supervisor,
    /// The programs that refused the optional arguments of their profile.
    refusing: Arc<Mutex<Vec<PathBuf>>>,
}

impl Runner {
    /// Runs with these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Runner { supervisor: Supervisor { limits, ..Supervisor::default() }, ..Runner::default() }
    }

    /// Gives each run so much CPU time from now on.
    pub fn set_cpu(&mut self, cpu: Duration) {
        self.supervisor.limits = self.supervisor.limits.with_cpu(cpu);
    }

    /// Runs that end when a switch is turned on.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.supervisor.interrupt = Some(interrupt);
        self
    }

    /// Runs a solver on a script, in a scratch directory. If the script has several checks or scopes, say so: some
    /// solvers want to know.
    ///
    /// # Errors
    /// If the solver cannot be started or the system fails. What a solver does is no error.
    pub fn run(&self, solver: &Solver, script: &[u8], incremental: bool) -> io::Result<Run> {
        let optional = !solver.profile.optional.is_empty() && !self.refuses(solver);
        let run = self.run_once(solver, script, optional, incremental)?;
        if optional && refused(solver, &run.stdout, &run.stderr) {
            self.refusing.lock().unwrap_or_else(PoisonError::into_inner).push(solver.program.clone());
            return self.run_once(solver, script, false, incremental);
        }
        Ok(run)
    }

    /// Asks a solver in a process of its own.
    ///
    /// # Errors
    /// As for [`run`](Runner::run).
    pub fn ask(&self, solver: &Solver, question: &Question) -> io::Result<Observation> {
        let run = self.run(solver, question.text.as_bytes(), question.incremental)?;
        Ok(Observation {
            solver: solver.name.clone(),
            replies: question.replies(&run.stdout),
            stdout: run.stdout,
            stderr: run.stderr,
            end: run.end,
            wall: run.wall,
            cpu: run.cpu,
            memory: Some(run.memory),
            mode: Mode::Fresh,
            variation: solver.variation(),
        })
    }

    fn refuses(&self, solver: &Solver) -> bool {
        self.refusing.lock().unwrap_or_else(PoisonError::into_inner).contains(&solver.program)
    }

    /// One run, with the arguments that only some releases understand or without.
    fn run_once(&self, solver: &Solver, script: &[u8], optional: bool, incremental: bool) -> io::Result<Run> {
        let mut scratch = self.supervisor.scratches.take()?;
        scratch.write_script(script)?;
        let mut command = Command::new(&solver.program);
        command.args(solver.command_line(optional, incremental, scratch.script()));
        command.stdin(match solver.profile.input {
            Input::File => Stdio::null(),
            Input::Stdin => Stdio::from(File::open(scratch.script())?),
        });
        command.current_dir(scratch.place());
        let run = self.supervisor.run(command, &scratch)?;
        self.supervisor.scratches.give_back(scratch);
        Ok(run)
    }
}

/// Whether a solver says that it does not know the optional arguments of its profile.
pub(crate) fn refused(solver: &Solver, stdout: &[u8], stderr: &[u8]) -> bool {
    let refusal = solver.profile.refusal.as_bytes();
    let says = |output: &[u8]| output.windows(refusal.len().max(1)).any(|part| part == refusal);
    !refusal.is_empty() && (says(stdout) || says(stderr))
}
