//! Commands left out.

use quis_smtlib::Command;

use super::View;
use crate::change::Change;

/// Into so many parts assertions are divided, to see whether one of them is enough.
const MAX_PARTS: usize = 8;
/// Up to so many assertions are tried one by one.
const MAX_ALONE: usize = 64;

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

/// match: (assert p) (assert q) (assert r) (assert s), result: (assert p) (assert q), … (assert s). Where a bug shows by chance, a few assertions may
/// show it that every larger part hides.
pub(super) fn alone(view: &mut View<'_>) -> Vec<Change> {
    let commands = view.script.commands.iter().enumerate();
    let assertions: Vec<usize> =
        commands.filter(|(_, command)| matches!(command, Command::Assert(_))).map(|(at, _)| at).collect();
    let count = assertions.len();
    let mut sizes: Vec<usize> = std::iter::successors(Some(count / 2), |size| Some(size / 2))
        .take_while(|size| *size > 1 && count / size <= MAX_PARTS)
        .collect();
    if count > 2 && count <= MAX_ALONE {
        sizes.push(1);
    }
    let mut changes = Vec::new();
    for size in sizes {
        for part in assertions.chunks(size) {
            let others = assertions.iter().copied().filter(|at| !part.contains(at));
            changes.push(Change::Drop(others.collect()));
        }
    }
    changes
}

/// match: (assert (let ((x 1)) (> x y))), result: (assert (> 1 y)). Only where the form matters is there anything left to print.
pub(super) fn printed(view: &mut View<'_>) -> Vec<Change> {
    (0..view.script.commands.len()).map(Change::Print).collect()
}

/// match: (declare-const x (_ FloatingPoint 8 24)), result: (declare-const x Float32)
pub(super) fn spelled(view: &mut View<'_>) -> Vec<Change> {
    (0..view.script.commands.len()).map(Change::Spell).collect()
}

/// The last first: what is declared or defined is used behind.
fn places(view: &View<'_>, is_ours: impl Fn(&View<'_>, &Command) -> bool) -> Vec<Change> {
    let commands = view.script.commands.iter().enumerate().rev();
    commands.filter(|(_, command)| is_ours(view, command)).map(|(at, _)| Change::Drop(vec![at])).collect()
}
