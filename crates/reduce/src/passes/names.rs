//! Short names.

use std::collections::BTreeMap;

use quis_smtlib::theories::registry;
use quis_smtlib::{Command, Store, Term, TermKind, is_simple_symbol};

use super::View;
use crate::change::Change;

/// match: (declare-const counter Int), result: (declare-const a Int)
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let names = own_names(view);
    let mut fresh = short_names();
    let mut changes = Vec::new();
    // What is used most gets the shortest names, but a name that is as short stays.
    let mut order: Vec<(&String, &usize)> = names.iter().collect();
    order.sort_by(|one, other| other.1.cmp(one.1).then(one.0.cmp(other.0)));
    let mut next = fresh.next();
    for (name, _) in order {
        while next.as_ref().is_some_and(|next| names.contains_key(next)) {
            next = fresh.next();
        }
        let Some(new) = next.clone() else { break };
        let written = if is_simple_symbol(name) { name.len() } else { name.len() + 2 };
        if written > new.len() {
            changes.push(Change::Rename(name.clone(), new));
            next = fresh.next();
        }
    }
    changes
}

/// The names that the script gives itself, with how often they are used.
fn own_names(view: &View<'_>) -> BTreeMap<String, usize> {
    let store = &view.script.store;
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut add = |symbol, uses| *names.entry(store.text(symbol).to_owned()).or_default() += uses;
    for command in &view.script.commands {
        match command {
            Command::DeclareFun(function) | Command::DeclareConst(function) => {
                add(store.function(*function).name, 1);
            }
            Command::DeclareSort(declaration) => add(store.sort_declaration(*declaration).name, 1),
            Command::DeclareDatatypes(declarations) => {
                for &declaration in declarations {
                    let declaration = store.sort_declaration(declaration);
                    add(declaration.name, 1);
                    for constructor in declaration.datatype.iter().flat_map(|datatype| &datatype.constructors)
                    {
                        add(store.function(constructor.function).name, 1);
                        for &selector in &constructor.selectors {
                            add(store.function(selector).name, 1);
                        }
                    }
                    for &param in declaration.datatype.iter().flat_map(|datatype| &datatype.params) {
                        add(param, 1);
                    }
                }
            }
            _ => {}
        }
        for &function in command.defines() {
            add(store.function(function).name, 1);
            for &var in store.definition(function).map_or(&[][..], |(vars, _)| vars) {
                add_variable(store, var, &mut add);
            }
        }
    }
    for &(term, _) in &view.survey.terms {
        let uses = view.survey.uses(term) as usize;
        match store.kind(term) {
            TermKind::Variable(name) => add(name, uses),
            TermKind::Apply(function, _) if store.operator(function).is_none() => {
                add(store.function(function).name, uses);
            }
            TermKind::Annotated(_, attributes, _) => {
                for attribute in attributes {
                    if let quis_smtlib::Attribute::Named(name) = attribute {
                        add(*name, 1);
                    }
                }
            }
            _ => {}
        }
    }
    names
}

fn add_variable(store: &Store, var: Term, add: &mut impl FnMut(quis_smtlib::Symbol, usize)) {
    if let TermKind::Variable(name) = store.kind(var) {
        add(name, 1);
    }
}

/// a, b, …, z, A, …, Z, aa, ab, … without those that mean something already.
fn short_names() -> impl Iterator<Item = String> {
    let letters = ('a'..='z').chain('A'..='Z');
    let long = ('a'..='z').flat_map(|first| ('a'..='z').map(move |second| format!("{first}{second}")));
    let longer = (0_u32..).map(|number| format!("v{number}"));
    letters.map(String::from).chain(long).chain(longer).filter(|name| {
        let is_operator = registry().named(name).next().is_some();
        !is_operator && !["as", "par", "let"].contains(&name.as_str())
    })
}
