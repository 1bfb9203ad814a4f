//! Finding libraries and loading them at run time: Quis builds and runs without any of them.

#![expect(
    unsafe_code,
    reason = "loading a library runs its initialisers, and the types of its symbols are ours to know"
)]

use std::fmt;
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LAZY, RTLD_LOCAL, RTLD_NOW};

use super::install;

/// A family of libraries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Product {
    /// The APRON Numerical Abstract Domain Library.
    Apron,
    /// The ETH Library for Numerical Analysis.
    Elina,
    /// The Parma Polyhedra Library.
    Ppl,
}

impl Product {
    /// The environment variable that names the folder of its libraries.
    #[must_use]
    pub fn variable(self) -> &'static str {
        match self {
            Product::Apron => "QUIS_APRON",
            Product::Elina => "QUIS_ELINA",
            Product::Ppl => "QUIS_PPL",
        }
    }

    /// What its folder is called, in the cache and elsewhere.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Product::Apron => "apron",
            Product::Elina => "elina",
            Product::Ppl => "ppl",
        }
    }

    /// How a user gets it.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Product::Apron => {
                "install it into the cache (Debian 11's libapron), or name its folder in QUIS_APRON"
            }
            Product::Elina => "build it with its APRON interface, and name its folder in QUIS_ELINA",
            Product::Ppl => {
                "install it into the cache (Debian's libppl-c4), or the package libppl-c4, or name its folder in QUIS_PPL"
            }
        }
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Product::Apron => "APRON",
            Product::Elina => "ELINA",
            Product::Ppl => "PPL",
        })
    }
}

/// Why a library cannot be used.
#[derive(Debug)]
pub enum LoadError {
    /// It is nowhere: which one, and of what.
    NotFound(String, Product),
    /// The system does not load it, or it lacks a function.
    Load(String, libloading::Error),
    /// It does not start: what, and what it says.
    Start(String, String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotFound(stem, product) => {
                write!(f, "there is no {stem} of {product}: {}", product.advice())
            }
            LoadError::Load(what, error) => write!(f, "{what} cannot be used: {error}"),
            LoadError::Start(what, said) => write!(f, "{what} does not start: {said}"),
        }
    }
}

impl std::error::Error for LoadError {}

/// A folder with libraries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// The release, where the place says so.
    pub(super) version: Option<String>,
}

/// Where libraries of a product may be, the likeliest first: where the user says, in the cache (the newest release), where opam
/// puts them, and where the system looks.
pub(super) fn folders(product: Product) -> Vec<Folder> {
    let unknown = |path: PathBuf| Folder { path, version: None };
    let mut folders = Vec::new();
    if let Some(named) = std::env::var_os(product.variable()).map(PathBuf::from) {
        folders.extend([named.clone(), named.join("lib")].map(unknown));
        return folders;
    }
    if let Some(cache) = install::cache() {
        let mut releases: Vec<Folder> = std::fs::read_dir(cache.join(product.folder()))
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let version = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
                Some(Folder { path: entry.path().join("lib"), version: Some(version) })
            })
            .collect();
        releases.sort_by_key(|folder| {
            let numbers = |text: &str| text.split('.').map(|part| part.parse().unwrap_or(0)).collect();
            std::cmp::Reverse(folder.version.as_deref().map(numbers).unwrap_or_else(Vec::<u32>::new))
        });
        folders.extend(releases);
    }
    if let Some(switch) = std::env::var_os("OPAM_SWITCH_PREFIX").map(PathBuf::from) {
        let share = switch.join("share").join(product.folder()).join("lib");
        folders.extend([share, switch.join("lib").join(product.folder())].map(unknown));
    }
    if let Some(path) = std::env::var_os("LD_LIBRARY_PATH") {
        let given = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
        folders.extend(given.map(unknown));
    }
    let multiarch = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    folders.extend(["/usr/local/lib", &multiarch, "/usr/lib64", "/usr/lib"].map(|path| unknown(path.into())));
    folders
}

/// The library in a folder, with or without a version behind its name.
pub(super) fn in_folder(folder: &Path, stem: &str) -> Option<PathBuf> {
    let plain = folder.join(format!("{stem}.so"));
    if plain.is_file() {
        return Some(plain);
    }
    let start = format!("{stem}.so.");
    let names = std::fs::read_dir(folder).ok()?.flatten();
    let found = names.filter(|entry| entry.file_name().to_string_lossy().starts_with(&start));
    found.map(|entry| entry.path()).filter(|path| path.is_file()).min()
}

/// The folder that has a library of a product, and the library.
pub(super) fn find(product: Product, stem: &str) -> Option<(Folder, PathBuf)> {
    folders(product).into_iter().find_map(|folder| {
        let path = in_folder(&folder.path, stem)?;
        Some((folder, path))
    })
}

/// Who sees the symbols of a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// Libraries that are loaded later. Most of APRON's do not say what they need.
    Everybody,
    /// Only itself: variants of a domain have the same names.
    Itself,
    /// Only itself, and what is missing is only noticed when it is called.
    ItselfLazily,
}

/// A library that stays loaded until the process ends: its functions may be called at any time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loaded {
    library: &'static Library,
    name: &'static str,
}

/// Loads a library by its path, or by its name from the system's path.
pub(super) fn load(path: &Path, scope: Scope) -> Result<Loaded, LoadError> {
    let flags = match scope {
        Scope::Everybody => RTLD_NOW | RTLD_GLOBAL,
        Scope::Itself => RTLD_NOW | RTLD_LOCAL,
        Scope::ItselfLazily => RTLD_LAZY | RTLD_LOCAL,
    };
    // SAFETY: these libraries' initialisers do nothing but set up their own tables. A user who names another library wants that code to
    // run.
    let library = unsafe { Library::open(Some(path), flags) };
    let library = library.map_err(|error| LoadError::Load(path.display().to_string(), error))?;
    // Once for each domain that is opened; the system counts, and loads it once.
    let name = Box::leak(path.display().to_string().into_boxed_str());
    Ok(Loaded { library: Box::leak(Box::new(library)), name })
}

/// Whether the system has a library.
pub(super) fn loads(name: &str) -> bool {
    load(Path::new(name), Scope::ItselfLazily).is_ok()
}

/// Loads what a library needs and does not say, from its folder if it is there, otherwise from the system.
pub(super) fn load_needed(folder: &Path, name: &str) -> Result<Loaded, LoadError> {
    let beside = folder.join(name);
    load(if beside.is_file() { &beside } else { Path::new(name) }, Scope::Everybody)
}

impl Loaded {
    /// A function.
    ///
    /// # Safety
    /// `F` must be the type of a pointer to a function, and the function must have that type.
    pub(super) unsafe fn function<F: Copy>(&self, name: &str) -> Result<F, LoadError> {
        // SAFETY: the caller knows the type.
        let symbol = unsafe { self.library.get::<F>(name) };
        symbol.map(|symbol| *symbol).map_err(|error| LoadError::Load(self.name.to_owned(), error))
    }
}
