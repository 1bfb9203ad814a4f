//! Formulas that are satisfiable or unsatisfiable by construction, with models and minimal cores (Bugariu, dissertation 2022, ch. 3).
//!
//! Nothing is random: the formulas of a step are enumerated within bounds, simple ones first, so that most bugs show on
//! inputs that need no reduction. What there is to enumerate is said by files of [rules](rules::Rules).
//!
//! ```
//! use quis_techniques::synth::rules::Rules;
//! use quis_techniques::synth::{Step, formulas};
//!
//! let rules = Rules::of("strings").expect("it has rules");
//! let first = formulas(rules, Step::Simple, false, 1).next().expect("there are operations");
//! assert!(first.case.text.contains("(assert (= (str.at s off) res))"));
//! ```

mod contradiction;
mod draft;
pub mod rules;
mod steps;
mod technique;
#[cfg(test)]
mod tests;

pub use draft::Formula;
use rules::Rules;
pub(crate) use technique::ENTRY;
pub use technique::{Patterns, Synth};

use crate::case::Truth;

/// A way of making formulas.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// Each operation alone: satisfiable.
    Simple,
    /// Constants for some of the variables: satisfiable.
    Constants,
    /// Terms for all variables: satisfiable.
    Terms,
    /// An operation and what is equivalent to it, at odds: unsatisfiable.
    Equivalences,
    /// The same with equalities that are needed: unsatisfiable, with larger cores.
    Cores,
    /// The same with equalities that are not needed: unsatisfiable, with the same cores.
    Redundancy,
    /// Soft assertions whose optimum is known.
    MaxSmt,
}

impl Step {
    /// All steps, in the order in which they are taken.
    pub const ALL: &[Step] = &[
        Step::Simple,
        Step::Constants,
        Step::Terms,
        Step::Equivalences,
        Step::Cores,
        Step::Redundancy,
        Step::MaxSmt,
    ];

    /// One word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Step::Simple => "simple",
            Step::Constants => "constants",
            Step::Terms => "terms",
            Step::Equivalences => "equivalences",
            Step::Cores => "cores",
            Step::Redundancy => "redundancy",
            Step::MaxSmt => "maxsmt",
        }
    }
}

/// The formulas of a step, lazily, always the same. Patterns are for quantifiers; with them, only formulas that have some are made.
///
/// The depth is that of the arguments of terms.
pub fn formulas(
    rules: &Rules,
    step: Step,
    patterns: bool,
    depth: usize,
) -> Box<dyn Iterator<Item = Formula> + Send + '_> {
    match step {
        Step::Simple | Step::Constants | Step::Terms | Step::MaxSmt if patterns => {
            Box::new(std::iter::empty())
        }
        Step::Simple => Box::new(steps::simple::formulas(rules)),
        Step::Constants => Box::new(steps::constants::formulas(rules)),
        Step::Terms => Box::new(steps::terms::formulas(rules, depth)),
        Step::Equivalences => Box::new(steps::equivalences::formulas(rules, patterns)),
        Step::Cores => Box::new(steps::cores::formulas(rules, patterns)),
        Step::Redundancy => Box::new(steps::redundancy::formulas(rules, patterns)),
        Step::MaxSmt => Box::new(steps::maxsmt::formulas(rules)),
    }
}

/// That a formula is unsatisfiable, with its first assertions as the core.
fn unsat_core(assertions: usize) -> Truth {
    Truth::Unsat { core: Some((0..assertions).map(|number| format!("a{number}")).collect()) }
}
