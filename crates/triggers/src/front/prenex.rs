//! Formulas without nested quantifiers, one for each conjunct.

use hashbrown::HashSet;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Attribute, Binder, Function, Sort, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use super::apart::apart;
use super::nnf::{fresh, junction, negated};
use crate::problem::{Formula, Level};

/// Variables, quantifiers and a quantifier-free body.
pub(crate) struct Flat {
    pub(crate) levels: Vec<Level>,
    pub(crate) body: Term,
}

impl Flat {
    /// The same as a formula of an axiom, under a name.
    pub(crate) fn formula(self, axiom: usize, name: String) -> Formula {
        let Flat { levels, body } = self;
        let variables = levels.iter().flat_map(|level| level.variables.iter().copied()).collect();
        Formula { axiom, name, variables, levels, body }
    }
}

/// The conjuncts of a formula in normal form, each over variables of its own. Quantifiers are moved outwards: in normal form all are
/// universal and under no negation, so that the meaning stays. Several that are alternatives get names instead, which are added to `names`.
pub(crate) fn conjuncts(store: &mut Store, normal: Term, names: &mut Vec<Function>) -> Option<Vec<Flat>> {
    let mut flat = Vec::new();
    for part in parts(store, normal, CoreOp::And) {
        let (rest, named) = alternatives(store, part, names)?;
        flatten(store, rest, None, &mut flat)?;
        for (name, quantified) in named {
            let otherwise = negated(store, name)?;
            flatten(store, quantified, Some(otherwise), &mut flat)?;
        }
    }
    Some(flat)
}

/// The formulas of a conjunct, or of its disjunction with something else.
fn flatten(store: &mut Store, part: Term, otherwise: Option<Term>, flat: &mut Vec<Flat>) -> Option<()> {
    let mut own = Vec::new();
    for piece in apart(store, part)? {
        let mut levels = Vec::new();
        let body = matrix(store, piece, &mut levels)?;
        let bodies = match otherwise {
            Some(otherwise) => vec![junction(store, false, &[otherwise, body])?],
            None => parts(store, body, CoreOp::And),
        };
        own.extend(bodies.into_iter().map(|body| Flat { levels: levels.clone(), body }));
    }
    // The last one keeps the names of the user.
    let last = own.pop();
    for one in own {
        flat.push(renamed(store, one)?);
    }
    flat.extend(last);
    Some(())
}

/// Constants for the quantifiers of a disjunction: a verification condition has dozens of them in its branches. Outside of it, an instance
/// would need values for all their variables at once, though no solver instantiates one because of another.
///
/// match: (or (forall ((x S)) a) (and b (forall ((y S)) c))), result: (or n (and b m)), n for the first, m for the second
fn alternatives(
    store: &mut Store,
    part: Term,
    names: &mut Vec<Function>,
) -> Option<(Term, Vec<(Term, Term)>)> {
    let mut quantified: Vec<Term> = Vec::new();
    let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
    let mut stack = vec![part];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match store.kind(term) {
            TermKind::Binder(Binder::Forall, ..) => quantified.push(term),
            TermKind::Apply(function, args)
                if matches!(store.operator(function), Some(Op::Core(CoreOp::And | CoreOp::Or))) =>
            {
                stack.extend(args.iter().rev());
            }
            TermKind::Annotated(inner, ..) => stack.push(inner),
            _ => {}
        }
    }
    if quantified.len() < 2 {
        return Some((part, Vec::new()));
    }
    let mut replacement = Replacement::default();
    let mut named = Vec::with_capacity(quantified.len());
    for term in quantified {
        let name = fresh(store, "holds");
        let function = store.declare_function(name, &[], Sort::BOOL);
        names.push(function);
        let constant = store.apply(function, &[]).ok()?;
        replacement.put(term, constant);
        named.push((constant, term));
    }
    Some((replacement.apply(store, part).ok()?, named))
}

/// The arguments of a conjunction or disjunction; a single one if it is none.
pub(crate) fn parts(store: &Store, term: Term, op: CoreOp) -> Vec<Term> {
    match store.kind(term) {
        TermKind::Apply(function, args) if store.operator(function) == Some(Op::Core(op)) => args.to_vec(),
        _ => vec![term],
    }
}

/// match: (or a (forall ((y S)) (! b :pattern ((p y))))), result: (or a b), with the level y, p
///
/// Quantifiers within literals stay.
fn matrix(store: &mut Store, root: Term, levels: &mut Vec<Level>) -> Option<Term> {
    let mut done = Replacement::default();
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if done.get(term).is_some() {
            stack.pop();
            continue;
        }
        let (below, conjunction) = match store.kind(term) {
            TermKind::Binder(Binder::Forall, variables, &[body]) => {
                let variables = variables.to_vec();
                let (inner, patterns) = annotations(store, body);
                // Outer quantifiers are met first.
                if !levels.iter().any(|level| level.variables == variables) {
                    levels.push(Level { variables, patterns, inferred: false });
                }
                (vec![inner], None)
            }
            TermKind::Annotated(inner, ..) => (vec![inner], None),
            TermKind::Apply(function, args) => match store.operator(function) {
                Some(Op::Core(op @ (CoreOp::And | CoreOp::Or))) => (args.to_vec(), Some(op == CoreOp::And)),
                _ => (Vec::new(), None),
            },
            _ => (Vec::new(), None),
        };
        let before = stack.len();
        stack.extend(below.iter().rev().copied().filter(|&part| done.get(part).is_none()));
        if stack.len() > before {
            continue;
        }
        let parts: Vec<Term> = below.iter().map(|&part| done.get(part).unwrap_or(part)).collect();
        let new = match (conjunction, &parts[..]) {
            (Some(conjunction), parts) => junction(store, conjunction, parts)?,
            (None, &[inner]) => inner,
            _ => term,
        };
        done.put(term, new);
        stack.pop();
    }
    done.get(root)
}

/// match: (! b :pattern (p q) :pattern (r)), result: b, [[p, q], [r]]
pub(crate) fn annotations(store: &Store, body: Term) -> (Term, Vec<Vec<Term>>) {
    let (inner, all) = annotated(store, body);
    let patterns = all.into_iter().filter(|(attribute, _)| matches!(attribute, Attribute::Pattern(_)));
    (inner, patterns.map(|(_, terms)| terms.to_vec()).collect())
}

/// The attributes of a body, each with the terms that it has.
///
/// match: (! b :pattern (p q) :weight 3), result: b, [(:pattern, [p, q]), (:weight 3, [])]
pub(crate) fn annotated(store: &Store, body: Term) -> (Term, Vec<(&Attribute, &[Term])>) {
    let TermKind::Annotated(inner, attributes, terms) = store.kind(body) else { return (body, Vec::new()) };
    let mut rest = terms;
    let mut all = Vec::with_capacity(attributes.len());
    for attribute in attributes {
        let count = match attribute {
            Attribute::Pattern(count) => *count as usize,
            Attribute::NoPattern => 1,
            _ => 0,
        };
        let (own, after) = rest.split_at(count.min(rest.len()));
        all.push((attribute, own));
        rest = after;
    }
    (inner, all)
}

/// A new variable of the same sort, called alike.
pub(super) fn renewed(store: &mut Store, variable: Term) -> Option<Term> {
    let TermKind::Variable(name) = store.kind(variable) else { return None };
    let (text, sort) = (store.text(name).to_owned(), store.sort(variable));
    let name = fresh(store, &text);
    Some(store.variable(name, sort))
}

/// The same over new variables.
pub(crate) fn renamed(store: &mut Store, flat: Flat) -> Option<Flat> {
    let mut replacement = Replacement::default();
    for level in &flat.levels {
        for &variable in &level.variables {
            replacement.put(variable, renewed(store, variable)?);
        }
    }
    let mut new = |term: Term| replacement.apply(store, term).ok();
    let levels = flat
        .levels
        .iter()
        .map(|level| {
            Some(Level {
                variables: level.variables.iter().map(|&v| new(v)).collect::<Option<_>>()?,
                patterns: level
                    .patterns
                    .iter()
                    .map(|pattern| pattern.iter().map(|&term| new(term)).collect::<Option<Vec<_>>>())
                    .collect::<Option<_>>()?,
                inferred: level.inferred,
            })
        })
        .collect::<Option<_>>()?;
    Some(Flat { levels, body: new(flat.body)? })
}
