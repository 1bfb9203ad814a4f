//! One-shot runs: a process for each script.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use tempfile::TempDir;

use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::process::{Ending, Group};
use crate::profile::Input;
use crate::solver::Solver;

/// How long to read what is left in the pipes of a group that was killed. Only a process that left the group can
/// keep them open longer.
const DRAIN: Duration = Duration::from_millis(500);

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
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal, which did not come from us: a crash, or the limit of CPU time.
    Signal(i32),
    /// By us: its time was over.
    TimedOut,
    /// By us: it wrote too much.
    Truncated,
    /// By us: the user does not want to wait.
    Interrupted,
}

/// Runs solvers, once for each script.
#[derive(Clone, Debug, Default)]
pub struct Runner {
    limits: Limits,
    interrupt: Option<Interrupt>,
}

impl Runner {
    /// Runs with these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Runner { limits, interrupt: None }
    }

    /// Runs that end when a switch is turned on.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Runner { interrupt: Some(interrupt), ..self }
    }

    /// Runs a solver on a script, in a scratch directory that is removed in the end. If the script has several checks or
    /// scopes, say so: some solvers want to know.
    ///
    /// # Errors
    /// If the solver cannot be started or the system fails. What a solver does is no error.
    pub fn run(&self, solver: &Solver, script: &[u8], incremental: bool) -> io::Result<Run> {
        let run = self.run_once(solver, script, true, incremental)?;
        let (profile, refusal) = (&solver.profile, solver.profile.refusal.as_bytes());
        let refused = |output: &[u8]| output.windows(refusal.len()).any(|part| part == refusal);
        if !profile.optional.is_empty()
            && !refusal.is_empty()
            && (refused(&run.stdout) || refused(&run.stderr))
        {
            return self.run_once(solver, script, false, incremental);
        }
        Ok(run)
    }

    /// One run, with the arguments that only some releases understand or without.
    fn run_once(&self, solver: &Solver, script: &[u8], optional: bool, incremental: bool) -> io::Result<Run> {
        // Some solvers write logs into the current directory.
        let scratch = TempDir::with_prefix("quis-")?;
        let path = scratch.path().join("script.smt2");
        std::fs::write(&path, script)?;
        let mut command = Command::new(&solver.program);
        command.args(solver.command_line(optional, incremental, &path)).current_dir(scratch.path());
        command.stdin(match solver.profile.input {
            Input::File => Stdio::null(),
            Input::Stdin => Stdio::from(File::open(&path)?),
        });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut group = Group::spawn(command, &self.limits)?;
        let ending = group.ending()?;
        let (stdout, stderr) = group.outputs();
        let mut watch = Watch {
            outputs: [Output::new(stdout), Output::new(stderr)],
            room: self.limits.output,
            ending: &ending,
            interrupt: self.interrupt.as_ref(),
        };
        let stop = watch.until(started + self.limits.wall)?;
        group.kill();
        watch.drain(Instant::now() + DRAIN)?;
        let truncated = watch.room == 0;
        let [stdout, stderr] = watch.outputs.map(|output| output.bytes);
        let status = group.finish()?;
        let end = match stop {
            Stop::Late => End::TimedOut,
            Stop::Interrupted => End::Interrupted,
            _ if truncated => End::Truncated,
            Stop::Ended | Stop::Full => end_of(status),
        };
        let wall = started.elapsed();
        scratch.close()?;
        Ok(Run { stdout, stderr, end, wall })
    }
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

/// Why watching stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    /// The first process of the group has ended.
    Ended,
    /// There was too much output.
    Full,
    /// The time is over.
    Late,
    /// The switch was turned on.
    Interrupted,
}

/// What is waited for while a solver runs.
struct Watch<'a> {
    outputs: [Output; 2],
    /// So many bytes may still come.
    room: usize,
    ending: &'a Ending,
    interrupt: Option<&'a Interrupt>,
}

impl Watch<'_> {
    /// Collects output until something ends the run.
    fn until(&mut self, deadline: Instant) -> io::Result<Stop> {
        loop {
            if self.interrupt.is_some_and(Interrupt::is_on) {
                return Ok(Stop::Interrupted);
            }
            let Some(left) = time_left(deadline) else { return Ok(Stop::Late) };
            let ended = self.wait(left, true)?;
            if self.room == 0 {
                return Ok(Stop::Full);
            }
            if ended {
                return Ok(Stop::Ended);
            }
        }
    }

    /// Collects what is left in the pipes.
    fn drain(&mut self, deadline: Instant) -> io::Result<()> {
        while self.room > 0 && self.outputs.iter().any(|output| output.pipe.is_some()) {
            let Some(left) = time_left(deadline) else { return Ok(()) };
            self.wait(left, false)?;
        }
        Ok(())
    }

    /// Waits until something happens and reads what there is; whether the first process has ended.
    fn wait(&mut self, time: Duration, for_end: bool) -> io::Result<bool> {
        let Watch { outputs, room, ending, interrupt } = self;
        let mut waited = Vec::with_capacity(4);
        let mut open = Vec::with_capacity(2);
        for (at, output) in outputs.iter().enumerate() {
            if let Some(pipe) = &output.pipe {
                waited.push(PollFd::new(pipe, PollFlags::IN));
                open.push(at);
            }
        }
        if for_end {
            waited.push(PollFd::new(*ending, PollFlags::IN));
            if let Some(interrupt) = interrupt {
                waited.push(PollFd::from_borrowed_fd(interrupt.wakes(), PollFlags::IN));
            }
        }
        match poll(&mut waited, Timespec::try_from(time).ok().as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let ready: Vec<bool> = waited.iter().map(|fd| !fd.revents().is_empty()).collect();
        for (&at, _) in open.iter().zip(&ready).filter(|(_, ready)| **ready) {
            outputs[at].read(room)?;
        }
        Ok(for_end && ready.get(open.len()).copied().unwrap_or(false))
    }
}

fn time_left(deadline: Instant) -> Option<Duration> {
    deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
}

/// One of the two outputs.
struct Output {
    /// Until it is closed.
    pipe: Option<File>,
    bytes: Vec<u8>,
}

impl Output {
    fn new(pipe: Option<impl Into<OwnedFd>>) -> Self {
        Output { pipe: pipe.map(|pipe| File::from(pipe.into())), bytes: Vec::new() }
    }

    /// Reads what there is, at most what there is room for. Something is there, or the pipe is closed.
    fn read(&mut self, room: &mut usize) -> io::Result<()> {
        let Some(pipe) = &mut self.pipe else { return Ok(()) };
        let mut buffer = [0; 1 << 16];
        let wanted = buffer.len().min(*room);
        match pipe.read(&mut buffer[..wanted]) {
            Ok(0) if wanted > 0 => self.pipe = None,
            Ok(count) => {
                self.bytes.extend_from_slice(&buffer[..count]);
                *room -= count;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
