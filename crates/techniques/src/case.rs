//! Test cases: a script as text, and what is known of each of its checks.

use std::ops::Range;
use std::sync::Arc;

use quis_smtlib::{Command, PrintError, PrintOptions, Script, commands, print_commands};
use serde::{Deserialize, Serialize};

/// What is known of a check by construction.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// Nothing.
    #[default]
    Open,
    /// It is satisfiable; the witness is a model in the form that solvers print.
    Sat {
        /// `((define-fun x () Int 4) …)`
        witness: Option<Arc<str>>,
    },
    /// It is unsatisfiable; the core is the names of assertions that are so already.
    Unsat {
        /// The names.
        core: Option<Vec<String>>,
    },
}

/// A check of a test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckPoint {
    /// Where in the text its command stands.
    pub place: Range<usize>,
    /// What its answer should be.
    pub truth: Truth,
}

/// A script, as text, with what is known of it.
///
/// The text is what solvers read and what is kept. Who needs terms parses it: most cases are never looked at again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestCase {
    /// The script. It has no commands that print, but for its checks.
    pub text: String,
    /// Its checks, in the order of the text.
    pub checks: Vec<CheckPoint>,
    /// Whether it has several checks, or scopes: some solvers want to know.
    pub incremental: bool,
    /// The tactic of the seed's `check-sat-using`, if it is kept: solvers that have tactics are asked with it, the others
    /// with `(check-sat)`.
    pub tactic: Option<Arc<str>>,
    /// What the case is called, if its technique has a name for it: `constants/replace-0017-03`.
    pub label: Option<Arc<str>>,
}

impl TestCase {
    /// The script itself as a test case: without the commands that print or that are about one solver only, and with
    /// nothing known of its checks.
    ///
    /// # Errors
    /// If the text would be too large.
    pub fn of_script(script: &Script) -> Result<TestCase, PrintError> {
        let kept: Vec<&Command> = kept_commands(&script.commands, script).collect();
        let incremental = needs_scopes(kept.iter().copied());
        let printed = print_commands(&script.store, kept.iter().copied(), PrintOptions::shared())?;
        let is_check =
            |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
        let places = kept.into_iter().zip(printed.commands);
        let checks = places
            .filter(|(command, _)| is_check(command))
            .map(|(_, place)| CheckPoint { place, truth: Truth::Open })
            .collect();
        Ok(TestCase { text: printed.text, checks, incremental, ..TestCase::default() })
    }

    /// A text as a test case, as it is, with these truths of its checks in their order. Of checks that have none nothing is known.
    #[must_use]
    pub fn of_text(text: &str, truths: &[Truth]) -> TestCase {
        let mut truths = truths.iter().cloned();
        let mut checks = Vec::new();
        let mut scopes = false;
        for (name, place) in commands(text) {
            match name {
                "check-sat" | "check-sat-assuming" => {
                    scopes |= name == "check-sat-assuming";
                    checks.push(CheckPoint { place, truth: truths.next().unwrap_or_default() });
                }
                "push" | "pop" | "reset" => scopes = true,
                "exit" => break,
                _ => {}
            }
        }
        TestCase {
            text: text.to_owned(),
            incremental: scopes || checks.len() > 1,
            checks,
            ..TestCase::default()
        }
    }
}

/// Whether commands have several checks, or scopes.
pub(crate) fn needs_scopes<'a>(commands: impl Iterator<Item = &'a Command>) -> bool {
    let mut checks = 0;
    for command in commands {
        match command {
            Command::Push(_) | Command::Pop(_) | Command::CheckSatAssuming(_) | Command::Reset => {
                return true;
            }
            Command::CheckSat => checks += 1,
            _ => {}
        }
    }
    checks > 1
}

/// The commands that a test case keeps: what solvers' answers depend on, and nothing that prints.
///
/// A tactic is about one solver: `(check-sat-using T)` is a check like any other here.
pub fn kept_commands<'a>(commands: &'a [Command], script: &'a Script) -> impl Iterator<Item = &'a Command> {
    static CHECK: Command = Command::CheckSat;
    let plain =
        commands.iter().take_while(|command| **command != Command::Exit).map(|command| match command {
            Command::Other(_) if command.name(&script.store) == "check-sat-using" => &CHECK,
            command => command,
        });
    plain.filter(|command| match command {
        Command::SetInfo(..) | Command::GetValue(_) | Command::Comment(_) => false,
        Command::SetOption(keyword, _) => matches!(&**keyword, ":global-declarations" | ":global-decls"),
        Command::Extended(..) | Command::Other(_) => {
            let name = command.name(&script.store);
            name.starts_with("declare-") || name.starts_with("define-")
        }
        _ => true,
    })
}
