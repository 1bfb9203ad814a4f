//! What engines come back with.

use std::time::Duration;

/// What an engine printed, and how much time of the CPU it took.
pub(super) struct Output {
    pub(super) answer: String,
    pub(super) log: String,
    /// Whether it was ended for printing too much.
    pub(super) is_cut: bool,
    pub(super) cpu: Duration,
}

impl Output {
    pub(super) fn is_refutation(&self) -> bool {
        self.says("unsat")
    }

    fn says(&self, answer: &str) -> bool {
        self.answer.lines().any(|line| line.trim() == answer)
    }

    /// Why there is no refutation.
    pub(super) fn excuse<T>(&self) -> Reply<T> {
        if self.says("sat") { Reply::Satisfiable } else { Reply::Nothing }
    }
}

/// What an engine had to say.
pub(crate) enum Reply<T> {
    /// What it was asked for.
    Told(T),
    /// There is no refutation.
    Satisfiable,
    Nothing,
}

impl<T> Reply<T> {
    pub(crate) fn told(self) -> Option<T> {
        match self {
            Reply::Told(told) => Some(told),
            Reply::Satisfiable | Reply::Nothing => None,
        }
    }
}
