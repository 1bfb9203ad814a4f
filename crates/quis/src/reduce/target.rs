//! Where the result goes.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use anyhow::bail;

use crate::{atomic, console, input};

/// The file of a result, or the standard output.
pub(crate) struct Target {
    path: PathBuf,
    /// Writes while candidates are tested: who waits for a disk tests nothing.
    writer: Option<Writer>,
    /// What is printed in the end.
    last: Vec<u8>,
}

impl Target {
    /// The place that the user wants, or one beside the input.
    pub(crate) fn new(wanted: Option<&Path>, file: &Path) -> anyhow::Result<Target> {
        let path = match wanted {
            Some(path) => path.to_owned(),
            None if input::is_stdin(file) => {
                bail!("the standard input has no file beside it: --output says where to write")
            }
            None => beside(file),
        };
        if is_same(&path, file) {
            bail!("{}: this is the input, which is not written to", path.display());
        }
        Ok(Target { path, writer: None, last: Vec::new() })
    }

    /// How messages call it.
    pub(crate) fn name(&self) -> String {
        if input::is_stdin(&self.path) { "<stdout>".to_owned() } else { self.path.display().to_string() }
    }

    /// Whether the result goes to the standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        input::is_stdin(&self.path)
    }

    /// Makes this the result, soon. A file is there as it was, or as it shall be.
    pub(crate) fn put(&mut self, contents: Vec<u8>) -> anyhow::Result<()> {
        if !self.is_replaced() {
            self.last = contents;
            return Ok(());
        }
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(Writer::start(self.path.clone())?),
        };
        if writer.put(contents) { Ok(()) } else { self.close() }
    }

    /// Waits until the result is where it belongs.
    pub(crate) fn close(&mut self) -> anyhow::Result<()> {
        match self.writer.take() {
            Some(writer) => writer.finish(),
            None if self.last.is_empty() => Ok(()),
            None if self.is_stdout() => Ok(console::print(&self.last)?),
            None => atomic::write(&self.path, &self.last),
        }
    }

    /// Whether one result can take the place of another: a pipe or a device gets the last one only.
    fn is_replaced(&self) -> bool {
        let regular = std::fs::metadata(&self.path).map_or(true, |metadata| metadata.is_file());
        regular && !self.is_stdout()
    }
}

/// match: a/b.smt2, result: a/b.reduced.smt2
fn beside(file: &Path) -> PathBuf {
    let is_script = file.extension().is_some_and(|extension| extension == "smt2");
    let stem = if is_script { file.file_stem() } else { file.file_name() };
    let mut name: OsString = stem.unwrap_or_default().to_owned();
    name.push(".reduced.smt2");
    file.with_file_name(name)
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    match (std::fs::metadata(one), std::fs::metadata(other)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

/// Writes the last of what it is given. What comes while it writes waits, and the last of that is next.
struct Writer {
    sender: Sender<Vec<u8>>,
    thread: JoinHandle<anyhow::Result<()>>,
}

impl Writer {
    fn start(path: PathBuf) -> anyhow::Result<Writer> {
        let (sender, receiver) = channel();
        let thread =
            std::thread::Builder::new().name("writer".to_owned()).spawn(move || write(&path, &receiver))?;
        Ok(Writer { sender, thread })
    }

    /// Whether somebody takes it.
    fn put(&self, contents: Vec<u8>) -> bool {
        self.sender.send(contents).is_ok()
    }

    fn finish(self) -> anyhow::Result<()> {
        drop(self.sender);
        match self.thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

fn write(path: &Path, receiver: &Receiver<Vec<u8>>) -> anyhow::Result<()> {
    while let Ok(first) = receiver.recv() {
        let contents = receiver.try_iter().last().unwrap_or(first);
        atomic::write(path, &contents)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_stands_beside_the_input() {
        assert_eq!(beside(Path::new("a/b.smt2")), Path::new("a/b.reduced.smt2"));
        assert_eq!(beside(Path::new("b.c.smt2")), Path::new("b.c.reduced.smt2"));
        assert_eq!(beside(Path::new("../query")), Path::new("../query.reduced.smt2"));
        assert_eq!(beside(Path::new("query.txt")), Path::new("query.txt.reduced.smt2"));
    }

    #[test]
    fn the_last_is_written_and_the_input_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.smt2");
        std::fs::write(&file, "input").unwrap();
        std::os::unix::fs::symlink(&file, folder.path().join("link")).unwrap();
        assert!(Target::new(Some(&file), &file).is_err());
        assert!(Target::new(Some(&folder.path().join("link")), &file).is_err());
        let mut target = Target::new(None, &file).unwrap();
        for length in (0..200).rev() {
            target.put(vec![b'x'; length]).unwrap();
        }
        target.put(b"last".to_vec()).unwrap();
        target.close().unwrap();
        assert_eq!(std::fs::read_to_string(folder.path().join("a.reduced.smt2")).unwrap(), "last");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "input");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn what_cannot_be_written_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.smt2");
        let mut target = Target::new(Some(&folder.path().join("no/such/a.smt2")), &file).unwrap();
        target.put(b"x".to_vec()).unwrap();
        assert!(target.close().unwrap_err().to_string().contains("no such file or directory"));
    }
}
