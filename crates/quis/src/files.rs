//! The files that the arguments of a command stand for.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::input::{self, InputError};

/// An input to read, or why there is none.
pub(crate) type Found = Result<PathBuf, InputError>;

/// Replaces directories by the `.smt2` files below them, in the order of their names.
pub(crate) fn expand(paths: &[PathBuf]) -> Vec<Found> {
    let mut found = Vec::new();
    for path in paths {
        if input::is_stdin(path) || !path.is_dir() {
            found.push(Ok(path.clone()));
            continue;
        }
        let before = found.len();
        walk(path, &mut found);
        if found.len() == before {
            found.push(Err(InputError::new(path, "there is no .smt2 file below this directory")));
        }
    }
    found
}

/// Symbolic links are followed, but no directory is entered twice.
fn walk(root: &Path, found: &mut Vec<Found>) {
    let mut entered = BTreeSet::new();
    // The next in order is the last.
    let mut stack = vec![root.to_owned()];
    while let Some(path) = stack.pop() {
        let Ok(metadata) = std::fs::metadata(&path) else {
            // A link to nowhere is worth a word if it looks like an input.
            if is_smt2(&path) {
                found.push(Ok(path));
            }
            continue;
        };
        if metadata.is_file() && is_smt2(&path) {
            found.push(Ok(path));
        } else if metadata.is_dir() && entered.insert((metadata.dev(), metadata.ino())) {
            match entries(&path) {
                Ok(mut entries) => {
                    entries.sort_unstable();
                    stack.extend(entries.into_iter().rev());
                }
                Err(error) => found.push(Err(InputError::new(&path, input::reason(&error)))),
            }
        }
    }
}

/// What may be an input or lead to one.
fn entries(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        // Other plain files are left out before anything more is asked about them.
        if is_smt2(&path) || !entry.file_type()?.is_file() {
            entries.push(path);
        }
    }
    Ok(entries)
}

fn is_smt2(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("smt2"))
}
