//! Makes test cases smaller while a predicate holds, and keeps what is known of them.
//!
//! A case is reduced as typed terms, in memory: every candidate is well-typed. What is known of its checks is kept: a witness is evaluated
//! again before the predicate is asked, and a core stays.
//!
//! ```
//! use std::convert::Infallible;
//!
//! use quis_reduce::{Predicate, Settings, reduce};
//! use quis_smtlib::{Mode, parse};
//! use quis_techniques::TestCase;
//!
//! /// Holds for every case with a division.
//! struct Divides;
//!
//! impl Predicate for Divides {
//!     type Error = Infallible;
//!     fn holds(&self, case: &TestCase) -> Result<bool, Infallible> {
//!         Ok(case.text.contains("(div"))
//!     }
//! }
//!
//! let text = "(declare-const x Int) (declare-const y Int) (assert (> x y)) (assert (= (+ 7 (div x (* y 2))) 3)) (check-sat)";
//! let script = parse(text, Mode::Standard).into_result().expect("a valid script");
//! let case = TestCase::of_script(&script).expect("a small one");
//! let reduced = reduce(&case, &Divides, &Settings::default(), &mut |_| {}).expect("it has a division");
//! assert_eq!(reduced.case.text, "(assert (= (div 0 0) 0))\n");
//! ```

mod chance;
mod change;
mod commands;
mod driver;
mod engine;
mod error;
mod gallop;
mod horn;
mod inventory;
mod names;
mod order;
mod outcome;
mod pass_name;
mod passes;
mod predicate;
mod rewrite;
mod scope;
mod settings;
mod spelling;
mod survey;
mod translate;
mod truth;
mod used;

pub use error::Error;
pub use outcome::{Event, PassStatistics, Reduced, Statistics, Step};
pub use pass_name::{PassName, UnknownPass};
pub use predicate::Predicate;
pub use settings::Settings;

use quis_techniques::TestCase;

use crate::chance::CHANCE;
use crate::engine::{Engine, Halt};

/// The names of all passes and what they do, in the order in which they are tried.
pub fn passes() -> impl Iterator<Item = (&'static str, &'static str)> {
    let chance = (CHANCE, "several changes of different passes at once, when no single one is possible");
    passes::PASSES.iter().map(|pass| (pass.name, pass.about)).chain([chance])
}

/// Makes a case smaller, as long as the predicate holds for it.
///
/// The result is the same for the same case, predicate and seed, whatever the number of jobs. `observe` is told of what goes on; it is called
/// by the thread that called this function.
///
/// # Errors
/// If the case cannot be read, if the predicate does not hold for it, or if asking it fails.
pub fn reduce<P: Predicate>(
    case: &TestCase,
    predicate: &P,
    settings: &Settings<'_>,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<Reduced, Error<P::Error>> {
    let names: Vec<&'static str> = passes().map(|(name, _)| name).collect();
    let mut engine = Engine::new(case, &names, predicate, settings, observe)?;
    engine.begin()?;
    let finished = match engine.run(settings.seed) {
        Ok(()) => true,
        Err(Halt::Stopped) => false,
        Err(Halt::Failed(error)) => return Err(Error::Predicate(error)),
    };
    let (case, statistics) = engine.into_best();
    Ok(Reduced { case, finished, statistics })
}
