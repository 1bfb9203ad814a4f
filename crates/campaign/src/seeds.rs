//! Seeds: where they come from, and their texts.

use std::io;
use std::path::{Path, PathBuf};

use crate::unit::SeedText;

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// What a path of a bundled seed begins with.
const BUNDLED_PREFIX: &str = "bundled:";

/// What stands where a seed is named if a technique needs none. Paths of files are absolute, so no file is called that.
pub(crate) const NONE: &str = "none";

/// A file of a campaign's list of seeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedFile {
    /// Its path, or the name of a bundled one.
    pub path: String,
}

/// The seeds that come with Quis: small files of every theory.
#[must_use]
pub fn bundled() -> Vec<SeedFile> {
    BUNDLED.iter().map(|(name, _)| SeedFile { path: format!("{BUNDLED_PREFIX}{name}") }).collect()
}

impl SeedFile {
    /// A file, by its absolute path: a campaign may be resumed from elsewhere.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        let path = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
        SeedFile { path: path.to_string_lossy().into_owned() }
    }

    /// The script without commands, for techniques that need no seed.
    pub(crate) fn none() -> Self {
        SeedFile { path: NONE.to_owned() }
    }

    /// How many bytes it has.
    pub(crate) fn size(&self) -> io::Result<u64> {
        match self.bundled_text() {
            Some(text) => Ok(text?.len() as u64),
            None => Ok(std::fs::metadata(&self.path)?.len()),
        }
    }

    /// Reads it. What is not UTF-8 is read as Latin-1.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&self) -> io::Result<SeedText> {
        let bytes = match self.bundled_text() {
            Some(text) => text?.as_bytes().to_vec(),
            None => std::fs::read(&self.path)?,
        };
        let id = identify(&bytes);
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        Ok(SeedText { id, text: text.into() })
    }

    fn bundled_text(&self) -> Option<io::Result<&'static str>> {
        if self.path == NONE {
            return Some(Ok(""));
        }
        let name = self.path.strip_prefix(BUNDLED_PREFIX)?;
        let found = BUNDLED.iter().find(|(bundled, _)| *bundled == name);
        Some(found.map(|(_, text)| *text).ok_or_else(|| io::ErrorKind::NotFound.into()))
    }
}

/// What identifies contents: 128 bits of their hash, as digits.
#[must_use]
pub fn identify(bytes: &[u8]) -> String {
    let mut id = blake3::hash(bytes).to_hex().to_string();
    id.truncate(32);
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_seeds_can_be_read() {
        let seeds = bundled();
        assert!(seeds.len() > 50);
        for seed in &seeds {
            assert_eq!(seed.read().unwrap().text.len() as u64, seed.size().unwrap());
        }
        let missing = SeedFile { path: "bundled:no/such.smt2".to_owned() };
        assert_eq!(missing.read().unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn no_seed_is_a_script_without_commands() {
        let none = SeedFile::none();
        assert_eq!(none.read().unwrap(), SeedText { id: identify(b""), text: "".into() });
        assert_ne!(SeedFile::of_path(Path::new(NONE)), none);
    }

    #[test]
    fn seeds_are_known_by_their_contents() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a.smt2", "b.smt2"].map(|name| folder.path().join(name));
        for path in &paths {
            std::fs::write(path, b"; \xE9\n(check-sat)\n").unwrap();
        }
        let [a, b] = paths.map(|path| SeedFile::of_path(&path).read().unwrap());
        assert_eq!(a, b);
        assert_eq!(&*a.text, "; é\n(check-sat)\n");
    }
}
