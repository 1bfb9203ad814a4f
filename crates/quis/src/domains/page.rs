//! The report as one page, which looks like those of campaigns.

use quis_campaign::report::figures::{counted, duration, grouped};
use quis_campaign::report::{ReportError, page};
use quis_domains::report::{Column, Finding, Report, Row, legend};
use serde::Serialize;

const TEMPLATE: &str = include_str!("templates/report.html");

/// If there are so few findings, the first is open from the start.
const FEW: usize = 5;

#[derive(Serialize)]
struct Page<'r> {
    version: &'static str,
    verdict: String,
    is_clean: bool,
    is_many: bool,
    facts: Vec<(&'static str, String)>,
    columns: Vec<String>,
    rows: Vec<PageRow<'r>>,
    legend: String,
    sections: Vec<Section<'r>>,
    /// For the filter.
    faulty: Vec<&'r str>,
    unconfirmed: &'r [Finding],
}

#[derive(Serialize)]
struct PageRow<'r> {
    domain: &'r str,
    tests: String,
    /// The letter of a column, and how many failed.
    cells: Vec<(String, usize)>,
    checks: String,
    time: String,
    edges: Option<String>,
    failed: String,
}

/// The findings of one column.
#[derive(Serialize)]
struct Section<'r> {
    letter: String,
    label: &'static str,
    meaning: &'static str,
    /// Of colours.
    group: &'static str,
    findings: Vec<PageFinding<'r>>,
}

#[derive(Serialize)]
struct PageFinding<'r> {
    #[serde(flatten)]
    finding: &'r Finding,
    is_open: bool,
    seen_text: String,
    steps_text: String,
    found: Option<String>,
    program_text: Option<&'r str>,
}

/// The report as an HTML page that needs nothing else.
pub(super) fn html(report: &Report) -> Result<String, ReportError> {
    let count = report.findings.len();
    let mut faulty: Vec<&str> = report.findings.iter().map(|finding| finding.domain.as_str()).collect();
    faulty.sort_unstable();
    faulty.dedup();
    let mut is_first = count <= FEW;
    let sections = Column::ALL.into_iter().filter_map(|column| {
        let of_column = report.findings.iter().filter(|finding| finding.column == column);
        let findings: Vec<PageFinding<'_>> =
            of_column.map(|finding| shown(finding, std::mem::take(&mut is_first))).collect();
        (!findings.is_empty()).then(|| Section {
            letter: column.letter().to_string(),
            label: column.label(),
            meaning: meaning(column),
            group: group(column),
            findings,
        })
    });
    let checks = report.domains.iter().map(|row| row.checks).sum();
    let seconds = report.domains.iter().map(|row| row.seconds).sum();
    let verdict = match (count, checks) {
        (0, _) if !report.unconfirmed.is_empty() => "No failure is confirmed.".to_owned(),
        (0, 0) => "Nothing was tested.".to_owned(),
        (0, _) => "All properties hold, as far as was tested.".to_owned(),
        _ => format!(
            "{} in {}",
            counted(count as u64, "finding", "findings"),
            counted(faulty.len() as u64, "domain", "domains")
        ),
    };
    let sections = sections.collect();
    page(
        TEMPLATE,
        &Page {
            version: env!("CARGO_PKG_VERSION"),
            verdict,
            is_clean: count == 0,
            is_many: count > 100,
            facts: vec![
                ("Domains", grouped(report.domains.len() as u64)),
                ("Checks", grouped(checks)),
                ("Time", duration(seconds)),
                ("Findings", grouped(count as u64)),
            ],
            columns: Column::ALL.map(|column| column.letter().to_string()).into(),
            rows: report.domains.iter().map(row).collect(),
            legend: legend(),
            sections,
            faulty,
            unconfirmed: &report.unconfirmed,
        },
    )
}

fn row(row: &Row) -> PageRow<'_> {
    let cell = |column: Column| (column.letter().to_string(), row.failed.of(column).len());
    PageRow {
        domain: &row.domain,
        tests: grouped(row.tests as u64),
        cells: Column::ALL.map(cell).into(),
        checks: grouped(row.checks),
        time: duration(row.seconds),
        edges: (row.edges > 0).then(|| counted(row.edges as u64, "edge seen", "edges seen")),
        failed: row.failed.text(),
    }
}

fn shown(finding: &Finding, is_open: bool) -> PageFinding<'_> {
    let steps = counted(finding.steps as u64, "operation", "operations");
    PageFinding {
        finding,
        is_open,
        seen_text: counted(finding.seen, "run", "runs"),
        steps_text: match finding.steps_before {
            Some(before) if before > finding.steps => {
                format!("{steps}, reduced from {}", grouped(before as u64))
            }
            _ => steps,
        },
        found: finding.seconds.map(duration),
        program_text: finding.program.as_ref().map(|program| program.text.as_str()),
    }
}

fn meaning(column: Column) -> &'static str {
    match column {
        Column::Soundness => "States are lost: an analysis would miss what can happen.",
        Column::Precision => "States are added without need: an analysis would warn of what cannot happen.",
        Column::Convergence => {
            "Widening or narrowing does not come to an end: an analysis might not, either."
        }
        Column::Errors => {
            "The process dies, does not come to an end in time, or the library says that it cannot go on."
        }
    }
}

fn group(column: Column) -> &'static str {
    match column {
        Column::Soundness => "answer",
        Column::Precision => "artifact",
        Column::Convergence => "other",
        Column::Errors => "crash",
    }
}

#[cfg(test)]
mod tests {
    use quis_domains::report::Figures;

    use super::*;

    fn figures(domain: &str, checks: u64) -> Figures {
        Figures {
            domain: domain.to_owned(),
            runs: 1,
            seconds: 61.0,
            tests: [9].into(),
            tallies: [(9, quis_domains::Tally { checks, ..Default::default() })].into(),
            behaviours: 1,
            edges: 1234,
        }
    }

    #[test]
    fn a_page_without_findings_says_so() {
        let page = html(&Report::new(vec![figures("<b>", 5000)], Vec::new())).unwrap();
        assert!(page.contains("All properties hold, as far as was tested."), "{page}");
        assert!(page.contains("&lt;b&gt;") && !page.contains("<b>&"), "{page}");
        assert!(page.contains("1,234 edges seen") && page.contains("1 min 1 s"), "{page}");
        assert!(page.trim_end().ends_with("</html>"));
        let nothing = html(&Report::new(Vec::new(), Vec::new())).unwrap();
        assert!(nothing.contains("Nothing was tested."), "{nothing}");
    }
}
