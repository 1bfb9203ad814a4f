//! Scopes left out.

use quis_smtlib::Command;

use super::View;
use crate::change::Change;

/// match: (push 1) (assert p) (pop 1), result: nothing; or (assert p)
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let mut open: Vec<usize> = Vec::new();
    let (mut whole, mut bare) = (Vec::new(), Vec::new());
    let commands = &view.script.commands;
    for (at, command) in commands.iter().enumerate() {
        match command {
            Command::Push(1) => open.push(at),
            // Several levels are taken apart by nobody.
            Command::Push(levels) => open.extend(std::iter::repeat_n(usize::MAX, *levels as usize)),
            Command::Pop(1) => match open.pop() {
                Some(start) if start != usize::MAX => {
                    whole.push(Change::Drop((start..=at).collect()));
                    bare.push(Change::Drop(vec![start, at]));
                }
                _ => {}
            },
            Command::Pop(levels) => {
                for _ in 0..*levels {
                    open.pop();
                }
            }
            _ => {}
        }
    }
    // A scope that stays open to the end is needed by nobody.
    bare.extend(open.iter().filter(|start| **start != usize::MAX).map(|&start| Change::Drop(vec![start])));
    // Outer scopes first.
    whole.reverse();
    bare.reverse();
    whole.into_iter().chain(bare).collect()
}
