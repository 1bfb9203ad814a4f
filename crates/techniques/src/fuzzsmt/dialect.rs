//! Whose operators are used.

use quis_smtlib::signature::{Origin, Signature};
use quis_smtlib::theories::Op;

use crate::registry::Choice;

/// Whose operators are used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// Those of the standard.
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

impl Dialect {
    /// Whether a rank of an operator belongs to the dialect, with a standard up to this one.
    pub(super) fn has(self, op: Op, signature: &Signature, newest: Origin) -> bool {
        let operator = op.operator();
        if operator.internal {
            return false;
        }
        let origin = signature.origin.max(operator.origin);
        if origin <= Origin::Standard27 {
            return origin <= newest;
        }
        match self {
            Dialect::Standard => false,
            Dialect::Common => false,
            Dialect::Z3 => origin == Origin::Z3,
            Dialect::Cvc5 => origin == Origin::Cvc5,
            Dialect::Any => true,
        }
    }

    /// Whether there is a sort of characters.
    pub(super) fn has_chars(self) -> bool {
        matches!(self, Dialect::Z3 | Dialect::Any)
    }

    /// Whether there is more than the standard.
    pub(super) fn extends_the_standard(self) -> bool {
        self != Dialect::Standard
    }
}
