//! The table of a run: how many properties failed, by what a failure means (the dissertation's tables 2.3 and 2.5).

use quis_domains::Kind;
use quis_domains::isolation::{Ending, Summary};
use serde_json::{Value, json};

/// The numbers of a summary's failed properties, by column.
struct Row {
    soundness: Vec<u8>,
    precision: Vec<u8>,
    convergence: Vec<u8>,
    /// In which the library died, did not end or reported an error; 0 is the making of elements.
    errors: Vec<u8>,
}

impl Row {
    fn of(summary: &Summary) -> Row {
        let mut row = Row { soundness: vec![], precision: vec![], convergence: vec![], errors: vec![] };
        for found in &summary.found {
            let column = match (&found.ending, found.property.map(|property| property.kind)) {
                (Ending::Violated, Some(Kind::Soundness)) => &mut row.soundness,
                (Ending::Violated, Some(Kind::Precision)) => &mut row.precision,
                (Ending::Violated, Some(Kind::Convergence)) => &mut row.convergence,
                _ => &mut row.errors,
            };
            let number = found.property.map_or(0, |property| property.number);
            if !column.contains(&number) {
                column.push(number);
            }
        }
        row
    }
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
        let row = Row::of(summary);
        let numbers = |label: char, column: &[u8]| {
            let name = |number: &u8| if *number == 0 { "elements".to_owned() } else { number.to_string() };
            let list: Vec<String> = column.iter().map(name).collect();
            (!list.is_empty()).then(|| format!("{label}: {}", list.join(" ")))
        };
        let failed: Vec<String> = [
            numbers('S', &row.soundness),
            numbers('P', &row.precision),
            numbers('C', &row.convergence),
            numbers('E', &row.errors),
        ]
        .into_iter()
        .flatten()
        .collect();
        let rate = summary.checks() as f64 / summary.time.as_secs_f64().max(1e-3);
        out += &format!(
            "{:width$}  {:>5} {:>3} {:>3} {:>3} {:>3}  {:>12} {:>10.0}  {}\n",
            summary.profile.name,
            summary.properties.len(),
            row.soundness.len(),
            row.precision.len(),
            row.convergence.len(),
            row.errors.len(),
            summary.checks(),
            rate,
            failed.join(", ")
        );
    }
    out += "S: not sound, P: not precise, C: does not converge, E: the library dies, does not end, or reports an error\n";
    out
}

/// The same for a script.
pub(super) fn json(summary: &Summary) -> Value {
    let row = Row::of(summary);
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
    json!({ "domain": summary.profile.name, "summary": {
        "checks": summary.checks(),
        "seconds": summary.time.as_secs_f64(),
        "tests": summary.properties.len(),
        "S": row.soundness, "P": row.precision, "C": row.convergence, "E": row.errors,
        "behaviours": summary.features,
        "properties": properties,
    }})
}
