//! Why a campaign cannot go on.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a campaign cannot go on.
#[derive(Debug)]
pub enum Error {
    /// A file or directory could not be read or written.
    File(PathBuf, io::Error),
    /// The store refused.
    Store(rusqlite::Error),
    /// A record in the store cannot be read.
    Record(serde_json::Error),
    /// A solver could not be started.
    Solver(String, io::Error),
    /// Another process works on this campaign.
    Busy(PathBuf),
    /// There is no campaign, or there is one already.
    Campaign(PathBuf, &'static str),
    /// What was asked for does not exist or does not fit.
    Asked(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::File(path, error) => write!(f, "{}: {error}", path.display()),
            Error::Store(error) => write!(f, "the campaign's store: {error}"),
            Error::Record(error) => write!(f, "a record of the campaign's store cannot be read: {error}"),
            Error::Solver(name, error) => write!(f, "{name} cannot be started: {error}"),
            Error::Busy(path) => write!(f, "{}: another process works on this campaign", path.display()),
            Error::Campaign(path, what) => write!(f, "{}: {what}", path.display()),
            Error::Asked(what) => f.write_str(what),
        }
    }
}

// The text of an error has that of its cause: there is no source beside it.
impl std::error::Error for Error {}

impl From<quis_solvers::TableError> for Error {
    fn from(error: quis_solvers::TableError) -> Self {
        Error::Asked(error.to_string())
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Error::Store(error)
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Error::Record(error)
    }
}
