//! `¬A ∧ B` of a rule whose sides are equivalent, and what can be added to it.

use quis_smtlib::theories::{ArithOp, ArrayOp, CoreOp, FloatOp, Op};
use quis_smtlib::walk::{Replacement, post_order};
use quis_smtlib::{Attribute, Binder, Function, Role, Sort, Store, Term, TermKind, TermSet};

use super::draft::Workshop;
use super::rules::{Equality, Equivalence};

/// Connectives nested deeper are left as they are.
const DEPTH: u32 = 64;

/// The sides of a rule over constants.
#[derive(Clone, Debug)]
pub(super) struct Contradiction {
    /// What both sides mention.
    pub(super) shared: Vec<Constant>,
    /// What the rule says to exist, on the right side only.
    pub(super) own: Vec<Constant>,
    /// `A`
    pub(super) left: Term,
    /// `B`, without the quantifiers that say that something exists.
    pub(super) right: Term,
}

/// A constant of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Constant {
    pub(super) name: String,
    pub(super) function: Function,
    pub(super) term: Term,
    pub(super) sort: Sort,
}

/// An equality over the terms of a formula.
#[derive(Clone, Debug)]
pub(super) struct Equated {
    /// The constants that it needs beside those of the formula.
    pub(super) constants: Vec<Constant>,
    pub(super) condition: Option<Term>,
    pub(super) left: Term,
}

impl Workshop<'_> {
    /// A constant in the place of a variable of a rule, under its name or one like it that is not taken.
    pub(super) fn stand_in(&mut self, variable: Term, taken: &[&Constant]) -> Option<Constant> {
        let (name, sort) = self.variable(variable)?;
        self.named(&name, sort, taken)
    }

    /// A constant with this name or, if it is taken, one like it.
    pub(super) fn named(&mut self, name: &str, sort: Sort, taken: &[&Constant]) -> Option<Constant> {
        let is_free = |name: &str| taken.iter().all(|known| known.name != name);
        let names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}_{number}")));
        let name = names.into_iter().find(|name| is_free(name))?;
        let (function, term) = self.constant(&name, sort)?;
        Some(Constant { name, function, term, sort })
    }

    /// The contradiction of a rule, with patterns or without.
    pub(super) fn contradiction(&mut self, rule: &Equivalence, patterns: bool) -> Option<Contradiction> {
        let mut replacement = Replacement::default();
        let mut shared: Vec<Constant> = Vec::new();
        for &param in &rule.params {
            let constant = self.stand_in(param, &shared.iter().collect::<Vec<_>>())?;
            replacement.put(param, constant.term);
            shared.push(constant);
        }
        let left = replacement.apply(&mut self.store, rule.left).ok()?;
        let mut right = replacement.apply(&mut self.store, rule.right).ok()?;
        if !patterns {
            right = without_patterns(&mut self.store, right)?;
        }
        let mut own = Vec::new();
        let right = self.without_existence(right, &shared, &mut own, DEPTH)?;
        Some(Contradiction { shared, own, left, right })
    }

    /// match: (and p (exists ((x S)) q)), result: (and p q), where x is a constant. Only where truth of the whole needs truth of the part.
    fn without_existence(
        &mut self,
        term: Term,
        shared: &[Constant],
        own: &mut Vec<Constant>,
        depth: u32,
    ) -> Option<Term> {
        let Some(deeper) = depth.checked_sub(1) else { return Some(term) };
        match self.store.kind(term) {
            TermKind::Binder(Binder::Exists, vars, &[body]) => {
                let mut replacement = Replacement::default();
                let vars = vars.to_vec();
                for variable in vars {
                    let taken: Vec<&Constant> = shared.iter().chain(own.iter()).collect();
                    let constant = self.stand_in(variable, &taken)?;
                    replacement.put(variable, constant.term);
                    own.push(constant);
                }
                let body = replacement.apply(&mut self.store, body).ok()?;
                self.without_existence(body, shared, own, deeper)
            }
            TermKind::Apply(function, args) => {
                let positive = match self.store.operator(function) {
                    Some(Op::Core(CoreOp::And | CoreOp::Or)) => 0,
                    Some(Op::Core(CoreOp::Implies)) => args.len().saturating_sub(1),
                    Some(Op::Core(CoreOp::Ite)) if self.store.sort(term) == Sort::BOOL => 1,
                    _ => return Some(term),
                };
                let mut args = args.to_vec();
                for arg in args.iter_mut().skip(positive) {
                    *arg = self.without_existence(*arg, shared, own, deeper)?;
                }
                self.store.apply(function, &args).ok()
            }
            _ => Some(term),
        }
    }

    /// What an equality says of a term: it stands for the variable on the rule's right, other variables are new constants.
    pub(super) fn equated(
        &mut self,
        rule: &Equality,
        term: Option<Term>,
        taken: &[&Constant],
    ) -> Option<Equated> {
        let mut replacement = Replacement::default();
        let mut constants: Vec<Constant> = Vec::new();
        for &param in &rule.params {
            let put = if let Some(term) = term.filter(|_| param == rule.right) {
                term
            } else {
                let taken: Vec<&Constant> = taken.iter().copied().chain(&constants).collect();
                let constant = self.stand_in(param, &taken)?;
                constants.push(constant);
                constants.last()?.term
            };
            replacement.put(param, put);
        }
        let left = replacement.apply(&mut self.store, rule.left).ok()?;
        let condition = match rule.condition {
            None => None,
            Some(condition) => {
                let condition = replacement.apply(&mut self.store, condition).ok()?;
                let known: Vec<Constant> = taken.iter().copied().chain(&constants).cloned().collect();
                Some(self.without_existence(condition, &known, &mut constants, DEPTH)?)
            }
        };
        Some(Equated { constants, condition, left })
    }

    /// (and (= left right) condition)
    pub(super) fn clause(&mut self, equated: &Equated, right: Term) -> Option<Term> {
        let equality = self.equal(equated.left, right)?;
        match equated.condition {
            None => Some(equality),
            Some(condition) => self.store.op(Op::Core(CoreOp::And), &[equality, condition]).ok(),
        }
    }

    pub(super) fn equal(&mut self, left: Term, right: Term) -> Option<Term> {
        self.store.op(Op::Core(CoreOp::Equal), &[left, right]).ok()
    }

    pub(super) fn not(&mut self, term: Term) -> Option<Term> {
        self.store.op(Op::Core(CoreOp::Not), &[term]).ok()
    }

    /// A term with another in the place of a third, wherever that stands but in constant arrays: solvers want constants there.
    pub(super) fn replaced(&mut self, term: Term, old: Term, new: Term) -> Option<Term> {
        let mut replacement = Replacement::default();
        for array in constant_arrays(&self.store, term) {
            replacement.put(array, array);
        }
        replacement.put(old, new);
        replacement.apply(&mut self.store, term).ok()
    }
}

/// match: (! p :pattern (q)), result: p
pub(super) fn without_patterns(store: &mut Store, term: Term) -> Option<Term> {
    let mut annotated = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        if let TermKind::Annotated(inner, attributes, _) = store.kind(part)
            && attributes.iter().all(|attribute| matches!(attribute, Attribute::Pattern(_)))
        {
            annotated.push((part, inner));
        }
    });
    let mut replacement = Replacement::default();
    for (part, inner) in annotated {
        // What is below comes first.
        let inner = replacement.apply(store, inner).ok()?;
        replacement.put(part, inner);
    }
    replacement.apply(store, term).ok()
}

/// Whether a term has patterns.
pub(super) fn has_patterns(store: &Store, term: Term) -> bool {
    let mut found = false;
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        found |= matches!(store.kind(part), TermKind::Annotated(..));
    });
    found
}

/// The arrays in a term that have one value everywhere.
pub(super) fn constant_arrays(store: &Store, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        if let TermKind::Apply(function, [_]) = store.kind(part)
            && store.operator(function) == Some(Op::Array(ArrayOp::Const))
        {
            found.push(part);
        }
    });
    found
}

/// The constants in a term, each once, in the order in which they stand: literals, their negations, operators and constructors
/// without arguments such as `true`, arrays with one value everywhere,
/// floats by their bits.
pub(super) fn literals(store: &Store, term: Term) -> Vec<Term> {
    let is_simple = |term: Term| match store.kind(term) {
        TermKind::Literal(_) => true,
        TermKind::Apply(function, []) => {
            store.operator(function).is_some() || store.function(function).role == Role::Constructor
        }
        _ => false,
    };
    let is_literal = |term: Term| match store.kind(term) {
        TermKind::Apply(function, parts @ [_, ..]) => {
            matches!(store.operator(function), Some(Op::Array(ArrayOp::Const) | Op::Float(FloatOp::Fp)))
                && parts.iter().all(|&part| is_simple(part))
        }
        _ => is_simple(term),
    };
    let mut found: Vec<Term> = Vec::new();
    let mut below_minus = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        let is_negation = match store.kind(part) {
            TermKind::Apply(function, &[inner])
                if store.operator(function) == Some(Op::Arith(ArithOp::Neg)) =>
            {
                below_minus.extend(is_literal(inner).then_some(inner));
                is_literal(inner)
            }
            _ => false,
        };
        if is_literal(part) || is_negation {
            found.push(part);
        }
    });
    // A number that stands below a minus only is no constant of its own.
    let stands_alone = |literal: &Term| {
        !below_minus.contains(literal) || {
            let mut alone = false;
            post_order(store, &[term], &mut TermSet::for_store(store), |part| {
                let negates = matches!(store.kind(part), TermKind::Apply(function, [_])
                    if store.operator(function) == Some(Op::Arith(ArithOp::Neg)));
                alone |= !negates && store.children(part).contains(literal);
            });
            alone
        }
    };
    found.retain(stands_alone);
    found
}
