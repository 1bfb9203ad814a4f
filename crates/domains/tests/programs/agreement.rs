//! Programs in C end as the same cases do in this process.

use quis_domains::{Formula, Outcome, PROPERTIES, program, with};

use crate::dice::Dice;
use crate::kit::{OutcomeOf, PATIENCE, ProfileOf, code, library, run, trivial, written};

/// A property of each kind of formula.
const SAMPLE: [u8; 14] = [1, 4, 14, 17, 26, 32, 33, 35, 37, 46, 48, 49, 52, 57];

fn trivial_cases_hold(family: &str, domain: &str) {
    let Some((folder, _guard)) = library(family) else { return };
    for number in SAMPLE {
        let case = trivial(number);
        let program = written(&case, domain);
        let shown = run(&program, &folder, PATIENCE);
        let inside = with(domain, case.dimension, OutcomeOf(&case)).unwrap();
        assert_eq!(shown.code, Some(code(inside)), "{number} {shown:?}\n{}", program.text);
        assert!(matches!(shown.code, Some(0 | 3)), "{number} {shown:?}\n{}", program.text);
    }
    for number in 1..=59 {
        assert!(!written(&trivial(number), domain).text.contains('@'), "{number}");
    }
}

#[test]
fn trivial_cases_hold_for_apron() {
    trivial_cases_hold("apron", "apron:oct-mpq");
}

#[test]
fn trivial_cases_hold_for_ppl() {
    trivial_cases_hold("ppl", "ppl:oct-mpq");
}

#[test]
#[ignore = "slow: all properties on all domains"]
fn trivial_cases_of_all_properties() {
    for family in ["apron", "ppl"] {
        let Some((folder, _guard)) = library(family) else { return };
        for found in quis_domains::adapters::available() {
            if !found.name.starts_with(family) {
                continue;
            }
            let profile = with(found.name, 2, ProfileOf).unwrap();
            for property in PROPERTIES.iter().filter(|property| property.applies(&profile)) {
                let mut case = trivial(property.number);
                // Widenings with ⊥ may die, as another test shows.
                case.guarded = found.name.starts_with("apron:box");
                // Boxes cannot say what the constraint says: what is best is not known without the library.
                let Some(program) = program(&case, &profile, found.name) else {
                    assert!(matches!(property.formula, Formula::Best(_)), "{}", found.name);
                    continue;
                };
                let shown = run(&program, &folder, PATIENCE);
                let inside = with(found.name, case.dimension, OutcomeOf(&case)).unwrap();
                assert_eq!(shown.code, Some(code(inside)), "{} {} {shown:?}", found.name, property.number);
            }
        }
    }
}

/// Programs end as the same cases do in this process.
fn agreement(family: &str, domains: &[&str], constants: &[i64], count: usize) {
    let Some((folder, _guard)) = library(family) else { return };
    let mut dice = Dice(42);
    let mut seen = [0; 4];
    for at in 0..count {
        let domain = domains[at % domains.len()];
        let profile = with(domain, 3, ProfileOf).unwrap();
        let (case, inside) = loop {
            let property = PROPERTIES[dice.below(PROPERTIES.len())];
            if !property.applies(&profile) {
                continue;
            }
            let mut case = dice.case(property.number, constants);
            // Boxes of APRON die of widenings with ⊥.
            case.guarded |= domain.starts_with("apron:box");
            let inside = with(domain, 3, OutcomeOf(&case)).unwrap();
            // What is wrong is rare, and what is not tested less interesting.
            let one_of = match inside {
                Outcome::Violated | Outcome::Failed => 1,
                Outcome::Holds => 40,
                Outcome::Vacuous => 60,
            };
            if dice.below(one_of) == 0 {
                break (case, inside);
            }
        };
        let Some(program) = program(&case, &profile, domain) else {
            assert!(matches!(case.property().map(|p| p.formula), Some(Formula::Best(_))), "{case:?}");
            continue;
        };
        let shown = run(&program, &folder, PATIENCE);
        assert_eq!(shown.code, Some(code(inside)), "{domain} {shown:?}\n{}", program.text);
        seen[code(inside) as usize] += 1;
    }
    println!("{family}: {seen:?}");
    assert!(seen[0] > 0 && seen[3] > 0, "{seen:?}");
}

const LARGE: [i64; 8] = [0, 1, -1, 5, i64::MIN, i64::MAX, 9_007_199_254_740_899, 9_007_199_254_740_993];

#[test]
fn programs_for_apron_agree() {
    agreement("apron", &["apron:oct-d", "apron:oct-mpq", "apron:poly-mpq", "apron:box-mpq"], &LARGE, 40);
}

#[test]
fn programs_for_ppl_agree() {
    agreement("ppl", &["ppl:oct-mpq", "ppl:poly", "ppl:box-mpq", "ppl:bds-d"], &LARGE, 24);
}
