//! `quis suite`: files whose right answer is known, run on solvers.

pub(crate) mod args;

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use quis_campaign::suite::{Suite, SuiteEvent, SuiteFile, SuiteReport};
use quis_solvers::{Interrupt, Limits, Solver};
use serde_json::json;

use crate::console::{self, Console, Status, json_line};
use crate::progress::Progress;
use crate::units::counted;
use crate::{atomic, files, fuzz, input, parallel, solvers};
use args::{RunArgs, SuiteArgs, SuiteCommand};

pub(crate) fn run(args: &SuiteArgs, console: &Console) -> anyhow::Result<Status> {
    match &args.command {
        SuiteCommand::Run(args) => run_suite(args, console),
    }
}

fn run_suite(args: &RunArgs, console: &Console) -> anyhow::Result<Status> {
    if let Some(page) = &args.html {
        check_place(page)?;
    }
    let suite = Suite {
        files: find_files(&args.paths)?,
        solvers: find_solvers(args)?,
        seeds: distinct(&args.seeds),
        limits: Limits::of_case(args.timeout, args.memory),
        sessions: fuzz::sessions(args.sessions),
        old_escapes: args.old_escapes,
    };
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let names: Vec<String> = suite.solvers.iter().map(|solver| solver.name.clone()).collect();
    let mut progress = Progress::new(suite.files.len(), "tests", !args.quiet);
    let mut printed = Ok(());
    let jobs = parallel::jobs(args.jobs, suite.files.len());
    let report = suite.run(jobs, &interrupt, &mut |event| match event {
        SuiteEvent::Done(count) => progress.update(count),
        SuiteEvent::Test(result) if args.json && printed.is_ok() => {
            let lines: String = result.lines(&names).map(|line| json_line(&line)).collect();
            printed = progress.aside(|| console::print(lines.as_bytes()));
            if printed.is_err() {
                // Nobody reads: no solver need go on.
                interrupt.trigger();
            }
        }
        SuiteEvent::Skipped(skipped) if skipped.unreadable => {
            progress.aside(|| console.warn(&console.stderr_renderer().message(&skipped.message(), None)));
        }
        _ => {}
    })?;
    drop(progress);
    printed?;
    if let Some(page) = &args.html {
        let title: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
        atomic::write(page, report.html(&title.join(", "))?.as_bytes())?;
    }
    if args.json {
        console::print(json_line(&json!({ "summary": report })).as_bytes())?;
    } else {
        console::print(report.text().as_bytes())?;
    }
    if report.old_escapes > 0 && !args.old_escapes && !args.quiet {
        let count = counted(report.old_escapes as u64, "test has a string", "tests have strings");
        console.warn(&format!(
            "note: {count} with a backslash that began an escape until 2020, and does so no more: --old-escapes reads it so\n"
        ));
    }
    Ok(status(&report))
}

fn status(report: &SuiteReport) -> Status {
    if report.interrupted {
        Status::Interrupted
    } else if report.failed() > 0 {
        Status::Failed
    } else if report.has_unreadable() {
        Status::Rejected
    } else {
        Status::Good
    }
}

/// The files of all suites. If there are several, the name of each is a part of its categories.
fn find_files(paths: &[PathBuf]) -> anyhow::Result<Vec<SuiteFile>> {
    let several = paths.len() > 1;
    let mut found = Vec::new();
    for path in paths {
        let root = if path.is_dir() { path.as_path() } else { path.parent().unwrap_or(Path::new("")) };
        if !path.is_dir() && !path.is_file() {
            let what =
                if path.exists() { "neither a folder nor a file" } else { "no such file or directory" };
            bail!("{}: {what}", input::name(path));
        }
        let suite = Some(path).filter(|path| several && path.is_dir()).map(|path| name_of(path));
        for file in files::expand(std::slice::from_ref(path)) {
            match file {
                Ok(file) => found.push(SuiteFile::below(root, &file, suite.as_deref())),
                Err(error) => bail!("{}: {}", error.name, error.message),
            }
        }
    }
    Ok(found)
}

/// match: ../suites/strings/, result: strings
fn name_of(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    whole.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn find_solvers(args: &RunArgs) -> anyhow::Result<Vec<Solver>> {
    let path = solvers::search_path(&args.table.profiles)?;
    let mut found: Vec<Solver> = Vec::new();
    for spec in &args.solvers {
        let solver = solvers::find(spec, &path).map_err(|error| anyhow!("--solver {spec}: {error}"))?;
        if found.iter().all(|other| other.name != solver.name) {
            found.push(solver);
        }
    }
    Ok(found)
}

/// Each seed once, in the order in which they were given.
fn distinct(seeds: &[u32]) -> Vec<u32> {
    let mut distinct: Vec<u32> = Vec::new();
    for &seed in seeds {
        if !distinct.contains(&seed) {
            distinct.push(seed);
        }
    }
    distinct
}

/// What cannot be written should be known before an hour of work, not after it.
fn check_place(page: &Path) -> anyhow::Result<()> {
    let folder = page.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => bail!("{}: there is no folder {}", page.display(), folder.display()),
        None if page.is_dir() => bail!("{}: this is a folder", page.display()),
        None => Ok(()),
    }
}
