//! A process group that does not outlive its owner.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process_group, pidfd_open, prlimit};
use wait4::{ResUse, Wait4};

use crate::limits::Limits;
use crate::usage::Usage;

/// A running process, first of a group of its own. All of the group is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Group {
    child: Child,
    pid: Pid,
    reaped: bool,
}

/// How the first process of a group ended, and what it used.
#[derive(Debug)]
pub(crate) struct Finish {
    pub(crate) status: ExitStatus,
    /// The CPU time of the process and of those children that it waited for.
    pub(crate) cpu: Duration,
    /// The most memory that one of them had at once, in bytes.
    pub(crate) memory: u64,
}

impl Group {
    /// Starts a process in a group of its own and puts it under limits.
    ///
    /// The limits are set from outside, when the process runs already: whatever is done between `fork` and `exec` makes
    /// starting dearer by the size of our own memory.
    pub(crate) fn spawn(command: &mut Command, limits: &Limits) -> io::Result<Group> {
        let child = command.process_group(0).spawn()?;
        let pid = Pid::from_child(&child);
        let group = Group { child, pid, reaped: false };
        // First what is most urgent.
        if let Some(memory) = limits.memory {
            group.limit(Resource::As, memory, memory)?;
        }
        // No file of the size of its memory when it crashes.
        group.limit(Resource::Core, 0, 0)?;
        if let Some(seconds) = limits.cpu_seconds() {
            // First a signal that tells why. Whoever ignores it is killed a second later.
            group.limit(Resource::Cpu, seconds, seconds.saturating_add(1))?;
        }
        Ok(group)
    }

    fn limit(&self, resource: Resource, amount: u64, maximum: u64) -> io::Result<()> {
        let limit = Rlimit { current: Some(amount), maximum: Some(maximum) };
        match prlimit(Some(self.pid), resource, limit) {
            // It has ended already.
            Ok(_) | Err(rustix::io::Errno::SRCH) => Ok(()),
            // A stricter limit than ours is in force.
            Err(rustix::io::Errno::PERM) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the first process took more address space than it may have, in the moment before its limit was set.
    pub(crate) fn exceeds(&self, limits: &Limits) -> bool {
        let space = || Usage::of(self.pid).ok()?.memory().map(|memory| memory.space);
        limits.memory.is_some_and(|limit| space().is_some_and(|space| space > limit))
    }

    /// Moves the limit of CPU time of a process that has used this much already.
    pub(crate) fn limit_further_cpu(&self, used: Duration, limits: &Limits) -> io::Result<()> {
        let Some(seconds) = limits.cpu_seconds() else { return Ok(()) };
        let amount = used.as_secs().saturating_add(1).saturating_add(seconds);
        // Only the lower limit can be raised again.
        let limit = Rlimit { current: Some(amount), maximum: None };
        match prlimit(Some(self.pid), Resource::Cpu, limit) {
            Ok(_) | Err(rustix::io::Errno::SRCH | rustix::io::Errno::PERM) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The number of the first process.
    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// Becomes readable when the first process has ended.
    pub(crate) fn ending(&self) -> io::Result<Ending> {
        Ok(Ending(pidfd_open(self.pid, PidfdFlags::empty())?))
    }

    /// Kills whatever of the group still runs. Its number is ours as long as the first process was not waited for.
    pub(crate) fn kill(&self) {
        if !self.reaped {
            // If there is nobody left to kill, that is as well.
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
    }

    /// Waits for the first process of a group that was killed.
    pub(crate) fn finish(mut self) -> io::Result<Finish> {
        self.reap()
    }

    fn reap(&mut self) -> io::Result<Finish> {
        loop {
            match self.child.wait4() {
                Ok(ResUse { status, rusage }) => {
                    self.reaped = true;
                    return Ok(Finish { status, cpu: rusage.utime + rusage.stime, memory: rusage.maxrss });
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
            let _ = self.reap();
        }
    }
}

/// The end of a process, as something to wait for.
#[derive(Debug)]
pub(crate) struct Ending(OwnedFd);

impl AsFd for Ending {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    fn sleeper() -> Command {
        let mut command = Command::new("sleep");
        command.arg("600").stdin(Stdio::null());
        command
    }

    #[test]
    fn a_panic_leaves_nothing_behind() {
        let group = Group::spawn(&mut sleeper(), &Limits::default()).unwrap();
        let pid = group.pid;
        let panicked = std::thread::spawn(move || {
            let _group = group;
            std::panic::resume_unwind(Box::new("a test"));
        });
        assert!(panicked.join().is_err());
        // It was waited for, too: not even its number is taken.
        assert!(rustix::process::test_kill_process(pid).is_err());
    }

    #[test]
    fn what_it_used_is_told() {
        let mut command = Command::new("sh");
        command.args(["-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"]);
        let group = Group::spawn(&mut command, &Limits::default()).unwrap();
        let ending = group.ending().unwrap();
        rustix::event::poll(&mut [rustix::event::PollFd::new(&ending, rustix::event::PollFlags::IN)], None)
            .unwrap();
        let finish = group.finish().unwrap();
        assert!(finish.status.success());
        assert!(finish.cpu > Duration::ZERO && finish.memory > 100_000, "{finish:?}");
    }
}
