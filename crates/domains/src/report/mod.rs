//! Reports: all that a directory holds of runs, as data and as a page of text.
//!
//! Invariants:
//! - A report depends on what is kept and on nothing else; the order in which it was kept does not matter.
//! - A way in which a domain fails a property is one finding, with the smallest case that any run found.
//! - What did not fail again in a process of its own is no finding: it is told apart, and counted nowhere.

mod columns;
mod kept;
mod markdown;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

pub use columns::{Column, Failed, legend};
pub use kept::{FINDINGS, Figures, Kept, UNCONFIRMED, headline, unconfirmed};

use crate::case::Case;
use crate::engine::Tally;
use crate::isolation::Ending;

/// The version of the names. A name that is taken away or means something else makes it another.
const FORMAT: &str = "quis-domains-report/2";

/// What is known of some domains.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    format: &'static str,
    /// A row for each domain, by name.
    pub domains: Vec<Row>,
    /// By what they mean, domain and property.
    pub findings: Vec<Finding>,
    /// What failed in a run, but not in a process of its own, in the same order. No findings.
    pub unconfirmed: Vec<Finding>,
}

/// A domain's row of the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The domain.
    pub domain: String,
    /// How many runs there were.
    pub runs: u64,
    /// How long they took.
    pub seconds: f64,
    /// How many properties were tested.
    pub tests: usize,
    /// How often, all of them together.
    pub checks: u64,
    /// Those that failed.
    #[serde(flatten)]
    pub failed: Failed,
    /// Kinds of behaviour that were seen.
    pub behaviours: usize,
    /// Edges of the library's code that were seen.
    #[serde(skip_serializing_if = "is_zero")]
    pub edges: usize,
    /// Each property that was checked.
    pub properties: Vec<Checked>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// How often a property was checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// Its number.
    pub number: u8,
    /// What came of it.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A way in which a domain fails.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The name of its folder.
    pub id: String,
    /// The domain.
    pub domain: String,
    /// What it means.
    pub column: Column,
    /// The number of the property; none if making the elements fails.
    pub property: Option<u8>,
    /// What must hold.
    pub formula: Option<String>,
    /// How it ends.
    pub ending: Ending,
    /// All that in a line.
    pub headline: String,
    /// In how many runs it failed.
    pub seen: u64,
    /// After how many seconds of a run it was found.
    pub seconds: Option<f64>,
    /// Operations of the smallest case.
    pub steps: usize,
    /// Operations of the case as it was found.
    pub steps_before: Option<usize>,
    /// The sequence of operations.
    pub text: Option<String>,
    /// Other findings with the same operations: likely the same cause.
    pub same_operations: Vec<String>,
    /// Its folder, within that of the campaign.
    pub folder: String,
    /// The command that runs the case again, in the folder of the campaign.
    pub replay: String,
    /// The program that shows it to others.
    pub program: Option<Shown>,
    /// The case.
    pub case: Case,
}

/// A program, and how it is run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Shown {
    /// Its file, within the folder of the finding.
    pub file: String,
    /// The command that compiles and runs it there; `$LIB` is the folder of the libraries, or that of this crate.
    pub build: String,
    /// What is in it; the file has it, too.
    #[serde(skip)]
    pub text: String,
}

impl Report {
    /// Puts together what is kept.
    #[must_use]
    pub fn new(figures: Vec<Figures>, kept: Vec<Kept>) -> Report {
        let mut findings: BTreeMap<String, Kept> = BTreeMap::new();
        for new in kept {
            let id = new.id();
            let best = match findings.remove(&id) {
                Some(known) => known.or_smaller(new),
                None => new,
            };
            findings.insert(id, best);
        }
        let mut domains: BTreeMap<String, (Option<Figures>, Failed)> = BTreeMap::new();
        for new in figures {
            let (known, _) = domains.entry(new.domain.clone()).or_default();
            match known {
                Some(known) => known.add(&new),
                None => *known = Some(new),
            }
        }
        for kept in findings.values().filter(|kept| kept.confirmed) {
            let (_, failed) = domains.entry(kept.domain.clone()).or_default();
            failed.add(kept.property(), &kept.ending);
        }
        let (confirmed, unconfirmed): (Vec<Kept>, Vec<Kept>) =
            findings.into_values().partition(|kept| kept.confirmed);
        let mut findings = sorted(&confirmed);
        relate(&mut findings);
        let domains = domains.into_iter().map(|(domain, (figures, failed))| row(domain, figures, failed));
        Report { format: FORMAT, domains: domains.collect(), findings, unconfirmed: sorted(&unconfirmed) }
    }

    /// The data as JSON.
    ///
    /// # Errors
    /// If it cannot be written, which is a fault of Quis.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The report in Markdown: the table, then the findings, then what is not confirmed.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown::markdown(self)
    }
}

/// A row; a domain of which only findings are kept has no figures.
fn row(domain: String, figures: Option<Figures>, failed: Failed) -> Row {
    let checked = |(&number, &tally): (&u8, &Tally)| Checked { number, tally };
    let properties: Vec<Checked> =
        figures.as_ref().map(|figures| figures.tallies.iter().map(checked).collect()).unwrap_or_default();
    Row {
        domain,
        runs: figures.as_ref().map_or(0, |figures| figures.runs),
        seconds: figures.as_ref().map_or(0.0, |figures| figures.seconds),
        tests: figures.as_ref().map_or(0, |figures| figures.tests.len()),
        checks: properties.iter().map(|checked| checked.tally.checks).sum(),
        failed,
        behaviours: figures.as_ref().map_or(0, |figures| figures.behaviours),
        edges: figures.as_ref().map_or(0, |figures| figures.edges),
        properties,
    }
}

/// By what they mean, domain and property.
fn sorted(kept: &[Kept]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = kept.iter().map(finding).collect();
    findings.sort_by(|a, b| {
        let key = |finding: &Finding| (finding.column, finding.domain.clone(), finding.property);
        key(a).cmp(&key(b)).then_with(|| a.id.cmp(&b.id))
    });
    findings
}

fn finding(kept: &Kept) -> Finding {
    let folder = kept.folder();
    let program = kept.program();
    Finding {
        domain: kept.domain.clone(),
        column: kept.column(),
        property: kept.case.property,
        formula: kept.property().map(|property| property.formula.to_string()),
        ending: kept.ending.clone(),
        headline: kept.headline(),
        seen: kept.seen,
        seconds: kept.seconds,
        steps: kept.case.steps.len(),
        steps_before: kept.steps_before,
        text: kept.text(),
        same_operations: Vec::new(),
        replay: format!("quis domains replay {folder}/case.json"),
        folder,
        program: program.map(|program| Shown {
            file: program.file.to_owned(),
            build: program.build,
            text: program.text,
        }),
        case: kept.case.clone(),
        id: kept.id(),
    }
}

/// Names the findings of a domain whose operations are the same, up to what is asserted in the end.
fn relate(findings: &mut [Finding]) {
    let mut groups: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let key = |finding: &Finding| {
        let (operations, _) = finding.text.as_deref()?.trim_end().rsplit_once('\n')?;
        Some((finding.domain.clone(), operations.to_owned()))
    };
    for finding in findings.iter() {
        if let Some(key) = key(finding) {
            groups.entry(key).or_default().push(finding.id.clone());
        }
    }
    for finding in findings {
        let group = key(finding).and_then(|key| groups.get(&key));
        let others = group.into_iter().flatten().filter(|id| **id != finding.id);
        finding.same_operations = others.cloned().collect();
    }
}
