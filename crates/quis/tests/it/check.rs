//! `quis check` on directories and many files.

use std::os::unix::fs::symlink;
use std::process::Stdio;

use serde_json::Value;

use super::Place;

const GOOD: &str = "(check-sat)\n";
const BAD: &str = "(assert x)\n";

fn lines(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The files that `quis check --json` names, in order.
fn files(output: &str) -> Vec<String> {
    let named = lines(output).into_iter().filter_map(|line| Some(line.get("file")?.as_str()?.to_owned()));
    named.collect()
}

#[test]
fn directories_are_walked_in_order() {
    let place = Place::new();
    for name in ["d/b.smt2", "d/a/z.smt2", "d/a.smt2", "d/c/deep/x.smt2", "d/notes.txt", "d/smt2", "d/B.smt2"]
    {
        place.file(name, GOOD);
    }
    place.file("other.txt", GOOD);
    let output = place.quis(&["check", "--json", "other.txt", "d"]).good();
    let expected = ["other.txt", "d/B.smt2", "d/a/z.smt2", "d/a.smt2", "d/b.smt2", "d/c/deep/x.smt2"];
    assert_eq!(files(&output), expected);
}

#[test]
fn links_are_followed_once() {
    let place = Place::new();
    place.file("d/a.smt2", GOOD);
    place.file("d/sub/b.smt2", GOOD);
    place.file("elsewhere/c.smt2", GOOD);
    symlink("..", place.path().join("d/sub/loop")).unwrap();
    symlink(".", place.path().join("d/self.smt2")).unwrap();
    symlink("../elsewhere", place.path().join("d/link")).unwrap();
    symlink("ring", place.path().join("d/ring")).unwrap();
    let output = place.quis(&["check", "--json", "d"]).good();
    assert_eq!(files(&output), ["d/a.smt2", "d/link/c.smt2", "d/sub/b.smt2"]);
    // A link to nowhere that looks like an input is not passed over.
    symlink("nowhere", place.path().join("d/z.smt2")).unwrap();
    let said = place.quis(&["check", "d"]).rejected();
    assert!(said.contains("error: d/z.smt2: no such file or directory"), "{said}");
}

#[test]
fn a_directory_without_inputs_is_a_mistake() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("d")).unwrap();
    let said = place.quis(&["check", "d"]).rejected();
    assert!(said.contains("error: d: there is no .smt2 file below this directory"), "{said}");
}

#[test]
fn output_does_not_depend_on_threads() {
    let place = Place::new();
    for number in 0..60 {
        // Files of very different sizes.
        let mut text = "(declare-const p Bool)\n".to_owned();
        text.push_str(&"(assert (or p (not p)))\n".repeat(number % 7 * 500));
        text.push_str(if number % 3 == 0 { BAD } else { GOOD });
        place.file(&format!("d/{number:02}.smt2"), text);
    }
    let run = |jobs| {
        let said = place.quis(&["check", "-j", jobs, "d"]).rejected();
        let (before, summary) = said.trim_end().rsplit_once('\n').unwrap();
        assert!(summary.starts_with("60 files, 40 accepted, 20 rejected, "), "{summary}");
        before.to_owned()
    };
    let one = run("1");
    assert_eq!(one.matches("unknown constant `x`").count(), 20);
    assert_eq!(run("8"), one);
}

#[test]
fn json_has_the_documented_shape() {
    let place = Place::new();
    place.file("bad.smt2", "(declare-const counter Int)\n(assert (> couner 1))\n(odd)\n");
    let output = place.quis(&["check", "--json", "bad.smt2", "missing.smt2"]).rejected();
    let lines = lines(&output);
    let [bad, missing, last] = &*lines else { unreachable!("{output}") };
    assert_eq!((&bad["file"], &bad["ok"], &bad["bytes"]), (&"bad.smt2".into(), &false.into(), &56.into()));
    let diagnostics = bad["diagnostics"].as_array().unwrap();
    let keys: Vec<&String> = diagnostics[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["column", "help", "label", "line", "message", "severity"]);
    assert_eq!(diagnostics[0]["severity"], "error");
    assert_eq!((&diagnostics[0]["line"], &diagnostics[0]["column"]), (&2.into(), &12.into()));
    assert_eq!(diagnostics[0]["help"], "did you mean `counter`?");
    assert_eq!(diagnostics[1]["severity"], "warning");
    assert_eq!((&missing["bytes"], &missing["diagnostics"][0]["line"]), (&0.into(), &Value::Null));
    let summary = last["summary"].as_object().unwrap();
    assert_eq!(summary.keys().collect::<Vec<_>>(), ["accepted", "bytes", "files", "rejected", "seconds"]);
    assert_eq!(
        (&summary["files"], &summary["accepted"], &summary["rejected"]),
        (&2.into(), &0.into(), &2.into())
    );
}

#[test]
fn many_warnings_are_counted() {
    let place = Place::new();
    let calls: String = (0..50).map(|number| format!("(assert (f{number} 1))\n")).collect();
    place.file("a.smt2", calls);
    let said = place.quis(&["check", "--permissive", "a.smt2"]).good();
    assert_eq!(said.matches("warning: `f").count(), 20);
    assert!(said.contains("warning: a.smt2: 30 more warnings\n"), "{said}");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let place = Place::new();
    place.file("bad.smt2", BAD);
    assert!(!place.quis(&["check", "bad.smt2"]).rejected().contains('\u{1b}'));
    assert!(place.quis(&["check", "--color", "always", "bad.smt2"]).rejected().contains('\u{1b}'));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    for number in 0..300 {
        place.file(&format!("d/{number}.smt2"), BAD);
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let run = place.command(&["check", "d"]).stdout(Stdio::from(writer)).output().unwrap();
    // As if the signal had ended it, which is what shells expect.
    assert_eq!(run.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&run.stderr), "");
}

#[test]
fn wrong_arguments_are_explained() {
    let place = Place::new();
    for arguments in [
        &["check"][..],
        &["check", "--strict", "--permissive", "a.smt2"],
        &["check", "-j", "0", "a.smt2"],
        &["fmt", "--let", "--plain", "a.smt2"],
        &["fmt", "-i", "-o", "b.smt2", "a.smt2"],
        &["fmt", "a.smt2", "b.smt2"],
        &["fmt", "-i", "-"],
        &["nonsense"],
    ] {
        let run = place.quis(arguments);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{arguments:?}: {}", run.stderr);
    }
}
