//! New instances from the fragments of a seed (STORM; Mansur, Christakis, Wüstholz and Zhang, FSE 2020).
//!
//! The Boolean sub-formulas of a seed are evaluated under an assignment. Formulas are put together from them, whose values
//! follow; an instance asserts some of them, each as it is or negated, whichever is true. So every instance is satisfiable, and the
//! assignment is the witness. The dual asserts a formula and the negation of an equivalent one.
//!
//! ```
//! use quis_smtlib::{Mode, parse};
//! use quis_techniques::{Material, Storm, Stream, Technique, Truth};
//!
//! let seed = "(declare-const x Int) (assert (or (> x 3) (= (* x x) 49))) (check-sat)";
//! let seed = parse(seed, Mode::Standard).into_result().expect("a valid script");
//! let storm = Storm { assertions: 4, ..Storm::default() };
//! let case = storm.cases(Material::of(&seed), Stream::new(1)).next().expect("a case");
//! assert!(case.checks.iter().all(|check| check.truth != Truth::Open));
//! ```
//!
//! How it is done quickly: sub-formulas are printed once, and evaluated once for each assignment. Formulas are small trees over
//! them, their values a bit for each assignment, and an instance is a concatenation of texts. Instances of one epoch (assignments,
//! construction pool) do not depend on each other: the n-th one is made without those before it.
//!
//! The parts, in the order of the paper's algorithm: [`header`] and [`fragments`] (what a seed gives), [`grafts`] (conditions inside
//! of terms), [`epoch`] (assignments and values), [`formula`] and [`pool`] (formula generation), [`instance`] and [`incremental`]
//! (instance generation), [`equivalent`] (for the dual), [`render`] (texts), [`requests`] and [`reference`] (what solvers
//! are asked).

mod depth;
mod epoch;
mod equivalent;
mod formula;
mod fragments;
mod generator;
mod grafts;
mod header;
mod incremental;
mod instance;
mod parameters;
mod pool;
mod reference;
mod render;
mod requests;
#[cfg(test)]
mod tests;

use quis_smtlib::{Command, Script};

pub use depth::formula_depth;
pub(crate) use fragments::names_of_terms;
pub(crate) use parameters::ENTRY;
pub use parameters::{Ask, Connectives, Incremental, Keep, OpenPoints, Storm, Truths};
pub(crate) use requests::model_request;

use crate::material::Material;
use crate::stream::Stream;
use crate::technique::{Reply, Request, Technique, TestCases};
use generator::Generator;

impl Technique for Storm {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn parameters(&self) -> String {
        self.to_string()
    }

    fn applies(&self, seed: &Script) -> bool {
        let has_formula = |command: &Command| {
            matches!(command, Command::Assert(_) | Command::AssertSoft(..) | Command::CheckSatAssuming(_))
        };
        seed.commands.iter().any(has_formula)
    }

    fn asks(&self) -> bool {
        true
    }

    fn requests(&self, seed: &Script, replies: &[Reply], stream: &Stream) -> Vec<Request> {
        requests::requests(*self, seed, replies, stream)
    }

    fn cases<'a>(&'a self, material: Material<'a>, stream: Stream) -> TestCases<'a> {
        match Generator::new(*self, material.seed, material.replies, stream) {
            Some(generator) => Box::new(generator),
            None => Box::new(std::iter::empty()),
        }
    }
}
