//! Why there is no result, and how that is told.

use std::fmt::Display;

use quis_smtlib::Diagnostic;

use crate::console::{Console, Status};
use crate::input::Source;

/// Why there is no result.
pub(crate) enum Failed {
    /// The case is not well-formed.
    Rejected(Vec<Diagnostic>),
    /// The predicate does not hold for it.
    NotShown,
    /// The user did not want to wait for the first answer.
    Interrupted,
    /// Something else is to blame than the case. What was kept until then is confirmed.
    Other(anyhow::Error),
}

impl Failed {
    /// Says so; how the command ends.
    pub(crate) fn explain(
        self,
        source: &Source,
        kept: &dyn Display,
        console: &Console,
    ) -> anyhow::Result<Status> {
        let renderer = console.stderr_renderer();
        match self {
            Failed::Interrupted => return Ok(Status::Interrupted),
            Failed::Other(error) => return Err(error),
            Failed::Rejected(diagnostics) => {
                console.warn(&renderer.diagnostics(source, &diagnostics, false));
            }
            Failed::NotShown => {
                let message = format!("{}: what is to be kept is not seen again: {kept}", source.name);
                console.warn(&renderer.message(&message, None));
            }
        }
        Ok(Status::Rejected)
    }
}
