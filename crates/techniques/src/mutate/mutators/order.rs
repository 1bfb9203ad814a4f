//! Arguments that change places, come twice, or go.

use quis_smtlib::{Store, Term, TermKind};
use smallvec::SmallVec;

use crate::fuzzsmt::Dialect;
use crate::mutate::desk::{Desk, Spot};
use crate::mutate::ground::Ground;
use crate::stream::Stream;

/// Two arguments of one sort change places.
///
/// match: (- x 1), result: (- 1 x)
pub(super) fn swap(desk: &mut Desk, _: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    let mut args = arguments(&desk.store, spot.site.term)?;
    let (first, second) = pair(&desk.store, &args, stream)?;
    args.swap(first, second);
    desk.store.with_children(spot.site.term, &args).ok()
}

/// An argument takes the place of another, or comes once more.
///
/// match: (- x 1), result: (- x x); match: (and p q), result: (and p q p)
pub(super) fn repeat(desk: &mut Desk, _: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    let mut args = arguments(&desk.store, spot.site.term)?;
    let (from, to) = pair(&desk.store, &args, stream)?;
    if stream.chance(1, 2) {
        args[to] = args[from];
        return desk.store.with_children(spot.site.term, &args).ok();
    }
    args.push(args[from]);
    same_function(&mut desk.store, spot.site.term, &args)
}

/// An argument goes.
///
/// match: (and p q r), result: (and p r)
pub(super) fn drop_argument(desk: &mut Desk, _: &Ground, spot: &Spot, stream: &mut Stream) -> Option<Term> {
    let mut args = arguments(&desk.store, spot.site.term)?;
    if args.len() < 3 {
        return None;
    }
    args.remove(stream.below(args.len()));
    same_function(&mut desk.store, spot.site.term, &args)
}

fn arguments(store: &Store, term: Term) -> Option<SmallVec<[Term; 8]>> {
    match store.kind(term) {
        TermKind::Apply(_, args) => Some(args.into()),
        _ => None,
    }
}

/// Two different arguments of one sort.
fn pair(store: &Store, args: &[Term], stream: &mut Stream) -> Option<(usize, usize)> {
    let first = stream.below(args.len());
    let sort = store.sort(*args.get(first)?);
    let fitting: SmallVec<[usize; 8]> =
        (0..args.len()).filter(|&at| args[at] != args[first] && store.sort(args[at]) == sort).collect();
    Some((first, *stream.choose(&fitting)?))
}

/// The function of a term applied to more or fewer arguments, if it takes them.
fn same_function(store: &mut Store, term: Term, args: &[Term]) -> Option<Term> {
    let TermKind::Apply(function, _) = store.kind(term) else { return None };
    if store.operator(function).is_some_and(|op| !Dialect::Common.takes_more(op)) {
        return None;
    }
    let sort = store.sort(term);
    let sorts: SmallVec<[_; 8]> = args.iter().map(|&arg| store.sort(arg)).collect();
    let old = store.children(term).iter().map(|&arg| store.sort(arg)).collect::<SmallVec<[_; 8]>>();
    let own = store.rank_origin(function, &old, sort)?;
    // Of another origin than the rank that the seed uses, some solver may not know it.
    store.rank_origin(function, &sorts, sort).filter(|origin| *origin == own)?;
    let new = store.apply(function, args).ok()?;
    (store.sort(new) == sort && store.children(new) == args).then_some(new)
}

#[cfg(test)]
mod tests {
    use crate::mutate::mutators::results;

    const SEED: &str =
        "(declare-const x Int)(declare-const p Bool)(assert (or p (> (- x 1) 0) (< x 2)))(check-sat)";

    #[test]
    fn arguments_change_places() {
        let expected = [
            "(assert (or (< x 2) (> (- x 1) 0) p))",
            "(assert (or (> (- x 1) 0) p (< x 2)))",
            "(assert (or p (< x 2) (> (- x 1) 0)))",
            "(assert (or p (> (- 1 x) 0) (< x 2)))",
            "(assert (or p (> (- x 1) 0) (< 2 x)))",
            "(assert (or p (> 0 (- x 1)) (< x 2)))",
        ];
        assert_eq!(results("swap", SEED), expected);
    }

    #[test]
    fn arguments_come_twice() {
        let found = results("repeat", SEED);
        for wanted in [
            "(assert (or p (> (- x x) 0) (< x 2)))",
            "(assert (or p (> (- x 1) 0) (< x 2) p))",
            "(assert (or p (> (- x 1 x) 0) (< x 2)))",
        ] {
            assert!(found.iter().any(|line| line == wanted), "{wanted} {found:?}");
        }
    }

    #[test]
    fn arguments_go() {
        let expected = [
            "(assert (or (> (- x 1) 0) (< x 2)))",
            "(assert (or p (< x 2)))",
            "(assert (or p (> (- x 1) 0)))",
        ];
        assert_eq!(results("drop", SEED), expected);
    }
}
