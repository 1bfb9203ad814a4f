//! What was found, kept in a directory, and the reports that are made of it.

use std::path::{Path, PathBuf};

use anyhow::Context;
use quis_domains::isolation::Summary;
use quis_domains::report::{FINDINGS, Figures, Kept, Report, UNCONFIRMED};
use serde::de::DeserializeOwned;

use super::page;
use crate::atomic;
use crate::console::Console;

/// A failure, to run it again.
const CASE: &str = "case.json";

/// The same to read.
const TEXT: &str = "case.txt";

/// Writes what was found of one domain: `findings/ID/case.json`, `case.txt` and a program, and its figures as `domains/ID.json`. What
/// is not confirmed goes to `unconfirmed/ID`, without a program. What is there of earlier runs is added to; of two cases of the same
/// failure the smaller stays, and best is what is confirmed.
pub(super) fn keep(
    directory: &Path,
    domain: &str,
    summary: &Summary,
    console: &Console,
) -> anyhow::Result<()> {
    for new in Kept::all(domain, summary) {
        put(directory, &new.id(), Some(new), console)?;
    }
    let mut figures = Figures::new(domain, summary);
    let folder = directory.join("domains");
    make(&folder)?;
    let file = folder.join(format!("{}.json", figures.id()));
    if let Some(known) = earlier(&file, console, parsed::<Figures>) {
        figures.add(&known);
    }
    atomic::write(&file, &serde_json::to_vec_pretty(&figures)?)
}

/// Writes a failure to the one folder where it belongs, together with what earlier runs say of it.
fn put(directory: &Path, id: &str, new: Option<Kept>, console: &Console) -> anyhow::Result<()> {
    let places = [FINDINGS, UNCONFIRMED].map(|parent| directory.join(parent).join(id));
    let known = places.iter().filter_map(|folder| earlier(&folder.join(CASE), console, read));
    let Some(kept) = known.chain(new).reduce(Kept::or_smaller) else { return Ok(()) };
    let folder = directory.join(kept.folder());
    make(&folder)?;
    write(&folder, &kept)?;
    places.iter().filter(|other| **other != folder).try_for_each(|other| clear(other))
}

/// Removes what was written to a folder, and the folder if nothing else is in it.
fn clear(folder: &Path) -> anyhow::Result<()> {
    for file in listed(folder)? {
        if file.ends_with(CASE) || file.ends_with(TEXT) || is_program(&file) {
            std::fs::remove_file(&file).with_context(|| file.display().to_string())?;
        }
    }
    if folder.exists() && listed(folder)?.is_empty() {
        std::fs::remove_dir(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

fn is_program(file: &Path) -> bool {
    file.file_stem().is_some_and(|stem| stem == "program")
}

fn make(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}

/// What a file of an earlier run says. One that cannot be read is told, and is no reason to lose what was found now.
fn earlier<T>(file: &Path, console: &Console, read: fn(&Path) -> anyhow::Result<T>) -> Option<T> {
    if !file.exists() {
        return None;
    }
    read(file)
        .inspect_err(|error| {
            console.warn(&console.stderr_renderer().message(&format!("{error:#}; it is left out"), None));
        })
        .ok()
}

fn write(folder: &Path, kept: &Kept) -> anyhow::Result<()> {
    atomic::write(&folder.join(CASE), &serde_json::to_vec_pretty(kept)?)?;
    let text = kept.text().unwrap_or_default();
    let shown = format!("{}: {}\n\n{text}", kept.domain, kept.headline());
    atomic::write(&folder.join(TEXT), shown.as_bytes())?;
    let program = kept.program();
    for old in listed(folder)? {
        // The program of another case.
        if is_program(&old) && program.as_ref().is_none_or(|program| !old.ends_with(program.file)) {
            std::fs::remove_file(&old).with_context(|| old.display().to_string())?;
        }
    }
    match program {
        Some(program) => atomic::write(&folder.join(program.file), program.text.as_bytes()),
        None => Ok(()),
    }
}

/// What is in a folder, in order; nothing if there is none.
fn listed(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<PathBuf>, _>>()?;
    paths.sort();
    Ok(paths)
}

/// Writes the reports on all that a directory holds: `report.md`, `report.html` and `report.json`.
pub(super) fn report(directory: &Path, console: &Console) -> anyhow::Result<()> {
    make(directory)?;
    let mut kept = Vec::new();
    for parent in [FINDINGS, UNCONFIRMED] {
        for folder in listed(&directory.join(parent))? {
            let Some(read) = earlier(&folder.join(CASE), console, read) else { continue };
            // Earlier releases kept what is not confirmed among the findings.
            if parent == FINDINGS && !read.confirmed && folder.ends_with(read.id()) {
                put(directory, &read.id(), None, console)?;
                continue;
            }
            kept.push(read);
        }
    }
    let figures = listed(&directory.join("domains"))?;
    let figures = figures.iter().filter_map(|file| earlier(file, console, parsed::<Figures>));
    let report = Report::new(figures.collect(), kept);
    atomic::write(&directory.join("report.md"), report.markdown().as_bytes())?;
    atomic::write(&directory.join("report.json"), report.json()?.as_bytes())?;
    atomic::write(&directory.join("report.html"), page::html(&report)?.as_bytes())
}

/// Reads a finding.
pub(super) fn read(file: &Path) -> anyhow::Result<Kept> {
    let kept: Kept = parsed(file)?;
    if !kept.case.is_sound() {
        anyhow::bail!("{}: a step of the case names something that is not there", file.display());
    }
    Ok(kept)
}

fn parsed<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let shown = file.display();
    let bytes = std::fs::read(file).with_context(|| shown.to_string())?;
    serde_json::from_slice(&bytes)
        .map_err(|error| anyhow::anyhow!("{shown}:{}:{}: {error}", error.line(), error.column()))
}
