//! One term in place of two: a part of one is put into the other.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::walk::{Replacement, TermSet, post_order};
use quis_smtlib::{Function, Sort, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use crate::front::nnf::fresh;

/// So many sets of terms are tried at most, of no more terms than this.
const TRIES: usize = 60;
const TERMS: usize = 4;

/// Smaller sets with one term fewer: it goes, but a part of it that a pattern could match stands in some place of another term. Numbers and
/// truth values stay what they are: nobody would understand why they should be something else.
///
/// match: (p (f a)), (q (f b)), result: [(p (f (f b)))], [(q (f (f a)))], …, if sorts allow
pub(crate) fn merged(
    store: &mut Store,
    terms: &[Term],
    declared: &HashSet<Function, FxBuildHasher>,
) -> Vec<Vec<Term>> {
    let mut found: Vec<(usize, Vec<Term>)> = Vec::new();
    if terms.len() > TERMS {
        return Vec::new();
    }
    let most = terms.iter().map(|&term| size(store, term)).fold(0, usize::saturating_add);
    for (gone, &from) in terms.iter().enumerate() {
        for (stays, &into) in terms.iter().enumerate().filter(|&(at, _)| at != gone) {
            let known = applications(store, into);
            let mut parts = applications(store, from);
            parts.retain(|part| match store.kind(*part) {
                TermKind::Apply(function, _) => declared.contains(&function) && !known.contains(part),
                _ => false,
            });
            for place in places(store, into) {
                for &part in &parts {
                    if is_known_sort(store.sort(part)) {
                        continue;
                    }
                    let Some(new) = place.filled(store, into, part) else { continue };
                    let mut set = terms.to_vec();
                    set[stays] = new;
                    set.remove(gone);
                    let size = set.iter().map(|&term| size(store, term)).fold(0, usize::saturating_add);
                    if size < most {
                        found.push((size, set));
                    }
                }
            }
        }
    }
    found.sort_by_key(|&(size, _)| size);
    found.into_iter().take(TRIES).map(|(_, set)| set).collect()
}

fn is_known_sort(sort: Sort) -> bool {
    matches!(sort, Sort::BOOL | Sort::INT | Sort::REAL | Sort::STRING)
}

/// How large a term is where it is written.
fn size(store: &Store, term: Term) -> usize {
    let mut sizes: HashMap<Term, usize, FxBuildHasher> = HashMap::default();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        let below = store.children(part).iter().map(|child| sizes.get(child).copied().unwrap_or(1));
        let own = below.fold(1, usize::saturating_add);
        sizes.insert(part, own);
    });
    sizes.get(&term).copied().unwrap_or(1)
}

/// The term with a new constant in one place of several that have the same term. Where it stands but once, replacing it everywhere is the same.
///
/// match: (f (g 1) (g 1)), result: (f c (g 1)), (f (g 1) c)
pub(crate) fn with_constants_in_places(store: &mut Store, term: Term) -> Vec<Term> {
    let places = places(store, term);
    let is_repeated = |store: &Store, one: &Place| {
        let same = places.iter().filter(|other| other.term(store) == one.term(store));
        same.count() > 1 && !store.children(one.term(store)).is_empty()
    };
    let mut found = Vec::new();
    for place in &places {
        if !is_repeated(store, place) {
            continue;
        }
        let sort = store.sort(place.term(store));
        let name = fresh(store, "c");
        let constant = store.declare_function(name, &[], sort);
        let Ok(constant) = store.apply(constant, &[]) else { continue };
        found.extend(place.filled(store, term, constant));
    }
    found
}

/// An argument of an application.
#[derive(Clone, Copy)]
struct Place {
    application: Term,
    argument: usize,
}

impl Place {
    /// What stands there.
    fn term(self, store: &Store) -> Term {
        store.children(self.application)[self.argument]
    }

    /// A term in which something else stands there; `None` if it is of another sort, or the same.
    fn filled(self, store: &mut Store, whole: Term, new: Term) -> Option<Term> {
        let old = self.term(store);
        if old == new || store.sort(old) != store.sort(new) {
            return None;
        }
        let TermKind::Apply(function, args) = store.kind(self.application) else { return None };
        let mut args = args.to_vec();
        args[self.argument] = new;
        let filled = store.apply(function, &args).ok()?;
        let mut replacement = Replacement::default();
        replacement.put(self.application, filled);
        replacement.apply(store, whole).ok()
    }
}

/// The places of a term, those further out first.
fn places(store: &Store, term: Term) -> Vec<Place> {
    let all = applications(store, term).into_iter();
    all.flat_map(|application| {
        (0..store.children(application).len()).map(move |argument| Place { application, argument })
    })
    .collect()
}

/// The applications of functions to something in a term, larger ones first.
fn applications(store: &Store, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        if matches!(store.kind(part), TermKind::Apply(_, [_, ..])) {
            found.push(part);
        }
    });
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Command, CommandReader};

    use super::*;
    use crate::text;

    /// Reads terms over f, g and a, and says what comes of them.
    fn printed(
        terms: &str,
        change: impl Fn(&mut Store, &[Term], &HashSet<Function, FxBuildHasher>) -> Vec<Vec<Term>>,
    ) -> Vec<String> {
        let mut reader = CommandReader::new();
        let (commands, diagnostics) = reader.read(&format!(
            "(declare-sort U 0) (declare-fun f (U U) U) (declare-fun g (Int) U) (declare-fun p (U) Bool) (declare-const a U) \
             (get-value ({terms}))"
        ));
        assert_eq!(diagnostics, []);
        let Some(Command::GetValue(terms)) = commands.last() else { unreachable!("as written") };
        let declared = commands
            .iter()
            .filter_map(|command| match command {
                Command::DeclareFun(function) | Command::DeclareConst(function) => Some(*function),
                _ => None,
            })
            .collect();
        let sets = change(&mut reader.store, terms, &declared);
        let print = |set: &Vec<Term>| {
            set.iter().map(|&term| text::term(&reader.store, term)).collect::<Vec<_>>().join(", ")
        };
        sets.iter().map(print).collect()
    }

    #[test]
    fn a_part_of_one_is_put_into_the_other() {
        // The smallest first; what the other has already is not put into it, nor is a truth value.
        assert_eq!(
            printed("(p (f a a)) (p (g 1))", merged),
            ["(p (g 1))", "(p (f a a))", "(p (f (g 1) a))", "(p (f a (g 1)))"]
        );
        assert_eq!(printed("(g 1) (g 2)", merged), [""; 0]);
    }

    #[test]
    fn a_constant_stands_in_one_place_of_several() {
        let found = printed("(f (f (g 1) (g 2)) (g 1))", |store, terms, _| {
            with_constants_in_places(store, terms[0]).into_iter().map(|term| vec![term]).collect()
        });
        assert_eq!(found, ["(f (f (g 1) (g 2)) c!0)", "(f (f c!1 (g 2)) (g 1))"]);
    }
}
