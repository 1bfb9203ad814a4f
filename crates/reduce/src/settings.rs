//! How to reduce.

use std::fmt;
use std::num::NonZeroUsize;

use crate::pass_name::PassName;

/// How to reduce.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// How many candidates are tested at the same time. Those that turn out not to be needed are tested in vain.
    pub jobs: NonZeroUsize,
    /// Decides between candidates that promise the same.
    pub seed: u64,
    /// The predicate is asked so often at most.
    pub calls: Option<u64>,
    /// The passes to leave out: what only they change stays as it is.
    pub without: &'a [PassName],
    /// Asked before each test: whether to end with what there is. The place for a limit of time, and for Ctrl-C.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Default for Settings<'_> {
    /// One job, no limit.
    fn default() -> Self {
        Settings { jobs: NonZeroUsize::MIN, seed: 0, calls: None, without: &[], stop: &|| false }
    }
}

impl Settings<'_> {
    /// Whether the pass of this name runs.
    pub(crate) fn has(&self, pass: &str) -> bool {
        self.without.iter().all(|without| without.name() != pass)
    }
}

impl fmt::Debug for Settings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("jobs", &self.jobs)
            .field("seed", &self.seed)
            .field("calls", &self.calls)
            .field("without", &self.without)
            .finish_non_exhaustive()
    }
}
