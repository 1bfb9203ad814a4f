//! Commands over other terms.

use quis_smtlib::{Command, Function, Part, Sort, Store, Term};

use crate::horn::Rules;
use crate::rewrite::Rewriter;

/// The commands after all replacements; `None` if one would not be well-typed.
pub(crate) fn rewritten(
    store: &mut Store,
    commands: &[Command],
    rewriter: &mut Rewriter,
) -> Option<Vec<Command>> {
    if rewriter.is_empty() {
        return Some(commands.to_vec());
    }
    let rules = Rules::of(commands);
    let mut new = Vec::with_capacity(commands.len());
    for command in commands {
        let changed = rewrite(store, command, rewriter)?;
        if changed != *command && rules.accept(store, command) && !rules.accept(store, &changed) {
            return None;
        }
        new.push(changed);
    }
    Some(new)
}

fn rewrite(store: &mut Store, command: &Command, rewriter: &mut Rewriter) -> Option<Command> {
    Some(match command {
        Command::DefineFun(function) => Command::DefineFun(defined(store, *function, rewriter)?),
        Command::DefineConst(function) => Command::DefineConst(defined(store, *function, rewriter)?),
        Command::DefineFunRec(function) => {
            let functions = recursive(store, std::slice::from_ref(function), rewriter)?;
            Command::DefineFunRec(*functions.first()?)
        }
        Command::DefineFunsRec(functions) => {
            Command::DefineFunsRec(recursive(store, functions, rewriter)?.into())
        }
        other => over_terms(other, &mut |term, place| match place {
            Place::Formula => formula(store, term, rewriter),
            Place::Goal | Place::Other => rewriter.rewrite(store, term),
        })?,
    })
}

/// Where a term stands in a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Where it must be Boolean.
    Formula,
    /// Where it is to be made small or large.
    Goal,
    /// Anywhere else.
    Other,
}

/// The command with other terms; `None` if one of them is missing. What defines something has no terms of its own.
pub(crate) fn over_terms(
    command: &Command,
    other: &mut dyn FnMut(Term, Place) -> Option<Term>,
) -> Option<Command> {
    let mut all =
        |terms: &[Term], place| terms.iter().map(|&term| other(term, place)).collect::<Option<Box<[Term]>>>();
    Some(match command {
        Command::CheckSatAssuming(terms) => Command::CheckSatAssuming(all(terms, Place::Formula)?),
        Command::GetValue(terms) => Command::GetValue(all(terms, Place::Other)?),
        Command::Extended(name, parts) => {
            let parts = parts.iter().map(|part| {
                Some(match part {
                    Part::Text(text) => Part::Text(text.clone()),
                    Part::Term(term) => Part::Term(other(*term, Place::Other)?),
                    Part::Terms(terms) => Part::Terms(
                        terms.iter().map(|&term| other(term, Place::Other)).collect::<Option<_>>()?,
                    ),
                })
            });
            Command::Extended(*name, parts.collect::<Option<_>>()?)
        }
        Command::Assert(term) => Command::Assert(other(*term, Place::Formula)?),
        Command::AssertSoft(term, rest) => Command::AssertSoft(other(*term, Place::Formula)?, rest.clone()),
        Command::Minimize(term, rest) => Command::Minimize(other(*term, Place::Goal)?, rest.clone()),
        Command::Maximize(term, rest) => Command::Maximize(other(*term, Place::Goal)?, rest.clone()),
        _ => command.clone(),
    })
}

fn formula(store: &mut Store, term: Term, rewriter: &mut Rewriter) -> Option<Term> {
    let new = rewriter.rewrite(store, term)?;
    (store.sort(new) == Sort::BOOL).then_some(new)
}

/// A definition over another body is another function: whoever applies the old one applies the new one.
fn defined(store: &mut Store, function: Function, rewriter: &mut Rewriter) -> Option<Function> {
    let (vars, body) = store.definition(function)?;
    let vars = vars.to_vec();
    let new = rewriter.rewrite(store, body)?;
    if new == body {
        return Some(function);
    }
    let data = store.function(function);
    let (name, result) = (data.name, data.result);
    let new = store.define_function(name, &vars, result, new).ok()?;
    rewriter.replace_function(function, new);
    Some(new)
}

/// Recursive definitions hold each other, so all are made anew if one is.
fn recursive(store: &mut Store, functions: &[Function], rewriter: &mut Rewriter) -> Option<Vec<Function>> {
    let mut changed = false;
    for &function in functions {
        let (_, body) = store.definition(function)?;
        changed |= rewriter.rewrite(store, body)? != body;
    }
    if !changed {
        return Some(functions.to_vec());
    }
    let mut new = Vec::with_capacity(functions.len());
    for &function in functions {
        let data = store.function(function).clone();
        let other = store.declare_recursive(data.name, &data.params, data.result);
        rewriter.replace_function(function, other);
        new.push(other);
    }
    for (&old, &other) in functions.iter().zip(&new) {
        let (vars, body) = store.definition(old)?;
        let vars = vars.to_vec();
        let body = rewriter.rewrite(store, body)?;
        store.set_definition(other, &vars, body).ok()?;
    }
    Some(new)
}
