//! Domains by name.

use std::fmt;

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
