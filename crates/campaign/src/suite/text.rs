//! The tables of a suite for a terminal.

use std::fmt::Write;

use super::report::{Counts, SolverTable, SuiteReport};
use super::test::Expected;
use crate::report::figures::{counted, grouped};
use crate::report::one_line;

/// How many clusters of a solver are shown.
const CLUSTERS: usize = 25;
/// How much of a message is shown.
const DETAIL: usize = 100;

/// A column: its head, and what stands in it.
pub(crate) type Column = (&'static str, fn(&Counts) -> usize);

/// What stands in a column of a row: models go with `sat`, and cores with `unsat`.
pub(crate) fn cell(&(head, count): &Column, counts: &Counts, expected: Option<Expected>) -> String {
    match (head, expected) {
        ("IM" | "WO", Some(Expected::Unsat)) | ("IC", Some(Expected::Sat)) => "-".to_owned(),
        _ => grouped(count(counts) as u64),
    }
}

/// The columns of a table.
pub(crate) fn columns(table: &SolverTable) -> Vec<Column> {
    let mut columns: Vec<Column> = vec![
        ("tests", |counts| counts.tests),
        ("IM", |counts| counts.invalid_model),
        ("IC", Counts::wrong_core),
        ("sat", |counts| counts.sat),
        ("unsat", |counts| counts.unsat),
        ("unknown", |counts| counts.unknown),
        ("time-out", |counts| counts.time_out),
        ("error", |counts| counts.error),
    ];
    if table.optima {
        columns.insert(2, ("WO", |counts| counts.wrong_optimum));
    }
    if table.all.left_out > 0 {
        columns.push(("left out", |counts| counts.left_out));
    }
    if table.reseeded {
        columns.push(("unstable", |counts| counts.unstable));
    }
    columns
}

impl SuiteReport {
    /// The tables and clusters, for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for table in &self.solvers {
            write_table(&mut out, table);
            out.push('\n');
        }
        for (reason, count, first) in self.skipped_by_reason() {
            let detail = one_line(&first.detail, DETAIL);
            let detail = if detail.is_empty() { detail } else { format!(": {detail}") };
            let first = one_line(&first.name, DETAIL);
            // Writing to a string does not fail.
            let _ = writeln!(
                out,
                "{} skipped, {reason} ({first}{detail})",
                counted(count as u64, "file", "files")
            );
        }
        let tests = counted(self.tests as u64, "test", "tests");
        let solvers = counted(self.solvers.len() as u64, "solver", "solvers");
        let interrupted = if self.interrupted { ", interrupted" } else { "" };
        let _ = writeln!(out, "{tests} on {solvers}{interrupted}");
        out
    }
}

/// What stands above the table of a solver.
pub(crate) fn title(table: &SolverTable) -> String {
    match &table.version {
        Some(version) if !table.solver.contains(&**version) => format!("{} ({version})", table.solver),
        _ => table.solver.clone(),
    }
}

/// How many tests failed, of those that the solver can read, and how many of these are unsound.
pub(crate) fn failures(table: &SolverTable) -> String {
    let all = &table.all;
    let part = |name: &str, counts: &Counts| {
        let read = counts.tests - counts.left_out;
        format!("{name} {} of {}", grouped(counts.failed as u64), grouped(read as u64))
    };
    let mut text = format!(
        "failed {} ({}, {}), of these unsound {}",
        grouped(all.failed as u64),
        part("sat", &table.sat),
        part("unsat", &table.unsat),
        grouped(all.unsound as u64)
    );
    if all.wrong_core() > 0 {
        let _ = write!(
            text,
            "; incorrect cores: {} invalid, {} loose, {} other",
            all.invalid_core, all.loose_core, all.other_core
        );
    }
    if all.crash > 0 {
        let _ = write!(text, "; {}", counted(all.crash as u64, "crash", "crashes"));
    }
    text
}

fn write_table(out: &mut String, table: &SolverTable) {
    let columns = columns(table);
    let category = |category: &str| one_line(category, 40);
    let shown = |text: &str| text.chars().count();
    let first = table.rows.iter().map(|row| shown(&category(&row.category))).max().unwrap_or(0).max(8);
    let widths: Vec<usize> =
        columns.iter().map(|(head, count)| head.len().max(grouped(count(&table.all) as u64).len())).collect();
    let _ = writeln!(out, "{}", one_line(&title(table), 200));
    let mut line = |name: &str, expected: &str, cells: Vec<String>| {
        let pad = " ".repeat(first.saturating_sub(shown(name)));
        let _ = write!(out, "  {name}{pad}  {expected:<8}");
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(out, "  {cell:>width$}");
        }
        out.push('\n');
    };
    line("category", "expected", columns.iter().map(|(head, _)| (*head).to_owned()).collect());
    let cells = |counts: &Counts, expected: Option<Expected>| {
        columns.iter().map(|column| cell(column, counts, expected)).collect::<Vec<_>>()
    };
    for row in &table.rows {
        line(&category(&row.category), row.expected.name(), cells(&row.counts, Some(row.expected)));
    }
    if table.rows.len() > 1 {
        line("all", "", cells(&table.all, None));
    }
    let _ = writeln!(out, "  {}", failures(table));
    if table.clusters.is_empty() {
        return;
    }
    out.push_str("  clusters of failed tests:\n");
    for cluster in table.clusters.iter().take(CLUSTERS) {
        let features = match &*cluster.features {
            [] => "any test".to_owned(),
            features => one_line(&features.join(", "), 160),
        };
        let passed = if cluster.passed > 0 { format!(" ({} passed)", cluster.passed) } else { String::new() };
        let detail = one_line(&cluster.detail, DETAIL);
        let detail = if detail.is_empty() { detail } else { format!(": {detail}") };
        let (failed, failure) = (cluster.failed, cluster.failure);
        let smallest = one_line(&cluster.smallest, 200);
        let _ = writeln!(out, "    {failed:>5} {failure}: {features}{passed}; smallest {smallest}{detail}");
    }
    if let Some(rest) = table.clusters.get(CLUSTERS..).filter(|rest| !rest.is_empty()) {
        let tests: usize = rest.iter().map(|cluster| cluster.failed).sum();
        let _ = writeln!(out, "    {tests:>5} in {} smaller clusters", rest.len());
    }
}
