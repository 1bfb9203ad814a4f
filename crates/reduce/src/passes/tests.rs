//! What the tests of passes have in common.

use std::convert::Infallible;

use quis_smtlib::{Mode, PrintOptions, parse, print_commands};
use quis_techniques::{TestCase, Truth};

use super::*;
use crate::change::apply;
use crate::{Predicate, Settings, reduce};

/// The script after each of the changes of a pass, made alone; those that make nothing are left out.
pub(super) fn results(pass: &str, text: &str) -> Vec<String> {
    let mut script = parse(text, Mode::Standard).into_result().expect("a valid script");
    let pass = PASSES.iter().find(|known| known.name == pass).expect("a pass");
    let used = Used::by(&script.store, &script.commands);
    let survey = Survey::of(&script);
    let changes =
        (pass.changes)(&mut View { script: &mut script, used: &used, survey: &survey, level: u32::MAX });
    let print = |change: &Change| {
        let applied = apply(&mut script, &used, &[change])?;
        let printed =
            print_commands(&script.store, &applied.commands, PrintOptions::plain()).expect("small").text;
        if let Err(error) = parse(&printed, Mode::Standard).into_result() {
            panic!("{} makes what is no script: {error:?}\n{printed}", pass.name);
        }
        Some(printed)
    };
    changes.iter().filter_map(print).collect()
}

struct Holds<F>(F);

impl<F: Fn(&str) -> bool + Sync> Predicate for Holds<F> {
    type Error = Infallible;
    fn holds(&self, case: &TestCase) -> Result<bool, Infallible> {
        Ok((self.0)(&case.text))
    }
}

/// What is left of a script when all that a condition allows is gone.
pub(super) fn holding(text: &str, condition: impl Fn(&str) -> bool + Sync) -> String {
    let script = parse(text, Mode::Standard).into_result().expect("a valid script");
    let case = TestCase::of_script(&script).expect("a small one");
    let reduced = reduce(&case, &Holds(condition), &Settings::default(), &mut |_| {}).expect("it holds");
    assert_eq!(reduced.statistics.rejected, 0, "something ill-formed was made");
    reduced.case.text
}

/// Passes that leave out commands. What one of them needs may be left out alone, which the engine sees before anything is tested.
const LEAVING_OUT: [&str; 3] = ["remaining", "assertions", "scopes"];

/// So many changes of each pass are made to each script; spread over all of them.
const MAX_CHANGES: usize = 24;

/// The scripts that come with the project, if they are small.
fn seeds() -> Vec<(String, String)> {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../seeds"))];
    // No seed has a recursive definition that is none.
    let plain = "(define-fun-rec f ((x Int)) Int (+ x 1)) (assert (= (f 1) 2)) (check-sat)";
    let mut seeds = vec![("plain definition".to_owned(), plain.to_owned())];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> =
            std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                let text = std::fs::read_to_string(&path).expect("readable");
                if text.len() <= 3000 {
                    seeds.push((path.display().to_string(), text));
                }
            }
        }
    }
    seeds
}

#[test]
fn every_change_of_every_pass_makes_a_script() {
    let seeds = seeds();
    assert!(seeds.len() > 50, "where are the seeds?");
    let mut wrong = Vec::new();
    let mut made = vec![0; PASSES.len()];
    for (path, text) in seeds {
        let Ok(script) = parse(&text, Mode::Standard).into_result() else { continue };
        for (pass, made) in PASSES.iter().zip(&mut made) {
            let mut script = script.clone();
            let used = Used::by(&script.store, &script.commands);
            let survey = Survey::of(&script);
            let view = &mut View { script: &mut script, used: &used, survey: &survey, level: u32::MAX };
            let changes = (pass.changes)(view);
            for change in changes.iter().step_by(changes.len().div_ceil(MAX_CHANGES).max(1)) {
                let Some(applied) = apply(&mut script, &used, &[change]) else { continue };
                let Ok(printed) = print_commands(&script.store, &applied.commands, PrintOptions::shared())
                else {
                    continue;
                };
                *made += 1;
                if !LEAVING_OUT.contains(&pass.name)
                    && let Err(error) = parse(&printed.text, Mode::Standard).into_result()
                {
                    wrong.push(format!("{} on {path}: {error:?}\n{}", pass.name, printed.text));
                }
            }
        }
    }
    let some = wrong.iter().take(8).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} are no scripts; for example:\n{some}", wrong.len());
    let idle: Vec<&str> =
        PASSES.iter().zip(made).filter(|(_, made)| *made == 0).map(|(pass, _)| pass.name).collect();
    assert!(idle.is_empty(), "nothing was made by {idle:?}");
}

/// What is left of a satisfiable script, and its witness.
fn holding_with_witness(
    text: &str,
    witness: &str,
    condition: impl Fn(&str) -> bool + Sync,
) -> (String, String) {
    let script = parse(text, Mode::Standard).into_result().expect("a valid script");
    let mut case = TestCase::of_script(&script).expect("a small one");
    case.checks[0].truth = Truth::Sat { witness: Some(witness.into()) };
    let reduced = reduce(&case, &Holds(condition), &Settings::default(), &mut |_| {}).expect("it holds");
    let Truth::Sat { witness: Some(witness) } = &reduced.case.checks[0].truth else {
        panic!("no witness is left")
    };
    assert_eq!(quis_techniques::witnesses(&reduced.case), [Some(true)]);
    (reduced.case.text.clone(), witness.to_string())
}

#[test]
fn witnesses_get_smaller_with_their_sorts() {
    let text = "(declare-const x (_ BitVec 32)) (declare-fun f ((_ BitVec 32) Int) (_ BitVec 32))
        (assert (bvult (f x 1) (bvnot x))) (check-sat)";
    let witness = "((define-fun x () (_ BitVec 32) #x00000002)
        (define-fun f ((y (_ BitVec 32)) (z Int)) (_ BitVec 32) (ite (= z 1) #x00000000 #x00000001)))";
    let is_call = |text: &str| text.contains("(bvult (f x 1)") || text.contains("(bvult (f x)");
    let holds = |text: &str| is_call(text) && text.contains("(bvnot x)") && text.contains("(check-sat)");
    let expected = "(declare-const x (_ BitVec 1))
(declare-fun f ((_ BitVec 1)) (_ BitVec 1))
(assert (bvult (f x) (bvnot x)))
(check-sat)
";
    let (text, witness) = holding_with_witness(text, witness, holds);
    let values = "((define-fun x () (_ BitVec 1) #b0)
(define-fun f ((y (_ BitVec 1))) (_ BitVec 1) (ite (= 1 1) #b0 #b1)))";
    assert_eq!((text.as_str(), witness.as_str()), (expected, values));
}

#[test]
fn made_up_values_become_numbers() {
    let text =
        "(declare-sort U 0) (declare-const x U) (declare-const y U) (assert (distinct x y)) (check-sat)";
    let witness = "((define-fun x () U (as @U_0 U)) (define-fun y () U (as @U_1 U)))";
    let holds = |text: &str| text.contains("(distinct x y)") && text.contains("(check-sat)");
    let (text, witness) = holding_with_witness(text, witness, holds);
    assert_eq!(text, "(declare-const x Int)\n(declare-const y Int)\n(assert (distinct x y))\n(check-sat)\n");
    assert_eq!(witness, "((define-fun x () Int 0)\n(define-fun y () Int 1))");
}

/// The script after several changes at once.
fn changed(text: &str, choose: impl Fn(&Script) -> Vec<Change>) -> String {
    let mut script = parse(text, Mode::Standard).into_result().expect("a valid script");
    let used = Used::by(&script.store, &script.commands);
    let changes = choose(&script);
    let changes: Vec<&Change> = changes.iter().collect();
    let applied = apply(&mut script, &used, &changes).expect("well-typed");
    print_commands(&script.store, &applied.commands, PrintOptions::plain()).expect("small").text
}

#[test]
fn what_is_put_in_knows_of_new_definitions() {
    let text =
        "(declare-const p Bool) (define-fun q () Bool (not p)) (define-fun r () Bool (not q)) (assert r)";
    let without_not = |script: &Script| {
        let bodies = script.commands.iter().flat_map(quis_smtlib::Command::defines);
        let bodies = bodies.filter_map(|&function| script.store.definition(function).map(|(_, body)| body));
        bodies.map(|body| Change::Term(body, script.store.children(body)[0])).collect()
    };
    let expected = "(declare-const p Bool)\n(define-fun q () Bool p)\n(define-fun r () Bool q)\n(assert r)\n";
    assert_eq!(changed(text, without_not), expected);
}

#[test]
fn relations_that_are_asked_for_stay() {
    let text = "(declare-rel d ()) (declare-rel p (Int)) (rule (=> (p 1) d)) (query d)";
    let without_rule = |_: &Script| vec![Change::Drop(vec![2])];
    assert_eq!(changed(text, without_rule), "(declare-rel d ())\n(query d)\n");
}

#[test]
fn what_is_declared_together_keeps_what_it_is_made_of() {
    let text = "(declare-sort U 0) (declare-datatypes ((A 0) (B 0)) (((a (b B))) ((c (d U)))))
        (declare-const u U) (declare-const x A) (assert (= u u)) (assert (= x x))";
    let without = |_: &Script| vec![Change::Drop(vec![4])];
    let expected = "(declare-sort U 0)
(declare-datatypes ((A 0) (B 0)) (((a (b B))) ((c (d U)))))
(declare-const x A)
(assert (= x x))
";
    assert_eq!(changed(text, without), expected);
    let text = "(declare-sort U 0) (define-funs-rec ((f ((x U)) Bool) (g ((y Int)) Bool)) (true (g y)))
        (declare-const u U) (assert (f u)) (assert (g 1))";
    let without = |_: &Script| vec![Change::Drop(vec![3])];
    let expected = "(declare-sort U 0)
(define-funs-rec ((f ((x U)) Bool) (g ((y Int)) Bool)) (true (g y)))
(assert (g 1))
";
    assert_eq!(changed(text, without), expected);
}
