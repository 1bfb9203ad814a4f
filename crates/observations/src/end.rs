//! How a solver ended.

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal: a crash. Number 9 is no crash but lack of memory: the system sends it, or Quis does if the
    /// process had taken more than it may have before its limit could be set.
    Signal(i32),
    /// Stopped by Quis: its time was over, on the clock or of the CPU.
    TimedOut,
    /// Stopped by Quis: it wrote too much.
    Truncated,
    /// Stopped by Quis, on interrupt.
    Interrupted,
}
