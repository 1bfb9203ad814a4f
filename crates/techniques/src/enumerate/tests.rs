use std::collections::HashSet;

use quis_smtlib::{Mode, Script, parse};

use super::*;
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
    let bits = Enumerate { theories: vec!["bitvectors"], quantifiers: crate::fuzzsmt::Use::No, ..Enumerate::default() };
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

#[test]
fn debug_rich() {
    let e = Enumerate { dialect: crate::Dialect::Common, ..Enumerate::default() };
    let themes = e.themes();
    for (t, theme) in themes.iter().enumerate() {
        let (mut none, mut poor, mut good) = (0, 0, 0); let mut rates = Vec::new();
        let mut stream = Stream::new(5).nth(t as u64);
        let (mut tv, mut tc, mut tg, mut tr) = (0.0, 0.0, 0.0, 0.0);
        for lead in 0..40 {
            let b = std::time::Instant::now();
            let v = Vocabulary::draw(&e, theme, lead, &mut stream);
            tv += b.elapsed().as_secs_f64();
            let Some(vocabulary) = v else { none += 1; continue };
            let b = std::time::Instant::now();
            let counts = Counts::new(&vocabulary, e.size);
            tc += b.elapsed().as_secs_f64();
            let mut before = vec![0_u64];
            for size in 1..=counts.largest { before.push(before[size - 1].saturating_add(counts.formulas(size))); }
            let large = (1..counts.largest).find(|&size| counts.formulas(size) > LARGE).unwrap_or(counts.largest);
            let b = std::time::Instant::now();
            let grid = Grid::new(&vocabulary, stream.fork("grid"));
            tg += b.elapsed().as_secs_f64();
            let mut source = Source { vocabulary, counts, grid, before, large, tokens: Vec::new() };
            let b = std::time::Instant::now();
            let made = (0..64).filter(|&number| source.at_random(number << 20, 0).is_some()).count();
            tr += b.elapsed().as_secs_f64();
            rates.push(made);
            if made >= 6 { good += 1 } else { poor += 1 }
        }
        eprintln!("{} {} none {none} poor {poor} good {good} {rates:?} ms: voc {:.2} count {:.2} grid {:.2} rich {:.2}", theme.group, theme.sorts[0][0], tv*25., tc*25., tg*25., tr*25.);
    }
}
