//! Where solvers run: a directory that is kept from one run to the next.

use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{RawDir, SeekFrom, seek};
use tempfile::TempDir;

use crate::stray;

/// A directory with a script and a place to run in. It is removed, and what ran there is ended, when this is dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    script: PathBuf,
    /// Stays open: to write over a file is much cheaper than to empty it and to fill it again.
    file: File,
    /// Some solvers write logs into the current directory: this is theirs.
    place: PathBuf,
    /// To look whether there is something in it.
    opened: File,
    /// In the environment of all that runs here.
    mark: String,
    directory: TempDir,
}

impl Scratch {
    pub(crate) fn new() -> io::Result<Scratch> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let directory = TempDir::with_prefix("quis-")?;
        let place = directory.path().join("run");
        std::fs::create_dir(&place)?;
        let opened = File::open(&place)?;
        let mark = format!("{}.{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let script = directory.path().join("script.smt2");
        let file = File::create_new(&script)?;
        Ok(Scratch { script, file, place, opened, mark, directory })
    }

    /// Makes this text the script.
    pub(crate) fn write_script(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.write_all_at(text, 0)?;
        let known = self.file.metadata()?;
        if known.nlink() == 0 {
            // A solver has removed the file, or put another in its place.
            let _ = std::fs::remove_file(&self.script);
            self.file = File::create_new(&self.script)?;
            self.file.write_all_at(text, 0)?;
        } else if known.len() != text.len() as u64 {
            self.file.set_len(text.len() as u64)?;
        }
        Ok(())
    }

    /// Where the script is.
    pub(crate) fn script(&self) -> &Path {
        &self.script
    }

    /// Where solvers run.
    pub(crate) fn place(&self) -> &Path {
        &self.place
    }

    /// What all that runs here has in its environment, under the name [`stray::VARIABLE`].
    pub(crate) fn mark(&self) -> &str {
        &self.mark
    }

    /// Ends what ran here and left its group.
    pub(crate) fn end_strays(&self) {
        stray::end(&self.mark);
    }

    /// Removes what a solver has left in the directory.
    pub(crate) fn clean(&self) -> io::Result<()> {
        if self.is_clean()? {
            return Ok(());
        }
        for entry in std::fs::read_dir(&self.place)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                std::fs::remove_dir_all(entry.path())?;
            } else {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Two system calls, since this is asked after every run.
    fn is_clean(&self) -> io::Result<bool> {
        seek(&self.opened, SeekFrom::Start(0))?;
        let mut buffer = [MaybeUninit::<u8>::uninit(); 1024];
        let mut entries = RawDir::new(&self.opened, &mut buffer);
        // The two that every directory has come in one call, and in any order.
        let mut seen = 0;
        while let Some(entry) = entries.next() {
            seen += 1;
            if !matches!(entry?.file_name().to_bytes(), b"." | b"..") {
                return Ok(false);
            }
            if entries.is_buffer_empty() {
                break;
            }
        }
        // A directory that was removed has none.
        if seen == 0 { Err(io::ErrorKind::NotFound.into()) } else { Ok(true) }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.end_strays();
        // Whatever a solver did to the permissions: its litter is not worth an error.
        let _ = std::fs::remove_dir_all(self.directory.path());
    }
}

/// Scratch directories that nobody uses at the moment.
#[derive(Debug, Default)]
pub(crate) struct Scratches {
    free: Mutex<Vec<Scratch>>,
}

impl Scratches {
    /// One that is free, or a new one.
    pub(crate) fn take(&self) -> io::Result<Scratch> {
        match self.lock().pop() {
            Some(scratch) => Ok(scratch),
            None => Scratch::new(),
        }
    }

    /// For the next run. One that cannot be cleaned is removed.
    pub(crate) fn give_back(&self, scratch: Scratch) {
        if scratch.clean().is_ok() {
            self.lock().push(scratch);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Scratch>> {
        // A list is whole whoever panicked.
        self.free.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_has_its_script() {
        let mut scratch = Scratch::new().unwrap();
        let texts = ["a long script", "short", "a longer one", ""];
        for text in texts {
            scratch.write_script(text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(scratch.script()).unwrap(), text);
        }
        for text in texts {
            std::fs::remove_file(scratch.script()).unwrap();
            scratch.write_script(text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(scratch.script()).unwrap(), text);
        }
        let other = scratch.place().join("other");
        std::fs::write(&other, "another file").unwrap();
        std::fs::rename(&other, scratch.script()).unwrap();
        scratch.write_script(b"(check-sat)").unwrap();
        assert_eq!(std::fs::read_to_string(scratch.script()).unwrap(), "(check-sat)");
    }

    #[test]
    fn litter_is_removed_and_the_directory_in_the_end() {
        let scratches = Scratches::default();
        let scratch = scratches.take().unwrap();
        let place = scratch.place().to_owned();
        assert!(scratch.is_clean().unwrap());
        std::fs::write(place.join("log"), "x").unwrap();
        std::fs::create_dir(place.join("sub")).unwrap();
        std::fs::write(place.join("sub/log"), "x").unwrap();
        assert!(!scratch.is_clean().unwrap());
        scratches.give_back(scratch);
        let scratch = scratches.take().unwrap();
        assert_eq!(scratch.place(), place, "the same again");
        assert!(scratch.is_clean().unwrap() && std::fs::read_dir(&place).unwrap().next().is_none());
        // One that a solver has removed is not used again.
        std::fs::remove_dir(&place).unwrap();
        assert!(scratch.is_clean().is_err());
        let directory = scratch.directory.path().to_owned();
        scratches.give_back(scratch);
        assert!(!directory.exists());
        let other = scratches.take().unwrap();
        assert_ne!(other.place(), place);
        let directory = other.directory.path().to_owned();
        scratches.give_back(other);
        drop(scratches);
        assert!(!directory.exists());
    }
}
