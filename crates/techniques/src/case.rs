//! Test cases: a script as text, and what is known of each of its checks.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use quis_semantics::Real;
use quis_smtlib::{Command, PrintError, PrintOptions, Script, commands, is_simple_symbol, print_commands};
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

/// What the best model of a check pays for the soft assertions of a goal: the sum of the weights of those that it makes false. Or the
/// best value of an objective, which has no name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Optimum {
    /// The goal, as `:id` names it; empty if nothing does.
    pub goal: String,
    /// The least penalty, or the best value.
    #[serde(with = "penalty_text")]
    pub penalty: Real,
}

/// match: the goal g and 3/2, result: g 3/2
impl fmt::Display for Optimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.goal {
            "" => {}
            goal if is_simple_symbol(goal) => write!(f, "{goal} ")?,
            goal => write!(f, "|{goal}| ")?,
        }
        f.write_str(&self.penalty.fraction_text().unwrap_or_default())
    }
}

/// match: |a b| -3/2, result: the goal a b and -3/2
impl FromStr for Optimum {
    type Err = String;

    fn from_str(text: &str) -> Result<Optimum, String> {
        let text = text.trim();
        let (goal, penalty) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
        let goal = goal.trim();
        let quoted = goal.strip_prefix('|').and_then(|goal| goal.strip_suffix('|'));
        let goal = quoted.unwrap_or(goal).to_owned();
        match Real::parse_fraction(penalty) {
            Some(penalty) => Ok(Optimum { goal, penalty }),
            None => Err(format!("`{penalty}` is no rational number")),
        }
    }
}

/// A penalty as text: `-3/2`.
mod penalty_text {
    use quis_semantics::Real;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(penalty: &Real, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&penalty.fraction_text().unwrap_or_default())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Real, D::Error> {
        let text = String::deserialize(deserializer)?;
        Real::parse_fraction(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is no rational number")))
    }
}

/// A check of a test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckPoint {
    /// Where in the text its command stands.
    pub place: Range<usize>,
    /// What its answer should be.
    pub truth: Truth,
    /// The optimum of each goal or objective, in the order in which the text first mentions them, if it is known: empty if not. One model
    /// reaches all of them, so that it does not matter which goal is the most important.
    pub optimum: Vec<Optimum>,
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
    /// Whether solvers are asked for answers alone, and not for models.
    pub answers_only: bool,
    /// Whether solvers that can do so solve it as if its checks stood in no scope.
    pub whole: bool,
    /// The further seeds that it is made of, by their numbers in the [pool](crate::Pool).
    pub seeds: Vec<usize>,
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
            .map(|(_, place)| CheckPoint { place, truth: Truth::Open, optimum: Vec::new() })
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
                    let truth = truths.next().unwrap_or_default();
                    checks.push(CheckPoint { place, truth, optimum: Vec::new() });
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

impl TestCase {
    /// The same case with these optima of its checks in their order.
    #[must_use]
    pub fn with_optima(mut self, optima: &[Vec<Optimum>]) -> TestCase {
        for (check, optimum) in self.checks.iter_mut().zip(optima) {
            check.optimum.clone_from(optimum);
        }
        self
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optima_are_read_as_they_are_written() {
        for text in ["g -3/2", "|a b| 2", "0", "|| 1"] {
            let read: Optimum = text.parse().unwrap();
            assert_eq!(read.to_string(), text.trim_start_matches("|| "));
        }
        assert_eq!("g x".parse::<Optimum>().unwrap_err(), "`x` is no rational number");
        assert_eq!("".parse::<Optimum>().unwrap_err(), "`` is no rational number");
    }
}
