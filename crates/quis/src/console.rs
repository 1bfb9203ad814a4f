//! The terminal: colours, standard output and error, exit codes.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use serde::Serialize;

use crate::args::Color;
use crate::diagnostics::Renderer;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All is well.
    Good = 0,
    /// What was asked about is not so: a file is not formatted, a model is not one.
    Failed = 1,
    /// An input was rejected.
    Rejected = 2,
    /// Nothing is wrong, but not all is known.
    Open = 3,
    /// The user did not want to wait: what a shell reports of a process that SIGINT ended.
    Interrupted = 128 + 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// What a shell reports of a process that SIGPIPE ended: the reader had enough.
const READER_GONE: u8 = 128 + 13;

/// How to show messages.
pub(crate) struct Console {
    color: Color,
}

impl Console {
    pub(crate) fn new(color: Color) -> Self {
        Console { color }
    }

    /// For messages that are the result of a command.
    pub(crate) fn stdout_renderer(&self) -> Renderer {
        Renderer::new(self.colored(io::stdout().is_terminal()))
    }

    /// For messages beside the result.
    pub(crate) fn stderr_renderer(&self) -> Renderer {
        Renderer::new(self.colored(io::stderr().is_terminal()))
    }

    fn colored(&self, terminal: bool) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }

    /// Shows messages on the standard error.
    pub(crate) fn warn(&self, messages: &str) {
        // If nobody listens, the exit code still tells.
        let _ = io::stderr().write_all(messages.as_bytes());
    }

    /// Shows why a command could not go on. A reader of our output that has gone away is no reason to complain.
    pub(crate) fn fail(&self, error: &anyhow::Error) -> ExitCode {
        let gone = error
            .chain()
            .filter_map(|cause| cause.downcast_ref::<io::Error>())
            .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
        if gone {
            return ExitCode::from(READER_GONE);
        }
        self.warn(&self.stderr_renderer().message(&format!("{error:#}"), None));
        Status::Rejected.into()
    }
}

/// Writes to the standard output, at once.
pub(crate) fn print(text: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text)?;
    stdout.flush()
}

/// A value as one line of JSON.
pub(crate) fn json_line(value: &impl Serialize) -> String {
    // Cannot fail: no value here has a map with keys that are not strings.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// A panic is a bug of ours: say so, and what to do.
pub(crate) fn explain_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let _ = writeln!(
            io::stderr(),
            "quis: internal error: {panic}\nThis is a bug in Quis: please report it, with the input."
        );
    }));
}
