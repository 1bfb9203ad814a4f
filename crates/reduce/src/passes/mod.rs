//! The passes: each proposes changes of one kind. The table is the order in which they are tried.

mod annotations;
mod arguments;
mod assumptions;
mod children;
mod constants;
mod declarations;
mod definitions;
mod literals;
mod logic;
mod names;
mod quantifiers;
mod remaining;
mod scopes;
mod variables;

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

/// One way of making cases smaller.
pub(crate) struct Pass {
    pub(crate) name: &'static str,
    /// What it does, with an example: what it matches, what it gives.
    pub(crate) about: &'static str,
    pub(crate) changes: fn(&mut View<'_>) -> Vec<Change>,
    pub(crate) rule: Rule,
    pub(crate) depth: Depth,
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

const fn pass(name: &'static str, about: &'static str, changes: fn(&mut View<'_>) -> Vec<Change>) -> Pass {
    Pass { name, about, changes, rule: Rule::Smaller, depth: Depth::All }
}

const fn by_levels(
    name: &'static str,
    about: &'static str,
    changes: fn(&mut View<'_>) -> Vec<Change>,
) -> Pass {
    Pass { depth: Depth::Levels, ..pass(name, about, changes) }
}

const fn few(name: &'static str, about: &'static str, changes: fn(&mut View<'_>) -> Vec<Change>) -> Pass {
    Pass { depth: Depth::Few, ..pass(name, about, changes) }
}

const fn growing(name: &'static str, about: &'static str, changes: fn(&mut View<'_>) -> Vec<Change>) -> Pass {
    Pass { rule: Rule::Larger, ..pass(name, about, changes) }
}

/// All passes, coarse ones first.
pub(crate) const PASSES: &[Pass] = &[
    pass("remaining", "leaves out what no check depends on: (set-info :status sat)", remaining::changes),
    pass("assertions", "leaves out assertions and checks: (assert p)", remaining::assertions),
    pass("scopes", "leaves out scopes: (push 1) … (pop 1), with what they hold or without", scopes::changes),
    by_levels(
        "levels",
        "a constant for a term, from above: (and p q), result: (and false q)",
        constants::zeros,
    ),
    pass("children", "a child for a term: (+ x 1), result: x", children::heaviest),
    pass("arguments", "fewer arguments: (or p q r), result: (or p r)", arguments::changes),
    growing("definitions", "the body for a defined function: (f 1), result: (+ 1 1)", definitions::inline),
    pass("zeros", "0 for a term: (+ x 1), result: 0", constants::zeros),
    pass("other-children", "another child for a term: (+ x 1), result: 1", children::others),
    pass("variables", "a constant symbol for a term: (+ x 1), result: x", variables::changes),
    pass(
        "quantifiers",
        "fewer variables: (forall ((x Int) (y Int)) (p x)), result: (forall ((x Int)) (p x))",
        quantifiers::changes,
    ),
    pass("annotations", "no annotations: (! p :named n), result: p", annotations::changes),
    pass(
        "undefine",
        "a declaration for a definition: (define-fun f () Int 1), result: (declare-const f Int)",
        definitions::undefine,
    ),
    pass("literals", "smaller literals: 4096, result: 64", literals::changes),
    pass(
        "declarations",
        "shorter declarations: (declare-fun x () Int), result: (declare-const x Int)",
        declarations::changes,
    ),
    pass(
        "assumptions",
        "assertions for assumptions: (check-sat-assuming (p)), result: (check-sat)",
        assumptions::changes,
    ),
    pass(
        "logic",
        "a simpler logic, or none: (set-logic QF_AUFBV), result: (set-logic QF_BV)",
        logic::changes,
    ),
    few("ones", "1 for a term: (+ x 1), result: 1", constants::ones),
    few("descendants", "a part for a term: (f (g (h x))), result: (f x)", children::descendants),
    few(
        "occurrences",
        "a constant for one occurrence of a term: (= x x), result: (= x 0)",
        constants::occurrences,
    ),
    few(
        "parts",
        "a part for one occurrence of a term: (= (f x) (f x)), result: (= (f x) x)",
        children::occurrences,
    ),
    pass("names", "short names: (declare-const counter Int), result: (declare-const a Int)", names::changes),
];
