//! Downloads packages of Debian and unpacks them, without root rights and without installing them.
//!
//! [`from_own_release`] takes them from where the system has its own, [`from_release`] from another release of Debian. What is wanted, and what
//! becomes of it, is the user's matter; libraries can be [taken](take_libraries) out of what was unpacked.
//!
//! ```no_run
//! use std::path::Path;
//!
//! // Debian 11 has a library that later releases have not.
//! let root = quis_debian::from_release("bullseye", &["libapron"], Path::new("/tmp"))?;
//! quis_debian::take_libraries(&root, Path::new("/tmp/libraries"))?;
//! # Ok::<(), quis_debian::Error>(())
//! ```
//!
//! Invariants:
//! - Nothing is written but in the folders that are named: the system's packages and its knowledge of them stay as they are.
//! - Packages of another release count only if they are signed with one of Debian's keys.

mod package;
mod release;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

pub use package::{from_own_release, run, take_libraries};
pub use release::from_release;

/// Why a package cannot be had.
#[derive(Debug)]
pub enum Error {
    /// A tool or file is missing: which.
    Missing(&'static str),
    /// A tool failed: which, at what, and its last words.
    Failed(&'static str, String, String),
    /// The system failed: at what, and how.
    Io(PathBuf, io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing(what) => write!(f, "{what} is missing"),
            Error::Failed(tool, what, words) => write!(f, "{tool} failed for {what}: {words}"),
            Error::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for Error {}

/// An error of the system, with the path that it is about.
fn at(path: &Path) -> impl Fn(io::Error) -> Error {
    move |error| Error::Io(path.to_owned(), error)
}
