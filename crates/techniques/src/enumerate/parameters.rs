//! What can be chosen.

use std::fmt;

use quis_smtlib::theories::Theory;

use super::themes::{THEMES, Theme};
use crate::fuzzsmt::{Dialect, Use};
use crate::registry::{Choice, Entry, Parameter, Parameters, Way};

/// Small formulas over small vocabularies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Enumerate {
    /// The theories whose formulas are enumerated; all if the list is empty.
    pub theories: Vec<&'static str>,
    /// Whose operators are used.
    pub dialect: Dialect,
    /// Quantifiers, over one variable of a vocabulary.
    pub quantifiers: Use,
    /// The greatest number of variables of a formula.
    pub variables: usize,
    /// The greatest number of symbols in a formula.
    pub size: usize,
}

impl Default for Enumerate {
    fn default() -> Self {
        Enumerate {
            theories: Vec::new(),
            dialect: Dialect::Common,
            quantifiers: Use::Some,
            variables: 3,
            size: 14,
        }
    }
}

impl Enumerate {
    /// The themes of the vocabularies, in turn.
    pub(super) fn themes(&self) -> Vec<&'static Theme> {
        let wanted = |theme: &&Theme| self.theories.is_empty() || self.theories.contains(&theme.group);
        let known = |theme: &&Theme| {
            theme.theories.iter().all(|&theory| theory == Theory::Regex || self.dialect.has_theory(theory))
        };
        THEMES.iter().filter(wanted).filter(known).collect()
    }
}

impl fmt::Display for Enumerate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theories = if self.theories.is_empty() { "any".to_owned() } else { self.theories.join(",") };
        write!(
            f,
            "theories={theories} dialect={} quantifiers={} variables={} size={}",
            self.dialect.word(),
            self.quantifiers.word(),
            self.variables,
            self.size
        )
    }
}

/// The groups of theories that can be chosen, each once.
fn groups() -> Vec<&'static str> {
    let mut groups = Vec::new();
    for theme in THEMES {
        if !groups.contains(&theme.group) {
            groups.push(theme.group);
        }
    }
    groups
}

/// match: strings,floats
fn read_theories(parameters: &Parameters) -> Result<Vec<&'static str>, crate::TechniqueError> {
    let value = parameters.value("theories");
    if value == "any" {
        return Ok(Vec::new());
    }
    let find = |word: &str| groups().into_iter().find(|group| *group == word);
    let chosen: Option<Vec<&'static str>> = value.split(',').map(find).collect();
    chosen.ok_or_else(|| {
        let expected = format!("any, or some of these, separated by commas: {}", groups().join(", "));
        parameters.bad_value("theories", expected)
    })
}

/// The line of the registry.
pub(crate) const ENTRY: Entry = Entry {
    name: "enumerate",
    help: "Enumerate small formulas over a few operators, the smallest first; needs no seeds",
    good_for: "wrong answers that a few operators of one theory show",
    in_campaigns: &[
        Way::of("core", "theories=core quantifiers=no"),
        Way::of("arithmetic", "theories=arithmetic quantifiers=no"),
        Way::of("bitvectors", "theories=bitvectors quantifiers=no"),
        Way::of("floats", "theories=floats quantifiers=no"),
        Way::of("arrays", "theories=arrays quantifiers=no"),
        Way::of("strings", "theories=strings quantifiers=no"),
        Way::of("regexes", "theories=regexes quantifiers=no"),
        Way::of("sequences", "theories=sequences quantifiers=no"),
        Way::of("datatypes", "theories=datatypes quantifiers=no"),
        Way::of("functions", "theories=functions quantifiers=no"),
        Way::of("sets", "theories=sets quantifiers=no"),
        Way::of("optimisation", "theories=optimisation quantifiers=no"),
        Way::of("quantifiers", "theories=any quantifiers=yes"),
    ],
    share: 5,
    with_reference: "",
    for_suites: "",
    parameters: &[
        Parameter::new(
            "theories",
            "any",
            "the theories to enumerate, separated by commas: core, arithmetic, bitvectors, floats, arrays, strings, regexes, \
                   sequences, datatypes, sets, functions, fields, optimisation; any: each in turn",
        ),
        Parameter::new(
            "dialect",
            "common",
            "whose operators: standard, common (what Z3 and cvc5 both read), z3, cvc5, any",
        ),
        Parameter::new("quantifiers", "some", "quantifiers: some, no, yes"),
        Parameter::new("variables", "3", "variables of a formula, at most"),
        Parameter::new("size", "14", "symbols in a formula, at most"),
    ],
    make: |parameters: &Parameters| {
        Ok(Box::new(Enumerate {
            theories: read_theories(parameters)?,
            dialect: parameters.choice("dialect")?,
            quantifiers: parameters.choice("quantifiers")?,
            variables: parameters.count_up_to("variables", 4)?,
            size: parameters.count_up_to("size", 24)?,
        }))
    },
};
