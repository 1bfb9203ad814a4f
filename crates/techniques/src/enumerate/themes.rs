//! What vocabularies are about: sorts that meet, and the theories whose operators make them meet.

use quis_smtlib::theories::Theory;

/// What a vocabulary is about.
#[derive(Debug)]
pub(super) struct Theme {
    /// The group of theories that it belongs to.
    pub(super) group: &'static str,
    /// Choices of what the script declares beside functions and constants.
    pub(super) declarations: &'static [&'static str],
    /// Choices of sorts.
    pub(super) sorts: &'static [&'static [&'static str]],
    /// The theories of the operators that lead.
    pub(super) theories: &'static [Theory],
    /// Further theories of the operators beside them.
    pub(super) company: &'static [Theory],
    /// Choices of ranks of declared functions: the parameters, then the result.
    pub(super) functions: &'static [&'static [&'static str]],
    /// Whether its formulas have objectives.
    pub(super) optimises: bool,
    /// Whether it is about operators from the first of its sorts to the last, or back.
    pub(super) meet: bool,
}

const NONE: Theme = Theme {
    group: "",
    declarations: &[""],
    sorts: &[],
    theories: &[],
    company: &[],
    functions: &[],
    optimises: false,
    meet: false,
};

const FREE: &str = "(declare-sort S 0)";

const DATATYPES: &[&str] = &[
    "(declare-datatype D ((red) (green) (blue)))",
    "(declare-datatype D ((nil) (cons (head Int) (tail D))))",
    "(declare-datatype D ((leaf) (node (left D) (right D))))",
    "(declare-datatype D ((pair (first Int) (second Int))))",
    "(declare-datatype D ((none) (some (value Bool))))",
    "(declare-datatype D ((none) (some (value Int)) (more (part D) (count Int))))",
    "(declare-datatype D ((mk (flag Bool) (bits (_ BitVec 2)))))",
];

/// The themes. Vocabularies take turns through them, so that each gets its share.
pub(super) const THEMES: &[Theme] = &[
    Theme {
        group: "core",
        declarations: &[FREE],
        sorts: &[&["Bool", "S"], &["Bool"], &["S"]],
        functions: &[&["S", "Bool"], &["S", "S"], &["Bool", "S"], &["Bool", "Bool"]],
        ..NONE
    },
    Theme { group: "arithmetic", sorts: &[&["Int"]], theories: &[Theory::Arith], ..NONE },
    Theme {
        group: "bitvectors",
        sorts: &[
            &["(_ BitVec 2)"],
            &["(_ BitVec 1)", "(_ BitVec 2)"],
            &["(_ BitVec 3)"],
            &["(_ BitVec 4)"],
            &["(_ BitVec 8)"],
            &["(_ BitVec 32)"],
            &["(_ BitVec 64)"],
        ],
        theories: &[Theory::BitVec],
        ..NONE
    },
    Theme {
        group: "floats",
        sorts: &[
            &["(_ FloatingPoint 2 3)", "RoundingMode"],
            &["(_ FloatingPoint 3 5)", "RoundingMode"],
            &["(_ FloatingPoint 5 11)", "RoundingMode"],
            &["(_ FloatingPoint 8 24)", "RoundingMode"],
            &["(_ FloatingPoint 2 3)", "RoundingMode", "(_ FloatingPoint 3 4)"],
        ],
        theories: &[Theory::Float],
        ..NONE
    },
    Theme {
        group: "arrays",
        sorts: &[
            &["(Array Int Int)", "Int"],
            &["(Array (_ BitVec 1) (_ BitVec 2))", "(_ BitVec 1)", "(_ BitVec 2)"],
            &["(Array (_ BitVec 2) Bool)", "(_ BitVec 2)"],
            &["(Array Int Bool)", "Int"],
            &["(Array Int (Array Int Int))", "(Array Int Int)", "Int"],
            &["(Array Real Int)", "Real", "Int"],
            &["(Array Bool Int)", "Int"],
        ],
        theories: &[Theory::Array],
        company: &[Theory::Arith, Theory::BitVec],
        ..NONE
    },
    Theme { group: "strings", sorts: &[&["String", "Int"]], theories: &[Theory::String], ..NONE },
    Theme {
        group: "regexes",
        sorts: &[&["String", "RegLan"], &["String", "Int", "RegLan"]],
        theories: &[Theory::Regex],
        ..NONE
    },
    Theme {
        group: "sequences",
        sorts: &[
            &["(Seq Int)", "Int"],
            &["(Seq Bool)", "Int"],
            &["(Seq (_ BitVec 2))", "(_ BitVec 2)", "Int"],
            &["(Seq String)", "String", "Int"],
            &["(Seq (Seq Int))", "(Seq Int)", "Int"],
        ],
        theories: &[Theory::Sequence],
        company: &[Theory::Arith, Theory::BitVec, Theory::String],
        ..NONE
    },
    Theme {
        group: "datatypes",
        declarations: DATATYPES,
        sorts: &[&["D"], &["D", "Int"], &["D", "(Array Int D)", "Int"]],
        company: &[Theory::Arith],
        functions: &[&["D", "D"], &["D", "Bool"], &["Int", "D"]],
        ..NONE
    },
    Theme {
        group: "functions",
        declarations: &[FREE],
        sorts: &[&["Int"], &["S", "Int"]],
        theories: &[Theory::Arith],
        functions: &[&["Int", "Int"], &["Int", "Int", "Int"], &["Int", "Bool"], &["S", "Int"]],
        ..NONE
    },
    Theme {
        group: "sets",
        sorts: &[
            &["(Set Int)", "Int"],
            &["(Set (_ BitVec 2))", "(_ BitVec 2)", "Int"],
            &["(Set String)", "String", "Int"],
        ],
        theories: &[Theory::Set],
        company: &[Theory::Arith, Theory::BitVec, Theory::String],
        ..NONE
    },
    Theme { group: "arithmetic", sorts: &[&["Real"], &["Real", "Int"]], theories: &[Theory::Arith], ..NONE },
    Theme {
        group: "bitvectors",
        sorts: &[&["(_ BitVec 2)", "Int"], &["(_ BitVec 4)", "Int"]],
        theories: &[Theory::BitVec, Theory::Arith],
        meet: true,
        ..NONE
    },
    Theme {
        group: "floats",
        sorts: &[
            &["(_ FloatingPoint 2 3)", "RoundingMode", "(_ BitVec 5)"],
            &["(_ FloatingPoint 3 5)", "RoundingMode", "(_ BitVec 8)"],
            &["(_ FloatingPoint 5 11)", "RoundingMode", "(_ BitVec 16)"],
            &["(_ FloatingPoint 2 3)", "RoundingMode", "Real"],
            &["(_ FloatingPoint 5 11)", "RoundingMode", "Real"],
        ],
        theories: &[Theory::Float],
        company: &[Theory::BitVec, Theory::Arith],
        meet: true,
        ..NONE
    },
    Theme {
        group: "arrays",
        sorts: &[
            &["(Array (_ FloatingPoint 2 3) (_ FloatingPoint 2 3))", "RoundingMode", "(_ FloatingPoint 2 3)"],
            &["(Array String Int)", "Int", "String"],
            &["(Array Int String)", "Int", "String"],
            &["(Array Int (_ FloatingPoint 3 5))", "Int", "RoundingMode", "(_ FloatingPoint 3 5)"],
        ],
        theories: &[Theory::Array],
        company: &[Theory::Arith, Theory::Float, Theory::String],
        meet: true,
        ..NONE
    },
    Theme {
        group: "strings",
        sorts: &[&["String", "Int"]],
        theories: &[Theory::String, Theory::Arith],
        meet: true,
        ..NONE
    },
    Theme {
        group: "fields",
        sorts: &[&["(_ FiniteField 3)"], &["(_ FiniteField 5)"]],
        theories: &[Theory::Field],
        ..NONE
    },
    Theme { group: "sets", sorts: &[&["(Bag Int)", "Int"]], theories: &[Theory::Bag], ..NONE },
    Theme {
        group: "optimisation",
        sorts: &[
            &["Int"],
            &["(_ BitVec 2)"],
            &["Real", "Int"],
            &["(_ BitVec 4)"],
            &["Real"],
            &["(_ BitVec 8)"],
            &["(_ BitVec 3)", "Int"],
        ],
        theories: &[Theory::Arith, Theory::BitVec],
        optimises: true,
        ..NONE
    },
];
