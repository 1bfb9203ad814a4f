//! The parameters of the technique.

use std::fmt;

use crate::fuzzsmt::Dialect;
use crate::opfuzz::LogicPolicy;
use crate::registry::{Choice, Entry, Parameter, Parameters, Way};

/// What a solver is asked about a seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MutateAsk {
    /// For a model of the assertions.
    #[default]
    Models,
    /// Nothing: models are searched for without a solver.
    Nothing,
}

impl Choice for MutateAsk {
    const ALL: &[(&str, MutateAsk)] = &[("models", MutateAsk::Models), ("nothing", MutateAsk::Nothing)];
}

/// Typed mutation of whole terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mutate {
    /// What a solver is asked about a seed.
    pub ask: MutateAsk,
    /// Whose operators are introduced.
    pub dialect: Dialect,
    /// What becomes of the declared logic.
    pub logic: LogicPolicy,
    /// The mutations of one mutant, at most.
    pub mutations: usize,
}

impl Default for Mutate {
    fn default() -> Self {
        Mutate {
            ask: MutateAsk::default(),
            dialect: Dialect::Common,
            logic: LogicPolicy::default(),
            mutations: 4,
        }
    }
}

impl fmt::Display for Mutate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mutate { ask, dialect, logic, mutations } = self;
        let (ask, dialect, logic) = (ask.word(), dialect.word(), logic.word());
        write!(f, "ask={ask} dialect={dialect} logic={logic} mutations={mutations}")
    }
}

/// The line of the registry.
pub(crate) const ENTRY: Entry = Entry {
    name: "mutate",
    help: "Replace leaves and subterms, with known answers",
    good_for: "wrong answers and crashes near inputs that people wrote; most mutants have a known answer",
    in_campaigns: &[Way::any("")],
    share: 4,
    with_reference: "ask=models",
    for_suites: "",
    parameters: &[
        Parameter::new(
            "ask",
            "models",
            "what a solver is asked about a seed: models, nothing (search for models without a solver)",
        ),
        Parameter::new(
            "dialect",
            "common",
            "whose operators are introduced: standard, common, z3, cvc5, any",
        ),
        Parameter::new(
            "logic",
            "widen",
            "a mutant that leaves the declared logic: widen (declare a larger one), keep (do not make it), \
                   all (declare ALL always)",
        ),
        Parameter::new("mutations", "4", "mutations of one mutant, at most"),
    ],
    make: |parameters: &Parameters| {
        Ok(Box::new(Mutate {
            ask: parameters.choice("ask")?,
            dialect: parameters.choice("dialect")?,
            logic: parameters.choice("logic")?,
            mutations: parameters.count("mutations")?,
        }))
    },
};
