//! `quis triggers` and `quis axioms`, with the newest Z3 that is here.

#![allow(clippy::print_stderr, reason = "says what it left out")]

use serde_json::Value;

use super::Place;

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

/// There is a model: f(x) = x + 1.
const FINE: &str = "(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (> (f x) x) :pattern ((f x)))))
(assert (> (f 1) 0))
(check-sat)
";

/// E-matching sees it at f(1).
const SEEN: &str = "(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (> (f x) x) :pattern ((f x)))))
(assert (= (f 1) 0))
(check-sat)
";

/// A place with these files, if there is a Z3.
fn place() -> Option<Place> {
    let place = Place::new();
    let found = place.quis(&["solvers", "path", "z3@latest"]);
    if found.code != 0 {
        assert!(std::env::var_os("QUIS_REQUIRE_SOLVERS").is_none(), "{}", found.stderr);
        eprintln!("left out: {}", found.stderr);
        return None;
    }
    for (name, text) in
        [("contradiction", CONTRADICTION), ("incomplete", INCOMPLETE), ("fine", FINE), ("seen", SEEN)]
    {
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
    let run = place.quis(&["triggers", "fine.smt2", "-q", "--for", "3s"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("no terms were found in") && run.stdout.contains("synthesis"),
        "{}",
        run.stdout
    );
    let run = place.quis(&["axioms", "fine.smt2", "-q", "--for", "3s"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("fine.smt2: no contradiction found in"), "{}", run.stdout);
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
