//! What is sent to a solver so that it answers every check of a script with a model.
//!
//! The script is printed, without the commands that print or that mean something to one solver only, and with marks
//! between the answers.

use quis_smtlib::{Command, PrintError, PrintOptions, Script, print_script};

use crate::reply::{Reply, read_replies};

/// The options that are about output, or that Quis sets itself.
const OUTPUT_OPTIONS: &[&str] = &[
    ":print-success",
    ":regular-output-channel",
    ":diagnostic-output-channel",
    ":produce-models",
    // Z3
    ":model",
    ":trace",
    ":trace_file_name",
    // cvc5
    ":dump-models",
    ":dump-proofs",
    ":dump-unsat-cores",
    ":output",
    ":out",
    ":err",
];

/// The options that are about the meaning of a script.
const MEANING_OPTIONS: &[&str] = &[":global-declarations", ":global-decls"];

/// Which options of a script are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Options {
    /// All that are not about output.
    All,
    /// Those that the meaning of the script depends on: the others may be another solver's.
    Needed,
}

/// A script as it is sent to a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The text.
    pub text: String,
    /// How many checks it has.
    pub checks: usize,
    /// Whether it has several checks, or scopes.
    pub incremental: bool,
    /// Whether options of the script are in the text that [`Options::Needed`] would leave out.
    pub has_options: bool,
}

impl Question {
    /// Asks for an answer and a model at every check of a script.
    ///
    /// The script is as before afterwards; only its commands are exchanged while it is printed.
    ///
    /// # Errors
    /// If the text would be too large.
    pub fn new(script: &mut Script, options: Options) -> Result<Question, PrintError> {
        let mut asked = vec![models_on()];
        let (mut checks, mut scopes, mut has_options) = (0, false, false);
        for command in &script.commands {
            match command {
                Command::Exit => break,
                Command::CheckSat | Command::CheckSatAssuming(_) => {
                    let number = checks;
                    checks += 1;
                    // Assumptions are a scope of their own.
                    scopes |= *command != Command::CheckSat;
                    let ask = Command::Other("(get-model)".into());
                    let [before, between, after] = Mark::ALL.map(|mark| mark.command(number));
                    asked.extend([before, command.clone(), between, ask, after]);
                }
                Command::SetOption(keyword, _) => match role(keyword) {
                    Role::Output => {}
                    Role::Meaning => asked.push(command.clone()),
                    Role::Other if options == Options::All => {
                        has_options = true;
                        asked.push(command.clone());
                    }
                    Role::Other => {}
                },
                Command::Reset => asked.extend([Command::Reset, models_on()]),
                Command::SetInfo(..) | Command::GetValue(_) | Command::Comment(_) => {}
                Command::Extended(..) | Command::Other(_) => {
                    // Others print, search, or add to the assertions in ways that only their solver knows.
                    let name = command.name(&script.store);
                    if name.starts_with("declare-") || name.starts_with("define-") {
                        asked.push(command.clone());
                    }
                }
                _ => {
                    scopes |= matches!(command, Command::Push(_) | Command::Pop(_));
                    asked.push(command.clone());
                }
            }
        }
        let commands = std::mem::replace(&mut script.commands, asked);
        let text = print_script(script, PrintOptions::shared());
        script.commands = commands;
        Ok(Question { text: text?, checks, incremental: scopes || checks > 1, has_options })
    }

    /// Takes a solver's output apart: one reply for each check.
    #[must_use]
    pub fn replies(&self, stdout: &[u8]) -> Vec<Reply> {
        read_replies(stdout, self.checks)
    }
}

fn models_on() -> Command {
    Command::SetOption(":produce-models".into(), "true".into())
}

enum Role {
    Output,
    Meaning,
    Other,
}

fn role(keyword: &str) -> Role {
    // Z3's options that begin so are about printing.
    if OUTPUT_OPTIONS.contains(&keyword) || keyword.starts_with(":pp.") || keyword.starts_with(":pp-") {
        Role::Output
    } else if MEANING_OPTIONS.contains(&keyword) {
        Role::Meaning
    } else {
        Role::Other
    }
}

/// What is printed between answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// The answer of a check follows.
    Check,
    /// Its model follows.
    Model,
    /// The model is over.
    End,
}

impl Mark {
    const ALL: [Mark; 3] = [Mark::Check, Mark::Model, Mark::End];

    fn word(self) -> &'static str {
        match self {
            Mark::Check => "check",
            Mark::Model => "model",
            Mark::End => "end",
        }
    }

    fn command(self, number: usize) -> Command {
        Command::Other(format!("(echo \"quis: {} {number}\")", self.word()).into())
    }

    /// The mark that a line of output is. Some solvers print the quotation marks, too.
    pub(crate) fn of_line(line: &[u8]) -> Option<(Mark, usize)> {
        let line = line.trim_ascii();
        let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
        let rest = std::str::from_utf8(line.strip_prefix(b"quis: ")?).ok()?;
        let (word, number) = rest.split_once(' ')?;
        let mark = Mark::ALL.into_iter().find(|mark| mark.word() == word)?;
        Some((mark, number.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    fn asked(source: &str, options: Options) -> Question {
        let mut script = parse(source, Mode::Standard).into_result().unwrap();
        let commands = script.commands.clone();
        let question = Question::new(&mut script, options).unwrap();
        assert_eq!(script.commands, commands);
        question
    }

    #[test]
    fn commands_that_print_are_left_out() {
        let source = "(set-info :status sat) (set-option :print-success true) (set-option :smt.mbqi false)
            (set-option :global-declarations true) (set-logic ALL) (declare-const x Int) (assert (> x 0))
            (check-sat) (get-value (x)) (get-model) (echo \"hm\") (exit)";
        let question = asked(source, Options::All);
        let expected = "(set-option :produce-models true)\n(set-option :smt.mbqi false)\n\
            (set-option :global-declarations true)\n(set-logic ALL)\n(declare-const x Int)\n(assert (> x 0))\n\
            (echo \"quis: check 0\")\n(check-sat)\n(echo \"quis: model 0\")\n(get-model)\n(echo \"quis: end 0\")\n";
        assert_eq!(question.text, expected);
        assert_eq!((question.checks, question.incremental, question.has_options), (1, false, true));
        let fewer = asked(source, Options::Needed);
        assert_eq!(fewer.text, expected.replace("(set-option :smt.mbqi false)\n", ""));
        assert!(!fewer.has_options);
    }

    #[test]
    fn every_check_is_marked() {
        let question =
            asked("(check-sat) (reset) (push 1) (check-sat-assuming (true)) (pop 1)", Options::All);
        assert_eq!(question.text.matches("(get-model)").count(), 2);
        assert!(question.text.contains("(reset)\n(set-option :produce-models true)\n"));
        assert_eq!((question.checks, question.incremental), (2, true));
    }

    #[test]
    fn marks_are_known_with_and_without_quotation_marks() {
        assert_eq!(Mark::of_line(b"quis: check 0"), Some((Mark::Check, 0)));
        assert_eq!(Mark::of_line(b" \"quis: end 12\"\r"), Some((Mark::End, 12)));
        assert_eq!(Mark::of_line(b"quis: check"), None);
        assert_eq!(Mark::of_line(b"x quis: check 0"), None);
    }
}
