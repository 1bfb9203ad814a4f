//! `quis validate`: runs solvers and validates their models.

mod report;
mod summary;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow};
use quis_campaign::validate::{Exchange, Kind, Outcome};
use quis_smtlib::{Mode, ParseOptions, Script};
use quis_solvers::{Interrupt, Limits, Runner, Solver};

use crate::args::ValidateArgs;
use crate::atomic;
use crate::console::{self, Console, Status, json_line};
use crate::diagnostics::{Note, Renderer};
use crate::files::{self, Found};
use crate::input::{self, InputError, Source};
use crate::parallel::{self, Event, in_order, panic_message};
use crate::progress::Progress;
use crate::solvers;
use summary::Summary;

pub(crate) fn run(args: &ValidateArgs, console: &Console) -> anyhow::Result<Status> {
    let started = Instant::now();
    let solvers = find_solvers(args)?;
    if let Some(directory) = &args.keep {
        std::fs::create_dir_all(directory)
            .map_err(|error| anyhow!("{}: not made: {}", directory.display(), input::reason(&error)))?;
    }
    let inputs = Input::all(&args.paths);
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let runner = Runner::new(Limits::of_case(args.timeout, args.memory)).with_interrupt(interrupt.clone());
    let work = Work {
        args,
        solvers: &solvers,
        inputs: &inputs,
        runner: &runner,
        interrupt: &interrupt,
        renderer: console.stdout_renderer(),
    };
    let pieces = inputs.len() * solvers.len();
    let mut summary = Summary::new(&solvers);
    let mut progress = Progress::new(pieces, "runs", !args.quiet);
    let result = in_order(
        pieces,
        parallel::jobs(args.jobs, pieces),
        |index| work.piece(index),
        |event| {
            match event {
                Event::Done(count) => progress.update(count),
                Event::Next(Some(piece)) => {
                    summary.add(&piece);
                    if !piece.text.is_empty() {
                        progress.aside(|| console::print(piece.text.as_bytes())).inspect_err(|_| {
                            // The output is closed: no solver need go on.
                            interrupt.trigger();
                        })?;
                    }
                }
                Event::Next(None) => {}
            }
            anyhow::Ok(())
        },
    );
    drop(progress);
    result?;
    summary.finish(started.elapsed(), interrupt.is_on());
    if args.json {
        console::print(json_line(&summary.last_line()).as_bytes())?;
    } else if !args.quiet {
        console::print(summary.text().as_bytes())?;
    }
    Ok(summary.status())
}

fn find_solvers(args: &ValidateArgs) -> anyhow::Result<Vec<Solver>> {
    let path = solvers::search_path(&args.table.profiles)?;
    let find =
        |spec: &String| solvers::find(spec, &path).map_err(|error| anyhow!("--solver {spec}: {error}"));
    args.solvers.iter().map(find).collect()
}

/// A file to validate models for.
enum Input {
    File(PathBuf),
    /// An input that can be read only once: its contents.
    Read(Source),
    None(InputError),
}

impl Input {
    fn all(paths: &[PathBuf]) -> Vec<Input> {
        let take = |found: Found| match found {
            Ok(path) if input::is_stdin(&path) => match input::read(&path) {
                Ok(source) => Input::Read(source),
                Err(error) => Input::None(error),
            },
            Ok(path) => Input::File(path),
            Err(error) => Input::None(error),
        };
        files::expand(paths).into_iter().map(take).collect()
    }
}

/// The result for one file and one solver.
struct Piece {
    file: usize,
    solver: usize,
    /// What to print.
    text: String,
    result: Result<Vec<Outcome>, Rejected>,
}

/// Quis rejects the file, or the solver cannot be run.
struct Rejected;

/// All files and solvers, and how to run them.
struct Work<'a> {
    args: &'a ValidateArgs,
    solvers: &'a [Solver],
    inputs: &'a [Input],
    runner: &'a Runner,
    interrupt: &'a Interrupt,
    renderer: Renderer,
}

impl Work<'_> {
    /// Validates the models of one solver for one file. Returns nothing on interrupt.
    fn piece(&self, index: usize) -> Option<Piece> {
        if self.interrupt.is_on() {
            return None;
        }
        let (file, solver) = (index / self.solvers.len(), index % self.solvers.len());
        let rejected = |text| Some(Piece { file, solver, text, result: Err(Rejected) });
        let read;
        let source = match &self.inputs[file] {
            Input::Read(source) => source,
            Input::File(path) => match input::read(path) {
                Ok(source) => {
                    read = source;
                    &read
                }
                Err(error) => return rejected(self.input_error(&error, solver)),
            },
            Input::None(error) => return rejected(self.input_error(error, solver)),
        };
        let parsed = source.parse(ParseOptions { mode: Mode::Standard, comments: false });
        if !parsed.is_ok() {
            return rejected(self.diagnostics(source, &parsed.diagnostics, solver));
        }
        // A bug of ours in one file must not cost the results of the others.
        let result =
            catch_unwind(AssertUnwindSafe(|| self.outcomes(source, parsed.script, &self.solvers[solver])));
        let outcomes = match result {
            Ok(Ok(outcomes)) => outcomes,
            Ok(Err(error)) => {
                let message = format!("{}: not run: {error:#}", self.solvers[solver].name);
                return rejected(self.failed(&source.name, message, None));
            }
            Err(panic) => {
                let message = format!("internal error: {}", panic_message(&*panic));
                let help = "this is a bug in Quis: please report it, with the file";
                return rejected(self.failed(&source.name, message, Some(help)));
            }
        };
        if self.interrupt.is_on() && outcomes.iter().any(|outcome| outcome.interrupted) {
            return None;
        }
        let text = self.text(source, &self.solvers[solver], &outcomes);
        Some(Piece { file, solver, text, result: Ok(outcomes) })
    }

    fn outcomes(&self, source: &Source, script: Script, solver: &Solver) -> anyhow::Result<Vec<Outcome>> {
        let exchange = Exchange::new(script, solver, self.runner, |text| source.encode(text))?;
        let Some(exchange) = exchange else { return Ok(Vec::new()) };
        if let Some(directory) = &self.args.keep {
            keep(directory, &source.name, &solver.name, "smt2", &exchange.sent)?;
            keep(directory, &source.name, &solver.name, "out", &exchange.run.stdout)?;
        }
        Ok(exchange.outcomes(&source.text))
    }

    /// The message that a file cannot be read. Only the first solver prints it.
    fn input_error(&self, error: &InputError, solver: usize) -> String {
        match (solver, self.args.json) {
            (0, true) => report::rejected_line(&error.name, vec![Note::without_source(error)]),
            (0, false) => self.renderer.input_error(error),
            _ => String::new(),
        }
    }

    fn diagnostics(&self, source: &Source, diagnostics: &[quis_smtlib::Diagnostic], solver: usize) -> String {
        match (solver, self.args.json) {
            (0, true) => report::rejected_line(&source.name, Note::all(&source.text, diagnostics)),
            (0, false) => self.renderer.diagnostics(source, diagnostics, false),
            _ => String::new(),
        }
    }

    fn failed(&self, name: &str, message: String, help: Option<&str>) -> String {
        let error = InputError { name: name.to_owned(), message, help: help.map(str::to_owned) };
        self.input_error(&error, 0)
    }

    fn text(&self, source: &Source, solver: &Solver, outcomes: &[Outcome]) -> String {
        let report = report::Report { renderer: &self.renderer, source, solver };
        if self.args.json {
            return outcomes.iter().map(|outcome| report.line(outcome)).collect();
        }
        if outcomes.is_empty() && !self.args.quiet {
            return report.nothing();
        }
        let shown = |outcome: &&Outcome| !self.args.quiet || outcome.kind == Kind::Invalid;
        outcomes.iter().filter(shown).map(|outcome| report.text(outcome)).collect()
    }
}

/// Keeps what was sent to a solver, or what it printed.
fn keep(directory: &Path, file: &str, solver: &str, ending: &str, contents: &[u8]) -> anyhow::Result<()> {
    let plain = |text: &str| -> String {
        let kept = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        text.trim_start_matches(['.', '/']).chars().map(|c| if kept(c) { c } else { '-' }).collect()
    };
    let name = format!("{}.{}.{ending}", plain(file), plain(solver));
    // File systems limit names, and the end of a name tells more than its beginning.
    let name = &name[name.len().saturating_sub(200)..];
    atomic::write(&directory.join(name), contents)
}
