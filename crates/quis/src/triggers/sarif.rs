//! What was found as SARIF 2.1.0: a result for each file, at the axioms that take part.

use quis_campaign::report::{SARIF_SCHEMA, sarif_reference};
use serde_json::{Value, json};

use super::report::{Report, Verdict};
use super::text;

/// Identifier, what it is in a line, and how bad it is.
const RULES: [(&str, &str, &str); 3] = [
    ("contradictory-axioms", "The axioms contradict each other", "error"),
    ("missing-triggering-term", "The goal follows, but E-matching does not see it", "warning"),
    ("unseen-contradiction", "E-matching does not see a contradiction", "warning"),
];

/// The log of all files.
pub(super) fn log(reports: &[Report]) -> anyhow::Result<String> {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(id, text, level)| {
            json!({
                "id": id,
                "shortDescription": { "text": text },
                "fullDescription": { "text": format!("{text}.") },
                "defaultConfiguration": { "level": level },
                "properties": { "tags": ["smt", "triggers"], "precision": "very-high" },
            })
        })
        .collect();
    let results: Vec<Value> = reports.iter().filter(|report| report.is_finding()).map(result).collect();
    let version = env!("CARGO_PKG_VERSION");
    let driver = json!({ "name": "Quis", "version": version, "semanticVersion": version, "rules": rules });
    let run = json!({
        "tool": { "driver": driver },
        "invocations": [{ "executionSuccessful": true }],
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    let log = json!({ "$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run] });
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

fn result(report: &Report) -> Value {
    let rule = match report.verdict {
        Verdict::Contradiction | Verdict::ModuloPatterns => 0,
        Verdict::Incompleteness => 1,
        _ => 2,
    };
    let (id, _, level) = RULES[rule];
    // The first place is where it is shown: an axiom, since goals are what users did not get wrong.
    let mut axioms: Vec<_> = report.axioms.iter().collect();
    axioms.sort_by_key(|axiom| axiom.goal);
    let mut places: Vec<Value> = axioms
        .iter()
        .map(|axiom| location(&report.file, axiom.line, &text::place(&axiom.title, axiom.line)))
        .collect();
    if places.is_empty() {
        places.push(location(&report.file, 1, "the file"));
    }
    let others = places.split_off(1);
    json!({
        "ruleId": id,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": text::text(report) },
        "locations": places,
        "relatedLocations": others,
        "properties": { "terms": report.terms, "way": report.way, "commands": report.commands },
    })
}

fn location(file: &str, line: usize, what: &str) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": sarif_reference(file) },
            // An assumption of a check has no line of its own.
            "region": { "startLine": line.max(1) },
        },
        "message": { "text": what },
    })
}
