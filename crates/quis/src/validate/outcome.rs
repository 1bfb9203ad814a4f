//! What a solver said to each check of a script, and what its models are worth.

use anyhow::Context;
use quis_semantics::{Check, Model, Verdict, checks, sketch, validate};
use quis_smtlib::{AnswerContext, Command, Script, Term};
use quis_solvers::{Answer, End, Options, Question, Reply, Run, Runner, Solver};

use super::Keep;
use crate::diagnostics::Note;
use crate::explanation::Explanation;
use crate::forms::Places;
use crate::input::Source;

/// What came of one check.
pub(super) struct Outcome {
    /// The number of the check, from one.
    pub(super) check: usize,
    /// How many checks there are.
    pub(super) checks: usize,
    /// The line of the check.
    pub(super) line: Option<usize>,
    /// What the solver answered, if that means anything.
    pub(super) answer: Option<Answer>,
    pub(super) kind: Kind,
    /// Why the model is open; why there is no answer.
    pub(super) message: Option<String>,
    /// One word for that.
    pub(super) reason: Option<&'static str>,
    /// The assertion that is false or open.
    pub(super) assertion: Option<Assertion>,
    pub(super) explanation: Option<Explanation>,
    /// What could not be read of the model.
    pub(super) unread: Vec<Note>,
    pub(super) seconds: f64,
    /// The run was ended before this check was answered, because the user does not want to wait.
    pub(super) interrupted: bool,
}

/// One word for what came of a check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Valid { completed: bool },
    Invalid,
    Open,
    Unsat,
    Unknown,
    Timeout,
    Error,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Valid { .. } => "valid",
            Kind::Invalid => "invalid",
            Kind::Open => "open",
            Kind::Unsat => "unsat",
            Kind::Unknown => "unknown",
            Kind::Timeout => "timeout",
            Kind::Error => "error",
        }
    }
}

impl Outcome {
    pub(super) fn is_invalid(&self) -> bool {
        self.kind == Kind::Invalid
    }
}

/// An assertion, for messages.
pub(super) struct Assertion {
    /// Where its command stands, if that is known.
    pub(super) place: Option<std::ops::Range<usize>>,
    pub(super) text: String,
    /// Where in it the matter begins.
    pub(super) part: Option<String>,
}

/// A script and the solver that is asked.
pub(super) struct Asked<'a> {
    pub(super) source: &'a Source,
    pub(super) script: Script,
    pub(super) solver: &'a Solver,
}

impl Asked<'_> {
    /// Runs the solver and looks at its models.
    pub(super) fn outcomes(
        &mut self,
        runner: &Runner,
        keep: Option<Keep<'_>>,
    ) -> anyhow::Result<Vec<Outcome>> {
        let checks = checks(&self.script);
        if checks.is_empty() {
            return Ok(Vec::new());
        }
        let (mut question, mut run) = self.ask(runner, Options::All, keep.as_ref())?;
        let mut replies = question.replies(&run.stdout);
        if question.has_options && replies.iter().any(|reply| reply.early_error) {
            // Perhaps the options are another solver's.
            (question, run) = self.ask(runner, Options::Needed, keep.as_ref())?;
            replies = question.replies(&run.stdout);
        }
        let places = Places::new(&self.source.text, &self.script);
        let outcomes = checks.iter().zip(&replies).enumerate().map(|(at, (check, reply))| {
            let mut outcome = self.outcome(check, reply, &run, &places);
            outcome.check = at + 1;
            outcome.checks = checks.len();
            outcome
        });
        Ok(outcomes.collect())
    }

    fn ask(
        &mut self,
        runner: &Runner,
        options: Options,
        keep: Option<&Keep<'_>>,
    ) -> anyhow::Result<(Question, Run)> {
        let question = Question::new(&mut self.script, options)?;
        let text = self.source.encode(&question.text);
        let run = runner.run(self.solver, &text, question.incremental).context("it cannot be started")?;
        if let Some(keep) = keep {
            keep.write(&self.source.name, &self.solver.name, "smt2", &text)?;
            keep.write(&self.source.name, &self.solver.name, "out", &run.stdout)?;
        }
        Ok((question, run))
    }

    fn outcome(&mut self, check: &Check, reply: &Reply, run: &Run, places: &Places) -> Outcome {
        let line = places.of(check.command).map(|place| self.line(place.start));
        let base = Outcome {
            check: 0,
            checks: 0,
            line,
            answer: reply.answer.filter(|_| reply.error.is_none()),
            kind: Kind::Error,
            message: None,
            reason: None,
            assertion: None,
            explanation: None,
            unread: Vec::new(),
            seconds: run.wall.as_secs_f64(),
            interrupted: run.end == End::Interrupted && !reply.complete,
        };
        if let Some(error) = &reply.error {
            return Outcome { message: Some(error.clone()), ..base };
        }
        match reply.answer {
            Some(Answer::Sat) => self.with_model(check, reply, run, places, base),
            Some(Answer::Unsat) => Outcome { kind: Kind::Unsat, ..base },
            Some(Answer::Unknown) => Outcome { kind: Kind::Unknown, ..base },
            None => {
                let (kind, message) = no_answer(run);
                Outcome { kind, message, ..base }
            }
        }
    }

    fn with_model(
        &mut self,
        check: &Check,
        reply: &Reply,
        run: &Run,
        places: &Places,
        base: Outcome,
    ) -> Outcome {
        let Some(text) = reply.model_text() else {
            let (kind, message) = match reply.model_error() {
                Some(error) => (Kind::Error, Some(error)),
                None if !reply.complete => no_answer(run),
                None => (Kind::Error, Some("what it printed is not UTF-8, or nothing".to_owned())),
            };
            let message = message.map_or_else(String::new, |message| format!(": {message}"));
            return Outcome {
                kind,
                message: Some(format!("it answered sat, but gave no model{message}")),
                ..base
            };
        };
        let answer =
            AnswerContext::new(&mut self.script, check.command).read_model(&mut self.script.store, text);
        let store = &self.script.store;
        let mut model = Model::from_answer(store, &answer);
        let unread = Note::all(text, &answer.diagnostics);
        let base = Outcome { unread, ..base };
        match validate(store, &check.assertions, &mut model) {
            Verdict::Valid { completed } => Outcome { kind: Kind::Valid { completed }, ..base },
            Verdict::Invalid { assertion } => {
                let explanation = Some(Explanation::new(store, assertion, &mut model));
                let assertion = Some(self.assertion(check, assertion, None, places));
                if answer.is_ok() {
                    return Outcome { kind: Kind::Invalid, assertion, explanation, ..base };
                }
                // What was not read might have made it true.
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
            // What was not asserted before was assumed at the check.
            place: places.of(command.unwrap_or(check.command)),
            text: sketch::term(store, term),
            part: part.filter(|&part| part != term).map(|part| sketch::term(store, part)),
        }
    }

    fn line(&self, offset: usize) -> usize {
        quis_smtlib::line_and_column(&self.source.text, offset).0
    }
}

/// Why a check was not answered.
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
