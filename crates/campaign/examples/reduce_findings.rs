//! Makes findings of STORM smaller, by bounds as its paper does and by the reducer, and says in a table of Markdown how far that goes.
//!
//!     cargo run --release -p quis-campaign --example reduce_findings -- CAMPAIGN/findings/ID…
//!
//! Each case is made again from its origin, with its witness. The witness of what the reducer gives is evaluated once more in the end.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints what it finds")]

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use quis_campaign::bounds::{Effort, minimize};
use quis_campaign::reduce::Task;
use quis_campaign::{Error, Finding, replay};
use quis_judge::witnesses;
use quis_reduce::{Predicate, Settings, reduce};
use quis_solvers::Limits;
use quis_techniques::{Stream, Truth};

/// How long a case may be reduced.
const TIME: Duration = Duration::from_secs(300);

/// What came of a finding.
struct Row {
    solver: String,
    kind: &'static str,
    before: usize,
    bounds: usize,
    after: usize,
    calls: u64,
    seconds: f64,
    is_sat: bool,
}

fn main() {
    println!(
        "| finding | solver | verdict | bytes | after bounds | reduced | less | calls | s | still satisfiable |"
    );
    println!("|---|---|---|--:|--:|--:|--:|--:|--:|---|");
    let mut less = Vec::new();
    for folder in std::env::args().skip(1) {
        match measure(Path::new(&folder)) {
            Ok(Some(row)) => {
                let share = 100.0 * (1.0 - row.after as f64 / row.before as f64);
                less.push(share);
                let name = folder.replace("/findings/", "/");
                let name = name.rsplitn(3, '/').take(2).collect::<Vec<_>>();
                let name = name.into_iter().rev().collect::<Vec<_>>().join("/");
                println!(
                    "| {name} | {} | {} | {} | {} | {} | {share:.1} % | {} | {:.1} | {} |",
                    row.solver,
                    row.kind,
                    row.before,
                    row.bounds,
                    row.after,
                    row.calls,
                    row.seconds,
                    row.is_sat
                );
            }
            Ok(None) => eprintln!("{folder}: no witness"),
            Err(error) => eprintln!("{folder}: {error}"),
        }
    }
    less.sort_by(f64::total_cmp);
    if let Some(median) = less.get(less.len() / 2) {
        println!("\nMedian reduction of {}: {median:.1} %", less.len());
    }
}

fn measure(folder: &Path) -> Result<Option<Row>, Error> {
    let mut finding = Finding::read(folder)?;
    let case = replay::make(&finding)?;
    let Some(Truth::Sat { witness: Some(witness) }) = case.checks.first().map(|check| check.truth.clone())
    else {
        return Ok(None);
    };
    finding.case.clone_from(&case.text);
    finding.truths = case.checks.iter().map(|check| check.truth.clone()).collect();
    let task = Task::of_finding(&finding, Limits::default(), None)?;
    let mut fails = |smaller: &_| match task.predicate.holds(smaller) {
        Ok(holds) => ControlFlow::Continue(holds),
        Err(_) => ControlFlow::Break(()),
    };
    let bounded = minimize(&case, &witness, &Stream::new(1), Effort::default(), &mut fails);
    let began = Instant::now();
    let stop = || began.elapsed() > TIME;
    let settings = Settings { stop: &stop, ..Settings::default() };
    let reduced = reduce(&task.case, &task.predicate, &settings, &mut |_| {})
        .map_err(|error| Error::Asked(error.to_string()))?;
    let known = witnesses(&reduced.case);
    Ok(Some(Row {
        solver: finding.verdict.solver.clone(),
        kind: finding.verdict.kind.name(),
        before: case.text.len(),
        bounds: bounded.map_or(case.text.len(), |bounded| bounded.text.len()),
        after: reduced.case.text.len(),
        calls: reduced.statistics.calls,
        seconds: began.elapsed().as_secs_f64(),
        is_sat: !known.is_empty() && known.iter().all(|holds| *holds == Some(true)),
    }))
}
