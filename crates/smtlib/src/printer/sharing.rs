//! Which subterms get a `let`, and where.
//!
//! A *region* is what one group of `let`s can reach: a whole term, or the body of a binder. In a region, subterms that
//! occur more than once are shared if that makes the text shorter. A subterm inside a nested binder belongs to the
//! outer region if it does not mention the inner variables; the inner region then leaves it alone, so that each term
//! is looked at about once however deep the binders are nested.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::term_map::TermMap;
use crate::literal::Literal;
use crate::term::{Attribute, Case, Store, Term, TermKind};

/// About how long a name made for a `let` is.
const NAME: u32 = 4;
/// About what a `let` costs beside the term and its names.
const OVERHEAD: u32 = 10;
/// So many binders deep a region looks for terms to share. A term that it shares is looked through afresh, so the
/// limit costs little sharing, and it keeps the work linear.
const MAX_BINDERS: u32 = 8;

/// Most regions have no more parts.
const USUAL_PARTS: usize = 14;

/// The plan for one region.
pub(super) struct Plan {
    /// Terms to share: those of one level only mention those of earlier levels.
    pub(super) levels: Vec<Vec<Term>>,
    /// The terms of the region, and of those inside of it that nobody has looked at yet.
    pub(super) parts: Vec<Part>,
    /// The length of the region's term on one line.
    pub(super) length: u32,
    /// Whether there are regions inside of this one.
    pub(super) nested: bool,
}

/// What is known of a term of a region.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) term: Term,
    /// Its length on one line.
    pub(super) length: u32,
    /// Whether it belongs to the region.
    pub(super) is_member: bool,
    /// How often it occurs where the region's `let`s reach it; elsewhere, whether once, twice or more often.
    count: u32,
    inner: u8,
    /// Whether all below it was looked at. Otherwise its length is not known.
    is_complete: bool,
    /// The level of `let`s that it needs around it.
    need: u32,
    is_shared: bool,
}

impl Part {
    fn new(term: Term) -> Part {
        let (count, inner, is_member, is_complete) = (0, 0, false, false);
        Part { term, length: 0, is_member, count, inner, is_complete, need: 0, is_shared: false }
    }
}

/// What the printer knows of terms from outer regions.
pub(super) struct Outer<'a> {
    /// Whether a term belongs to an outer region.
    pub(super) is_member: &'a dyn Fn(Term) -> bool,
    /// The length of a term on one line, as far as it is known.
    pub(super) length: &'a dyn Fn(Term) -> u32,
}

/// How many binders around the term that is looked at bind a variable.
type Bound = HashMap<Term, u32, FxBuildHasher>;

struct Frame<'a> {
    term: Term,
    /// Its number among the parts.
    part: u32,
    /// What is still to be looked at below it.
    children: &'a [Term],
    binds: bool,
    /// How many binders lie between the term and the next term above that is hoistable.
    depth: u32,
}

/// What a plan is for.
#[derive(Clone, Copy)]
pub(super) struct Wants {
    /// Terms are to be shared.
    pub(super) lets: bool,
    /// The caller needs the lengths.
    pub(super) lengths: bool,
}

/// Plans the region of a term. Lengths are not known if nobody wants them: neither the caller nor what decides what is shared, here or in
/// regions inside.
pub(super) fn plan(
    store: &Store,
    free: &mut FreeVariables,
    known: &mut TermMap,
    root: Term,
    wants: Wants,
    outer: &Outer<'_>,
) -> Plan {
    let share = wants.lets;
    let mut parts: Vec<Part> = Vec::with_capacity(USUAL_PARTS);
    // The numbers of the parts, arguments first.
    let mut order: Vec<u32> = Vec::with_capacity(USUAL_PARTS);
    let mut nested = false;
    let mut bound: Bound = HashMap::default();
    let mut binders = 0u32;
    let mut stack = Vec::with_capacity(USUAL_PARTS);
    let mut enter = |term: Term, part, depth, bound: &mut Bound, binders: &mut u32| {
        let mut frame = Frame { term, part, children: store.children(term), binds: false, depth };
        if !matches!(store.kind(term), TermKind::Apply(..)) {
            nested = true;
            frame.children = printed_children(store, term);
            bound_variables(store, term, |var| {
                *bound.entry(var).or_default() += 1;
                frame.binds = true;
            });
            *binders += u32::from(frame.binds);
            frame.depth += u32::from(frame.binds);
        }
        frame
    };
    parts.push(Part::new(root));
    stack.push(enter(root, 0, 0, &mut bound, &mut binders));
    while let Some(frame) = stack.last_mut() {
        let Some((&child, rest)) = frame.children.split_first() else {
            let part = &mut parts[frame.part as usize];
            if !part.is_complete {
                part.is_complete = true;
                order.push(frame.part);
            }
            if frame.binds {
                bound_variables(store, frame.term, |var| {
                    bound.entry(var).and_modify(|count| *count -= 1);
                });
                binders -= 1;
            }
            stack.pop();
            continue;
        };
        frame.children = rest;
        let depth = frame.depth;
        if store.children(child).is_empty() || (outer.is_member)(child) {
            continue;
        }
        let hoistable = binders == 0
            || free
                .of(store, child)
                .is_some_and(|vars| vars.iter().all(|var| bound.get(var).is_none_or(|&count| count == 0)));
        let number = known.get(child).unwrap_or_else(|| {
            let number = parts.len() as u32;
            known.insert(child, number);
            parts.push(Part::new(child));
            number
        });
        let part = &mut parts[number as usize];
        part.is_member |= hoistable;
        let visits = if hoistable {
            part.count = part.count.saturating_add(1);
            part.count
        } else {
            // A second look, since the term will be printed twice and what it holds counts twice.
            part.inner = (part.inner + 1).min(3);
            if depth > MAX_BINDERS { 3 } else { u32::from(part.inner) }
        };
        if visits == 1 || (!hoistable && visits == 2 && share) {
            let depth = if hoistable { 0 } else { depth };
            stack.push(enter(child, number, depth, &mut bound, &mut binders));
        }
    }

    if !wants.lengths && !nested && parts.iter().all(|part| part.count <= 1) {
        parts.iter().for_each(|part| known.remove(part.term));
        return Plan { levels: Vec::new(), length: 0, parts, nested };
    }

    let mut levels: Vec<Vec<Term>> = Vec::new();
    for number in order {
        let Part { term, count, is_member, .. } = parts[number as usize];
        let (mut length, mut need) = (atom_length(store, term).saturating_add(2), 0);
        for &child in store.children(term) {
            let part = known.get(child).map(|number| &parts[number as usize]);
            let child_length = match part.filter(|part| part.is_complete) {
                Some(part) => {
                    need = need.max(part.need + u32::from(part.is_shared));
                    if part.is_shared { NAME } else { part.length }
                }
                None => (outer.length)(child),
            };
            length = length.saturating_add(child_length).saturating_add(1);
        }
        let saved = (count.saturating_sub(1)).saturating_mul(length);
        let is_shared =
            share && is_member && count > 1 && saved > count.saturating_mul(NAME).saturating_add(OVERHEAD);
        let part = &mut parts[number as usize];
        (part.length, part.need, part.is_shared) = (length, need, is_shared);
        if is_shared {
            levels.resize_with(levels.len().max(need as usize + 1), Vec::new);
            levels[need as usize].push(term);
        }
    }
    parts.iter().for_each(|part| known.remove(part.term));
    parts.retain(|part| part.is_complete);
    Plan { levels, length: parts[0].length, parts, nested }
}

/// The length of a term's own text: of a leaf, or of the head of an application.
pub(super) fn atom_length(store: &Store, term: Term) -> u32 {
    let symbol =
        |symbol| store.text(symbol).len() as u32 + 2 * u32::from(store.symbols().needs_quotes(symbol));
    match store.kind(term) {
        TermKind::Variable(name) => symbol(name),
        TermKind::Literal(Literal::BitVec { width, .. }) => (width / 4 + 2).min(60),
        TermKind::Literal(Literal::Numeral(text) | Literal::Decimal(text) | Literal::String(text)) => {
            text.len() as u32 + 2
        }
        TermKind::Literal(Literal::Algebraic { coefficients, .. }) => {
            coefficients.iter().fold(40, |sum, coefficient| sum + coefficient.len() as u32 + 12)
        }
        TermKind::Apply(function, _) => {
            let data = store.function(function);
            symbol(data.name) + data.indices.len() as u32 * 4
        }
        TermKind::Binder(_, vars, _) => 8 + 4 * vars.len() as u32,
        TermKind::Match(..) => 8,
        TermKind::Annotated(_, attributes, _) => 12 * attributes.len() as u32,
    }
}

/// The terms below a term that belong to its region. Patterns do not: they are printed as they are.
/// Neither does what is below a name, which must be closed.
fn printed_children(store: &Store, term: Term) -> &[Term] {
    let children = store.children(term);
    match store.kind(term) {
        TermKind::Annotated(_, attributes, _) if is_named_term(attributes) => &[],
        TermKind::Annotated(..) => &children[..1],
        TermKind::Binder(_, vars, _) => &children[vars.len()..],
        _ => children,
    }
}

/// Whether the attributes give the term a name.
pub(super) fn is_named_term(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| matches!(attribute, Attribute::Named(_)))
}

/// The variables that a term binds in the terms below it.
fn bound_variables(store: &Store, term: Term, mut each: impl FnMut(Term)) {
    match store.kind(term) {
        TermKind::Binder(_, vars, _) => vars.iter().copied().for_each(each),
        TermKind::Match(patterns, _, terms) => {
            Case::of(patterns, terms).flat_map(|case| case.variables).copied().for_each(&mut each);
        }
        _ => {}
    }
}

/// The free variables of terms, computed as needed and kept as numbered sets.
pub(super) struct FreeVariables {
    of: TermMap,
    sets: Vec<Box<[Term]>>,
    by_set: HashMap<Box<[Term]>, u32, FxBuildHasher>,
    unions: HashMap<(u32, u32), u32, FxBuildHasher>,
}

/// Sets with more variables than this are not kept: such a term counts as depending on everything.
const MAX_SET: usize = 64;
const TOO_MANY: u32 = u32::MAX - 1;
const EMPTY: u32 = 0;

impl FreeVariables {
    pub(super) fn for_store(store: &Store) -> FreeVariables {
        FreeVariables {
            of: TermMap::for_store(store),
            sets: Vec::new(),
            by_set: HashMap::default(),
            unions: HashMap::default(),
        }
    }

    /// The free variables of a term; `None` if there are too many to keep.
    fn of(&mut self, store: &Store, term: Term) -> Option<&[Term]> {
        if self.sets.is_empty() {
            self.intern(Box::default());
        }
        let mut stack = vec![term];
        while let Some(&current) = stack.last() {
            if self.of.get(current).is_some() {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            for &child in store.children(current) {
                if self.of.get(child).is_none() {
                    if store.children(child).is_empty() {
                        let set = match store.kind(child) {
                            TermKind::Variable(_) => self.intern([child].into()),
                            _ => EMPTY,
                        };
                        self.of.insert(child, set);
                    } else {
                        stack.push(child);
                    }
                }
            }
            if stack.len() > waiting {
                continue;
            }
            let mut set = if matches!(store.kind(current), TermKind::Variable(_)) {
                self.intern([current].into())
            } else {
                EMPTY
            };
            for child in store.children(current) {
                set = self.union(set, self.of.get(*child).unwrap_or(TOO_MANY));
            }
            set = self.without_bound(store, current, set);
            self.of.insert(current, set);
            stack.pop();
        }
        match self.of.get(term)? {
            TOO_MANY => None,
            set => Some(&self.sets[set as usize]),
        }
    }

    fn intern(&mut self, set: Box<[Term]>) -> u32 {
        if let Some(&id) = self.by_set.get(&set) {
            return id;
        }
        let id = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.by_set.insert(set, id);
        id
    }

    fn union(&mut self, left: u32, right: u32) -> u32 {
        if left == right || right == EMPTY {
            return left;
        }
        if left == EMPTY {
            return right;
        }
        if left == TOO_MANY || right == TOO_MANY {
            return TOO_MANY;
        }
        let key = (left.min(right), left.max(right));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut all: Vec<Term> =
            self.sets[left as usize].iter().chain(&self.sets[right as usize]).copied().collect();
        all.sort_unstable();
        all.dedup();
        let union = if all.len() > MAX_SET { TOO_MANY } else { self.intern(all.into()) };
        self.unions.insert(key, union);
        union
    }

    fn without_bound(&mut self, store: &Store, term: Term, set: u32) -> u32 {
        let mut bound = Vec::new();
        bound_variables(store, term, |var| bound.push(var));
        if bound.is_empty() || set == EMPTY || set == TOO_MANY {
            return set;
        }
        let left: Box<[Term]> =
            self.sets[set as usize].iter().copied().filter(|var| !bound.contains(var)).collect();
        self.intern(left)
    }
}
