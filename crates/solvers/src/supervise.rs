//! A process for each run: started, waited for, and ended with all that it started.

use std::io;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::process::{Finish, Group};
use crate::run::{Run, end_of};
use crate::scratch::{Scratch, Scratches};
use crate::stray;
use crate::usage::Usage;
use crate::watch::{Output, Stop, Watch};

/// How long to read what is left in the pipes of a group that was killed.
const DRAIN: Duration = Duration::from_millis(500);
/// After this time somebody outside the group must be holding the pipes open, and is looked for.
const SUSPICION: Duration = Duration::from_millis(50);

/// After this time it is looked whether the limit of memory came too late. Nobody can fill much in less.
const SETTLED: Duration = Duration::from_millis(100);

/// The CPU time of a process is looked at so often at most.
const LOOK: Duration = Duration::from_millis(5);

/// Runs commands under limits. Clones share their scratch directories.
#[derive(Clone, Debug, Default)]
pub(crate) struct Supervisor {
    pub(crate) limits: Limits,
    pub(crate) interrupt: Option<Interrupt>,
    pub(crate) scratches: Arc<Scratches>,
}

impl Supervisor {
    /// Runs a command to its end. What it starts can be found by the mark of the scratch directory.
    pub(crate) fn run(&self, mut command: Command, scratch: &Scratch) -> io::Result<Run> {
        command.env(stray::VARIABLE, scratch.mark());
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
            stop = if group.exceeds(&self.limits) {
                Stop::Ended
            } else {
                until_used_up(
                    &mut watch,
                    Usage::of(group.pid()).ok().as_ref(),
                    (self.limits.cpu, deadline),
                    |_| false,
                )?
            };
        }
        // Until here we have held the other ends of the pipes too: otherwise a process that ends wakes us three times,
        // once for each of the pipes that it closes.
        drop(command);
        let (truncated, finish) = conclude(group, &mut watch, scratch)?;
        let wall = started.elapsed();
        let end = end_of(stop, truncated, &finish, &self.limits);
        let [stdout, stderr] = outputs.map(|output| output.bytes);
        Ok(Run { stdout, stderr, end, wall, cpu: finish.cpu, memory: finish.memory })
    }
}

/// Watches until something is said, until a deadline, or until the first thread has used this much CPU time. The thread cannot have used it
/// before as much has gone by on the clock: until then nobody needs to look.
pub(crate) fn until_used_up(
    watch: &mut Watch<'_>,
    usage: Option<&Usage>,
    (cpu, deadline): (Option<Duration>, Instant),
    mut said: impl FnMut(&[u8]) -> bool,
) -> io::Result<Stop> {
    loop {
        // Where the system does not say how much was used, the deadline remains.
        let left = match cpu.and_then(|cpu| Some(cpu.saturating_sub(usage?.cpu()?))) {
            Some(left) if left.is_zero() => return Ok(Stop::Late),
            Some(left) => left.max(LOOK),
            None => return watch.until(deadline, said),
        };
        let stop = watch.until(deadline.min(Instant::now() + left), &mut said)?;
        if stop != Stop::Late || Instant::now() >= deadline {
            return Ok(stop);
        }
    }
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
