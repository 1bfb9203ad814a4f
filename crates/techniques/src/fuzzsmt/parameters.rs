//! What can be chosen.

use std::fmt;

use crate::opfuzz::Standard;
use crate::registry::{Choice, Entry, Parameter, Parameters, Way};
use crate::storm::Incremental;

use super::dialect::Dialect;
use super::weights::Weights;

/// What the formulas are by construction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Knowledge {
    /// Every other one is satisfiable, of the others nothing is known.
    #[default]
    Both,
    /// Nothing is known: the way of the paper.
    Open,
    /// Satisfiable.
    Sat,
}

/// What becomes of division.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Division {
    /// Guarded in every other formula.
    #[default]
    Both,
    /// There is none.
    None,
    /// Constraints rule out that a divisor is zero.
    Guarded,
    /// Divisors may be zero.
    Free,
}

/// The widths of bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Widths {
    /// Small ones, powers of two and those beside them; now and then any.
    #[default]
    Mixed,
    /// Any, each equally likely.
    Any,
    /// Powers of two.
    Powers,
    /// The greatest alone.
    One,
}

/// A part of the grammar that may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Use {
    /// In some formulas.
    #[default]
    Some,
    /// Nowhere.
    No,
    /// Wherever the logic allows it.
    Yes,
}

impl Choice for Knowledge {
    const ALL: &[(&str, Knowledge)] =
        &[("both", Knowledge::Both), ("open", Knowledge::Open), ("sat", Knowledge::Sat)];
}

impl Choice for Division {
    const ALL: &[(&str, Division)] = &[
        ("both", Division::Both),
        ("none", Division::None),
        ("guarded", Division::Guarded),
        ("free", Division::Free),
    ];
}

impl Choice for Widths {
    const ALL: &[(&str, Widths)] =
        &[("mixed", Widths::Mixed), ("any", Widths::Any), ("powers", Widths::Powers), ("one", Widths::One)];
}

impl Choice for Use {
    const ALL: &[(&str, Use)] = &[("some", Use::Some), ("no", Use::No), ("yes", Use::Yes)];
}

/// Random typed formulas.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FuzzSmt {
    /// The logic of all formulas; any of the catalogue if there is none.
    pub logic: Option<String>,
    /// Whose operators are used.
    pub dialect: Dialect,
    /// The newest standard whose operators are used.
    pub standard: Standard,
    /// What the formulas are by construction.
    pub truth: Knowledge,
    /// The greatest number of operators in the main layer.
    pub size: usize,
    /// The greatest number of predicates.
    pub predicates: usize,
    /// The greatest number of assertions; with one, a formula is one assertion, as in the paper.
    pub assertions: usize,
    /// The greatest depth of a term of the main layer.
    pub depth: usize,
    /// The greatest number of variables of one sort.
    pub variables: usize,
    /// The greatest width of a bit-vector.
    pub width: usize,
    /// The widths of bit-vectors.
    pub widths: Widths,
    /// What becomes of division.
    pub division: Division,
    /// Whether each formula has a random part of the operators only.
    pub swarm: Use,
    /// How much more or less often operators are chosen.
    pub weights: Weights,
    /// Equality of arrays.
    pub extensionality: Use,
    /// Quantifiers, where the logic has them.
    pub quantifiers: Use,
    /// Functions that the script defines.
    pub definitions: Use,
    /// Scopes and several checks.
    pub incremental: Incremental,
    /// Objectives and soft constraints, in the dialect of Z3.
    pub objectives: Use,
}

impl Default for FuzzSmt {
    fn default() -> Self {
        FuzzSmt {
            logic: None,
            dialect: Dialect::default(),
            standard: Standard::default(),
            truth: Knowledge::default(),
            size: 40,
            predicates: 12,
            assertions: 8,
            depth: 12,
            variables: 4,
            width: 64,
            widths: Widths::default(),
            division: Division::default(),
            swarm: Use::Yes,
            weights: Weights::default(),
            extensionality: Use::Yes,
            quantifiers: Use::default(),
            definitions: Use::default(),
            incremental: Incremental::default(),
            objectives: Use::No,
        }
    }
}

impl fmt::Display for FuzzSmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FuzzSmt { size, predicates, assertions, depth, variables, width, weights, .. } = self;
        let logic = self.logic.as_deref().unwrap_or("any");
        let (dialect, standard, truth) = (self.dialect.word(), self.standard.word(), self.truth.word());
        let (widths, division, swarm) = (self.widths.word(), self.division.word(), self.swarm.word());
        let (extensionality, quantifiers) = (self.extensionality.word(), self.quantifiers.word());
        let (definitions, incremental) = (self.definitions.word(), self.incremental.word());
        let objectives = self.objectives.word();
        write!(
            f,
            "logic={logic} dialect={dialect} standard={standard} truth={truth} size={size} predicates={predicates} \
             assertions={assertions} depth={depth} variables={variables} width={width} widths={widths} division={division} \
             swarm={swarm} weights={weights} extensionality={extensionality} quantifiers={quantifiers} \
             definitions={definitions} incremental={incremental} objectives={objectives}"
        )
    }
}

/// The line of the registry.
pub(crate) const ENTRY: Entry = Entry {
    name: "fuzzsmt",
    help: "Make random typed formulas from scratch, in every theory; needs no seeds",
    good_for: "operators and combinations of theories that no seed has",
    in_campaigns: &[
        Way::any("size=8 predicates=3 assertions=2 depth=4 variables=2"),
        Way::of("arithmetic", "logic=QF_NIRA size=8 predicates=3 assertions=2 depth=4 variables=2"),
        Way::of("bitvectors", "logic=QF_BV size=8 predicates=3 assertions=2 depth=4 variables=2"),
        Way::of("floats", "logic=QF_FPLRA size=8 predicates=3 assertions=2 depth=4 variables=2"),
        Way::of("arrays", "logic=QF_AUFLIRA size=8 predicates=3 assertions=2 depth=4 variables=2"),
        Way::of("strings", "logic=QF_SLIA size=8 predicates=3 assertions=2 depth=4 variables=2"),
        Way::of("datatypes", "logic=QF_UFDTLIA size=8 predicates=3 assertions=2 depth=4 variables=2"),
        Way::of("functions", "logic=QF_UFLIA size=8 predicates=3 assertions=2 depth=4 variables=2"),
        Way::of("quantifiers", "logic=UFLIA size=8 predicates=3 assertions=2 depth=4 variables=2"),
    ],
    share: 1,
    with_reference: "",
    for_suites: "",
    parameters: &[
        Parameter::new(
            "logic",
            "any",
            "the logic of all formulas, as in QF_AUFBV; any: one of the catalogue for each formula",
        ),
        Parameter::new(
            "dialect",
            "standard",
            "whose operators: standard, common (what Z3 and cvc5 both read), z3, cvc5, any",
        ),
        Parameter::new("standard", "2.7", "the newest SMT-LIB whose operators are used: 2.6, 2.7"),
        Parameter::new(
            "truth",
            "both",
            "what formulas are by construction: open, sat, both (every other one is satisfiable, the rest open)",
        ),
        Parameter::new("size", "40", "operators in the main layer, at most"),
        Parameter::new("predicates", "12", "predicates above it, at most"),
        Parameter::new("assertions", "8", "assertions, at most; 1: the one root of the paper"),
        Parameter::new("depth", "12", "the greatest depth of a term of the main layer"),
        Parameter::new("variables", "4", "variables of one sort, at most"),
        Parameter::new("width", "64", "the greatest width of a bit-vector"),
        Parameter::new(
            "widths",
            "mixed",
            "mixed (small, powers of two, beside those), any, powers, one (the greatest alone)",
        ),
        Parameter::new(
            "division",
            "both",
            "guarded (constraints rule out zero), free, none, both (guarded in every other formula)",
        ),
        Parameter::new(
            "swarm",
            "yes",
            "whether each formula has a random part of the operators only: yes, no, some",
        ),
        Parameter::new(
            "weights",
            "even",
            "how often operators are chosen, as in bvmul:5,bvudiv:0; even: all alike within a theory",
        ),
        Parameter::new("extensionality", "yes", "equality of arrays: yes, no, some"),
        Parameter::new("quantifiers", "some", "quantifiers where the logic has them: some, no, yes"),
        Parameter::new("definitions", "some", "functions that the script defines: some, no, yes"),
        Parameter::new(
            "incremental",
            "some",
            "scopes and several checks: some (every fourth formula), no, yes",
        ),
        Parameter::new(
            "objectives",
            "no",
            "minimize, maximize and assert-soft, in the dialects z3 and any: no, some, yes",
        ),
    ],
    make: |parameters: &Parameters| {
        Ok(Box::new(FuzzSmt {
            logic: parameters.logic("logic")?,
            dialect: parameters.choice("dialect")?,
            standard: parameters.choice("standard")?,
            truth: parameters.choice("truth")?,
            size: parameters.count_up_to("size", 1_000_000)?,
            predicates: parameters.count_up_to("predicates", 100_000)?,
            assertions: parameters.count_up_to("assertions", 100_000)?,
            depth: parameters.count_up_to("depth", 1_000_000)?,
            variables: parameters.count_up_to("variables", 100_000)?,
            width: parameters.count_up_to("width", 65_536)?,
            widths: parameters.choice("widths")?,
            division: parameters.choice("division")?,
            swarm: parameters.choice("swarm")?,
            weights: parameters
                .parsed("weights", "operators with weights, as in bvmul:5,bvudiv:0, or even")?,
            extensionality: parameters.choice("extensionality")?,
            quantifiers: parameters.choice("quantifiers")?,
            definitions: parameters.choice("definitions")?,
            incremental: parameters.choice("incremental")?,
            objectives: parameters.choice("objectives")?,
        }))
    },
};
