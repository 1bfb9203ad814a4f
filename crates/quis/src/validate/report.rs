//! The outcome of a check as text and as JSON.

use std::ops::Range;

use quis_campaign::validate::{Assertion, Explanation, Kind, Outcome};
use quis_smtlib::Diagnostic;
use quis_solvers::Solver;
use serde::Serialize;

use crate::console::json_line;
use crate::diagnostics::{Note, Renderer, printable};
use crate::explanation;
use crate::input::Source;

/// The line that `--json` prints for a check.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    solver: &'a str,
    check: usize,
    line: Option<usize>,
    answer: Option<&'static str>,
    verdict: &'static str,
    completed: bool,
    reason: Option<&'static str>,
    message: Option<&'a str>,
    assertion: Option<AssertionLine<'a>>,
    failure: Option<&'a Explanation>,
    unread: Vec<Note>,
    seconds: f64,
}

#[derive(Serialize)]
struct AssertionLine<'a> {
    line: Option<usize>,
    term: &'a str,
    part: Option<&'a str>,
}

/// The line that `--json` prints for a rejected file.
#[derive(Serialize)]
struct RejectedLine<'a> {
    file: &'a str,
    verdict: &'static str,
    diagnostics: Vec<Note>,
}

pub(super) fn rejected_line(file: &str, diagnostics: Vec<Note>) -> String {
    json_line(&RejectedLine { file, verdict: "rejected", diagnostics })
}

/// Writes the outcomes of a file and a solver.
pub(super) struct Report<'a> {
    pub(super) renderer: &'a Renderer,
    pub(super) source: &'a Source,
    pub(super) solver: &'a Solver,
}

impl Report<'_> {
    /// The outcome as JSON.
    pub(super) fn line(&self, outcome: &Outcome) -> String {
        json_line(&Line {
            file: &self.source.name,
            solver: &self.solver.name,
            check: outcome.check,
            line: self.line_of(outcome.place.as_ref()),
            answer: outcome.answer.map(quis_solvers::Answer::name),
            verdict: outcome.kind.name(),
            completed: outcome.kind == Kind::Valid { completed: true },
            reason: outcome.reason,
            message: outcome.message.as_deref(),
            assertion: outcome.assertion.as_ref().map(|assertion| AssertionLine {
                line: self.line_of(assertion.place.as_ref()),
                term: &assertion.text,
                part: assertion.part.as_deref(),
            }),
            failure: outcome.explanation.as_ref(),
            unread: unread(outcome),
            seconds: outcome.wall.as_secs_f64(),
        })
    }

    /// The outcome as text.
    pub(super) fn text(&self, outcome: &Outcome) -> String {
        let mut text = match (&outcome.assertion, outcome.kind) {
            (Some(assertion), Kind::Invalid) => self.invalid(assertion, outcome),
            _ => self.sentence(outcome),
        };
        let messages: Vec<String> = unread(outcome).iter().map(Note::brief).collect();
        if !messages.is_empty() {
            text.push_str(&format!("  not read of its model: {}\n", printable(&messages.join("; "))));
        }
        text
    }

    fn sentence(&self, outcome: &Outcome) -> String {
        let mut text = format!("{}: {}", self.place(outcome), outcome.kind.name());
        if outcome.kind == (Kind::Valid { completed: true }) {
            text.push_str(", with values chosen for what the model leaves open");
        }
        if let Some(message) = &outcome.message {
            text.push_str(&format!(": {}", printable(message)));
        }
        text.push('\n');
        if let Some(assertion) = &outcome.assertion {
            let line = self.in_line(assertion.place.as_ref());
            let part = assertion.part.as_ref().unwrap_or(&assertion.text);
            text.push_str(&format!("  {}{line}\n", printable(part)));
        }
        text
    }

    /// `file:12: z3`
    fn place(&self, outcome: &Outcome) -> String {
        let name = printable(&self.source.name);
        // With one check, the name of the file suffices.
        match self.line_of(outcome.place.as_ref()).filter(|_| outcome.checks > 1) {
            Some(line) => format!("{name}:{line}: {}", self.solver.name),
            None if outcome.checks > 1 => format!("{name}: check {}: {}", outcome.check, self.solver.name),
            None => format!("{name}: {}", self.solver.name),
        }
    }

    fn invalid(&self, assertion: &Assertion, outcome: &Outcome) -> String {
        let claim = format!("{} answered sat, but its model makes this assertion false", self.solver.name);
        let mut text = if let Some(place) = &assertion.place {
            let mut error = Diagnostic::error(place.clone(), claim);
            if outcome.checks > 1 {
                let line = self.in_line(outcome.place.as_ref());
                error = error.label(format!("false at check {}{line}", outcome.check));
            }
            self.renderer.diagnostics(self.source, &[error], false).trim_end().to_owned() + "\n"
        } else {
            let message = format!("{}: {claim}: {}", self.source.name, assertion.text);
            self.renderer.message(&message, None)
        };
        if let Some(explanation) = &outcome.explanation {
            text.push_str(&explanation::text(explanation, ""));
        }
        text + "\n"
    }

    pub(super) fn nothing(&self) -> String {
        format!(
            "{}: {}: nothing to validate: there is no check\n",
            printable(&self.source.name),
            self.solver.name
        )
    }

    /// ` in line 12`, or nothing if the place is not known.
    fn in_line(&self, place: Option<&Range<usize>>) -> String {
        self.line_of(place).map_or_else(String::new, |line| format!(" in line {line}"))
    }

    fn line_of(&self, place: Option<&Range<usize>>) -> Option<usize> {
        Some(quis_smtlib::line_and_column(&self.source.text, place?.start).0)
    }
}

/// The messages about the parts of a model that Quis cannot read.
fn unread(outcome: &Outcome) -> Vec<Note> {
    outcome.unread.as_ref().map_or_else(Vec::new, |unread| Note::all(&unread.model, &unread.diagnostics))
}
