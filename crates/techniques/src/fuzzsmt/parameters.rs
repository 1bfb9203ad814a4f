//! What can be chosen.

use std::fmt;

use crate::registry::{Choice, Entry, Parameter, Parameters};

/// What the formulas are by construction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Knowledge {
    /// Some satisfiable, of the others nothing is known.
    #[default]
    Both,
    /// Nothing is known: the way of the paper.
    Open,
    /// Satisfiable.
    Sat,
}

impl Choice for Knowledge {
    const ALL: &[(&str, Knowledge)] =
        &[("both", Knowledge::Both), ("open", Knowledge::Open), ("sat", Knowledge::Sat)];
}

/// Random typed formulas.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FuzzSmt {
    /// The logic of all formulas; any of the catalogue if there is none.
    pub logic: Option<String>,
    /// What the formulas are by construction.
    pub truth: Knowledge,
}

impl fmt::Display for FuzzSmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "logic={} truth={}", self.logic.as_deref().unwrap_or("any"), self.truth.word())
    }
}

/// The line of the registry.
pub(crate) const ENTRY: Entry = Entry {
    name: "fuzzsmt",
    help: "Make random typed formulas from scratch, in every theory; needs no seeds",
    parameters: &[
        Parameter {
            name: "logic",
            default: "any",
            help: "the logic of all formulas, as in QF_AUFBV; any: one of the catalogue for each formula",
        },
        Parameter {
            name: "truth",
            default: "both",
            help: "what formulas are by construction: both (some satisfiable, some open), open, sat",
        },
    ],
    make: |parameters: &Parameters| {
        Ok(Box::new(FuzzSmt { logic: parameters.logic("logic")?, truth: parameters.choice("truth")? }))
    },
};
