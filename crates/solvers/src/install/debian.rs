//! Packages of Debian, unpacked without installing them.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

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
    let said = quis_debian::run("apt-cache", &["show", "--no-all-versions", package], scratch, package)?;
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
    let needed = quis_debian::run("apt-cache", &arguments, scratch, package)?;
    let needed = packages_in(&String::from_utf8_lossy(&needed.stdout), package);
    let needed: Vec<&str> = needed.iter().map(String::as_str).collect();
    let root = quis_debian::from_own_release(&needed, scratch)?;
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
    let folder = target.join("libexec");
    std::fs::create_dir_all(&folder).map_err(at(&folder))?;
    std::fs::copy(&program, &place).map_err(at(&program))?;
    std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o755)).map_err(at(&place))?;
    Ok(quis_debian::take_libraries(root, &target.join("lib"))?)
}

impl From<quis_debian::Error> for InstallError {
    fn from(error: quis_debian::Error) -> Self {
        match error {
            quis_debian::Error::Missing(what) => InstallError::NoTool(what, ADVICE),
            quis_debian::Error::Failed(tool, _, words) => InstallError::Failed(tool, words),
            quis_debian::Error::Io(path, error) => InstallError::Io(path, error),
        }
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
