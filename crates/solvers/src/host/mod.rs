//! Solvers that come as libraries, behind a command line like that of their programs.
//!
//! The wheels of cvc5 and Boolector have no executable, but their libraries have a C interface with a parser. The host loads them into a
//! process of its own, so that a crash ends only that process.

mod arguments;
mod boolector;
mod commands;
mod cvc5;
mod functions;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// The solvers that can be hosted.
pub const HOSTED: [&str; 2] = ["boolector", "cvc5"];

/// Why a solver could not be hosted. What the solver itself complains about is part of its output.
#[derive(Debug)]
pub enum HostError {
    /// No such solver can be hosted.
    Unknown(String),
    /// There is no such library in the folder.
    NoLibrary(String, PathBuf),
    /// The system does not load it.
    Load(libloading::Error),
    /// Reading or writing failed.
    Io(std::io::Error),
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostError::Unknown(name) => {
                write!(f, "`{name}` cannot be hosted: expected {}", HOSTED.join(", "))
            }
            HostError::NoLibrary(stem, folder) => write!(f, "there is no {stem} in {}", folder.display()),
            HostError::Load(error) => write!(f, "the library cannot be loaded: {error}"),
            HostError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HostError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            HostError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<libloading::Error> for HostError {
    fn from(error: libloading::Error) -> Self {
        HostError::Load(error)
    }
}

impl From<std::io::Error> for HostError {
    fn from(error: std::io::Error) -> Self {
        HostError::Io(error)
    }
}

/// Behaves like the program of a solver, with the libraries in a folder; the exit code. The process is the solver's from
/// here on: its libraries stay, and threads of ours may end it.
///
/// # Errors
/// If the libraries cannot be loaded, or reading or writing fails.
pub fn host(solver: &str, libraries: &Path, arguments: &[OsString]) -> Result<u8, HostError> {
    match solver {
        "boolector" => boolector::host(libraries, arguments),
        "cvc5" => cvc5::host(libraries, arguments),
        _ => Err(HostError::Unknown(solver.to_owned())),
    }
}

/// The shared library whose name starts so, with a version behind it.
fn library(folder: &Path, stem: &str) -> Result<PathBuf, HostError> {
    let missing = || HostError::NoLibrary(stem.to_owned(), folder.to_owned());
    let names = std::fs::read_dir(folder).map_err(|_| missing())?.flatten();
    let mut names: Vec<OsString> = names.map(|entry| entry.file_name()).collect();
    names.sort();
    let fits = |name: &&OsString| {
        let rest = name.to_str().and_then(|name| name.strip_prefix(stem));
        rest.is_some_and(|rest| rest.starts_with(['-', '.']) && rest.contains(".so"))
    };
    names.iter().find(fits).map(|name| folder.join(name)).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_found_whatever_their_version() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["libcvc5-558d.so.1.4.2", "libcvc5parser-2f6e.so.1.4.2", "libcvc5.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let name = |stem| library(folder.path(), stem).unwrap().file_name().unwrap().to_owned();
        assert_eq!(name("libcvc5parser"), "libcvc5parser-2f6e.so.1.4.2");
        assert_eq!(name("libcvc5"), "libcvc5-558d.so.1.4.2");
        let none = library(folder.path(), "libz3").unwrap_err().to_string();
        assert!(none.starts_with("there is no libz3 in "), "{none}");
        assert!(host("z4", folder.path(), &[]).unwrap_err().to_string().contains("expected boolector, cvc5"));
        // A file that is no library is refused, not loaded.
        assert!(matches!(host("cvc5", folder.path(), &[]), Err(HostError::Load(_))));
    }
}
