//! What a run may use.

use std::time::Duration;

/// A process that only waits is ended after N times its CPU time. On a machine with several busy processes for each core, one
/// that works must not be.
const BACKSTOP: u32 = 8;

/// The limits of a run. They hold for every process of the solver, except the memory, which each of them has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time on the clock. Then the run is ended.
    pub wall: Duration,
    /// CPU time. The run is ended when the first thread of the solver has used this much, to the hundredth of a second. Any process of
    /// it is ended a second or two later, even if Quis itself is killed.
    pub cpu: Option<Duration>,
    /// Address space of one process, in bytes. Beyond it the solver gets no memory.
    pub memory: Option<u64>,
    /// Bytes of output, standard output and error together. Then the run is ended.
    pub output: usize,
}

impl Limits {
    /// The limits of a solver on a case: seconds of CPU time, and megabytes of memory.
    ///
    /// ```
    /// let limits = quis_solvers::Limits::of_case(2.0, 512);
    /// assert_eq!((limits.time().as_secs(), limits.memory), (2, Some(512 << 20)));
    /// ```
    #[must_use]
    pub fn of_case(seconds: f64, megabytes: u64) -> Limits {
        let limits = Limits { memory: Some(megabytes << 20), ..Limits::default() };
        limits.with_cpu(Duration::try_from_secs_f64(seconds).unwrap_or(limits.wall))
    }

    /// The same limits with so much CPU time, and several times as much on the clock for a solver that waits for ever.
    #[must_use]
    pub fn with_cpu(self, cpu: Duration) -> Limits {
        Limits {
            cpu: Some(cpu),
            wall: cpu.saturating_mul(BACKSTOP).saturating_add(Duration::from_secs(1)),
            ..self
        }
    }

    /// The CPU time; the time on the clock where there is no such limit.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.cpu.unwrap_or(self.wall)
    }

    /// The CPU time after which the system itself ends a process: a second more than we do, since some solvers take its signal for an
    /// order to give up, and say so.
    pub(crate) fn cpu_seconds(&self) -> Option<u64> {
        let cpu = self.cpu?;
        Some(cpu.as_secs() + u64::from(cpu.subsec_nanos() > 0) + 1)
    }
}

impl Default for Limits {
    /// Ten seconds, two gigabytes of memory, 64 MiB of output.
    fn default() -> Self {
        Limits { wall: Duration::from_secs(10), cpu: None, memory: Some(2 << 30), output: 64 << 20 }
    }
}
