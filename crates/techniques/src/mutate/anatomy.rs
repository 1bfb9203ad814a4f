//! Where something may be changed in an assertion.

use hashbrown::HashMap;
use quis_smtlib::theories::{ArithOp, ArrayOp, Op, RegexOp};
use quis_smtlib::walk::post_order;
use quis_smtlib::{BuildError, Store, Term, TermKind, TermSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// A place below an assertion: an argument of a term, or the assertion itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Site {
    /// The term above; `None` for the assertion itself.
    pub(super) above: Option<(Term, u32)>,
    /// What stands there.
    pub(super) term: Term,
    /// Whether solvers want a literal there.
    pub(super) rigid: bool,
}

/// The places of an assertion.
#[derive(Clone, Debug, Default)]
pub(super) struct Anatomy {
    pub(super) sites: Vec<Site>,
    /// The terms directly above each term.
    above: HashMap<Term, SmallVec<[Term; 2]>, FxBuildHasher>,
}

impl Anatomy {
    pub(super) fn of(store: &Store, root: Term) -> Anatomy {
        let mut anatomy = Anatomy::default();
        let mut inside = TermSet::default();
        // Patterns are left alone: what stands in them alone is no part.
        inside.insert(root);
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            for at in changeable(store, term) {
                let child = store.children(term)[at];
                if inside.insert(child) {
                    stack.push(child);
                }
            }
        }
        post_order(store, &[root], &mut TermSet::default(), |term| {
            if !inside.contains(term) {
                return;
            }
            for at in changeable(store, term) {
                let child = store.children(term)[at];
                let above = anatomy.above.entry(child).or_default();
                if above.last() != Some(&term) {
                    above.push(term);
                }
                let rigid = wants_literal(store, term, at);
                // Patterns belong to the body of a quantifier.
                if matches!(store.kind(child), TermKind::Annotated(..)) {
                    continue;
                }
                anatomy.sites.push(Site { above: Some((term, at as u32)), term: child, rigid });
            }
        });
        anatomy.sites.push(Site { above: None, term: root, rigid: false });
        anatomy
    }

    /// The assertion with another term at one of its places. A term that is shared changes wherever it occurs.
    pub(super) fn put(
        &self,
        store: &mut Store,
        root: Term,
        site: &Site,
        new: Term,
    ) -> Result<Term, BuildError> {
        let Some((above, at)) = site.above else { return Ok(new) };
        let mut children: SmallVec<[Term; 8]> = store.children(above).into();
        children[at as usize] = new;
        let changed = store.with_children(above, &children)?;
        // Terms above have larger numbers.
        let mut affected: Vec<Term> = Vec::new();
        let mut todo: SmallVec<[Term; 16]> = SmallVec::from_slice(&[above]);
        let mut seen = TermSet::default();
        while let Some(term) = todo.pop() {
            for &next in self.above.get(&term).into_iter().flatten() {
                if seen.insert(next) {
                    affected.push(next);
                    todo.push(next);
                }
            }
        }
        affected.sort_unstable();
        let mut renewed: FxHashMap<Term, Term> = FxHashMap::default();
        renewed.insert(above, changed);
        for term in affected {
            children.clear();
            children.extend_from_slice(store.children(term));
            for at in changeable(store, term) {
                if let Some(&new) = renewed.get(&children[at]) {
                    children[at] = new;
                }
            }
            let new = store.with_children(term, &children)?;
            renewed.insert(term, new);
        }
        Ok(renewed.get(&root).copied().unwrap_or(root))
    }
}

/// The positions of those terms directly below a term that may be changed: no bound variables, no patterns.
fn changeable(store: &Store, term: Term) -> Positions {
    match store.kind(term) {
        // An exponent must be a small number.
        TermKind::Apply(function, [_, _]) if store.operator(function) == Some(Op::Arith(ArithOp::Power)) => {
            Positions::All(0..1)
        }
        TermKind::Apply(_, args) => Positions::All(0..args.len()),
        TermKind::Binder(_, vars, bodies) => Positions::All(vars.len()..vars.len() + bodies.len()),
        TermKind::Annotated(..) => Positions::All(0..1),
        TermKind::Match(patterns, ..) => {
            let mut at = 0;
            let mut all: SmallVec<[usize; 4]> = SmallVec::from_slice(&[0]);
            for pattern in patterns {
                at += pattern.variables as usize + 1;
                all.push(at);
            }
            Positions::Some(all.into_iter())
        }
        TermKind::Literal(_) | TermKind::Variable(_) => Positions::All(0..0),
    }
}

enum Positions {
    All(std::ops::Range<usize>),
    Some(smallvec::IntoIter<[usize; 4]>),
}

impl Iterator for Positions {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Positions::All(range) => range.next(),
            Positions::Some(list) => list.next(),
        }
    }
}

/// Whether some solver takes a literal alone as an argument.
///
/// match: (re.range "a" "z"), (^ x 2), ((as const (Array Int Int)) 0)
pub(super) fn wants_literal(store: &Store, term: Term, at: usize) -> bool {
    let TermKind::Apply(function, _) = store.kind(term) else { return false };
    match store.operator(function) {
        Some(Op::Regex(RegexOp::Range) | Op::Array(ArrayOp::Const)) => true,
        Some(Op::Arith(ArithOp::Power)) => at == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, PrintOptions, parse, print_term};

    use super::*;

    #[test]
    fn a_place_is_changed_and_what_is_shared_everywhere() {
        let text = "(declare-const x Int)(assert (let ((y (+ x 1))) (> (* y y) 4)))";
        let mut script = parse(text, Mode::Standard).into_result().unwrap();
        let root = script.assertions().next().unwrap();
        let anatomy = Anatomy::of(&script.store, root);
        let seven = script.store.int(7);
        let print = |store: &Store, term| print_term(store, term, PrintOptions::plain()).unwrap();
        let results: Vec<String> = anatomy
            .sites
            .iter()
            .filter(|site| script.store.sort(site.term) == quis_smtlib::Sort::INT)
            .copied()
            .collect::<Vec<_>>()
            .iter()
            .map(|site| {
                let new = anatomy.put(&mut script.store, root, site, seven).unwrap();
                print(&script.store, new)
            })
            .collect();
        assert_eq!(
            results,
            [
                "(> (* (+ 7 1) (+ 7 1)) 4)",
                "(> (* (+ x 7) (+ x 7)) 4)",
                "(> (* 7 (+ x 1)) 4)",
                "(> (* (+ x 1) 7) 4)",
                "(> 7 4)",
                "(> (* (+ x 1) (+ x 1)) 7)",
            ]
        );
    }

    #[test]
    fn patterns_and_bound_variables_stay() {
        let text = "(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)))))";
        let script = parse(text, Mode::Standard).into_result().unwrap();
        let anatomy = Anatomy::of(&script.store, script.assertions().next().unwrap());
        let places = anatomy.sites.iter().filter(|site| site.above.is_some()).count();
        assert_eq!(places, 4, "x, (f x), 0, and the comparison");
    }
}
