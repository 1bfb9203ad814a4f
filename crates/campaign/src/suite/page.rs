//! The tables of a suite as one page that needs nothing else.

use minijinja::context;
use serde::Serialize;

use super::report::{Counts, SolverTable, SuiteReport};
use super::test::Expected;
use super::text::{Column, cell, columns, failures, title};
use crate::report::figures::{counted, grouped};
use crate::report::{ReportError, environment, one_line, style};

/// How much of a message is shown.
const DETAIL: usize = 400;

#[derive(Serialize)]
struct Solver {
    title: String,
    heads: Vec<&'static str>,
    rows: Vec<PageRow>,
    failures: String,
    clusters: Vec<PageCluster>,
}

#[derive(Serialize)]
struct PageRow {
    category: String,
    expected: &'static str,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    head: &'static str,
    text: String,
    /// Whether it counts what nobody should believe.
    bad: bool,
}

#[derive(Serialize)]
struct PageCluster {
    failed: String,
    failure: &'static str,
    features: String,
    passed: String,
    smallest: String,
    detail: String,
}

#[derive(Serialize)]
struct Reason {
    reason: &'static str,
    count: String,
    name: String,
    detail: String,
}

impl SuiteReport {
    /// The tables and clusters as one HTML page.
    ///
    /// # Errors
    /// If it cannot be written, which is a fault of Quis.
    pub fn html(&self, name: &str) -> Result<String, ReportError> {
        let mut environment = environment();
        environment.add_template("suite.html", include_str!("templates/suite.html"))?;
        let solvers: Vec<Solver> = self.solvers.iter().map(solver).collect();
        let skipped: Vec<Reason> = self
            .skipped_by_reason()
            .into_iter()
            .map(|(reason, count, first)| Reason {
                reason,
                count: grouped(count as u64),
                name: first.name.clone(),
                detail: one_line(&first.detail, DETAIL),
            })
            .collect();
        let mut summary = format!(
            "{} on {}",
            counted(self.tests as u64, "test", "tests"),
            counted(self.solvers.len() as u64, "solver", "solvers")
        );
        if self.interrupted {
            summary.push_str(", interrupted");
        }
        Ok(environment.get_template("suite.html")?.render(context! {
            title => name,
            summary,
            solvers,
            skipped,
            style => style(),
            version => env!("CARGO_PKG_VERSION"),
        })?)
    }
}

fn solver(table: &SolverTable) -> Solver {
    let columns = columns(table);
    let cells = |counts: &Counts, expected: Option<Expected>| {
        let cell = |column @ &(head, count): &Column| Cell {
            head,
            text: cell(column, counts, expected),
            bad: count(counts) > 0
                && match expected {
                    Some(Expected::Sat) => matches!(head, "IM" | "WO" | "unsat"),
                    Some(Expected::Unsat) => head == "sat",
                    None => false,
                },
        };
        columns.iter().map(cell).collect()
    };
    let mut rows: Vec<PageRow> = table
        .rows
        .iter()
        .map(|row| PageRow {
            category: row.category.clone(),
            expected: row.expected.name(),
            cells: cells(&row.counts, Some(row.expected)),
        })
        .collect();
    if rows.len() > 1 {
        rows.push(PageRow { category: "all".to_owned(), expected: "", cells: cells(&table.all, None) });
    }
    let clusters = table.clusters.iter().map(|cluster| PageCluster {
        failed: grouped(cluster.failed as u64),
        failure: cluster.failure,
        features: if cluster.features.is_empty() {
            "any test".to_owned()
        } else {
            cluster.features.join(", ")
        },
        passed: grouped(cluster.passed as u64),
        smallest: cluster.smallest.clone(),
        detail: one_line(&cluster.detail, DETAIL),
    });
    Solver {
        title: title(table),
        heads: columns.iter().map(|(head, _)| *head).collect(),
        rows,
        failures: failures(table),
        clusters: clusters.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::clusters::Cluster;
    use super::super::report::Row;
    use super::*;

    #[test]
    fn whatever_files_are_called_is_escaped() {
        let counts = Counts { tests: 1, unsat: 1, failed: 1, unsound: 1, ..Counts::default() };
        let table = SolverTable {
            solver: "<s>".to_owned(),
            version: None,
            reseeded: false,
            optima: false,
            rows: vec![Row { category: "<b>".to_owned(), expected: Expected::Sat, counts }],
            sat: counts,
            unsat: Counts::default(),
            all: counts,
            clusters: vec![Cluster {
                failure: "wrong-unsat",
                features: vec!["<".to_owned()],
                failed: 1,
                passed: 0,
                smallest: "<i>.smt2".to_owned(),
                detail: "\u{1b}[31m".to_owned(),
            }],
            seconds: 0.0,
        };
        let report = SuiteReport {
            solvers: vec![table],
            seeds: Vec::new(),
            tests: 1,
            old_escapes: 0,
            skipped: Vec::new(),
            interrupted: false,
            seconds: 0.0,
        };
        let page = report.html("<suite>").unwrap();
        for bad in ["<s>", "<b>", "<i>.smt2", "<suite>", "\u{1b}"] {
            assert!(!page.contains(bad), "{bad}");
        }
        assert!(page.contains("&lt;b&gt;") && page.contains("class=\"n bad\" data-label=\"unsat\">1<"));
        assert!(page.ends_with("</html>\n") || page.ends_with("</html>"));
    }
}
