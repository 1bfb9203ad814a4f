//! The oracles: small, each about one thing, listed in one table.

mod core;
mod crash;
mod differential;
mod incomplete;
mod model;
pub(crate) mod objective;
mod optimum;
mod rejected;
mod slow;
mod truth;
mod unstable;

use quis_techniques::Stream;

use crate::context::Context;
use crate::follow_up::Leave;
use crate::verdict::{Kind, Verdict};

/// Something that can be said of a case and what solvers did with it.
#[derive(Clone, Copy, Debug)]
pub struct Oracle {
    /// One word for it.
    pub name: &'static str,
    /// One line on what it says, and when.
    pub help: &'static str,
    /// The kinds of verdicts that it gives.
    pub kinds: &'static [Kind],
    /// It asks its follow-up questions about one case in N; 0 if it asks none.
    pub asks_every: usize,
    /// Whether a campaign uses it unless told otherwise.
    pub usual: bool,
    pub(crate) rule: fn(&mut Context<'_>, &mut Vec<Verdict>),
}

impl Oracle {
    const fn new(
        name: &'static str,
        help: &'static str,
        kinds: &'static [Kind],
        rule: fn(&mut Context<'_>, &mut Vec<Verdict>),
    ) -> Oracle {
        Oracle { name, help, kinds, asks_every: 0, usual: true, rule }
    }

    /// The random numbers for its follow-up questions, if it may ask some.
    pub(crate) fn asking(&self, leave: &Leave) -> Option<Stream> {
        if self.asks_every == 0 {
            return None;
        }
        match leave {
            Leave::None => None,
            Leave::Drawn(stream) => {
                let mut stream = stream.fork(self.name);
                (stream.below(self.asks_every) == 0).then_some(stream)
            }
            Leave::Of(kinds, stream) => kinds.iter().any(|kind| self.kinds.contains(kind)).then(|| {
                let mut stream = stream.fork(self.name);
                // As if it had been drawn: the same random numbers come next.
                stream.below(self.asks_every);
                stream
            }),
        }
    }
}

/// All oracles. Documents and help texts are made from this table.
pub const ORACLES: &[Oracle] = &[
    Oracle::new(
        "truth",
        "an answer is not what is known of the check by construction",
        &[Kind::RefutationUnsound, Kind::SolutionUnsound, Kind::Disagreement],
        truth::rule,
    ),
    Oracle::new(
        "differential",
        "solvers answer sat and unsat: a valid model decides who is wrong, else it is a disagreement",
        &[Kind::RefutationUnsound, Kind::SolutionUnsound, Kind::Disagreement],
        differential::rule,
    ),
    Oracle::new(
        "model",
        "an assertion is false under the model, by exact evaluation or by the solver's own word",
        &[Kind::InvalidModel, Kind::InvalidCore],
        model::rule,
    ),
    Oracle {
        asks_every: 4,
        ..Oracle::new(
            "core",
            "the unsat core has a model: what it leaves of the case is put to all solvers",
            &[Kind::InvalidCore],
            core::invalid,
        )
    },
    Oracle {
        asks_every: 4,
        usual: false,
        ..Oracle::new(
            "loose-core",
            "the unsat core is valid, but a part of it is unsatisfiable by construction",
            &[Kind::LooseCore],
            core::loose,
        )
    },
    Oracle::new(
        "optimum",
        "soft assertions: the printed optimum or the model is not the best, by construction or because some model pays less",
        &[Kind::WrongOptimum, Kind::Disagreement],
        optimum::rule,
    ),
    Oracle {
        asks_every: 4,
        ..Oracle::new(
            "objective",
            "minimize and maximize: a model has a better value than the solver prints, or its own model does not have that value",
            &[Kind::WrongOptimum, Kind::Disagreement],
            objective::rule,
        )
    },
    Oracle::new(
        "crash",
        "a signal, a failed assertion, an internal error, a sanitizer's report, an end without an answer",
        &[Kind::Crash],
        crash::rule,
    ),
    Oracle::new(
        "rejected",
        "an error on a script that is well formed and that a solver of another family reads",
        &[Kind::Rejected],
        rejected::rule,
    ),
    Oracle {
        asks_every: 512,
        ..Oracle::new(
            "unstable",
            "the answer depends on the random seed, or on what the process did before",
            &[Kind::Unstable],
            unstable::rule,
        )
    },
    Oracle::new(
        "incomplete",
        "unknown, without a limit being reached, in a logic that the solver claims to decide",
        &[Kind::Incomplete],
        incomplete::rule,
    ),
    Oracle::new("slow", "much slower than the quickest of the other solvers", &[Kind::Slow], slow::rule),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_stand_for_one_oracle() {
        for (at, oracle) in ORACLES.iter().enumerate() {
            assert!(oracle.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
            assert!(!oracle.help.ends_with('.') && !oracle.help.contains('\n'));
            assert!(ORACLES[..at].iter().all(|before| before.name != oracle.name));
        }
    }
}
