use std::collections::HashSet;

use quis_smtlib::{Mode, Script, parse};

use super::*;
use crate::Use;
use crate::case::Truth;
use crate::witness::witnesses;

fn cases(enumerate: &Enumerate, seed: u64, count: usize) -> Vec<TestCase> {
    let script = Script::default();
    enumerate.cases(Material::of(&script), Stream::new(seed)).take(count).collect()
}

#[test]
fn every_formula_is_well_typed_and_witnesses_hold() {
    for case in cases(&Enumerate::default(), 1, 3000) {
        assert!(parse(&case.text, Mode::Standard).into_result().is_ok(), "{}", case.text);
        assert_ne!(witnesses(&case), [Some(false)], "{}\n{:?}", case.text, case.checks[0].truth);
    }
}

#[test]
fn no_formula_comes_twice() {
    let mut seen = HashSet::new();
    for case in cases(&Enumerate { theories: vec!["bitvectors"], ..Enumerate::default() }, 3, 3000) {
        assert!(seen.insert(case.text.clone()), "{}", case.text);
    }
}

#[test]
fn places_are_of_each_vocabulary_in_order() {
    let mut next: Vec<u64> = Vec::new();
    for number in 0..10_000 {
        let (vocabulary, within) = place(number);
        let vocabulary = usize::try_from(vocabulary).unwrap();
        if vocabulary == next.len() {
            next.push(0);
        }
        assert_eq!(within, next[vocabulary], "{number}");
        next[vocabulary] += 1;
    }
}

#[test]
fn finite_sorts_are_decided() {
    let bits = Enumerate { theories: vec!["bitvectors"], quantifiers: Use::No, ..Enumerate::default() };
    let decided = cases(&bits, 5, 2000).iter().filter(|case| case.checks[0].truth != Truth::Open).count();
    assert!(decided > 1500, "{decided}");
}

#[test]
fn there_is_no_end() {
    for theme in super::themes::THEMES {
        let enumerate = Enumerate { theories: vec![theme.group], dialect: crate::Dialect::Any, ..Enumerate::default() };
        for seed in 0..3 {
            assert_eq!(cases(&enumerate, seed, 1500).len(), 1500, "{} {seed}", theme.group);
        }
    }
}
