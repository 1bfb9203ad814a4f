//! Help, manual pages, completions, and the measuring for benchmarks.

use super::Place;

#[test]
fn help() {
    let place = Place::new();
    insta::assert_snapshot!("help", place.quis(&["--help"]).good());
    let campaigns = ["fuzz", "gen", "report", "replay", "bisect", "reduce", "suite"];
    let others =
        ["check", "info", "fmt", "eval", "validate", "solvers", "triggers", "axioms", "completions", "man"];
    for command in campaigns.into_iter().chain(others) {
        let text = place.quis(&[command, "--help"]).good();
        assert!(text.contains("\nExamples:\n"), "{command}");
        insta::assert_snapshot!(format!("help-{command}"), text);
    }
    for command in ["list", "install", "path", "doctor"] {
        let text = place.quis(&["solvers", command, "--help"]).good();
        assert!(text.contains("\nExamples:\n"), "{command}");
        insta::assert_snapshot!(format!("help-solvers-{command}"), text);
    }
    insta::assert_snapshot!("help-suite-run", place.quis(&["suite", "run", "--help"]).good());
}

#[test]
fn version() {
    let expected = format!("quis {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(Place::new().quis(&["--version"]).good(), expected);
}

#[test]
fn completions() {
    let place = Place::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = place.quis(&["completions", shell]).good();
        for word in ["check", "info", "fmt", "permissive", "in-place"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(place.quis(&["completions", "tcsh"]).code, 2);
}

#[test]
fn manual_pages() {
    let place = Place::new();
    let page = place.quis(&["man"]).good();
    assert!(page.contains(".TH quis 1") && page.contains("quis\\-check(1)"), "{page}");
    assert_eq!(place.quis(&["man", "share/man1"]).good(), "");
    let written = std::fs::read_dir(place.path().join("share/man1")).unwrap();
    let mut names: Vec<_> = written.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let commands = [
        "axioms",
        "bisect",
        "check",
        "completions",
        "domains",
        "eval",
        "fmt",
        "fuzz",
        "gen",
        "info",
        "man",
        "reduce",
        "replay",
        "report",
        "solvers",
        "suite",
        "triggers",
        "validate",
    ];
    let expected = commands.map(|command| format!("quis-{command}.1"));
    assert_eq!(names, [&expected[..], &["quis.1".to_owned()]].concat());
    assert_eq!(place.read("share/man1/quis.1"), page);
    assert!(place.read("share/man1/quis-fmt.1").contains("in\\-place"));
}

#[test]
fn measuring() {
    let place = Place::new();
    place.file("a.smt2", "(check-sat)\n");
    let output = place.quis(&["bench-parse", "a.smt2", "--repeat", "3"]).good();
    let measured: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((&measured["bytes"], &measured["ok"]), (&12.into(), &true.into()));
    assert!(measured["cpu_s_per_parse"].as_f64().unwrap() >= 0.0);
    assert!(measured["peak_rss_kb"].as_u64().unwrap() > 0);
    place.file("bad.smt2", "(assert x)\n");
    assert!(place.quis(&["bench-parse", "bad.smt2"]).rejected().contains(r#""ok":false"#));
}
