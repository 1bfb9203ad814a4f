//! What checks made of the elements of a pool, for the checks that come after them.

use crate::case::Action;

/// So many places; what has none is made again. A power of two.
const PLACES: usize = 256;

/// How an element was made of others, which are numbers of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// A step, or the same in a formula.
    Action(Action),
    /// A △ B
    Narrow(u16, u16),
    /// cond(A, c') where c' contradicts a condition.
    Opposite(u16, u16),
    /// cond(A, v = e)
    Assigned(u16, u8, u16),
}

impl Origin {
    /// The place for it. Others may have the same.
    fn place(self) -> usize {
        let (kind, a, b, c) = match self {
            Origin::Action(Action::Top) => (0, 0, 0, 0),
            Origin::Action(Action::Bottom) => (1, 0, 0, 0),
            Origin::Action(Action::Constraint(c)) => (2, 0, c, 0),
            Origin::Action(Action::Join(a, b)) => (3, a, b, 0),
            Origin::Action(Action::Meet(a, b)) => (4, a, b, 0),
            Origin::Action(Action::Widen(a, b)) => (5, a, b, 0),
            Origin::Action(Action::Assign(a, v, e)) => (6, a, e, v),
            Origin::Action(Action::Project(a, v)) => (7, a, 0, v),
            Origin::Action(Action::Cond(a, c)) => (8, a, c, 0),
            Origin::Narrow(a, b) => (9, a, b, 0),
            Origin::Opposite(a, c) => (10, a, c, 0),
            Origin::Assigned(a, v, e) => (11, a, e, v),
        };
        let all = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | kind << 40;
        (all.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize % PLACES
    }
}

#[derive(Clone, Copy)]
struct Place {
    origin: Origin,
    element: u16,
    /// Since when it is kept: an older one than all that are kept now was forgotten.
    since: u64,
    /// The last check that used it.
    used: u64,
}

/// Where elements are that checks made.
///
/// A check uses an element that an earlier one made, and uses it once: what it makes itself it makes as often as its formula says so, as it
/// does when it is run alone.
pub(super) struct Kept {
    places: Box<[Place; PLACES]>,
    check: u64,
    /// The first check whose elements are still there.
    first: u64,
}

impl Kept {
    pub(super) fn new() -> Kept {
        let nothing = Place { origin: Origin::Action(Action::Top), element: 0, since: 0, used: 0 };
        Kept { places: Box::new([nothing; PLACES]), check: 1, first: 1 }
    }

    /// Another check begins.
    pub(super) fn begin(&mut self) {
        self.check += 1;
    }

    /// Nothing is there any more.
    pub(super) fn forget(&mut self) {
        self.check += 1;
        self.first = self.check;
    }

    /// An element that an earlier check made in this way.
    pub(super) fn take(&mut self, origin: Origin) -> Option<u16> {
        let place = &mut self.places[origin.place()];
        if place.since < self.first || place.used == self.check || place.origin != origin {
            return None;
        }
        place.used = self.check;
        Some(place.element)
    }

    /// Notes what was made in this check.
    pub(super) fn note(&mut self, origin: Origin, element: u16) {
        let place = &mut self.places[origin.place()];
        *place = Place { origin, element, since: self.check, used: self.check };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_earlier_check_made_is_used_once() {
        let (mut kept, join) = (Kept::new(), Origin::Action(Action::Join(3, 4)));
        assert_eq!(kept.take(join), None);
        kept.note(join, 9);
        assert_eq!(kept.take(join), None, "it was made in the same check");
        kept.begin();
        assert_eq!(kept.take(Origin::Action(Action::Join(4, 3))), None);
        assert_eq!(kept.take(join), Some(9));
        assert_eq!(kept.take(join), None, "the other side of an equation is another element");
        kept.forget();
        assert_eq!(kept.take(join), None);
    }
}
