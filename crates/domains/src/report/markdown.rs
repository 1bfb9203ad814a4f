//! The report in Markdown.

use super::columns::{Column, legend};
use super::{Finding, Report};

pub(super) fn markdown(report: &Report) -> String {
    let mut page = "# Abstract domains\n\n| domain | tests | S | P | C | E | checks | failed |\n|---|---|---|---|---|---|---|---|\n".to_owned();
    for row in &report.domains {
        let counts = Column::ALL.map(|column| row.failed.of(column).len().to_string()).join(" | ");
        page += &format!(
            "| `{}` | {} | {counts} | {} | {} |\n",
            row.domain,
            row.tests,
            row.checks,
            row.failed.text()
        );
    }
    page += &format!("\n{}\n", legend());
    for row in report.domains.iter().filter(|row| row.edges > 0) {
        page += &format!("\n`{}`: {} edges of its code were seen\n", row.domain, row.edges);
    }
    for found in &report.findings {
        finding(found, &mut page);
    }
    if !report.unconfirmed.is_empty() {
        page += "\n## Not confirmed\n\nThese depend on what was done before, or on chance. They are no findings, and are not counted.\n\n";
    }
    for found in &report.unconfirmed {
        page += &format!("- `{}`: {}. Tried by `{}`\n", found.domain, found.headline, found.replay);
    }
    page
}

fn finding(finding: &Finding, page: &mut String) {
    *page += &format!("\n## {}: {}\n\n", finding.domain, finding.headline);
    if let Some(text) = &finding.text {
        *page += &format!("```\n{text}```\n\n");
    }
    if !finding.same_operations.is_empty() {
        let others: Vec<String> = finding.same_operations.iter().map(|id| format!("`{id}`")).collect();
        *page += &format!("The same operations: {}\n\n", others.join(", "));
    }
    *page += &format!("Replayed by `{}`", finding.replay);
    match &finding.program {
        Some(program) => {
            *page += &format!(
                "; `{}/{}` shows it to others:\n\n```sh\ncd {}\n{}\n```\n",
                finding.folder, program.file, finding.folder, program.build
            );
        }
        None => *page += "\n",
    }
}
