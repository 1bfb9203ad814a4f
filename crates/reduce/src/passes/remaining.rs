//! Commands left out.

use quis_smtlib::Command;

use super::View;
use crate::change::Change;

/// match: (set-info :status sat), (get-model), (declare-const unused Int), result: nothing
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    places(view, |view, command| match command {
        Command::SetInfo(..)
        | Command::SetOption(..)
        | Command::GetValue(_)
        | Command::Comment(_)
        | Command::Exit => true,
        Command::DeclareSortParameter(_) => false,
        Command::Other(_) => view.used.needs(&view.script.store, command) != Some(true),
        _ => view.used.needs(&view.script.store, command) == Some(false),
    })
}

/// match: (assert p), (check-sat), result: nothing
pub(super) fn assertions(view: &mut View<'_>) -> Vec<Change> {
    places(view, |_, command| {
        matches!(
            command,
            Command::Assert(_)
                | Command::AssertSoft(..)
                | Command::Minimize(..)
                | Command::Maximize(..)
                | Command::CheckSat
                | Command::CheckSatAssuming(_)
                | Command::Extended(..)
                | Command::Reset
                | Command::ResetAssertions
        )
    })
}

/// match: (assert (let ((x 1)) (> x y))), result: (assert (> 1 y)). Only where the form matters is there anything left to print.
pub(super) fn printed(view: &mut View<'_>) -> Vec<Change> {
    (0..view.script.commands.len()).map(Change::Print).collect()
}

/// The last first: what is declared or defined is used behind.
fn places(view: &View<'_>, is_ours: impl Fn(&View<'_>, &Command) -> bool) -> Vec<Change> {
    let commands = view.script.commands.iter().enumerate().rev();
    commands.filter(|(_, command)| is_ours(view, command)).map(|(at, _)| Change::Drop(vec![at])).collect()
}
