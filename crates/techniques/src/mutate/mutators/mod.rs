//! The mutators. Each is small, typed, and says in its test what it does.

mod assertion;
mod graft;
mod leaf;
mod operator;
mod order;

use quis_smtlib::Term;

use super::desk::{Desk, Spot};
use super::ground::Ground;
use crate::stream::Stream;

/// What a mutator works on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A place below an assertion: what stands there instead.
    Place(fn(&mut Desk, &Ground, &Spot, &mut Stream) -> Option<Term>),
    /// A place, and the term is from another seed.
    Other,
    /// An assertion: what is asserted instead.
    Assertion(fn(&mut Desk, &Ground, &Spot, &mut Stream) -> Option<Term>),
    /// The assertion comes twice.
    Twice,
    /// A part of the assertion gets a name by `let`.
    Let,
    /// The assertion moves behind a `push`.
    Push,
}

/// A mutator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mutator {
    #[allow(dead_code, reason = "tests name mutators")]
    pub(super) name: &'static str,
    /// How often it is chosen beside the others.
    weight: usize,
    pub(super) kind: Kind,
}

/// All mutators.
const MUTATORS: &[Mutator] = &[
    Mutator { name: "literal", weight: 4, kind: Kind::Place(leaf::literal) },
    Mutator { name: "variable", weight: 3, kind: Kind::Place(leaf::variable) },
    Mutator { name: "shrink", weight: 2, kind: Kind::Place(leaf::shrink) },
    Mutator { name: "graft", weight: 4, kind: Kind::Place(graft::graft) },
    Mutator { name: "transplant", weight: 3, kind: Kind::Other },
    Mutator { name: "generate", weight: 4, kind: Kind::Place(operator::generate) },
    Mutator { name: "wrap", weight: 5, kind: Kind::Place(operator::wrap) },
    Mutator { name: "swap", weight: 2, kind: Kind::Place(order::swap) },
    Mutator { name: "repeat", weight: 2, kind: Kind::Place(order::repeat) },
    Mutator { name: "drop", weight: 1, kind: Kind::Place(order::drop_argument) },
    Mutator { name: "negate", weight: 1, kind: Kind::Assertion(assertion::negate) },
    Mutator { name: "quantify", weight: 1, kind: Kind::Assertion(assertion::quantify) },
    Mutator { name: "guard", weight: 1, kind: Kind::Assertion(assertion::guard) },
    Mutator { name: "twice", weight: 1, kind: Kind::Twice },
    Mutator { name: "let", weight: 1, kind: Kind::Let },
    Mutator { name: "push", weight: 1, kind: Kind::Push },
];

/// One of the mutators.
pub(super) fn choose(stream: &mut Stream) -> Mutator {
    let all: usize = MUTATORS.iter().map(|mutator| mutator.weight).sum();
    let mut left = stream.below(all);
    for mutator in MUTATORS {
        match left.checked_sub(mutator.weight) {
            Some(rest) => left = rest,
            None => return *mutator,
        }
    }
    MUTATORS[0]
}

/// The mutator of a name.
#[cfg(test)]
pub(super) fn named(name: &str) -> Mutator {
    *MUTATORS.iter().find(|mutator| mutator.name == name).unwrap()
}

/// What a mutator makes of a script, as the lines that changed; each once, in order.
#[cfg(test)]
pub(super) fn results(name: &str, text: &str) -> Vec<String> {
    super::tests::results_of(named(name), text)
}
