//! What a running process has used so far.

use std::fs::File;
use std::io;
use std::time::Duration;

use rustix::buffer::spare_capacity;
use rustix::io::pread;
use rustix::process::Pid;

/// The files that tell what a process uses. They stay open, since they are read after every case of a session.
#[derive(Debug)]
pub(crate) struct Usage {
    status: File,
    /// The time of the first thread, to the nanosecond.
    schedule: Option<File>,
}

/// What the memory of a process is at a moment, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Memory {
    /// The address space: what the limit is about.
    pub(crate) space: u64,
    /// What is there now.
    pub(crate) resident: u64,
    /// The most that was there at once.
    pub(crate) peak: u64,
}

impl Usage {
    pub(crate) fn of(pid: Pid) -> io::Result<Usage> {
        let open = |name: &str| File::open(format!("/proc/{}/{name}", pid.as_raw_nonzero()));
        Ok(Usage { status: open("status")?, schedule: open("schedstat").ok() })
    }

    /// The memory, while the process is alive.
    pub(crate) fn memory(&self) -> Option<Memory> {
        Some(memory_of(&whole(&self.status)?))
    }

    /// The CPU time of the first thread. Solvers have one, as a rule.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let text = whole(self.schedule.as_ref()?)?;
        text.split_ascii_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// Such files are short and are read in one piece.
fn whole(file: &File) -> Option<String> {
    let mut bytes = Vec::with_capacity(4096);
    pread(file, spare_capacity(&mut bytes), 0).ok()?;
    String::from_utf8(bytes).ok().filter(|text| !text.is_empty())
}

fn memory_of(status: &str) -> Memory {
    let mut memory = Memory::default();
    for line in status.lines() {
        let Some((name, amount)) = line.split_once(':') else { continue };
        let place = match name {
            "VmSize" => &mut memory.space,
            "VmRSS" => &mut memory.resident,
            "VmHWM" => &mut memory.peak,
            _ => continue,
        };
        let kilobytes = amount.split_ascii_whitespace().next().and_then(|amount| amount.parse::<u64>().ok());
        *place = kilobytes.unwrap_or(0).saturating_mul(1024);
    }
    memory
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_ourselves() {
        let usage = Usage::of(rustix::process::getpid()).unwrap();
        let memory = usage.memory().unwrap();
        assert!(memory.resident > 0 && memory.peak >= memory.resident && memory.space > memory.resident);
        assert!(usage.cpu().is_some());
    }

    #[test]
    fn the_lines_of_the_system() {
        let memory = memory_of("Name:\tz3\nVmSize:\t  20 kB\nVmHWM:\t   9 kB\nVmRSS:\t   8 kB\nThreads: 1\n");
        assert_eq!(memory, Memory { space: 20 << 10, resident: 8 << 10, peak: 9 << 10 });
        assert_eq!(memory_of("VmSize: much"), Memory::default());
    }
}
