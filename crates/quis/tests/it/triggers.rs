//! `quis triggers` and `quis axioms`, with the newest Z3 that is here.

#![allow(clippy::print_stderr, reason = "says what it left out")]

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Place, Run};

/// The axioms contradict each other at f(g(7)), which nothing has.
const CONTRADICTION: &str = "(declare-fun f (Int) Int)
(declare-fun g (Int) Int)
(assert (! (forall ((x0 Int)) (! (not (= (f x0) 7)) :pattern ((f x0)))) :named never-seven))
(assert (! (forall ((x1 Int)) (! (= (f (g x1)) x1) :pattern ((f (g x1))))) :named inverse))
(assert (> (g 7) 3))
(check-sat)
";

/// The goal follows from the length of the rest, which nothing mentions.
const INCOMPLETE: &str = "(declare-sort Chain 0)
(declare-fun length (Chain) Int)
(declare-fun rest (Chain) Chain)
(declare-fun empty (Chain) Bool)
(declare-const xs Chain)
(assert (forall ((c Chain)) (! (>= (length c) 0) :pattern ((length c)) :qid at_least_zero)))
(assert (forall ((c Chain)) (! (=> (not (empty c)) (= (length (rest c)) (- (length c) 1)))
  :pattern ((length (rest c))) :qid one_less)))
(push 1)
(assert (not (empty xs)))
(assert (= (length xs) 0))
(check-sat)
(pop 1)
";

/// There is a model, f(x) = 4, which engines find.
const FINE: &str = "(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)))))
(assert (> (f 1) 3))
(check-sat)
";

/// There are only infinite models, which no engine finds: a search that goes on until it is ended.
const OPEN: &str = "(declare-sort U 0)
(declare-const zero U)
(declare-fun next (U) U)
(assert (forall ((x U) (y U)) (! (=> (= (next x) (next y)) (= x y)) :pattern ((next x) (next y)))))
(assert (forall ((x U)) (! (not (= (next x) zero)) :pattern ((next x)))))
(check-sat)
";

/// No term can be matched, as there is no function; for a and b it is contradictory.
const UNMATCHED: &str = "(declare-sort U 0)
(declare-const a U)
(declare-const b U)
(assert (! (forall ((x U) (y U)) (= x y)) :named one))
(assert (distinct a b))
(check-sat)
";

/// E-matching sees it at f(1).
const SEEN: &str = "(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (> (f x) x) :pattern ((f x)))))
(assert (= (f 1) 0))
(check-sat)
";

/// The pattern of the axiom is about another function than its body, so that nothing is instantiated.
const APART: &str = "(declare-sort U 0)
(declare-fun f (U) U)
(declare-fun g (U) Bool)
(declare-const a U)
(assert (forall ((x U)) (! (g x) :pattern ((f x)) :qid all)))
(assert (not (g a)))
(check-sat)
";

/// Either (f a) or (h a) is enough.
const TWO: &str = "(declare-sort U 0)
(declare-fun f (U) U)
(declare-fun g (U) Bool)
(declare-fun h (U) U)
(declare-const a U)
(assert (forall ((x U)) (! (g x) :pattern ((f x)) :qid by_f)))
(assert (forall ((x U)) (! (g x) :pattern ((h x)) :qid by_h)))
(assert (not (g a)))
(check-sat)
";

/// The one of cvc5 sees it at (get none), which is not enough for others.
const OPTIONS: &str = "(declare-sort U 0)
(declare-fun some (U) U)
(declare-fun get (U) U)
(declare-const none U)
(assert (forall ((e U)) (! (not (= (some e) none)) :pattern ((some e)))))
(assert (forall ((o U) (e U)) (! (=> (= (get o) e) (= o (some e))) :pattern ((some e) (get o)))))
(assert (forall ((o U) (e U)) (! (=> (= o (some e)) (= (get o) e)) :pattern ((some e) (get o)))))
(check-sat)
";

/// Whether there is a solver; if not, it is told what is left out.
fn has(place: &Place, solver: &str) -> bool {
    let found = place.quis(&["solvers", "path", solver]);
    if found.code != 0 {
        assert!(std::env::var_os("QUIS_REQUIRE_SOLVERS").is_none(), "{}", found.stderr);
        eprintln!("left out: {}", found.stderr);
    }
    found.code == 0
}

/// The lines of a run with `--json`.
fn told(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A place with these files, if there is a Z3.
fn place() -> Option<Place> {
    let place = Place::new();
    if !has(&place, "z3@latest") {
        return None;
    }
    for (name, text) in [
        ("contradiction", CONTRADICTION),
        ("incomplete", INCOMPLETE),
        ("fine", FINE),
        ("open", OPEN),
        ("seen", SEEN),
    ] {
        place.file(&format!("{name}.smt2"), text);
    }
    place.file("bad.smt2", "(assert (= x 1))\n");
    Some(place)
}

#[test]
fn contradictions_are_shown_with_terms_and_patterns() {
    let Some(place) = place() else { return };
    let run = place.quis(&["triggers", "contradiction.smt2", "-q", "--for", "1m"]);
    assert_eq!((run.code, &*run.stderr), (1, ""), "{}", run.stdout);
    for part in [
        "contradiction.smt2: the axioms contradict each other, but E-matching does not see it\n",
        "    (f (g 7)) of sort Int\n",
        "    never-seven (line 3)\n    inverse (line 4)\n",
        "    inverse, x1 = 7: (= (f (g 7)) 7)\n",
        "    (declare-fun dummy!0 (Int) Bool)\n    (assert (dummy!0 (f (g 7))))\n",
        "    :pattern ((g x1))  instead of  :pattern ((f (g x1)))\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

#[test]
fn what_is_advised_works() {
    let Some(place) = place() else { return };
    let run = place.quis(&["triggers", "incomplete.smt2", "--json", "-q", "--for", "1m"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let told: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&told["verdict"], &told["needs_goal"]), (&"incompleteness".into(), &true.into()));
    assert_eq!(told["patterns"][0]["new"], serde_json::json!([["(length c)"]]), "{told}");
    let commands: Vec<&str> =
        told["commands"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    let helped = INCOMPLETE.replace("(check-sat)", &(commands.join("\n") + "\n(check-sat)"));
    let changed = INCOMPLETE.replace(":pattern ((length (rest c)))", ":pattern ((length c))");
    place.file("helped.smt2", helped);
    place.file("changed.smt2", changed);
    let run = place.quis(&["triggers", "helped.smt2", "changed.smt2", "seen.smt2", "-q"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(run.stdout.matches("E-matching refutes it without help\n").count(), 3, "{}", run.stdout);
}

#[test]
fn where_nothing_is_found_nothing_is_claimed() {
    let Some(place) = place() else { return };
    let run = place.quis(&["triggers", "open.smt2", "-q", "--for", "3s"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    for part in ["no terms were found in", "  what was tried", "\n    refutation by "] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let run = place.quis(&["axioms", "open.smt2", "-q", "--for", "3s"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("open.smt2: no contradiction found in"), "{}", run.stdout);
}

#[test]
fn a_model_ends_the_search() {
    let Some(place) = place() else { return };
    for (command, code) in [("triggers", 3), ("axioms", 0)] {
        let run = place.quis(&[command, "fine.smt2", "-q", "--json", "--for", "10m"]);
        assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        let told = told(&run).remove(0);
        assert_eq!(told["verdict"], "satisfiable", "{told}");
        assert!(told["tried"].as_array().unwrap().iter().any(|tried| tried["result"] == "model"), "{told}");
    }
    let run = place.quis(&["triggers", "fine.smt2", "-q"]);
    assert!(
        run.stdout.starts_with("fine.smt2: there is a model, so that no term can help"),
        "{}",
        run.stdout
    );
    // That the axioms have a model does not mean that the goal does not follow.
    let run = place.quis(&["triggers", "incomplete.smt2", "-q"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_contradiction_is_one_even_if_no_terms_show_it() {
    let Some(place) = place() else { return };
    place.file("unmatched.smt2", UNMATCHED);
    let run = place.quis(&["axioms", "unmatched.smt2", "-q", "--all", "--for", "3s"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    for part in [
        "unmatched.smt2: the axioms contradict each other: refutation by ",
        "sound at most modulo patterns\n",
        "    one, x = ",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let run = place.quis(&["triggers", "unmatched.smt2", "-q", "--json", "--for", "3s"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    let told = told(&run).remove(0);
    assert_eq!((&told["verdict"], &told["terms"]), (&"none".into(), &serde_json::json!([])), "{told}");
    assert!(told["sentence"].as_str().unwrap().starts_with("it is contradictory ("), "{told}");
    assert_eq!(told["example"].as_array().map(Vec::len), Some(2), "{told}");
}

#[test]
fn the_synthesis_can_be_used_alone_with_parameters() {
    let Some(place) = place() else { return };
    let search = |file: &str, parameters: &str| {
        place.quis(&["triggers", file, "-q", "--json", "--for", "1m", "--synthesis", parameters])
    };
    let run = search("contradiction.smt2", "similarity=0.1,batch=1");
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let found = told(&run).remove(0);
    assert_eq!(found["way"], "synthesis (given parameters)", "{found}");
    assert_eq!(found["terms"][0]["text"], "(f (g 7))", "{found}");
    // It ends when everything within the bounds was tried.
    let run = search("open.smt2", "models=1,formulas=1,depth=1");
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    let none = told(&run).remove(0);
    assert_eq!(none["tried"][0]["result"], "exhausted", "{none}");
    let run = search("open.smt2", "similarity=2");
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("similarity takes a number from 0 to 1"), "{}", run.stderr);
}

#[test]
fn axioms_are_looked_at_without_goals() {
    let Some(place) = place() else { return };
    let run = place.quis(&["axioms", "contradiction.smt2", "-q", "--for", "1m"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let expected = "E-matching finds no contradiction from the terms of this file; it needs the term (f (g 7)): \
                    the axioms are sound at most modulo patterns";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    let run = place.quis(&["axioms", "seen.smt2", "-q", "--for", "3s"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let run = place.quis(&["axioms", "seen.smt2", "-q", "--all"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("E-matching sees it from the terms of this file"), "{}", run.stdout);
}

#[test]
fn files_that_are_wrong_are_told_and_left_out() {
    let Some(place) = place() else { return };
    let told = place.quis(&["triggers", "bad.smt2"]).rejected();
    assert!(told.contains("bad.smt2:1:12") && told.contains('^'), "{told}");
    let told = place.quis(&["axioms", "fine.smt2", "--check", "2"]).rejected();
    assert!(told.contains("there is no check number 2"), "{told}");
    let told = place.quis(&["triggers", "fine.smt2", "--goal", "lemma"]).rejected();
    assert!(told.contains("--goal lemma: no assertion"), "{told}");
    // What is found counts more.
    let run =
        place.quis(&["triggers", "bad.smt2", "contradiction.smt2", "-q", "--json", "--sarif", "a.sarif"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["verdict"], &lines[1]["verdict"]), (&"rejected".into(), &"contradiction".into()));
    let log: Value = serde_json::from_str(&place.read("a.sarif")).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "contradictory-axioms");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    assert_eq!(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 4);
}

#[test]
fn advice_that_was_taken_before_is_not_in_the_way() {
    let Some(place) = place() else { return };
    let taken = "(declare-fun dummy!0 (Int) Bool)\n(assert (dummy!0 (g 7)))\n(check-sat)";
    place.file("taken.smt2", CONTRADICTION.replace("(check-sat)", taken));
    let run = place.quis(&["triggers", "taken.smt2", "-q", "--for", "1m"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("    (assert (dummy!1 (f (g 7))))\n"), "{}", run.stdout);
}

#[test]
fn satisfiable_axioms_are_never_said_to_contradict_each_other() {
    let Some(place) = place() else { return };
    // Each has a model, which its first line tells.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/satisfiable");
    let count = std::fs::read_dir(folder).unwrap().count();
    for (command, time, code) in [(&["triggers"][..], "2s", 3), (&["axioms", "--all"], "1s", 0)] {
        let run = place.quis(&[command, &[folder, "-q", "--json", "--for", time]].concat());
        let told = told(&run);
        assert_eq!((run.code, told.len()), (code, count), "{}{}", run.stdout, run.stderr);
        for report in told {
            assert!(["none", "satisfiable"].contains(&report["verdict"].as_str().unwrap()), "{report}");
        }
    }
}

#[test]
fn examples_have_the_names_of_the_user() {
    let Some(place) = place() else { return };
    let run = place.quis(&["triggers", "incomplete.smt2", "-q", "--for", "1m"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    // Both axioms call their variable so.
    for part in ["    at_least_zero, c = (rest xs): ", "    one_less, c = xs: "] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

#[test]
fn alternatives_are_told_each_with_its_terms() {
    let Some(place) = place() else { return };
    place.file("two.smt2", TWO);
    let search = ["triggers", "two.smt2", "-q", "--json", "--for", "1m"].map(str::to_owned).to_vec();
    let run = |more: &[&str]| {
        let all: Vec<&str> = search.iter().map(String::as_str).chain(more.iter().copied()).collect();
        let run = place.quis(&all);
        assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
        told(&run).remove(0)
    };
    assert_eq!(run(&[])["alternatives"], serde_json::json!([]));
    let told = run(&["--alternatives", "2"]);
    let others = told["alternatives"].as_array().unwrap();
    let mut terms: Vec<&str> =
        others.iter().chain([&told]).map(|one| one["terms"][0]["text"].as_str().unwrap()).collect();
    terms.sort_unstable();
    assert_eq!(terms, ["(f a)", "(h a)"], "{told}");
    assert!(told["seconds"].as_f64().unwrap() <= others[0]["seconds"].as_f64().unwrap(), "{told}");
    // Each is enough by itself.
    for one in others.iter().chain([&told]) {
        let commands: Vec<&str> =
            one["commands"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
        place.file("helped.smt2", TWO.replace("(check-sat)", &(commands.join("\n") + "\n(check-sat)")));
        let run = place.quis(&["triggers", "helped.smt2", "-q"]);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    }
    let run = place.quis(&["triggers", "two.smt2", "-q", "--alternatives", "2", "--for", "1m"]);
    assert!(run.stdout.contains("  another term, found by "), "{}", run.stdout);
}

#[test]
fn the_time_ends_the_search_for_alternatives() {
    let Some(place) = place() else { return };
    place.file("apart.smt2", APART);
    let start = Instant::now();
    let run = place.quis(&["triggers", "apart.smt2", "-q", "--alternatives", "50", "--for", "6s"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(start.elapsed() < Duration::from_secs(60));
    assert!(run.stdout.contains("    (f a) of sort U\n"), "{}", run.stdout);
}

#[test]
fn the_e_matching_of_cvc5_is_meant_if_it_is_named() {
    let Some(place) = place() else { return };
    if !has(&place, "cvc5@latest") {
        return;
    }
    place.file("apart.smt2", APART);
    place.file("options.smt2", OPTIONS);
    let files =
        ["contradiction.smt2", "incomplete.smt2", "apart.smt2", "options.smt2", "seen.smt2", "fine.smt2"];
    let options = ["-q", "--json", "--solver", "cvc5@latest", "--for", "10s"];
    let run = place.quis(&[&["triggers"], &files[..], &options[..]].concat());
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let told = told(&run);
    let verdicts: Vec<&str> = told.iter().map(|report| report["verdict"].as_str().unwrap()).collect();
    // Without a term of its pattern, an axiom is not instantiated, even where that would be a conflict at once.
    let expected =
        ["contradiction", "incompleteness", "incompleteness", "contradiction", "refuted", "satisfiable"];
    assert_eq!(verdicts, expected, "{}", run.stdout);
    assert_eq!(told[0]["terms"][0]["text"], "(f (g 7))");
    assert_eq!(told[2]["terms"][0]["text"], "(f a)");
}

/// Processes with this in their environment.
fn marked(mark: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let has_mark = |path: &std::path::PathBuf| {
        let environment = std::fs::read(path.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(mark)
    };
    all.filter(has_mark).map(|path| path.display().to_string()).collect()
}

#[test]
fn ctrl_c_ends_the_search_and_keeps_what_was_found() {
    let Some(place) = place() else { return };
    std::fs::create_dir(place.path().join("temporary")).unwrap();
    let mark = format!("QUIS_TEST_MARK={}", place.path().display());
    let (name, value) = mark.split_once('=').unwrap();
    let files = ["contradiction.smt2", "open.smt2", "incomplete.smt2"];
    let arguments = [&["triggers"], &files[..], &["--for", "10m", "--sarif", "a.sarif"]].concat();
    let mut command = place.command(&arguments);
    command.env(name, value).env("TMPDIR", place.path().join("temporary"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The search of the second file goes on until somebody ends it.
    let mut progress = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = progress.find(|line| line.as_ref().is_ok_and(|line| line.starts_with("open.smt2: "))).unwrap();
    assert!(line.as_ref().is_ok_and(|line| line.contains(" of 10:00, ")), "{line:?}");
    assert!(!marked(&mark).is_empty());
    let start = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let rest: Vec<String> = progress.map_while(Result::ok).collect();
    let run: Run = child.wait_with_output().unwrap().into();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(run.code, 130, "{}{rest:?}", run.stdout);
    assert!(run.stdout.starts_with("contradiction.smt2: the axioms contradict each other"), "{}", run.stdout);
    // What was begun is told, with what was tried; what was not is not.
    assert!(run.stdout.contains("\nopen.smt2: interrupted: no terms were found in "), "{}", run.stdout);
    assert!(run.stdout.contains("  what was tried"), "{}", run.stdout);
    assert!(!run.stdout.contains("incomplete.smt2"), "{}", run.stdout);
    let log: Value = serde_json::from_str(&place.read("a.sarif")).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 1);
    assert_eq!(marked(&mark), [""; 0], "no process is left");
    assert_eq!(std::fs::read_dir(place.path().join("temporary")).unwrap().count(), 0);
}
