//! `quis gen`: test cases as files.

use std::path::Path;

use serde_json::Value;

use super::{Place, Run};

const BITS: &str = "(set-logic QF_BV)\n(declare-const x (_ BitVec 3))\n(declare-const y (_ BitVec 3))\n\
     (assert (bvult (bvadd x y) #b010))\n(assert (not (= x y)))\n(check-sat)\n";
const CORE: &str =
    "(declare-const p Bool)\n(declare-const q Bool)\n(assert (and p (or q (not p))))\n(check-sat)\n";

fn place() -> Place {
    let place = Place::new();
    place.file("seeds/bits.smt2", BITS);
    place.file("seeds/core.smt2", CORE);
    place
}

fn generate(place: &Place, technique: &str, more: &[&str]) -> Run {
    let mut arguments = vec!["gen", technique, "seeds", "-o", "out"];
    arguments.extend(more);
    place.quis(&arguments)
}

/// The files of a directory: names and contents, in order.
fn files(directory: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| {
            let entry = entry.unwrap();
            let contents = std::fs::read_to_string(entry.path()).unwrap();
            (entry.file_name().into_string().unwrap(), contents)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn files_are_shared_out_and_the_same_on_any_number_of_cores() {
    let place = place();
    let run = generate(&place, "opfuzz", &["--count", "9", "-j", "1"]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    assert!(run.stdout.starts_with("9 files of 2 seeds in out: "), "{}", run.stdout);
    let first = files(&place.path().join("out"));
    let names: Vec<&str> = first.iter().map(|(name, _)| &**name).collect();
    let of = |seed: &str, count: usize| {
        (0..count).map(move |at| format!("{seed}-{at:06}.smt2")).collect::<Vec<_>>()
    };
    assert_eq!(names, [of("bits", 5), of("core", 4)].concat());
    for (name, text) in &first {
        assert!(text.starts_with("(set-info :source |made by quis "), "{name}: {text}");
        assert!(text.contains("\n(set-info :status unknown)\n(check-sat)\n"), "{name}: {text}");
        assert!(text.contains("opfuzz profile=full") && text.contains(", stream 0, case "), "{name}: {text}");
    }
    assert_eq!(generate(&place, "opfuzz", &["--count", "9", "-j", "4", "--force"]).code, 0);
    assert_eq!(files(&place.path().join("out")), first);
    place.quis(&["check", "out"]).good();
    assert_eq!(generate(&place, "opfuzz", &["--count", "9", "--seed", "1", "--force"]).code, 0);
    assert_ne!(files(&place.path().join("out")), first);
}

#[test]
fn where_a_seed_gives_no_more_the_others_do() {
    let place = place();
    place.file("seeds/empty.smt2", "(check-sat)\n");
    let run = generate(&place, "opfuzz", &["--count", "200"]);
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert!(run.stdout.starts_with("200 files of 2 seeds in out: "), "{}", run.stdout);
    assert!(run.stdout.contains("nothing came of: seeds/empty.smt2\n"), "{}", run.stdout);
    let files = files(&place.path().join("out"));
    let of = |seed: &str| files.iter().filter(|(name, _)| name.starts_with(seed)).count();
    assert!(files.len() == 200 && of("core") < 100 && of("bits") > 100, "{} and {}", of("core"), of("bits"));
}

#[test]
fn the_directory_must_be_empty() {
    let place = place();
    place.file("out/kept.txt", "mine");
    let run = generate(&place, "opfuzz", &["--count", "2"]);
    assert!(run.rejected().contains("--force"));
    assert_eq!(generate(&place, "opfuzz", &["--count", "2", "--force"]).code, 0);
    assert_eq!(place.read("out/kept.txt"), "mine");
}

#[test]
fn mistakes_are_named() {
    let place = place();
    let technique = generate(&place, "strom", &["--count", "1"]).rejected();
    assert!(technique.contains("there is no technique `strom`"), "{technique}");
    let parameter = generate(&place, "opfuzz", &["--count", "1", "-p", "depth=3"]).rejected();
    assert!(parameter.contains("there is no parameter `depth`"), "{parameter}");
    let scopes = generate(&place, "opfuzz", &["--count", "1", "--incremental"]).rejected();
    assert!(scopes.contains("there is no parameter `incremental`"), "{scopes}");
    assert!(!place.path().join("out").exists());
    place.file("seeds/broken.smt2", "(assert (not 1))\n");
    let seed = generate(&place, "opfuzz", &["--count", "4"]);
    assert!(seed.stderr.contains("seeds/broken.smt2:1:"), "{}", seed.stderr);
    assert_eq!((seed.code, files(&place.path().join("out")).len()), (2, 4));
    place.file("none/a.smt2", "(check-sat)\n");
    let run = place.quis(&["gen", "opfuzz", "none", "-o", "nothing", "--count", "3"]);
    assert_eq!((run.code, &*run.stderr), (1, "no case could be made\n"), "{}", run.stdout);
}

#[test]
fn every_file_is_an_object() {
    let place = place();
    let output = generate(&place, "opfuzz", &["--count", "3", "--json"]).good();
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    for line in &lines[..3] {
        let text = place.read(&format!("out/{}", line["file"].as_str().unwrap()));
        assert_eq!(line["bytes"], text.len());
        assert_eq!(line["checks"], serde_json::json!(["unknown"]));
    }
    let summary = &lines[3]["summary"];
    assert_eq!((&summary["files"], &summary["checks"]["unknown"]), (&3.into(), &3.into()));
}

#[test]
fn instances_of_storm_have_a_status_and_a_witness_that_holds() {
    let place = place();
    let run = generate(&place, "storm", &["--count", "40", "--check", "--witness", "file"]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("checks: 40 sat"), "{}", run.stdout);
    for (name, text) in files(&place.path().join("out")) {
        let Some(stem) = name.strip_suffix(".smt2") else { continue };
        assert!(text.contains("\n(set-info :status sat)\n(check-sat)\n"), "{name}: {text}");
        let [file, model] = [format!("out/{name}"), format!("out/{stem}.model")];
        let evaluated = place.quis(&["eval", &file, "--model", &model]);
        assert_eq!(evaluated.code, 0, "{name}: {}{}", evaluated.stdout, evaluated.stderr);
    }
    let run = place.quis(&["gen", "storm", "seeds", "-o", "one", "--count", "1"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(place.read("one/bits-000000.smt2").contains("\n; witness\n; ("));
}

#[test]
fn every_check_of_an_incremental_instance_has_its_own_status() {
    let place = place();
    let run = generate(&place, "storm", &["--count", "30", "--incremental", "--check", "--json"]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    let mut checks = 0;
    for (name, text) in files(&place.path().join("out")) {
        let of_file = text.lines().filter(|line| line.starts_with("(check-sat")).count();
        let statuses = text.matches("(set-info :status ").count();
        assert!(of_file == statuses && !text.contains(":status unknown"), "{name}: {text}");
        checks += of_file;
    }
    assert!(checks > 40, "{checks}");
}

#[test]
fn rules_of_the_user_are_checked_and_used() {
    let place = Place::new();
    let rules = |factor: u32| {
        format!(
            "(set-info :rules operations)\n(define-fun twice ((n Int)) Int (+ n n))\n\
             (set-info :rules constants)\n(define-const three Int 3)\n\
             (set-info :rules equivalences)\n\
             (define-fun double ((n Int) (res Int)) Bool (= (= (+ n n) res) (= (* {factor} n) res)))\n"
        )
    };
    place.file("mine.smt2", rules(2));
    place.file("wrong.smt2", rules(3));
    let run = place.quis(&["gen", "synth", "mine.smt2", "--theory", "seed", "-o", "out"]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    assert_eq!(files(&place.path().join("out/equivalences"))[0].0, "double.smt2");
    let run = place.quis(&["gen", "synth", "wrong.smt2", "--theory", "seed", "-o", "none"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("wrong.smt2:6:2: rule `double` does not hold for n = "), "{}", run.stderr);
    let fuzz = [
        "fuzz",
        "wrong.smt2",
        "--technique",
        "synth theory=seed",
        "--solver",
        "quis demo-solver",
        "--count",
        "9",
    ];
    let run = place.quis(&fuzz);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("wrong.smt2:6:2: rule `double` does not hold for n = "), "{}", run.stderr);
}

#[test]
fn synthesis_writes_a_suite_in_folders() {
    let place = Place::new();
    let run = place.quis(&[
        "gen",
        "synth",
        "--theory",
        "strings",
        "--step",
        "equivalences",
        "-o",
        "out",
        "-j",
        "4",
    ]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    assert!(run.stdout.starts_with("17 files in out: "), "{}", run.stdout);
    let plain = files(&place.path().join("out/equivalences"));
    let with_patterns = files(&place.path().join("out/equivalences-patterns"));
    assert_eq!((plain.len(), with_patterns.len()), (12, 5));
    assert!(plain.iter().all(|(_, text)| !text.contains(":pattern")));
    assert!(with_patterns.iter().all(|(_, text)| text.contains(":pattern")));
    for (name, text) in plain.iter().chain(&with_patterns) {
        assert!(
            text.ends_with("(set-info :status unsat)\n(check-sat)\n; unsat core: a0 a1\n"),
            "{name}: {text}"
        );
    }
    // What is wanted of a few is the first of all.
    let run = place.quis(&["gen", "synth", "--theory", "strings", "--count", "2", "-o", "two", "--check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let two = files(&place.path().join("two/simple"));
    assert_eq!(two.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["at.smt2", "concat.smt2"]);
    place.quis(&["check", "--strict", "out", "two"]).good();
    // Without a theory, those of all, each in its folder.
    let run = place.quis(&["gen", "synth", "--step", "simple", "--count", "40", "-o", "all"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(files(&place.path().join("all/strings/simple")).len(), 12);
    assert_eq!(files(&place.path().join("all/regex/simple")).len(), 25);
    assert_eq!(files(&place.path().join("all/bitvectors/simple")).len(), 3);
    let deep = [
        "gen", "synth", "--theory", "strings", "--step", "terms", "--depth", "2", "--count", "3", "-o",
        "deep",
    ];
    let run = place.quis(&deep);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (_, text) = &files(&place.path().join("deep/terms"))[0];
    assert!(text.contains("synth theory=strings step=terms patterns=both depth=2"), "{text}");
}

#[test]
fn only_what_ends_needs_no_count() {
    let place = place();
    let run = place.quis(&["gen", "fuzzsmt", "-o", "out"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: `fuzzsmt` has no end: say how many cases with --count\n");
    assert_eq!(generate(&place, "opfuzz", &[]).code, 2);
    assert!(!place.path().join("out").exists());
}

#[test]
fn a_reference_is_asked() {
    let place = place();
    let demo = format!("'{}' demo-solver", env!("CARGO_BIN_EXE_quis"));
    let run = generate(&place, "storm", &["--count", "4", "--check", "--reference", &demo]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    assert!(place.read("out/bits-000000.smt2").contains(" ask=all "));
    let missing = ["gen", "storm", "seeds", "-o", "x", "--count", "1", "--reference", "no-such-solver"];
    assert!(place.quis(&missing).rejected().contains("no-such-solver"));
}
