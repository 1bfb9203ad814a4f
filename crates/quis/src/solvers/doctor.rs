//! `quis solvers doctor`: what solvers can do here.

use std::time::Duration;

use quis_solvers::doctor::{Examination, Outcome, examine};
use quis_solvers::{Found, Limits, SearchPath, Solver};
use serde::Serialize;
use serde_json::{Map, Value};

use super::args::DoctorArgs;
use super::{every, find, search_path};
use crate::console::{self, Console, Status, json_line};
use crate::parallel::{self, Event, in_order};
use crate::progress::Progress;

/// What is printed of a solver with `--json`.
#[derive(Serialize)]
struct Line<'a> {
    solver: &'a str,
    version: Option<&'a str>,
    family: &'a str,
    program: String,
    works: bool,
    complaint: Option<&'a str>,
    start_seconds: f64,
    fresh_cpu_seconds: Option<f64>,
    session_cpu_seconds: Option<f64>,
    cheaper: Option<&'static str>,
    abilities: Map<String, Value>,
    theories: Map<String, Value>,
    /// What the table says of operators that mean something else to it than the standard has them mean.
    deviations: Vec<String>,
}

pub(super) fn run(args: &DoctorArgs, _console: &Console) -> anyhow::Result<Status> {
    let path = search_path(&args.table.profiles)?;
    let solvers = match args.solvers.is_empty() {
        true => all(&path),
        false => args.solvers.iter().map(|spec| find(spec, &path)).collect::<anyhow::Result<_>>()?,
    };
    if solvers.is_empty() {
        console::print(b"There are no solvers here: `quis solvers install z3 cvc5` gets some.\n")?;
        return Ok(Status::Open);
    }
    let limits = Limits { wall: Duration::from_secs(10), memory: None, ..Limits::default() };
    let mut progress = Progress::new(solvers.len(), "solvers", !args.json);
    let mut results = Vec::new();
    // One after the other, since times are measured.
    in_order(
        solvers.len(),
        parallel::jobs(Some(1), solvers.len()),
        |index| examine(&solvers[index], &limits).map_err(|error| error.to_string()),
        |event| {
            match event {
                Event::Done(count) => progress.update(count),
                Event::Next(result) => results.push(result),
            }
            anyhow::Ok(())
        },
    )?;
    drop(progress);
    let results: Vec<Examination> = results.into_iter().map(|result| result.unwrap_or_else(broken)).collect();
    let text = match args.json {
        true => {
            solvers.iter().zip(&results).map(|(solver, result)| json_line(&line(solver, result))).collect()
        }
        false => table(&solvers, &results),
    };
    console::print(text.as_bytes())?;
    Ok(if results.iter().all(|result| result.works) { Status::Good } else { Status::Failed })
}

/// All that can be found, each program once.
fn all(path: &SearchPath) -> Vec<Solver> {
    let mut solvers = Vec::new();
    for (_, found) in every(path) {
        let solver = match &found {
            Found::Installed(installed) => Ok(Solver::of_installed(installed, path.table())),
            Found::Program(program) => {
                let named = |solver: Solver| Solver { name: program.display().to_string(), ..solver };
                Solver::from_spec(&format!("'{}'", program.display()), path).map(named)
            }
        };
        solvers.extend(solver);
    }
    solvers
}

fn broken(complaint: String) -> Examination {
    Examination { complaint: Some(complaint), ..Examination::default() }
}

fn line<'a>(solver: &'a Solver, result: &'a Examination) -> Line<'a> {
    let map = |outcomes: &[(&'static str, Outcome)]| -> Map<String, Value> {
        outcomes.iter().map(|(name, outcome)| ((*name).to_owned(), word(*outcome).into())).collect()
    };
    Line {
        solver: &solver.name,
        version: solver.version.as_deref(),
        family: &solver.profile.family,
        program: solver.program.display().to_string(),
        works: result.works,
        complaint: result.complaint.as_deref(),
        start_seconds: result.start,
        fresh_cpu_seconds: result.fresh_cpu,
        session_cpu_seconds: result.session_cpu,
        cheaper: cheaper(result),
        abilities: map(&result.abilities),
        theories: map(&result.theories),
        deviations: solver.profile.deviations.iter().map(ToString::to_string).collect(),
    }
}

/// Whether a process for each script costs less, or a session for many.
fn cheaper(result: &Examination) -> Option<&'static str> {
    let fresh = result.fresh_cpu?;
    Some(if result.session_cpu.is_some_and(|session| session < fresh) { "session" } else { "fresh" })
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Yes => "yes",
        Outcome::No => "no",
        Outcome::Skipped => "-",
        Outcome::Wrong => "wrong",
    }
}

/// A column for each solver, a row for each question.
fn table(solvers: &[Solver], results: &[Examination]) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, cells: Vec<String>| rows.push([vec![name.to_owned()], cells].concat());
    row("", solvers.iter().map(|solver| solver.name.clone()).collect());
    row(
        "version",
        solvers.iter().map(|solver| solver.version.clone().unwrap_or_else(|| "?".into())).collect(),
    );
    row("works", results.iter().map(|result| if result.works { "yes" } else { "no" }.to_owned()).collect());
    let milliseconds =
        |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{:.1} ms", time * 1000.0));
    row("start (wall)", results.iter().map(|result| milliseconds(Some(result.start))).collect());
    row("fresh (CPU)", results.iter().map(|result| milliseconds(result.fresh_cpu)).collect());
    row("session (CPU)", results.iter().map(|result| milliseconds(result.session_cpu)).collect());
    row("cheaper", results.iter().map(|result| cheaper(result).unwrap_or("-").to_owned()).collect());
    type Part = fn(&Examination) -> &Vec<(&'static str, Outcome)>;
    let parts: [Part; 2] = [|result| &result.abilities, |result| &result.theories];
    for part in parts {
        let Some(names) = results.iter().map(part).max_by_key(|outcomes| outcomes.len()) else { continue };
        for (name, _) in names {
            let cell = |result: &Examination| {
                let found = part(result).iter().find(|(other, _)| other == name);
                found.map_or("", |(_, outcome)| word(*outcome)).to_owned()
            };
            row(name, results.iter().map(cell).collect());
        }
    }
    let columns = solvers.len() + 1;
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    for (solver, result) in solvers.iter().zip(results) {
        if let Some(complaint) = &result.complaint {
            text += &format!("\n{}: {complaint}\n", solver.name);
        }
        for deviation in &solver.profile.deviations {
            text += &format!("\n{} deviates from the standard: {deviation}\n", solver.name);
        }
    }
    text
}
