//! Logics: what a logic's name allows, and the smallest logic that a script needs.

mod check;
mod infer;

pub use infer::infer;

use crate::sort::{SortConstructor, SortKind};
use crate::theories::{ArithOp, Op, SolverOp, Theory};

/// How far arithmetic goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Arithmetic {
    /// None.
    #[default]
    None,
    /// Comparisons of a difference of two variables with a constant.
    Difference,
    /// Products with a constant.
    Linear,
    /// Any product.
    Nonlinear,
}

/// What a logic allows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "a logic is a set of features")]
pub struct Logic {
    /// Quantifiers.
    pub quantifiers: bool,
    /// Functions as values.
    pub higher_order: bool,
    /// Arrays.
    pub arrays: bool,
    /// Uninterpreted sorts and functions.
    pub uninterpreted: bool,
    /// Bounds on the size of uninterpreted sorts, as cvc5 has them (`QF_UFC`).
    pub cardinality: bool,
    /// Bit-vectors.
    pub bit_vectors: bool,
    /// Floating point.
    pub floats: bool,
    /// Datatypes.
    pub datatypes: bool,
    /// Strings and regular expressions.
    pub strings: bool,
    /// Finite fields.
    pub fields: bool,
    /// Separation logic.
    pub separation: bool,
    /// Integers.
    pub ints: bool,
    /// Reals.
    pub reals: bool,
    /// How far arithmetic goes.
    pub arithmetic: Arithmetic,
    /// Transcendental functions.
    pub transcendental: bool,
    /// Theories that no logic name lists: sequences, sets, bags, heaps, solvers' own operators.
    pub extensions: bool,
}

/// The logics of the SMT-LIB catalogue, for suggestions.
const CATALOGUE: [&str; 48] = [
    "ALL",
    "AUFLIA",
    "AUFLIRA",
    "AUFNIRA",
    "BV",
    "FP",
    "HORN",
    "LIA",
    "LRA",
    "NIA",
    "NRA",
    "QF_ABV",
    "QF_ABVFP",
    "QF_ALIA",
    "QF_ANIA",
    "QF_AUFBV",
    "QF_AUFLIA",
    "QF_AUFNIA",
    "QF_AX",
    "QF_BV",
    "QF_BVFP",
    "QF_DT",
    "QF_FF",
    "QF_FP",
    "QF_FPLRA",
    "QF_IDL",
    "QF_LIA",
    "QF_LIRA",
    "QF_LRA",
    "QF_NIA",
    "QF_NIRA",
    "QF_NRA",
    "QF_RDL",
    "QF_S",
    "QF_SLIA",
    "QF_SNIA",
    "QF_UF",
    "QF_UFBV",
    "QF_UFDT",
    "QF_UFFP",
    "QF_UFIDL",
    "QF_UFLIA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_UFNRA",
    "UF",
    "UFLIA",
    "UFLRA",
];

impl Logic {
    /// The logic that allows everything.
    #[must_use]
    pub fn all() -> Logic {
        Logic {
            quantifiers: true,
            higher_order: true,
            arrays: true,
            uninterpreted: true,
            cardinality: true,
            bit_vectors: true,
            floats: true,
            datatypes: true,
            strings: true,
            fields: true,
            separation: true,
            ints: true,
            reals: true,
            arithmetic: Arithmetic::Nonlinear,
            transcendental: true,
            extensions: true,
        }
    }

    /// What a logic's name says, read part by part: `QF_AUFBV` is quantifier-free, arrays, functions, bit-vectors.
    ///
    /// ```
    /// use quis_smtlib::Logic;
    ///
    /// let logic = Logic::from_name("QF_UFLRA").expect("a known logic");
    /// assert!(logic.uninterpreted && logic.reals && !logic.ints && !logic.quantifiers);
    /// assert_eq!(Logic::from_name("QF_XYZ"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Logic> {
        let (higher_order, name) = match name.strip_prefix("HO_") {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        let (quantifiers, name) = match name.strip_prefix("QF_") {
            Some(rest) => (false, rest),
            None => (true, name),
        };
        let (separation, name) = match name.strip_prefix("SEP_") {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        match name {
            "ALL" | "ALL_SUPPORTED" => return Some(Logic { quantifiers, higher_order, ..Logic::all() }),
            "HORN" => return Some(Logic { higher_order, ..Logic::all() }),
            "" => return None,
            _ => {}
        }
        let mut logic = Logic { quantifiers, higher_order, separation, ..Logic::default() };
        let mut rest = name;
        while !rest.is_empty() {
            rest = logic.read_part(rest)?;
        }
        Some(logic)
    }

    /// Reads the first part of a name; gives the rest.
    fn read_part<'n>(&mut self, name: &'n str) -> Option<&'n str> {
        // Longer parts first, where one is the beginning of another.
        const ARITHMETIC: [(&str, Arithmetic, bool, bool); 8] = [
            ("LIRA", Arithmetic::Linear, true, true),
            ("NIRA", Arithmetic::Nonlinear, true, true),
            ("LIA", Arithmetic::Linear, true, false),
            ("LRA", Arithmetic::Linear, false, true),
            ("NIA", Arithmetic::Nonlinear, true, false),
            ("NRA", Arithmetic::Nonlinear, false, true),
            ("IDL", Arithmetic::Difference, true, false),
            ("RDL", Arithmetic::Difference, false, true),
        ];
        for (part, arithmetic, ints, reals) in ARITHMETIC {
            if let Some(rest) = name.strip_prefix(part) {
                self.arithmetic = self.arithmetic.max(arithmetic);
                self.ints |= ints;
                self.reals |= reals;
                // Arithmetic comes last, but for the letter of transcendental functions.
                return matches!(rest, "" | "T").then_some(rest);
            }
        }
        let mut flag = |part: &str, set: fn(&mut Logic)| name.strip_prefix(part).inspect(|_| set(self));
        flag("AX", |logic| logic.arrays = true)
            .or_else(|| flag("A", |logic| logic.arrays = true))
            .or_else(|| flag("UF", |logic| logic.uninterpreted = true))
            .or_else(|| flag("C", |logic| logic.cardinality = true))
            .or_else(|| flag("BV", |logic| logic.bit_vectors = true))
            .or_else(|| flag("FP", |logic| logic.floats = true))
            .or_else(|| flag("FF", |logic| logic.fields = true))
            .or_else(|| flag("DT", |logic| logic.datatypes = true))
            .or_else(|| {
                flag("S", |logic| {
                    logic.strings = true;
                    logic.ints = true;
                    logic.arithmetic = logic.arithmetic.max(Arithmetic::Linear);
                })
            })
            .or_else(|| flag("T", |logic| logic.transcendental = true))
    }

    /// The logics of the catalogue of SMT-LIB, as far as solvers have a strategy for them.
    pub fn known_names() -> impl Iterator<Item = &'static str> {
        CATALOGUE.into_iter()
    }

    /// The name of the logic, part by part; `ALL` where no name says it.
    #[must_use]
    pub fn name(&self) -> String {
        if self.extensions {
            let prefix = if self.higher_order { "HO_" } else { "" };
            return format!("{prefix}{}ALL", if self.quantifiers { "" } else { "QF_" });
        }
        let mut name = String::new();
        for (set, part) in [
            (self.higher_order, "HO_"),
            (!self.quantifiers, "QF_"),
            (self.separation, "SEP_"),
            (self.arrays, "A"),
            (self.uninterpreted, "UF"),
            (self.cardinality, "C"),
            (self.bit_vectors, "BV"),
            (self.floats, "FP"),
            (self.fields, "FF"),
            (self.datatypes, "DT"),
            (self.strings, "S"),
        ] {
            if set {
                name.push_str(part);
            }
        }
        let head = name.rsplit('_').next().unwrap_or("");
        name.push_str(match (self.arithmetic, self.ints, self.reals) {
            (Arithmetic::None, ..) if head.is_empty() => "UF",
            (Arithmetic::None, ..) if head == "A" => "X",
            (Arithmetic::None, ..) => "",
            (Arithmetic::Difference, _, true) => "RDL",
            (Arithmetic::Difference, ..) => "IDL",
            (Arithmetic::Linear, true, true) => "LIRA",
            (Arithmetic::Linear, _, true) => "LRA",
            (Arithmetic::Linear, ..) => "LIA",
            (Arithmetic::Nonlinear, true, true) => "NIRA",
            (Arithmetic::Nonlinear, _, true) => "NRA",
            (Arithmetic::Nonlinear, ..) => "NIA",
        });
        if self.transcendental {
            name.push('T');
        }
        name
    }

    /// Whether the logic has the theory of an operator.
    #[must_use]
    pub fn allows_operator(&self, op: Op) -> bool {
        self.missing_for_operator(op).is_none()
    }

    /// Whether the logic has a sort, whatever sorts it is made of.
    #[must_use]
    pub fn allows_sort(&self, kind: &SortKind) -> bool {
        self.missing_for_sort(kind).is_none()
    }

    /// What the logic lacks for a sort, if anything.
    pub(crate) fn missing_for_sort(&self, kind: &SortKind) -> Option<&'static str> {
        let (allowed, what) = match kind {
            SortKind::Int => (self.ints, "integers"),
            SortKind::Real => (self.reals || self.floats, "reals"),
            SortKind::String | SortKind::RegLan => (self.strings, "strings"),
            SortKind::RoundingMode | SortKind::Float(..) => (self.floats, "floating point"),
            SortKind::BitVec(_) => (self.bit_vectors || self.floats, "bit-vectors"),
            SortKind::FiniteField(_) => (self.fields, "finite fields"),
            SortKind::Char => (self.extensions, "the theory of characters"),
            SortKind::Apply(SortConstructor::Array, _) => (self.arrays, "arrays"),
            SortKind::Apply(SortConstructor::Function, _) => (self.higher_order, "functions as values"),
            SortKind::Apply(SortConstructor::Declared(_), args) if args.is_empty() => {
                (self.uninterpreted || self.arrays || self.datatypes, "declared sorts")
            }
            SortKind::Apply(SortConstructor::Declared(_), _) => {
                (self.uninterpreted || self.datatypes, "declared sorts")
            }
            SortKind::Apply(..) => (self.extensions, "the theory of this sort"),
            SortKind::Bool | SortKind::Unknown | SortKind::Variable(_) => (true, ""),
        };
        (!allowed).then_some(what)
    }

    /// What the logic lacks for an operator, if anything.
    pub(crate) fn missing_for_operator(&self, op: Op) -> Option<&'static str> {
        let (allowed, what) = match op.theory() {
            Theory::Core => (true, ""),
            Theory::Arith => match op {
                Op::Arith(ArithOp::ToReal | ArithOp::ToInt | ArithOp::IsInt) => {
                    (self.ints && self.reals, "mixed arithmetic")
                }
                _ => (self.ints || self.reals, "arithmetic"),
            },
            Theory::BitVec => (self.bit_vectors || self.floats, "bit-vectors"),
            Theory::Float => (self.floats, "floating point"),
            Theory::Array => (self.arrays, "arrays"),
            Theory::String | Theory::Regex => (self.strings, "strings"),
            Theory::Datatype => (self.datatypes, "datatypes"),
            Theory::Function => (self.higher_order, "functions as values"),
            Theory::Transcendental => (self.transcendental, "transcendental functions"),
            Theory::Field => (self.fields, "finite fields"),
            Theory::Sep => (self.separation, "separation logic"),
            Theory::Solver if op == Op::Solver(SolverOp::Card) => {
                (self.cardinality || self.extensions, "bounds on the size of sorts")
            }
            Theory::Sequence | Theory::Set | Theory::Bag | Theory::Tuple | Theory::Heap | Theory::Solver => {
                (self.extensions, "the theory of this operator")
            }
        };
        (!allowed).then_some(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_catalogue_are_read_and_written() {
        for name in CATALOGUE {
            let logic = Logic::from_name(name).unwrap_or_else(|| panic!("{name} is known"));
            let expected = match name {
                "HORN" => "HO_ALL",
                "ALL" => "ALL",
                "QF_S" => "QF_SLIA",
                other => other,
            };
            if name != "HORN" {
                assert_eq!(logic.name(), expected);
            }
        }
    }

    #[test]
    fn parts_that_look_alike() {
        let logic = Logic::from_name("QF_AUFBVLIA").expect("known");
        assert!(logic.arrays && logic.uninterpreted && logic.bit_vectors && logic.ints && !logic.reals);
        let logic = Logic::from_name("UFDTNIRA").expect("known");
        assert!(logic.datatypes && logic.quantifiers && logic.arithmetic == Arithmetic::Nonlinear);
        let logic = Logic::from_name("QF_UFCLIA").expect("known");
        assert!(logic.uninterpreted && logic.cardinality && logic.ints);
        assert_eq!(logic.name(), "QF_UFCLIA");
        assert_eq!(Logic::from_name("QF_"), None);
        assert_eq!(Logic::from_name("QF_LIAX"), None);
        assert_eq!(Logic::from_name("QF_LIAA"), None);
        assert!(Logic::from_name("QF_NRAT").is_some_and(|logic| logic.transcendental));
    }
}
