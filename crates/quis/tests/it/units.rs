//! Units of work: what is run and found depends on the description alone.

use std::collections::BTreeMap;

use quis_campaign::unit::{Bench, Material, UnitResult, WorkUnit, run_unit};
use quis_campaign::{Budget, Campaign, Description, SeedFile};
use quis_solvers::Interrupt;
use serde_json::Value;

use super::Place;
use super::fuzz::{SEEDS, demo, findings, fuzz, place};

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
    let storm = ["--technique", "opfuzz", "--technique", "storm", "--no-reduce", "--asking", "varied"];
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

/// A bug may show in one form of a case only: behind a `push`, with an assumption, without models.
#[test]
fn faults_that_show_in_one_form_only_are_found_and_made_again() {
    let forms = [
        ("push", "scope"),
        ("check-sat-assuming", "as an assumption"),
        ("reset-assertions", "after (reset-assertions)"),
        ("no-models", "answers only"),
    ];
    for (circumstance, form) in forms {
        let faulty = format!("--fault wrong-unsat:{circumstance}");
        let campaign = |more: &[&str]| {
            let place = place();
            let reference = demo("");
            let run =
                fuzz(&place, &[&faulty], &[&["--no-reduce", "--reference", &reference][..], more].concat());
            (place, run)
        };
        let (_, run) = campaign(&["--count", "100", "--asking", "plain"]);
        assert_eq!(run.code, 0, "{circumstance}: {}{}", run.stdout, run.stderr);
        let (place, run) = campaign(&["--count", "400", "--asking", "varied"]);
        assert_eq!(run.code, 1, "{circumstance}: {}", run.stderr);
        let report: Value = serde_json::from_str(&place.quis(&["report", "c", "--json"]).stdout).unwrap();
        let all = report["findings"].as_array().unwrap();
        // Where assertions have names, a wrong `unsat` comes with a core.
        let is_expected = |finding: &Value| {
            ["refutation-unsound", "invalid-core"].contains(&finding["kind"].as_str().unwrap())
        };
        assert!(all.iter().all(is_expected), "{all:?}");
        assert!(
            all.iter().all(|finding| finding["origin"]["asking"].as_str().unwrap().contains(form)),
            "{all:?}"
        );
        let folder = format!("c/findings/{}", all[0]["id"].as_str().unwrap());
        let again = place.quis(&["replay", &folder]);
        assert_eq!(again.code, 1, "{circumstance}: {}{}", again.stdout, again.stderr);
    }
}

/// Most users have no scopes. Cases in scopes find what shows without them, and are reported as users would run them.
#[test]
fn faults_that_no_scope_shows_are_found_in_scopes() {
    let place = Place::new();
    let (good, faulty) = (demo(""), demo("--fault wrong-unsat:no-push"));
    let solvers = ["fuzz", "--campaign", "c", "--seed", "7", "--solver", &good, "--solver", &faulty];
    let scoped = ["--technique", "enumerate theories=core", "--no-reduce", "--quiet", "--units", "1..2"];
    let run = place.quis(&[&solvers[..], &scoped].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
    let report: Value = serde_json::from_str(&place.quis(&["report", "c", "--json"]).stdout).unwrap();
    let all = report["findings"].as_array().unwrap();
    assert!(all.iter().any(|finding| finding["origin"]["technique"] == "enumerate"), "{all:?}");
    for finding in all {
        assert!(!finding["origin"]["asking"].as_str().unwrap_or_default().contains("scope"), "{finding}");
        let folder = format!("c/findings/{}", finding["id"].as_str().unwrap());
        assert!(!place.read(&format!("{folder}/case.smt2")).contains("push"), "{finding}");
        let again = place.quis(&["replay", &folder]);
        assert_eq!(again.code, 1, "{}{}", again.stdout, again.stderr);
        assert!(again.stdout.contains("byte for byte"), "{}", again.stdout);
    }
}

#[test]
fn a_campaign_can_be_about_some_kinds_and_theories_only() {
    let campaign = |more: &[&str]| {
        let place = place();
        let run = fuzz(
            &place,
            &["", "--fault wrong-unsat:bvsub"],
            &[&["--no-reduce", "--count", "200"][..], more].concat(),
        );
        (place, run)
    };
    let (kept, run) = campaign(&["--kinds", "crash,invalid-model"]);
    assert_eq!((run.code, findings(&kept).len()), (0, 0), "{}", run.stdout);
    assert_eq!(campaign(&["--kinds", "refutation-unsound"]).1.code, 1);
    let place = place();
    let solver = demo("");
    let arguments =
        ["fuzz", "seeds", "--solver", &solver, "--campaign", "c", "--seed", "7", "--quiet", "--count", "300"];
    place.quis(&[&arguments[..], &["--only", "core,arithmetic"]].concat()).good();
    let report: Value = serde_json::from_str(&place.quis(&["report", "c", "--json"]).stdout).unwrap();
    let techniques = report["techniques"].as_array().unwrap();
    for technique in techniques.iter().filter(|technique| technique["name"] == "enumerate") {
        let parameters = technique["parameters"].as_str().unwrap();
        assert!(["core", "arithmetic"].iter().any(|group| parameters.contains(group)), "{parameters}");
    }
    // Of the seeds, one is about connectives alone.
    let seeds = techniques.iter().filter_map(|technique| technique["seeds"].as_u64()).max();
    assert_eq!(seeds, Some(1), "{techniques:?}");
    let run = place.quis(&["fuzz", "--only", "strangs", "--count", "1"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("strangs") && run.stderr.contains("strings"), "{}", run.stderr);
}
