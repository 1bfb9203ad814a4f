//! What is sent to a solver so that its answers can be told apart: a script with marks around every check.
//!
//! [`Question::new`] prints a script, without the commands that print or that mean something to one solver only.
//! [`Question::of_text`] takes a text as it is.

use std::fmt::Write;
use std::ops::Range;

use quis_observations::{Ask, Reply};
use quis_smtlib::{Command, PrintError, PrintOptions, Script, commands, print_script};

use crate::objective::first_objectives;
use crate::reply::read_replies;

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

/// The marks around one check, and what is asked for behind each.
fn marks(ask: Ask) -> impl Iterator<Item = (Mark, Option<&'static str>)> {
    let asked = [
        Some((Mark::Check, None)),
        ask.models.then_some((Mark::Model, Some("(get-model)"))),
        ask.cores.then_some((Mark::Core, Some("(get-unsat-core)"))),
        ask.objectives.then_some((Mark::Objectives, Some("(get-objectives)"))),
        Some((Mark::End, None)),
    ];
    asked.into_iter().flatten()
}

/// Writes the options that asking takes.
fn write_options(ask: Ask, text: &mut String) {
    let options = [ask.models.then_some(":produce-models"), ask.cores.then_some(":produce-unsat-cores")];
    for option in options.into_iter().flatten() {
        text.extend(["(set-option ", option, " true)\n"]);
    }
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
    /// What is asked for after each check.
    pub ask: Ask,
}

impl Question {
    /// Asks for an answer and a model at every check of a script.
    ///
    /// The script is as before afterwards; only its commands are exchanged while it is printed.
    ///
    /// # Errors
    /// If the text would be too large.
    pub fn new(script: &mut Script, options: Options) -> Result<Question, PrintError> {
        let ask = Ask::MODELS;
        let models_on = || Command::SetOption(":produce-models".into(), "true".into());
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
                    for (mark, wanted) in marks(ask) {
                        let mut text = String::new();
                        mark.write(number, &mut text);
                        asked.push(Command::Other(text.trim_end().into()));
                        asked.extend((mark == Mark::Check).then(|| command.clone()));
                        asked.extend(wanted.map(|wanted| Command::Other(wanted.into())));
                    }
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
        Ok(Question { text: text?, checks, incremental: scopes || checks > 1, has_options, ask })
    }

    /// Asks about a text that is ready: every range is a command that checks, in the order of the text. The text is
    /// sent as it is, up to an `(exit)`; it should have no other commands that print.
    ///
    /// A range that is not in the text, or not behind the one before it, is a check that gets no answer.
    #[must_use]
    pub fn of_text(text: &str, checks: &[Range<usize>], incremental: bool, ask: Ask) -> Question {
        const ROOM: usize = 160;
        let mut asked = String::with_capacity(text.len() + (checks.len() + 1) * ROOM);
        write_options(ask, &mut asked);
        let special = Special::of(text);
        let objectives = if ask.objectives { first_objectives(text, checks) } else { Vec::new() };
        let (mut copied, mut resets) = (0, special.resets.into_iter().peekable());
        let numbered = checks.iter().enumerate().map(|(number, check)| (Some(number), check.clone()));
        for (number, place) in numbered.chain([(None, special.end..special.end)]) {
            // After a reset the options are as they were in the beginning.
            while let Some(reset) = resets.next_if(|&reset| reset <= place.start) {
                asked.push_str(text.get(copied..reset).unwrap_or_default());
                asked.push('\n');
                write_options(ask, &mut asked);
                copied = copied.max(reset);
            }
            if place.start < copied || place.end > special.end {
                continue;
            }
            let (Some(before), Some(check)) = (text.get(copied..place.start), text.get(place.clone())) else {
                continue;
            };
            asked.push_str(before);
            copied = place.end;
            let Some(number) = number else { continue };
            // Whatever stands before the check may be a comment.
            asked.push('\n');
            for (mark, wanted) in marks(ask) {
                mark.write(number, &mut asked);
                if mark == Mark::Check {
                    asked.extend([check, "\n"]);
                }
                if let Some(wanted) = wanted {
                    asked.extend([wanted, "\n"]);
                }
                if mark == Mark::Objectives
                    && let Some(Some(first)) = objectives.get(number)
                {
                    asked.extend(["(eval ", first, ")\n"]);
                }
            }
        }
        if !asked.ends_with('\n') {
            asked.push('\n');
        }
        Question { text: asked, checks: checks.len(), incremental, has_options: special.options, ask }
    }

    /// The options and the logic that it begins with, if all else stands in one scope: such a question leaves nothing else behind.
    ///
    /// match: (set-logic ALL) (push 1) … (pop 1), result: (set-logic ALL)
    #[must_use]
    pub fn head(&self) -> Option<&str> {
        if !self.text.trim_end().ends_with("(pop 1)") {
            return None;
        }
        let first =
            commands(&self.text).find(|(name, _)| !matches!(*name, "set-option" | "set-logic" | "set-info"));
        let (_, push) = first.filter(|(_, place)| self.text.get(place.clone()) == Some("(push 1)"))?;
        let (head, rest) = (self.text.get(..push.start)?, self.text.get(push.end..)?);
        let goes_on =
            ["(push", "(reset", "(set-logic", "(set-option", "(exit"].iter().any(|word| rest.contains(word));
        (!goes_on && rest.matches("(pop").count() == 1).then_some(head)
    }

    /// Takes a solver's output apart: one reply for each check.
    #[must_use]
    pub fn replies(&self, stdout: &[u8]) -> Vec<Reply> {
        read_replies(stdout, self.checks, self.ask)
    }
}

/// What of a text is not simply copied.
struct Special {
    /// Where resets end.
    resets: Vec<usize>,
    /// Where the text ends, or an `(exit)` begins.
    end: usize,
    /// Whether options are set.
    options: bool,
}

impl Special {
    fn of(text: &str) -> Special {
        let mut special = Special { resets: Vec::new(), end: text.len(), options: false };
        // Most texts have none of this, and that is soon known.
        if !["reset", "exit", "set-option"].iter().any(|word| text.contains(word)) {
            return special;
        }
        for (name, place) in commands(text) {
            match name {
                "reset" => special.resets.push(place.end),
                "set-option" => special.options = true,
                "exit" => {
                    special.end = place.start;
                    break;
                }
                _ => {}
            }
        }
        special
    }
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
    /// Its unsatisfiable core follows.
    Core,
    /// The values of its objectives follow.
    Objectives,
    /// All is said.
    End,
}

impl Mark {
    const ALL: [Mark; 5] = [Mark::Check, Mark::Model, Mark::Core, Mark::Objectives, Mark::End];

    fn word(self) -> &'static str {
        match self {
            Mark::Check => "check",
            Mark::Model => "model",
            Mark::Core => "core",
            Mark::Objectives => "objectives",
            Mark::End => "end",
        }
    }

    fn write(self, number: usize, text: &mut String) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "(echo \"quis: {} {number}\")", self.word());
    }

    /// The mark that a line of output is.
    pub(crate) fn of_line(line: &[u8]) -> Option<(Mark, usize)> {
        let rest = std::str::from_utf8(echoed(line).strip_prefix(b"quis: ")?).ok()?;
        let (word, number) = rest.split_once(' ')?;
        let mark = Mark::ALL.into_iter().find(|mark| mark.word() == word)?;
        Some((mark, number.parse().ok()?))
    }
}

/// What an `echo` said that printed this line: some solvers print the quotation marks, too.
pub(crate) fn echoed(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line)
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

    /// A text with its checks, as techniques hand them over.
    fn of_text(text: &str, ask: Ask) -> Question {
        let checks: Vec<_> = commands(text).filter(|(name, _)| name.starts_with("check-sat")).collect();
        let places: Vec<_> = checks.into_iter().map(|(_, place)| place).collect();
        Question::of_text(text, &places, false, ask)
    }

    #[test]
    fn a_text_is_sent_as_it_is() {
        let both = Ask { cores: true, ..Ask::MODELS };
        let question = of_text("(set-logic ALL)\n; a check: (check-sat)\n(check-sat) (pop 1)", both);
        let expected = "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n\
            (set-logic ALL)\n; a check: (check-sat)\n\n(echo \"quis: check 0\")\n(check-sat)\n\
            (echo \"quis: model 0\")\n(get-model)\n(echo \"quis: core 0\")\n(get-unsat-core)\n\
            (echo \"quis: end 0\")\n (pop 1)\n";
        assert_eq!((&*question.text, question.checks, question.has_options), (expected, 1, false));
        let bare = of_text("(check-sat)(check-sat)", Ask::default());
        let expected = "\n(echo \"quis: check 0\")\n(check-sat)\n(echo \"quis: end 0\")\n\
            \n(echo \"quis: check 1\")\n(check-sat)\n(echo \"quis: end 1\")\n";
        assert_eq!((&*bare.text, bare.checks), (expected, 2));
    }

    #[test]
    fn the_first_objective_is_evaluated() {
        let ask = Ask { objectives: true, ..Ask::MODELS };
        let question = of_text("(minimize (+ x 1))\n(maximize x)\n(check-sat)", ask);
        let expected =
            "(echo \"quis: objectives 0\")\n(get-objectives)\n(eval (+ x 1))\n(echo \"quis: end 0\")\n";
        assert!(question.text.ends_with(expected), "{}", question.text);
        assert!(!of_text("(assert-soft p)\n(check-sat)", ask).text.contains("eval"));
    }

    #[test]
    fn a_question_in_one_scope_has_a_head() {
        let head = |text: &str| of_text(text, Ask::MODELS).head().map(str::to_owned);
        let on = "(set-option :produce-models true)\n";
        let scoped = "(set-logic ALL)\n(push 1)\n(assert true)\n(check-sat)\n(pop 1)\n";
        assert_eq!(head(scoped), Some(format!("{on}(set-logic ALL)\n")));
        assert_eq!(head(&scoped[16..]), Some(on.to_owned()));
        for other in [
            "(push 1)(check-sat)(pop 1)(pop 1)",
            "(push 1)(reset)(check-sat)(pop 1)",
            "(check-sat)(push 1)(pop 1)",
        ] {
            assert_eq!(head(other), None, "{other}");
        }
        for other in
            ["(push 1)(check-sat)", "(push 2)(check-sat)(pop 1)", "(push 1)(push 1)(check-sat)(pop 1)"]
        {
            assert_eq!(head(other), None, "{other}");
        }
    }

    #[test]
    fn resets_options_and_exits_of_a_text_are_seen() {
        let models = Ask::MODELS;
        let question = of_text(
            "(check-sat)\n(reset)(reset)\n(set-option :x 1)\n(check-sat)\n(exit)\n(check-sat)",
            models,
        );
        let on = "(set-option :produce-models true)\n";
        assert_eq!(question.text.matches(on).count(), 3);
        assert!(question.text.contains(&format!("(reset)\n{on}(reset)\n{on}\n(set-option :x 1)")));
        assert!(!question.text.contains("(exit)") && question.text.ends_with("(echo \"quis: end 1\")\n\n"));
        assert_eq!((question.checks, question.has_options), (3, true));
    }

    #[test]
    fn ranges_that_make_no_sense_do_no_harm() {
        let text = "(check-sat) é (check-sat)";
        let places: [&[(usize, usize)]; 5] =
            [&[(0, 99)], &[(13, 14)], &[(14, 25), (0, 11)], &[(9, 3)], &[(0, 11), (5, 12)]];
        for places in places {
            let places: Vec<_> = places.iter().map(|&(start, end)| start..end).collect();
            let question = Question::of_text(text, &places, false, Ask::default());
            assert_eq!(question.checks, places.len());
            assert!(question.text.contains('é'), "nothing is lost: {}", question.text);
        }
    }

    #[test]
    fn marks_are_known_with_and_without_quotation_marks() {
        assert_eq!(Mark::of_line(b"quis: check 0"), Some((Mark::Check, 0)));
        assert_eq!(Mark::of_line(b" \"quis: end 12\"\r"), Some((Mark::End, 12)));
        assert_eq!(Mark::of_line(b"quis: check"), None);
        assert_eq!(Mark::of_line(b"x quis: check 0"), None);
    }
}
