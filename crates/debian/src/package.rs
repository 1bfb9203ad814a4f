//! Packages as files: downloaded, unpacked, taken apart.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::{Error, at};

/// Runs one of Debian's tools in a folder. `what` is what it is to work on, for an error; what the tool says is in English.
///
/// # Errors
/// If there is no such tool, or it fails.
pub fn run(tool: &'static str, arguments: &[&str], folder: &Path, what: &str) -> Result<Output, Error> {
    let output = Command::new(tool).args(arguments).env("LC_ALL", "C").current_dir(folder).output();
    let output = output.map_err(|_| Error::Missing(tool))?;
    if output.status.success() {
        return Ok(output);
    }
    let words = last_words(&String::from_utf8_lossy(&output.stderr));
    Err(Error::Failed(tool, what.to_owned(), words))
}

/// The last line that says something.
fn last_words(said: &str) -> String {
    let line = said.lines().rev().map(str::trim).find(|line| !line.is_empty());
    line.unwrap_or("it says nothing").to_owned()
}

/// Downloads packages from where the system has its own and unpacks them; the folder with what is in them, which is in `scratch`.
///
/// # Errors
/// If a package cannot be had.
pub fn from_own_release(packages: &[&str], scratch: &Path) -> Result<PathBuf, Error> {
    download(&[], packages, scratch)
}

/// Downloads packages and unpacks them, with options of `apt-get`.
pub(crate) fn download(options: &[&str], packages: &[&str], scratch: &Path) -> Result<PathBuf, Error> {
    let arguments = [options, &["download"], packages].concat();
    run("apt-get", &arguments, scratch, &packages.join(", "))?;
    unpack(scratch)
}

/// Unpacks all packages of a folder.
fn unpack(folder: &Path) -> Result<PathBuf, Error> {
    let files = std::fs::read_dir(folder).map_err(at(folder))?.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "deb")).collect();
    files.sort();
    let root = folder.join("root");
    std::fs::create_dir_all(&root).map_err(at(&root))?;
    for file in files {
        let file = file.to_string_lossy();
        run("dpkg-deb", &["-x", &file, &root.to_string_lossy()], folder, &file)?;
    }
    Ok(root)
}

/// Takes all libraries of what was unpacked into one folder.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let (root, target) = (folder.path().join("root"), folder.path().join("target"));
/// std::fs::create_dir_all(root.join("usr/lib/x86_64-linux-gnu"))?;
/// std::fs::write(root.join("usr/lib/x86_64-linux-gnu/libgmp.so.10"), "")?;
///
/// quis_debian::take_libraries(&root, &target)?;
/// assert!(target.join("libgmp.so.10").is_file());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a file cannot be read or written.
pub fn take_libraries(root: &Path, target: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(target).map_err(at(target))?;
    let mut folders = vec![root.join("usr/lib"), root.join("lib")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_library = entry.file_name().to_string_lossy().contains(".so");
            if path.is_dir() {
                folders.push(path);
            } else if is_library && path.exists() {
                // Links become files: they point beside themselves anyway.
                std::fs::copy(&path, target.join(entry.file_name())).map_err(at(&path))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_of_all_folders_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        for file in ["usr/lib/libapron.so.0", "lib/x86_64-linux-gnu/libgmp.so.10", "usr/share/doc/x.so"] {
            std::fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            std::fs::write(root.join(file), file).unwrap();
        }
        std::os::unix::fs::symlink("libapron.so.0", root.join("usr/lib/libapron.so")).unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("usr/lib/libgone.so")).unwrap();
        let target = folder.path().join("target");
        take_libraries(&root, &target).unwrap();
        let mut names: Vec<_> = std::fs::read_dir(&target).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["libapron.so", "libapron.so.0", "libgmp.so.10"]);
    }

    #[test]
    fn errors_say_what_went_wrong() {
        assert_eq!(last_words("Get:1\nE: Unable to locate package x\n\n"), "E: Unable to locate package x");
        let folder = tempfile::tempdir().unwrap();
        let missing = run("no-tool-of-debian", &[], folder.path(), "x").unwrap_err();
        assert_eq!(missing.to_string(), "no-tool-of-debian is missing");
        let failed = run("false", &[], folder.path(), "x").unwrap_err();
        assert_eq!(failed.to_string(), "false failed for x: it says nothing");
    }
}
