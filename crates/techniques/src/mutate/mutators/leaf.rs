//! Literals, variables and boundary values in each other's place.

use quis_smtlib::Term;

use crate::mutate::desk::{Desk, Spot};
use crate::mutate::ground::Ground;
use crate::stream::Stream;

/// A leaf becomes a literal: a boundary value, or one beside a value of the seed.
///
/// match: (> x 3), result: (> x 4) or (> 0 3)
pub(super) fn literal(desk: &mut Desk, ground: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    if !desk.store.children(spot.site.term).is_empty() {
        return None;
    }
    desk.literal(ground, spot.sort, spot, stream)
}

/// A leaf becomes a constant, a variable or a literal that the seed has elsewhere.
///
/// match: (> x 3), result: (> x y)
pub(super) fn variable(desk: &mut Desk, ground: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    if !desk.store.children(spot.site.term).is_empty() {
        return None;
    }
    desk.leaf(ground, spot.sort, spot, stream)
}

/// A term that is no leaf becomes one.
///
/// match: (> (+ x 1) 3), result: (> y 3)
pub(super) fn shrink(desk: &mut Desk, ground: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    if desk.store.children(spot.site.term).is_empty() {
        return None;
    }
    if stream.chance(1, 2) {
        desk.leaf(ground, spot.sort, spot, stream)
    } else {
        desk.literal(ground, spot.sort, spot, stream)
    }
}

#[cfg(test)]
mod tests {
    use crate::mutate::mutators::results;

    const SEED: &str = "(declare-const x Int)(declare-const y Int)(assert (> (+ x y) 3))(check-sat)";

    #[test]
    fn leaves_become_literals() {
        let found = results("literal", SEED);
        for wanted in ["(assert (> (+ x y) 4))", "(assert (> (+ 0 y) 3))", "(assert (> (+ x y) (- 1)))"] {
            assert!(found.iter().any(|line| line == wanted), "{wanted} {found:?}");
        }
    }

    #[test]
    fn leaves_become_other_leaves() {
        let found = results("variable", SEED);
        let expected = [
            "(assert (> (+ 3 y) 3))",
            "(assert (> (+ x 3) 3))",
            "(assert (> (+ x x) 3))",
            "(assert (> (+ x y) x))",
            "(assert (> (+ x y) y))",
            "(assert (> (+ y y) 3))",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn terms_become_leaves() {
        let found = results("shrink", SEED);
        assert!(found.iter().any(|line| line == "(assert (> x 3))"), "{found:?}");
        assert!(found.iter().any(|line| line == "(assert true)"), "{found:?}");
    }

    #[test]
    fn solvers_get_literals_where_they_want_them() {
        let seed = "(declare-const s String)(assert (str.in_re s (re.range \"a\" \"z\")))(check-sat)";
        assert!(results("variable", seed).iter().all(|line| !line.contains("(re.range s")));
    }
}
