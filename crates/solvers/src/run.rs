//! One-shot runs: a process for each script.

use std::fs::File;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::observation::{Mode, Observation};
use crate::process::{Finish, Group};
use crate::profile::Input;
use crate::question::Question;
use crate::scratch::{Scratch, Scratches};
use crate::solver::Solver;
use crate::stray;
use crate::watch::{Output, Stop, Watch};

/// How long to read what is left in the pipes of a group that was killed.
const DRAIN: Duration = Duration::from_millis(500);
/// After this time somebody outside the group must be holding the pipes open, and is looked for.
const SUSPICION: Duration = Duration::from_millis(50);

/// After this time it is looked whether the limit of memory came too late. Nobody can fill much in less.
const SETTLED: Duration = Duration::from_millis(100);

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

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal: a crash. Number 9 is no crash but want of memory: it comes from the system, or from us if the
    /// process had taken more than it may have before its limit could be set.
    Signal(i32),
    /// By us: its time was over, on the clock or of the CPU.
    TimedOut,
    /// By us: it wrote too much.
    Truncated,
    /// By us: the user does not want to wait.
    Interrupted,
}

impl End {
    /// How a run ended that was watched until it stopped.
    pub(crate) fn of(stop: Stop, truncated: bool, finish: &Finish, limits: &Limits) -> End {
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
}

/// Runs solvers, once for each script.
///
/// Any number of threads may use one at the same time; each has a scratch directory of its own, which is kept for the
/// next run and removed in the end.
#[derive(Clone, Debug, Default)]
pub struct Runner {
    limits: Limits,
    interrupt: Option<Interrupt>,
    scratches: Arc<Scratches>,
    /// The programs that refused the optional arguments of their profile.
    refusing: Arc<Mutex<Vec<PathBuf>>>,
}

impl Runner {
    /// Runs with these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Runner { limits, ..Runner::default() }
    }

    /// Runs that end when a switch is turned on.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Runner { interrupt: Some(interrupt), ..self }
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
        })
    }

    fn refuses(&self, solver: &Solver) -> bool {
        self.refusing.lock().unwrap_or_else(PoisonError::into_inner).contains(&solver.program)
    }

    /// One run, with the arguments that only some releases understand or without.
    fn run_once(&self, solver: &Solver, script: &[u8], optional: bool, incremental: bool) -> io::Result<Run> {
        let mut scratch = self.scratches.take()?;
        scratch.write_script(script)?;
        let mut command = Command::new(&solver.program);
        command.args(solver.command_line(optional, incremental, scratch.script()));
        command.stdin(match solver.profile.input {
            Input::File => Stdio::null(),
            Input::Stdin => Stdio::from(File::open(scratch.script())?),
        });
        let run = self.watch(command, &scratch)?;
        self.scratches.give_back(scratch);
        Ok(run)
    }

    fn watch(&self, mut command: Command, scratch: &Scratch) -> io::Result<Run> {
        command.current_dir(scratch.place()).env(stray::VARIABLE, scratch.mark());
        let ((stdout, its_stdout), (stderr, its_stderr)) = (io::pipe()?, io::pipe()?);
        command.stdout(its_stdout).stderr(its_stderr);
        let started = Instant::now();
        let group = Group::spawn(&mut command, &self.limits)?;
        let ending = group.ending()?;
        let mut outputs = [Output::new(stdout), Output::new(stderr)];
        let mut watch = Watch {
            input: None,
            outputs: &mut outputs,
            room: self.limits.output,
            ending: &ending,
            interrupt: self.interrupt.as_ref(),
        };
        let deadline = started + self.limits.wall;
        let mut stop = watch.until(deadline.min(started + SETTLED), |_| false)?;
        if stop == Stop::Late && Instant::now() < deadline {
            stop =
                if group.exceeds(&self.limits) { Stop::Ended } else { watch.until(deadline, |_| false)? };
        }
        // Until here we have held the other ends of the pipes too: otherwise a process that ends wakes us three times,
        // once for each of the pipes that it closes.
        drop(command);
        let (truncated, finish) = conclude(group, &mut watch, scratch)?;
        let wall = started.elapsed();
        let end = End::of(stop, truncated, &finish, &self.limits);
        let [stdout, stderr] = outputs.map(|output| output.bytes);
        Ok(Run { stdout, stderr, end, wall, cpu: finish.cpu, memory: finish.memory })
    }
}

/// Whether a solver says that it does not know the optional arguments of its profile.
pub(crate) fn refused(solver: &Solver, stdout: &[u8], stderr: &[u8]) -> bool {
    let refusal = solver.profile.refusal.as_bytes();
    let says = |output: &[u8]| output.windows(refusal.len().max(1)).any(|part| part == refusal);
    !refusal.is_empty() && (says(stdout) || says(stderr))
}

/// Ends a group and reads what it has left in its pipes; whether it had written too much.
pub(crate) fn conclude(group: Group, watch: &mut Watch<'_>, scratch: &Scratch) -> io::Result<(bool, Finish)> {
    group.kill();
    let now = Instant::now();
    if !watch.drain(now + SUSPICION)? {
        scratch.end_strays();
        watch.drain(now + DRAIN)?;
    }
    Ok((watch.room == 0, group.finish()?))
}
