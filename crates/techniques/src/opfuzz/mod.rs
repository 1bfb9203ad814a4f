//! Type-aware operator mutation (OpFuzz; Winterer, Zhang and Su, OOPSLA 2020).
//!
//! An operator is replaced by another that takes the same arguments and gives the same sort. Each mutant is the base of
//! the next, for a number of rounds; then the chain begins again at the seed. Every mutant on the way is a test case, and
//! none comes twice.
//!
//! ```
//! use quis_smtlib::{Mode, parse};
//! use quis_techniques::{Material, OpFuzz, Stream, Technique};
//!
//! let seed = "(declare-const a Real)\n(assert (> (* a a) 1.0))\n(check-sat)\n";
//! let seed = parse(seed, Mode::Standard).into_result().expect("a valid script");
//! let mutants: Vec<String> = OpFuzz::default().cases(Material::of(&seed), Stream::new(1)).map(|case| case.text).collect();
//! // Six ways to compare and four to compute, without the seed.
//! assert_eq!(mutants.len(), 6 * 4 - 1);
//! assert!(mutants.iter().any(|text| text.contains("(assert (= (/ a a) 1.0))")));
//! ```
//!
//! How it is done quickly: the seed is printed once, with the places of all heads. An alternative has the sort of what it
//! replaces, so the alternatives of one occurrence do not depend on what stands elsewhere, and are computed once. A step
//! then is a number drawn, a few bytes of text replaced, and a copy of the text. See [`template`] and [`chain`].
//!
//! What is no operator: names of the script (but for constructors, selectors and testers of datatypes), quantified
//! variables, patterns of a `match`. What stands in a `:pattern` is left alone.

mod alternatives;
mod candidates;
mod chain;
mod indices;
mod paper;
mod template;
#[cfg(test)]
mod tests;

use std::fmt;

use quis_smtlib::signature::Origin;
use quis_smtlib::{Command, Script};

use crate::material::Material;
use crate::registry::{Choice, Entry, Parameter, Parameters, Way};
use crate::stream::Stream;
use crate::technique::{Technique, TestCases};
use chain::Chain;
use template::Template;

/// Which operators are replaced, and by which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Profile {
    /// All operators of all theories.
    #[default]
    Full,
    /// The operators of figure 5 of the paper, each by its subtypes there.
    Paper,
}

/// What becomes of the declared logic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LogicPolicy {
    /// A mutant that leaves the declared logic declares the next larger one that holds it: `QF_LIA`, `QF_NIA`, or else
    /// `ALL`. So solvers meet the strategies of small logics, and nonlinear terms too, which found most bugs of the paper.
    #[default]
    Widen,
    /// No mutant leaves the declared logic.
    Keep,
    /// Every mutant declares `ALL`.
    All,
}

/// The newest standard whose operators are introduced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Standard {
    /// SMT-LIB 2.6: what solvers of 2020 know.
    V26,
    /// SMT-LIB 2.7: the overflow predicates, `ubv_to_int` and the like too.
    #[default]
    V27,
}

impl Standard {
    fn newest(self) -> Origin {
        match self {
            Standard::V26 => Origin::Standard26,
            Standard::V27 => Origin::Standard27,
        }
    }
}

impl Choice for Profile {
    const ALL: &[(&str, Profile)] = &[("full", Profile::Full), ("paper", Profile::Paper)];
}

impl Choice for LogicPolicy {
    const ALL: &[(&str, LogicPolicy)] =
        &[("widen", LogicPolicy::Widen), ("keep", LogicPolicy::Keep), ("all", LogicPolicy::All)];
}

impl Choice for Standard {
    const ALL: &[(&str, Standard)] = &[("2.6", Standard::V26), ("2.7", Standard::V27)];
}

/// Type-aware operator mutation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpFuzz {
    /// Which operators are replaced, and by which.
    pub profile: Profile,
    /// So many mutants are made one from the other before the chain begins again at the seed.
    pub rounds: usize,
    /// What becomes of the declared logic.
    pub logic: LogicPolicy,
    /// The newest standard whose operators are introduced.
    pub standard: Standard,
}

impl Default for OpFuzz {
    fn default() -> Self {
        OpFuzz {
            profile: Profile::default(),
            rounds: 300,
            logic: LogicPolicy::default(),
            standard: Standard::default(),
        }
    }
}

impl fmt::Display for OpFuzz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpFuzz { profile, rounds, logic, standard } = self;
        let (profile, logic, standard) = (profile.word(), logic.word(), standard.word());
        write!(f, "profile={profile} rounds={rounds} logic={logic} standard={standard}")
    }
}

/// The line of the registry.
pub(crate) const ENTRY: Entry = Entry {
    name: "opfuzz",
    help: "Replace operators by others of the same type",
    good_for: "wrong answers near inputs that people wrote; compares solvers",
    in_campaigns: &[Way::any("")],
    share: 4,
    with_reference: "",
    for_suites: "",
    parameters: &[
        Parameter::new(
            "profile",
            "full",
            "which operators: full (all theories), paper (figure 5 of the paper)",
        ),
        Parameter::new(
            "rounds",
            "300",
            "mutants made one from the other before the chain begins again at the seed",
        ),
        Parameter::new(
            "logic",
            "widen",
            "a mutant that leaves the declared logic: widen (declare a larger one), keep (do not make it), \
                   all (declare ALL always)",
        ),
        Parameter::new("standard", "2.7", "the newest SMT-LIB whose operators are introduced: 2.6, 2.7"),
    ],
    make: |parameters: &Parameters| {
        Ok(Box::new(OpFuzz {
            profile: parameters.choice("profile")?,
            rounds: parameters.count("rounds")?,
            logic: parameters.choice("logic")?,
            standard: parameters.choice("standard")?,
        }))
    },
};

impl Technique for OpFuzz {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn parameters(&self) -> String {
        self.to_string()
    }

    fn applies(&self, seed: &Script) -> bool {
        let commands = || seed.commands.iter();
        commands().any(|command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_)))
            && commands()
                .any(|command| matches!(command, Command::Assert(_)) || !command.defines().is_empty())
    }

    fn cases<'a>(&'a self, material: Material<'a>, stream: Stream) -> TestCases<'a> {
        let seed = material.seed;
        if !self.applies(seed) {
            return Box::new(std::iter::empty());
        }
        // A seed too large to be printed gives nothing.
        match Template::of(seed, *self) {
            Ok(template) => Box::new(Chain::new(template, self.rounds, stream)),
            Err(_) => Box::new(std::iter::empty()),
        }
    }
}
