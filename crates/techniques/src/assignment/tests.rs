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

#[test]
fn predicates_of_all_seeds_have_the_values_that_their_witness_gives() {
    let tally = tally(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds"), 3);
    assert!(tally.mismatches.is_empty(), "{}", tally.mismatches.join("\n"));
    assert!(tally.files > 80 && tally.valued * 10 > tally.predicates * 9, "{tally:?}");
}

/// By hand: `QUIS_CORPUS=DIR cargo test -p quis-techniques --release -- --ignored --nocapture witnesses_of_a_corpus`
#[test]
#[ignore = "needs a corpus, named by QUIS_CORPUS"]
fn witnesses_of_a_corpus() {
    let directory = std::env::var("QUIS_CORPUS").expect("a directory in QUIS_CORPUS");
    let Tally { files, predicates, valued, unprinted, mismatches } = tally(Path::new(&directory), 3);
    println!(
        "{files} files, {predicates} predicates, {valued} with a value, {unprinted} witnesses not written"
    );
    println!("{} mismatches\n{}", mismatches.len(), mismatches.join("\n"));
    assert!(mismatches.is_empty());
}
