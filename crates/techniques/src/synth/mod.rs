//! Formulas that are satisfiable or unsatisfiable by construction, with models and minimal cores (Bugariu, dissertation 2022, ch. 3).
//!
//! The formulas of a step are enumerated within bounds, simple ones first, so that most bugs show on
//! inputs that need no reduction; behind them come random walks. What there is to enumerate is said by files of [rules](rules::Rules).
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
mod fixed;
mod logic;
pub mod rules;
mod sequence;
mod steps;
mod technique;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod theories;
mod theory;
mod walk;

pub use draft::Formula;
use rules::Rules;
pub(crate) use technique::ENTRY;
pub use technique::{Patterns, Steps, Synth};
pub use theory::Theory;

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
    /// Terms for some of the variables, constants for the others: satisfiable.
    Mixed,
    /// An operation on constants is equated with a constant that is not its value: unsatisfiable.
    Contradictions,
    /// The same with a term over constants: unsatisfiable.
    Hybrid,
    /// An operation and what is equivalent to it, at odds: unsatisfiable.
    Equivalences,
    /// The same with equalities that are needed: unsatisfiable, with larger cores.
    Cores,
    /// The same with equalities that are not needed: unsatisfiable, with the same cores.
    Redundancy,
    /// Functions without a meaning: satisfiable, and unsatisfiable with all assertions as the core.
    Functions,
    /// Quantifiers over sorts of few values: satisfiable and unsatisfiable.
    Quantified,
    /// Soft assertions whose optimum is known.
    MaxSmt,
    /// Random walks over deeper transformations: satisfiable and unsatisfiable. They are no list.
    Walks,
}

/// All steps, in the order in which they are taken, with a word for each.
const NAMES: [(Step, &str); 13] = [
    (Step::Simple, "simple"),
    (Step::Constants, "constants"),
    (Step::Terms, "terms"),
    (Step::Mixed, "mixed"),
    (Step::Contradictions, "contradictions"),
    (Step::Hybrid, "hybrid"),
    (Step::Equivalences, "equivalences"),
    (Step::Cores, "cores"),
    (Step::Redundancy, "redundancy"),
    (Step::Functions, "functions"),
    (Step::Quantified, "quantified"),
    (Step::MaxSmt, "maxsmt"),
    (Step::Walks, "walks"),
];

impl Step {
    /// All steps that can be listed, in the order in which they are taken.
    pub fn listed() -> impl Iterator<Item = Step> {
        NAMES.iter().map(|(step, _)| *step).filter(|step| *step != Step::Walks)
    }

    /// One word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(step, _)| *step == self).map_or("", |(_, name)| name)
    }

    /// Whether some of its formulas have quantifiers, and so patterns.
    fn has_quantifiers(self) -> bool {
        matches!(self, Step::Equivalences | Step::Cores | Step::Redundancy)
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
        _ if patterns && !step.has_quantifiers() => Box::new(std::iter::empty()),
        Step::Simple => Box::new(steps::simple::formulas(rules)),
        Step::Constants => Box::new(steps::constants::formulas(rules)),
        Step::Terms | Step::Mixed => Box::new(steps::terms::formulas(rules, step, depth)),
        Step::Contradictions => Box::new(steps::refuted::contradictions(rules)),
        Step::Hybrid => Box::new(steps::refuted::hybrid(rules, depth)),
        Step::Equivalences => Box::new(steps::equivalences::formulas(rules, patterns)),
        Step::Cores => Box::new(steps::cores::formulas(rules, patterns)),
        Step::Redundancy => Box::new(steps::redundancy::formulas(rules, patterns)),
        Step::Functions => Box::new(steps::functions::formulas(rules)),
        Step::Quantified => Box::new(steps::quantified::formulas(rules)),
        Step::MaxSmt => Box::new(steps::maxsmt::formulas(rules)),
        Step::Walks => Box::new(std::iter::empty()),
    }
}

/// That a formula is unsatisfiable, with its first assertions as the core.
fn unsat_core(assertions: usize) -> Truth {
    Truth::Unsat { core: Some((0..assertions).map(|number| format!("a{number}")).collect()) }
}
