//! What a run may use.

use std::time::Duration;

/// The limits of a run. They hold for every process of the solver, except the memory, which each of them has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time on the clock. Then the run is ended.
    pub wall: Duration,
    /// CPU time of one process, in whole seconds, rounded up. It holds even if Quis itself is killed. Where one process is started for each
    /// script, the first thread of the solver is ended to the hundredth of a second.
    pub cpu: Option<Duration>,
    /// Address space of one process, in bytes. Beyond it the solver gets no memory.
    pub memory: Option<u64>,
    /// Bytes of output, standard output and error together. Then the run is ended.
    pub output: usize,
}

impl Limits {
    /// The CPU time as the system counts it.
    pub(crate) fn cpu_seconds(&self) -> Option<u64> {
        let cpu = self.cpu?;
        Some(cpu.as_secs() + u64::from(cpu.subsec_nanos() > 0))
    }
}

impl Default for Limits {
    /// Ten seconds, two gigabytes of memory, 64 MiB of output.
    fn default() -> Self {
        Limits { wall: Duration::from_secs(10), cpu: None, memory: Some(2 << 30), output: 64 << 20 }
    }
}
