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

pub use handle::{Apron, Condition, Element, Expression};
