//! Writing files in one step: a file is there as it was, or as it shall be, never half-written.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use rustix::fs::{AtFlags, CWD, Gid, Mode, OFlags, Uid, fchown, linkat, open};

use crate::input::reason;

/// Replaces the contents of a file, or makes it. What is no regular file, such as a pipe or `/dev/null`, is simply
/// written to.
pub(crate) fn write(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    replace(path, contents, Care::OfMachine)
        .map_err(|error| anyhow!("{}: not written: {}", path.display(), reason(&error)))
}

/// As [`write`], without waiting until the disk has it: for many files that can be made again.
pub(crate) fn write_soon(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    replace(path, contents, Care::OfProcess)
        .map_err(|error| anyhow!("{}: not written: {}", path.display(), reason(&error)))
}

/// Whose death leaves no half-written file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    /// That of the machine.
    OfMachine,
    /// That of this process.
    OfProcess,
}

fn replace(path: &Path, contents: &[u8], care: Care) -> io::Result<()> {
    // Through links, to the file that is meant; a file that is not there has no links to follow.
    let path = match path.canonicalize() {
        Ok(path) => path,
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(error),
    };
    let old = match std::fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => {
            return OpenOptions::new().write(true).open(&path)?.write_all(contents);
        }
        Ok(metadata) => Some(metadata),
        Err(_) => None,
    };
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = Temporary(directory.join(temporary));
    temporary.fill(directory, contents, old.as_ref(), care)?;
    std::fs::rename(&temporary.0, &path)
}

/// A file that is gone in the end, under this name at least.
struct Temporary(PathBuf);

impl Temporary {
    /// Writes the file without a name first, so that nothing is left even if the process is killed. Where the file
    /// system cannot do that, it has its name from the beginning.
    fn fill(&self, directory: &Path, contents: &[u8], old: Option<&Metadata>, care: Care) -> io::Result<()> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        if let Ok(nameless) = open(directory, flags, Mode::from_raw_mode(0o666)) {
            let nameless = File::from(nameless);
            fill(&nameless, contents, old, care)?;
            let link = format!("/proc/self/fd/{}", nameless.as_raw_fd());
            if linkat(CWD, link, CWD, &self.0, AtFlags::SYMLINK_FOLLOW).is_ok() {
                return Ok(());
            }
        }
        fill(&OpenOptions::new().write(true).create_new(true).open(&self.0)?, contents, old, care)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After the renaming there is nothing to remove.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn fill(mut file: &File, contents: &[u8], old: Option<&Metadata>, care: Care) -> io::Result<()> {
    file.write_all(contents)?;
    if let Some(old) = old {
        // Only the superuser may give files away; anybody else owns the result.
        let _ = fchown(file, Some(Uid::from_raw(old.uid())), Some(Gid::from_raw(old.gid())));
        file.set_permissions(old.permissions())?;
    }
    if care == Care::OfMachine { file.sync_all() } else { Ok(()) }
}
