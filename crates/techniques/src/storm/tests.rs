//! Instances of small seeds, looked at closely.

use std::collections::BTreeSet;

use quis_semantics::{Evaluator, Model, Value, checks};
use quis_smtlib::{Command, Mode, PrintOptions, Script, parse, print_term};

use super::fragments::Fragments;
use super::header::Header;
use super::*;
use crate::case::{TestCase, Truth};
use crate::confirm::confirm;

fn script(source: &str) -> Script {
    parse(source, Mode::Standard).into_result().unwrap()
}

/// The paper's technique: satisfiable instances with one check.
fn paper() -> Storm {
    Storm {
        profile: Connectives::Paper,
        truth: Truths::Sat,
        incremental: Incremental::No,
        ..Storm::default()
    }
}

fn predicates(source: &str) -> Vec<String> {
    let mut script = script(source);
    let header = Header::of(&script, Keep::Nothing).unwrap();
    let fragments = Fragments::of(&mut script, &header, 64);
    fragments.predicates.into_iter().map(|predicate| predicate.text).collect()
}

fn cases(storm: Storm, source: &str, stream: u64, count: usize) -> Vec<TestCase> {
    storm.cases(Material::of(&script(source)), Stream::new(stream)).take(count).collect()
}

#[test]
fn all_closed_formulas_are_found() {
    let found = predicates(
        "(declare-const x Int) (declare-const p Bool) (declare-fun f (Bool) Int)
         (assert (let ((y (> x 1))) (= (ite (and y p) (f (< x 5)) 3) 2)))
         (assert (! (or p (! (= x 3) :named inner)) :named outer))
         (assert (=> inner (forall ((z Int)) (or (> z x) (> x 7)))))",
    );
    let expected = [
        "(> x 1)",
        "p",
        "(and (> x 1) p)",
        "(< x 5)",
        "(= (ite (and (> x 1) p) (f (< x 5)) 3) 2)",
        "(= x 3)",
        "(or p (= x 3))",
        "(> x 7)",
        "(forall ((z Int)) (or (> z x) (> x 7)))",
        "(=> (= x 3) (forall ((z Int)) (or (> z x) (> x 7))))",
    ];
    assert_eq!(found, expected);
}

#[test]
fn variables_of_patterns_are_variables() {
    let found = predicates(
        "(declare-fun c (Int) Bool) (declare-const p Bool) (assert (forall ((a Int)) (! (not p) :pattern ((c a)))))",
    );
    assert_eq!(found, ["p", "(not p)", "(forall ((a Int)) (! (not p) :pattern ((c a))))"]);
}

#[test]
fn functions_in_indices_are_declared() {
    let seed = "(declare-fun f (Int) Int) (declare-const a (Array Int Int)) (declare-const b (Array Int Int))
        (assert (= a ((_ map f) b))) (check-sat)";
    for case in cases(Storm { incremental: Incremental::Yes, ..Storm::default() }, seed, 1, 30) {
        assert!(parse(&case.text, Mode::Standard).is_ok(), "{}", case.text);
    }
}

#[test]
fn definitions_have_fragments_but_for_their_parameters() {
    let found = predicates(
        "(declare-const x Int) (define-fun g ((y Int)) Bool (and (> y x) (> x 0))) (assert (g 3)) (check-sat)",
    );
    assert_eq!(found, ["(> x 0)", "(g 3)"]);
}

#[test]
fn testers_come_with_their_constructors() {
    let seed = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L))))) (declare-const l L)
        (assert (is-cons l)) (assert ((_ is nil) (tail l))) (check-sat)";
    assert_eq!(predicates(seed), ["(is-cons l)", "((_ is nil) (tail l))"]);
}

#[test]
fn numbers_out_of_range_do_no_harm() {
    let storm = Storm { assignments: 1000, instances: Some(0), assertions: 0, depth: 0, ..Storm::default() };
    assert_eq!(cases(storm, SEED, 1, 20).len(), 20);
}

#[test]
fn assumptions_have_fragments() {
    let seed = "(declare-const x Int) (check-sat-assuming ((or (> x 1) (< x 0))))";
    assert_eq!(predicates(seed), ["(> x 1)", "(< x 0)", "(or (> x 1) (< x 0))"]);
    assert!(Storm::default().applies(&script(seed)));
    assert!(!Storm::default().applies(&script("(declare-const x Int) (check-sat)")));
}

#[test]
fn a_name_means_one_thing() {
    let source = "(push 1) (declare-const x Int) (assert (> x 1)) (check-sat) (pop 1)
        (push 1) (declare-const x Real) (declare-const y Real) (assert (> x 1.0)) (assert (= y 2.0)) (check-sat) (pop 1)";
    assert_eq!(predicates(source), ["(> x 1)", "(= y 2.0)"]);
    for case in cases(Storm::default(), source, 3, 50) {
        assert!(parse(&case.text, Mode::Standard).is_ok(), "{}", case.text);
    }
}

#[test]
fn too_deep_formulas_are_left_out() {
    let source = "(declare-const p Bool) (assert (not (not (not p)))) (check-sat)";
    let mut seed = script(source);
    let header = Header::of(&seed, Keep::Nothing).unwrap();
    assert_eq!(Fragments::of(&mut seed, &header, 2).predicates.len(), 3);
    assert_eq!(Fragments::of(&mut seed, &header, 64).predicates.len(), 4);
}

/// A little of everything.
const SEED: &str = "(set-logic ALL)
    (declare-sort U 0) (declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
    (declare-const x Int) (declare-const y Int) (declare-const v (_ BitVec 8)) (declare-const s String)
    (declare-const l L) (declare-const u U) (declare-fun f (Int) Int) (declare-fun g (U) U)
    (declare-const a (Array Int Int)) (define-fun h ((n Int)) Int (+ n y))
    (assert (or (> (f x) (h y)) (= (select a x) (div x y))))
    (assert (=> (bvult v #x0f) (str.prefixof \"a\" s)))
    (assert (ite ((_ is cons) l) (= (head l) x) (= (g u) u)))
    (assert (forall ((z U)) (or (= z u) (> (mod x 0) y))))
    (check-sat)";

#[test]
fn every_witness_holds() {
    let kinds = [
        paper(),
        Storm { truth: Truths::Sat, incremental: Incremental::No, ..Storm::default() },
        Storm { incremental: Incremental::Yes, ..Storm::default() },
        Storm::default(),
    ];
    for storm in kinds {
        let mut confirmed = 0;
        for case in cases(storm, SEED, 1, 100) {
            confirmed += confirm(&case).unwrap();
        }
        assert!(confirmed >= 60, "{storm}: {confirmed}");
    }
}

#[test]
fn the_nth_instance_does_not_depend_on_those_before_it() {
    let seed = script(SEED);
    let storm = Storm { instances: Some(40), ..Storm::default() };
    let all: Vec<TestCase> = storm.cases(Material::of(&seed), Stream::new(5)).take(90).collect();
    for n in [0, 1, 39, 40, 77] {
        assert_eq!(storm.cases(Material::of(&seed.clone()), Stream::new(5)).nth(n).as_ref(), Some(&all[n]));
    }
    assert_ne!(storm.cases(Material::of(&seed), Stream::new(6)).next().as_ref(), Some(&all[0]));
    let different: BTreeSet<&str> = all.iter().map(|case| &*case.text).collect();
    assert!(different.len() > 80, "{}", different.len());
}

/// Whether a check of a script over Boolean constants has a model, by trying all.
fn has_model(text: &str, check: usize) -> bool {
    let script = script(text);
    let check = &checks(&script)[check];
    let mut constants: Vec<_> = script
        .commands
        .iter()
        .filter_map(|command| match command {
            Command::DeclareConst(function) => Some(*function),
            _ => None,
        })
        .collect();
    constants.sort_unstable();
    constants.dedup();
    (0..1u32 << constants.len()).any(|bits| {
        let mut model = Model::new();
        for (at, &constant) in constants.iter().enumerate() {
            model.set_value(constant, Value::Bool(bits >> at & 1 == 1));
        }
        let mut evaluator = Evaluator::new(&script.store, &mut model);
        check.assertions.iter().all(|&assertion| evaluator.evaluate(assertion) == Ok(Value::Bool(true)))
    })
}

#[test]
fn truths_of_boolean_instances_are_right() {
    let seed = "(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
        (assert (or p (and q (not r)))) (assert (= (xor p q) r)) (check-sat)";
    let mut counted = [0, 0];
    for storm in [
        Storm { assertions: 6, ..Storm::default() },
        Storm { assertions: 6, truth: Truths::Unsat, incremental: Incremental::No, ..Storm::default() },
        Storm { assertions: 6, incremental: Incremental::Yes, ..Storm::default() },
    ] {
        for case in cases(storm, seed, 9, 150) {
            for (at, check) in case.checks.iter().enumerate() {
                let satisfiable = match &check.truth {
                    Truth::Sat { .. } => true,
                    Truth::Unsat { .. } => false,
                    Truth::Open => panic!("its truth is open"),
                };
                counted[usize::from(satisfiable)] += 1;
                assert_eq!(has_model(&case.text, at), satisfiable, "check {at} of\n{}", case.text);
            }
        }
    }
    assert!(counted.iter().all(|&count| count > 150), "{counted:?}");
}

#[test]
fn cores_are_unsatisfiable_alone() {
    let seed = "(declare-const p Bool) (declare-const q Bool) (assert (and p q)) (assert (or p (not q))) (check-sat)";
    let storm =
        Storm { assertions: 8, truth: Truths::Unsat, incremental: Incremental::No, ..Storm::default() };
    let mut cores = 0;
    for case in cases(storm, seed, 2, 100) {
        let Truth::Unsat { core: Some(core) } = &case.checks[0].truth else { continue };
        cores += 1;
        assert!(core.len() >= 2);
        let kept: Vec<&str> = case
            .text
            .lines()
            .filter(|line| {
                !line.starts_with("(assert")
                    || core.iter().any(|name| line.ends_with(&format!(":named {name}))")))
            })
            .collect();
        assert!(!has_model(&kept.join("\n"), 0), "{}", case.text);
    }
    assert!(cores > 20);
}

#[test]
fn scopes_close_what_they_open() {
    let storm = Storm { incremental: Incremental::Yes, ..Storm::default() };
    let (mut checks, mut pushes, mut assuming, mut declared_inside, mut unsatisfiable) = (0, 0, 0, 0, 0);
    for case in cases(storm, SEED, 4, 200) {
        let mut depth = 0;
        for line in case.text.lines() {
            let count = |line: &str| line.chars().filter_map(|c| c.to_digit(10)).next().unwrap();
            match line.split([' ', ')']).next().unwrap() {
                "(push" => {
                    depth += count(line);
                    pushes += 1;
                }
                "(pop" => depth = depth.checked_sub(count(line)).expect("a scope to close"),
                "(check-sat-assuming" => assuming += 1,
                "(declare-const" | "(declare-fun" | "(define-fun" if depth > 0 => declared_inside += 1,
                _ => {}
            }
        }
        checks += case.checks.len();
        unsatisfiable +=
            case.checks.iter().filter(|check| matches!(check.truth, Truth::Unsat { .. })).count();
        assert!(case.incremental);
        for check in &case.checks {
            assert!(case.text[check.place.clone()].starts_with("(check-sat"));
        }
    }
    for count in [checks, pushes, assuming, declared_inside, unsatisfiable] {
        assert!(count > 30, "{checks} {pushes} {assuming} {declared_inside} {unsatisfiable}");
    }
}

/// Whether some instance of a seed has these assertions, and no others if so asked, whatever their order.
fn makes(storm: Storm, seed: &str, expected: &[&str], others: bool) -> bool {
    let seed = script(seed);
    let expected: BTreeSet<&str> = expected.iter().copied().collect();
    (0..40).any(|stream| {
        storm.cases(Material::of(&seed), Stream::new(stream)).take(300).any(|case| {
            let script = script(&case.text);
            let texts: Vec<String> = script
                .assertions()
                .map(|term| print_term(&script.store, term, PrintOptions::plain()).unwrap())
                .collect();
            let texts: BTreeSet<&str> = texts.iter().map(|text| &**text).collect();
            if others { texts.is_superset(&expected) } else { texts == expected }
        })
    })
}

#[test]
fn figure_2_of_the_paper() {
    let a =
        "(str.in_re S (re.++ re.allchar (re.++ (str.to_re \"7;\") (re.++ re.allchar (str.to_re \"aa\")))))";
    let b = "(not (str.in_re S (re.union re.allchar (str.to_re \"X'jafa\"))))";
    let seed = format!("(declare-const S String) (assert {a}) (assert {b}) (check-sat)");
    // match: a, b, result: (not (and (not b) (not a)))
    let expected = format!("(not (and (not {b}) (not {a})))");
    assert!(makes(Storm { assertions: 2, ..paper() }, &seed, &[&expected], false));
}

#[test]
fn figure_3_of_the_paper() {
    let seed = "(declare-fun A () Bool) (declare-fun B () Bool)
        (assert (not B)) (assert (not (and (not A) B))) (assert A) (check-sat-using dom-simplify)";
    assert!(makes(Storm { assertions: 4, ..paper() }, seed, &["(not B)", "A"], false));
    let simple = "(declare-fun A () Bool) (declare-fun B () Bool) (assert (not B)) (assert A) (check-sat)";
    let left = ["(not B)", "(not (and (not A) B))", "A"];
    assert!(makes(Storm { assertions: 16, ..paper() }, simple, &left, true));
}

#[test]
fn formulas_keep_to_their_bounds() {
    let depth_of = |text: &str| {
        let mut seed = script(text);
        let header = Header::of(&seed, Keep::Nothing).unwrap();
        Fragments::of(&mut seed, &header, usize::MAX).predicates.iter().map(|predicate| predicate.depth).max()
    };
    let storm = Storm { depth: 3, assertions: 5, profile: Connectives::Full, ..paper() };
    for case in cases(storm, SEED, 8, 100) {
        assert!((1..=5).contains(&case.text.matches("(assert ").count()));
        // One more for the negation that makes an assertion true.
        assert!(depth_of(&case.text) <= Some(4), "{}", case.text);
    }
}

#[test]
fn options_are_kept_if_asked() {
    let seed = "(set-option :smt.arith.solver 2) (set-option :produce-models true) (set-logic QF_LIA)
        (declare-const x Int) (assert (> x 1)) (check-sat)";
    let first = |keep| cases(Storm { keep, ..paper() }, seed, 1, 1).remove(0).text;
    assert!(first(Keep::Options).starts_with("(set-option :smt.arith.solver 2)\n(set-logic QF_LIA)\n"));
    assert!(first(Keep::Nothing).starts_with("(set-logic QF_LIA)\n"));
}

#[test]
fn tactics_are_kept_if_asked() {
    let seed = "(declare-const p Bool) (assert p) (check-sat-using (then simplify smt))";
    let tactic = |keep| cases(Storm { keep, ..paper() }, seed, 1, 1).remove(0).tactic;
    assert_eq!(tactic(Keep::Tactics).as_deref(), Some("(then simplify smt)"));
    assert_eq!(tactic(Keep::Nothing), None);
    let plain = TestCase::of_script(&script(seed)).unwrap();
    assert!(plain.text.ends_with("(check-sat)\n") && plain.checks.len() == 1, "{}", plain.text);
}

#[test]
fn models_are_asked_for_and_used() {
    let seed = script("(declare-const x Int) (assert (= (* x x x) 912673)) (check-sat)");
    let storm = paper();
    let stream = Stream::new(1);
    let first = storm.requests(&seed, &[], &stream);
    assert_eq!(first.len(), 1);
    assert!(first[0].model && first[0].text.contains("(assert (= (* x x x) 912673))"), "{}", first[0].text);
    // What has no model is asked for the other way round.
    let second = storm.requests(&seed, &[Reply::Unsat], &stream);
    assert!(second[0].text.contains("(assert (not (and true (= (* x x x) 912673))))"), "{}", second[0].text);
    assert_eq!(storm.requests(&seed, &[Reply::Sat(None)], &stream), []);
    let model = [Reply::Sat(Some("((define-fun x () Int 97))".into()))];
    let given = Storm { ask: Ask::Given, ..storm };
    let cases = given.cases(Material::of(&seed).with_replies(&model), stream).take(20);
    for case in cases {
        let Truth::Sat { witness: Some(witness) } = &case.checks[0].truth else { panic!("no witness") };
        assert!(witness.contains("(define-fun x () Int 97)"), "{witness}");
    }
}

#[test]
fn quantified_predicates_have_the_values_of_a_reference() {
    let source =
        "(declare-const x Int) (assert (forall ((y Int)) (> (+ (* y y) x) 3))) (assert (> x 4)) (check-sat)";
    let seed = script(source);
    let storm = Storm { ask: Ask::All, ..paper() };
    let stream = Stream::new(1);
    let mut replies = vec![Reply::Sat(Some("((define-fun x () Int 5))".into()))];
    let asked = storm.requests(&seed, &replies, &stream);
    assert!(!asked.is_empty() && asked.len().is_multiple_of(2));
    assert!(asked[0].text.contains("(define-fun x () Int 5)"), "{}", asked[0].text);
    assert!(asked[0].text.contains("(assert (forall"), "{}", asked[0].text);
    assert!(asked[1].text.contains("(assert (not (forall"), "{}", asked[1].text);
    let is_quantified = |case: TestCase| case.text.contains("(assert (forall");
    // Without values it is asserted nowhere.
    assert!(
        !storm.cases(Material::of(&seed).with_replies(&replies), stream.clone()).take(300).any(is_quantified)
    );
    // The sum is above 3 if x is: whoever answers so says what is right.
    for pair in asked.chunks(2) {
        let x = pair[0].text.split("Int ").nth(1).and_then(|rest| rest.split(')').next()).map(str::to_owned);
        let above = x.is_some_and(|x| x.parse::<i128>().is_ok_and(|x| x > 3));
        let (yes, no) = (Reply::Sat(None), Reply::Unsat);
        replies.extend(if above { [yes, no] } else { [no, yes] });
    }
    assert_eq!(storm.requests(&seed, &replies, &stream), []);
    assert!(storm.cases(Material::of(&seed).with_replies(&replies), stream).take(300).any(is_quantified));
}
