//! The three answers to a check.

use serde::{Deserialize, Serialize};

/// An answer to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
    /// `unknown`
    Unknown,
}

impl Answer {
    /// The word that solvers print.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        }
    }

    /// The answer that a line of output is, if it is one.
    #[must_use]
    pub fn of_line(line: &[u8]) -> Option<Answer> {
        Some(match line.trim_ascii() {
            b"sat" => Answer::Sat,
            b"unsat" => Answer::Unsat,
            b"unknown" => Answer::Unknown,
            _ => return None,
        })
    }
}
