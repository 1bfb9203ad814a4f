//! Programs in C with widenings that are left to us, and with chains of all kinds.

use quis_domains::{Action, Arguments, Case, with};

use crate::kit::{OutcomeOf, PATIENCE, code, library, run, step, trivial, written};

/// The program of a case ends as the case does in this process.
fn agrees(domain: &str, case: &Case, folder: &std::path::Path) -> i32 {
    let inside = code(with(domain, case.dimension, OutcomeOf(case)).unwrap());
    let program = written(case, domain);
    let shown = run(&program, folder, PATIENCE);
    assert_eq!(shown.code, Some(inside), "{domain} {shown:?}\n{}", program.text);
    inside
}

/// Unguarded, the same program dies, as another test shows.
#[test]
fn guarded_boxes_survive_widenings_with_nothing() {
    let Some((folder, _guard)) = library("apron") else { return };
    let mut case = trivial(29);
    case.guarded = true;
    case.steps.push(step(Action::Widen(2, 1)));
    case.steps.push(step(Action::Widen(1, 2)));
    case.arguments = Arguments { x: 3, y: 1, z: 1, ..case.arguments };
    for property in [29, 30, 31, 32, 33, 51] {
        case.property = Some(property);
        assert!(written(&case, "apron:box-mpq").text.contains("element box4 = guarded_widen(box3, box2);"));
        assert!(matches!(agrees("apron:box-mpq", &case, &folder), 0 | 3), "{property}");
    }
    case.property = None;
    let shown = run(&written(&case, "apron:box-mpq"), &folder, PATIENCE);
    assert_eq!((shown.code, &*shown.said), (Some(0), "all steps done\n"));
    case.property = Some(29);
    assert_eq!(agrees("apron:poly-mpq", &case, &folder), 0);
}

#[test]
fn guarded_cases_of_ppl_agree() {
    let Some((folder, _guard)) = library("ppl") else { return };
    let mut case = trivial(29);
    case.guarded = true;
    case.steps.push(step(Action::Widen(1, 2)));
    case.arguments.x = 3;
    for property in [29, 32, 33] {
        case.property = Some(property);
        assert_eq!(agrees("ppl:oct-mpq", &case, &folder), 0, "{property}");
    }
}

fn chains(family: &str, domains: &[&str]) {
    let Some((folder, _guard)) = library(family) else { return };
    for domain in domains {
        for variant in 0..=3 {
            let case = trivial(33);
            let case = Case { arguments: Arguments { x: 2, y: 0, z: 2, variant, ..case.arguments }, ..case };
            assert_eq!(agrees(domain, &case, &folder), 0, "{domain} {variant}");
        }
    }
}

#[test]
fn chains_of_apron_come_to_an_end() {
    chains("apron", &["apron:oct-d", "apron:poly-mpq"]);
}

#[test]
fn chains_of_ppl_come_to_an_end() {
    chains("ppl", &["ppl:oct-mpq", "ppl:bds-d", "ppl:poly"]);
}
