//! Installing solvers: from the Python package index and from Debian, without root rights, into a folder of solvers.
//!
//! A release is made and tried out in a folder of its own, and then renamed: it is there whole or not at all. Two installations
//! of one solver wait for each other.

mod debian;
mod launcher;
mod wheel;

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

use crate::limits::Limits;
use crate::profile::{Profile, Source};
use crate::run::Runner;
use crate::solver::Solver;
use crate::store::{self, Installed, RECORD, Record};
use crate::table::Table;
use crate::version::Version;

/// What a solver must be able to decide before it counts as installed.
const PROBE: &str = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n(assert (and (bvult #x01 x) (bvult x #x02)))\n\
    (check-sat)\n";

/// A solver to be installed: `z3`, `z3@4.8.7`, `z3@latest`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The solver.
    pub name: String,
    /// The release.
    pub release: Wish,
}

/// Which release of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Any: the newest, if there is none.
    Any,
    /// The newest that the registry has.
    Latest,
    /// One whose version starts so.
    Version(String),
}

/// Why a solver was not installed.
#[derive(Debug)]
pub enum InstallError {
    /// No such solver is known, or not where to get it.
    Unknown(String, Vec<String>),
    /// This is no version.
    NoVersion(String),
    /// A tool is missing: which, and what to do.
    NoTool(&'static str, &'static str),
    /// A tool failed: which, and its last words.
    Failed(&'static str, String),
    /// The package is not as expected.
    Package(String),
    /// It was unpacked, but does not work here.
    Broken(String),
    /// There is no folder to install to.
    NoFolder,
    /// The system failed: at what, and how.
    Io(PathBuf, io::Error),
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstallError::Unknown(name, known) => {
                write!(f, "where to get `{name}` is not known: expected one of {}", known.join(", "))
            }
            InstallError::NoVersion(text) => {
                write!(f, "`{text}` is no version: expected one like 4.8.7, or `latest`")
            }
            InstallError::NoTool(tool, advice) => write!(f, "{tool} is missing: {advice}"),
            InstallError::Failed(tool, words) => write!(f, "{tool} failed, and nothing was changed: {words}"),
            InstallError::Package(message) => write!(f, "the package is not as expected: {message}"),
            InstallError::Broken(message) => write!(f, "it does not run on this machine: {message}"),
            InstallError::NoFolder => {
                write!(f, "there is no folder to install to: set QUIS_SOLVERS, XDG_CACHE_HOME or HOME")
            }
            InstallError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for InstallError {}

/// An error of the system, with the path that it is about.
fn at(path: &Path) -> impl Fn(io::Error) -> InstallError {
    move |error| InstallError::Io(path.to_owned(), error)
}

impl Wanted {
    /// What a user wrote.
    ///
    /// # Errors
    /// If the version is none.
    pub fn parse(text: &str) -> Result<Wanted, InstallError> {
        let (name, release) = match text.split_once('@') {
            None => (text, Wish::Any),
            Some((name, "latest")) => (name, Wish::Latest),
            Some((name, version)) => {
                // It becomes part of a command line and of a path.
                let good = version.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
                if !good || Version::parse(version).is_none() {
                    return Err(InstallError::NoVersion(version.to_owned()));
                }
                (name, Wish::Version(version.to_owned()))
            }
        };
        Ok(Wanted { name: name.to_owned(), release })
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.release {
            Wish::Any => write!(f, "{}", self.name),
            Wish::Latest => write!(f, "{}@latest", self.name),
            Wish::Version(version) => write!(f, "{}@{version}", self.name),
        }
    }
}

/// Installs solvers into a folder.
#[derive(Debug)]
pub struct Installer<'a> {
    folder: PathBuf,
    table: &'a Table,
    /// The program that hosts libraries.
    host: PathBuf,
}

/// What came of an installation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// The solver.
    pub installed: Installed,
    /// Whether it was there before.
    pub present: bool,
}

impl<'a> Installer<'a> {
    /// Installs into the folder that `QUIS_SOLVERS` names, or else into the per-user cache. `host` is our own program.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn from_environment(table: &'a Table, host: PathBuf) -> Result<Self, InstallError> {
        let folder = crate::find::folder_of_variable().or_else(store::cache).ok_or(InstallError::NoFolder)?;
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        Ok(Installer::new(folder, table, host))
    }

    /// Installs into this folder.
    #[must_use]
    pub fn new(folder: PathBuf, table: &'a Table, host: PathBuf) -> Self {
        Installer { folder, table, host }
    }

    /// The names of all solvers that can be installed.
    #[must_use]
    pub fn known(table: &Table) -> Vec<String> {
        let known = table.all().iter().filter(|profile| profile.install.is_some());
        known.map(|profile| profile.name.clone()).collect()
    }

    /// The releases that can be had, the newest first; nothing where only one can.
    ///
    /// # Errors
    /// If the registry does not say.
    pub fn available(&self, name: &str) -> Result<Vec<String>, InstallError> {
        match self.profile(name, &Wish::Any)?.1.pypi {
            Some(package) => wheel::versions(&package),
            None => Ok(Vec::new()),
        }
    }

    /// Installs a solver, unless it is there.
    ///
    /// # Errors
    /// If it cannot be had, or does not run here. Then nothing is changed.
    pub fn install(&self, wanted: &Wanted) -> Result<Done, InstallError> {
        let (profile, source) = self.profile(&wanted.name, &wanted.release)?;
        for installed in store::releases(&self.folder, &profile.name) {
            launcher::repair(&installed, &source, &self.host);
        }
        if let Some(installed) = self.present(wanted) {
            return Ok(Done { installed, present: true });
        }
        let home = self.folder.join(&profile.name);
        std::fs::create_dir_all(&home).map_err(at(&home))?;
        let lock_path = self.folder.join(format!(".lock-{}", profile.name));
        let lock = File::create(&lock_path).map_err(at(&lock_path))?;
        flock(&lock, FlockOperation::LockExclusive).map_err(|error| at(&lock_path)(error.into()))?;
        // Whoever had the lock may have done the work.
        if let Some(installed) = self.present(wanted) {
            return Ok(Done { installed, present: true });
        }
        remove_leftovers(&home);
        let scratch = TempDir::with_prefix_in(".new-", &home).map_err(at(&home))?;
        self.make(wanted, &profile, &source, scratch.path())
    }

    /// The newest installed release that is as wanted.
    fn present(&self, wanted: &Wanted) -> Option<Installed> {
        let mut releases = store::releases(&self.folder, &wanted.name).into_iter();
        let usable = |installed: &Installed| launcher::is_usable(installed);
        match &wanted.release {
            Wish::Any => releases.find(usable),
            Wish::Latest => None,
            Wish::Version(version) => {
                let version = Version::parse(version)?;
                releases.find(|installed| version.is_prefix_of(&installed.version()) && usable(installed))
            }
        }
    }

    /// What is known of the solver, and where it comes from.
    fn profile(&self, name: &str, wish: &Wish) -> Result<(Profile, Source), InstallError> {
        let version = match wish {
            Wish::Version(version) => Version::parse(version),
            Wish::Any | Wish::Latest => None,
        };
        let profile = self.table.profile(name, version.as_ref());
        let found = profile.and_then(|profile| Some((profile.clone(), profile.install?)));
        found.ok_or_else(|| InstallError::Unknown(name.to_owned(), Installer::known(self.table)))
    }

    fn make(
        &self,
        wanted: &Wanted,
        profile: &Profile,
        source: &Source,
        scratch: &Path,
    ) -> Result<Done, InstallError> {
        let new = scratch.join("release");
        std::fs::create_dir_all(new.join("bin")).map_err(at(&new))?;
        let version = match &wanted.release {
            Wish::Version(version) => Some(version.as_str()),
            Wish::Any | Wish::Latest => None,
        };
        let program = profile.programs.first().unwrap_or(&profile.name).as_str();
        let (registered, origin) = if let Some(package) = &source.pypi {
            // A module runs in the Python at hand; libraries and programs do in any.
            let file = wheel::download(package, version, scratch, source.module.is_some())?;
            wheel::unpack(&file, source, program, &new)?;
            let registered = wheel::version_of(&file);
            let origin = format!("pypi:{package}=={registered}");
            (registered, origin)
        } else if let Some(package) = &source.debian {
            debian::download(package, version, scratch, &new)?
        } else {
            return Err(InstallError::Package("the table does not say where it comes from".to_owned()));
        };
        let mut record = Record {
            name: profile.name.clone(),
            version: registered,
            origin,
            program: Path::new("bin").join(program),
            host: source.host.clone(),
        };
        // A launcher names the place where it is, now and in the end.
        let version = self.try_out(&new, source, &record)?;
        record.version = version.unwrap_or(record.version);
        let target = self.folder.join(&record.name).join(&record.version);
        launcher::write(&new, &target, source, &record, &self.host)?;
        let text = serde_json::to_vec_pretty(&record).unwrap_or_default();
        std::fs::write(new.join(RECORD), text).map_err(at(&new))?;
        if let Some(installed) = Installed::read(&target).filter(launcher::is_usable) {
            return Ok(Done { installed, present: true });
        }
        if target.exists() {
            // A release that does not work any more.
            std::fs::rename(&target, scratch.join("old")).map_err(at(&target))?;
        }
        std::fs::rename(&new, &target).map_err(at(&target))?;
        match Installed::read(&target) {
            Some(installed) => Ok(Done { installed, present: false }),
            None => Err(InstallError::Package(format!("{} is not complete", target.display()))),
        }
    }

    /// Runs what was unpacked; the version that it says it has.
    fn try_out(&self, new: &Path, source: &Source, record: &Record) -> Result<Option<String>, InstallError> {
        launcher::write(new, new, source, record, &self.host)?;
        let program = new.join(&record.program);
        let text = program.to_string_lossy().into_owned();
        let path = crate::find::SearchPath { table: Some(self.table.clone()), ..Default::default() };
        let solver = Solver::from_spec(&format!("'{text}'"), &path);
        let solver = solver.map_err(|error| InstallError::Broken(error.to_string()))?;
        let limits = Limits { wall: Duration::from_secs(60), memory: None, ..Limits::default() };
        let run = Runner::new(limits).run(&solver, PROBE.as_bytes(), false).map_err(at(&program))?;
        let said = String::from_utf8_lossy(&run.stdout);
        if said.lines().any(|line| line.trim() == "unsat") {
            let numbers = |version: String| {
                let end = version.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(version.len());
                version[..end].trim_end_matches('.').to_owned()
            };
            return Ok(solver.version.map(numbers).filter(|version| !version.is_empty()));
        }
        let words = format!("{said}{}", String::from_utf8_lossy(&run.stderr));
        let words = words.lines().find(|line| !line.trim().is_empty()).unwrap_or("it says nothing");
        Err(InstallError::Broken(words.trim().to_owned()))
    }
}

/// What an installation left that was killed. Only one runs at a time.
fn remove_leftovers(home: &Path) {
    for entry in std::fs::read_dir(home).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(".new-") {
            // If it stays, it does no harm.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::pretend;

    #[test]
    fn wishes_are_read() {
        let wanted = |text: &str| Wanted::parse(text).map(|wanted| wanted.to_string());
        for text in ["z3", "z3@latest", "z3@4.8.7", "cvc5@1.4"] {
            assert_eq!(wanted(text).unwrap(), text);
        }
        for text in ["z3@", "z3@new", "z3@4.8;rm", "z3@../x", "z3@4 8"] {
            assert!(matches!(wanted(text), Err(InstallError::NoVersion(_))), "{text}");
        }
    }

    #[test]
    fn what_is_there_is_not_installed_again() {
        let folder = tempfile::tempdir().unwrap();
        let installed = pretend(folder.path(), "z3", "4.8.7", None);
        let installer = Installer::new(folder.path().into(), Table::ours(), PathBuf::new());
        let install = |text: &str| installer.install(&Wanted::parse(text).unwrap());
        for text in ["z3", "z3@4.8.7", "z3@4.8"] {
            let done = install(text).unwrap();
            assert_eq!((done.installed, done.present), (installed.clone(), true), "{text}");
        }
        let unknown = install("z4").unwrap_err().to_string();
        assert!(unknown.contains("where to get `z4` is not known: expected one of bitwuzla"), "{unknown}");
    }
}
