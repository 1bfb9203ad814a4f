//! Where solvers are looked for.

use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// The folder of a project's own solvers.
const PROJECT_FOLDER: &str = ".solvers";
/// Names another folder of solvers.
const FOLDER_VARIABLE: &str = "QUIS_SOLVERS";

/// Where solvers are looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchPath {
    /// Folders in which a solver is `NAME/bin/NAME`. They come first.
    pub folders: Vec<PathBuf>,
    /// Folders in which a solver is `NAME`, as in `PATH`.
    pub directories: Vec<PathBuf>,
}

impl SearchPath {
    /// The folder that the environment variable `QUIS_SOLVERS` names, `.solvers` in the current directory and in those
    /// above it, and the directories of `PATH`.
    #[must_use]
    pub fn from_environment() -> Self {
        let mut folders = Vec::new();
        if let Some(folder) = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()) {
            folders.push(PathBuf::from(folder));
        }
        if let Ok(directory) = std::env::current_dir() {
            folders.extend(directory.ancestors().map(|above| above.join(PROJECT_FOLDER)));
        }
        folders.retain(|folder| folder.is_dir());
        let path = std::env::var_os("PATH").unwrap_or_default();
        let directories = std::env::split_paths(&path).filter(|directory| directory.is_absolute()).collect();
        SearchPath { folders, directories }
    }

    /// The program of a solver.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let installed = self.folders.iter().map(|folder| folder.join(name).join("bin").join(name));
        let on_path = self.directories.iter().map(|directory| directory.join(name));
        installed.chain(on_path).find(|program| is_program(program))
    }
}

/// Whether a path is a file that may be run.
pub(crate) fn is_program(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}
