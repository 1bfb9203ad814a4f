//! A page that parent and worker share: what the worker is about to do.

#![expect(unsafe_code, reason = "memory that two processes share is mapped by hand, in this module alone")]

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// Words of 64 bits on the page: a counter, the check, the round, the length, and the bytes of the round.
const WORDS: usize = 8192;

/// Words before the bytes.
const HEAD: usize = 4;

/// Longer strings are not noted as a whole.
const MAX_BYTES: usize = (WORDS - HEAD) * 8;

/// The check that stands for the making of the pool.
const POOL: u64 = u64::MAX;

/// Shared memory. A death in the middle of an operation loses nothing that was written before it.
pub(super) struct Page {
    words: *mut AtomicU64,
}

/// What a worker was about to do.
pub(super) struct Position {
    pub(super) round: u64,
    pub(super) bytes: Vec<u8>,
    /// None while the pool is made.
    pub(super) check: Option<usize>,
}

impl Page {
    /// Maps a file, which is made as long as is needed.
    pub(super) fn open(path: &Path) -> io::Result<Page> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.set_len((WORDS * 8) as u64)?;
        // SAFETY: the address is left to the system, the length is that of the file, and the mapping lives as long as the page.
        let start = unsafe {
            mmap(
                std::ptr::null_mut(),
                WORDS * 8,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::SHARED,
                &file,
                0,
            )
        }?;
        Ok(Page { words: start.cast() })
    }

    fn word(&self, at: usize) -> &AtomicU64 {
        // SAFETY: all callers stay below WORDS, which are mapped and aligned; the other process changes them atomically, too.
        unsafe { &*self.words.add(at) }
    }

    /// Notes the number of a round and its bytes.
    pub(super) fn begin(&self, round: u64, bytes: &[u8]) {
        let bytes = &bytes[..bytes.len().min(MAX_BYTES)];
        self.word(2).store(round, Ordering::Relaxed);
        self.word(3).store(bytes.len() as u64, Ordering::Relaxed);
        for (at, chunk) in bytes.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(HEAD + at).store(u64::from_le_bytes(word), Ordering::Relaxed);
        }
        self.at(None);
    }

    /// Notes what of the round comes next.
    pub(super) fn at(&self, check: Option<usize>) {
        self.word(1).store(check.map_or(POOL, |check| check as u64), Ordering::Relaxed);
        let count = self.word(0).load(Ordering::Relaxed);
        self.word(0).store(count.wrapping_add(1), Ordering::Release);
    }

    /// How often something was noted: a worker that does not note anything for long does not come to an end.
    pub(super) fn count(&self) -> u64 {
        self.word(0).load(Ordering::Acquire)
    }

    /// What was noted last.
    pub(super) fn position(&self) -> Position {
        let length = (self.word(3).load(Ordering::Relaxed) as usize).min(MAX_BYTES);
        let words =
            (0..length.div_ceil(8)).map(|at| self.word(HEAD + at).load(Ordering::Relaxed).to_le_bytes());
        let mut bytes: Vec<u8> = words.flatten().collect();
        bytes.truncate(length);
        let check = self.word(1).load(Ordering::Relaxed);
        let round = self.word(2).load(Ordering::Relaxed);
        Position { round, bytes, check: (check != POOL).then_some(check as usize) }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: what was mapped is unmapped once, and no reference to it is left.
        let unmapped = unsafe { munmap(self.words.cast(), WORDS * 8) };
        debug_assert!(unmapped.is_ok(), "what was mapped can be unmapped");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_mapping_sees_what_was_noted() -> io::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("page");
        let (writer, reader) = (Page::open(&path)?, Page::open(&path)?);
        writer.begin(7, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let position = reader.position();
        assert_eq!((position.round, position.check, position.bytes.len()), (7, None, 9));
        let before = reader.count();
        writer.at(Some(5));
        assert_eq!(reader.position().check, Some(5));
        assert_ne!(reader.count(), before);
        Ok(())
    }
}
