//! Checks without assumptions.

use quis_smtlib::{Command, Part};

use super::View;
use crate::change::Change;

/// match: (check-sat-assuming (p q)), result: (check-sat), (check-sat-assuming (p)) or (check-sat-assuming (q))
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (at, command) in view.script.commands.iter().enumerate() {
        match command {
            Command::CheckSatAssuming(terms) => {
                changes.push(Change::Command(at, Command::CheckSat));
                if terms.len() > 1 {
                    for part in (0..terms.len()).rev() {
                        let fewer = terms.iter().enumerate().filter(|(place, _)| *place != part);
                        let fewer = fewer.map(|(_, term)| *term).collect();
                        changes.push(Change::Command(at, Command::CheckSatAssuming(fewer)));
                    }
                }
            }
            Command::AssertSoft(term, rest) if !rest.is_empty() => {
                changes.push(Change::Command(at, Command::AssertSoft(*term, "".into())));
            }
            // match: (rule (=> p q) name), result: (rule (=> p q))
            Command::Extended(name, parts) if matches!(parts.last(), Some(Part::Text(_))) => {
                let fewer: Vec<Part> = parts.iter().take(parts.len() - 1).cloned().collect();
                changes.push(Change::Command(at, Command::Extended(*name, fewer.into())));
            }
            _ => {}
        }
    }
    changes
}
