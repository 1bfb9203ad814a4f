//! `quis validate`, with a stand-in for a solver that has planted faults, and with real solvers.

use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::time::{Duration, Instant};

use quis_solvers::SearchPath;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Place, Run};

const ONE: &str = "(declare-const x Int)\n(declare-const y Int)\n(assert (> x 3))\n(check-sat)\n";

/// A directory with a script and the stand-in.
fn place(script: &str) -> Place {
    let place = Place::new();
    place.file("a.smt2", script);
    let standin = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solvers/standin");
    symlink(standin, place.path().join("standin")).unwrap();
    place
}

/// Validates the models of the stand-in.
fn validate(place: &Place, way: &str, more: &[&str]) -> Run {
    let solver = format!("./standin {way}");
    place.quis(&[&["validate", "a.smt2", "--solver", &solver], more].concat())
}

/// The lines about checks, and the last.
fn lines(run: &Run) -> (Vec<Value>, Value) {
    let mut lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.pop().unwrap();
    (lines, last["summary"].clone())
}

/// What is said of a stand-in's only check: exit code, verdict, message.
fn verdict(script: &str, way: &str, more: &[&str]) -> (i32, String, String) {
    let run = validate(&place(script), way, &[&["--json"], more].concat());
    let (lines, summary) = lines(&run);
    let [line] = &*lines else { unreachable!("{}{}", run.stdout, run.stderr) };
    let verdict = line["verdict"].as_str().unwrap();
    assert_eq!(summary["solvers"][0][verdict], 1, "{summary}");
    (run.code, verdict.to_owned(), line["message"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn wrong_models_are_found_and_explained() {
    let place = place(
        "(declare-const x Int)\n(declare-const y Int)\n(assert (< 0 y))\n(assert (and (> y 1)\n  (> (+ x y) (* 2 y))))\n(check-sat)\n",
    );
    let run = validate(&place, "model '((define-fun x () Int 2) (define-fun y () Int 5))'", &[]);
    assert_eq!((run.code, &*run.stderr), (1, ""));
    let (before, time) = run.stdout.trim_end().rsplit_once(" in ").unwrap();
    assert!(time.ends_with(" s"));
    insta::assert_snapshot!("validate-invalid", before);
}

#[test]
fn right_models_are_valid() {
    let model = "model '((define-fun x () Int 4) (define-fun y () Int 4))'";
    assert_eq!(verdict(ONE, model, &[]), (0, "valid".into(), String::new()));
    let run = validate(&place(ONE), model, &[]);
    assert!(
        run.good().starts_with(
            "a.smt2: ./standin model '((define-fun x () Int 4) (define-fun y () Int 4))': valid\n"
        )
    );
}

#[test]
fn what_a_model_leaves_out_is_chosen_or_open() {
    let script =
        "(declare-const x Int)\n(declare-const y Int)\n(assert (> x 3))\n(assert (= y 1))\n(check-sat)\n";
    let run = validate(&place(script), "model '((define-fun x () Int 4))'", &["--json"]);
    let (checks, _) = lines(&run);
    assert_eq!(
        (run.code, &checks[0]["verdict"], &checks[0]["completed"]),
        (0, &"valid".into(), &true.into())
    );
    let script = script.replace("(= y 1)", "(= (* y y y) 912673)");
    let run = validate(&place(&script), "model '((define-fun x () Int 4))'", &["--json"]);
    let (checks, _) = lines(&run);
    assert_eq!(
        (run.code, &checks[0]["verdict"], &checks[0]["reason"]),
        (3, &"open".into(), &"missing".into())
    );
    assert_eq!((&checks[0]["assertion"]["line"], &checks[0]["assertion"]["part"]), (&4.into(), &"y".into()));
}

#[test]
fn a_model_that_was_not_read_whole_is_not_called_invalid() {
    let way = "model '((define-fun x () Int 2) (define-fun y () Int (new-feature 3)))'";
    let run = validate(&place(ONE), way, &["--json"]);
    let (checks, _) = lines(&run);
    assert_eq!(
        (run.code, &checks[0]["verdict"], &checks[0]["reason"]),
        (3, &"open".into(), &"unread".into())
    );
    assert_eq!(checks[0]["unread"].as_array().unwrap().len(), 1, "{}", checks[0]);
    let run = validate(&place(ONE), way, &[]);
    assert!(run.stdout.contains("\n  not read of its model: 1:"), "{}", run.stdout);
}

#[test]
fn other_answers_leave_nothing_to_validate() {
    assert_eq!(verdict(ONE, "unsat", &[]), (0, "unsat".into(), String::new()));
    assert_eq!(verdict(ONE, "unknown", &[]), (0, "unknown".into(), String::new()));
    let run = validate(&place(ONE), "unsat", &[]);
    assert!(run.good().contains("1 file, 0 rejected, no model to validate, in "));
    let run = validate(&place("(assert true)\n"), "unsat", &[]);
    assert!(run.good().starts_with("a.smt2: ./standin unsat: nothing to validate: there is no check\n"));
}

#[test]
fn solvers_that_fail_are_told_apart() {
    let is = |way: &str, expected: &str, part: &str| {
        let timeout = if expected == "timeout" { "1" } else { "60" };
        let (code, verdict, message) = verdict(ONE, way, &["--timeout", timeout]);
        assert_eq!((code, &*verdict), (0, expected), "{way}: {message}");
        assert!(message.contains(part), "{way}: {message}");
    };
    is("none", "error", "it answered sat, but gave no model: no model");
    is("half", "error", "it answered sat, but gave no model: no answer, ended by signal 11");
    is("bytes", "error", "not UTF-8");
    is("garbage", "error", "no answer, exit code 0");
    is("silent", "error", "no answer, exit code 3: I do not feel well");
    is("flood", "error", "it answered sat, but gave no model: it printed too much");
    is("hang", "timeout", "");
    is("late", "timeout", "it answered sat, but gave no model");
    // An answer behind an error is worth nothing: an assertion may be lost.
    is("error", "error", "what is this?");
}

#[test]
fn options_of_other_solvers_are_left_out() {
    let script = format!("(set-option :smt.mbqi true)\n{ONE}");
    assert_eq!(verdict(&script, "options", &[]), (0, "valid".into(), String::new()));
}

#[test]
fn every_check_is_looked_at() {
    let place = place(
        "(declare-const x Int)\n(push 1)\n(assert (> x 3))\n(check-sat)\n(pop 1)\n(check-sat-assuming ((> x 5)))\n(check-sat)\n",
    );
    let run = validate(&place, "model '((define-fun x () Int 4))'", &["--json"]);
    let (checks, summary) = lines(&run);
    let verdicts: Vec<_> = checks
        .iter()
        .map(|line| (line["line"].as_u64().unwrap(), line["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!((run.code, &*verdicts), (1, &[(4, "valid"), (6, "invalid"), (7, "valid")][..]));
    assert_eq!((&summary["solvers"][0]["checks"], &summary["solvers"][0]["sat"]), (&3.into(), &3.into()));
    let text = validate(&place, "model '((define-fun x () Int 4))'", &["--quiet"]);
    assert!(
        text.stdout.contains("false at check 2 in line 6\n") && !text.stdout.contains("valid\n"),
        "{}",
        text.stdout
    );
}

#[test]
fn files_are_rejected_once_and_the_rest_goes_on() {
    let place = place(ONE);
    place.file("d/bad.smt2", "(assert x)\n");
    place.file("d/good.smt2", ONE);
    let solver = "./standin model '((define-fun x () Int 4))'";
    let arguments = ["validate", "d", "nowhere.smt2", "--solver", solver, "--solver", "./standin unsat"];
    let run = place.quis(&arguments);
    assert_eq!(run.code, 2);
    assert_eq!(run.stdout.matches("unknown constant `x`").count(), 1, "{}", run.stdout);
    assert_eq!(run.stdout.matches("nowhere.smt2: no such file").count(), 1);
    assert!(run.stdout.contains("d/good.smt2: ./standin unsat: unsat\n"));
    assert!(run.stdout.contains("\n3 files, 2 rejected, in "), "{}", run.stdout);
    let (checks, summary) = lines(&place.quis(&[&arguments[..], &["--json"]].concat()));
    let verdicts: Vec<_> = checks.iter().map(|line| line["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["rejected", "valid", "unsat", "rejected"]);
    assert_eq!((&summary["files"], &summary["rejected"]), (&3.into(), &2.into()));
}

#[test]
fn the_standard_input_serves_all_solvers() {
    let place = place(ONE);
    let arguments = ["validate", "-", "--solver", "./standin unsat", "--solver", "./standin unknown"];
    let output = place.quis_with_input(&arguments, ONE.as_bytes()).good();
    assert!(
        output.starts_with("<stdin>: ./standin unsat: unsat\n<stdin>: ./standin unknown: unknown\n"),
        "{output}"
    );
}

#[test]
fn solvers_that_are_not_there_are_named() {
    let place = place(ONE);
    for (solver, part) in [
        (
            "no-such-solver",
            "there is no solver `no-such-solver`: it is neither in .solvers, nor installed, nor on the PATH",
        ),
        ("./a.smt2", "./a.smt2 is not a program"),
        ("'z3", "a quotation mark is not closed"),
        ("", "the name of the solver is empty"),
    ] {
        let said = place.quis(&["validate", "a.smt2", "--solver", solver]).rejected();
        assert!(said.starts_with("error: --solver ") && said.contains(part), "{said}");
    }
    for wrong in [&["--timeout", "0"][..], &["--timeout", "nan"], &["--memory", "1"], &["--jobs", "0"]] {
        assert_eq!(validate(&place, "unsat", wrong).code, 2, "{wrong:?}");
    }
    assert!(place.quis(&["validate", "a.smt2"]).rejected().contains("--solver"));
}

#[test]
fn what_was_said_can_be_kept() {
    let place = place(ONE);
    validate(&place, "model '((define-fun x () Int 4))'", &["--keep", "kept"]).good();
    let names = Place::names(&place);
    assert!(names.contains(&"kept".to_owned()));
    let kept: Vec<_> =
        std::fs::read_dir(place.path().join("kept")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 2, "{kept:?}");
    let sent = kept.iter().find(|path| path.extension().unwrap() == "smt2").unwrap();
    assert!(std::fs::read_to_string(sent).unwrap().contains("(echo \"quis: model 0\")"));
}

#[test]
fn results_do_not_depend_on_threads() {
    let place = place(ONE);
    for number in 0..12 {
        place.file(&format!("d/{number:02}.smt2"), ONE.replace("3", &number.to_string()));
    }
    let run = |jobs| {
        let solvers =
            ["--solver", "./standin model '((define-fun x () Int 6))'", "--solver", "./standin unsat"];
        let run = place.quis(&[&["validate", "d", "-j", jobs][..], &solvers].concat());
        assert_eq!(run.code, 1);
        run.stdout.rsplit_once(" in ").unwrap().0.to_owned()
    };
    assert_eq!(run("1"), run("7"));
}

#[test]
fn an_interruption_leaves_nothing_behind() {
    let place = place(ONE);
    place.file("b.smt2", ONE);
    let pids = place.path().join("pids");
    let mut command = place.command(&["validate", "a.smt2", "b.smt2", "-j1", "--timeout", "100"]);
    command.args(["--solver", "./standin unsat", "--solver", "./standin hang"]);
    let child =
        command.env("PIDS", &pids).env("TMPDIR", place.path()).stdout(Stdio::piped()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while std::fs::read_to_string(&pids).unwrap_or_default().is_empty() {
        assert!(Instant::now() < until, "the stand-in does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.starts_with("a.smt2: ./standin unsat: unsat\n"), "{text}");
    assert!(text.contains("\ninterrupted: 1 file, 0 rejected"), "{text}");
    let pid: u32 = std::fs::read_to_string(&pids).unwrap().trim().parse().unwrap();
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    assert!(status.is_empty() || status.contains(") Z "), "{status}");
    assert_eq!(place.names(), ["a.smt2", "b.smt2", "pids", "standin"], "no scratch directory is left");
}

#[test]
fn a_reader_that_goes_away_ends_the_solvers() {
    let place = place(ONE);
    place.file("b.smt2", ONE);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let started = Instant::now();
    let solvers = ["--solver", "./standin unsat", "--solver", "./standin hang"];
    let mut command =
        place.command(&[&["validate", "a.smt2", "b.smt2", "-j2", "--timeout", "60"][..], &solvers].concat());
    let run = command.stdout(Stdio::from(writer)).output().unwrap();
    assert_eq!(run.status.code(), Some(141));
    assert!(started.elapsed() < Duration::from_secs(30));
}

/// The real solvers that are installed, with the folder to find them in.
fn real_solvers() -> Vec<(&'static str, std::path::PathBuf)> {
    let path = SearchPath::from_environment();
    let found = ["z3", "cvc5"].map(|name| (name, path.find(name)));
    found.into_iter().filter_map(|(name, program)| Some((name, program?))).collect()
}

#[test]
fn real_solvers_give_valid_models() {
    let place = Place::new();
    let script = "(set-option :smt.mbqi true)\n(set-logic ALL)\n(set-info :status unsat)\n(declare-sort U 0)\n\
        (declare-fun f (Int) U)\n(declare-const a (Array Int Real))\n(declare-const s String)\n\
        (assert (not (= (f 0) (f 1))))\n(assert (> (select a 2) (/ 1.0 3.0)))\n(push 1)\n(assert (= (str.len s) 2))\n\
        (check-sat)\n(pop 1)\n(assert (bvult #x0a ((_ int2bv 8) (str.len s))))\n(check-sat)\n(assert false)\n\
        (check-sat)\n(get-model)\n";
    place.file("a.smt2", script);
    for (name, program) in real_solvers() {
        let run = place.quis(&[
            "validate",
            "--json",
            "--timeout",
            "60",
            "a.smt2",
            "--solver",
            program.to_str().unwrap(),
        ]);
        let (checks, _) = lines(&run);
        let verdicts: Vec<_> = checks.iter().map(|line| line["verdict"].as_str().unwrap()).collect();
        assert_eq!((run.code, &*verdicts), (0, &["valid", "valid", "unsat"][..]), "{name}: {}", run.stdout);
    }
}

#[test]
fn answers_of_real_solvers_can_be_evaluated() {
    let place = Place::new();
    place.file("a.smt2", "(set-logic ALL)\n(declare-const x Int)\n(assert (= (* x x) 49))\n(check-sat)\n");
    for (_, program) in real_solvers() {
        let solver = program.to_str().unwrap();
        place.quis(&["validate", "a.smt2", "--solver", solver, "--keep", "kept"]).good();
        let kept = std::fs::read_dir(place.path().join("kept")).unwrap().map(|entry| entry.unwrap().path());
        let answer = kept.filter(|path| path.extension().unwrap() == "out").last().unwrap();
        let model = answer.to_str().unwrap();
        let output = place.quis(&["eval", "a.smt2", "--model", model, "--term", "(* x x x x)"]).good();
        assert_eq!(output, "(* x x x x) = 2401\n");
    }
}
