//! Where mutants are made: a copy of the seed's store to build terms in, operators to apply, and terms of another seed.

use quis_smtlib::walk::{FreeVariables, post_order};
use quis_smtlib::{Sort, Store, Symbol, Term, TermKind, TermSet};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::anatomy::{Anatomy, Site, wants_literal};
use super::ground::Ground;
use super::lives::Lives;
use super::transplant;
use super::worlds::World;
use super::{Mutate, literal};
use crate::enumerate::Applicable;
use crate::material::Pool;
use crate::stream::Stream;

/// Operators of a vocabulary, beside connectives.
const OPERATORS: usize = 12;

/// How often another term is looked for if one does not fit.
const TRIES: usize = 6;

/// What the mutants of one epoch are made from.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) store: Store,
    pub(super) worlds: Vec<World>,
    free: FreeVariables,
    lives: Lives,
    vocabulary: FxHashMap<Sort, Vec<Applicable>>,
    /// The terms of another seed, and its number in the pool.
    others: FxHashMap<Sort, Vec<Term>>,
    pub(super) other: Option<usize>,
    /// What a `let` calls the part that it names.
    pub(super) part: Symbol,
    /// A beginning of names that no name of the script has.
    fresh: String,
}

/// A place that is changed.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// The command of the assertion.
    pub(super) command: usize,
    pub(super) site: Site,
    pub(super) sort: Sort,
    /// The variables that may be used there.
    pub(super) scope: SmallVec<[Term; 4]>,
}

impl Desk {
    /// The desk of an epoch.
    pub(super) fn new(ground: &Ground, mutate: &Mutate, pool: &Pool, stream: &Stream) -> Desk {
        let mut store = ground.script.store.clone();
        let mut vocabulary: FxHashMap<Sort, Vec<Applicable>> = FxHashMap::default();
        for applicable in ground.operators.draw(&mut store, OPERATORS, &mut stream.fork("vocabulary")) {
            vocabulary.entry(applicable.result).or_default().push(applicable);
        }
        let other = (!pool.is_empty()).then(|| stream.fork("pool").below(pool.len()));
        let mut others: FxHashMap<Sort, Vec<Term>> = FxHashMap::default();
        if let Some(seed) = other.and_then(|number| pool.seed(number)) {
            for term in transplant::terms(seed, ground, &mut store, mutate.dialect, &mut stream.fork("terms"))
            {
                others.entry(store.sort(term)).or_default().push(term);
            }
        }
        let mut lives = ground.lives.clone();
        lives.update(&store);
        let mut free = ground.free.clone();
        free.update(&store);
        let part = store.symbol(&format!("{}part", ground.fresh));
        let worlds = ground.worlds.clone();
        Desk { store, worlds, free, lives, vocabulary, others, other, part, fresh: ground.fresh.clone() }
    }

    /// A variable of a sort that a term does not mention.
    pub(super) fn variable(&mut self, root: Term, sort: Sort) -> Term {
        let mut known = Vec::new();
        post_order(&self.store, &[root], &mut TermSet::default(), |term| {
            if let TermKind::Variable(name) = self.store.kind(term) {
                known.push(name);
            }
        });
        let mut number = 0;
        loop {
            let name = self.store.symbol(&format!("{}{number}", self.fresh));
            if !known.contains(&name) {
                return self.store.variable(name, sort);
            }
            number += 1;
        }
    }

    /// The free variables of a term.
    fn free_of(&mut self, term: Term) -> &[Term] {
        self.free.update(&self.store);
        self.free.of(term)
    }

    /// A place of an assertion.
    pub(super) fn spot(&mut self, anatomy: &Anatomy, command: usize, stream: &mut Stream) -> Option<Spot> {
        let site = *stream.choose(&anatomy.sites)?;
        let mut scope: SmallVec<[Term; 4]> = SmallVec::new();
        if let Some((above, _)) = site.above {
            scope.extend_from_slice(self.free_of(above));
            let store = &self.store;
            let bound: &[Term] = match store.kind(above) {
                TermKind::Binder(_, vars, _) => vars,
                TermKind::Match(..) => {
                    scope.extend_from_slice(self.free.of(site.term));
                    &[]
                }
                _ => &[],
            };
            scope.extend_from_slice(bound);
        }
        Some(Spot { command, site, sort: self.store.sort(site.term), scope })
    }

    /// Whether a term of the seed, or of the epoch, may stand at a place.
    fn fits(&self, term: Term, spot: &Spot) -> bool {
        let is_literal = matches!(self.store.kind(term), TermKind::Literal(_));
        self.lives.of_term(term).holds(spot.command)
            && self.free.of(term).iter().all(|variable| spot.scope.contains(variable))
            && (!spot.site.rigid || is_literal)
    }

    /// Whether a term of the seed may stand as a whole in a command.
    pub(super) fn may_stand(&self, term: Term, command: usize) -> bool {
        self.lives.of_term(term).holds(command) && self.free.of(term).is_empty()
    }

    /// Whether a `let` around an assertion may name a term: no variable is free in it, and it is no leaf.
    pub(super) fn can_be_named(&mut self, term: Term) -> bool {
        !self.store.children(term).is_empty() && self.free_of(term).is_empty()
    }

    fn of(&self, terms: &[Term], spot: &Spot, stream: &mut Stream) -> Option<Term> {
        (0..TRIES).find_map(|_| stream.choose(terms).copied().filter(|&term| self.fits(term, spot)))
    }

    /// A term of the seed.
    pub(super) fn donor(
        &self,
        ground: &Ground,
        sort: Sort,
        spot: &Spot,
        stream: &mut Stream,
    ) -> Option<Term> {
        self.of(ground.donors.get(&sort)?, spot, stream)
    }

    /// A constant, a variable or a literal of the seed.
    pub(super) fn leaf(&self, ground: &Ground, sort: Sort, spot: &Spot, stream: &mut Stream) -> Option<Term> {
        let donors = ground.donors.get(&sort)?;
        (0..TRIES).find_map(|_| {
            let term = stream.choose(donors).copied()?;
            (self.store.children(term).is_empty() && self.fits(term, spot)).then_some(term)
        })
    }

    /// A term of another seed.
    pub(super) fn other(&self, sort: Sort, spot: &Spot, stream: &mut Stream) -> Option<Term> {
        self.of(self.others.get(&sort)?, spot, stream)
    }

    /// A literal.
    pub(super) fn literal(
        &mut self,
        ground: &Ground,
        sort: Sort,
        spot: &Spot,
        stream: &mut Stream,
    ) -> Option<Term> {
        let term = literal::draw(&mut self.store, &ground.mined, sort, stream)?;
        let is_literal = matches!(self.store.kind(term), TermKind::Literal(_));
        (!spot.site.rigid || is_literal).then_some(term)
    }

    /// An argument for an operator: a term of the seed, or a literal.
    pub(super) fn operand(
        &mut self,
        ground: &Ground,
        sort: Sort,
        spot: &Spot,
        stream: &mut Stream,
    ) -> Option<Term> {
        let found = match stream.below(8) {
            0..=2 => self.leaf(ground, sort, spot, stream),
            3..=5 => self.donor(ground, sort, spot, stream),
            _ => None,
        };
        match found {
            Some(found) => Some(found),
            None => {
                let drawn = self.literal(ground, sort, spot, stream);
                drawn.or_else(|| self.donor(ground, sort, spot, stream))
            }
        }
    }

    /// An operator of the vocabulary that gives a sort.
    pub(super) fn operator(&self, sort: Sort, stream: &mut Stream) -> Option<Applicable> {
        stream.choose(self.vocabulary.get(&sort)?).cloned()
    }

    /// An operator applied to arguments; `None` if solvers would want a literal where there is none.
    pub(super) fn apply(&mut self, operator: &Applicable, args: &[Term]) -> Option<Term> {
        let term = match self.store.apply(operator.function, args) {
            Ok(term) if self.store.sort(term) == operator.result => term,
            _ => self.store.apply_as(operator.function, operator.result, args).ok()?,
        };
        let store = &self.store;
        let is_literal = |term: Term| matches!(store.kind(term), TermKind::Literal(_));
        let is_taken = (0..args.len()).all(|at| is_literal(args[at]) || !wants_literal(store, term, at));
        (is_taken && store.children(term) == args).then_some(term)
    }
}
