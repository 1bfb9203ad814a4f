//! Installing libraries from Debian's packages, without root rights and without touching the system's own.
//!
//! A library is unpacked in a folder of its own, which is then renamed: it is there whole or not at all.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use super::library::{self, Product};

/// The folder of the per-user cache below which libraries are kept.
const CACHE: [&str; 2] = ["quis", "domains"];

/// Where Debian's packages are if the machine does not say; old releases move to the second.
const MIRRORS: [&str; 2] = ["http://deb.debian.org/debian", "http://archive.debian.org/debian"];

/// The keys with which Debian's releases are signed, of all times: the running system may be newer or older.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

const ADVICE: &str =
    "the library comes from Debian: this needs apt-get, dpkg-deb and the package debian-archive-keyring";

/// Why a library was not installed.
#[derive(Debug)]
pub enum InstallError {
    /// A tool or file is missing: which, and what to do.
    Missing(&'static str, &'static str),
    /// A tool failed: which, at what, and its last words.
    Failed(&'static str, String, String),
    /// The package is not as expected: which, and what is missing in it.
    Package(String, String),
    /// There is no folder to install to.
    NoFolder,
    /// The system failed: at what, and how.
    Io(PathBuf, io::Error),
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstallError::Missing(what, advice) => write!(f, "{what} is missing: {advice}"),
            InstallError::Failed(tool, what, words) => {
                write!(f, "{tool} failed for {what}, and nothing was changed: {words}")
            }
            InstallError::Package(package, what) => write!(f, "Debian's {package} has no {what}"),
            InstallError::NoFolder => {
                write!(f, "there is no folder to install to: set XDG_CACHE_HOME or HOME")
            }
            InstallError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for InstallError {}

fn at(path: &Path) -> impl Fn(io::Error) -> InstallError {
    move |error| InstallError::Io(path.to_owned(), error)
}

/// The folder of libraries in the per-user cache.
#[must_use]
pub fn cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(CACHE.iter().fold(cache, |folder, part| folder.join(part)))
}

/// What is to be had from Debian.
struct Source {
    product: Product,
    /// The version that the release has, without Debian's own part.
    version: &'static str,
    /// The release of Debian.
    suite: &'static str,
    packages: &'static [&'static str],
    /// Taken along if the system has not: the library, and the package.
    needed: &'static [(&'static str, &'static str)],
    /// The library without which the rest is of no use.
    main: &'static str,
}

const APRON: Source = Source {
    product: Product::Apron,
    version: "0.9.10",
    suite: "bullseye",
    packages: &["libapron"],
    needed: &[("libgmp.so.10", "libgmp10"), ("libmpfr.so.6", "libmpfr6")],
    main: "libapron",
};

const PPL: Source = Source {
    product: Product::Ppl,
    version: "1.2",
    suite: "bookworm",
    packages: &["libppl-c4", "libppl14"],
    needed: &[("libgmp.so.10", "libgmp10"), ("libgmpxx.so.4", "libgmpxx4ldbl")],
    main: "libppl_c",
};

/// Installs APRON 0.9.10 from Debian 11 into a folder of libraries, usually the [cache], unless it is there; the folder of its
/// libraries.
///
/// # Errors
/// If it cannot be had. Then nothing is changed.
pub fn install_apron(cache: &Path) -> Result<PathBuf, InstallError> {
    install(&APRON, cache)
}

/// Installs PPL 1.2 from Debian 12 into a folder of libraries, usually the [cache], unless it is there; the folder of its
/// libraries.
///
/// # Errors
/// If it cannot be had. Then nothing is changed.
pub fn install_ppl(cache: &Path) -> Result<PathBuf, InstallError> {
    install(&PPL, cache)
}

fn install(source: &Source, cache: &Path) -> Result<PathBuf, InstallError> {
    let home = cache.join(source.product.folder());
    let target = home.join(source.version);
    let libraries = target.join("lib");
    if library::in_folder(&libraries, source.main).is_some() {
        return Ok(libraries);
    }
    std::fs::create_dir_all(&home).map_err(at(&home))?;
    let scratch = TempDir::with_prefix_in(".new-", &home).map_err(at(&home))?;
    let root = download(source, scratch.path())?;
    let new = scratch.path().join("release");
    take(&root, &new.join("lib"))?;
    if library::in_folder(&new.join("lib"), source.main).is_none() {
        return Err(InstallError::Package(source.packages.join(", "), source.main.to_owned()));
    }
    match std::fs::rename(&new, &target) {
        // Somebody else was faster.
        Err(_) if library::in_folder(&libraries, source.main).is_some() => Ok(libraries),
        result => result.map(|()| libraries).map_err(at(&target)),
    }
}

/// Downloads and unpacks the packages from the first mirror that has them; the folder that they are in.
fn download(source: &Source, scratch: &Path) -> Result<PathBuf, InstallError> {
    if !Path::new(KEYS).exists() {
        return Err(InstallError::Missing(KEYS, ADVICE));
    }
    let mut packages: Vec<&str> = source.packages.to_vec();
    packages
        .extend(source.needed.iter().filter(|(file, _)| !library::loads(file)).map(|(_, package)| *package));
    let mut mirrors = mirrors_in(&String::from_utf8_lossy(
        &run(
            "apt-get",
            &["indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)"],
            scratch,
            "its sources",
        )?
        .stdout,
    ));
    mirrors.extend(MIRRORS.map(str::to_owned));
    let mut failure = None;
    for mirror in mirrors {
        match from_mirror(&mirror, source.suite, &packages, scratch) {
            Ok(root) => return Ok(root),
            // The machine's own mirror is likelier to say what is wrong.
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    Err(failure.unwrap_or(InstallError::Missing("a mirror of Debian", ADVICE)))
}

/// match: origin, label and address of each source of packages; result: the addresses of Debian's main archive
fn mirrors_in(said: &str) -> Vec<String> {
    let mut mirrors: Vec<String> = Vec::new();
    for line in said.lines() {
        if let Some(mirror) = line.strip_prefix("Debian Debian ") {
            let mirror = mirror.trim().trim_end_matches('/').to_owned();
            if !mirrors.contains(&mirror) {
                mirrors.push(mirror);
            }
        }
    }
    mirrors
}

fn from_mirror(
    mirror: &str,
    suite: &str,
    packages: &[&str],
    scratch: &Path,
) -> Result<PathBuf, InstallError> {
    let place = TempDir::with_prefix_in("apt-", scratch).map_err(at(scratch))?.keep();
    for folder in ["lists/partial", "cache/archives/partial", "parts", "root"] {
        let folder = place.join(folder);
        std::fs::create_dir_all(&folder).map_err(at(&folder))?;
    }
    let write =
        |name: &str, text: &str| std::fs::write(place.join(name), text).map_err(at(&place.join(name)));
    write("status", "")?;
    write("sources.list", &format!("deb [signed-by={KEYS}] {mirror} {suite} main\n"))?;
    let configuration = configuration(&place);
    write("apt.conf", &configuration)?;
    let file = place.join("apt.conf").to_string_lossy().into_owned();
    run("apt-get", &["-c", &file, "-qq", "update"], &place, mirror)?;
    let arguments = [&["-c", file.as_str(), "-qq", "download"], packages].concat();
    run("apt-get", &arguments, &place, &packages.join(", "))?;
    let root = place.join("root");
    for entry in std::fs::read_dir(&place).map_err(at(&place))?.flatten() {
        let package = entry.path();
        if package.extension().is_some_and(|end| end == "deb") {
            let package = package.to_string_lossy().into_owned();
            run("dpkg-deb", &["-x", &package, &root.to_string_lossy()], &place, &package)?;
        }
    }
    Ok(root)
}

/// Read after the system's own configuration, so that a proxy named there is used: lists, cache and state of our own, and
/// none of the system's actions after an update.
fn configuration(place: &Path) -> String {
    let place = place.display();
    format!(
        "#clear APT::Update::Post-Invoke;\n\
         #clear APT::Update::Post-Invoke-Success;\n\
         Dir::Etc::sourcelist \"{place}/sources.list\";\n\
         Dir::Etc::sourceparts \"{place}/parts\";\n\
         Dir::Etc::preferences \"/dev/null\";\n\
         Dir::Etc::preferencesparts \"{place}/parts\";\n\
         Dir::State \"{place}\";\n\
         Dir::State::lists \"{place}/lists\";\n\
         Dir::State::status \"{place}/status\";\n\
         Dir::Cache \"{place}/cache\";\n\
         APT::Sandbox::User \"root\";\n\
         Acquire::Languages \"none\";\n\
         Acquire::Check-Valid-Until \"false\";\n\
         Acquire::IndexTargets::deb::DEP-11::DefaultEnabled \"false\";\n\
         Acquire::Retries \"2\";\n"
    )
}

/// Takes all libraries into one folder.
fn take(root: &Path, target: &Path) -> Result<(), InstallError> {
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

fn run(tool: &'static str, arguments: &[&str], folder: &Path, what: &str) -> Result<Output, InstallError> {
    let output = Command::new(tool).args(arguments).env("LC_ALL", "C").current_dir(folder).output();
    let output = output.map_err(|_| InstallError::Missing(tool, ADVICE))?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let words = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(InstallError::Failed(tool, what.to_owned(), words.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_main_archive_is_a_mirror() {
        let said = "Debian Debian http://deb.debian.org/debian/\nDebian Debian http://deb.debian.org/debian/\n\
            Debian Debian-Security http://deb.debian.org/debian-security/\n. nodistro https://example.org/\n";
        assert_eq!(mirrors_in(said), ["http://deb.debian.org/debian"]);
    }

    #[test]
    fn libraries_of_all_folders_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        for file in ["usr/lib/libapron.so.0", "usr/lib/x86_64-linux-gnu/libgmp.so.10", "usr/share/doc/x"] {
            std::fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            std::fs::write(root.join(file), file).unwrap();
        }
        let target = folder.path().join("target");
        take(&root, &target).unwrap();
        assert!(target.join("libapron.so.0").is_file() && target.join("libgmp.so.10").is_file());
        assert_eq!(library::in_folder(&target, "libapron"), Some(target.join("libapron.so.0")));
    }
}
