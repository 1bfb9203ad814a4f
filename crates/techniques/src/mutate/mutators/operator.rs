//! Operators applied to what is there, and small terms from scratch.

use quis_smtlib::{Sort, Term};
use smallvec::SmallVec;

use crate::mutate::desk::{Desk, Spot};
use crate::mutate::ground::Ground;
use crate::stream::Stream;

/// How deep a generated term is, at most.
const DEPTH: usize = 3;

/// An operator is applied to the term and to others of the seed.
///
/// match: (> x 3), result: (> (mod x y) 3)
pub(super) fn wrap(desk: &mut Desk, ground: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    if spot.site.rigid {
        return None;
    }
    let operator = desk.operator(spot.sort, stream)?;
    let fitting: SmallVec<[usize; 4]> =
        (0..operator.params.len()).filter(|&at| operator.params[at] == spot.sort).collect();
    let kept = if stream.chance(7, 8) { stream.choose(&fitting).copied() } else { None };
    let mut args: SmallVec<[Term; 4]> = SmallVec::new();
    for (at, &param) in operator.params.iter().enumerate() {
        args.push(match kept {
            Some(kept) if kept == at => spot.site.term,
            _ => desk.operand(ground, param, spot, stream)?,
        });
    }
    desk.apply(&operator, &args)
}

/// A small term takes the place.
///
/// match: (> x 3), result: (> x (- (div x 2) 0))
pub(super) fn generate(desk: &mut Desk, ground: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    if spot.site.rigid {
        return None;
    }
    term(desk, ground, spot, spot.sort, DEPTH, stream)
}

/// A term of a sort. The depth is small, and so is the recursion.
fn term(
    desk: &mut Desk,
    ground: &Ground,
    spot: &Spot,
    sort: Sort,
    depth: usize,
    stream: &mut Stream,
) -> Option<Term> {
    let operator = if depth > 0 { desk.operator(sort, stream) } else { None };
    let Some(operator) = operator else {
        return if depth < DEPTH { desk.operand(ground, sort, spot, stream) } else { None };
    };
    let mut args: SmallVec<[Term; 4]> = SmallVec::new();
    for &param in &operator.params {
        args.push(if stream.chance(1, 3) {
            term(desk, ground, spot, param, depth - 1, stream)?
        } else {
            let leaf = desk.leaf(ground, param, spot, stream);
            leaf.filter(|_| stream.chance(2, 3)).or_else(|| desk.operand(ground, param, spot, stream))?
        });
    }
    desk.apply(&operator, &args)
}

#[cfg(test)]
mod tests {
    use crate::mutate::mutators::results;

    const SEED: &str = "(declare-const x (_ BitVec 4))(assert (bvult x #x3))(check-sat)";

    #[test]
    fn operators_are_applied_to_what_is_there() {
        let found = results("wrap", SEED);
        let inside = |op: &str| found.iter().any(|line| line.contains(&format!("({op} x ")));
        assert!(["bvadd", "bvmul", "bvor", "bvudiv", "bvshl", "bvsdiv"].into_iter().any(inside), "{found:?}");
    }

    #[test]
    fn small_terms_are_generated() {
        let found = results("generate", SEED);
        assert!(found.len() > 20, "{found:?}");
        assert!(found.iter().all(|line| line.len() < 300));
    }
}
