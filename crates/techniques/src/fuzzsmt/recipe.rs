//! What one formula is to be: its logic, what is used of that, and its sizes, drawn before anything is made.

use quis_smtlib::signature::{Origin, Signature};
use quis_smtlib::theories::{Op, Theory};
use quis_smtlib::{Arithmetic, Logic};

use super::dialect::Dialect;
use super::parameters::{Division, FuzzSmt, Knowledge, Use};
use crate::opfuzz::Standard;
use crate::storm::Incremental;
use crate::stream::Stream;

/// Logics that are combinations: of SMT-LIB's benchmarks, and some that have none. Those of the catalogue come beside them.
const COMBINATIONS: [&str; 40] = [
    "ABV",
    "ABVFP",
    "ALIA",
    "ANIA",
    "AUFBV",
    "AUFBVDTLIA",
    "AUFBVDTNIRA",
    "AUFBVFP",
    "AUFDTLIA",
    "AUFDTNIRA",
    "AUFNIA",
    "BVFP",
    "BVFPLRA",
    "FPLRA",
    "NIRA",
    "QF_ABVFPLRA",
    "QF_AUFBVFP",
    "QF_AUFBVLIA",
    "QF_AUFBVNIRA",
    "QF_BVFPLRA",
    "QF_BVLIA",
    "QF_DTLIA",
    "QF_UFBVDT",
    "QF_UFDTLIA",
    "QF_UFDTNIRA",
    "QF_UFLIRA",
    "QF_UFNIRA",
    "QF_UFFPDTNIRA",
    "QF_UFSLIA",
    "QF_BVSLIA",
    "SLIA",
    "UFBV",
    "UFBVFP",
    "UFDT",
    "UFDTLIA",
    "UFDTNIRA",
    "UFIDL",
    "UFNIA",
    "UFNRA",
    "UFNIRA",
];

/// Logics with bounds on the size of sorts, and with functions as values.
const OF_CVC5: [&str; 7] = ["QF_UFC", "UFC", "QF_UFCLIA", "HO_UF", "HO_UFLIA", "HO_QF_UF", "HO_QF_AUFLIA"];

/// The logic that is a form of formulas, not a set of operators.
const HORN: &str = "HORN";

/// Of so many formulas of any logic, one is of `ALL`, or of `QF_ALL`.
const ALL_EVERY: usize = 8;

/// What becomes of division in one formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Divisors {
    /// There is no division.
    None,
    /// They are not zero.
    Guarded,
    /// They may be zero.
    Free,
}

/// What one formula is to be.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    /// The logic that is declared.
    pub(super) name: String,
    /// What is used of it.
    pub(super) logic: Logic,
    /// The theories without a word in the names of logics.
    extensions: Vec<Theory>,
    pub(super) dialect: Dialect,
    pub(super) newest: Origin,
    /// Whether it is to be satisfiable by construction.
    pub(super) sat: bool,
    /// Operators of the main layer.
    pub(super) size: usize,
    pub(super) predicates: usize,
    pub(super) assertions: usize,
    pub(super) divisors: Divisors,
    pub(super) swarm: bool,
    pub(super) extensional: bool,
    pub(super) quantifiers: bool,
    pub(super) definitions: bool,
    pub(super) incremental: bool,
    pub(super) objectives: bool,
}

impl Recipe {
    pub(super) fn draw(parameters: &FuzzSmt, stream: &mut Stream) -> Recipe {
        let name = match &parameters.logic {
            Some(name) => name.clone(),
            None => any_logic(parameters.dialect, stream),
        };
        let mut logic = Logic::from_name(&name).unwrap_or_else(Logic::all);
        let mut extensions = Vec::new();
        if parameters.dialect.has_no_arithmetic(&name) {
            logic.arithmetic = Arithmetic::None;
        }
        if name == HORN {
            logic = clauses(stream);
        } else if logic.extensions {
            narrow(&name, &mut logic, &mut extensions, parameters.dialect, stream);
            // What heaps mean, nothing here evaluates.
            extensions.retain(|theory| *theory != Theory::Heap || parameters.truth != Knowledge::Sat);
        }
        let used = |part: Use, stream: &mut Stream| match part {
            Use::Yes => true,
            Use::No => false,
            Use::Some => stream.chance(1, 2),
        };
        Recipe {
            name,
            extensions,
            dialect: parameters.dialect,
            newest: match parameters.standard {
                Standard::V26 => Origin::Standard26,
                Standard::V27 => Origin::Standard27,
            },
            sat: match parameters.truth {
                Knowledge::Both => stream.chance(1, 2),
                Knowledge::Open => false,
                Knowledge::Sat => true,
            },
            size: skewed(parameters.size, stream),
            predicates: skewed(parameters.predicates, stream),
            assertions: 1 + stream.below(parameters.assertions),
            divisors: match parameters.division {
                Division::None => Divisors::None,
                Division::Guarded => Divisors::Guarded,
                Division::Free => Divisors::Free,
                Division::Both if stream.chance(1, 2) => Divisors::Guarded,
                Division::Both => Divisors::Free,
            },
            swarm: used(parameters.swarm, stream),
            extensional: used(parameters.extensionality, stream),
            quantifiers: logic.quantifiers && used(parameters.quantifiers, stream),
            definitions: match parameters.definitions {
                Use::Some => stream.chance(1, 4),
                other => other == Use::Yes,
            },
            incremental: parameters.dialect.has_scopes(&logic)
                && match parameters.incremental {
                    Incremental::Some => stream.chance(1, 4),
                    Incremental::No => false,
                    Incremental::Yes => true,
                },
            objectives: parameters.dialect.has_objectives() && used(parameters.objectives, stream),
            logic,
        }
    }

    /// Whether operators of a theory are used.
    pub(super) fn has(&self, theory: Theory) -> bool {
        match theory {
            Theory::Core => true,
            Theory::Arith => self.logic.ints || self.logic.reals,
            Theory::BitVec => self.logic.bit_vectors || self.logic.floats,
            Theory::Float => self.logic.floats,
            Theory::Array => self.logic.arrays,
            Theory::String | Theory::Regex => self.logic.strings,
            Theory::Datatype => self.logic.datatypes,
            Theory::Transcendental => self.logic.transcendental && self.logic.reals,
            Theory::Field => self.logic.fields,
            Theory::Sep => self.logic.separation,
            Theory::Function => self.logic.higher_order,
            Theory::Solver => self.logic.cardinality || self.extensions.contains(&theory),
            _ => self.extensions.contains(&theory),
        }
    }

    /// Whether a rank of an operator is within the dialect and the standard, and may stand in this logic.
    pub(super) fn has_rank(&self, op: Op, signature: &Signature) -> bool {
        let extends = (self.logic.extensions && !self.is_horn()) || self.dialect.extends_every_logic();
        let may_stand = extends || signature.origin <= Origin::Standard27;
        may_stand && self.dialect.has(op, signature, self.newest)
    }

    /// Whether the formula is a set of constrained Horn clauses.
    pub(super) fn is_horn(&self) -> bool {
        self.name == HORN
    }

    /// Whether numbers are compared by their differences only.
    pub(super) fn has_differences(&self) -> bool {
        self.logic.arithmetic == Arithmetic::Difference
    }
}

/// A number up to a bound: mostly small, since small formulas are answered soon and easy to understand.
fn skewed(most: usize, stream: &mut Stream) -> usize {
    1 + stream.below(most).min(stream.below(most))
}

fn any_logic(dialect: Dialect, stream: &mut Stream) -> String {
    let (count, of) = match dialect {
        // Most operators are found there alone.
        Dialect::Any => (9, 10),
        Dialect::Cvc5 => (2, 3),
        Dialect::Standard => (1, ALL_EVERY),
        Dialect::Common | Dialect::Z3 => (1, 2),
    };
    let of_all = ["ALL", "QF_ALL", "HO_ALL", "HO_ALL", "HO_QF_ALL"];
    let names: Vec<&str> = if stream.chance(count, of) {
        of_all.into_iter().filter(|name| dialect.has_logic(name)).collect()
    } else {
        Logic::known_names()
            .chain(COMBINATIONS)
            .chain(OF_CVC5)
            .filter(|name| *name != "ALL" && dialect.has_logic(name))
            .collect()
    };
    stream.choose(&names).map_or("QF_UF", |name| name).to_owned()
}

/// What the constraints of Horn clauses speak of: one theory, and arrays now and then. Everything else about them is their form.
fn clauses(stream: &mut Stream) -> Logic {
    let names = ["QF_LIA", "QF_LRA", "QF_BV", "QF_ALIA", "QF_NIA"];
    let name = stream.choose(&names).copied().unwrap_or("QF_LIA");
    Logic { extensions: true, ..Logic::from_name(name).unwrap_or_default() }
}

/// Of a logic that has everything, a formula uses a few theories: that is where they meet.
fn narrow(
    name: &str,
    logic: &mut Logic,
    extensions: &mut Vec<Theory>,
    dialect: Dialect,
    stream: &mut Stream,
) {
    let mut chosen = Logic {
        quantifiers: logic.quantifiers && stream.chance(1, 2),
        higher_order: dialect.has_functions(name) && stream.chance(7, 8),
        extensions: true,
        ..Logic::default()
    };
    let mut all: Vec<Theory> =
        Theory::ALL.iter().copied().filter(|&theory| dialect.has_theory(theory)).collect();
    if dialect == Dialect::Any {
        all.extend(LARGE);
    }
    let count = [1, 1, 2, 2, 2, 3, 3, 4][stream.below(8)];
    for _ in 0..count {
        let Some(&theory) = stream.choose(&all) else { break };
        match theory {
            Theory::Arith => {
                let (ints, reals) = [(true, false), (false, true), (true, true)][stream.below(3)];
                chosen.ints |= ints;
                chosen.reals |= reals;
                chosen.arithmetic =
                    if stream.chance(1, 2) { Arithmetic::Nonlinear } else { Arithmetic::Linear };
            }
            Theory::BitVec => chosen.bit_vectors = true,
            Theory::Float => chosen.floats = true,
            Theory::Array => chosen.arrays = true,
            Theory::String => chosen.strings = true,
            Theory::Datatype => chosen.datatypes = true,
            Theory::Core => chosen.uninterpreted = true,
            Theory::Field => chosen.fields = true,
            Theory::Transcendental => {
                (chosen.reals, chosen.transcendental) = (true, true);
                chosen.arithmetic = Arithmetic::Nonlinear;
            }
            Theory::Sep => chosen.separation = true,
            other => extensions.push(other),
        }
    }
    companions(&mut chosen, extensions, dialect, stream);
    // Something must be what containers hold.
    let base = chosen.ints
        || chosen.reals
        || chosen.bit_vectors
        || chosen.floats
        || chosen.strings
        || chosen.uninterpreted
        || chosen.datatypes
        || chosen.fields;
    if !base {
        chosen.ints = true;
        chosen.arithmetic = Arithmetic::Linear;
    }
    // Lengths are integers.
    let counts = [Theory::Sequence, Theory::Set, Theory::Bag];
    if chosen.strings || extensions.iter().any(|theory| counts.contains(theory)) {
        chosen.ints = true;
        chosen.arithmetic = chosen.arithmetic.max(Arithmetic::Linear);
    }
    *logic = chosen;
}

/// Theories that have operators together: relations are sets of tuples, strings are sequences of characters.
fn companions(chosen: &mut Logic, extensions: &mut Vec<Theory>, dialect: Dialect, stream: &mut Stream) {
    if matches!(dialect, Dialect::Cvc5 | Dialect::Any) {
        let rows = [Theory::Set, Theory::Bag];
        let has_rows = extensions.iter().any(|theory| rows.contains(theory));
        if has_rows && stream.chance(2, 3) {
            extensions.push(Theory::Tuple);
        } else if extensions.contains(&Theory::Tuple) && stream.chance(2, 3) {
            extensions.push(rows[stream.below(rows.len())]);
        }
    }
    if dialect == Dialect::Any && extensions.contains(&Theory::Bag) && stream.chance(1, 2) {
        extensions.push(Theory::Set);
    }
    if dialect == Dialect::Any && extensions.contains(&Theory::Solver) {
        // One of them measures values of datatypes.
        chosen.datatypes |= stream.chance(1, 2);
    }
    if matches!(dialect, Dialect::Z3 | Dialect::Any) {
        chosen.strings |= extensions.contains(&Theory::Sequence) && stream.chance(1, 3);
        chosen.bit_vectors |= chosen.strings && stream.chance(1, 2);
    }
}

/// The theories with the most operators: where all are wanted, these are chosen more often.
const LARGE: [Theory; 10] = [
    Theory::Sequence,
    Theory::Set,
    Theory::Set,
    Theory::Bag,
    Theory::Bag,
    Theory::String,
    Theory::String,
    Theory::String,
    Theory::Transcendental,
    Theory::Solver,
];
