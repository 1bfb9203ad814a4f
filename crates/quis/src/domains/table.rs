//! The table of a run: how many properties failed, by what a failure means (the dissertation's tables 2.3 and 2.5).

use quis_campaign::report::figures::counted;
use quis_domains::isolation::{Found, Summary};
use quis_domains::report::{Column, Failed, legend};
use serde_json::{Value, json};

fn failed(summary: &Summary) -> Failed {
    let mut failed = Failed::default();
    for found in &summary.found {
        failed.add(found.property, &found.ending);
    }
    failed
}

/// A row for each domain.
pub(super) fn text(summaries: &[Summary]) -> String {
    let mut out = String::new();
    let width = summaries.iter().map(|summary| summary.profile.name.len()).max().unwrap_or(0).max(6);
    out += &format!(
        "{:width$}  {:>5} {:>3} {:>3} {:>3} {:>3}  {:>12} {:>10}  failed\n",
        "domain", "tests", "S", "P", "C", "E", "checks", "per second"
    );
    for summary in summaries {
        let failed = failed(summary);
        let rate = summary.checks() as f64 / summary.time.as_secs_f64().max(1e-3);
        let [s, p, c, e] = Column::ALL.map(|column| failed.of(column).len());
        out += &format!(
            "{:width$}  {:>5} {s:>3} {p:>3} {c:>3} {e:>3}  {:>12} {rate:>10.0}  {}\n",
            summary.profile.name,
            summary.properties.len(),
            summary.checks(),
            failed.text()
        );
    }
    out += &format!("{}\n", legend());
    for summary in summaries.iter().filter(|summary| !summary.unconfirmed.is_empty()) {
        let count = counted(summary.unconfirmed.len() as u64, "failure is", "failures are");
        out += &format!("{}: {count} not confirmed, and not counted\n", summary.profile.name);
    }
    for summary in summaries.iter().filter(|summary| summary.edges > 0) {
        out += &format!("{}: {} edges of its code were seen\n", summary.profile.name, summary.edges);
    }
    out
}

/// The same for a script.
pub(super) fn json(summary: &Summary) -> Value {
    let failed = failed(summary);
    let properties: Vec<Value> = summary
        .tallies
        .iter()
        .map(|(number, tally)| {
            json!({
                "number": number,
                "checks": tally.checks,
                "vacuous": tally.vacuous,
                "violated": tally.violated,
                "failed": tally.failed,
            })
        })
        .collect();
    let unconfirmed = |found: &Found| {
        json!({
            "property": found.property.map(|property| property.number),
            "ending": found.ending,
            "case": found.case,
        })
    };
    let mut line = json!({ "domain": summary.profile.name, "summary": {
        "checks": summary.checks(),
        "seconds": summary.time.as_secs_f64(),
        "tests": summary.properties.len(),
        "S": failed.soundness, "P": failed.precision, "C": failed.convergence, "E": failed.errors,
        "behaviours": summary.features,
        "properties": properties,
        "unconfirmed": summary.unconfirmed.iter().map(unconfirmed).collect::<Vec<Value>>(),
    }});
    if summary.edges > 0 {
        line["summary"]["edges"] = summary.edges.into();
    }
    line
}
