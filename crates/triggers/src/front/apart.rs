//! Quantifiers that stand beside each other, taken apart: outside of one formula, an instance would need values for the variables of all.

use hashbrown::HashMap;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{Binder, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use super::nnf::junction;

/// So many formulas at most come of one.
const MOST: usize = 16;

/// What a formula in normal form says, as formulas in which no two quantifiers stand beside each other in a conjunction. What has no
/// quantifiers stays together: solvers instantiate it at once.
///
/// match: (forall ((x S)) (or a (and b c (forall ((y S)) d) (forall ((z S)) e)))), result:
/// (forall ((x S)) (or a (and b c))), (forall ((x S)) (or a (forall ((y S)) d))), (forall ((x S)) (or a (forall ((z S)) e)))
///
/// The formulas share variables. If there would be too many, they stay as they are.
pub(super) fn apart(store: &mut Store, root: Term) -> Option<Vec<Term>> {
    let mut done: HashMap<Term, Pieces, FxBuildHasher> = HashMap::default();
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if done.contains_key(&term) {
            stack.pop();
            continue;
        }
        let shape = shape(store, term);
        let before = stack.len();
        stack.extend(shape.parts().iter().rev().filter(|part| !done.contains_key(*part)));
        if stack.len() > before {
            continue;
        }
        stack.pop();
        let pieces = pieces(store, term, &shape, &done)?;
        done.insert(term, pieces);
    }
    done.remove(&root).map(|pieces| pieces.all)
}

/// What comes of a formula.
struct Pieces {
    all: Vec<Term>,
    /// Whether it has quantifiers outside of literals.
    is_quantified: bool,
}

/// How a formula is made.
enum Shape {
    And(Vec<Term>),
    Or(Vec<Term>),
    /// Its body without annotations.
    Forall([Term; 1]),
    Annotated([Term; 1]),
    Literal,
}

impl Shape {
    fn parts(&self) -> &[Term] {
        match self {
            Shape::And(parts) | Shape::Or(parts) => parts,
            Shape::Forall(inner) | Shape::Annotated(inner) => inner,
            Shape::Literal => &[],
        }
    }
}

fn shape(store: &Store, term: Term) -> Shape {
    match store.kind(term) {
        TermKind::Binder(Binder::Forall, _, &[body]) => match store.kind(body) {
            TermKind::Annotated(inner, ..) => Shape::Forall([inner]),
            _ => Shape::Forall([body]),
        },
        TermKind::Annotated(inner, ..) => Shape::Annotated([inner]),
        TermKind::Apply(function, args) => match store.operator(function) {
            Some(Op::Core(CoreOp::And)) => Shape::And(args.to_vec()),
            Some(Op::Core(CoreOp::Or)) => Shape::Or(args.to_vec()),
            _ => Shape::Literal,
        },
        _ => Shape::Literal,
    }
}

fn pieces(
    store: &mut Store,
    term: Term,
    shape: &Shape,
    done: &HashMap<Term, Pieces, FxBuildHasher>,
) -> Option<Pieces> {
    let of = |part: &Term| done.get(part);
    let is_binder = matches!(shape, Shape::Forall(_));
    let is_quantified = is_binder || shape.parts().iter().filter_map(of).any(|part| part.is_quantified);
    let whole = Pieces { all: vec![term], is_quantified };
    if !is_quantified {
        return Some(whole);
    }
    let all = match shape {
        Shape::And(parts) => {
            let (quantified, rest): (Vec<Term>, Vec<Term>) =
                parts.iter().partition(|part| of(part).is_some_and(|part| part.is_quantified));
            let mut all = Vec::new();
            if !rest.is_empty() {
                all.push(junction(store, true, &rest)?);
            }
            all.extend(quantified.iter().filter_map(of).flat_map(|part| part.all.iter().copied()));
            all
        }
        Shape::Or(parts) => {
            let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
            for part in parts.iter().filter_map(of) {
                if rows.len() * part.all.len() > MOST {
                    return Some(whole);
                }
                let longer = |row: Vec<Term>| part.all.iter().map(move |&one| [&row[..], &[one]].concat());
                rows = rows.into_iter().flat_map(longer).collect();
            }
            rows.iter().map(|row| junction(store, false, row)).collect::<Option<_>>()?
        }
        Shape::Forall([inner]) => {
            let bodies = of(inner).map_or(&[][..], |inner| &inner.all);
            if bodies.len() == 1 {
                return Some(whole);
            }
            bodies.iter().map(|&body| with_body(store, term, body)).collect::<Option<_>>()?
        }
        Shape::Annotated([inner]) => of(inner)?.all.clone(),
        Shape::Literal => return Some(whole),
    };
    Some(if all.len() > MOST { whole } else { Pieces { all, is_quantified } })
}

/// A quantifier with its annotations, but another body.
fn with_body(store: &mut Store, quantifier: Term, body: Term) -> Option<Term> {
    let TermKind::Binder(binder, variables, &[old]) = store.kind(quantifier) else { return None };
    let variables = variables.to_vec();
    let body = match store.kind(old) {
        TermKind::Annotated(_, attributes, terms) => {
            let (attributes, terms) = (attributes.to_vec(), terms.to_vec());
            store.annotated(body, attributes, &terms)
        }
        _ => body,
    };
    store.binder(binder, &variables, &[body]).ok()
}
