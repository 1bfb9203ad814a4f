//! Simpler logics.

use quis_smtlib::{Command, infer_logic};

use super::View;
use crate::change::Change;

/// match: (set-logic QF_AUFBV), result: nothing, (set-logic ALL), or the least logic that has what the script uses
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let least = infer_logic(view.script).name();
    let names = [least, "ALL".to_owned()].map(|name| view.script.store.symbol(&name));
    let mut changes = Vec::new();
    for (at, command) in view.script.commands.iter().enumerate() {
        if matches!(command, Command::SetLogic(_)) {
            changes.push(Change::Drop(vec![at]));
            changes.extend(names.map(|name| Change::Command(at, Command::SetLogic(name))));
        }
    }
    changes
}
