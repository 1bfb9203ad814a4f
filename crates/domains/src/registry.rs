//! Domains by name.

use std::fmt;

use crate::adapters;
use crate::domain::Domain;

/// What is done with a domain, whatever its types are.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<D: Domain>(self, domain: D) -> Self::Output;
}

/// There is no such domain here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchDomain {
    /// As it was asked for.
    pub name: String,
    /// Why, and what to do.
    pub reason: String,
}

impl fmt::Display for NoSuchDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.reason)
    }
}

impl std::error::Error for NoSuchDomain {}

/// Opens a domain for so many variables and does something with it.
///
/// # Errors
/// If there is no such domain, or its library is missing.
pub fn with<V: Visitor>(name: &str, dimension: usize, visitor: V) -> Result<V::Output, NoSuchDomain> {
    let reason = |error: &dyn fmt::Display| NoSuchDomain { name: name.to_owned(), reason: error.to_string() };
    adapters::with(name, dimension, Adapted(visitor)).map_err(|error| reason(&error))
}

struct Adapted<V>(V);

impl<V: Visitor> adapters::Visitor for Adapted<V> {
    type Output = V::Output;

    fn visit<D: Domain + adapters::Fallible>(self, domain: D) -> V::Output {
        self.0.visit(domain)
    }
}
