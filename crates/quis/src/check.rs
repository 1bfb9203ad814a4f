//! `quis check`: parse and type-check files, in parallel, and say what is wrong with them in their order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use quis_smtlib::{Diagnostic, ParseOptions};
use serde::Serialize;

use crate::args::CheckArgs;
use crate::console::{self, Console, Status, json_line};
use crate::diagnostics::{Note, Renderer};
use crate::files::{self, Found};
use crate::input::{self, InputError, Source};
use crate::parallel::{self, Event, in_order, panic_message};
use crate::progress::Progress;
use crate::units::{bytes, counted, grouped};

pub(crate) fn run(args: &CheckArgs, console: &Console) -> anyhow::Result<Status> {
    let started = Instant::now();
    let files = files::expand(&args.paths);
    let report = Report {
        options: ParseOptions { mode: args.mode.mode(), comments: false },
        renderer: console.stdout_renderer(),
        json: args.json,
        warnings: !args.quiet,
    };
    let jobs = parallel::jobs(args.jobs, files.len());
    let mut summary = Summary::default();
    let mut progress = Progress::new(files.len(), "files", !args.quiet);
    in_order(
        files.len(),
        jobs,
        |index| report.check(&files[index]),
        |event| {
            match event {
                Event::Done(count) => progress.update(count),
                Event::Next(checked) => {
                    summary.add(&checked);
                    if !checked.text.is_empty() {
                        progress.aside(|| console::print(checked.text.as_bytes()))?;
                    }
                }
            }
            anyhow::Ok(())
        },
    )?;
    drop(progress);
    summary.seconds = started.elapsed().as_secs_f64();
    if args.json {
        console::print(json_line(&LastLine { summary: &summary }).as_bytes())?;
    } else if !args.quiet {
        console::print(format!("{}\n", summary.sentence()).as_bytes())?;
    }
    Ok(if summary.rejected == 0 { Status::Good } else { Status::Rejected })
}

/// What came of one file.
struct Checked {
    ok: bool,
    bytes: u64,
    /// What to print.
    text: String,
}

/// How to check a file and what to say about it.
struct Report {
    options: ParseOptions,
    renderer: Renderer,
    json: bool,
    warnings: bool,
}

/// What `--json` says about a file.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    ok: bool,
    bytes: u64,
    diagnostics: Vec<Note>,
}

/// What `--json` says at the end.
#[derive(Serialize)]
struct LastLine<'a> {
    summary: &'a Summary,
}

impl Report {
    fn check(&self, found: &Found) -> Checked {
        let path = match found {
            Ok(path) => path,
            Err(error) => return self.without_source(error),
        };
        match input::read(path) {
            Ok(source) => {
                // A bug of ours in one file must not cost the report on the others.
                match catch_unwind(AssertUnwindSafe(|| self.source(&source))) {
                    Ok(checked) => checked,
                    Err(panic) => {
                        let message = format!("internal error: {}", panic_message(&*panic));
                        let error = InputError::new(path, message);
                        self.without_source(
                            &error.help("this is a bug in Quis: please report it, with the file"),
                        )
                    }
                }
            }
            Err(error) => self.without_source(&error),
        }
    }

    fn source(&self, source: &Source) -> Checked {
        let parsed = source.parse(self.options);
        let ok = parsed.is_ok();
        let text = match self.json {
            true => self.line(
                &source.name,
                ok,
                source.bytes,
                Note::all(&source.text, &self.shown(parsed.diagnostics)),
            ),
            false => self.renderer.diagnostics(source, &parsed.diagnostics, self.warnings),
        };
        Checked { ok, bytes: source.bytes, text }
    }

    fn shown(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        diagnostics.retain(|diagnostic| self.warnings || diagnostic.severity == quis_smtlib::Severity::Error);
        diagnostics
    }

    fn without_source(&self, error: &InputError) -> Checked {
        let text = match self.json {
            true => self.line(&error.name, false, 0, vec![Note::without_source(error)]),
            false => self.renderer.input_error(error),
        };
        Checked { ok: false, bytes: 0, text }
    }

    fn line(&self, file: &str, ok: bool, bytes: u64, diagnostics: Vec<Note>) -> String {
        json_line(&Line { file, ok, bytes, diagnostics })
    }
}

/// What came of all files.
#[derive(Default, Serialize)]
struct Summary {
    files: u64,
    accepted: u64,
    rejected: u64,
    bytes: u64,
    seconds: f64,
}

impl Summary {
    fn add(&mut self, checked: &Checked) {
        self.files += 1;
        self.bytes += checked.bytes;
        *(if checked.ok { &mut self.accepted } else { &mut self.rejected }) += 1;
    }

    fn sentence(&self) -> String {
        format!(
            "{}, {} accepted, {} rejected, {} in {:.2} s",
            counted(self.files, "file", "files"),
            grouped(self.accepted),
            grouped(self.rejected),
            bytes(self.bytes),
            self.seconds
        )
    }
}
