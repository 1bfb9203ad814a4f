//! Processes that left their group: `setsid` is enough for that.
//!
//! Everything that we start has a mark in its environment, which its children inherit. So what has left its group is
//! found by looking through all processes, and nobody else's is ever touched. A process that also changes its
//! environment is not found. Becoming the parent of all orphans (a "child subreaper") would find those too, but it is a
//! setting of the whole process that owns us, whose other children it would mix with ours.

use std::fs;
use std::io;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// The name of the mark.
pub(crate) const VARIABLE: &str = "QUIS_RUN";

/// Ends all processes that have this mark.
pub(crate) fn end(mark: &str) {
    let wanted = format!("{VARIABLE}={mark}");
    // One that is ended may just be starting another.
    for _ in 0..3 {
        if !end_once(wanted.as_bytes()).unwrap_or(false) {
            return;
        }
    }
}

/// Whether there was one.
fn end_once(wanted: &[u8]) -> io::Result<bool> {
    let mut found = false;
    for entry in fs::read_dir("/proc")? {
        let Ok(entry) = entry else { continue };
        let number = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let Some(pid) = number else { continue };
        // Opened before it is looked at: if its number is given to another meanwhile, this one is dead and nobody is
        // killed.
        let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
        let Ok(environment) = fs::read(entry.path().join("environ")) else { continue };
        if environment.split(|&byte| byte == 0).any(|variable| variable == wanted) {
            found |= pidfd_send_signal(&process, Signal::KILL).is_ok();
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    use super::*;

    #[test]
    fn only_marked_processes_are_ended() {
        let mark = format!("test.{}", std::process::id());
        let mut marked = Command::new("sleep").arg("600").env(VARIABLE, &mark).spawn().unwrap();
        let mut other = Command::new("sleep").arg("600").env(VARIABLE, format!("{mark}0")).spawn().unwrap();
        end(&mark);
        assert_eq!(marked.wait().unwrap().signal(), Some(9));
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }
}
