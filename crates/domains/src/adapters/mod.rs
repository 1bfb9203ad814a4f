//! Domains of libraries: APRON, ELINA and PPL, found and loaded at run time.
//!
//! ```no_run
//! use quis_domains::{Domain, Visitor, adapters};
//!
//! struct Name;
//!
//! impl Visitor for Name {
//!     type Output = String;
//!
//!     fn visit<D: Domain>(self, domain: D) -> String {
//!         domain.profile().name.clone()
//!     }
//! }
//!
//! assert_eq!(adapters::with("apron:oct-mpq", 8, Name)?, "apron:oct-mpq");
//! # Ok::<(), adapters::AdapterError>(())
//! ```

pub mod apron;
pub(crate) mod gmp;
pub mod install;
pub mod library;
mod memory;
pub mod ppl;
mod rounding;

use std::fmt;
use std::path::PathBuf;

use crate::registry::Visitor;
use library::{LoadError, Product};

/// A domain that was found on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// As it is called, `apron:oct-mpq`.
    pub name: &'static str,
    /// The library.
    pub path: PathBuf,
    /// The release, where the place of the library says so.
    pub version: Option<String>,
}

/// Why a domain cannot be used.
#[derive(Debug)]
pub enum AdapterError {
    /// No such domain is known.
    Unknown(String),
    /// Its library is missing or does not work.
    Load(LoadError),
}

impl fmt::Display for AdapterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdapterError::Unknown(name) => {
                let known: Vec<&str> = names().collect();
                write!(f, "no domain `{name}` is known: expected one of {}", known.join(", "))
            }
            AdapterError::Load(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AdapterError {}

impl From<LoadError> for AdapterError {
    fn from(error: LoadError) -> Self {
        AdapterError::Load(error)
    }
}

/// The names of all domains that are known, whether or not they are on this machine.
pub fn names() -> impl Iterator<Item = &'static str> {
    apron::variant::VARIANTS.iter().map(|v| v.name).chain(ppl::variant::VARIANTS.iter().map(|v| v.name))
}

/// All domains whose libraries are on this machine. Nothing is loaded.
#[must_use]
pub fn available() -> Vec<Found> {
    let apron = apron::variant::VARIANTS.iter().map(|v| (v.name, v.product, v.library));
    let ppl = ppl::variant::VARIANTS.iter().map(|v| (v.name, Product::Ppl, ppl::STEM));
    apron
        .chain(ppl)
        .filter_map(|(name, product, stem)| {
            let (folder, path) = library::find(product, stem)?;
            Some(Found { name, path, version: folder.version })
        })
        .collect()
}

/// Opens a domain for so many variables and does something with it.
///
/// A process should open one variant of a domain only: libraries may keep state that is not told apart.
///
/// # Errors
/// If there is no such domain, or its library is missing or does not work.
pub fn with<V: Visitor>(name: &str, dimension: usize, visitor: V) -> Result<V::Output, AdapterError> {
    if let Some(variant) = apron::variant::Variant::named(name) {
        return Ok(visitor.visit(apron::Apron::open(variant, dimension)?));
    }
    if let Some(variant) = ppl::variant::Variant::named(name) {
        return Ok(visitor.visit(ppl::Ppl::open(variant, dimension)?));
    }
    Err(AdapterError::Unknown(name.to_owned()))
}
