//! Which properties are checked on which elements.

use super::pool::Maker;
use super::source::Source;
use crate::case::{Arguments, Case};

/// So many properties, at most, are checked on the same elements: what one of them makes, the next ones need not.
const SHARED: usize = 8;

/// Elements for some checks, and the properties for which they are: one after the other in the table, as these have most in common, and
/// none of them twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    /// Before they are made to fit a property.
    pub(crate) arguments: Arguments,
    /// Whether elements are taken that were made of each other for the pool, where an order is wanted.
    pub(crate) related: bool,
    /// How they are brought into an order otherwise.
    pub(crate) order: usize,
    /// The place of the first property, and of that with which it begins, counted from there.
    first: usize,
    start: usize,
    backwards: bool,
}

/// Deals hands, and properties to them.
#[derive(Debug)]
pub(crate) struct Dealer {
    properties: usize,
    hand: Option<Hand>,
    /// Checks that the hand was used for.
    turn: usize,
}

/// What is checked next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dealt {
    /// The place of the property.
    pub(crate) property: usize,
    pub(crate) hand: Hand,
    /// Whether this is the first check for which the hand is used.
    pub(crate) is_new: bool,
}

impl Dealer {
    /// For so many properties.
    pub(crate) fn new(properties: usize) -> Dealer {
        Dealer { properties, hand: None, turn: 0 }
    }

    /// The next check. The case has the pool and nothing else.
    pub(crate) fn next(&mut self, maker: &Maker<'_>, source: &mut Source<'_>, case: &Case) -> Dealt {
        let size = SHARED.min(self.properties);
        let held = self.hand.filter(|_| self.turn < size);
        let is_new = held.is_none();
        let hand = held.unwrap_or_else(|| {
            self.turn = 0;
            Hand {
                first: source.below(self.properties),
                start: source.below(size),
                backwards: source.chance(128),
                arguments: maker.elements(source, case),
                related: source.chance(128),
                order: source.below(12),
            }
        });
        let turn = if hand.backwards { size - self.turn } else { self.turn };
        let within = (hand.start + turn) % size.max(1);
        let property = (hand.first + within) % self.properties.max(1);
        self.turn += 1;
        self.hand = Some(hand);
        Dealt { property, hand, is_new }
    }
}
