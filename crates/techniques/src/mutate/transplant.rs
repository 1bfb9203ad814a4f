//! Terms of another seed, with the constants of this one in the place of its own.

use quis_smtlib::signature::Origin;
use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Function, FunctionData, Index, Role, Script, Sort, SortConstructor, SortKind, Store, Term, TermKind,
    TermSet,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::ground::Ground;
use super::literal;
use crate::fuzzsmt::Dialect;
use crate::stream::Stream;

/// Terms that are taken over, at most, and how many are looked at.
const TERMS: usize = 32;
const LOOKED_AT: usize = 96;

/// Terms of another seed that are looked at when it is large.
const MAX_TERMS: usize = 20_000;

/// The terms of another seed that can be said here, in the store of this one.
pub(super) fn terms(
    other: &Script,
    ground: &Ground,
    store: &mut Store,
    dialect: Dialect,
    stream: &mut Stream,
) -> Vec<Term> {
    if other.store.len() > MAX_TERMS {
        return Vec::new();
    }
    let roots: Vec<Term> = other.assertions().collect();
    let mut found = Vec::new();
    post_order(&other.store, &roots, &mut TermSet::default(), |term| {
        if !other.store.children(term).is_empty() {
            found.push(term);
        }
    });
    let mut transplant = Transplant { other, ground, dialect, known: FxHashMap::default() };
    let mut terms: Vec<Term> = Vec::new();
    for _ in 0..LOOKED_AT.min(4 * found.len()) {
        if terms.len() >= TERMS {
            break;
        }
        let Some(&root) = stream.choose(&found) else { break };
        let mut parts = Vec::new();
        post_order(&other.store, &[root], &mut TermSet::default(), |term| parts.push(term));
        if parts.len() > 40 {
            continue;
        }
        for part in parts {
            let new = transplant.term(store, part, stream);
            transplant.known.entry(part).or_insert(new);
        }
        let new = transplant.known.get(&root).copied().flatten();
        terms.extend(new.filter(|term| !terms.contains(term)));
    }
    terms
}

struct Transplant<'a> {
    other: &'a Script,
    ground: &'a Ground,
    dialect: Dialect,
    /// What stands for a term of the other seed, if anything can.
    known: FxHashMap<Term, Option<Term>>,
}

impl Transplant<'_> {
    /// A term whose arguments are known.
    fn term(&self, store: &mut Store, term: Term, stream: &mut Stream) -> Option<Term> {
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        let from = &self.other.store;
        let sort = translated(from, store, from.sort(term))?;
        match from.kind(term) {
            TermKind::Literal(literal) => {
                let term = store.literal(literal.clone()).ok()?;
                (store.sort(term) == sort).then_some(term)
            }
            TermKind::Apply(function, []) if from.function(function).role == Role::Declared => {
                let donors = self.ground.donors.get(&sort).map_or(&[][..], Vec::as_slice);
                let mut leaf = || {
                    let donor = stream.choose(donors).copied()?;
                    let is_free = self.ground.free.of(donor).is_empty();
                    (store.children(donor).is_empty() && is_free).then_some(donor)
                };
                let leaf = (0..4).find_map(|_| leaf());
                leaf.or_else(|| literal::draw(store, &self.ground.mined, sort, stream))
            }
            TermKind::Apply(function, args) => {
                let args: SmallVec<[Term; 4]> =
                    args.iter().map(|arg| self.known.get(arg).copied().flatten()).collect::<Option<_>>()?;
                let function = self.operator(store, function)?;
                let sorts: SmallVec<[Sort; 4]> = args.iter().map(|&arg| store.sort(arg)).collect();
                let origin = store.rank_origin(function, &sorts, sort)?;
                if origin > Origin::Standard27 && self.dialect != Dialect::Any {
                    return None;
                }
                let new = match store.apply(function, &args) {
                    Ok(new) if store.sort(new) == sort => new,
                    _ => store.apply_as(function, sort, &args).ok()?,
                };
                (store.children(new) == &*args).then_some(new)
            }
            _ => None,
        }
    }

    /// An operator of the other seed.
    fn operator(&self, store: &mut Store, function: Function) -> Option<Function> {
        let data = self.other.store.function(function);
        let Role::Operator(op) = data.role else { return None };
        let indices = data.indices.iter().map(|index| match index {
            Index::Numeral(number) => Some(Index::Numeral(*number)),
            _ => None,
        });
        let indices = indices.collect::<Option<Box<[Index]>>>()?;
        // Old names are known to some solvers alone.
        let text = op.operator().name;
        // A script may give the name of an operator to something else.
        let symbol = store.symbol(text);
        if store.names_of_script().any(|name| name == symbol) {
            return None;
        }
        let (role, params, result) = (data.role.clone(), Box::default(), Sort::UNKNOWN);
        Some(store.make_function(FunctionData { name: symbol, indices, role, params, result }))
    }
}

/// A sort of another store, if it has no names of its script.
fn translated(from: &Store, to: &mut Store, sort: Sort) -> Option<Sort> {
    match from.sort_kind(sort) {
        SortKind::Apply(SortConstructor::Declared(_), _)
        | SortKind::Unknown
        | SortKind::Variable(_)
        | SortKind::Char
        | SortKind::FiniteField(_)
        | SortKind::Apply(SortConstructor::Function | SortConstructor::Set, _) => None,
        SortKind::Apply(constructor, args) => {
            // Sorts are nested a few levels deep; one that is deeper is no loss.
            let mut depth = 0;
            let mut inner = args.last().copied();
            while let Some(SortKind::Apply(_, args)) = inner.map(|sort| from.sort_kind(sort)) {
                inner = args.last().copied();
                depth += 1;
                if depth > 8 {
                    return None;
                }
            }
            let args: SmallVec<[Sort; 2]> =
                args.iter().map(|&arg| translated(from, to, arg)).collect::<Option<_>>()?;
            Some(to.apply_sort(*constructor, &args))
        }
        kind => Some(to.make_sort(kind.clone())),
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, PrintOptions, parse, print_term};

    use super::*;

    #[test]
    fn terms_are_said_with_other_constants() {
        let read = |text| parse(text, Mode::Standard).into_result().unwrap();
        let seed = read("(declare-const x Int)(assert (> x 1))(check-sat)");
        let other =
            read("(declare-fun f (Int) Int)(declare-const a Int)(assert (= (* a 5) (f a)))(check-sat)");
        let ground = Ground::of(&seed, Dialect::Common, &[], &Stream::new(1)).unwrap();
        let mut store = ground.script.store.clone();
        let terms = terms(&other, &ground, &mut store, Dialect::Common, &mut Stream::new(1));
        let text: Vec<String> =
            terms.iter().map(|&term| print_term(&store, term, PrintOptions::plain()).unwrap()).collect();
        assert!(text == ["(* x 5)"] || text == ["(* 1 5)"], "{text:?}");
    }
}
