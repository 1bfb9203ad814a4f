//! What was found, kept in a directory.

use std::path::Path;

use anyhow::Context;
use quis_domains::isolation::{Ending, Found, Summary};
use quis_domains::{Case, program, text};
use serde::{Deserialize, Serialize};

use super::{table, test};
use crate::atomic;

/// A finding as it is kept.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) domain: String,
    pub(super) ending: Ending,
    pub(super) case: Case,
}

/// Writes what was found of one domain: `findings/DOMAIN-PROPERTY/case.json`, `case.txt`, and a program.
pub(super) fn keep(directory: &Path, domain: &str, summary: &Summary) -> anyhow::Result<()> {
    for found in &summary.found {
        let folder = directory.join("findings").join(name(domain, found));
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let kept = Kept { domain: domain.to_owned(), ending: found.ending.clone(), case: found.case.clone() };
        atomic::write(&folder.join("case.json"), &serde_json::to_vec_pretty(&kept)?)?;
        let shown = format!("{domain}: {}\n\n{}", test::headline(found), text(&found.case, &summary.profile));
        atomic::write(&folder.join("case.txt"), shown.as_bytes())?;
        if let Some(program) = program(&found.case, &summary.profile, domain) {
            atomic::write(&folder.join(program.file), program.text.as_bytes())?;
        }
    }
    Ok(())
}

/// match: apron:oct-d and property 17, result: apron-oct-d-17
fn name(domain: &str, found: &Found) -> String {
    let plain: String = domain.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let property = found.property.map_or("elements".to_owned(), |property| property.number.to_string());
    let ending = match &found.ending {
        Ending::Violated => "",
        Ending::Failed => "-error",
        Ending::Died(_) => "-died",
        Ending::NoEnd => "-no-end",
    };
    format!("{plain}-{property}{ending}")
}

/// Writes the table and all findings as a page of text.
pub(super) fn report(directory: &Path, summaries: &[Summary]) -> anyhow::Result<()> {
    let mut page = format!("# Abstract domains\n\n```\n{}```\n", table::text(summaries));
    for summary in summaries {
        for found in &summary.found {
            page += &format!(
                "\n## {}: {}\n\n```\n{}```\n",
                summary.profile.name,
                test::headline(found),
                text(&found.case, &summary.profile)
            );
        }
    }
    std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    atomic::write(&directory.join("report.md"), page.as_bytes())
}

/// Reads a finding.
pub(super) fn read(file: &Path) -> anyhow::Result<Kept> {
    let shown = file.display();
    let bytes = std::fs::read(file).with_context(|| shown.to_string())?;
    let kept: Kept = serde_json::from_slice(&bytes)
        .map_err(|error| anyhow::anyhow!("{shown}:{}:{}: {error}", error.line(), error.column()))?;
    if !kept.case.is_sound() {
        anyhow::bail!("{shown}: a step of the case names something that is not there");
    }
    Ok(kept)
}
