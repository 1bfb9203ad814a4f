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
fn the_declared_logic_has_all_that_a_formula_uses() {
    // Who declares a function without UF is rejected by some solvers.
    let mut functions = 0;
    for case in cases(&Enumerate::default(), 2, 3000) {
        let script = parse(&case.text, Mode::Standard).into_result().unwrap();
        let needed = quis_smtlib::infer_logic(&script);
        let logic = case.text.strip_prefix("(set-logic ").and_then(|rest| rest.split(')').next()).unwrap();
        let declared = quis_smtlib::Logic::from_name(logic);
        functions += usize::from(needed.uninterpreted);
        assert!(
            declared.is_none_or(|declared| declared.uninterpreted >= needed.uninterpreted),
            "{}",
            case.text
        );
    }
    assert!(functions > 200, "{functions}");
}

#[test]
fn no_formula_of_a_vocabulary_comes_twice() {
    let mut seen = HashSet::new();
    for (number, case) in cases(&Enumerate::default(), 3, 4000).into_iter().enumerate() {
        let (vocabulary, _) = place(number as u64);
        assert!(seen.insert((vocabulary, case.text.clone())), "{number}: {}", case.text);
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
fn counts_are_those_of_what_is_made() {
    let all = Enumerate::default();
    let themes = all.themes();
    for number in 0..2 * themes.len() as u64 {
        let Some(mut source) = Source::new(&all, &themes, number, &Stream::new(9)) else { continue };
        assert_eq!(source.counts.wrongly_counted(&source.vocabulary), None, "{number}");
        let size = source.counts.largest.min(4);
        for within in 0..source.counts.formulas(size) {
            assert!(source.counts.formula(&source.vocabulary, size, within, &mut source.tokens).is_some());
            assert_eq!(source.tokens.len(), size);
        }
    }
}

#[test]
fn finite_sorts_are_decided() {
    let bits = Enumerate { theories: vec!["bitvectors"], quantifiers: Use::No, ..Enumerate::default() };
    let decided = cases(&bits, 5, 2000).iter().filter(|case| case.checks[0].truth != Truth::Open).count();
    // Where bit-vectors meet integers, much stays open.
    assert!(decided > 1200, "{decided}");
}

#[test]
fn formulas_have_objectives_and_some_known_optima() {
    let optimisation =
        Enumerate { theories: vec!["optimisation"], quantifiers: Use::No, ..Enumerate::default() };
    let (mut decided, mut free, mut two) = (0, 0, 0);
    for case in cases(&optimisation, 7, 1500) {
        assert!(parse(&case.text, Mode::Standard).into_result().is_ok(), "{}", case.text);
        let count = case.text.matches("(minimize ").count() + case.text.matches("(maximize ").count();
        assert!((1..=2).contains(&count), "{}", case.text);
        free += usize::from(case.text.contains("imize free)"));
        two += usize::from(count == 2);
        decided += case.checks[0].optimum.len();
        if let Truth::Sat { witness: Some(_) } = case.checks[0].truth {
            assert_eq!(crate::confirm(&case), Ok(1), "{}", case.text);
        }
    }
    assert!(decided > 60 && free > 40 && two > 40, "{decided} {free} {two}");
}

#[test]
fn a_known_optimum_is_the_best() {
    use quis_semantics::{Model, Real, checks, objectives};
    let bits = Enumerate {
        theories: vec!["optimisation"],
        quantifiers: Use::No,
        variables: 2,
        ..Enumerate::default()
    };
    let mut looked_at = 0;
    for case in cases(&bits, 11, 1600) {
        let [optimum] = &*case.checks[0].optimum else { continue };
        let script = parse(&case.text, Mode::Standard).into_result().unwrap();
        let command = checks(&script)[0].command;
        let of = objectives(&script, command).unwrap()[0];
        let beyond = |value: &Real| of.is_better(value, &optimum.penalty);
        let names: Vec<&str> = ["x", "y"]
            .into_iter()
            .filter(|name| case.text.contains(&format!("(declare-const {name} (_ BitVec 2))")))
            .collect();
        if case.text.matches("(declare-").count() != names.len() {
            continue;
        }
        looked_at += 1;
        for number in 0..1 << (2 * names.len()) {
            let value = |at: usize| format!("#b{:02b}", number >> (2 * at) & 3);
            let define = |(at, name)| format!("(define-fun {name} () (_ BitVec 2) {})", value(at));
            let model: String = names.iter().enumerate().map(define).collect();
            let model = format!("({model})");
            if crate::is_model(&case, 0, &model) == Some(true) {
                let mut script = script.clone();
                let answer = quis_smtlib::read_model(&mut script, command, &model);
                let mut model = Model::from_answer(&script.store, &answer);
                let value = of.value(&script.store, &mut model, 1 << 12).unwrap();
                assert!(!beyond(&value), "{}: {value:?} is better than {optimum}", case.text);
            }
        }
    }
    assert!(looked_at > 20, "{looked_at}");
}

#[test]
fn there_is_no_end() {
    for theme in super::themes::THEMES {
        let enumerate =
            Enumerate { theories: vec![theme.group], dialect: crate::Dialect::Any, ..Enumerate::default() };
        for seed in 0..3 {
            assert_eq!(cases(&enumerate, seed, 1500).len(), 1500, "{} {seed}", theme.group);
        }
    }
}

#[test]
fn a_case_does_not_depend_on_those_before_it() {
    let (enumerate, script) = (Enumerate::default(), Script::default());
    let all = cases(&enumerate, 9, 700);
    for number in [0, 17, 333, 500, 699] {
        let alone = enumerate.cases(Material::of(&script), Stream::new(9)).nth(number).unwrap();
        assert_eq!(alone, all[number]);
    }
}
