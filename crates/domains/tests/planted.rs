//! Planted faults are found; where there are none, nothing is.

#![allow(clippy::panic, reason = "what is not as expected ends the test")]

use quis_domains::reference::{Fault, domains};
use quis_domains::{Config, Domain, Report, Settings, Visitor, test, with};

/// Tests a domain.
struct Tested(Settings);

impl Visitor for Tested {
    type Output = Report;

    fn visit<D: Domain>(self, domain: D) -> Report {
        test(&domain, &self.0)
    }
}

fn tested(name: &str, dimension: usize, settings: &Settings) -> Report {
    match with(name, dimension, Tested(settings.clone())) {
        Ok(report) => report,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn every_planted_fault_is_found() {
    let settings = Settings { first: true, rounds: 20_000, ..Settings::default() };
    for fault in Fault::ALL {
        let name = format!("{}+{}", fault.domain(), fault.name());
        let report = tested(&name, 4, &settings);
        let Some(violation) = report.violations.first() else { panic!("{name}: not found") };
        // What is found is small enough to be read.
        assert!(violation.case.steps.len() <= 8, "{name}:\n{violation}");
    }
}

#[test]
fn without_faults_nothing_is_found() {
    for name in domains() {
        for (dimension, config) in [(1, "default"), (3, "C1"), (8, "default"), (2, "C6")] {
            let config = Config::named(config).unwrap_or_default();
            let report = tested(name, dimension, &Settings { config, rounds: 300, ..Settings::default() });
            if let Some(violation) = report.violations.first() {
                panic!("{name}: {violation}");
            }
            assert!(report.checks() >= 300 * config.checks as u64, "{name} was tested");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tests() {
    let settings = Settings { rounds: 200, ..Settings::default() };
    let name = "reference:octagons+octagon-join-left-only";
    let (one, two) = (tested(name, 3, &settings), tested(name, 3, &settings));
    assert_eq!(one.tallies, two.tallies);
    let texts = |report: &Report| report.violations.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(texts(&one), texts(&two));
    assert!(!one.violations.is_empty());
}
