//! The passes: each proposes changes of one kind. The table is the order in which they are tried.

mod annotations;
mod arguments;
mod arity;
mod assumptions;
mod children;
pub(crate) mod constants;
mod datatypes;
mod declarations;
mod definitions;
mod extensions;
mod formats;
mod fresh;
mod literals;
mod logic;
mod names;
mod quantifiers;
mod recursion;
mod remaining;
mod scopes;
mod sorts;
#[cfg(test)]
mod tests;
mod variables;
mod widths;

use quis_smtlib::Script;

use crate::change::Change;
use crate::engine::Rule;
use crate::survey::Survey;
use crate::used::Used;

/// What a pass sees.
pub(crate) struct View<'a> {
    pub(crate) script: &'a mut Script,
    pub(crate) used: &'a Used,
    pub(crate) survey: &'a Survey,
    /// For passes that go down level by level: how far from the commands.
    pub(crate) level: u32,
}

/// The changes that a pass proposes, the most promising first.
type Changes = fn(&mut View<'_>) -> Vec<Change>;

/// One way of making cases smaller.
pub(crate) struct Pass {
    pub(crate) name: &'static str,
    /// What it does, with an example: what it matches, what it gives.
    pub(crate) about: &'static str,
    pub(crate) changes: Changes,
    pub(crate) rule: Rule,
    pub(crate) depth: Depth,
    /// Whether its changes exclude each other: they are tried one by one.
    pub(crate) alternatives: bool,
    /// Whether it saves little: it waits until the others have come to their end.
    pub(crate) fine: bool,
}

/// Which terms a pass is given at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// All.
    All,
    /// Those of one level after the other: what is not needed above goes with all that is below.
    Levels,
    /// All, but only if there are few: there are more changes than terms.
    Few,
}

const fn pass(name: &'static str, changes: Changes, about: &'static str) -> Pass {
    Pass { name, about, changes, rule: Rule::Smaller, depth: Depth::All, alternatives: false, fine: false }
}

const fn by_levels(name: &'static str, changes: Changes, about: &'static str) -> Pass {
    Pass { depth: Depth::Levels, ..pass(name, changes, about) }
}

const fn alternatives(name: &'static str, changes: Changes, about: &'static str) -> Pass {
    Pass { alternatives: true, ..pass(name, changes, about) }
}

const fn fine(name: &'static str, changes: Changes, about: &'static str) -> Pass {
    Pass { fine: true, ..pass(name, changes, about) }
}

const fn few(name: &'static str, changes: Changes, about: &'static str) -> Pass {
    Pass { depth: Depth::Few, fine: true, ..pass(name, changes, about) }
}

const fn growing(name: &'static str, changes: Changes, about: &'static str) -> Pass {
    Pass { rule: Rule::Larger, ..pass(name, changes, about) }
}

/// All passes, coarse ones first.
#[rustfmt::skip]
pub(crate) const PASSES: &[Pass] = &[
    pass("remaining", remaining::changes,
        "nothing for what no check depends on: (set-info :status sat)"),
    pass("assertions", remaining::assertions,
        "nothing for assertions and checks: (assert p)"),
    alternatives("alone", remaining::alone,
        "some assertions for all: (assert p) (assert q) (assert r), result: (assert q)"),
    pass("print", remaining::printed,
        "a command as Quis prints it: (assert (let ((x 1)) (> x y))), result: (assert (> 1 y))"),
    pass("scopes", scopes::changes,
        "nothing for scopes: (push 1) … (pop 1), with what they hold or without"),
    pass("children", children::heaviest,
        "a child for a term: (+ x 1), result: x"),
    by_levels("levels", constants::zeros,
        "a constant for a term, from above: (and p q), result: (and false q)"),
    pass("arguments", arguments::changes,
        "fewer arguments: (or p q r), result: (or p r)"),
    growing("definitions", definitions::inline,
        "the body for a defined function: (f 1), result: (+ 1 1)"),
    pass("zeros", constants::zeros,
        "0 for a term: (+ x 1), result: 0"),
    pass("other-children", children::others,
        "another child for a term: (+ x 1), result: 1"),
    pass("variables", variables::changes,
        "a constant symbol for a term: (+ x 1), result: x"),
    pass("quantifiers", quantifiers::changes,
        "fewer variables: (forall ((x Int) (y Int)) (p x)), result: (forall ((x Int)) (p x))"),
    pass("annotations", annotations::changes,
        "no annotations: (! p :named n), result: p"),
    pass("undefine", definitions::undefine,
        "a declaration for a definition: (define-fun f () Int 1), result: (declare-const f Int)"),
    fine("literals", literals::changes,
        "smaller literals: 4096, result: 40"),
    fine("declarations", declarations::changes,
        "shorter declarations: (declare-fun x () Int), result: (declare-const x Int)"),
    fine("recursion", recursion::changes,
        "plain definitions for recursive ones that are none: (define-fun-rec f () Int 1), result: (define-fun f () Int 1)"),
    fine("assumptions", assumptions::changes,
        "shorter commands: (check-sat-assuming (p)), result: (check-sat)"),
    fine("logic", logic::changes,
        "a simpler logic, or none: (set-logic QF_AUFBV), result: (set-logic QF_BV)"),
    few("extensions", extensions::changes,
        "no conversions: (= (to_real x) (to_real y)), result: (= x y)"),
    few("fresh", fresh::changes,
        "a new constant for a term: (f (g x)), result: (f v)"),
    fine("arity", arity::changes,
        "fewer parameters: (declare-fun f (Int Int) Int), result: (declare-fun f (Int) Int)"),
    fine("datatypes", datatypes::changes,
        "fewer constructors, fields and parameters: ((p (a Int) (b Int))), result: ((p (a Int)))"),
    fine("sorts", sorts::changes,
        "simpler sorts: (declare-const x Real), result: (declare-const x Int)"),
    fine("widths", widths::changes,
        "smaller bit-vectors: (_ BitVec 32), result: (_ BitVec 1)"),
    fine("formats", formats::changes,
        "smaller formats: (_ FloatingPoint 11 53), result: (_ FloatingPoint 2 3)"),
    few("ones", constants::ones,
        "1 for a term: (+ x 1), result: 1"),
    few("other-variables", variables::others,
        "another constant symbol for a term: (+ x y), result: y"),
    few("descendants", children::descendants,
        "a part for a term: (f (g (h x))), result: (f x)"),
    few("occurrences", constants::occurrences,
        "a constant for one occurrence of a term: (= x x), result: (= x 0)"),
    few("parts", children::occurrences,
        "a part for one occurrence of a term: (= (f x) (f x)), result: (= (f x) x)"),
    fine("spellings", remaining::spelled,
        "shorter spellings: (_ FloatingPoint 8 24), result: Float32; #x0000000000000000, result: (_ bv0 64)"),
    fine("names", names::changes,
        "short names: (declare-const counter Int), result: (declare-const a Int)"),
];
