//! Datatypes: declared at random, with constructors, selectors, testers, updates and matches.

use quis_smtlib::{Sort, Term};

use crate::fuzzsmt::builder::Builder;

/// Declares datatypes over the sorts so far.
pub(in crate::fuzzsmt) fn declare(_builder: &mut Builder) {}

/// A value of a datatype that is a constant, or nearly so.
pub(in crate::fuzzsmt) fn leaf(_builder: &mut Builder, _sort: Sort) -> Option<Term> {
    None
}
