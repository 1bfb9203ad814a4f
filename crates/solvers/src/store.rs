//! Solvers that Quis installed: where they are, and what is recorded of them.
//!
//! A folder of solvers holds `NAME/VERSION/`, with `installed.json` and whatever the solver needs. The folder of a release is
//! there whole or not at all. Beside that, `NAME/bin/NAME` is a program that a user put there.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::version::Version;

/// The file that makes a folder an installed solver.
pub(crate) const RECORD: &str = "installed.json";

/// The folder of the per-user cache below which solvers are kept.
const CACHE: [&str; 2] = ["quis", "solvers"];

/// An installed solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Installed {
    /// The folder of this release.
    pub folder: PathBuf,
    /// What is recorded of it.
    pub record: Record,
}

/// What is recorded of an installed solver.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct Record {
    /// The solver.
    pub name: String,
    /// The release.
    pub version: String,
    /// Where it came from, as a registry and a package of it.
    pub origin: String,
    /// The program, from the folder on. It can be run by hand.
    pub program: PathBuf,
    /// If there is no program of its own: the solver whose libraries our own program loads, from the folder `lib`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

impl Installed {
    /// The installed solver in a folder.
    #[must_use]
    pub fn read(folder: &Path) -> Option<Installed> {
        let text = std::fs::read(folder.join(RECORD)).ok()?;
        let record: Record = serde_json::from_slice(&text).ok()?;
        let installed = Installed { folder: folder.to_owned(), record };
        installed.program().is_file().then_some(installed)
    }

    /// Its program: a launcher where the solver has none.
    #[must_use]
    pub fn program(&self) -> PathBuf {
        self.folder.join(&self.record.program)
    }

    /// The folder of its libraries.
    #[must_use]
    pub fn libraries(&self) -> PathBuf {
        self.folder.join("lib")
    }

    /// The numbers of its version.
    #[must_use]
    pub fn version(&self) -> Version {
        Version::parse(&self.record.version).unwrap_or_default()
    }
}

/// All installed releases of a solver in a folder of solvers, the newest first.
#[must_use]
pub fn releases(folder: &Path, name: &str) -> Vec<Installed> {
    let Ok(entries) = std::fs::read_dir(folder.join(name)) else { return Vec::new() };
    let mut found: Vec<Installed> =
        entries.flatten().filter_map(|entry| Installed::read(&entry.path())).collect();
    found.sort_by(|a, b| b.version().cmp(&a.version()).then_with(|| a.folder.cmp(&b.folder)));
    found
}

/// The folder of solvers in the per-user cache.
#[must_use]
pub fn cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(CACHE.iter().fold(cache, |folder, part| folder.join(part)))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Makes an installed solver that knows its answer by heart.
    pub(crate) fn pretend(folder: &Path, name: &str, version: &str, host: Option<&str>) -> Installed {
        let home = folder.join(name).join(version);
        std::fs::create_dir_all(home.join("bin")).unwrap();
        let program = home.join("bin").join(name);
        std::fs::write(&program, "#!/bin/sh\necho sat\n").unwrap();
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let record = Record {
            name: name.to_owned(),
            version: version.to_owned(),
            origin: "test".to_owned(),
            program: Path::new("bin").join(name),
            host: host.map(str::to_owned),
        };
        std::fs::write(home.join(RECORD), serde_json::to_vec(&record).unwrap()).unwrap();
        Installed { folder: home, record }
    }

    #[test]
    fn releases_are_listed_newest_first() {
        let folder = tempfile::tempdir().unwrap();
        for version in ["4.8.7", "5.4.0", "4.8.17", "4.16.0"] {
            pretend(folder.path(), "z3", version, None);
        }
        pretend(folder.path(), "cvc5", "1.4.2", Some("cvc5"));
        // No record, or no program: not installed.
        std::fs::create_dir_all(folder.path().join("z3/6.0/bin")).unwrap();
        let broken = pretend(folder.path(), "z3", "7.0", None);
        std::fs::remove_file(broken.program()).unwrap();
        std::fs::write(folder.path().join("z3/notes"), "x").unwrap();
        let versions = |list: Vec<Installed>| -> Vec<String> {
            list.into_iter().map(|installed| installed.record.version).collect()
        };
        assert_eq!(versions(releases(folder.path(), "z3")), ["5.4.0", "4.16.0", "4.8.17", "4.8.7"]);
        assert_eq!(versions(releases(folder.path(), "yices")), [""; 0]);
    }
}
