//! A seed as a text with slots for its assertions.

use std::ops::Range;

use quis_smtlib::{Command, PrintError, PrintOptions, Script, Term, print_commands};

use crate::case::needs_scopes;

/// A part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// It is always the same.
    Text(String),
    /// The command that declares this logic.
    Logic(String),
    /// An assertion.
    Slot(usize),
    /// A check, as text.
    Check(String),
}

/// An assertion of the seed.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) root: Term,
    /// The command.
    pub(super) command: usize,
    /// Its line.
    pub(super) text: String,
}

/// What is asserted at a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CheckOfSeed {
    /// The command.
    pub(super) command: usize,
    pub(super) slots: Vec<usize>,
    pub(super) assumptions: Vec<Term>,
}

/// The commands of a seed, as parts of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Template {
    pub(super) pieces: Vec<Piece>,
    pub(super) slots: Vec<Slot>,
    pub(super) checks: Vec<CheckOfSeed>,
    pub(super) incremental: bool,
    /// About as long as a mutant.
    pub(super) bytes: usize,
}

impl Template {
    /// The template of a script whose commands are those that test cases keep.
    pub(super) fn of(script: &Script) -> Result<Template, PrintError> {
        let printed = print_commands(&script.store, script.commands.iter(), PrintOptions::shared())?;
        let line =
            |place: &Range<usize>| format!("{}\n", printed.text.get(place.clone()).unwrap_or_default());
        let mut template = Template {
            incremental: needs_scopes(script.commands.iter()),
            bytes: printed.text.len(),
            ..Template::default()
        };
        let (mut asserted, mut levels): (Vec<usize>, Vec<usize>) = Default::default();
        for (at, (command, place)) in script.commands.iter().zip(&printed.commands).enumerate() {
            let mut assumptions: &[Term] = &[];
            match command {
                Command::SetLogic(name) => {
                    template.pieces.push(Piece::Logic(script.store.text(*name).to_owned()));
                    continue;
                }
                Command::Assert(root) => {
                    asserted.push(template.slots.len());
                    template.pieces.push(Piece::Slot(template.slots.len()));
                    template.slots.push(Slot { root: *root, command: at, text: line(place) });
                    continue;
                }
                Command::CheckSat => {}
                Command::CheckSatAssuming(terms) => assumptions = terms,
                Command::Push(count) => {
                    levels.extend(std::iter::repeat_n(asserted.len(), (*count).min(1 << 16) as usize));
                }
                Command::Pop(count) => {
                    for _ in 0..(*count).min(1 << 16) {
                        levels.pop().into_iter().for_each(|length| asserted.truncate(length));
                    }
                }
                Command::Reset | Command::ResetAssertions => {
                    asserted.clear();
                    levels.clear();
                }
                _ => {}
            }
            if matches!(command, Command::CheckSat | Command::CheckSatAssuming(_)) {
                template.pieces.push(Piece::Check(line(place)));
                let (slots, assumptions) = (asserted.clone(), assumptions.to_vec());
                template.checks.push(CheckOfSeed { command: at, slots, assumptions });
                continue;
            }
            match template.pieces.last_mut() {
                Some(Piece::Text(text)) => text.push_str(&line(place)),
                _ => template.pieces.push(Piece::Text(line(place))),
            }
        }
        Ok(template)
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    #[test]
    fn checks_know_what_is_asserted() {
        let text = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))(push 1)(assert (> x 1))(check-sat)\
                    (pop 1)(check-sat-assuming ((= x 1)))";
        let script = parse(text, Mode::Standard).into_result().unwrap();
        let template = Template::of(&script).unwrap();
        let slots: Vec<&[usize]> = template.checks.iter().map(|check| &*check.slots).collect();
        assert_eq!(slots, [&[0, 1][..], &[0]]);
        assert_eq!(template.checks[1].assumptions.len(), 1);
        assert_eq!(template.pieces[0], Piece::Logic("QF_LIA".to_owned()));
        assert_eq!(template.slots[1].text, "(assert (> x 1))\n");
        assert!(template.incremental);
    }
}
