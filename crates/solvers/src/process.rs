//! A process group that does not outlive its owner.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus};

use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process_group, pidfd_open, prlimit};

use crate::limits::Limits;

/// A running process, first of a group of its own. All of the group is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Group {
    child: Child,
    pid: Option<Pid>,
    reaped: bool,
}

impl Group {
    /// Starts a process in a group of its own and puts it under limits.
    ///
    /// The limits are set from outside, when the process runs already: whatever is done between `fork` and `exec` makes
    /// starting dearer by the size of our own memory.
    pub(crate) fn spawn(mut command: Command, limits: &Limits) -> io::Result<Group> {
        let child = command.process_group(0).spawn()?;
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let group = Group { child, pid, reaped: false };
        // No file of the size of its memory when it crashes.
        group.limit(Resource::Core, 0)?;
        if let Some(memory) = limits.memory {
            group.limit(Resource::As, memory)?;
        }
        if let Some(cpu) = limits.cpu {
            group.limit(Resource::Cpu, cpu.as_secs() + u64::from(cpu.subsec_nanos() > 0))?;
        }
        Ok(group)
    }

    fn limit(&self, resource: Resource, amount: u64) -> io::Result<()> {
        let limit = Rlimit { current: Some(amount), maximum: Some(amount) };
        match prlimit(self.pid, resource, limit) {
            // It has ended already.
            Ok(_) | Err(rustix::io::Errno::SRCH) => Ok(()),
            // A stricter limit than ours is in force.
            Err(rustix::io::Errno::PERM) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The ends of the pipes to read from.
    pub(crate) fn outputs(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        (self.child.stdout.take(), self.child.stderr.take())
    }

    /// Becomes readable when the first process has ended.
    pub(crate) fn ending(&self) -> io::Result<Ending> {
        let pid = self.pid.ok_or(io::ErrorKind::NotFound)?;
        Ok(Ending(pidfd_open(pid, PidfdFlags::empty())?))
    }

    /// Kills whatever of the group still runs. Its number is ours as long as the first process was not waited for.
    pub(crate) fn kill(&self) {
        if let Some(pid) = self.pid.filter(|_| !self.reaped) {
            // If there is nobody left to kill, that is as well.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Kills whatever still runs, and says how the first process ended.
    pub(crate) fn finish(mut self) -> io::Result<ExitStatus> {
        self.kill();
        let status = self.child.wait()?;
        self.reaped = true;
        Ok(status)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
            let _ = self.child.wait();
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

    #[test]
    fn a_panic_leaves_nothing_behind() {
        let mut command = Command::new("sleep");
        command.arg("600").stdin(Stdio::null());
        let group = Group::spawn(command, &Limits::default()).unwrap();
        let pid = group.pid.unwrap();
        let panicked = std::thread::spawn(move || {
            let _group = group;
            std::panic::resume_unwind(Box::new("a test"));
        });
        assert!(panicked.join().is_err());
        // It was waited for, too: not even its number is taken.
        assert!(rustix::process::test_kill_process(pid).is_err());
    }
}
