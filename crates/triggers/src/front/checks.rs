//! Which check of a script, and what holds there.

use quis_smtlib::{Command, PrintOptions, Script, Term, print_commands};

/// What is asserted and declared at a check.
#[derive(Clone, Debug, Default)]
pub(crate) struct Check {
    /// The position of the check among the commands.
    pub(crate) at: usize,
    pub(crate) declarations: Vec<Command>,
    /// Each with its number among the assertions of the script, and how many scopes were open.
    pub(crate) assertions: Vec<(Term, usize, usize)>,
    /// How many scopes are open.
    pub(crate) depth: usize,
}

/// The check of a number, counted from one; the last if none is given. A script without checks has one at its end.
pub(crate) fn pick(script: &Script, number: Option<usize>) -> Option<Check> {
    let is_check = |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
    let mut checks: Vec<usize> =
        script.commands.iter().enumerate().filter(|(_, c)| is_check(c)).map(|(at, _)| at).collect();
    if checks.is_empty() {
        checks.push(script.commands.len());
    }
    let at = match number {
        Some(number) => *checks.get(number.checked_sub(1)?)?,
        None => *checks.last()?,
    };
    Some(state(script, at))
}

fn state(script: &Script, at: usize) -> Check {
    let mut check = Check { at, ..Check::default() };
    // How much there was of each when a scope was opened.
    let mut scopes: Vec<(usize, usize)> = Vec::new();
    let mut number = 0;
    for command in script.commands.iter().take(at) {
        match command {
            Command::Push(levels) => {
                for _ in 0..*levels {
                    scopes.push((check.declarations.len(), check.assertions.len()));
                }
            }
            Command::Pop(levels) => {
                for _ in 0..*levels {
                    if let Some((declarations, assertions)) = scopes.pop() {
                        check.declarations.truncate(declarations);
                        check.assertions.truncate(assertions);
                    }
                }
            }
            Command::Reset => {
                scopes.clear();
                check.declarations.clear();
                check.assertions.clear();
            }
            Command::ResetAssertions => {
                scopes.clear();
                check.assertions.clear();
            }
            Command::Assert(term) => {
                check.assertions.push((*term, number, scopes.len()));
                number += 1;
            }
            Command::DeclareSort(_)
            | Command::DeclareSortParameter(_)
            | Command::DefineSort { .. }
            | Command::DeclareDatatypes(_)
            | Command::DeclareFun(_)
            | Command::DeclareConst(_)
            | Command::DefineFunRec(_)
            | Command::DefineFunsRec(_) => check.declarations.push(command.clone()),
            _ => {}
        }
    }
    if let Some(Command::CheckSatAssuming(terms)) = script.commands.get(at) {
        check.assertions.extend(terms.iter().map(|&term| (term, usize::MAX, scopes.len())));
    }
    check.depth = scopes.len();
    check
}

/// The commands before a check that it depends on, as they were written.
pub(crate) fn before(script: &Script, at: usize) -> String {
    let matters = |command: &&Command| {
        !matches!(
            command,
            Command::CheckSat
                | Command::CheckSatAssuming(_)
                | Command::GetValue(_)
                | Command::SetOption(..)
                | Command::SetInfo(..)
                | Command::Exit
                | Command::Other(_)
                | Command::Extended(..)
                | Command::Comment(_)
        )
    };
    let mut commands: Vec<Command> = script.commands.iter().take(at).filter(matters).cloned().collect();
    if let Some(Command::CheckSatAssuming(terms)) = script.commands.get(at) {
        commands.extend(terms.iter().map(|&term| Command::Assert(term)));
    }
    let options = PrintOptions { max_bytes: 256 << 20, ..PrintOptions::shared() };
    print_commands(&script.store, &commands, options).map(|printed| printed.text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_popped_is_gone() {
        let source = "(declare-const a Bool) (assert a) (push 1) (declare-const b Bool) (assert b) (check-sat) (pop 1) \
            (push 1) (assert (not a)) (check-sat)";
        let script = quis_smtlib::parse(source, quis_smtlib::Mode::Standard).into_result().unwrap();
        let numbers = |check: Check| check.assertions.iter().map(|&(_, n, d)| (n, d)).collect::<Vec<_>>();
        assert_eq!(numbers(pick(&script, Some(1)).unwrap()), [(0, 0), (1, 1)]);
        let last = pick(&script, None).unwrap();
        assert_eq!((last.declarations.len(), last.depth), (1, 1));
        assert_eq!(numbers(last), [(0, 0), (2, 1)]);
        assert!(pick(&script, Some(3)).is_none());
    }
}
