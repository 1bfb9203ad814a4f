//! Formulas as the synthesis has them: with constants in place of their variables.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{Replacement, TermSet, post_order};
use quis_smtlib::{Binder, Function, Role, Sort, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use super::unify::Variables;
use crate::front::nnf::negated;
use crate::front::prenex::parts as junction_parts;
use crate::problem::Problem;

/// A formula, or a copy of one, over constants of its own.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The first is number 0.
    pub(super) copy: usize,
    /// One for each variable.
    pub(super) constants: Vec<Term>,
    pub(super) disjuncts: Vec<Term>,
    /// The negation of the body.
    pub(super) negated: Term,
    /// The terms of all its patterns.
    pub(super) patterns: Vec<Term>,
    /// The applications of uninterpreted functions in it, small ones first.
    pub(super) applications: Vec<Term>,
    /// Both sides of its equations.
    pub(super) equations: Vec<(Term, Term)>,
    /// The uninterpreted functions in it, sorted.
    pub(super) symbols: Vec<Function>,
    /// Its constants that the user declared.
    pub(super) ground: Vec<Term>,
}

impl Part {
    pub(super) fn is_quantified(&self) -> bool {
        !self.constants.is_empty()
    }
}

/// All parts of a problem, and which have which functions.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) all: Vec<Part>,
    pub(super) variables: Variables,
    with: HashMap<Function, Vec<usize>, FxBuildHasher>,
}

impl Parts {
    /// A part for each formula that can be used, and `copies` of each quantified one.
    pub(super) fn of(problem: &mut Problem, copies: usize) -> Parts {
        let mut parts = Parts::default();
        for copy in 0..copies.max(1) {
            for formula in 0..problem.formulas.len() {
                if copy > 0 && !problem.formulas[formula].is_quantified() {
                    continue;
                }
                if let Some(part) = parts.part(problem, formula, copy) {
                    let number = parts.all.len();
                    for &symbol in &part.symbols {
                        parts.with.entry(symbol).or_default().push(number);
                    }
                    parts.all.push(part);
                }
            }
        }
        parts
    }

    fn part(&mut self, problem: &mut Problem, number: usize, copy: usize) -> Option<Part> {
        let formula = problem.formulas[number].clone();
        let store = &mut problem.store;
        let mut replacement = Replacement::default();
        let mut constants = Vec::with_capacity(formula.variables.len());
        for (at, &variable) in formula.variables.iter().enumerate() {
            let name = store.symbol(&format!("{}!{copy}!{at}", formula.name));
            let function = store.declare_function(name, &[], store.sort(variable));
            let constant = store.apply(function, &[]).ok()?;
            replacement.put(variable, constant);
            self.variables.insert(constant);
            constants.push(constant);
        }
        let body = replacement.apply(store, formula.body).ok()?;
        let mut patterns = Vec::new();
        for &term in formula.levels.iter().flat_map(|level| level.patterns.iter().flatten()) {
            let term = replacement.apply(store, term).ok()?;
            if !patterns.contains(&term) {
                patterns.push(term);
            }
        }
        let roots: Vec<Term> = std::iter::once(body).chain(patterns.iter().copied()).collect();
        let looked = look(store, &roots, &self.variables)?;
        let disjuncts = junction_parts(store, body, CoreOp::Or);
        let negated = negated(store, body)?;
        Some(Part {
            copy,
            constants,
            disjuncts,
            negated,
            patterns,
            applications: looked.applications,
            equations: looked.equations,
            symbols: looked.symbols,
            ground: looked.ground,
        })
    }

    /// The parts that share so much of their functions with a part, most similar first.
    pub(super) fn similar(&self, part: usize, threshold: f64) -> Vec<usize> {
        let own = &self.all[part].symbols;
        let mut shared: HashMap<usize, usize, FxBuildHasher> = HashMap::default();
        for symbol in own {
            for &other in self.with.get(symbol).into_iter().flatten() {
                *shared.entry(other).or_default() += 1;
            }
        }
        let mut all: Vec<(f64, usize)> = shared
            .into_iter()
            .filter(|&(other, _)| other != part)
            .map(|(other, shared)| {
                let union = own.len() + self.all[other].symbols.len() - shared;
                (shared as f64 / union.max(1) as f64, other)
            })
            .filter(|&(index, _)| index >= threshold)
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        all.into_iter().map(|(_, other)| other).collect()
    }
}

struct Looked {
    applications: Vec<Term>,
    equations: Vec<(Term, Term)>,
    symbols: Vec<Function>,
    ground: Vec<Term>,
}

/// What is in a part; `None` if there are quantifiers in literals.
fn look(store: &Store, roots: &[Term], variables: &Variables) -> Option<Looked> {
    let mut looked =
        Looked { applications: Vec::new(), equations: Vec::new(), symbols: Vec::new(), ground: Vec::new() };
    let mut symbols: HashSet<Function, FxBuildHasher> = HashSet::default();
    let mut strange = false;
    post_order(store, roots, &mut TermSet::for_store(store), |term| match store.kind(term) {
        TermKind::Apply(function, args) => {
            let role = &store.function(function).role;
            match (role, args) {
                (Role::Declared | Role::Recursive(_), []) if !variables.contains(&term) => {
                    symbols.insert(function);
                    looked.ground.push(term);
                }
                (
                    Role::Declared | Role::Recursive(_) | Role::Constructor | Role::Selector { .. },
                    [_, ..],
                ) => {
                    symbols.insert(function);
                    looked.applications.push(term);
                }
                (Role::Constructor, []) => looked.ground.push(term),
                (Role::Operator(Op::Core(CoreOp::Equal)), &[a, b]) if store.sort(a) != Sort::BOOL => {
                    looked.equations.push((a, b));
                }
                _ => {}
            }
        }
        TermKind::Binder(Binder::Forall | Binder::Exists, ..) | TermKind::Variable(_) => strange = true,
        _ => {}
    });
    looked.symbols = symbols.into_iter().collect();
    looked.symbols.sort_unstable();
    (!strange).then_some(looked)
}
