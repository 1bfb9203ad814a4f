//! Reports of a sample campaign in every form. The solver `planted` does not exist; the finding in Z3 does (see
//! TROPHIES.md).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "report/browser.rs"]
mod browser;
#[path = "report/hostile.rs"]
mod hostile;
#[path = "report/sarif.rs"]
mod sarif;

use quis_campaign::report::{FindingData, Report, finding_markdown, html, json, markdown, sarif, text};

/// A campaign with findings of several kinds.
fn sample() -> Report {
    serde_json::from_str(include_str!("report/sample.json")).expect("the sample is a report")
}

/// A report in every form.
fn forms(report: &Report) -> [(&'static str, String); 5] {
    [
        ("text", text(report)),
        ("html", html(report).unwrap()),
        ("markdown", markdown(report).unwrap()),
        ("json", json(report).unwrap()),
        ("sarif", sarif(report).unwrap()),
    ]
}

/// A campaign with many findings, none of which has the cause of another.
fn large(count: usize) -> Report {
    let sample = sample();
    let findings = (0..count).map(|number| {
        let model = &sample.findings[number % sample.findings.len()];
        FindingData {
            id: format!("{number:04}"),
            fingerprint: format!("{} {number}", model.fingerprint),
            ..model.clone()
        }
    });
    Report { findings: findings.collect(), ..sample.clone() }
}

#[test]
fn the_sample_as_text() {
    insta::assert_snapshot!(text(&sample()));
}

#[test]
fn the_sample_as_markdown() {
    insta::assert_snapshot!(markdown(&sample()).unwrap());
}

#[test]
fn the_sample_as_json() {
    insta::assert_snapshot!(json(&sample()).unwrap());
}

#[test]
fn the_sample_as_sarif() {
    insta::assert_snapshot!(sarif(&sample()).unwrap());
}

#[test]
fn an_empty_campaign_has_every_report() {
    let texts = forms(&Report::default()).map(|(_, text)| text);
    insta::assert_snapshot!(texts[0]);
    insta::assert_snapshot!(texts[2]);
    assert!(texts[1].contains("No test case was made."));
}

#[test]
fn json_is_read_back() {
    let text = json(&sample()).unwrap();
    let report: Report = serde_json::from_str(&text).unwrap();
    assert_eq!(report, sample().arranged());
    assert!(text.contains("\"format\": \"quis-report/1\""));
}

#[test]
fn one_finding_is_found_by_its_id_or_by_that_of_one_with_the_same_cause() {
    let first = finding_markdown(&sample(), "1").unwrap().unwrap();
    assert!(first.contains("assertion violation in `rewriter.cpp:214`"), "{first}");
    // Finding 3 is the crash of finding 1 under other options.
    assert_eq!(finding_markdown(&sample(), "3").unwrap(), Some(first));
    assert_eq!(finding_markdown(&sample(), "99").unwrap(), None);
}

#[test]
fn a_thousand_findings_are_all_there() {
    let report = large(1000);
    let page = html(&report).unwrap();
    assert_eq!(page.matches("<details class=\"finding").count(), 1000);
    let text = text(&report);
    assert_eq!(text.lines().filter(|line| line.contains("case.smt2")).count(), 1000);
    assert!(!sarif(&report).unwrap().is_empty());
}

/// The script of the page compares these words.
#[test]
fn the_page_says_which_findings_are_under_default_options() {
    let page = html(&sample()).unwrap();
    assert!(page.contains("data-default=\"true\"") && page.contains("data-default=\"false\""));
}

#[test]
fn the_order_of_the_data_does_not_matter() {
    let mut reversed = sample();
    reversed.findings.reverse();
    assert_eq!(forms(&sample()), forms(&reversed));
}
