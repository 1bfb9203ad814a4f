//! From roots to a test case: assertions, scopes, checks, objectives.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Attribute, Command, Function, Index, Role, Script, Sort, SortKind, Store, Term, TermKind, TermSet,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::builder::Builder;
use super::parameters::{FuzzSmt, Knowledge};
use super::truth::{Truths, guards_of};
use crate::case::{TestCase, Truth};
use crate::stream::Stream;

/// So many formulas are tried until one has an assertion.
const TRIES: u64 = 8;

/// Most formulas have no more functions.
const USUAL_FUNCTIONS: usize = 28;

/// The definitions of a formula, at most.
const DEFINITIONS: usize = 3;

/// The case of a stream.
pub(super) fn case(parameters: &FuzzSmt, stream: &Stream) -> TestCase {
    let made = (0..TRIES).find_map(|number| once(parameters, &stream.nth(number)));
    made.unwrap_or_else(|| nothing(parameters))
}

/// A script that asserts nothing, for when no formula comes of a stream: the sequence has no gaps.
fn nothing(parameters: &FuzzSmt) -> TestCase {
    let logic = parameters.logic.as_deref().unwrap_or("ALL");
    let truth = match parameters.truth {
        Knowledge::Sat => Truth::Sat { witness: Some("()".into()) },
        Knowledge::Both | Knowledge::Open => Truth::Open,
    };
    TestCase::of_text(&format!("(set-logic {logic})\n(check-sat)\n"), &[truth])
}

fn once(parameters: &FuzzSmt, stream: &Stream) -> Option<TestCase> {
    let mut builder = Builder::new(parameters, stream.fork("formula"));
    let (roots, predicates) = if builder.recipe.is_horn() {
        let count = builder.recipe.predicates;
        builder.horn_clauses(count)
    } else {
        (builder.layers(), Vec::new())
    };
    let soft = builder.soft_constraints();
    let Builder { store, commands, guards, recipe, stream: mut drawn, .. } = builder;
    let mut script = Script { store, commands };
    // Below definitions, divisors are guarded where they stand.
    let guards = guards_of(&script.store, &roots, &guards);
    let mut ground = Ground::default();
    let mut assignment = None;
    if recipe.sat {
        let booleans = if recipe.incremental { booleans(&script) } else { Vec::new() };
        let truths =
            Truths::draw(&mut script, &roots, &guards, &booleans, &predicates, &stream.fork("truth"));
        if truths.roots.is_empty() {
            return None;
        }
        assignment = Some(truths.assignment);
        ground.guards = truths.guards;
        for (root, holds) in truths.roots {
            // The negation of a clause is none.
            if !holds && recipe.is_horn() {
                return None;
            }
            ground.roots.push(if holds { root } else { opposite(&mut script.store, root)? });
        }
        for (term, holds) in truths.assumptions {
            ground.assumptions.push(if holds { term } else { opposite(&mut script.store, term)? });
        }
    } else {
        ground.guards = guards.iter().map(|guard| guard.constraint).collect();
        ground.roots = roots;
        for term in booleans(&script) {
            let literal = if drawn.chance(1, 2) { Some(term) } else { opposite(&mut script.store, term) };
            ground.assumptions.extend(literal);
        }
    }
    ground.assert(&mut script, recipe.incremental, &mut drawn);
    if recipe.objectives {
        let last = script.commands.len().saturating_sub(1);
        script.commands.splice(last..last, soft);
    }
    keep_used(&mut script);
    let mut case = TestCase::of_script(&script).ok()?;
    if let Some(assignment) = assignment {
        // Of what is left of the script, and of what decided that something was left out.
        let witness = assignment.text(&script)?;
        for check in &mut case.checks {
            check.truth = Truth::Sat { witness: Some(witness.clone()) };
        }
    }
    Some(case)
}

/// What is asserted.
#[derive(Default)]
struct Ground {
    /// At the outermost level: they hold for all.
    guards: Vec<Term>,
    roots: Vec<Term>,
    assumptions: Vec<Term>,
}

impl Ground {
    /// Adds assertions and checks.
    fn assert(&mut self, script: &mut Script, incremental: bool, stream: &mut Stream) {
        let named = stream.chance(1, 8);
        let mut number = 0;
        let roots = std::mem::take(&mut self.roots);
        let mut asserted = |script: &mut Script, term: Term| {
            let mut term = term;
            if named {
                let name = script.store.symbol(&format!("a{number}"));
                term = script.store.annotated(term, vec![Attribute::Named(name)], &[]);
                number += 1;
            }
            script.commands.push(Command::Assert(term));
        };
        self.guards.iter().for_each(|&guard| asserted(script, guard));
        if !incremental {
            roots.into_iter().for_each(|root| asserted(script, root));
            script.commands.push(Command::CheckSat);
            return;
        }
        let mut levels = 0;
        let mut rest = roots.as_slice();
        while !rest.is_empty() {
            if stream.chance(1, 2) {
                script.commands.push(Command::Push(1));
                levels += 1;
            }
            let (chunk, after) = rest.split_at(1 + stream.below(rest.len()));
            chunk.iter().for_each(|&root| asserted(script, root));
            rest = after;
            self.check(script, stream);
            if levels > 0 && stream.chance(1, 2) {
                let count = 1 + stream.below(levels);
                script.commands.push(Command::Pop(count as u32));
                levels -= count;
                if stream.chance(1, 3) {
                    self.check(script, stream);
                }
            }
        }
    }

    fn check(&self, script: &mut Script, stream: &mut Stream) {
        if self.assumptions.is_empty() || !stream.chance(1, 3) {
            script.commands.push(Command::CheckSat);
            return;
        }
        let mut chosen = self.assumptions.clone();
        chosen.retain(|_| stream.chance(1, 2));
        script.commands.push(if chosen.is_empty() {
            Command::CheckSat
        } else {
            Command::CheckSatAssuming(chosen.into())
        });
    }
}

/// Drops declarations and definitions of what is used nowhere.
fn keep_used(script: &mut Script) {
    let mut used: FxHashSet<Function> = FxHashSet::with_capacity_and_hasher(USUAL_FUNCTIONS, FxBuildHasher);
    let mut seen = TermSet::for_store(&script.store);
    let mut roots: Vec<Term> = script.commands.iter().flat_map(Command::terms).collect();
    while !roots.is_empty() {
        let mut bodies = Vec::new();
        post_order(&script.store, &roots, &mut seen, |term| {
            if let TermKind::Apply(function, _) = script.store.kind(term) {
                if script.store.operator(function).is_none() && used.insert(function) {
                    bodies.extend(script.store.definition(function).map(|(_, body)| body));
                }
                let indices = &script.store.function(function).indices;
                let inner = indices.iter().filter_map(|index| match index {
                    Index::Function(inner) => Some(*inner),
                    _ => None,
                });
                for inner in inner {
                    used.insert(inner);
                    bodies.extend(script.store.definition(inner).map(|(_, body)| body));
                }
            }
        });
        roots = bodies;
    }
    let store = &script.store;
    // Z3 knows the selectors of an instance of a parametric datatype once something has that sort.
    let names_an_instance = |function: &Function| {
        store.datatype(store.function(*function).result).is_some_and(|datatype| !datatype.params.is_empty())
    };
    script.commands.retain(|command| match command {
        Command::DeclareFun(function) | Command::DeclareConst(function) => {
            used.contains(function) || names_an_instance(function)
        }
        Command::DefineFun(function) | Command::DefineConst(function) => used.contains(function),
        _ => true,
    });
}

/// The Boolean constants that a script declares.
fn booleans(script: &Script) -> Vec<Term> {
    let store = &script.store;
    let is_constant = |term: &Term| match store.kind(*term) {
        TermKind::Apply(function, []) => {
            store.sort(*term) == Sort::BOOL && store.function(function).role == Role::Declared
        }
        _ => false,
    };
    store.terms().filter(is_constant).collect()
}

/// match: (not p), result: p; match: p, result: (not p)
fn opposite(store: &mut Store, term: Term) -> Option<Term> {
    if let TermKind::Apply(function, &[inner]) = store.kind(term)
        && store.operator(function) == Some(Op::Core(CoreOp::Not))
    {
        return Some(inner);
    }
    store.op(Op::Core(CoreOp::Not), &[term]).ok()
}

impl Builder<'_> {
    /// All layers; the roots.
    fn layers(&mut self) -> Vec<Term> {
        self.input_layer();
        if self.recipe.definitions {
            for _ in 0..1 + self.stream.below(DEFINITIONS) {
                self.define();
            }
        }
        let start = self.pool.mark();
        // A quantifier has values and predicates of its own, which count; and where a truth is wanted, some are in vain.
        let share = |count: usize| match (self.recipe.quantifiers, self.recipe.sat) {
            (false, _) => count,
            (true, false) => (2 * count).div_ceil(3),
            (true, true) => count.div_ceil(2),
        };
        let (size, predicates) = (share(self.recipe.size), share(self.recipe.predicates));
        self.main_layer(size);
        self.predicate_layer(predicates);
        self.boolean_layer(start, self.recipe.assertions)
    }

    /// Objectives and soft constraints over the nodes.
    fn soft_constraints(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        if !self.recipe.objectives {
            return commands;
        }
        let sorts: Vec<Sort> = self
            .pool
            .sorts()
            .filter(|&sort| {
                matches!(self.store.sort_kind(sort), SortKind::Int | SortKind::Real | SortKind::BitVec(_))
            })
            .collect();
        for _ in 0..1 + self.stream.below(3) {
            let deepest = self.deepest();
            if self.stream.chance(1, 2)
                && let Some(soft) = self.pool.pick(Sort::BOOL, deepest, &mut self.stream)
            {
                let weight = 1 + self.stream.below(9);
                commands.push(Command::AssertSoft(soft, format!(":weight {weight}").into()));
            } else if let Some(&sort) = self.stream.choose(&sorts)
                && let Some(term) = self.pool.pick(sort, deepest, &mut self.stream)
            {
                commands.push(if self.stream.chance(1, 2) {
                    Command::Minimize(term, "".into())
                } else {
                    Command::Maximize(term, "".into())
                });
            }
        }
        commands
    }
}
