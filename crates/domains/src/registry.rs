//! Domains by name.

use std::fmt;

use crate::adapters;
use crate::domain::Domain;
use crate::fixture::Hostile;
use crate::reference::{self, Fault};

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

/// Opens a domain for so many variables and does something with it. A fault of a reference domain follows its name:
/// `reference:octagons+octagon-join-left-only`.
///
/// # Errors
/// If there is no such domain, or its library is missing.
pub fn with<V: Visitor>(name: &str, dimension: usize, visitor: V) -> Result<V::Output, NoSuchDomain> {
    let because = |reason: String| NoSuchDomain { name: name.to_owned(), reason };
    let (base, fault) = match name.split_once('+') {
        Some((base, fault)) => {
            let known = Fault::parse(fault).filter(|known| known.domain() == base);
            let none = || because(format!("it has no fault `{fault}`: `quis domains list --faults` has all"));
            (base, Some(known.ok_or_else(none)?))
        }
        None => (name, None),
    };
    if base.starts_with("reference:") {
        let none = || because(format!("expected one of {}", reference::domains().join(", ")));
        return reference::with_domain(base, dimension, fault, visitor).ok_or_else(none);
    }
    if let Some(hostile) = Hostile::named(name, dimension) {
        return Ok(visitor.visit(hostile));
    }
    if !adapters::names().any(|known| known == name) {
        let known: Vec<&str> = reference::domains().into_iter().chain(adapters::names()).collect();
        return Err(because(format!("there is no such domain; expected one of {}", known.join(", "))));
    }
    adapters::with(name, dimension, visitor).map_err(|error| because(error.to_string()))
}
