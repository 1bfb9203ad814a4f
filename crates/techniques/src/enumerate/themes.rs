//! What vocabularies are about: sorts that meet, and the theories whose operators make them meet.

use quis_smtlib::theories::Theory;

use crate::stream::Stream;

/// What a vocabulary is about.
#[derive(Debug)]
pub(super) struct Theme {
    /// The group of theories that it belongs to.
    pub(super) group: &'static str,
    /// Choices of what the script declares beside functions and constants. Here and in sorts and ranks, `?1`, `?2` and `?3` stand for sorts
    /// that are drawn for each vocabulary.
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

/// All theories of the sorts that are drawn.
const DRAWN: &[Theory] = &[Theory::Arith, Theory::BitVec, Theory::Float, Theory::String];

const DATATYPES: &[&str] = &[
    "(declare-datatype D ((red) (green) (blue)))",
    "(declare-datatype D ((nil) (cons (head Int) (tail D))))",
    "(declare-datatype D ((leaf) (node (left D) (right D))))",
    "(declare-datatype D ((pair (first Int) (second Int))))",
    "(declare-datatype D ((none) (some (value Bool))))",
    "(declare-datatype D ((none) (some (value Int)) (more (part D) (count Int))))",
    "(declare-datatype D ((mk (flag Bool) (bits (_ BitVec 2)))))",
];

/// Datatypes over sorts that are drawn.
const DATATYPES_OVER: &[&str] = &[
    "(declare-datatype D ((box (content ?1))))",
    "(declare-datatype D ((none) (some (value ?1))))",
    "(declare-datatype D ((pair (first ?1) (second ?2))))",
    "(declare-datatype D ((left (this ?1)) (right (that ?2))))",
    "(declare-datatype D ((nil) (cons (head ?1) (tail D))))",
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
            &["(_ FloatingPoint 8 24)", "RoundingMode"],
            &["(_ FloatingPoint 3 5)", "RoundingMode"],
            &["(_ FloatingPoint 8 24)", "RoundingMode", "(_ FloatingPoint 11 53)"],
            &["(_ FloatingPoint 5 11)", "RoundingMode"],
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
            &["(Array ?1 ?2)", "?1", "?2"],
            &["(Array Bool ?1)", "?1"],
            &["(Array ?1 Bool)", "?1"],
            &["(Array ?1 ?1)", "?1"],
            &["(Array ?1 ?2)", "?1", "?2"],
            &["(Array ?1 (Array ?2 ?1))", "(Array ?2 ?1)", "?1", "?2"],
        ],
        theories: &[Theory::Array],
        company: DRAWN,
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
            &["(Seq ?1)", "?1", "Int"],
            &["(Seq ?1)", "?1", "Int"],
        ],
        theories: &[Theory::Sequence],
        company: DRAWN,
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
            &["(Set ?1)", "?1", "Int"],
        ],
        theories: &[Theory::Set],
        company: DRAWN,
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
            &["(_ FloatingPoint 8 24)", "RoundingMode", "Real"],
            &["(_ FloatingPoint 8 24)", "RoundingMode", "(_ BitVec 32)"],
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
            &[
                "(Array (_ FloatingPoint 8 24) (_ FloatingPoint 8 24))",
                "RoundingMode",
                "(_ FloatingPoint 8 24)",
            ],
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
        group: "datatypes",
        declarations: DATATYPES_OVER,
        sorts: &[&["D", "?1", "?2"], &["D", "?1"], &["D", "(Array ?1 D)", "?1"]],
        company: DRAWN,
        functions: &[&["D", "?1"], &["?1", "D"]],
        ..NONE
    },
    Theme {
        group: "functions",
        sorts: &[&["?1", "?2"], &["?1"]],
        theories: DRAWN,
        functions: &[&["?1", "?1"], &["?1", "Bool"], &["?1", "?1", "?1"]],
        ..NONE
    },
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

/// The sorts that are drawn for `?1`, `?2` and `?3`. Those with few values come more often: truth can be decided there, and what is full or
/// empty is near. Of floats, some solvers have the two usual formats alone.
const SORTS: &[&str] = &[
    "Bool",
    "Bool",
    "(_ BitVec 1)",
    "(_ BitVec 2)",
    "(_ BitVec 4)",
    "Int",
    "Real",
    "String",
    "(_ FloatingPoint 2 3)",
    "(_ FloatingPoint 8 24)",
];

/// Sorts between which operators convert.
const NEIGHBOURS: &[(&str, &str)] = &[
    ("Int", "Real"),
    ("Int", "String"),
    ("Int", "(_ BitVec 2)"),
    ("Int", "(_ BitVec 4)"),
    ("Real", "(_ FloatingPoint 2 3)"),
    ("Real", "(_ FloatingPoint 8 24)"),
];

/// The sorts of one vocabulary for `?1`, `?2` and `?3`.
pub(super) struct Drawn([&'static str; 3]);

impl Drawn {
    pub(super) fn new(stream: &mut Stream) -> Drawn {
        let mut any = || stream.choose(SORTS).copied().unwrap_or("Int");
        let (first, mut second, third) = (any(), any(), any());
        // Half of the pairs are sorts that can meet in one term.
        let neighbours: Vec<&str> = NEIGHBOURS
            .iter()
            .flat_map(|&(one, other)| [(one, other), (other, one)])
            .filter_map(|(one, other)| (one == first).then_some(other))
            .collect();
        if stream.chance(1, 2) {
            second = stream.choose(&neighbours).copied().unwrap_or(second);
        }
        Drawn([first, second, third])
    }

    /// match: (Array ?1 ?2), result: (Array Int Bool)
    pub(super) fn fill(&self, text: &str) -> String {
        let [first, second, third] = self.0;
        text.replace("?1", first).replace("?2", second).replace("?3", third)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_that_convert_often_come_together() {
        let mut stream = Stream::new(1);
        let drawn: Vec<Drawn> = (0..1000).map(|_| Drawn::new(&mut stream)).collect();
        let pairs = |of: &str| drawn.iter().filter(|drawn| drawn.fill("?1 ?2") == of).count();
        assert!(
            pairs("Real Int") > 8 && pairs("String Int") > 25,
            "{} {}",
            pairs("Real Int"),
            pairs("String Int")
        );
        assert!(
            pairs("Bool Bool") > 10
                && NEIGHBOURS.iter().all(|(one, other)| SORTS.contains(one) && SORTS.contains(other))
        );
    }
}
