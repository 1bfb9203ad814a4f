//! `quis reduce` with commands: what is kept, where it goes, and that nothing but a kill is needed to end it.

use std::fmt::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Place, Run};

/// Many assertions, of which few matter to whoever looks for `div`.
fn long_script() -> String {
    let mut text = String::from("(set-logic ALL)\n; a comment\n(set-info :status sat)\n");
    for number in 0..40 {
        let _ = writeln!(text, "(declare-const x{number} Int)");
        let _ =
            writeln!(text, "(assert (or (> (+ x{number} {number}) (* 2 x{number})) (= x{number} (- 7))))");
    }
    text.push_str(
        "(assert (and (= (div x3 (+ x4 1)) x5) (or (< x6 x7) (> (mod x8 5) 2))))\n(check-sat)\n(get-model)\n",
    );
    text
}

fn place() -> Place {
    let place = Place::new();
    place.file("a.smt2", long_script());
    place
}

/// A command with its words behind `--`.
fn reduce(place: &Place, options: &[&str], command: &[&str]) -> Run {
    place.quis(&[&["reduce", "a.smt2"], options, &["--"], command].concat())
}

/// Whether a shell ends with this code on a file.
fn ends_with(place: &Place, code: i32, script: &str, file: &str) -> bool {
    let status =
        Command::new("sh").args(["-c", &script.replace("{}", file)]).current_dir(place.path()).status();
    status.unwrap().code() == Some(code)
}

#[test]
fn a_crash_is_kept() {
    let place = place();
    let demo = [env!("CARGO_BIN_EXE_quis"), "demo-solver", "--fault", "abort:div"];
    let run = reduce(&place, &[], &demo);
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines[0], "what is kept: signal 6");
    assert!(lines[1].ends_with(" s: a.reduced.smt2") && lines.len() == 2, "{}", run.stderr);
    let reduced = place.read("a.reduced.smt2");
    assert!(reduced.contains("(div ") && reduced.len() < 100, "{reduced}");
    assert_eq!(place.quis(&["check", "a.reduced.smt2"]).code, 0);
    let again =
        Command::new(demo[0]).args(&demo[1..]).arg(place.path().join("a.reduced.smt2")).output().unwrap();
    assert!(!again.status.success());
    assert_eq!(place.names(), ["a.reduced.smt2", "a.smt2"]);
    assert_eq!(place.read("a.smt2"), long_script());
}

#[test]
fn an_exit_code_is_kept_and_no_other() {
    let place = place();
    let script = "grep -q 'div' {} || exit 1; grep -q mod {} && exit 3; exit 4";
    reduce(&place, &["-o", "same.smt2", "-q"], &["sh", "-c", script]).good();
    assert!(ends_with(&place, 3, script, "same.smt2"));
    // The first run ends otherwise, and the wanted code is a matter of the arguments.
    let run = reduce(&place, &["-o", "other.smt2", "-q", "--exit", "4"], &["sh", "-c", script]);
    let said = run.rejected();
    assert!(said.contains("a.smt2: what is to be kept is not seen: exit code 4"), "{said}");
    assert!(said.contains("it ended with exit code 3"), "{said}");
    assert!(!place.path().join("other.smt2").exists());
}

#[test]
fn passes_are_left_out() {
    let place = place();
    let grep = ["grep", "-q", "div"];
    let calls = |options: &[&str]| {
        let said: Value = serde_json::from_str(&reduce(&place, options, &grep).good()).unwrap();
        let passes = said["passes"].as_array().unwrap().iter();
        let used = passes.filter(|pass| pass["calls"] != 0);
        used.map(|pass| pass["name"].as_str().unwrap().to_owned()).collect::<Vec<String>>()
    };
    let has = |used: &[String], name: &str| used.iter().any(|used| used == name);
    let all = calls(&["--json"]);
    assert!(has(&all, "logic") && has(&all, "levels") && has(&all, "chance"), "{all:?}");
    assert!(!place.read("a.reduced.smt2").contains("set-logic"));
    let some = calls(&["--json", "--without", "logic,levels", "--without", "chance"]);
    assert!(
        !some.is_empty() && !["logic", "levels", "chance"].iter().any(|name| has(&some, name)),
        "{some:?}"
    );
    assert!(place.read("a.reduced.smt2").contains("(set-logic ALL)"));
}

#[test]
fn unknown_passes_are_rejected_with_the_nearest_and_all_that_are_known() {
    let place = place();
    let said = reduce(&place, &["--without", "names,childen"], &["grep", "-q", "div"]).rejected();
    assert!(said.contains("invalid value 'childen' for '--without <PASS>'"), "{said}");
    assert!(said.contains("a similar value exists: 'children'"), "{said}");
    assert!(said.contains("remaining, assertions, ") && said.contains(", names, chance]"), "{said}");
    assert_eq!(place.names(), ["a.smt2"]);
}

#[test]
fn outputs_are_matched() {
    let place = place();
    let script = "grep -o div {}; grep -o mod {} >&2; grep -q '(>' {} || exit 5";
    let options = ["-q", "--match-out", "^div$", "--match-err", "m.d"];
    reduce(&place, &options, &["sh", "-c", script]).good();
    let reduced = place.read("a.reduced.smt2");
    assert!(["div", "mod", "(>"].iter().all(|word| reduced.contains(word)), "{reduced}");
    reduce(&place, &["-q", "--match-err", "^mod", "--ignore-exit"], &["sh", "-c", script]).good();
    let reduced = place.read("a.reduced.smt2");
    assert!(reduced.contains("mod") && !reduced.contains("div"), "{reduced}");
    let said = reduce(&place, &["--match-out", "nothing"], &["sh", "-c", script]).rejected();
    let expected = "what is to be kept is not seen: exit code 0, a standard output that matches `nothing`";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("  standard output:\n    div\n  standard error:\n    mod\n"), "{said}");
}

#[test]
fn where_nothing_fails_the_output_is_kept() {
    let place = place();
    let run = reduce(&place, &[], &["grep", "-c", "get-model"]);
    assert!(
        run.stderr.starts_with("what is kept: exit code 0, the same standard output\n"),
        "{}",
        run.stderr
    );
    assert_eq!((run.code, place.read("a.reduced.smt2").matches("get-model").count()), (0, 1));
}

#[test]
fn a_command_that_takes_too_long_does_not_hold() {
    let place = Place::new();
    place.file("a.smt2", "(declare-const x Int)\n(assert (= x 1))\n(assert (= (div x 2) 0))\n(check-sat)\n");
    let script = "grep -q div {} && exit 3; sleep 600";
    let options = ["--timeout", "0.3", "--max-calls", "12", "--json"];
    let run = reduce(&place, &options, &["sh", "-c", script]);
    let said: Value = serde_json::from_str(&run.good()).unwrap();
    assert!(said["timeouts"].as_u64().unwrap() > 0 && said["calls"].as_u64().unwrap() <= 12, "{said}");
    assert!(ends_with(&place, 3, script, "a.reduced.smt2"));
    let run = reduce(&place, &["--timeout", "0.1"], &["sh", "-c", "sleep 600"]);
    assert!(run.rejected().contains("a.smt2: the command did not end within 0.1 s"));
}

#[test]
fn steps_are_logged_and_figures_are_told() {
    let place = place();
    let run = reduce(&place, &["--log", "steps", "--json"], &["grep", "-q", "div"]);
    let said: Value = serde_json::from_str(&run.good()).unwrap();
    let reduced = place.read("a.reduced.smt2");
    assert_eq!((&said["file"], &said["output"]), (&"a.smt2".into(), &"a.reduced.smt2".into()));
    assert_eq!((&said["ended"], &said["bytes"]), (&"finished".into(), &reduced.len().into()));
    assert_eq!(said["bytes_before"], long_script().len());
    let log = place.read("steps");
    let steps: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(said["kept"], steps.len());
    assert_eq!(
        (&steps[0]["pass"], &steps[0]["bytes_before"]),
        (&"print".into(), &long_script().len().into())
    );
    assert_eq!(steps.last().unwrap()["bytes"], reduced.len());
    for pair in steps.windows(2) {
        assert_eq!(pair[0]["bytes"], pair[1]["bytes_before"]);
        let number = |step: &Value| step["calls"].as_u64().unwrap();
        assert!(number(&pair[0]) <= number(&pair[1]));
    }
    let passes = said["passes"].as_array().unwrap();
    let kept: u64 = passes.iter().map(|pass| pass["kept"].as_u64().unwrap()).sum();
    // The first step is no pass: the file is printed.
    assert_eq!(kept + 1, steps.len() as u64);
}

#[test]
fn no_candidate_is_run_twice() {
    let place = place();
    let script = "tr '\\n' '~' <{} >>runs; echo >>runs; grep -q div {}";
    let said: Value =
        serde_json::from_str(&reduce(&place, &["--json"], &["sh", "-c", script]).good()).unwrap();
    let runs = place.read("runs");
    let mut candidates: Vec<&str> = runs.lines().collect();
    assert_eq!(said["calls"], candidates.len());
    candidates.sort_unstable();
    candidates.dedup();
    assert_eq!(said["calls"], candidates.len());
}

#[test]
fn the_result_does_not_depend_on_the_jobs() {
    let place = place();
    let command = ["grep", "-q", "mod"];
    reduce(&place, &["-q", "-o", "one"], &command).good();
    reduce(&place, &["-q", "-o", "four", "-j", "4"], &command).good();
    assert_eq!(place.read("one"), place.read("four"));
}

#[test]
fn the_result_goes_where_it_is_wanted() {
    let place = place();
    let printed = reduce(&place, &["-q", "-o", "-"], &["grep", "-q", "div"]).good();
    assert!(printed.contains("div"));
    assert_eq!(place.names(), ["a.smt2"]);
    let arguments = ["reduce", "-", "-q", "-o", "out.smt2", "--", "grep", "-q", "div"];
    let run = place.quis_with_input(&arguments, long_script().as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(place.read("out.smt2"), printed);
    let run = place.quis_with_input(&["reduce", "-", "--", "true"], b"(check-sat)");
    assert!(run.rejected().contains("--output says where to write"));
    let run = reduce(&place, &["-o", "./a.smt2"], &["true"]);
    assert!(run.rejected().contains("this is the input"));
    let said = reduce(&place, &["-o", "no/such/folder.smt2"], &["true"]).rejected();
    assert!(said.contains("no/such/folder.smt2: not written: no such file or directory"), "{said}");
    assert_eq!(place.read("a.smt2"), long_script());
}

#[test]
fn what_is_kept_may_depend_on_how_it_is_written() {
    let place = place();
    // No candidate has comments, so there is none.
    let said = reduce(&place, &[], &["grep", "-q", "a comment"]).stderr;
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(place.read("a.smt2"), long_script());
    // What has not changed looks as it did.
    place.file(
        "b.smt2",
        "(declare-const x Int)\n(assert (let ((y x)) (> y 0)))\n(assert (< x 7))\n(check-sat)\n",
    );
    let run = place.quis(&["reduce", "b.smt2", "-o", "c.smt2", "-q", "--", "grep", "-q", "let"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(place.read("c.smt2"), "(declare-const x Int)\n(assert (let ((y x)) (> y 0)))\n");
}

#[test]
fn bytes_that_are_not_utf8_stay_what_they_are() {
    let place = Place::new();
    place.file("a.smt2", b"(declare-const x Int)\n(assert (= x 1))\n(echo \"\xE9\")\n(check-sat)\n");
    let script = "LC_ALL=C grep -q \"$(printf '\\351')\" {} && exit 9";
    reduce(&place, &["-q"], &["sh", "-c", script]).good();
    let reduced = std::fs::read(place.path().join("a.reduced.smt2")).unwrap();
    assert!(reduced.contains(&0xE9) && !reduced.contains(&0xC3), "{reduced:?}");
}

#[test]
fn limits_end_it_with_what_there_is() {
    let place = place();
    let run = reduce(&place, &["--max-calls", "5", "--json"], &["grep", "-q", "div"]);
    let said: Value = serde_json::from_str(&run.good()).unwrap();
    assert_eq!((&said["ended"], &said["calls"]), (&"calls".into(), &5.into()));
    assert!(place.read("a.reduced.smt2").contains("div"));
    let run = reduce(&place, &["--for", "1ms", "--json"], &["grep", "-q", "div"]);
    let said: Value = serde_json::from_str(&run.good()).unwrap();
    assert_eq!(said["ended"], "time");
    assert!(place.read("a.reduced.smt2").contains("div"));
}

/// Starts a reduction with a slow command; what it leaves in the directory for temporary files can be looked at.
fn start(place: &Place, options: &[&str], script: &str) -> Child {
    std::fs::create_dir_all(place.path().join("temporary")).unwrap();
    let arguments = [&["reduce", "a.smt2", "-o", "out.smt2"], options, &["--", "sh", "-c", script]].concat();
    let mut command = place.command(&arguments);
    command.env("TMPDIR", place.path().join("temporary")).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for something that a reduction does.
#[track_caller]
fn wait_until(child: &mut Child, happened: impl Fn() -> bool) {
    while !happened() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before that");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn ctrl_c_keeps_the_smallest_so_far() {
    for signal in [Signal::INT, Signal::TERM] {
        let place = place();
        // The first runs are quick. Then a signal has all the time to come while a command sleeps.
        let script = "echo >>runs; [ $(wc -l <runs) -gt 3 ] && sleep 600; grep -q div {}";
        let mut child = start(&place, &["--timeout", "1000"], script);
        wait_until(&mut child, || place.path().join("out.smt2").exists());
        wait_until(&mut child, || place.read("runs").lines().count() == 4);
        kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), signal).unwrap();
        let run: Run = child.wait_with_output().unwrap().into();
        assert_eq!(run.code, 130, "{}", run.stderr);
        assert!(run.stderr.contains("; interrupted: out.smt2\n"), "{}", run.stderr);
        assert!(place.read("out.smt2").contains("div"));
        assert_eq!(std::fs::read_dir(place.path().join("temporary")).unwrap().count(), 0);
        assert_eq!(place.names(), ["a.smt2", "out.smt2", "runs", "temporary"]);
    }
}

#[test]
fn an_interruption_of_the_first_run_leaves_nothing() {
    let place = place();
    let mut child = start(&place, &[], "touch begun; sleep 600");
    wait_until(&mut child, || place.path().join("begun").exists());
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), Signal::INT).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.code, &*run.stderr), (130, ""));
    assert_eq!(place.names(), ["a.smt2", "begun", "temporary"]);
}

#[test]
fn a_kill_at_any_moment_leaves_a_reproducer() {
    let script = "grep -q 'div' {} && grep -q mod {} || exit 1; sleep 0.01; exit 3";
    let mut written = 0;
    let mut seed = 0x9E37_79B9_u64;
    for _ in 0..12 {
        let place = place();
        let mut child = start(&place, &[], script);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(50 + (seed >> 33) % 450));
        let _ = child.kill();
        child.wait().unwrap();
        if place.path().join("out.smt2").exists() {
            written += 1;
            assert!(ends_with(&place, 3, script, "out.smt2"), "{}", place.read("out.smt2"));
            assert_eq!(place.quis(&["check", "-q", "out.smt2"]).good(), "");
        }
    }
    assert!(written > 0);
}
