//! Markdown: each finding as it can be pasted into a bug tracker.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};

use super::ReportError;
use super::data::{FindingData, Report};
use super::finding_view::{FindingView, Room};
use super::view::ReportView;
use super::wording::{code_spans, visible};

/// Trackers take about 65,000 characters in all.
const ROOM: Room = Room { case: 48_000, evidence: 8_000 };

/// The report in Markdown: a summary, then the findings.
///
/// # Errors
/// If it cannot be written, which is a fault of Quis.
pub fn markdown(report: &Report) -> Result<String, ReportError> {
    let report = report.arranged();
    let environment = environment()?;
    let mut text = environment
        .get_template("report.md")?
        .render(context! { report => ReportView::new(&report, ROOM) })?;
    for finding in &report.findings {
        text.push('\n');
        text.push_str(&render_finding(&environment, &report, finding)?);
    }
    Ok(text)
}

/// One finding in Markdown: of those of the report, the one with this id, or the one that stands for it. `None` if there
/// is no such finding.
///
/// # Errors
/// If it cannot be written, which is a fault of Quis.
pub fn finding_markdown(report: &Report, id: &str) -> Result<Option<String>, ReportError> {
    let report = report.arranged();
    let is_meant = |finding: &&FindingData| finding.id == id || finding.also.iter().any(|also| also.id == id);
    let Some(finding) = report.findings.iter().find(is_meant) else { return Ok(None) };
    render_finding(&environment()?, &report, finding).map(Some)
}

fn render_finding(
    environment: &Environment<'_>,
    report: &Report,
    finding: &FindingData,
) -> Result<String, ReportError> {
    let finding = FindingView::new(finding, ROOM);
    let campaign = &report.campaign;
    Ok(environment.get_template("finding.md")?.render(context! {
        f => finding,
        platform => campaign.platform,
        quis_version => campaign.quis_version,
    })?)
}

fn environment() -> Result<Environment<'static>, ReportError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.add_filter("prose", prose);
    environment.add_filter("cell", cell);
    environment.add_filter("code", code);
    environment.add_filter("fenced", fenced);
    environment.add_template("report.md", include_str!("templates/report.md"))?;
    environment.add_template("finding.md", include_str!("templates/finding.md"))?;
    Ok(environment)
}

/// A text of others as a line of Markdown that means just this text; code between backticks stays code.
fn prose(text: &str) -> String {
    line(text, code)
}

/// The same within a table, where a bar ends the cell even in code.
fn cell(text: &str) -> String {
    line(text, |part| code(part).replace('|', "\\|"))
}

fn line(text: &str, code: impl Fn(&str) -> String) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown = String::new();
    for (part, is_code) in code_spans(&visible(&line)) {
        if is_code {
            shown.push_str(&code(part));
            continue;
        }
        for (at, word) in part.split(' ').enumerate() {
            if at > 0 {
                shown.push(' ');
            }
            // No backslash keeps a tracker from making a mention, a reference or a link of it.
            if word.contains('@') || word.contains("://") || has_reference(word) {
                shown.push_str(&code(word));
            } else {
                escape(word, &mut shown);
            }
        }
    }
    shown
}

/// Escapes what Markdown would obey.
fn escape(word: &str, shown: &mut String) {
    for character in word.chars() {
        if "\\`*_[]<>#|~&!$".contains(character) {
            shown.push('\\');
        }
        shown.push(character);
    }
}

/// Whether a word has something like `#12` in it.
fn has_reference(word: &str) -> bool {
    word.split('#').skip(1).any(|behind| behind.starts_with(|c: char| c.is_ascii_digit()))
}

/// A text as code within a line.
fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = visible(&line);
    if line.is_empty() {
        return String::new();
    }
    let ticks = "`".repeat(longest_run(&line, '`') + 1);
    let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
    format!("{ticks}{pad}{line}{pad}{ticks}")
}

/// A text as a block of code, whatever it has in it.
fn fenced(text: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    let text = visible(text);
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{newline}{fence}")
}

/// The length of the longest run of a character.
fn longest_run(text: &str, character: char) -> usize {
    text.split(|c| c != character).map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_mean_themselves() {
        assert_eq!(prose("`sat`, *not* <b>"), "`sat`, \\*not\\* \\<b\\>");
        assert_eq!(prose("ask @someone about #12"), "ask `@someone` about `#12`");
        assert_eq!(prose("two\nlines"), "two lines");
        assert_eq!(cell("a|b `c|d`"), "a\\|b `c\\|d`");
        assert_eq!(prose("see https://example.org"), "see `https://example.org`");
    }

    #[test]
    fn code_survives_backticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(fenced("```\nx", "smt2"), "````smt2\n```\nx\n````");
        assert_eq!(fenced("", "text"), "```text\n\n```");
    }
}
