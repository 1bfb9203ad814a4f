//! The data of a report.

use serde::Serialize;

use super::ReportError;
use super::data::Report;

/// The version of the names. A name that is taken away or means something else makes it another.
const FORMAT: &str = "quis-report/1";

/// The report with the version of its names.
#[derive(Serialize)]
struct Versioned<'a> {
    format: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

/// The data of a report, arranged, as JSON. Reading it back gives the report.
///
/// # Errors
/// If it cannot be written, which is a fault of Quis.
pub fn json(report: &Report) -> Result<String, ReportError> {
    let report = report.arranged();
    let mut text = serde_json::to_string_pretty(&Versioned { format: FORMAT, report: &report })?;
    text.push('\n');
    Ok(text)
}
