//! `quis solvers list`: what there is, and what could be had.

use quis_solvers::install::Installer;
use quis_solvers::{Found, SearchPath, Solver};
use serde::Serialize;

use super::args::ListArgs;
use super::{every, search_path};
use crate::console::{self, Console, Status, json_line};

/// A solver that was found.
#[derive(Serialize)]
struct Line {
    name: String,
    version: Option<String>,
    family: String,
    path: String,
    origin: String,
    /// Whether its bare name finds this one.
    default: bool,
}

/// A solver that can be installed.
#[derive(Serialize)]
struct Available {
    name: String,
    versions: Vec<String>,
}

pub(super) fn run(args: &ListArgs, console: &Console) -> anyhow::Result<Status> {
    let path = search_path(&args.table.profiles)?;
    if args.available {
        return available(args, &path, console);
    }
    let lines = found(&path);
    if args.json {
        let text: String = lines.iter().map(json_line).collect();
        console::print(text.as_bytes())?;
        return Ok(Status::Good);
    }
    if lines.is_empty() {
        console::print(b"There are no solvers here: `quis solvers install z3 cvc5` gets some.\n")?;
        return Ok(Status::Good);
    }
    let widths = |of: fn(&Line) -> usize| lines.iter().map(of).max().unwrap_or(0);
    let version = |line: &Line| line.version.clone().unwrap_or_else(|| "?".to_owned());
    let name = widths(|line| line.name.len());
    let number = lines.iter().map(|line| version(line).len()).max().unwrap_or(0);
    let origin = widths(|line| line.origin.len());
    let mut text = String::new();
    for line in &lines {
        let mark = if line.default { '*' } else { ' ' };
        text += &format!(
            "{mark} {:name$}  {:number$}  {:origin$}  {}\n",
            line.name,
            version(line),
            line.origin,
            line.path
        );
    }
    console::print(text.as_bytes())?;
    Ok(Status::Good)
}

/// All solvers of the table that can be found.
fn found(path: &SearchPath) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (profile, found) in every(path) {
        let program = found.program();
        let (version, origin) = match &found {
            Found::Installed(installed) => {
                (Some(installed.record.version.clone()), installed.record.origin.clone())
            }
            Found::Program(program) => {
                let spec = format!("'{}'", program.display());
                (Solver::from_spec(&spec, path).ok().and_then(|solver| solver.version), "program".to_owned())
            }
        };
        lines.push(Line {
            version,
            family: profile.family.clone(),
            path: program.display().to_string(),
            origin,
            default: lines.last().is_none_or(|last| last.name != profile.name),
            name: profile.name.clone(),
        });
    }
    lines
}

fn available(args: &ListArgs, path: &SearchPath, console: &Console) -> anyhow::Result<Status> {
    let installer = Installer::from_environment(path.table(), std::env::current_exe()?)?;
    let mut status = Status::Good;
    for name in Installer::known(path.table()) {
        let versions = match installer.available(&name) {
            Ok(versions) => versions,
            Err(error) => {
                console.warn(&console.stderr_renderer().message(&format!("{name}: {error}"), None));
                status = Status::Rejected;
                continue;
            }
        };
        let line = match args.json {
            true => json_line(&Available { name, versions }),
            false if versions.is_empty() => format!("{name}: the one that Debian has\n"),
            false => format!("{name}: {}\n", versions.join(" ")),
        };
        console::print(line.as_bytes())?;
    }
    Ok(status)
}
