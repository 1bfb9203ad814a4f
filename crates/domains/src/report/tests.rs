use super::*;
use crate::reference::{Fault, Octagons};
use crate::{Domain, Settings, test};

const NAME: &str = "reference:octagons+octagon-join-left-only";

/// What a test of wrong octagons finds, as it is kept.
fn found() -> Vec<Kept> {
    let wrong = Octagons::with_fault(2, Fault::parse("octagon-join-left-only"));
    let report = test(&wrong, &Settings { rounds: 300, ..Settings::default() });
    let kept = |case: Case| Kept {
        domain: NAME.to_owned(),
        ending: Ending::Violated,
        case,
        profile: Some(wrong.profile().clone()),
        confirmed: true,
        seconds: None,
        steps_before: None,
        seen: 1,
    };
    let found: Vec<Kept> = report.violations.into_iter().map(|violation| kept(violation.case)).collect();
    assert!(found.len() > 1);
    found
}

/// The same finding, with a step that is not needed.
fn larger(kept: &Kept) -> Kept {
    let mut larger = kept.clone();
    larger.case.steps.push(crate::Step { action: crate::Action::Top, asked: false });
    larger
}

fn figures(checks: u64) -> Figures {
    Figures {
        domain: NAME.to_owned(),
        runs: 1,
        seconds: 0.5,
        tests: [9, 10].into(),
        tallies: [(9, Tally { checks, ..Tally::default() })].into(),
        behaviours: 3,
        edges: 0,
    }
}

#[test]
fn the_smallest_case_of_a_property_stays() {
    let found = found();
    let twice = [found.iter().map(larger).collect::<Vec<_>>(), found.clone()].concat();
    let report = Report::new(vec![figures(7), figures(5)], twice.clone());
    assert_eq!(report.findings.len(), found.len());
    for (finding, id) in report.findings.iter().map(|finding| (finding, &finding.id)) {
        let smallest = found.iter().find(|kept| kept.id() == *id).map(|kept| &kept.case);
        assert_eq!((Some(&finding.case), finding.seen), (smallest, 2), "{id}");
    }
    let row = &report.domains[0];
    assert_eq!((row.runs, row.checks, row.tests), (2, 12, 2));
    let mut reversed = twice;
    reversed.reverse();
    assert_eq!(Report::new(vec![figures(5), figures(7)], reversed), report);
}

#[test]
fn what_is_confirmed_is_better_than_what_is_smaller() {
    let small = Kept { confirmed: false, ..found().remove(0) };
    let large = Kept { confirmed: true, ..larger(&small) };
    assert_eq!(small.clone().or_smaller(large.clone()), Kept { seen: 2, ..large });
}

#[test]
fn ways_to_die_are_told_apart_and_do_not_hide_each_other() {
    let kept = found().remove(0);
    let died = |how: &str| Kept { ending: Ending::Died(how.to_owned()), ..kept.clone() };
    let report = Report::new(Vec::new(), vec![kept.clone(), died("signal SIGSEGV"), died("exit code 3")]);
    assert_eq!(report.findings.len(), 3);
    let number = kept.case.property.unwrap_or(0);
    assert!(died("signal SIGSEGV").id().ends_with(&format!("-{number}-died-signal-sigsegv")));
    assert_eq!(report.domains[0].failed.errors, [number]);
    // There is no run, and no figure, but the row is there.
    assert_eq!(report.domains[0].runs, 0);
    // The operations are the same.
    assert_eq!(report.findings[0].same_operations.len(), 2);
}

#[test]
fn files_of_earlier_releases_are_read() -> Result<(), serde_json::Error> {
    let kept = found().remove(0);
    let old = serde_json::json!({ "domain": kept.domain, "ending": kept.ending, "case": kept.case });
    let old: Kept = serde_json::from_value(old)?;
    assert_eq!((old.confirmed, old.seen, old.text()), (true, 1, None));
    let report = Report::new(Vec::new(), vec![old.clone()]);
    assert!(report.markdown().contains("does not hold"), "{}", report.markdown());
    // Another run says how it is shown.
    assert!(old.or_smaller(kept).text().is_some());
    Ok(())
}

#[test]
fn what_is_not_confirmed_is_told_apart_and_not_counted() {
    let mut all = found();
    let other = Kept { confirmed: false, ..all.remove(0) };
    let report = Report::new(vec![figures(7)], [vec![other.clone()], all.clone()].concat());
    assert_eq!((report.findings.len(), report.unconfirmed.len()), (all.len(), 1));
    let number = other.case.property.unwrap_or(0);
    assert!(Column::ALL.iter().all(|&column| !report.domains[0].failed.of(column).contains(&number)));
    let told = &report.unconfirmed[0];
    assert_eq!((&told.folder, &told.program), (&format!("unconfirmed/{}", other.id()), &None));
    let markdown = report.markdown();
    let Some((before, section)) = markdown.split_once("\n## Not confirmed\n") else { panic!("{markdown}") };
    assert!(section.contains("did not hold in the run, but holds in a process of its own"), "{section}");
    assert!(!before.contains(&format!("property {number} ")), "{before}");
    // Another run confirms it: it is a finding.
    let report = Report::new(Vec::new(), vec![Kept { confirmed: true, ..other.clone() }, other]);
    assert_eq!((report.findings.len(), report.findings[0].seen, report.unconfirmed.len()), (1, 2, 0));
    assert!(!report.markdown().contains("Not confirmed"));
}

#[test]
fn what_earlier_releases_did_not_confirm_is_no_finding() -> Result<(), serde_json::Error> {
    let kept = found().remove(0);
    let mut old = serde_json::to_value(&kept)?;
    old["replayed"] = false.into();
    let report = Report::new(Vec::new(), vec![serde_json::from_value(old)?]);
    assert_eq!((report.findings.len(), report.unconfirmed.len()), (0, 1));
    Ok(())
}
