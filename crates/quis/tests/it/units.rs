//! Units of work: what is run and found depends on the description alone.

use std::collections::BTreeMap;

use quis_campaign::unit::{Bench, Material, UnitResult, WorkUnit, run_unit};
use quis_campaign::{Budget, Campaign, Description, SeedFile};
use quis_solvers::Interrupt;
use serde_json::Value;

use super::Place;
use super::fuzz::{SEEDS, findings, fuzz, place};

#[test]
fn the_same_number_gives_the_same_findings_on_any_number_of_cores() {
    let all: Vec<_> = ["1", "3"]
        .into_iter()
        .map(|jobs| {
            let place = place();
            fuzz(&place, &["", "--fault wrong-unsat:bvsub"], &["-j", jobs]);
            findings(&place).into_keys().collect::<Vec<_>>()
        })
        .collect();
    assert!(!all[0].is_empty());
    assert_eq!(all[0], all[1]);
}

/// What was run and found in a campaign: test cases, and findings with the number of cases that show each.
fn outcome(place: &Place) -> (u64, BTreeMap<String, (String, u64)>) {
    let run = place.quis(&["report", "c", "--json"]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    (report["summary"]["cases"].as_u64().unwrap(), findings(place))
}

/// Fixed units: what is run, found and counted does not depend on the number of cores, nor on where units run.
#[test]
fn fixed_units_give_the_same_everywhere() {
    let solvers = ["", "--fault wrong-unsat:bvsub", "--fault abort:xor"];
    let storm = ["--technique", "opfuzz", "--technique", "storm", "--no-reduce"];
    for limit in [["--units", "0..12"], ["--count", "90"]] {
        let run_on = |jobs: &str| {
            let place = place();
            let run = fuzz(&place, &solvers, &[&storm[..], &limit, &["-j", jobs]].concat());
            assert_eq!(run.code, 1, "{}", run.stderr);
            outcome(&place)
        };
        let alone = run_on("1");
        assert!(alone.0 > 50 && alone.1.values().any(|(_, count)| *count > 1), "{alone:?}");
        assert!(limit[0] != "--count" || alone.0 == 90, "{alone:?}");
        assert_eq!(run_on("3"), alone);
    }
    // As another machine would run them: with nothing but what can be sent.
    let place = place();
    fuzz(&place, &solvers, &[&storm[..], &["--units", "0..1", "-j", "1"]].concat());
    let first = outcome(&place);
    let mut campaign = Campaign::read(&place.path().join("c")).unwrap();
    let description = campaign.description().clone();
    let folder = place.path().join("sent");
    let seeds: Vec<SeedFile> =
        SEEDS.iter().map(|(name, _)| SeedFile::of_path(&place.path().join(name))).collect();
    campaign = Campaign::create(&folder, description, &seeds).unwrap();
    let budget = Budget { units: Some((0, 1)), ..Budget::default() };
    let interrupt = Interrupt::new().unwrap();
    campaign.run_with(&elsewhere, budget, 2, &interrupt, &mut |_| {}).unwrap();
    let report = campaign.report().unwrap();
    let sent = report.findings.iter();
    let sent = sent.map(|one| (one.id.clone(), (one.kind.name().to_owned(), one.occurrences))).collect();
    assert_eq!((report.summary.cases, sent), first);
}

/// Runs a unit with nothing but what can be sent.
fn elsewhere(
    description: &Description,
    unit: &WorkUnit,
    material: &Material,
    bench: &mut Bench,
) -> Result<UnitResult, quis_campaign::Error> {
    fn sent<T: serde::Serialize + serde::de::DeserializeOwned>(data: &T) -> Result<T, quis_campaign::Error> {
        Ok(serde_json::from_str(&serde_json::to_string(data)?)?)
    }
    sent(&run_unit(&sent(description)?, &sent(unit)?, &sent(material)?, bench)?)
}

#[test]
fn an_oracle_that_is_switched_off_says_nothing() {
    for (oracles, code) in [("crash,model", 1), ("model,truth", 0)] {
        let place = place();
        let limits = ["--count", "60", "--no-reduce", "--oracles", oracles];
        let run = fuzz(&place, &["", "--fault abort:xor"], &limits);
        assert_eq!(run.code, code, "{oracles}: {}{}", run.stdout, run.stderr);
    }
}
