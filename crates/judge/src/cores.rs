//! What is left of a case for a follow-up question: for an unsatisfiable core, or for a better value of an objective.

use quis_smtlib::{Command, Mode, Script, parse};
use quis_techniques::TestCase;

/// The case that is left of a check if only these of its named assertions stay: what a core claims to be unsatisfiable. Assertions
/// without a name stay too: the standard counts them in.
///
/// Nothing if the text cannot be read or has no such check.
pub(crate) fn core_case(case: &TestCase, check: usize, names: &[String]) -> Option<TestCase> {
    let mut script = parse(&case.text, Mode::Standard).into_result().ok()?;
    let kept = commands_of_check(&script, check)?;
    let store = &script.store;
    let stays = |command: &Command| match command {
        Command::Assert(term) => {
            store.name_of(*term).is_none_or(|name| names.iter().any(|core| core == name))
        }
        _ => true,
    };
    script.commands = kept.into_iter().filter(stays).collect();
    TestCase::of_script(&script).ok()
}

/// The case that is left of a check without its objectives, and with one assertion more.
pub(crate) fn better_case(case: &TestCase, check: usize, assertion: &str) -> Option<TestCase> {
    let mut script = parse(&case.text, Mode::Standard).into_result().ok()?;
    let mut kept = commands_of_check(&script, check)?;
    kept.retain(|command| {
        !matches!(command, Command::Minimize(..) | Command::Maximize(..) | Command::AssertSoft(..))
    });
    script.commands = kept;
    let plain = TestCase::of_script(&script).ok()?;
    let start = plain.checks.last()?.place.start;
    let (before, behind) = (plain.text.get(..start)?, plain.text.get(start..)?);
    Some(TestCase::of_text(&format!("{before}{assertion}{behind}"), &[]))
}

/// The commands that a check depends on, in order, without scopes, and the check.
fn commands_of_check(script: &Script, wanted: usize) -> Option<Vec<Command>> {
    let mut kept: Vec<Command> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    let mut number = 0;
    let global = |kept: &[Command]| {
        kept.iter().any(|command| match command {
            Command::SetOption(keyword, value) => {
                matches!(&**keyword, ":global-declarations" | ":global-decls") && &**value == "true"
            }
            _ => false,
        })
    };
    let is_assertion = |command: &Command| matches!(command, Command::Assert(_));
    let is_setting = |command: &Command| {
        matches!(command, Command::SetLogic(_) | Command::SetOption(..) | Command::SetInfo(..))
    };
    for command in &script.commands {
        match command {
            Command::CheckSat | Command::CheckSatAssuming(_) => {
                if number == wanted {
                    kept.push(command.clone());
                    return Some(kept);
                }
                number += 1;
            }
            Command::Push(count) => {
                levels.extend(std::iter::repeat_n(kept.len(), (*count).min(1 << 16) as usize));
            }
            Command::Pop(count) => {
                for _ in 0..(*count).min(1 << 16) {
                    let Some(length) = levels.pop() else { break };
                    let popped = kept.split_off(length.min(kept.len()));
                    if global(&kept) {
                        kept.extend(popped.into_iter().filter(|command| !is_assertion(command)));
                    }
                }
            }
            Command::ResetAssertions => {
                levels.clear();
                let global = global(&kept);
                kept.retain(|command| is_setting(command) || (global && !is_assertion(command)));
            }
            Command::Reset => {
                levels.clear();
                kept.clear();
            }
            Command::Exit => return None,
            _ => kept.push(command.clone()),
        }
    }
    None
}
