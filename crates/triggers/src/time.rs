//! How long is waited for solvers.

use std::time::Duration;

use quis_solvers::Limits;

/// So long is waited in any case.
const LEAST: Duration = Duration::from_millis(50);

/// Never longer.
const MOST: Duration = Duration::from_secs(5);

/// So long is waited for something that, if it comes to an end, should take no longer than what took so long. Most of what takes longer has
/// gone astray.
pub(crate) fn patience(pace: Duration) -> Duration {
    (LEAST + 4 * pace).min(MOST)
}

/// Limits with so much time of the CPU.
pub(crate) fn within(limits: Limits, cpu: Duration) -> Limits {
    Limits { wall: 8 * cpu, cpu: Some(cpu), ..limits }
}
