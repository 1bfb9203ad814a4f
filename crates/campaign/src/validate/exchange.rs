//! Asks a solver, and evaluates the assertions under its models.

use std::borrow::Cow;
use std::{fmt, io};

use quis_semantics::{Check, Model, Verdict, checks, sketch, validate};
use quis_smtlib::{AnswerContext, Command, Places, PrintError, Script, Term};
use quis_solvers::{Answer, End, Options, Question, Reply, Run, Runner, Solver};

use super::{Assertion, Explanation, Kind, Outcome, Unread};

/// Why a solver could not be asked.
#[derive(Debug)]
pub enum Error {
    /// The script cannot be printed.
    Print(PrintError),
    /// The solver cannot be started.
    Start(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Print(error) => error.fmt(f),
            Error::Start(error) => write!(f, "it cannot be started: {error}"),
        }
    }
}

// The text of an error has that of its cause: there is no source beside it.
impl std::error::Error for Error {}

/// A script that was put to a solver, and what the solver did.
#[derive(Debug)]
pub struct Exchange {
    /// The text that was sent.
    pub sent: Vec<u8>,
    /// What the solver did.
    pub run: Run,
    script: Script,
    checks: Vec<Check>,
    replies: Vec<Reply>,
}

impl Exchange {
    /// Asks a solver for an answer and a model at every check of a script. `None` if the script has no check.
    ///
    /// `encode` turns a text into the bytes to send, in the encoding of the script's file.
    ///
    /// # Errors
    /// If the script cannot be printed, or the solver cannot be started.
    pub fn new(
        mut script: Script,
        solver: &Solver,
        runner: &Runner,
        encode: impl Fn(&str) -> Cow<'_, [u8]>,
    ) -> Result<Option<Exchange>, Error> {
        let checks = checks(&script);
        if checks.is_empty() {
            return Ok(None);
        }
        let mut ask = |options| {
            let question = Question::new(&mut script, options).map_err(Error::Print)?;
            let sent = encode(&question.text).into_owned();
            let run = runner.run(solver, &sent, question.incremental).map_err(Error::Start)?;
            let replies = question.replies(&run.stdout);
            Ok((question.has_options, sent, run, replies))
        };
        let (has_options, mut sent, mut run, mut replies) = ask(Options::All)?;
        if has_options && replies.iter().any(|reply| reply.early_error) {
            // The options may belong to another solver.
            (_, sent, run, replies) = ask(Options::Needed)?;
        }
        Ok(Some(Exchange { sent, run, script, checks, replies }))
    }

    /// Validates the model of every check. `text` is the script's, for places.
    #[must_use]
    pub fn outcomes(mut self, text: &str) -> Vec<Outcome> {
        let places = Places::new(text, &self.script);
        let checks = std::mem::take(&mut self.checks);
        let replies = std::mem::take(&mut self.replies);
        let pairs = checks.iter().zip(&replies).enumerate();
        pairs
            .map(|(at, (check, reply))| {
                let base = Outcome {
                    check: at + 1,
                    checks: checks.len(),
                    place: places.of(check.command),
                    answer: reply.answer.filter(|_| reply.error.is_none()),
                    kind: Kind::Error,
                    message: None,
                    reason: None,
                    assertion: None,
                    explanation: None,
                    unread: None,
                    wall: self.run.wall,
                    interrupted: self.run.end == End::Interrupted && !reply.complete,
                };
                self.outcome(check, reply, &places, base)
            })
            .collect()
    }

    fn outcome(&mut self, check: &Check, reply: &Reply, places: &Places, base: Outcome) -> Outcome {
        if let Some(error) = &reply.error {
            return Outcome { message: Some(error.clone()), ..base };
        }
        match reply.answer {
            Some(Answer::Sat) => self.with_model(check, reply, places, base),
            Some(Answer::Unsat) => Outcome { kind: Kind::Unsat, ..base },
            Some(Answer::Unknown) => Outcome { kind: Kind::Unknown, ..base },
            None => {
                let (kind, message) = no_answer(&self.run);
                Outcome { kind, message, ..base }
            }
        }
    }

    fn with_model(&mut self, check: &Check, reply: &Reply, places: &Places, base: Outcome) -> Outcome {
        let Some(text) = reply.model_text() else {
            let (kind, message) = match reply.model_error() {
                Some(error) => (Kind::Error, Some(error)),
                None if !reply.complete => no_answer(&self.run),
                None => (Kind::Error, Some("what it printed is not UTF-8, or nothing".to_owned())),
            };
            let message = message.map_or_else(String::new, |message| format!(": {message}"));
            let message = Some(format!("it answered sat, but gave no model{message}"));
            return Outcome { kind, message, ..base };
        };
        let answer =
            AnswerContext::new(&mut self.script, check.command).read_model(&mut self.script.store, text);
        let store = &self.script.store;
        let mut model = Model::from_answer(store, &answer);
        let is_read = answer.is_ok();
        let unread = (!answer.diagnostics.is_empty())
            .then(|| Unread { model: text.to_owned(), diagnostics: answer.diagnostics });
        let base = Outcome { unread, ..base };
        match validate(store, &check.assertions, &mut model) {
            Verdict::Valid { completed } => Outcome { kind: Kind::Valid { completed }, ..base },
            Verdict::Invalid { assertion } => {
                let explanation = Some(Explanation::new(store, assertion, &mut model));
                let assertion = Some(self.assertion(check, assertion, None, places));
                if is_read {
                    return Outcome { kind: Kind::Invalid, assertion, explanation, ..base };
                }
                // The rest of the model might make it true.
                let message = "an assertion is false, but part of the model could not be read".to_owned();
                let reason = Some("unread");
                Outcome { kind: Kind::Open, message: Some(message), reason, assertion, explanation, ..base }
            }
            Verdict::Open { assertion, open } => Outcome {
                kind: Kind::Open,
                message: Some(open.reason.describe(store)),
                reason: Some(open.reason.name()),
                assertion: Some(self.assertion(check, assertion, Some(open.term), places)),
                ..base
            },
        }
    }

    fn assertion(&self, check: &Check, term: Term, part: Option<Term>, places: &Places) -> Assertion {
        let store = &self.script.store;
        let before = &self.script.commands[..check.command.min(self.script.commands.len())];
        let command = before.iter().rposition(|command| *command == Command::Assert(term));
        Assertion {
            // A term that no command asserts is an assumption of the check.
            place: places.of(command.unwrap_or(check.command)),
            text: sketch::term(store, term),
            part: part.filter(|&part| part != term).map(|part| sketch::term(store, part)),
        }
    }
}

/// Why a check has no answer.
fn no_answer(run: &Run) -> (Kind, Option<String>) {
    let said = || {
        let text = String::from_utf8_lossy(&run.stderr);
        text.lines().find(|line| !line.trim().is_empty()).map(|line| format!(": {}", line.trim()))
    };
    let (kind, message) = match run.end {
        End::TimedOut => return (Kind::Timeout, None),
        End::Interrupted => return (Kind::Error, Some("interrupted".to_owned())),
        End::Truncated => return (Kind::Error, Some("it printed too much".to_owned())),
        End::Exited(code) => (Kind::Error, format!("no answer, exit code {code}")),
        End::Signal(signal) => (Kind::Error, format!("no answer, ended by signal {signal}")),
    };
    (kind, Some(message + &said().unwrap_or_default()))
}
