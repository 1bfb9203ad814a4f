//! Operators whose operands the tables cannot say: one module for each kind.

pub(super) mod datatypes;

use quis_smtlib::Term;

use super::builder::Builder;
use super::menu::Item;

/// Applies an operator that has a way of its own; `None` if it is one like any other, `Some(None)` if nothing fits.
pub(super) fn make(_builder: &mut Builder, _item: &Item) -> Option<Option<Term>> {
    None
}
