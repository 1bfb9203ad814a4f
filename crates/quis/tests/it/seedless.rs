//! Techniques that need no seeds, in `quis gen` and `quis fuzz`. What the formulas look like is told elsewhere.

use std::collections::BTreeMap;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::Place;

/// The demonstration solver, with these arguments.
fn demo(arguments: &str) -> String {
    format!("'{}' demo-solver {arguments}", env!("CARGO_BIN_EXE_quis"))
}

/// The files of a directory, in order.
fn names(place: &Place, directory: &str) -> Vec<String> {
    let entries = std::fs::read_dir(place.path().join(directory)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn report(place: &Place) -> Value {
    let run = place.quis(&["report", "c", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn formulas_are_the_same_on_any_number_of_cores() {
    let place = Place::new();
    let generate = |output: &str, jobs: &str, more: &[&str]| {
        let mut arguments = vec!["gen", "fuzzsmt", "--count", "250", "-o", output, "-j", jobs];
        arguments.extend(more);
        place.quis(&arguments).good()
    };
    let said = generate("one", "1", &[]);
    assert!(said.starts_with("250 files in one: "), "{said}");
    generate("three", "3", &[]);
    let one = names(&place, "one");
    assert_eq!((one.len(), &one), (250, &names(&place, "three")));
    for (number, name) in one.iter().enumerate() {
        // The logic is behind the number, so that the order of names is that of the sequence.
        assert!(name.starts_with(&format!("fuzzsmt-{number:06}")) && name.ends_with(".smt2"), "{name}");
        let text = place.read(&format!("one/{name}"));
        assert_eq!(text, place.read(&format!("three/{name}")), "{name}");
        let origin = format!("; no seed, stream 0, case {number}|)\n");
        assert!(text.starts_with("(set-info :source |made by quis ") && text.contains(&origin), "{text}");
        assert!(text.matches("(check-sat").count() <= text.matches("(set-info :status ").count(), "{text}");
    }
    generate("other", "2", &["--seed", "1"]);
    let differs = |name: &String| {
        let other = place.path().join("other").join(name);
        std::fs::read_to_string(other)
            .is_ok_and(|text| text.lines().skip(1).ne(place.read(&format!("one/{name}")).lines().skip(1)))
    };
    assert!(names(&place, "other") != one || one.iter().any(differs));
}

#[test]
fn all_formulas_have_the_logic_that_is_asked_for() {
    let place = Place::new();
    let arguments = ["gen", "fuzzsmt", "--logic", "QF_BV", "--truth", "open", "--count", "30", "-o", "out"];
    place.quis(&arguments).good();
    let files = names(&place, "out");
    assert!(files.len() == 30 && files.iter().all(|name| name.ends_with("-QF_BV.smt2")), "{files:?}");
    let text = place.read(&format!("out/{}", files[0]));
    assert!(text.contains("fuzzsmt logic=QF_BV ") && text.contains(" truth=open "), "{text}");
    place.quis(&["check", "--strict", "--quiet", "out"]).good();
}

#[test]
fn formulas_of_known_truth_have_a_witness_that_holds() {
    let place = Place::new();
    let arguments =
        ["gen", "fuzzsmt", "--truth", "sat", "--count", "40", "-o", "out", "--check", "--json", "-j", "2"];
    let output = place.quis(&arguments).good();
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 41);
    for (index, line) in lines[..40].iter().enumerate() {
        assert_eq!((&line["seed"], line["index"].as_u64()), (&Value::Null, Some(index as u64)));
        assert_ne!(line["witness"], "false", "{line}");
    }
    let summary = &lines[40]["summary"];
    assert_eq!((&summary["files"], &summary["seeds"]), (&40.into(), &0.into()));
}

#[test]
fn a_campaign_needs_no_seeds() {
    let place = Place::new();
    let good = demo("");
    let arguments = ["fuzz", "--technique", "fuzzsmt", "--solver", &good, "--campaign", "c", "--seed", "5"];
    let run = place.quis(&[&arguments[..], &["--count", "120", "--quiet", "-j", "2"]].concat());
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    let before = report(&place);
    assert!(before["summary"]["cases"].as_u64() >= Some(120));
    let seeds = serde_json::json!({"used": 0, "failing": 0, "skipped": []});
    assert_eq!(before["summary"]["seeds"], seeds);
    let technique = &before["techniques"][0];
    assert_eq!((&technique["name"], &technique["seeds"]), (&"fuzzsmt".into(), &0.into()));
    let spent = before["summary"]["generation_cpu_seconds"].as_f64().unwrap();
    assert!(spent > 0.0 && technique["generation_cpu_seconds"].as_f64() == Some(spent), "{before}");
    let again = ["fuzz", "--resume", "--campaign", "c", "--count", "50", "--quiet"];
    assert_eq!(place.quis(&again).code, 0);
    let after = report(&place)["summary"]["cases"].as_u64();
    assert!(after >= before["summary"]["cases"].as_u64().map(|cases| cases + 50), "{after:?}");
    assert!(place.quis(&["report", "c"]).good().contains(" cases without seeds, 0 findings"));
}

#[test]
fn without_names_all_techniques_take_part() {
    let place = Place::new();
    let good = demo("");
    let fuzz = |more: &[&str]| {
        let campaign = ["fuzz", "--solver", &good, "--campaign", "c", "--seed", "5", "--quiet"];
        let run = place.quis(&[&campaign[..], more].concat());
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        let report = report(&place);
        std::fs::remove_dir_all(place.path().join("c")).unwrap();
        // A technique with several ways has an entry for each.
        let mut cases: BTreeMap<String, u64> = BTreeMap::new();
        for way in report["techniques"].as_array().unwrap() {
            *cases.entry(way["name"].as_str().unwrap().to_owned()).or_default() +=
                way["cases"].as_u64().unwrap();
        }
        cases
    };
    let all = fuzz(&["--count", "400", "-j", "1"]);
    let found: Vec<&str> = all.keys().map(|name| &**name).collect();
    assert_eq!(found, ["enumerate", "fuzzsmt", "mutate", "opfuzz", "storm", "synth"]);
    assert!(all.values().all(|cases| *cases > 0), "{all:?}");
    place.file("seed.smt2", "(declare-const x (_ BitVec 3))\n(assert (bvult x #b010))\n(check-sat)\n");
    let of_seed = fuzz(&["seed.smt2", "--count", "300"]);
    let found: Vec<&str> = of_seed.keys().map(|name| &**name).collect();
    assert_eq!(found, ["enumerate", "fuzzsmt", "mutate", "opfuzz", "storm", "synth"]);
    let given = ["fuzz", "seed.smt2", "--technique", "fuzzsmt", "--solver", &good, "--campaign", "c"];
    assert!(place.quis(&given).rejected().contains("has a use for seeds"));
    let unknown = ["fuzz", "--technique", "fuzzsmt logic=QF_NO", "--solver", &good, "--campaign", "c"];
    assert!(place.quis(&unknown).rejected().contains("`QF_NO`"));
    assert!(!place.path().join("c").exists());
}

#[test]
fn a_finding_without_a_seed_can_be_made_again_and_reduced() {
    let place = Place::new();
    let (good, wrong) = (demo(""), demo("--fault wrong-unsat"));
    let arguments = ["fuzz", "--technique", "fuzzsmt logic=QF_BV", "--solver", &good, "--solver", &wrong];
    let more = ["--campaign", "c", "--seed", "5", "--count", "60", "--quiet", "--no-reduce"];
    let run = place.quis(&[&arguments[..], &more].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
    let report = report(&place);
    let findings = report["findings"].as_array().unwrap();
    // Cores of wrong answers are none, where they are asked for.
    let wrong = findings.iter().find(|found| found["kind"] == "refutation-unsound").expect("a wrong answer");
    let is_expected = |found: &Value| found["kind"] == wrong["kind"] || found["kind"] == "invalid-core";
    assert!(findings.iter().all(is_expected), "{findings:?}");
    for finding in findings {
        assert_eq!(finding["origin"]["seed_file"], "none");
    }
    let folder = format!("c/findings/{}", wrong["id"].as_str().unwrap());
    assert!(!place.path().join(&folder).join("seed.smt2").exists());
    assert!(place.read(&format!("{folder}/report.md")).contains(" without a seed, stream `5`, case "));
    let run = place.quis(&["replay", &folder]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("byte for byte") && run.stdout.contains("It still fails."), "{}", run.stdout);
    let run = place.quis(&["reduce", &folder, "-o", "small.smt2"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (small, case) = (place.read("small.smt2"), place.read(&format!("{folder}/case.smt2")));
    assert!(small.contains("(check-sat)") && small.len() <= case.len(), "{small}");
}

#[test]
fn an_interruption_leaves_whole_files() {
    let place = Place::new();
    let arguments = ["gen", "fuzzsmt", "--count", "100000000", "-o", "out", "-j", "2", "--quiet"];
    let mut child = place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !place.path().join("out").is_dir() || names(&place, "out").len() < 20 {
        std::thread::yield_now();
    }
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    for name in names(&place, "out") {
        assert!(name.ends_with(".smt2"), "{name}");
    }
    place.quis(&["check", "--quiet", "out"]).good();
}

/// Synthesis has so many cases and no more: to have run them all is an end like another.
#[test]
fn when_all_cases_were_run_the_campaign_is_over() {
    let place = Place::new();
    let solver = demo("");
    let technique = "synth theory=bitvectors step=equivalences patterns=no";
    let run = place.quis(&[
        "fuzz",
        "--technique",
        technique,
        "--solver",
        &solver,
        "--campaign",
        "c",
        "--for",
        "60s",
    ]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("All cases were run."), "{}", run.stdout);
    assert!(run.stdout.contains("The report: "), "{}", run.stdout);
    assert_eq!(report(&place)["summary"]["cases"], 49);
}

#[test]
fn small_formulas_find_a_planted_fault() {
    let place = Place::new();
    let technique = "enumerate theories=bitvectors quantifiers=no";
    let faulty = demo("--fault wrong-unsat:bvsub");
    let arguments =
        ["fuzz", "--technique", technique, "--solver", &faulty, "--campaign", "c", "--seed", "1", "--quiet"];
    let run = place.quis(&[&arguments[..], &["--count", "1500", "--no-reduce", "-j", "2"]].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
    let report = report(&place);
    let finding = &report["findings"][0];
    assert_eq!(
        (&finding["kind"], &finding["origin"]["technique"]),
        (&"refutation-unsound".into(), &"enumerate".into())
    );
    assert!(finding["case"].as_str().unwrap().contains("bvsub"), "{finding}");
}

#[test]
fn a_reference_is_asked_where_there_is_doubt_and_is_not_under_test() {
    let place = Place::new();
    let (right, faulty) = (demo(""), demo("--fault abort:not --fault wrong-unsat:bvadd"));
    let run = |campaign: &str, solver: &str, reference: &str| {
        let technique = "fuzzsmt logic=QF_BV truth=open size=6 width=3 predicates=3 assertions=2";
        let arguments = ["fuzz", "--technique", technique, "--solver", solver, "--reference", reference];
        let more =
            ["--campaign", campaign, "--seed", "5", "--quiet", "--count", "300", "--no-reduce", "-j", "2"];
        place.quis(&[&arguments[..], &more].concat()).code
    };
    assert_eq!((run("c", &faulty, &right), run("d", &right, &faulty)), (1, 0));
    let report = report(&place);
    let findings = report["findings"].as_array().unwrap();
    let kinds: Vec<&str> = findings.iter().filter_map(|finding| finding["kind"].as_str()).collect();
    assert!(kinds.contains(&"refutation-unsound") && kinds.contains(&"crash"), "{kinds:?}");
    assert!(findings.iter().all(|finding| finding["solver"]["name"] == *faulty), "{findings:?}");
    let cases: Vec<u64> =
        report["solvers"].as_array().unwrap().iter().filter_map(|one| one["cases"].as_u64()).collect();
    assert_eq!(cases.iter().max(), Some(&300), "{cases:?}");
    assert!(
        cases.len() == 1 || cases.iter().min().is_some_and(|&least| least > 0 && least < 200),
        "{cases:?}"
    );
}
