//! What mutators make, and what all mutants have in common.

use std::collections::BTreeSet;
use std::sync::Arc;

use quis_smtlib::{Mode, Script, parse};

use super::desk::Desk;
use super::draft::Draft;
use super::ground::Ground;
use super::mutators::Mutator;
use super::{Mutate, MutateAsk};
use crate::case::{TestCase, Truth};
use crate::confirm::confirm;
use crate::material::{Material, Pool};
use crate::stream::Stream;
use crate::technique::Technique;

fn read(text: &str) -> Script {
    parse(text, Mode::Standard).into_result().unwrap()
}

/// The lines that differ from those of the seed, of many mutants by one mutator.
pub(super) fn results_of(mutator: Mutator, text: &str) -> Vec<String> {
    let seed = read(text);
    let mutate = Mutate::default();
    let before: BTreeSet<String> =
        TestCase::of_script(&seed).unwrap().text.lines().map(str::to_owned).collect();
    let mut ground = Ground::of(&seed, mutate.dialect, &[], &Stream::new(1)).unwrap();
    // Without worlds nothing is repaired: lines are what the mutator made.
    ground.worlds.clear();
    let mut lines = BTreeSet::new();
    for number in 0..40 {
        let stream = Stream::new(number);
        let mut desk = Desk::new(&ground, &mutate, &Pool::default(), &stream);
        for number in 0..40 {
            let mut draft = Draft::default();
            let mut stream = stream.nth(number);
            if draft.mutate(&ground, &mut desk, mutator, &mut stream)
                && let Some(case) = draft.finish(&ground, &mut desk, &mutate, &mut stream)
            {
                read(&case.text);
                lines.extend(case.text.lines().filter(|line| !before.contains(*line)).map(str::to_owned));
            }
        }
    }
    lines.into_iter().collect()
}

const SEEDS: &[&str] = &[
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (or (> x 3) (= (+ x y) 49)))(assert (< y 7))(check-sat)",
    "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))(assert (bvult (bvmul a b) #x10))\
     (assert (not (= ((_ extract 3 0) a) #x5)))(check-sat)",
    "(declare-sort U 0)(declare-fun f (U) U)(declare-const u U)(assert (not (= (f u) u)))(assert (= (f (f u)) u))(check-sat)",
    "(declare-const s String)(assert (str.in_re s (re.+ (re.range \"a\" \"c\"))))(assert (> (str.len s) 1))(check-sat)",
    "(set-logic QF_FP)(declare-const x (_ FloatingPoint 5 11))(declare-const r RoundingMode)(assert (fp.lt (fp.add r x x) x))(check-sat)",
    "(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)(assert ((_ is cons) l))\
     (assert (> (head l) 2))(check-sat)",
    "(declare-const a (Array Int Int))(declare-const i Int)(assert (= (select (store a i 5) 3) 5))(push 1)\
     (declare-const j Int)(assert (distinct i j))(check-sat)(pop 1)(assert (> i 3))(check-sat)",
    "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (=> (p x) (p (+ x 1))) :pattern ((p x)))))(assert (p 0))(check-sat)",
    "(declare-const x Int)(define-fun twice ((y Int)) Int (* 2 y))(assert (! (> (twice x) 10) :named big))(assert big)(check-sat)",
];

#[test]
fn mutants_are_well_typed_and_their_truths_hold() {
    let mutate = Mutate { ask: MutateAsk::Nothing, ..Mutate::default() };
    let texts: Vec<Arc<str>> = SEEDS.iter().map(|text| Arc::from(*text)).collect();
    let pool = Pool::new(texts.len(), texts.into_iter().enumerate());
    let (mut known, mut all) = (0, 0);
    for text in SEEDS {
        let seed = read(text);
        let cases = mutate.cases(Material::of(&seed).with_pool(&pool), Stream::new(3));
        for case in cases.step_by(7).take(200) {
            match confirm(&case) {
                Ok(count) => known += count,
                Err(doubt) => panic!("{doubt}\n{}\n{:?}", case.text, case.checks),
            }
            all += case.checks.len();
            for check in &case.checks {
                assert!(case.text[check.place.clone()].starts_with("(check-sat"));
                assert!(case.text[check.place.clone()].ends_with(')'));
            }
        }
    }
    assert!(all > 1500 && known * 10 > all * 7, "{known} of {all}");
}

#[test]
fn the_nth_mutant_is_made_alone_and_names_the_seeds_it_needs() {
    let mutate = Mutate::default();
    let texts: Vec<Arc<str>> = SEEDS.iter().map(|text| Arc::from(*text)).collect();
    let pool = Pool::new(texts.len(), texts.iter().cloned().enumerate());
    let mut transplanted = 0;
    for text in SEEDS {
        let seed = read(text);
        let all: Vec<TestCase> =
            mutate.cases(Material::of(&seed).with_pool(&pool), Stream::new(5)).take(300).collect();
        assert_eq!(all.len(), 300);
        for (number, case) in all.iter().enumerate().skip(1).step_by(13) {
            let needed = case.seeds.iter().map(|&number| (number, texts[number].clone()));
            let sparse = Pool::new(texts.len(), needed);
            let mut cases = mutate.cases(Material::of(&seed).with_pool(&sparse), Stream::new(5));
            assert_eq!(cases.nth(number).as_ref(), Some(case));
            transplanted += case.seeds.len();
        }
    }
    assert!(transplanted > 3, "{transplanted}");
}

#[test]
fn scopes_are_put_around_an_assertion() {
    let seed = "(declare-const x Int)(assert (> x 1))(assert (< x 9))(check-sat)";
    let lines = results_of(super::mutators::named("push"), seed);
    assert_eq!(lines, ["(pop 1)", "(push 1)"]);
    let mutate = Mutate::default();
    let seed = read(seed);
    let case = mutate
        .cases(Material::of(&seed), Stream::new(2))
        .take(400)
        .find(|case| case.checks.len() == 3)
        .unwrap();
    assert!(case.incremental && case.text.contains("(push 1)\n(assert"));
    let sat = |check: &crate::case::CheckPoint| matches!(check.truth, Truth::Sat { .. });
    assert!(case.checks.iter().any(sat));
}

#[test]
fn parts_get_names() {
    let seed = "(declare-const x Int)(assert (> (* x x) (+ x 1)))(check-sat)";
    let lines = results_of(super::mutators::named("let"), seed);
    assert!(
        lines.iter().any(|line| line == "(assert (let ((v!part (* x x))) (> v!part (+ x 1))))"),
        "{lines:?}"
    );
}

#[test]
fn early_mutants_have_one_mutation() {
    assert_eq!([0, 31, 32, 5000].map(|number| super::most_mutations(number, 4)), [1, 1, 2, 4]);
    assert_eq!(super::most_mutations(5000, 1), 1);
}
