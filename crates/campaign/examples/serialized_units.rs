//! Runs fixed units of a campaign as another machine would: units, material and results go through JSON. Prints the cases and the findings.
//!
//!     cargo run --release -p quis-campaign --example serialized_units -- CAMPAIGN DESCRIPTION SEEDS UNITS
//!
//! CAMPAIGN is a new directory, DESCRIPTION the `description.json` of another campaign, SEEDS the folder of its seeds. The first UNITS units
//! of the plan are run. With the same units, `quis fuzz` finds the same.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints what it finds")]

use std::path::{Path, PathBuf};

use quis_campaign::unit::{Bench, Material, UnitResult, WorkUnit, run_unit};
use quis_campaign::{Budget, Campaign, Description, Error, SeedFile};
use quis_solvers::Interrupt;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, description, seeds, units] = &arguments[..] else {
        eprintln!("usage: serialized_units CAMPAIGN DESCRIPTION SEEDS UNITS");
        std::process::exit(2);
    };
    let description: Description = serde_json::from_str(&std::fs::read_to_string(description)?)?;
    let mut files = Vec::new();
    smt2_files(Path::new(seeds), &mut files)?;
    let seeds: Vec<SeedFile> = files.iter().map(|path| SeedFile::of_path(path)).collect();
    let mut campaign = Campaign::create(Path::new(directory), description, &seeds)?;
    let budget = Budget { units: Some((0, units.parse()?)), ..Budget::default() };
    campaign.run_with(&elsewhere, budget, 2, &Interrupt::on_signals()?, &mut |_| {})?;
    let report = campaign.report()?;
    println!("{} cases", report.summary.cases);
    for finding in &report.findings {
        println!("{} {}", finding.id, finding.occurrences);
    }
    Ok(())
}

/// Runs a unit with nothing but what can be sent.
fn elsewhere(
    description: &Description,
    unit: &WorkUnit,
    material: &Material,
    bench: &mut Bench,
) -> Result<UnitResult, Error> {
    sent(&run_unit(&sent(description)?, &sent(unit)?, &sent(material)?, bench)?)
}

fn sent<T: Serialize + DeserializeOwned>(data: &T) -> Result<T, Error> {
    Ok(serde_json::from_str(&serde_json::to_string(data)?)?)
}

fn smt2_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            smt2_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            files.push(path);
        }
    }
    Ok(())
}
