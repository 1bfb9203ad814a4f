//! Where solvers are looked for.

use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::store::{self, Installed};
use crate::table::{Table, TableError};
use crate::version::Version;

/// The folder of a project's own solvers.
const PROJECT_FOLDER: &str = ".solvers";
/// Names another folder of solvers.
const FOLDER_VARIABLE: &str = "QUIS_SOLVERS";

/// Where solvers are looked for, and what is known of them.
#[derive(Clone, Debug, Default)]
pub struct SearchPath {
    /// Folders in which a solver is `NAME/bin/NAME`, or `NAME/VERSION` if Quis installed it. They come first.
    pub folders: Vec<PathBuf>,
    /// Folders in which a solver is `NAME`, as in `PATH`.
    pub directories: Vec<PathBuf>,
    /// What is known of solvers; nothing for our own table.
    pub table: Option<Table>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A program.
    Program(PathBuf),
    /// A solver that Quis installed.
    Installed(Box<Installed>),
}

impl Found {
    /// Something that can be run by hand.
    #[must_use]
    pub fn program(&self) -> PathBuf {
        match self {
            Found::Program(program) => program.clone(),
            Found::Installed(installed) => installed.program(),
        }
    }
}

impl SearchPath {
    /// The folder that the environment variable `QUIS_SOLVERS` names, `.solvers` in the current directory and in those
    /// above it, the per-user cache, and the directories of `PATH`.
    #[must_use]
    pub fn from_environment() -> Self {
        let mut folders: Vec<PathBuf> = folder_of_variable().into_iter().collect();
        if let Ok(directory) = std::env::current_dir() {
            folders.extend(directory.ancestors().map(|above| above.join(PROJECT_FOLDER)));
        }
        folders.extend(store::cache());
        folders.retain(|folder| folder.is_dir());
        let path = std::env::var_os("PATH").unwrap_or_default();
        let directories = std::env::split_paths(&path).filter(|directory| directory.is_absolute()).collect();
        SearchPath { folders, directories, table: None }
    }

    /// The same, with what the user knows of solvers: see [`Table::from_environment`].
    ///
    /// # Errors
    /// If the user's table cannot be read, or something in it is wrong.
    pub fn of_user() -> Result<Self, TableError> {
        Ok(SearchPath::from_environment().with_table(Table::from_environment()?))
    }

    /// The same, with another table of solvers.
    #[must_use]
    pub fn with_table(self, table: Table) -> Self {
        SearchPath { table: Some(table), ..self }
    }

    /// What is known of solvers.
    #[must_use]
    pub fn table(&self) -> &Table {
        self.table.as_ref().unwrap_or_else(|| Table::ours())
    }

    /// The program of a solver.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        self.look_up(name).map(|found| found.program())
    }

    /// The solver of a name: in the first folder that has one, a user's own program before the newest installed release.
    #[must_use]
    pub fn look_up(&self, name: &str) -> Option<Found> {
        self.candidates(name).next()
    }

    /// The installed releases of a solver, by folder, the newest first in each.
    #[must_use]
    pub fn installed(&self, name: &str) -> Vec<Installed> {
        self.folders.iter().flat_map(|folder| store::releases(folder, name)).collect()
    }

    /// All that has a name, in the order in which it is looked for.
    pub fn candidates(&self, name: &str) -> impl Iterator<Item = Found> {
        // A name with a slash would lead out of the folders.
        let name = if name.contains('/') { "" } else { name };
        let programs = match self.table().named(name) {
            Some(profile) => profile.programs.clone(),
            None => vec![name.to_owned()],
        };
        let mut found = Vec::new();
        for folder in self.folders.iter().filter(|_| !name.is_empty()) {
            let bin = folder.join(name).join("bin");
            found.extend(programs.iter().map(|program| Found::Program(bin.join(program))));
            let releases = store::releases(folder, name).into_iter();
            found.extend(releases.map(|installed| Found::Installed(Box::new(installed))));
        }
        for directory in self.directories.iter().filter(|_| !name.is_empty()) {
            found.extend(programs.iter().map(|program| Found::Program(directory.join(program))));
        }
        found.into_iter().filter(|found| is_program(&found.program()))
    }

    /// The newest installed release whose version starts so.
    #[must_use]
    pub fn release(&self, name: &str, version: &Version) -> Option<Installed> {
        let fits = |installed: &Installed| version.is_prefix_of(&installed.version());
        self.installed(name).into_iter().filter(fits).max_by_key(Installed::version)
    }
}

/// The folder that the environment variable names.
pub(crate) fn folder_of_variable() -> Option<PathBuf> {
    std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Whether a path is a file that may be run.
pub(crate) fn is_program(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::pretend;

    #[test]
    fn users_own_programs_come_before_installed_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = SearchPath { folders: vec![folder.path().into()], ..SearchPath::default() };
        assert_eq!(path.find("z3"), None);
        let old = pretend(folder.path(), "z3", "4.8.7", None);
        assert_eq!(path.find("z3"), Some(old.program()));
        let new = pretend(folder.path(), "z3", "5.4.0", None);
        assert_eq!(path.find("z3"), Some(new.program()));
        let version = |text| Version::parse(text).unwrap();
        assert_eq!(path.release("z3", &version("4.8")), Some(old));
        assert_eq!(path.release("z3", &version("4.9")), None);
        let own = folder.path().join("z3/bin/z3");
        std::fs::create_dir_all(own.parent().unwrap()).unwrap();
        std::fs::copy(new.program(), &own).unwrap();
        assert_eq!(path.find("z3"), Some(own));
        assert_eq!(path.find("../z3"), None);
    }

    #[test]
    fn programs_may_have_other_names_than_solvers() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("yices-smt2");
        std::fs::write(&program, "").unwrap();
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let path = SearchPath { directories: vec![folder.path().into()], ..SearchPath::default() };
        // This is another program of theirs.
        std::fs::copy(&program, folder.path().join("yices")).unwrap();
        assert_eq!(path.find("yices"), Some(program.clone()));
        assert_eq!(path.find("yices-smt2"), Some(program));
    }
}
