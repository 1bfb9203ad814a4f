//! Terms of the seed in each other's place.

use quis_smtlib::Term;

use crate::mutate::desk::{Desk, Spot};
use crate::mutate::ground::Ground;
use crate::stream::Stream;

/// A term becomes another one of the seed.
///
/// match: (and (> x 3) (= (* x y) 7)), result: (and (> (* x y) 3) (= (* x y) 7))
pub(super) fn graft(desk: &mut Desk, ground: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    desk.donor(ground, spot.sort, spot, stream)
}

#[cfg(test)]
mod tests {
    use crate::mutate::mutators::results;

    #[test]
    fn terms_take_each_others_place() {
        let found = results("graft", "(declare-const x Int)(assert (and (> x 3) (= (* x x) 7)))(check-sat)");
        for wanted in [
            "(assert (and (> (* x x) 3) (= (* x x) 7)))",
            "(assert (and (> x 3) (> x 3)))",
            "(assert (= (* x x) 7))",
        ] {
            assert!(found.iter().any(|line| line == wanted), "{wanted} {found:?}");
        }
    }

    #[test]
    fn variables_stay_where_they_are_bound() {
        let seed = "(declare-const y Int)(assert (forall ((x Int)) (> x y)))(assert (< y 3))(check-sat)";
        for line in results("graft", seed) {
            assert!(line.contains("forall") || !line.contains('x'), "{line}");
        }
    }

    #[test]
    fn symbols_stay_behind_their_declarations() {
        let seed = "(declare-const x Int)(assert (> x 0))(push 1)(declare-const y Int)(assert (< y x))(check-sat)\
                    (pop 1)(assert (= x 5))(check-sat)";
        for line in results("graft", seed) {
            assert!(!line.contains('y') || line.contains("(< "), "{line}");
        }
    }
}
