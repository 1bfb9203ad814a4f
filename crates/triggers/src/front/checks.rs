//! Which check of a script, and what holds there.

use quis_smtlib::{Command, PrintOptions, Script, Term, print_commands};

use crate::problem::Preamble;

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

fn is_check(command: &Command) -> bool {
    matches!(command, Command::CheckSat | Command::CheckSatAssuming(_))
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

/// Options that are ours to set: which instances are made, at random or not, and how much is told.
const OURS: [&str; 5] =
    ["smt.mbqi", "smt.auto_config", "smt.random_seed", "smt.ematching", "smt.candidate_models"];

/// The logic and the options that matter to how formulas are matched.
pub(crate) fn preamble(script: &Script, at: usize) -> Preamble {
    let mut preamble = Preamble::default();
    for command in script.commands.iter().take(at) {
        match command {
            Command::SetLogic(logic) => preamble.logic = Some(script.store.text(*logic).to_owned()),
            Command::SetOption(name, value) => {
                let name = name.trim_start_matches(':').to_lowercase().replace('-', "_");
                let matters = name.starts_with("smt.") && !name.contains("log") && !name.contains("trace");
                if matters && !OURS.contains(&name.as_str()) {
                    preamble.options.push((name, value.to_string()));
                }
            }
            _ => {}
        }
    }
    preamble
}

/// The commands before a check that it depends on, as they were written, to the letter: E-matching may find a proof of a text, and none of
/// the same terms in other words.
pub(crate) fn before(script: &Script, source: &str, check: &Check) -> String {
    let checks = script.commands.iter().take(check.at).filter(|command| is_check(command)).count();
    let (mut passed, mut text) = (0, String::new());
    for (name, place) in quis_smtlib::commands(source) {
        match name {
            "check-sat" | "check-sat-assuming" if passed == checks => break,
            "check-sat" | "check-sat-assuming" => passed += 1,
            "set-logic" | "set-option" | "set-info" | "echo" | "exit" => {}
            _ if name.starts_with("get-") => {}
            "reset" => text.clear(),
            _ => {
                text += &source[place];
                text.push('\n');
            }
        }
    }
    if let Some(Command::CheckSatAssuming(terms)) = script.commands.get(check.at) {
        let assumed: Vec<Command> = terms.iter().map(|&term| Command::Assert(term)).collect();
        let options = PrintOptions { max_bytes: 256 << 20, ..PrintOptions::shared() };
        let assumed = print_commands(&script.store, &assumed, options);
        text += &assumed.map(|printed| printed.text).unwrap_or_default();
    }
    text
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

    #[test]
    fn what_was_written_stays_as_it_was() {
        let source = "(set-option :smt.QI.EAGER_THRESHOLD 100)\n(set-option :smt.mbqi true)\n(set-logic UFLIA)\n\
            (declare-const a Bool) (assert (let ((x a)) (and x x))) (check-sat) (get-info :version) (push 1)\n\
            (assert (! a :named n)) (check-sat)";
        let script = quis_smtlib::parse(source, quis_smtlib::Mode::Standard).into_result().unwrap();
        let at = |number| before(&script, source, &pick(&script, number).unwrap());
        assert_eq!(at(Some(1)), "(declare-const a Bool)\n(assert (let ((x a)) (and x x)))\n");
        assert_eq!(at(None), at(Some(1)) + "(push 1)\n(assert (! a :named n))\n");
        let preamble = preamble(&script, script.commands.len());
        assert_eq!(preamble.logic.as_deref(), Some("UFLIA"));
        assert_eq!(preamble.options, [("smt.qi.eager_threshold".to_owned(), "100".to_owned())]);
    }
}
