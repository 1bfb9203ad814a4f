//! What the schema of SARIF 2.1.0 and code scanning ask for.

use quis_campaign::report::{Report, sarif};
use quis_judge::Kind;
use serde_json::Value;

use super::{large, sample};

fn log(report: &Report) -> Value {
    serde_json::from_str(&sarif(report).unwrap()).unwrap()
}

#[test]
fn the_required_fields_are_there() {
    for report in [Report::default(), sample(), large(1000)] {
        let log = log(&report);
        assert_eq!(log["version"], "2.1.0");
        assert!(log["$schema"].as_str().unwrap().ends_with("sarif-schema-2.1.0.json"));
        let [run] = log["runs"].as_array().unwrap().as_slice() else { panic!("one run") };
        assert_eq!(run["tool"]["driver"]["name"], "Quis");
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        assert_eq!(rules.len(), Kind::ALL.len());
        for rule in rules {
            assert!(rule["id"].is_string() && rule["fullDescription"]["text"].is_string());
            assert!(rule["shortDescription"]["text"].is_string() && rule["help"]["text"].is_string());
        }
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), report.arranged().findings.len());
        for result in results {
            let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
            assert_eq!(rule["id"], result["ruleId"]);
            assert_eq!(rule["defaultConfiguration"]["level"], result["level"]);
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let place = &result["locations"][0]["physicalLocation"];
            assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with(".smt2"));
            let region = &place["region"];
            assert!(region["startLine"].as_u64().unwrap() >= 1);
            assert!(region["endLine"].as_u64() >= region["startLine"].as_u64());
            assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string());
        }
    }
}

#[test]
fn fingerprints_tell_findings_apart() {
    let log = log(&large(1000));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let mut hashes: Vec<_> =
        results.iter().map(|result| result["fingerprints"]["quis/v1"].as_str()).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), results.len());
}
