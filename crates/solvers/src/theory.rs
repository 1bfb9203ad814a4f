//! The theories that solvers support or lack, and the words by which a script shows that it needs one.

use serde::{Deserialize, Serialize};

/// A theory, or another part of the language that some solvers lack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theory {
    /// Integers.
    Ints,
    /// Real numbers.
    Reals,
    /// `sin`, `exp` and the like.
    Transcendentals,
    /// Bit-vectors.
    BitVectors,
    /// Floating-point numbers.
    Floats,
    /// Arrays.
    Arrays,
    /// Datatypes.
    Datatypes,
    /// Strings and regular expressions.
    Strings,
    /// Sequences.
    Sequences,
    /// Sets and relations.
    Sets,
    /// Bags and tables.
    Bags,
    /// Tuples and nullable values.
    Tuples,
    /// Finite fields.
    Fields,
    /// Separation logic and heaps.
    Heaps,
    /// Quantifiers.
    Quantifiers,
    /// Functions as values.
    HigherOrder,
    /// Recursive definitions.
    Recursion,
    /// Objectives and soft assertions.
    Optimisation,
}

/// The names of all theories in the table of solvers.
const NAMES: [(Theory, &str); 18] = [
    (Theory::Ints, "ints"),
    (Theory::Reals, "reals"),
    (Theory::Transcendentals, "transcendentals"),
    (Theory::BitVectors, "bit-vectors"),
    (Theory::Floats, "floats"),
    (Theory::Arrays, "arrays"),
    (Theory::Datatypes, "datatypes"),
    (Theory::Strings, "strings"),
    (Theory::Sequences, "sequences"),
    (Theory::Sets, "sets"),
    (Theory::Bags, "bags"),
    (Theory::Tuples, "tuples"),
    (Theory::Fields, "fields"),
    (Theory::Heaps, "heaps"),
    (Theory::Quantifiers, "quantifiers"),
    (Theory::HigherOrder, "higher-order"),
    (Theory::Recursion, "recursion"),
    (Theory::Optimisation, "optimisation"),
];

impl Theory {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Theory> {
        NAMES.into_iter().map(|(theory, _)| theory)
    }

    /// Its name in the table of solvers.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.into_iter().find(|(theory, _)| *theory == self).map_or("", |(_, name)| name)
    }

    /// The words that show that a script needs it: `seq.*` is every word that starts with `seq.`.
    #[must_use]
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Theory::Ints => &["Int", "bv2nat", "ubv_to_int", "sbv_to_int", "int2bv", "int_to_bv"],
            Theory::Reals => &["Real", "fp.to_real"],
            Theory::Transcendentals => &[
                "sin", "cos", "tan", "csc", "sec", "cot", "arcsin", "arccos", "arctan", "arccsc", "arcsec",
                "arccot", "exp", "real.pi", "sqrt",
            ],
            Theory::BitVectors => &["BitVec"],
            Theory::Floats => {
                &["FloatingPoint", "Float16", "Float32", "Float64", "Float128", "RoundingMode", "fp.*"]
            }
            Theory::Arrays => &["Array"],
            Theory::Datatypes => {
                &["declare-datatype", "declare-datatypes", "declare-codatatype", "declare-codatatypes"]
            }
            Theory::Strings => &["String", "RegLan", "RegEx", "Unicode", "str.*", "re.*", "char.*"],
            Theory::Sequences => &["Seq", "seq.*"],
            Theory::Sets => &["Set", "Relation", "set.*", "rel.*"],
            Theory::Bags => &["Bag", "Table", "bag.*", "table.*"],
            Theory::Tuples => &["Tuple", "UnitTuple", "tuple.*", "Nullable", "nullable.*"],
            Theory::Fields => &["FiniteField", "ff.*"],
            Theory::Heaps => &["declare-heap", "sep", "wand", "pto", "sep.*", "heap.*"],
            Theory::Quantifiers => &["forall", "exists"],
            Theory::HigherOrder => &["->", "lambda"],
            Theory::Recursion => &["define-fun-rec", "define-funs-rec"],
            Theory::Optimisation => &["assert-soft", "minimize", "maximize"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_table() {
        for theory in Theory::all() {
            let written = serde_json::to_value(theory).unwrap();
            assert_eq!(written, theory.name());
            assert!(!theory.words().is_empty());
        }
    }
}
