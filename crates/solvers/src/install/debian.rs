//! Packages of Debian, unpacked without installing them.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::wheel::last_words;
use super::{InstallError, at};

const ADVICE: &str = "this solver comes from Debian: it needs apt-get, apt-cache and dpkg-deb";

/// Libraries that every system has: taking them along would do more harm than good.
const OF_THE_SYSTEM: [&str; 5] = ["libc6", "libgcc-s1", "libstdc++6", "libcrypt1", "libtinfo6"];

/// Downloads a package with the libraries that it needs, and takes its program and the libraries; the version of the package
/// and where it came from.
pub(super) fn download(
    package: &str,
    version: Option<&str>,
    scratch: &Path,
    target: &Path,
) -> Result<(String, String), InstallError> {
    let said = run("apt-cache", &["show", "--no-all-versions", package], scratch)?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let full = said.lines().find_map(|line| line.strip_prefix("Version: ")).unwrap_or_default().to_owned();
    if version.is_some_and(|version| !full.starts_with(version)) {
        let wanted = version.unwrap_or_default();
        return Err(InstallError::Package(format!("Debian's {package} is {full}, and not {wanted}")));
    }
    let options = [
        "--no-recommends",
        "--no-suggests",
        "--no-conflicts",
        "--no-breaks",
        "--no-replaces",
        "--no-enhances",
    ];
    let arguments = [&["depends", "--recurse"][..], &options, &[package]].concat();
    let needed = run("apt-cache", &arguments, scratch)?;
    let needed = packages_in(&String::from_utf8_lossy(&needed.stdout), package);
    let mut arguments = vec!["download"];
    arguments.extend(needed.iter().map(String::as_str));
    run("apt-get", &arguments, scratch)?;
    let files = std::fs::read_dir(scratch).map_err(at(scratch))?.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "deb")).collect();
    files.sort();
    let root = scratch.join("root");
    for file in &files {
        run("dpkg-deb", &["-x", &file.to_string_lossy(), &root.to_string_lossy()], scratch)?;
    }
    take(&root, package, target)?;
    Ok((full.split('-').next().unwrap_or_default().to_owned(), format!("debian:{package}={full}")))
}

/// match: a name at the start of a line, with what it depends on below it; result: the package and the libraries that it
/// needs, and those that they need
fn packages_in(said: &str, package: &str) -> Vec<String> {
    let mut needs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut of = "";
    for line in said.lines() {
        match line.trim_start_matches([' ', '|']).split_once("Depends: ") {
            Some((_, needed)) if line.starts_with(' ') => needs.entry(of).or_default().push(needed.trim()),
            _ if !line.starts_with(' ') => of = line.trim(),
            _ => {}
        }
    }
    let is_library =
        |name: &&str| name.starts_with("lib") && !OF_THE_SYSTEM.contains(name) && !name.contains(':');
    let mut wanted = vec![package];
    let mut at = 0;
    while at < wanted.len() {
        let needed = needs.get(wanted[at]).into_iter().flatten().copied();
        let new: Vec<&str> = needed.filter(|name| is_library(name) && !wanted.contains(name)).collect();
        wanted.extend(new);
        at += 1;
    }
    let mut wanted: Vec<String> = wanted.into_iter().map(str::to_owned).collect();
    wanted.sort();
    wanted.dedup();
    wanted
}

/// Takes the program into `libexec` and the libraries into `lib`.
fn take(root: &Path, package: &str, target: &Path) -> Result<(), InstallError> {
    let program = root.join("usr/bin").join(package);
    let place = target.join("libexec").join(package);
    for folder in ["libexec", "lib"] {
        std::fs::create_dir_all(target.join(folder)).map_err(at(target))?;
    }
    std::fs::copy(&program, &place).map_err(at(&program))?;
    std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o755)).map_err(at(&place))?;
    let mut folders = vec![root.join("usr/lib"), root.join("lib")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_library = entry.file_name().to_string_lossy().contains(".so");
            if path.is_dir() {
                folders.push(path);
            } else if is_library && path.exists() {
                // Links become files: they point beside themselves anyway.
                std::fs::copy(&path, target.join("lib").join(entry.file_name())).map_err(at(&path))?;
            }
        }
    }
    Ok(())
}

fn run(tool: &'static str, arguments: &[&str], folder: &Path) -> Result<Output, InstallError> {
    let output = Command::new(tool).args(arguments).current_dir(folder).output();
    let output = output.map_err(|_| InstallError::NoTool(tool, ADVICE))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(InstallError::Failed(tool, last_words(&String::from_utf8_lossy(&output.stderr)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_taken_along() {
        let said = "cvc4\n  Depends: libc6\n  Depends: libcvc4-7\n |Depends: debconf\nlibc6\n  Depends: libgcc-s1\n\
            libcvc4-7\n  Depends: libcln6\n  Depends: libcvc4-7\n<debconf-2.0>\ndebconf\n  Depends: libpcre2\nlibcln6\n";
        assert_eq!(packages_in(said, "cvc4"), ["cvc4", "libcln6", "libcvc4-7"]);
    }

    #[test]
    fn the_program_and_its_libraries_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        for file in ["usr/bin/cvc4", "usr/lib/x86_64-linux-gnu/libcvc4.so.7", "usr/share/doc/x"] {
            std::fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            std::fs::write(root.join(file), file).unwrap();
        }
        let target = folder.path().join("target");
        take(&root, "cvc4", &target).unwrap();
        assert!(target.join("libexec/cvc4").is_file() && target.join("lib/libcvc4.so.7").is_file());
        assert!(take(&root, "cvc5", &target).is_err());
    }
}
