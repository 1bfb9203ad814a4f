//! Whose operators are used, and in which forms.
//!
//! The tables say who defines an operator. Who reads it, they do not: Z3 reads most of cvc5's sequences, say, and not `divisible`,
//! which is of the standard. What differs is written down here, as measured with Z3 5.4 and cvc5 1.4.

use std::sync::LazyLock;

use quis_smtlib::signature::{Origin, Signature};
use quis_smtlib::theories::{ArithOp, ArrayOp, Op, RegexOp, SetOp, StringOp, Theory};
use quis_smtlib::{Logic, SortKind};

use crate::registry::Choice;

/// Whose operators are used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// Those of the standard that both Z3 and cvc5 read.
    #[default]
    Standard,
    /// What both Z3 and cvc5 read.
    Common,
    /// What Z3 reads.
    Z3,
    /// What cvc5 reads.
    Cvc5,
    /// Everything that any solver reads.
    Any,
}

impl Choice for Dialect {
    const ALL: &[(&str, Dialect)] = &[
        ("standard", Dialect::Standard),
        ("common", Dialect::Common),
        ("z3", Dialect::Z3),
        ("cvc5", Dialect::Cvc5),
        ("any", Dialect::Any),
    ];
}

/// Who reads a rank of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Readers {
    z3: bool,
    cvc5: bool,
}

const BOTH: Readers = Readers { z3: true, cvc5: true };
const Z3: Readers = Readers { z3: true, cvc5: false };
const CVC5: Readers = Readers { z3: false, cvc5: true };
const NEITHER: Readers = Readers { z3: false, cvc5: false };

/// The ranks that others read than those who define them: how their lines in the tables begin. The first that fits counts.
const FACTS: &[(Readers, &[&str])] = &[
    (
        BOTH,
        &[
            "(abs Real",
            "(to_real Real",
            "(^ ",
            "(bvredor ",
            "(bvredand ",
            "(const Y (Array X Y) :from",
            "(seq.empty (Seq",
            "(seq.unit X",
            "(seq.++ ",
            "(seq.len ",
            "(seq.nth (Seq",
            "(seq.at ",
            "(seq.extract ",
            "(seq.prefixof ",
            "(seq.suffixof ",
            "(seq.contains ",
            "(seq.indexof (Seq X) (Seq X) Int Int",
            "(seq.indexof String String Int Int",
            "(seq.replace ",
            "(seq.replace_all ",
            // Z3 has other names for some of these, which its profile knows.
            "(set.empty ",
            "(set.singleton ",
            "(set.union (Set",
            "(set.inter (Set",
            "(set.minus (Set",
            "(set.member ",
            "(set.subset (Set",
            "(set.card ",
            "(set.map ",
            "(set.filter ",
            "(exp ",
            "(sin ",
            "(cos ",
            "(tan ",
            "(ff.",
            // As `select` in Z3, to which functions are arrays.
            "(@ ",
        ],
    ),
    (
        Z3,
        &[
            // Left-associative as it was in 2017.
            "(bvxnor (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc",
            "(re.loop RegLan",
        ],
    ),
    (CVC5, &["((_ divisible "]),
    (
        NEITHER,
        &[
            // A Z3 of some years ago.
            "((_ to_fp eb sb) Real (_",
            // Z3 takes ranges of characters only.
            "(re.range (Seq",
            // `Set` is an array in Z3 unless there are operators of finite sets.
            "(select (Set",
            "(store (Set",
            "(set.union (Array",
            "(set.inter (Array",
            "(set.minus (Array",
            "(set.subset (Array",
            // In the sources of cvc5, and in no release yet.
            "(set.min ",
            "(set.max ",
            "((_ rel.min ",
            "((_ rel.max ",
            // It has the other form.
            "(fmf.card X",
        ],
    ),
];

impl Readers {
    fn of(signature: &Signature) -> Readers {
        let fact =
            FACTS.iter().find(|(_, starts)| starts.iter().any(|start| signature.text.starts_with(start)));
        match (fact, signature.origin) {
            (Some((readers, _)), _) => *readers,
            (None, Origin::Standard26 | Origin::Standard27) => BOTH,
            (None, Origin::Z3) => Z3,
            (None, Origin::Cvc5) => CVC5,
            (None, Origin::Old | Origin::Other) => NEITHER,
        }
    }
}

/// Who reads each rank of each operator, in the order of the tables.
static READERS: LazyLock<Vec<Vec<Readers>>> = LazyLock::new(|| {
    Op::all().map(|op| op.operator().signatures.iter().map(Readers::of).collect()).collect()
});

impl Dialect {
    /// Whether a rank of an operator belongs to the dialect, with a standard up to this one.
    pub(crate) fn has(self, op: Op, signature: &Signature, newest: Origin) -> bool {
        let operator = op.operator();
        if operator.internal {
            return false;
        }
        let origin = signature.origin;
        let standard = origin <= Origin::Standard27;
        if standard && origin > newest {
            return false;
        }
        let rank = operator.signatures.iter().position(|rank| std::ptr::eq(rank, signature));
        let readers = rank.and_then(|rank| READERS.get(op.index())?.get(rank)).copied().unwrap_or(NEITHER);
        match self {
            Dialect::Standard => standard && readers == BOTH,
            Dialect::Common => readers == BOTH,
            Dialect::Z3 => readers.z3,
            Dialect::Cvc5 => readers.cvc5,
            Dialect::Any => true,
        }
    }

    /// Whether Z3 is to read it.
    fn is_for_z3(self) -> bool {
        matches!(self, Dialect::Standard | Dialect::Common | Dialect::Z3)
    }

    /// Whether cvc5 is to read it.
    pub(super) fn is_for_cvc5(self) -> bool {
        matches!(self, Dialect::Standard | Dialect::Common | Dialect::Cvc5)
    }

    /// Whether there is a sort of characters.
    pub(super) fn has_chars(self) -> bool {
        matches!(self, Dialect::Z3 | Dialect::Any)
    }

    /// Whether there is more than the standard.
    pub(super) fn extends_the_standard(self) -> bool {
        self != Dialect::Standard
    }

    /// Whether functions may be values, and lambdas terms, in a logic of this name that has all theories.
    ///
    /// Z3 has them in `ALL`, cvc5 in `HO_ALL`.
    pub(super) fn has_functions(self, name: &str) -> bool {
        match self {
            Dialect::Standard | Dialect::Common => false,
            Dialect::Z3 => name == "ALL",
            Dialect::Cvc5 | Dialect::Any => name.starts_with("HO_"),
        }
    }

    /// Whether there are operators beyond the standard in a logic of some theories: in Z3 they are in `ALL` alone.
    pub(super) fn extends_every_logic(self) -> bool {
        !self.is_for_z3()
    }

    /// Whether languages can be compared with `=`: cvc5 has no decision procedure for it.
    pub(crate) fn compares_languages(self) -> bool {
        matches!(self, Dialect::Z3 | Dialect::Any)
    }

    /// Whether a script may have objectives and soft constraints.
    pub(super) fn has_objectives(self) -> bool {
        matches!(self, Dialect::Z3 | Dialect::Any)
    }

    /// Whether an operator that takes any number of operands takes more than it lists.
    ///
    /// The standard has (str.< x y z), cvc5 has (set.minus r s t); Z3 has neither, and cvc5 not the first.
    pub(crate) fn takes_more(self, op: Op) -> bool {
        match op {
            Op::String(StringOp::Lt | StringOp::Le) => self == Dialect::Any,
            Op::Set(SetOp::Minus) => !self.is_for_z3(),
            _ => true,
        }
    }

    /// Whether an operand must be a constant.
    ///
    /// cvc5 has (re.range "a" "z"), (^ x 2) and ((as const (Array Int Int)) 0) only.
    pub(crate) fn wants_constant(self, op: Op, at: usize) -> bool {
        match op {
            Op::Regex(RegexOp::Range) => self.is_for_cvc5(),
            Op::Arith(ArithOp::Power) => self.is_for_cvc5() && at == 1,
            Op::Array(ArrayOp::Const) => self.wants_plain_elements(),
            _ => false,
        }
    }

    /// Whether a formula of a logic may have scopes: of separation logic, cvc5 checks one formula only.
    pub(super) fn has_scopes(self, logic: &Logic) -> bool {
        !(logic.separation && self.is_for_cvc5())
    }

    /// Whether the element of a constant array must be a value as a solver prints it.
    ///
    /// To cvc5, (- 1) is none, and (seq.unit 1) neither.
    pub(crate) fn wants_plain_elements(self) -> bool {
        self.is_for_cvc5()
    }

    /// Whether arrays of a sort of index can be compared from one index to another: cvc5 must know their order.
    pub(super) fn has_ranges_of(self, index: &SortKind) -> bool {
        let ordered =
            matches!(index, SortKind::BitVec(_) | SortKind::Float(..) | SortKind::Int | SortKind::Real);
        ordered || !self.is_for_cvc5()
    }

    /// Whether a format of floats can be read: Z3 has 63 bits of exponent.
    pub(super) fn has_format(self, exponent: u32) -> bool {
        exponent < 64 || !self.is_for_z3()
    }

    /// The fewest bits that a significand without its hidden bit has in (fp s e m). One, but for cvc5.
    pub(super) fn least_significand(self) -> u32 {
        if self.is_for_cvc5() { 2 } else { 1 }
    }

    /// Whether a name of a logic says the same to the solver as it does here.
    ///
    /// Z3 finds strings in the names that it knows, next to nothing in `QF_ALL`, and none of its own operators in `HO_ALL`.
    pub(super) fn has_logic(self, name: &str) -> bool {
        match name {
            "QF_ALL" | "SLIA" | "QF_UFSLIA" | "QF_BVSLIA" => !self.is_for_z3(),
            "QF_UFC" | "UFC" | "QF_UFCLIA" => !self.is_for_z3(),
            _ if name.starts_with("HO_") => !self.is_for_z3(),
            // cvc5 can have a part that decides fields; its releases do not.
            "QF_FF" => matches!(self, Dialect::Z3 | Dialect::Cvc5 | Dialect::Any),
            _ => true,
        }
    }

    /// Whether a logic of strings has no operators of integers: so cvc5 reads `QF_S`.
    pub(super) fn has_no_arithmetic(self, name: &str) -> bool {
        name == "QF_S" && self.is_for_cvc5()
    }

    /// Whether a formula of all theories may draw on one; `Core` is for uninterpreted sorts and functions.
    pub(crate) fn has_theory(self, theory: Theory) -> bool {
        match theory {
            Theory::Core
            | Theory::Arith
            | Theory::BitVec
            | Theory::Float
            | Theory::Array
            | Theory::String
            | Theory::Datatype => true,
            // They come with strings, and with the logic.
            Theory::Regex | Theory::Function => false,
            Theory::Sequence | Theory::Set | Theory::Transcendental => self.extends_the_standard(),
            Theory::Field => matches!(self, Dialect::Z3 | Dialect::Cvc5 | Dialect::Any),
            Theory::Solver => matches!(self, Dialect::Z3 | Dialect::Any),
            Theory::Bag | Theory::Tuple | Theory::Sep => matches!(self, Dialect::Cvc5 | Dialect::Any),
            Theory::Heap => self == Dialect::Any,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_is_about_a_rank() {
        let texts: Vec<&str> =
            Op::all().flat_map(|op| op.operator().signatures.iter()).map(|rank| rank.text).collect();
        for start in FACTS.iter().flat_map(|(_, starts)| starts.iter()) {
            assert!(texts.iter().any(|text| text.starts_with(start)), "{start}");
        }
    }

    #[test]
    fn what_is_read_by_both_is_read_by_each() {
        for op in Op::all() {
            for rank in &op.operator().signatures {
                let has = |dialect: Dialect| dialect.has(op, rank, Origin::Standard27);
                assert_eq!(has(Dialect::Common), has(Dialect::Z3) && has(Dialect::Cvc5), "{}", rank.text);
                assert!(!has(Dialect::Standard) || has(Dialect::Common), "{}", rank.text);
                assert_eq!(has(Dialect::Any), !op.operator().internal, "{}", rank.text);
            }
        }
    }

    #[test]
    fn the_standard_may_be_an_older_one() {
        let op = Op::BitVec(quis_smtlib::theories::BitVecOp::NegOverflow);
        let rank = &op.operator().signatures[0];
        assert!(Dialect::Standard.has(op, rank, Origin::Standard27));
        assert!(!Dialect::Standard.has(op, rank, Origin::Standard26));
    }
}
