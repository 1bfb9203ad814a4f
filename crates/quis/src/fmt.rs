//! `quis fmt`: pretty-print.

use std::path::Path;

use anyhow::bail;
use quis_smtlib::measure::Shape;
use quis_smtlib::{ParseOptions, PrintError, PrintOptions, print_script};

use crate::args::FmtArgs;
use crate::atomic;
use crate::console::{self, Console, Status};
use crate::input::{self, Source};
use crate::units::{grouped, size_text};

pub(crate) fn run(args: &FmtArgs, console: &Console) -> anyhow::Result<Status> {
    if args.files.len() > 1 && !args.in_place && !args.check {
        bail!("several files need --in-place or --check");
    }
    if args.in_place && args.files.iter().any(|file| input::is_stdin(file)) {
        bail!("the standard input cannot be replaced: leave out --in-place");
    }
    let mut worst = Status::Good;
    for file in &args.files {
        worst = worst.max(format(args, console, file)?);
    }
    Ok(worst)
}

fn format(args: &FmtArgs, console: &Console, path: &Path) -> anyhow::Result<Status> {
    let renderer = console.stderr_renderer();
    let source = match input::read(path) {
        Ok(source) => source,
        Err(error) => {
            console.warn(&renderer.input_error(&error));
            return Ok(Status::Rejected);
        }
    };
    let parsed = source.parse(ParseOptions { mode: args.mode.mode(), comments: true });
    console.warn(&renderer.diagnostics(&source, &parsed.diagnostics, true));
    if !parsed.is_ok() {
        return Ok(Status::Rejected);
    }
    let options = print_options(args);
    let reject = |message: &str| {
        let help = args.plain.then_some("--let writes repeated subterms once");
        console.warn(&renderer.message(&format!("{}: {message}", source.name), help));
        Ok(Status::Rejected)
    };
    if args.plain {
        // A term takes a byte at least: what cannot fit need not be tried.
        let terms = Shape::of(&parsed.script).tree;
        if terms.exact().is_none_or(|terms| terms > options.max_bytes as u64) {
            let limit = grouped(options.max_bytes as u64);
            return reject(&format!(
                "without `let`, {} terms would be written, and {limit} bytes are the limit",
                size_text(terms)
            ));
        }
    }
    match print_script(&parsed.script, options) {
        Ok(text) => deliver(args, path, &source, text),
        Err(error @ PrintError::TooLarge(_)) => reject(&error.to_string()),
    }
}

fn print_options(args: &FmtArgs) -> PrintOptions {
    let options = if args.plain { PrintOptions::plain() } else { PrintOptions::shared() };
    if args.compact { options } else { options.pretty(args.width) }
}

fn deliver(args: &FmtArgs, path: &Path, source: &Source, text: String) -> anyhow::Result<Status> {
    let formatted = text == source.text;
    if args.check {
        if formatted {
            return Ok(Status::Good);
        }
        console::print(format!("{}: not formatted\n", source.name).as_bytes())?;
        return Ok(Status::Failed);
    }
    let bytes = source.encode(&text);
    let target = if args.in_place { Some(path) } else { args.output.as_deref() };
    match target {
        // A file that is as it shall be is left alone.
        Some(_) if args.in_place && formatted => {}
        Some(target) if !input::is_stdin(target) => atomic::write(target, &bytes)?,
        _ => console::print(&bytes)?,
    }
    Ok(Status::Good)
}
