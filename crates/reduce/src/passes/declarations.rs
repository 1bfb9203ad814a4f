//! Shorter declarations.

use quis_smtlib::Command;

use super::View;
use crate::change::Change;

/// match: (declare-fun x () Int), result: (declare-const x Int)
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let change = |(at, command): (usize, &Command)| match command {
        Command::DeclareFun(function) if store.function(*function).params.is_empty() => {
            Some(Change::Command(at, Command::DeclareConst(*function)))
        }
        _ => None,
    };
    view.script.commands.iter().enumerate().filter_map(change).collect()
}
