//! A report for the terminal: the figures, then a line for each finding.

use std::fmt::Write as _;

use super::arrange::total_occurrences;
use super::data::{FindingData, Report, SolverData};
use super::figures::{bytes, counted, grouped};
use super::finding_view::{case_file, solver_text, title as finding_title};
use super::view::{answer_shares, facts, run, title, verdict};
use super::wording::one_line;
use crate::finding::Minimized;
use crate::size::Size;

/// A report for the terminal, without colours. Nothing in it is obeyed by a terminal.
#[must_use]
pub fn text(report: &Report) -> String {
    let report = report.arranged();
    let mut text = String::new();
    let _ = writeln!(text, "{}\n{}\n", title(&report.campaign), verdict(&report));
    let mut rows: Vec<(String, String)> = Vec::new();
    for fact in facts(&report.summary, &report.campaign) {
        let note = if fact.note.is_empty() { String::new() } else { format!(" ({})", fact.note) };
        rows.push((fact.name, format!("{}{note}", fact.value)));
    }
    let answers: Vec<_> = answer_shares(&report.summary.answers)
        .into_iter()
        .map(|answer| format!("{} {}", answer.count, answer.name))
        .collect();
    if !answers.is_empty() {
        rows.push(("Answers".to_owned(), answers.join(", ")));
    }
    for skipped in &report.summary.seeds.skipped {
        rows.push(("Skipped".to_owned(), format!("{}: {}", grouped(skipped.count), skipped.reason)));
    }
    for solver in &report.solvers {
        rows.push(("Solver".to_owned(), solver_line(solver)));
    }
    for technique in &report.techniques {
        let seeds = if technique.is_seedless() {
            "without seeds".to_owned()
        } else {
            format!("of {}", counted(technique.seeds, "seed", "seeds"))
        };
        // One that takes part in several ways has a line for each.
        let ways = report.techniques.iter().filter(|other| other.name == technique.name).count();
        let way = if ways > 1 { format!(" {}", technique.parameters) } else { String::new() };
        let line = format!(
            "{}{way}: {} {seeds}, {}",
            technique.name,
            counted(technique.cases, "case", "cases"),
            counted(technique.findings, "finding", "findings")
        );
        rows.push(("Technique".to_owned(), line));
    }
    rows.extend(run(&report.campaign).into_iter().map(|fact| (fact.name, fact.value)));
    for (name, value) in rows {
        let _ = writeln!(text, "  {name:<12} {}", one_line(&value, 200));
    }
    if report.findings.is_empty() {
        return text;
    }
    text.push_str("\nFindings, the worst first:\n\n");
    let width =
        report.findings.iter().map(|finding| one_line(&finding.id, 24).chars().count()).max().unwrap_or(0);
    for finding in &report.findings {
        let _ = writeln!(text, "{}", finding_line(finding, width));
    }
    text
}

fn solver_line(data: &SolverData) -> String {
    let mut line = solver_text(&data.solver);
    if !data.solver.options.is_empty() {
        let _ = write!(line, " {}", data.solver.options.join(" "));
    }
    let cases = counted(data.cases, "case", "cases");
    let _ = write!(line, ": {cases}, {}", counted(data.findings, "finding", "findings"));
    if let Some(count) = data.seeds_left_out.filter(|&count| count > 0) {
        let _ = write!(line, ", without {} that it does not answer", counted(count, "seed", "seeds"));
    }
    line
}

fn finding_line(finding: &FindingData, width: usize) -> String {
    let options = if finding.solver.default_options { "" } else { ", unusual options" };
    format!(
        "  {id:<width$}  {label:<18}  {title} ({count}x, {size}{was}{options}) {file}",
        id = one_line(&finding.id, 24),
        label = finding.kind.label(),
        title = one_line(&finding_title(finding), 100),
        count = grouped(total_occurrences(finding)),
        size = bytes(finding.bytes()),
        was = finding.minimized.map(|minimized| was(&minimized)).unwrap_or_default(),
        file = one_line(&case_file(finding), 160),
    )
}

/// match: 900 bytes made of 8000, result: , 2 assertions, depth 1; was 8.0 kB, 64 assertions, depth 14
fn was(minimized: &Minimized) -> String {
    let shape =
        |size: Size| format!("{}, depth {}", counted(size.assertions, "assertion", "assertions"), size.depth);
    let Minimized { before, after, .. } = *minimized;
    format!(", {}; was {}, {}", shape(after), bytes(before.bytes), shape(before))
}
