//! Random typed formulas from scratch (FuzzSMT; Brummayer and Biere, SMT 2009).
//!
//! A formula is made in layers. The *input* layer has variables and constants of random sorts. In the *main* layer operators are chosen
//! at random, with operands among all nodes so far; where widths differ, operands are extended or cut. The *predicate* layer is
//! made in the same way. The *Boolean* layer combines what has no parents until a few roots are left, which are asserted.
//!
//! All operators come from the signature tables; a theory needs code here only where a table cannot say what its operands are
//! (`special`). No seed is needed, so operators are reached that no file has.
//!
//! ```
//! use quis_smtlib::{Mode, Script, parse};
//! use quis_techniques::{Material, FuzzSmt, Stream, Technique};
//!
//! let bits = FuzzSmt { logic: Some("QF_BV".to_owned()), ..FuzzSmt::default() };
//! for case in bits.cases(Material::of(&Script::default()), Stream::new(1)).take(100) {
//!     assert!(parse(&case.text, Mode::Strict).into_result().is_ok());
//! }
//! ```
//!
//! Invariants: the n-th case depends on the parameters and the stream alone, and is made without those before it; what is made is
//! well typed, and within the declared logic.

mod apply;
mod builder;
mod dialect;
mod difference;
mod horn;
mod indices;
mod layers;
mod literal;
mod menu;
mod operand;
mod palette;
mod parameters;
mod pool;
mod recipe;
mod scope;
mod script;
mod special;
#[cfg(test)]
mod tests;
mod truth;
mod weights;

use quis_smtlib::Script;

use crate::material::Material;
use crate::stream::Stream;
use crate::technique::{Needs, Technique, TestCases, numbered};

pub use dialect::Dialect;
pub(crate) use parameters::ENTRY;
pub use parameters::{Division, FuzzSmt, Knowledge, Use, Widths};
pub use weights::Weights;

impl Technique for FuzzSmt {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn parameters(&self) -> String {
        self.to_string()
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }

    fn applies(&self, _: &Script) -> bool {
        true
    }

    fn cases<'a>(&'a self, _: Material<'a>, stream: Stream) -> TestCases<'a> {
        Box::new(numbered(move |number| Some(script::case(self, &stream.nth(number)))))
    }
}
