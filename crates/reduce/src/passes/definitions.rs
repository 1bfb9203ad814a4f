//! Definitions that go.

use std::collections::BTreeMap;

use quis_smtlib::walk::Replacement;
use quis_smtlib::{Command, Function, Role, Store, Term, TermKind};

use super::View;
use crate::change::Change;

/// match: (define-fun f ((x Int)) Int (+ x 1)) … (f 2) … (f 3), result: (+ 2 1) … (+ 3 1)
pub(super) fn inline(view: &mut View<'_>) -> Vec<Change> {
    let mut groups: BTreeMap<Function, Vec<Change>> = BTreeMap::new();
    for &(term, _) in &view.survey.terms {
        let store = &mut view.script.store;
        let TermKind::Apply(function, args) = store.kind(term) else { continue };
        let args = args.to_vec();
        if let Some(body) = instance(store, function, &args) {
            groups.entry(function).or_default().push(Change::Term(term, body));
        }
    }
    groups.into_values().map(Change::Group).collect()
}

/// The body of a definition that is not recursive, over these arguments.
fn instance(store: &mut Store, function: Function, args: &[Term]) -> Option<Term> {
    let Role::Defined { vars, body } = &store.function(function).role else { return None };
    let (vars, body) = (vars.to_vec(), *body);
    if vars.len() != args.len() {
        return None;
    }
    let mut replacement = Replacement::default();
    for (&var, &arg) in vars.iter().zip(args) {
        replacement.put(var, arg);
    }
    replacement.apply(store, body).ok()
}

/// match: (define-fun f ((x Int)) Int (+ x 1)), result: (declare-fun f (Int) Int)
pub(super) fn undefine(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for command in &view.script.commands {
        for &function in command.defines() {
            changes
                .push(Change::Remake(Box::new(move |store, commands| declared(store, commands, function))));
        }
    }
    changes
}

/// The commands with a declaration in place of a definition.
fn declared(store: &mut Store, commands: &[Command], function: Function) -> Option<Vec<Command>> {
    let is_own = |command: &Command| command.defines() == [function];
    let at = commands.iter().position(is_own)?;
    // Defined again after a reset: there the same name would mean the old function.
    if commands.iter().skip(at + 1).any(is_own) {
        return None;
    }
    let data = store.function(function).clone();
    let new = store.declare_function(data.name, &data.params, data.result);
    let mut rewriter = crate::rewrite::Rewriter::default();
    rewriter.replace_function(function, new);
    let mut before: Vec<Command> = commands.get(..at)?.to_vec();
    before.push(if data.params.is_empty() { Command::DeclareConst(new) } else { Command::DeclareFun(new) });
    before.extend(crate::commands::rewritten(store, commands.get(at + 1..)?, &mut rewriter)?);
    Some(before)
}
