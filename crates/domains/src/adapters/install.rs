//! Installing libraries from Debian's packages, without root rights and without touching the system's own.
//!
//! A library is unpacked in a folder of its own, which is then renamed: it is there whole or not at all.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::library::{self, Product};
use super::{apron, gmp, ppl};

/// The folder of the per-user cache below which libraries are kept.
const CACHE: [&str; 2] = ["quis", "domains"];

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
            InstallError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for InstallError {}

impl From<quis_debian::Error> for InstallError {
    fn from(error: quis_debian::Error) -> Self {
        match error {
            quis_debian::Error::Missing(what) => InstallError::Missing(what, ADVICE),
            quis_debian::Error::Failed(tool, what, words) => InstallError::Failed(tool, what, words),
            quis_debian::Error::Io(path, error) => InstallError::Io(path, error),
        }
    }
}

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
    needed: &[(gmp::LIBRARY, "libgmp10"), ("libmpfr.so.6", "libmpfr6")],
    main: apron::variant::APRON,
};

const PPL: Source = Source {
    product: Product::Ppl,
    version: "1.2",
    suite: "bookworm",
    packages: &["libppl-c4", "libppl14"],
    needed: &[(gmp::LIBRARY, "libgmp10"), ("libgmpxx.so.4", "libgmpxx4ldbl")],
    main: ppl::STEM,
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
    let mut packages: Vec<&str> = source.packages.to_vec();
    let missing = source.needed.iter().filter(|(file, _)| !library::loads(file));
    packages.extend(missing.map(|(_, package)| *package));
    let root = quis_debian::from_release(source.suite, &packages, scratch.path())?;
    let new = scratch.path().join("release");
    quis_debian::take_libraries(&root, &new.join("lib"))?;
    if library::in_folder(&new.join("lib"), source.main).is_none() {
        return Err(InstallError::Package(source.packages.join(", "), source.main.to_owned()));
    }
    match std::fs::rename(&new, &target) {
        // Somebody else was faster.
        Err(_) if library::in_folder(&libraries, source.main).is_some() => Ok(libraries),
        result => result.map(|()| libraries).map_err(at(&target)),
    }
}
