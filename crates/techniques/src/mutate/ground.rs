//! What a seed gives, once and for all: its text, the terms that may be put into it, and its models.

use std::cell::OnceCell;

use quis_smtlib::walk::{FreeVariables, post_order};
use quis_smtlib::{Command, Role, Script, Sort, SortConstructor, SortKind, Store, Term, TermKind, TermSet};
use rustc_hash::FxHashMap;

use super::anatomy::Anatomy;
use super::lives::Lives;
use super::template::Template;
use super::worlds::{World, worlds};
use crate::assignment::Mined;
use crate::case::kept_commands;
use crate::enumerate::Operators;
use crate::fuzzsmt::Dialect;
use crate::storm::names_of_terms;
use crate::stream::Stream;
use crate::technique::Reply;
use crate::widening::Declared;

/// Seeds with more terms are left to other techniques: a mutant is evaluated and printed as a whole.
const MAX_TERMS: usize = 200_000;

/// Predicates that an assertion can be weakened with.
const MAX_PREDICATES: usize = 64;

/// A seed, ready to be mutated.
#[derive(Debug)]
pub(super) struct Ground {
    /// The commands that are kept, without names of terms.
    pub(super) script: Script,
    pub(super) template: Template,
    pub(super) lives: Lives,
    pub(super) free: FreeVariables,
    /// The terms of the seed by their sorts.
    pub(super) donors: FxHashMap<Sort, Vec<Term>>,
    pub(super) operators: Operators,
    pub(super) mined: Mined,
    pub(super) worlds: Vec<World>,
    pub(super) logic: Option<String>,
    /// How many logics are declared, one after the other.
    pub(super) logics: usize,
    pub(super) declared: Declared,
    /// A beginning of names that no name of the script has.
    pub(super) fresh: String,
    anatomies: Vec<OnceCell<Anatomy>>,
}

impl Ground {
    /// What a seed gives; nothing if it has no assertion, or too much of it.
    pub(super) fn of(seed: &Script, dialect: Dialect, replies: &[Reply], stream: &Stream) -> Option<Ground> {
        if seed.store.len() > MAX_TERMS {
            return None;
        }
        let mut script = plain(seed)?;
        let template = Template::of(&script).ok()?;
        if template.slots.is_empty() || template.checks.is_empty() {
            return None;
        }
        let roots: Vec<Term> = template.slots.iter().map(|slot| slot.root).collect();
        let (mut donors, mut sorts): (FxHashMap<Sort, Vec<Term>>, Vec<Sort>) = Default::default();
        let mut terms = Vec::new();
        post_order(&script.store, &roots, &mut TermSet::default(), |term| terms.push(term));
        for &term in &terms {
            // Patterns belong to the body of a quantifier.
            if matches!(script.store.kind(term), TermKind::Annotated(..)) {
                continue;
            }
            let sort = script.store.sort(term);
            let of_sort = donors.entry(sort).or_default();
            if of_sort.is_empty() {
                sorts.push(sort);
            }
            of_sort.push(term);
        }
        sorts.retain(|&sort| is_first_order(&script.store, sort));
        let operators = Operators::of(&mut script.store, &sorts, dialect);
        let mut free = FreeVariables::with_patterns();
        free.update(&script.store);
        let mut lives = Lives::of(&script);
        lives.update(&script.store);
        let mined = Mined::new(&script);
        let predicates: Vec<Term> = terms
            .iter()
            .copied()
            .filter(|&term| {
                let is_plain = !script.store.children(term).is_empty();
                script.store.sort(term) == Sort::BOOL && is_plain && free.of(term).is_empty()
            })
            .take(MAX_PREDICATES)
            .collect();
        let worlds = worlds(&script, &template, &predicates, &mined, replies, stream);
        let logic = script.logic().map(str::to_owned);
        Some(Ground {
            declared: Declared::of(logic.as_deref()),
            fresh: fresh_prefix(&script.store),
            anatomies: template.slots.iter().map(|_| OnceCell::new()).collect(),
            logics: script.commands.iter().filter(|command| matches!(command, Command::SetLogic(_))).count(),
            script,
            template,
            lives,
            free,
            donors,
            operators,
            mined,
            worlds,
            logic,
        })
    }

    /// The places of an assertion as the seed has it.
    pub(super) fn anatomy(&self, slot: usize) -> Option<&Anatomy> {
        let root = self.template.slots.get(slot)?.root;
        Some(self.anatomies.get(slot)?.get_or_init(|| Anatomy::of(&self.script.store, root)))
    }

    /// Whether some world makes the whole seed true.
    pub(super) fn is_satisfied(&self) -> bool {
        self.worlds.first().is_some_and(|world| world.is_full(&self.template))
    }
}

/// The commands that cases keep, without names of terms; `None` if a definition mentions a name.
fn plain(seed: &Script) -> Option<Script> {
    let mut script = Script {
        store: seed.store.clone(),
        commands: kept_commands(&seed.commands, seed).cloned().collect(),
    };
    let bodies: Vec<Term> = script
        .commands
        .iter()
        .flat_map(|command| command.defines())
        .filter_map(|&function| Some(script.store.definition(function)?.1))
        .collect();
    let mut named = false;
    post_order(&script.store, &bodies, &mut TermSet::default(), |term| {
        named |= match script.store.kind(term) {
            TermKind::Apply(function, _) => {
                matches!(script.store.function(function).role, Role::Named(_) | Role::Unknown)
            }
            _ => script.store.name_of(term).is_some(),
        };
    });
    if named {
        return None;
    }
    let (_, mut replacement) = names_of_terms(&mut script);
    let store = &mut script.store;
    let mut renew = |term: &mut Term| {
        if let Ok(new) = replacement.apply(store, *term) {
            *term = new;
        }
    };
    for command in &mut script.commands {
        match command {
            Command::Assert(term)
            | Command::AssertSoft(term, _)
            | Command::Minimize(term, _)
            | Command::Maximize(term, _) => renew(term),
            Command::CheckSatAssuming(terms) => terms.iter_mut().for_each(&mut renew),
            _ => {}
        }
    }
    Some(script)
}

/// Whether solvers take terms of a sort wherever the sort fits.
pub(super) fn is_first_order(store: &Store, sort: Sort) -> bool {
    let mut todo = vec![sort];
    while let Some(sort) = todo.pop() {
        match store.sort_kind(sort) {
            SortKind::Unknown
            | SortKind::Variable(_)
            | SortKind::Char
            | SortKind::Apply(SortConstructor::Function, _) => return false,
            SortKind::Apply(_, args) => todo.extend_from_slice(args),
            _ => {}
        }
    }
    true
}

fn fresh_prefix(store: &Store) -> String {
    let mut prefix = String::from("v!");
    while store.names_of_script().any(|name| store.text(name).starts_with(&prefix)) {
        prefix.push('!');
    }
    prefix
}
