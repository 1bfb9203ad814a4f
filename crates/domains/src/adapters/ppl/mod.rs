//! Domains of the Parma Polyhedra Library, through its C interface.
//!
//! It has no infinite constants: an assignment of one gives the variable any value, and a condition with one says nothing.

mod ffi;
mod handle;
pub(crate) mod variant;

pub use handle::{Condition, Element, Expression};

use super::library::LoadError;
use super::rounding::Rounding;
use crate::{Constraint, Domain, Fact, Linear, Profile};

/// The library with the C interface.
pub(crate) const STEM: &str = "libppl_c";

/// A domain of PPL.
///
/// While it lives, the thread rounds floating-point numbers upwards, as PPL's domains need. PPL shares state between threads: use it in
/// one only.
pub struct Ppl {
    // In this order: the library is left before the rounding is as it was.
    library: handle::Library,
    _rounding: Rounding,
    profile: Profile,
    dimension: usize,
}

impl Ppl {
    /// Loads a domain, for so many variables, which are real numbers.
    pub(super) fn open(variant: &variant::Variant, dimension: usize) -> Result<Ppl, LoadError> {
        let rounding = Rounding::remember()?;
        let library = handle::Library::open(variant, dimension)?;
        let profile = variant.profile();
        Ok(Ppl { library, _rounding: rounding, profile, dimension })
    }

    /// What the library calls itself and its version.
    #[must_use]
    pub fn version(&self) -> String {
        self.library.version()
    }
}

impl Domain for Ppl {
    type Element = Element;
    type Expression = Expression;
    type Condition = Condition;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn expression(&self, linear: &Linear) -> Expression {
        self.library.expression(linear)
    }

    fn condition(&self, constraint: &Constraint) -> Condition {
        self.library.condition(constraint)
    }

    fn top(&self) -> Element {
        self.library.top()
    }

    fn bottom(&self) -> Element {
        self.library.bottom()
    }

    fn copy(&self, x: &Element) -> Element {
        self.library.copy(x)
    }

    fn is_leq(&self, x: &Element, y: &Element) -> bool {
        self.library.is_leq(x, y)
    }

    fn is_eq(&self, x: &Element, y: &Element) -> bool {
        self.library.is_eq(x, y)
    }

    fn is_bottom(&self, x: &Element) -> bool {
        self.library.is_bottom(x)
    }

    fn is_top(&self, x: &Element) -> bool {
        self.library.is_top(x)
    }

    fn join(&self, x: &Element, y: &Element) -> Element {
        self.library.join(x, y)
    }

    fn meet(&self, x: &Element, y: &Element) -> Element {
        self.library.meet(x, y)
    }

    fn widen(&self, x: &Element, y: &Element) -> Element {
        self.library.widen(x, y)
    }

    fn narrow(&self, x: &Element, y: &Element) -> Element {
        self.library.narrow(x, y)
    }

    fn assign(&self, x: &Element, variable: usize, expression: &Expression) -> Element {
        self.library.assign(x, variable, expression)
    }

    fn project(&self, x: &Element, variable: usize) -> Element {
        self.library.project(x, variable)
    }

    fn cond(&self, x: &Element, condition: &Condition) -> Element {
        self.library.cond(x, condition)
    }

    fn constraints(&self, x: &Element) -> Vec<Fact> {
        self.library.facts(x)
    }

    fn take_error(&self) -> Option<String> {
        self.library.take_error()
    }
}
