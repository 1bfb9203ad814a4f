//! Domains with APRON's C interface: APRON's own, and ELINA's.
//!
//! # A program of its own
//!
//! To show a fault to others, a C program needs no headers: it can declare the structures of `ffi.rs` that it uses. Its calls are
//!
//! - `box_manager_alloc()`, `oct_manager_alloc()`, `pk_manager_alloc(bool strict)`, `pkeq_manager_alloc()` for a manager, and
//!   `ap_manager_free` in the end;
//! - `ap_linexpr0_alloc(1, terms)` for a sparse expression, `ap_coeff_set_scalar_int(coefficient, long)` or
//!   `ap_coeff_set_scalar_double` for its numbers, `ap_linexpr0_free`;
//! - `ap_lincons0_array_make(1)`, whose entry is set by hand, and `ap_lincons0_array_clear`;
//! - `ap_abstract0_` `top`, `bottom`, `copy`, `free`, `is_bottom`, `is_top`, `is_leq`, `is_eq`, `join`, `meet`, `widening`,
//!   `meet_lincons_array`, `assign_linexpr_array`, `forget_array`, `to_lincons_array`, and `fprint` for printing.
//!
//! `bool` is a byte in APRON's headers. The libraries do not say what they need, so that the program must name it all, and the linker
//! must keep it though it does not see the use:
//!
//! ```sh
//! gcc program.c -o program -L"$LIB" -Wl,-rpath,"$LIB" -Wl,--no-as-needed \
//!     -l:liboctD.so.0 -l:libapron.so.0 -l:libmpfr.so.6 -l:libgmp.so.10 -lm
//! ```
//!
//! where `LIB` is the folder that [`install_apron`](super::install::install_apron) gives.

mod ffi;
mod handle;
mod read;
pub(crate) mod variant;

pub use handle::{Condition, Element, Expression};

use super::library::LoadError;
use super::rounding::Rounding;
use crate::{Constraint, Domain, Fact, Linear, Profile};

/// A domain with APRON's interface.
///
/// While it lives, the thread may round floating-point numbers upwards, as some of APRON's domains need.
pub struct Apron {
    // In this order: the library is left before the rounding is as it was.
    library: handle::Library,
    _rounding: Rounding,
    profile: Profile,
    dimension: usize,
}

impl Apron {
    /// Loads a domain, for so many variables, which are real numbers.
    pub(super) fn open(variant: &variant::Variant, dimension: usize) -> Result<Apron, LoadError> {
        let rounding = Rounding::remember()?;
        let library = handle::Library::open(variant, dimension)?;
        let profile = variant.profile(library.has_narrowing());
        Ok(Apron { library, _rounding: rounding, profile, dimension })
    }

    /// What the library calls itself and its version.
    #[must_use]
    pub fn version(&self) -> String {
        self.library.version()
    }
}

impl Domain for Apron {
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
