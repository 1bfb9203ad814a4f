//! SARIF 2.1.0: the part that code scanning reads.
//!
//! A rule is a kind of verdict, a result is a finding, and its place is the file with its case.

use std::fmt::Write as _;

use quis_judge::{Kind, Severity};
use serde_json::{Map, Value, json};

use super::ReportError;
use super::arrange::total_occurrences;
use super::data::{CampaignData, FindingData, Report};
use super::figures::counted;
use super::finding_view::{case_file, solver_text, title};
use super::view;
use super::wording::{beginning, one_line};

/// The schema of the logs.
pub const SARIF_SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The most bytes of evidence in a message. The other reports have the whole.
const EVIDENCE: usize = 1000;

/// The findings of a report as SARIF 2.1.0.
///
/// Places are relative to the campaign's directory, so the log is best uploaded from there.
///
/// # Errors
/// If the log cannot be written, which is a fault of Quis.
pub fn sarif(report: &Report) -> Result<String, ReportError> {
    let report = report.arranged();
    let version = &report.campaign.quis_version;
    let mut driver = json!({
        "name": "Quis",
        "rules": Kind::ALL.into_iter().map(rule).collect::<Vec<_>>(),
    });
    if !version.is_empty() {
        driver["version"] = json!(version);
        // SARIF allows only this form for a semantic version.
        if version.split('.').count() == 3 && version.chars().all(|c| c.is_ascii_digit() || c == '.') {
            driver["semanticVersion"] = json!(version);
        }
    }
    let run = json!({
        "tool": { "driver": driver },
        "automationDetails": { "id": format!("quis/{}/", encoded(&view::title(&report.campaign)).replace('/', "-")) },
        "invocations": [invocation(&report.campaign)],
        "columnKind": "unicodeCodePoints",
        "results": report.findings.iter().map(result).collect::<Vec<_>>(),
    });
    let log = json!({ "$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run] });
    let mut text = serde_json::to_string_pretty(&log)?;
    text.push('\n');
    Ok(text)
}

fn rule(kind: Kind) -> Value {
    let meaning = kind.meaning();
    let severity = match kind.severity() {
        Severity::Note => "recommendation",
        severity => severity.name(),
    };
    json!({
        "id": kind.name(),
        "name": format!("{kind:?}"),
        "shortDescription": { "text": format!("{}: {}", kind.label(), kind.headline()) },
        "fullDescription": { "text": meaning },
        "help": { "text": meaning, "markdown": meaning },
        "defaultConfiguration": { "level": kind.severity().name() },
        "properties": {
            "tags": ["smt", kind.group().name()],
            "precision": "very-high",
            "problem.severity": severity,
        },
    })
}

fn result(finding: &FindingData) -> Value {
    let rule_index = Kind::ALL.into_iter().position(|kind| kind == finding.kind);
    let hash = cause_hash(finding);
    let lines = finding.case.lines().count().max(1);
    let mut properties = json!({
        "id": finding.id,
        "solver": solver_text(&finding.solver),
        "commandLine": finding.solver.command_line,
        "defaultOptions": finding.solver.default_options,
        "fingerprint": finding.fingerprint,
        "bytes": finding.bytes(),
    });
    if !finding.replay.is_empty() {
        properties["replay"] = json!(finding.replay);
    }
    let mut result = json!({
        "ruleId": finding.kind.name(),
        "level": finding.kind.severity().name(),
        "message": { "text": message(finding) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": encoded(&case_file(finding)) },
                "region": { "startLine": 1, "endLine": lines },
            },
        }],
        "fingerprints": { "quis/v1": hash },
        "partialFingerprints": { "primaryLocationLineHash": format!("{hash}:1"), "quisCause/v1": hash },
        "occurrenceCount": total_occurrences(finding).clamp(1, i64::MAX as u64),
        "properties": properties,
    });
    if let Some(index) = rule_index {
        result["ruleIndex"] = json!(index);
    }
    result
}

/// Equal for findings with one cause, in this campaign and in others.
fn cause_hash(finding: &FindingData) -> String {
    let family = if finding.solver.family.is_empty() { &finding.solver.name } else { &finding.solver.family };
    // Without a fingerprint only the case identifies the cause.
    let cause = if finding.fingerprint.is_empty() { &finding.case } else { &finding.fingerprint };
    let mut hasher = blake3::Hasher::new();
    for part in [finding.kind.name(), family, cause] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().get(..32).unwrap_or_default().to_owned()
}

fn message(finding: &FindingData) -> String {
    let mut text = title(finding);
    if !text.ends_with('.') {
        text.push('.');
    }
    for (name, part) in [("Expected", &finding.expected), ("Actual", &finding.actual)] {
        if !part.is_empty() {
            let _ = write!(text, "\n{name}: {}", one_line(part, 400));
        }
    }
    let (evidence, is_cut) = beginning(finding.evidence.trim_end(), EVIDENCE);
    if !evidence.is_empty() {
        let _ =
            write!(text, "\nWhy: {}{}", super::wording::visible(evidence), if is_cut { " …" } else { "" });
    }
    let _ = write!(text, "\nSeen in {}.", counted(total_occurrences(finding), "case", "cases"));
    text
}

fn invocation(campaign: &CampaignData) -> Value {
    // A run with findings is a successful run.
    let mut invocation = Map::new();
    invocation.insert("executionSuccessful".to_owned(), json!(true));
    if !campaign.command_line.is_empty() {
        invocation.insert("commandLine".to_owned(), json!(campaign.command_line));
    }
    for (name, moment) in [("startTimeUtc", &campaign.started), ("endTimeUtc", &campaign.ended)] {
        // One moment in another form makes readers refuse the whole log.
        if let Some(moment) = moment
            && humantime::parse_rfc3339(moment).is_ok()
        {
            invocation.insert(name.to_owned(), json!(moment));
        }
    }
    Value::Object(invocation)
}

/// A path as a relative reference, with forbidden characters as in `%20`.
#[must_use]
pub fn sarif_reference(path: &str) -> String {
    encoded(path)
}

fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::data::SolverIdentity;

    #[test]
    fn paths_are_references() {
        assert_eq!(encoded("findings/a b:1/é.smt2"), "findings/a%20b%3A1/%C3%A9.smt2");
    }

    #[test]
    fn the_hash_tells_causes_apart_and_ignores_ids() {
        let finding = |id: &str, fingerprint: &str, case: &str| FindingData {
            fingerprint: fingerprint.to_owned(),
            case: case.to_owned(),
            ..FindingData::new(id, Kind::Crash, SolverIdentity::default())
        };
        assert_eq!(cause_hash(&finding("1", "a", "x")), cause_hash(&finding("2", "a", "y")));
        assert_ne!(cause_hash(&finding("1", "a", "x")), cause_hash(&finding("1", "b", "x")));
        assert_ne!(cause_hash(&finding("1", "", "x")), cause_hash(&finding("1", "", "y")));
    }
}
