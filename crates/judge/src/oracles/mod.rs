//! The oracles: small, each about one thing, listed in one table.

mod crash;
mod differential;
mod incomplete;
mod model;
mod optimum;
mod rejected;
pub(crate) mod slow;
mod truth;
mod unstable;

use crate::context::Context;
use crate::verdict::Verdict;

/// Something that can be said of a case and its observations.
#[derive(Clone, Copy, Debug)]
pub struct Oracle {
    /// One word for it.
    pub name: &'static str,
    /// One line on what it says, and when.
    pub help: &'static str,
    pub(crate) rule: fn(&mut Context<'_>, &mut Vec<Verdict>),
}

/// All oracles. Documents are made from this table.
pub const ORACLES: &[Oracle] = &[
    Oracle {
        name: "truth",
        help: "an answer is not what is known of the check by construction",
        rule: truth::rule,
    },
    Oracle {
        name: "differential",
        help: "solvers answer sat and unsat: a valid model decides who is wrong, else it is a disagreement",
        rule: differential::rule,
    },
    Oracle {
        name: "model",
        help: "an assertion is false under the model, by exact evaluation or by the solver's own word",
        rule: model::rule,
    },
    Oracle {
        name: "optimum",
        help: "soft assertions: the printed optimum or the model is not the best, by construction or because some model pays less",
        rule: optimum::rule,
    },
    Oracle {
        name: "crash",
        help: "a signal, a failed assertion, an internal error, a sanitizer's report, an end without an answer",
        rule: crash::rule,
    },
    Oracle {
        name: "rejected",
        help: "an error on a script that is well formed and that a solver of another family reads",
        rule: rejected::rule,
    },
    Oracle {
        name: "unstable",
        help: "the answer depends on the random seed, or on what the process did before",
        rule: unstable::rule,
    },
    Oracle {
        name: "incomplete",
        help: "unknown, without a limit being reached, in a logic that the solver claims to decide",
        rule: incomplete::rule,
    },
    Oracle { name: "slow", help: "much slower than the quickest of the other solvers", rule: slow::rule },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_stand_for_one_oracle() {
        for (at, oracle) in ORACLES.iter().enumerate() {
            assert!(oracle.name.bytes().all(|byte| byte.is_ascii_lowercase()));
            assert!(!oracle.help.ends_with('.') && !oracle.help.contains('\n'));
            assert!(ORACLES[..at].iter().all(|before| before.name != oracle.name));
        }
    }
}
