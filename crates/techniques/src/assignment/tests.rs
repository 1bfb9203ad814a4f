//! Witnesses are read back as the same model.

use std::path::{Path, PathBuf};

use quis_semantics::{Evaluator, Model};
use quis_smtlib::walk::TermSet;
use quis_smtlib::{Command, Mode, Script, Sort, Term, TermKind, parse, read_model};

use super::{Assignment, Mined, declarations};
use crate::storm::OpenPoints;
use crate::stream::Stream;

/// The Boolean terms of a script that are under no binder, arguments first.
fn predicates(script: &Script) -> Vec<Term> {
    let store = &script.store;
    let mut seen = TermSet::for_store(store);
    let mut todo: Vec<Term> = script.assertions().collect();
    let mut found = Vec::new();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        if store.sort(term) == Sort::BOOL {
            found.push(term);
        }
        if matches!(store.kind(term), TermKind::Apply(..) | TermKind::Annotated(..)) {
            todo.extend_from_slice(store.children(term));
        }
    }
    found.sort_unstable();
    found
}

#[derive(Debug, Default)]
struct Tally {
    files: usize,
    predicates: usize,
    valued: usize,
    unprinted: usize,
    mismatches: Vec<String>,
}

impl Tally {
    /// Evaluates the predicates of a seed under an assignment, and again under what is read from its witness.
    fn compare(&mut self, name: &str, script: &Script, mined: &Mined, assignment: &mut Assignment) {
        let predicates = predicates(script);
        let values = assignment.evaluate(&script.store, mined, &predicates);
        self.predicates += predicates.len();
        self.valued += values.iter().flatten().count();
        let Some(witness) = assignment.witness(script) else {
            self.unprinted += 1;
            // Sorts of one name.
            if script.commands.contains(&Command::Reset) {
                return;
            }
            self.mismatches
                .push(format!("{name}: no witness: {:?}", assignment.model.print(&script.store, &[])));
            return;
        };
        let mut reader = declarations(script);
        let last = reader.commands.len();
        let answer = read_model(&mut reader, last, &witness);
        let mut model = Model::from_answer(&reader.store, &answer);
        let mut evaluator = Evaluator::new(&reader.store, &mut model);
        for (&term, value) in predicates.iter().zip(&values) {
            let Some(value) = value else { continue };
            let again = evaluator.evaluate(term);
            if again.as_ref().ok().and_then(quis_semantics::Value::as_bool) != Some(*value) {
                let options = quis_smtlib::PrintOptions::plain();
                let text = quis_smtlib::print_term(&script.store, term, options).unwrap_or_default();
                let text: String = text.chars().take(400).collect();
                self.mismatches.push(format!("{name}: {value} became {again:?}: {text}\n{witness}"));
                return;
            }
        }
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![directory.to_owned()];
    while let Some(directory) = todo.pop() {
        let entries = std::fs::read_dir(&directory).expect("a directory that can be read");
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn tally(directory: &Path, streams: u64) -> Tally {
    let mut tally = Tally::default();
    for path in files(directory) {
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        let Ok(script) = parse(&source, Mode::Permissive).into_result() else { continue };
        tally.files += 1;
        let name = path.strip_prefix(directory).unwrap_or(&path).display().to_string();
        let mined = Mined::new(&script);
        for number in 0..streams {
            for open in [OpenPoints::Free, OpenPoints::None, OpenPoints::All] {
                let mut assignment = Assignment::draw(Stream::new(number), open);
                tally.compare(&name, &script, &mined, &mut assignment);
            }
        }
    }
    tally
}

fn script(source: &str) -> Script {
    parse(source, Mode::Standard).into_result().expect("a valid script")
}

/// A sort of small depth, as text.
fn any_sort(stream: &mut Stream, depth: u32) -> String {
    let simple = [
        "Bool",
        "Int",
        "Real",
        "String",
        "RoundingMode",
        "U",
        "Colour",
        "Tree",
        "(_ BitVec 1)",
        "(_ BitVec 7)",
        "(_ BitVec 65)",
        "(_ FloatingPoint 2 3)",
        "(_ FloatingPoint 8 24)",
        "(_ FloatingPoint 15 113)",
        "(_ FiniteField 7)",
    ];
    let kind = if depth == 0 { 0 } else { stream.below(16) };
    let mut below = || any_sort(stream, depth - 1);
    match kind {
        8 | 9 => format!("(Array {} {})", below(), below()),
        10 => format!("(Seq {})", below()),
        11 => format!("(Set {})", below()),
        12 => format!("(Bag {})", below()),
        13 => format!("(Tuple {} {})", below(), below()),
        14 => format!("(Pair {} {})", below(), below()),
        15 => format!("(Nullable {})", below()),
        _ => stream.choose(&simple).copied().unwrap_or("Bool").to_owned(),
    }
}

/// Declarations of constants and functions of any sorts, and equations between what they give.
fn any_source(stream: &mut Stream) -> String {
    let mut source = "(declare-sort U 0)(declare-datatypes ((Colour 0) (Tree 0) (Pair 2)) (((red) (green)) \
        ((leaf) (node (key Int) (left Tree) (right Tree) (owner U))) \
        (par (A B) ((pair (first A) (second B)) (nothing)))))"
        .to_owned();
    for number in 0..6 {
        let (sort, result) = (any_sort(stream, 2), any_sort(stream, 2));
        source += &format!(
            "(declare-const a{number} {sort})(declare-const b{number} {sort})\
             (declare-fun f{number} ({sort} Int) {result})(assert (= a{number} b{number}))\
             (assert (= (f{number} a{number} 0) (f{number} b{number} (- 7)) (f{number} a{number} (div 3 0))))"
        );
    }
    source += "(declare-const t Tree)(declare-const s (Seq U))(declare-const p (Pair Int U))(declare-fun g (U U) Bool)\
        (assert (= (key t) (key (left t))))(assert (= (owner t) (seq.nth s 1) (second p)))\
        (assert (forall ((x U)) (exists ((y U)) (g x y))))(assert (distinct (owner t) (owner (right t))))";
    source
}

#[test]
fn values_of_any_sort_are_read_back() {
    let mut tally = Tally::default();
    for number in 0..300 {
        let stream = Stream::new(number);
        let source = any_source(&mut stream.fork("source"));
        let script = script(&source);
        let mined = Mined::new(&script);
        let mut assignment = Assignment::draw(stream.fork("assignment"), OpenPoints::All);
        tally.compare(&source, &script, &mined, &mut assignment);
        let mut changed = assignment.perturbed(&script, &mined, stream.fork("changes"));
        tally.compare(&source, &script, &mined, &mut changed);
    }
    assert!(tally.mismatches.is_empty(), "{}", tally.mismatches.join("\n"));
    assert!(tally.valued * 10 > tally.predicates * 9, "{tally:?}");
}

#[test]
fn the_same_stream_gives_the_same_assignment_and_another_one_another() {
    let script = script(&any_source(&mut Stream::new(5)));
    let mined = Mined::new(&script);
    let make = |number| {
        let mut assignment = Assignment::draw(Stream::new(number), OpenPoints::Free);
        let values = assignment.evaluate(&script.store, &mined, &predicates(&script));
        (values, assignment.witness(&script))
    };
    assert_eq!(make(1), make(1));
    assert_ne!(make(1).1, make(2).1);
}

#[test]
fn a_solvers_model_is_kept_and_the_rest_is_random() {
    let source = "(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-const x Int)(declare-const y Int)\
        (declare-fun f (Int) Int)(declare-fun g (Int Int) Int)(declare-const a (Array Int Int))\
        (assert (distinct u v))(assert (= x 41))(assert (= (f 3) 8))(assert (= (f x) 46))(assert (= (g x 2) 43))\
        (assert (= (select a x) 5))(assert (= (div x 0) 12))(assert (= y (f 0) (g 0 0)))";
    let script = script(source);
    let mined = Mined::new(&script);
    let answer = "((declare-fun U!val!0 () U)(declare-fun U!val!1 () U)(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))
        (define-fun u () U U!val!1)(define-fun v () U U!val!0)(define-fun x () Int 41)
        (define-fun f ((x!0 Int)) Int (+ x!0 5))(define-fun g ((x!0 Int) (x!1 Int)) Int (+ (k!0 x!0) x!1))
        (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 41) 41 0))(define-fun a () (Array Int Int) (_ as-array h!0))
        (define-fun h!0 ((i Int)) Int (ite (= i 41) 5 6))(define-fun div0 ((i Int) (j Int)) Int (- i 29)))";
    for number in 0..8 {
        let mut assignment = Assignment::of_answer(&script, answer, Stream::new(number), OpenPoints::Free)
            .expect("a model that can be read");
        let assertions: Vec<Term> = script.assertions().collect();
        let values = assignment.evaluate(&script.store, &mined, &assertions);
        assert_eq!(values[..7], [Some(true); 7]);
        assert!(values[7].is_some());
        let mut tally = Tally::default();
        tally.compare(source, &script, &mined, &mut assignment);
        let mut changed = assignment.perturbed(&script, &mined, Stream::new(number));
        let functions = |assignment: &Assignment| {
            let witness = assignment.witness(&script).expect("a witness");
            let of_functions = witness.lines().filter(|line| line.contains("x!0")).map(str::to_owned);
            (of_functions.collect::<Vec<_>>(), witness.to_string())
        };
        let (before, after) = (functions(&assignment), functions(&changed));
        assert_eq!(before.0, after.0);
        assert_ne!(before.1, after.1);
        tally.compare(source, &script, &mined, &mut changed);
        assert!(tally.mismatches.is_empty(), "{}", tally.mismatches.join("\n"));
    }
    assert!(Assignment::of_answer(&script, "unknown", Stream::new(0), OpenPoints::Free).is_none());
}

#[test]
fn terms_that_are_made_later_are_evaluated_under_the_same_assignment() {
    let mut script = script("(declare-fun f (Int) Int)(declare-const x Int)(assert (= (f x) 3))");
    let mined = Mined::new(&script);
    let answer = "((define-fun f ((y Int)) Int (+ y 1)))";
    let mut assignment = Assignment::of_answer(&script, answer, Stream::new(1), OpenPoints::Free)
        .expect("a model that can be read");
    let assertions: Vec<Term> = script.assertions().collect();
    let before = assignment.evaluate(&script.store, &mined, &assertions);
    let store = &mut script.store;
    let negated = store.op(quis_smtlib::theories::Op::Core(quis_smtlib::theories::CoreOp::Not), &assertions);
    let negated = negated.expect("a formula");
    let after = assignment.evaluate(&script.store, &mined, &[negated]);
    assert!(before[0].is_some());
    assert_eq!(after[0], before[0].map(|value| !value));
}

#[test]
fn open_points_are_filled_as_far_as_asked() {
    let source = "(declare-const x Int)\
        (assert (= (div x 0) 1))(assert (= (fp.to_real (_ NaN 5 11)) 1.0))\
        (assert (fp.isNegative (fp.min (_ +zero 5 11) (_ -zero 5 11))))(assert (= ((_ fp.to_ubv 4) RNE (_ NaN 5 11)) #x1))";
    let script = script(source);
    let mined = Mined::new(&script);
    let assertions: Vec<Term> = script.assertions().collect();
    let valued = |open| {
        let mut assignment = Assignment::draw(Stream::new(1), open);
        let values = assignment.evaluate(&script.store, &mined, &assertions);
        values.iter().map(Option::is_some).collect::<Vec<_>>()
    };
    assert_eq!(valued(OpenPoints::None), [false, false, false, false]);
    assert_eq!(valued(OpenPoints::Free), [true, false, false, false]);
    assert_eq!(valued(OpenPoints::All), [true, true, true, true]);
}

#[test]
fn predicates_of_all_seeds_have_the_values_that_their_witness_gives() {
    let tally = tally(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds"), 3);
    assert!(tally.mismatches.is_empty(), "{}", tally.mismatches.join("\n"));
    assert!(tally.files > 80 && tally.valued * 10 > tally.predicates * 9, "{tally:?}");
}

/// With QUIS_MODELS also from what solvers printed: `DIR/theme/file.smt2.z3` for `theme/file.smt2`.
///
/// By hand: `QUIS_CORPUS=DIR cargo test -p quis-techniques --release -- --ignored --nocapture witnesses_of_a_corpus`
#[test]
#[ignore = "needs a corpus, named by QUIS_CORPUS"]
fn witnesses_of_a_corpus() {
    let directory = std::env::var("QUIS_CORPUS").expect("a directory in QUIS_CORPUS");
    if let Ok(models) = std::env::var("QUIS_MODELS") {
        let mut tally = Tally::default();
        let mut asserted = (0, 0);
        for path in files(Path::new(&directory)) {
            let relative = path.strip_prefix(&directory).expect("a file of the corpus");
            let Ok(source) = std::fs::read_to_string(&path) else { continue };
            let Ok(script) = parse(&source, Mode::Permissive).into_result() else { continue };
            let mined = Mined::new(&script);
            for solver in ["z3", "cvc5"] {
                let model = Path::new(&models).join(format!("{}.{solver}", relative.display()));
                let Ok(answer) = std::fs::read_to_string(model) else { continue };
                let Some(assignment) =
                    Assignment::of_answer(&script, &answer, Stream::new(7), OpenPoints::Free)
                else {
                    continue;
                };
                tally.files += 1;
                let assertions: Vec<Term> = script.assertions().collect();
                let values = assignment.clone().evaluate(&script.store, &mined, &assertions);
                asserted.0 += values.iter().filter(|value| **value == Some(true)).count();
                asserted.1 += values.len();
                for number in 0..4 {
                    let mut changed = match number {
                        0 => assignment.clone(),
                        _ => assignment.perturbed(&script, &mined, Stream::new(number)),
                    };
                    let name = format!("{} {solver} {number}", relative.display());
                    tally.compare(&name, &script, &mined, &mut changed);
                }
            }
        }
        let Tally { files, predicates, valued, unprinted, mismatches } = tally;
        println!("{files} models: {} of {} assertions hold", asserted.0, asserted.1);
        println!("{predicates} predicates, {valued} with a value, {unprinted} witnesses not written");
        println!("{} mismatches\n{}", mismatches.len(), mismatches.join("\n"));
        assert!(mismatches.is_empty());
    }
    let Tally { files, predicates, valued, unprinted, mismatches } = tally(Path::new(&directory), 3);
    println!(
        "{files} files, {predicates} predicates, {valued} with a value, {unprinted} witnesses not written"
    );
    println!("{} mismatches\n{}", mismatches.len(), mismatches.join("\n"));
    assert!(mismatches.is_empty());
}
