//! The operators of figure 5 of the paper, and which replace which.
//!
//! The figure has one row for each type. An operator replaces another if its type is a subtype: it takes all that the
//! other takes, and gives nothing that the other does not give. So `=`, which takes anything, replaces `<`, and `div`,
//! which takes two integers or more, replaces `mod`, which takes two; not the other way round.

use quis_smtlib::theories::{ArithOp, CoreOp, Op};

const EQUALITY: &[Op] = &[Op::Core(CoreOp::Equal), Op::Core(CoreOp::Distinct)];
const CONNECTIVES: &[Op] = &[Op::Core(CoreOp::And), Op::Core(CoreOp::Or), Op::Core(CoreOp::Implies)];
const COMPARISONS: &[Op] = &[
    Op::Arith(ArithOp::LessEq),
    Op::Arith(ArithOp::GreaterEq),
    Op::Arith(ArithOp::Less),
    Op::Arith(ArithOp::Greater),
];
/// Of two arguments or more: the negation is not among them.
const ARITHMETIC: &[Op] =
    &[Op::Arith(ArithOp::Add), Op::Arith(ArithOp::Sub), Op::Arith(ArithOp::Mul), Op::Arith(ArithOp::Div)];
const DIVISION: &[Op] = &[Op::Arith(ArithOp::IntDiv)];
const MODULO: &[Op] = &[Op::Arith(ArithOp::Mod)];

/// The rows of the figure, and from which rows their operators are replaced. Quantifiers are no operators here.
const ROWS: &[(&[Op], &[&[Op]])] = &[
    // match: (= x y), result: (distinct x y)
    (EQUALITY, &[EQUALITY]),
    // match: (and p q), result: (=> p q)
    (CONNECTIVES, &[CONNECTIVES, EQUALITY]),
    // match: (< x y), result: (= x y)
    (COMPARISONS, &[COMPARISONS, EQUALITY]),
    // match: (+ x y), result: (/ x y)
    (ARITHMETIC, &[ARITHMETIC]),
    // match: (div x y), result: none
    (DIVISION, &[]),
    // match: (mod x y), result: (div x y)
    (MODULO, &[DIVISION]),
];

/// What replaces an operator; the arguments may still not fit.
pub(super) fn replacements(op: Op) -> impl Iterator<Item = Op> {
    let row = ROWS.iter().find(|(row, _)| row.contains(&op));
    let from: &[&[Op]] = row.map_or(&[], |(_, from)| from);
    from.iter().flat_map(|row| row.iter().copied())
}
