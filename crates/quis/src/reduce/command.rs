//! `quis reduce FILE -- COMMAND`: any command says what is kept.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use quis_reduce::Predicate;
use quis_smtlib::{Mode, ParseOptions};
use quis_solvers::{End, Interrupt, Limits, Program, Run};
use quis_techniques::TestCase;

use super::args::ReduceArgs;
use super::drive::{self, Job};
use super::expect::{Expectation, end_text};
use super::log::Log;
use super::panel::Panel;
use super::summary::Summary;
use super::target::Target;
use crate::console::{Console, Status};
use crate::diagnostics::printable;
use crate::input::{self, Source};
use crate::units::counted;

/// How long the first run may take, if the user does not say.
const FIRST: Duration = Duration::from_secs(600);
/// Later runs may take so many times what the first took …
const FACTOR: u32 = 2;
/// … and this much more: what is quick varies most.
const SLACK: Duration = Duration::from_millis(500);
/// So many lines of an output are shown where it is not what was expected.
const LINES: usize = 5;

/// Makes a file smaller.
pub(crate) fn run(args: &ReduceArgs, console: &Console) -> anyhow::Result<Status> {
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let Some(source) = read(args, console) else { return Ok(Status::Rejected) };
    let mut target = Target::new(args.output.as_deref(), &args.file)?;
    if target.is_stdout() && args.show.json {
        bail!("the standard output can have the result or the figures: --output or --json must go");
    }
    let wall = args.timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let program = Program::new(&args.command, limits(wall.unwrap_or(FIRST), args.memory))?;
    let program = program.with_interrupt(interrupt.clone());
    let first = program.run(&source.encode(&source.text)).with_context(|| name(args))?;
    let expectation = match expect(args, &first, program.limits()) {
        Ok(expectation) => expectation,
        Err(_) if first.end == End::Interrupted => return Ok(Status::Interrupted),
        Err(Unseen { message, help, seen }) => {
            let message = format!("{}: {message}", source.name);
            console.warn(&(console.stderr_renderer().message(&message, help) + &seen));
            return Ok(Status::Rejected);
        }
    };
    let talks = !args.show.quiet && !args.show.json;
    if talks {
        console.warn(&format!("what is kept: {expectation}\n"));
    }
    let log = args.show.log.as_deref().map(Log::create).transpose()?;
    let wall = wall.unwrap_or(first.wall * FACTOR + SLACK);
    let predicate = Command {
        program: program.with_limits(limits(wall, args.memory)),
        expectation,
        source: &source,
        timeouts: AtomicU64::new(0),
    };
    let job = Job {
        effort: &args.effort,
        interrupt: &interrupt,
        panel: Panel::new(talks),
        log,
        keep: &mut |case| target.put(source.encode(&case.text).into_owned()),
    };
    let result = drive::run(&TestCase::of_text(&source.text, &[]), &predicate, job);
    // Whatever happened: what was confirmed stays.
    target.close()?;
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(failed) => return failed.explain(&source, &predicate.expectation, console),
    };
    let summary = Summary {
        file: &source.name,
        output: &target.name(),
        outcome: &outcome,
        timeouts: predicate.timeouts.into_inner(),
        verdict: None,
    };
    summary.show(&args.show, console)?;
    Ok(summary.status())
}

/// The file, if it is well-formed; otherwise it is said what is wrong with it.
pub(super) fn read(args: &ReduceArgs, console: &Console) -> Option<Source> {
    let renderer = console.stderr_renderer();
    let source = match input::read(&args.file) {
        Ok(source) => source,
        Err(error) => {
            console.warn(&renderer.input_error(&error));
            return None;
        }
    };
    let parsed = source.parse(ParseOptions { mode: Mode::Standard, ..ParseOptions::default() });
    if !parsed.is_ok() {
        console.warn(&renderer.diagnostics(&source, &parsed.diagnostics, false));
        return None;
    }
    Some(source)
}

fn limits(wall: Duration, memory: Option<u64>) -> Limits {
    Limits {
        wall,
        // Only for the case that Quis itself is killed: programs with threads use more than the time on the clock.
        cpu: Some(wall * 16 + Duration::from_secs(1)),
        memory: memory.map(|megabytes| megabytes << 20),
        ..Limits::default()
    }
}

/// Why there is nothing to keep.
struct Unseen {
    message: String,
    help: Option<&'static str>,
    /// What the command did, if that is of interest.
    seen: String,
}

/// What is to be kept, if the first run has it.
fn expect(args: &ReduceArgs, first: &Run, limits: &Limits) -> Result<Expectation, Unseen> {
    let unseen = |message, help| Err(Unseen { message, help, seen: String::new() });
    match first.end {
        End::TimedOut => {
            let message = format!("the command did not end within {} s", limits.wall.as_secs_f64());
            return unseen(message, Some("--timeout sets another limit"));
        }
        End::Truncated => {
            return unseen(format!("the command wrote more than {} bytes", limits.output), None);
        }
        End::Interrupted => return unseen("interrupted".to_owned(), None),
        End::Exited(_) | End::Signal(_) => {}
    }
    let expectation = Expectation::of(&args.kept, first);
    if expectation.holds(first) {
        return Ok(expectation);
    }
    let message = format!("what is to be kept is not seen: {expectation}");
    Err(Unseen { message, help: None, seen: seen(first) })
}

/// The command in messages.
fn name(args: &ReduceArgs) -> String {
    args.command.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Holds for a case if the command does on it what it did on the whole file.
struct Command<'a> {
    program: Program,
    expectation: Expectation,
    /// The whole file, for which it is known to hold.
    source: &'a Source,
    timeouts: AtomicU64,
}

impl Predicate for Command<'_> {
    type Error = anyhow::Error;

    fn holds(&self, case: &TestCase) -> anyhow::Result<bool> {
        if case.text == self.source.text {
            return Ok(true);
        }
        let run =
            self.program.run(&self.source.encode(&case.text)).context("the command could not be run")?;
        if run.end == End::TimedOut {
            self.timeouts.fetch_add(1, Ordering::Relaxed);
        }
        Ok(self.expectation.holds(&run))
    }
}

/// How a run ended, and the first lines that it wrote.
fn seen(run: &Run) -> String {
    let mut text = format!("  it ended with {}\n", end_text(run.end));
    for (name, output) in [("output", &run.stdout), ("error", &run.stderr)] {
        let output = String::from_utf8_lossy(output.trim_ascii());
        if output.is_empty() {
            continue;
        }
        // Writing to a string does not fail.
        let _ = writeln!(text, "  standard {name}:");
        let mut lines = output.lines();
        for line in lines.by_ref().take(LINES) {
            let _ = writeln!(text, "    {}", printable(line));
        }
        let more = lines.count() as u64;
        if more > 0 {
            let _ = writeln!(text, "    … {}", counted(more, "more line", "more lines"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_short() {
        let run = Run {
            stdout: b"1\n2\n3\n4\n5\n6\n7\n".to_vec(),
            stderr: b"\n \x1b[1moops\n".to_vec(),
            end: End::Exited(3),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            memory: 0,
        };
        assert_eq!(
            seen(&run),
            "  it ended with exit code 3\n  standard output:\n    1\n    2\n    3\n    4\n    5\n    … 2 more lines\n  \
             standard error:\n    ␛[1moops\n"
        );
    }
}
