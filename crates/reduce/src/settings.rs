//! How to reduce.

use std::fmt;
use std::num::NonZeroUsize;

/// How to reduce.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// How many candidates are tested at the same time. Those that turn out not to be needed are tested in vain.
    pub jobs: NonZeroUsize,
    /// Decides between candidates that promise the same.
    pub seed: u64,
    /// The predicate is asked so often at most.
    pub calls: Option<u64>,
    /// Asked before each test: whether to end with what there is. The place for a limit of time, and for Ctrl-C.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Default for Settings<'_> {
    /// One job, no limit.
    fn default() -> Self {
        Settings { jobs: NonZeroUsize::MIN, seed: 0, calls: None, stop: &|| false }
    }
}

impl fmt::Debug for Settings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("jobs", &self.jobs)
            .field("seed", &self.seed)
            .field("calls", &self.calls)
            .finish_non_exhaustive()
    }
}
