//! Which properties are checked on which elements.

use super::pool::Maker;
use super::source::Source;
use crate::case::{Arguments, Case};
use crate::property::Property;

/// So many properties, at most, are checked on the same elements: what one of them makes, the next ones need not.
const SHARED: usize = 16;

/// The numbers of the properties, those next to each other that are about the same results. The last is followed by the first.
const NEIGHBOURS: [u8; 60] = [
    // x ⊔ y
    5, 25, 8, 9, 10, 11, 49, 55, 27, 13, 14, 4, 12, 6, 7, 1, 2, 3, //
    // x ∇ y
    32, 31, 29, 30, 51, 60, 47, 33, //
    // assign(x, v, e) and project(x, v)
    34, 35, 38, 37, 48, 52, 57, 53, 58, 36, //
    // cond(x, c)
    40, 54, 59, 41, 39, 26, //
    // x △ y and x ⊓ y
    46, 45, 44, 43, 42, 24, 23, 16, 17, 22, 28, 21, 20, 19, 18, 50, 56, 15,
];

/// The properties that are tested, in the order in which they share elements.
#[derive(Debug)]
pub(crate) struct Deck {
    /// Their places among those that are tested.
    places: Vec<usize>,
}

impl Deck {
    pub(crate) fn new(properties: &[&Property]) -> Deck {
        let place = |number: &u8| properties.iter().position(|property| property.number == *number);
        Deck { places: NEIGHBOURS.iter().filter_map(place).collect() }
    }
}

/// Elements for some checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    /// Before they are made to fit a property.
    pub(crate) arguments: Arguments,
    /// Whether elements are taken that were made of each other for the pool, where an order is wanted.
    pub(crate) related: bool,
    /// How they are brought into an order otherwise.
    pub(crate) order: usize,
    /// The place of the first of its properties in the deck.
    first: usize,
    /// With which of them it begins, counted from there.
    start: usize,
}

/// Deals hands for a pool. A hand is for neighbours, none of them twice, and the next hand is for those that follow. Of its elements, two are
/// those that were y and z before: a lazy library has them ready.
#[derive(Debug)]
pub(crate) struct Dealer<'k> {
    deck: &'k Deck,
    hand: Option<Hand>,
    /// Checks that the hand was used for.
    turn: usize,
    /// Whether a hand goes through its properties from the last one on.
    backwards: bool,
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

impl Dealer<'_> {
    pub(crate) fn new(deck: &Deck) -> Dealer<'_> {
        Dealer { deck, hand: None, turn: 0, backwards: false }
    }

    /// The next check, if there are properties. The case has the pool and nothing else.
    pub(crate) fn next(&mut self, maker: &Maker<'_>, source: &mut Source<'_>, case: &Case) -> Option<Dealt> {
        let count = self.deck.places.len();
        let size = SHARED.min(count);
        let held = self.hand.filter(|_| self.turn < size);
        let is_new = held.is_none();
        let hand = held.unwrap_or_else(|| {
            self.turn = 0;
            self.deal(maker, source, case, size)
        });
        let turn = if self.backwards { size - self.turn } else { self.turn };
        let place = hand.first + (hand.start + turn).checked_rem(size)?;
        let property = *self.deck.places.get(place % count)?;
        self.turn += 1;
        self.hand = Some(hand);
        Some(Dealt { property, hand, is_new })
    }

    fn deal(&mut self, maker: &Maker<'_>, source: &mut Source<'_>, case: &Case, size: usize) -> Hand {
        let first = if let Some(hand) = &self.hand {
            hand.first + size
        } else {
            self.backwards = source.chance(128);
            source.below(self.deck.places.len())
        };
        let before = self.hand.map(|hand| hand.arguments);
        Hand {
            first,
            start: source.below(size),
            arguments: maker.elements(source, case, before),
            related: source.chance(128),
            order: source.below(12),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::inputs::{Config, Noise};
    use crate::property::PROPERTIES;
    use crate::reference::Octagons;
    use crate::{Domain, Settings};

    #[test]
    fn every_property_has_neighbours() {
        let numbers: BTreeSet<u8> = NEIGHBOURS.into_iter().collect();
        assert_eq!(numbers.len(), PROPERTIES.len());
        assert!(PROPERTIES.iter().all(|property| numbers.contains(&property.number)));
    }

    /// A check that was done on the same elements would tell nothing new.
    #[test]
    fn no_property_is_checked_twice_with_a_hand_and_none_is_left_out() {
        let domain = Octagons::new(3);
        for wanted in [vec![], vec![33], vec![1, 2, 3]] {
            let properties =
                Settings { properties: wanted, ..Settings::default() }.selection(domain.profile());
            let deck = Deck::new(&properties);
            let maker = Maker::new(domain.profile(), 3, Config::default());
            let mut case = Case::default();
            let mut bytes = vec![0; 4000];
            let mut seen = vec![0_usize; properties.len()];
            for round in 0..500 {
                Noise::new(1, round).fill(&mut bytes);
                let mut source = Source::new(&bytes);
                maker.pool(&mut source, &mut case);
                let mut dealer = Dealer::new(&deck);
                let mut held = BTreeSet::new();
                for _ in 0..40 {
                    let dealt = dealer.next(&maker, &mut source, &case).expect("there are properties");
                    if dealt.is_new {
                        held.clear();
                    }
                    assert!(held.insert(dealt.property), "{held:?}");
                    seen[dealt.property] += 1;
                }
            }
            let even = 500 * 40 / properties.len();
            assert!(seen.iter().all(|&count| count > even / 2 && count < even * 2), "{seen:?}");
        }
    }
}
