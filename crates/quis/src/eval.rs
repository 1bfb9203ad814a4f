//! `quis eval`: the values of assertions and terms under a model.

use std::path::Path;

use quis_campaign::validate::Explanation;
use quis_semantics::{Completion, Evaluator, Model, Slot, Value, checks, sketch};
use quis_smtlib::{
    Command, Mode, ParseOptions, Places, Script, Severity, Term, commands, read_model, read_values,
};
use serde::Serialize;

use crate::args::EvalArgs;
use crate::console::{self, Console, Status, json_line};
use crate::diagnostics::{Renderer, printable};
use crate::explanation;
use crate::input::{self, Source};

pub(crate) fn run(args: &EvalArgs, console: &Console) -> anyhow::Result<Status> {
    let renderer = console.stderr_renderer();
    let session = match Session::read(args, &renderer) {
        Ok(session) => session,
        Err(messages) => {
            console.warn(&messages);
            return Ok(Status::Rejected);
        }
    };
    console.warn(&session.warnings);
    let (text, status) = session.evaluate(args);
    console::print(text.as_bytes())?;
    Ok(status)
}

/// A script up to a check, with the terms to evaluate there, and a model.
struct Session {
    source: Source,
    script: Script,
    /// The terms to evaluate: assertions, or those that the user names.
    terms: Vec<Asked>,
    model: Model,
    warnings: String,
}

/// A term to evaluate.
struct Asked {
    term: Term,
    /// The line of its command.
    line: Option<usize>,
    /// As the user wrote it.
    written: Option<String>,
}

impl Session {
    /// Reads everything. On failure returns the messages.
    fn read(args: &EvalArgs, renderer: &Renderer) -> Result<Session, String> {
        if input::is_stdin(&args.file) && input::is_stdin(&args.model) {
            return Err(
                renderer.message("only one of the script and the model can be the standard input", None)
            );
        }
        let read = |path: &Path| input::read(path).map_err(|error| renderer.input_error(&error));
        let source = read(&args.file)?;
        let answer = read(&args.model)?;
        let options = ParseOptions { mode: Mode::Standard, comments: false };
        let whole = source.parse(options);
        if !whole.is_ok() {
            return Err(renderer.diagnostics(&source, &whole.diagnostics, false));
        }
        let end = end_of_check(&source, args.check).map_err(|message| renderer.message(&message, None))?;
        let source = source.up_to(end);
        let mut script = source.parse(options).script;
        let places = Places::new(&source.text, &script);
        let line_of = |command: usize| {
            places.of(command).map(|place| quis_smtlib::line_and_column(&source.text, place.start).0)
        };
        let check = script.commands.len().saturating_sub(1);
        let mut terms = Vec::new();
        for assertion in asserted(&script) {
            let command = script.commands.iter().rposition(|command| *command == Command::Assert(assertion));
            terms.push(Asked { term: assertion, line: line_of(command.unwrap_or(check)), written: None });
        }
        if !args.terms.is_empty() {
            (script, terms) = with_terms(&source, options, args, renderer)?;
        }
        let (mut model, warnings) = model_of(&mut script, check, &answer, renderer)?;
        if args.complete {
            model.completion = Completion::Symbols;
        }
        Ok(Session { source, script, terms, model, warnings })
    }

    fn evaluate(mut self, args: &EvalArgs) -> (String, Status) {
        let store = &self.script.store;
        let slots: Vec<Slot> = {
            let mut evaluator = Evaluator::new(store, &mut self.model);
            self.terms.iter().map(|asked| evaluator.evaluate(asked.term)).collect()
        };
        let mut text = String::new();
        let mut status = Status::Good;
        for (at, (asked, slot)) in self.terms.iter().zip(&slots).enumerate() {
            let assertion = asked.written.is_none();
            let is_false = assertion && *slot == Ok(Value::Bool(false));
            let explanation = is_false.then(|| Explanation::new(store, asked.term, &mut self.model));
            match slot {
                _ if is_false => status = Status::Failed,
                Ok(_) => {}
                Err(_) if status == Status::Good => status = Status::Open,
                Err(_) => {}
            }
            let (value, open) = (slot.as_ref().ok(), slot.as_ref().err());
            let line = Line {
                file: &self.source.name,
                number: at + 1,
                line: asked.line,
                term: asked.written.clone().unwrap_or_else(|| sketch::term(store, asked.term)),
                value: value.map(|value| self.model.values.text(store, store.sort(asked.term), value)),
                reason: open.map(|open| open.reason.name()),
                message: open.map(|open| open.reason.describe(store)),
                part: open.filter(|open| open.term != asked.term).map(|open| sketch::term(store, open.term)),
                failure: explanation,
            };
            text.push_str(&if args.json { json_line(&line) } else { line.text(assertion) });
        }
        if self.terms.is_empty() && !args.json {
            text.push_str("nothing is asserted\n");
        }
        (text, status)
    }
}

/// The assertions at the last command if that is a check, and at the end of the script otherwise.
fn asserted(script: &Script) -> Vec<Term> {
    let mut with_check = Script { store: Default::default(), commands: script.commands.clone() };
    if !matches!(with_check.commands.last(), Some(Command::CheckSat | Command::CheckSatAssuming(_))) {
        with_check.commands.push(Command::CheckSat);
    }
    checks(&with_check).pop().map(|check| check.assertions).unwrap_or_default()
}

/// The end of the text that matters: of the check that the user names, or of the last check, or of the whole script if it has no
/// check.
fn end_of_check(source: &Source, wanted: Option<usize>) -> Result<usize, String> {
    let ends: Vec<(&str, usize)> = commands(&source.text)
        .take_while(|(name, _)| *name != "exit")
        .map(|(name, place)| (name, place.end))
        .collect();
    let is_check = |name: &str| matches!(name, "check-sat" | "check-sat-assuming");
    let checks: Vec<usize> = ends.iter().filter(|(name, _)| is_check(name)).map(|(_, end)| *end).collect();
    match wanted {
        None => Ok(checks.last().or(ends.last().map(|(_, end)| end)).copied().unwrap_or(0)),
        Some(number) => checks.get(number - 1).copied().ok_or_else(|| {
            let count = crate::units::counted(checks.len() as u64, "check", "checks");
            format!("{} has {count}: there is no check {number}", source.name)
        }),
    }
}

/// The script with the terms of the command line at its end, so that they see what the check sees.
fn with_terms(
    source: &Source,
    options: ParseOptions,
    args: &EvalArgs,
    renderer: &Renderer,
) -> Result<(Script, Vec<Asked>), String> {
    const BEFORE: &str = "\n(get-value (";
    let mut asked = Vec::new();
    let mut script = Script::default();
    let mut text = source.text.clone();
    let before = source.parse(options).script.commands.len();
    // One after the other: a mistake in one must not spoil the next.
    for (at, written) in args.terms.iter().enumerate() {
        let start = text.len() + BEFORE.len();
        text.push_str(&format!("{BEFORE}{written}\n))"));
        let parsed = quis_smtlib::parse_with(&text, options);
        let end = start + written.len();
        let mut errors: Vec<_> = parsed
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .cloned()
            .collect();
        for error in &mut errors {
            // Only the closing parentheses follow the term.
            error.span = error.span.start.clamp(start, end) - start..error.span.end.clamp(start, end) - start;
        }
        let one = match parsed.script.commands.get(before + at..) {
            Some([Command::GetValue(terms)]) if terms.len() == 1 => Some(terms[0]),
            _ => None,
        };
        if one.is_none() && errors.is_empty() {
            errors.push(quis_smtlib::Diagnostic::error(0..written.len(), "this is not one term"));
        }
        let source = Source::of_argument("--term", written);
        let Some(term) = one.filter(|_| errors.is_empty()) else {
            return Err(renderer.diagnostics(&source, &errors, false));
        };
        script = parsed.script;
        asked.push(Asked { term, line: None, written: Some(written.clone()) });
    }
    // The last parse has all terms, in the same order.
    for (at, asked) in asked.iter_mut().enumerate() {
        if let Some(Command::GetValue(terms)) = script.commands.get(before + at) {
            asked.term = terms[0];
        }
    }
    Ok((script, asked))
}

/// The result for a term; `--json` prints it as it is.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    number: usize,
    line: Option<usize>,
    term: String,
    value: Option<String>,
    reason: Option<&'static str>,
    message: Option<String>,
    part: Option<String>,
    failure: Option<Explanation>,
}

impl Line<'_> {
    fn text(&self, assertion: bool) -> String {
        let what = match (assertion, self.line) {
            (false, _) => String::new(),
            (true, Some(line)) => format!("{}:{line}: ", printable(self.file)),
            (true, None) => format!("{}: assertion {}: ", printable(self.file), self.number),
        };
        let value = match (&self.value, &self.message) {
            (Some(value), _) => value.clone(),
            (None, Some(message)) => format!("open: {}", printable(message)),
            (None, None) => "open".to_owned(),
        };
        let mut text = format!("{what}{} = {value}\n", printable(&self.term));
        // The message names the missing symbol.
        if let Some(part) = self.part.as_ref().filter(|_| self.reason != Some("missing")) {
            text.push_str(&format!("  where {} has no value\n", printable(part)));
        }
        if let Some(failure) = &self.failure {
            text.push_str(&explanation::text(failure, &self.term));
        }
        text
    }
}

/// The model in an answer to `(get-model)` or `(get-value (…))`, with warnings. Returns messages if the answer has no model.
fn model_of(
    script: &mut Script,
    check: usize,
    answer: &Source,
    renderer: &Renderer,
) -> Result<(Model, String), String> {
    let read = read_model(script, check, &answer.text);
    let mut warnings = renderer.diagnostics(answer, &read.diagnostics, true);
    if !read.definitions.is_empty() {
        return Ok((Model::from_answer(&script.store, &read), warnings));
    }
    if !read.is_ok() {
        let values = read_values(script, check, &answer.text);
        if values.is_ok() && !values.values.is_empty() {
            return Ok((Model::from_values(&script.store, &values), String::new()));
        }
        return Err(warnings);
    }
    warnings.push_str(&renderer.warning(&format!("{} defines nothing", answer.name)));
    Ok((Model::from_answer(&script.store, &read), warnings))
}
