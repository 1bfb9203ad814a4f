//! `quis domains`, with the reference domains, their planted faults, and fixtures that die or do not end.

use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;

use super::{Place, Run};

fn test(place: &Place, domain: &str, more: &[&str]) -> Run {
    place.quis(&[&["domains", "test", "--domain", domain, "--variables", "3", "-q"], more].concat())
}

#[test]
fn what_there_is_can_be_listed() {
    let place = Place::new();
    let list = place.quis(&["domains", "list", "--faults"]);
    assert_eq!(list.code, 0, "{}", list.stderr);
    for name in
        ["reference:polyhedra", "reference:octagons+octagon-join-left-only", "apron:oct-mpq", "ppl:poly"]
    {
        assert!(list.stdout.contains(name), "{}", list.stdout);
    }
    let properties = place.quis(&["domains", "properties"]);
    assert!(properties.stdout.contains("  17 [P] ⊤ ⊓ x = x\n"), "{}", properties.stdout);
    let json = place.quis(&["domains", "properties", "--json"]);
    let lines: Vec<Value> = json.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 60);
    assert_eq!(lines[34]["formula"], "x ≠ ⊥ ⇒ assign(x, v, e) ≠ ⊥");
}

#[test]
fn a_planted_fault_is_found_kept_and_shown_again() {
    let place = Place::new();
    let name = "reference:octagons+octagon-join-left-only";
    let found = test(&place, name, &["--checks", "20000", "--campaign", "oct"]);
    assert_eq!(found.code, 1, "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("property 9 [S] y ⊑ x ⊔ y does not hold"), "{}", found.stdout);
    assert!(place.read("oct/report.md").contains("property 9 [S]"));
    let folder = "oct/findings/reference-octagons-octagon-join-left-only-9";
    assert!(place.read(&format!("{folder}/case.txt")).contains("assert("));
    assert!(place.read(&format!("{folder}/program.rs")).contains("fn main()"));
    let case = format!("{folder}/case.json");
    let again = place.quis(&["domains", "replay", &case]);
    assert_eq!(again.code, 1, "{}", again.stderr);
    assert!(again.stdout.contains("does not hold"), "{}", again.stdout);
    let right = place.quis(&["domains", "replay", &case, "--domain", "reference:octagons"]);
    assert_eq!((right.code, right.stdout.contains("nothing is wrong")), (0, true), "{}", right.stdout);
}

/// A property that fails in many checks of the first round is told as well as one that rarely fails.
#[test]
fn what_fails_often_is_found() {
    let place = Place::new();
    let name = "reference:octagons+octagon-join-left-only";
    let run = test(&place, name, &["--checks", "2000", "--property", "9"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("property 9 [S]"), "{}", run.stdout);
}

/// Runs the same test of octagons with a fault, whatever else there is to do.
fn octagons(place: &Place, seed: &str, more: &[&str]) {
    let name = "reference:octagons+octagon-join-left-only";
    let fixed = ["--checks", "6000", "--for", "10m", "--seed", seed, "--campaign", "oct"];
    let run = test(place, name, &[&fixed, more].concat());
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
}

/// A report without what no two runs have in common.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "seconds" {
                    *value = Value::from(0);
                }
                without_times(value);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_times),
        _ => {}
    }
}

#[test]
fn reports_have_the_table_and_the_findings() {
    let place = Place::new();
    octagons(&place, "1", &["--property", "9", "--property", "10"]);
    let mut json: Value = serde_json::from_str(&place.read("oct/report.json")).unwrap();
    without_times(&mut json);
    insta::assert_snapshot!("domains-report-json", serde_json::to_string_pretty(&json).unwrap());
    insta::assert_snapshot!("domains-report-md", place.read("oct/report.md"));
    let page = place.read("oct/report.html");
    let finding = &json["findings"][0];
    for part in ["headline", "replay", "folder", "id"] {
        let part = finding[part].as_str().unwrap();
        assert!(page.contains(&part.replace('/', "&#x2f;")), "{part}");
    }
    assert!(!page.contains("Not confirmed"), "{page}");
    // The program is there, escaped, with what builds it.
    assert!(
        page.contains("fn main() -&gt; ExitCode") && page.contains("cargo run --manifest-path"),
        "{page}"
    );
    for foreign in ["http://", "https://", "src="] {
        assert!(!page.contains(foreign), "{foreign}");
    }
}

#[test]
fn a_report_is_made_of_all_that_the_directory_holds() {
    let place = Place::new();
    octagons(&place, "1", &["--property", "9"]);
    let case = "oct/findings/reference-octagons-octagon-join-left-only-9/case.json";
    let first: Value = serde_json::from_str(&place.read(case)).unwrap();
    octagons(&place, "1", &["--property", "10"]);
    octagons(&place, "2", &["--property", "9"]);
    let again: Value = serde_json::from_str(&place.read(case)).unwrap();
    let steps = |kept: &Value| kept["case"]["steps"].as_array().unwrap().len();
    assert!(steps(&again) <= steps(&first), "{again}");
    assert_eq!(again["seen"], 2);
    // A file that is broken does no harm.
    place.file("oct/findings/broken/case.json", "{");
    let run = test(&place, "reference:zones", &["--checks", "100", "--campaign", "oct"]);
    assert_eq!((run.code, run.stderr.contains("broken/case.json:1:1")), (0, true), "{}", run.stderr);
    let report: Value = serde_json::from_str(&place.read("oct/report.json")).unwrap();
    let names: Vec<&str> =
        report["domains"].as_array().unwrap().iter().map(|row| row["domain"].as_str().unwrap()).collect();
    assert_eq!(names, ["reference:octagons+octagon-join-left-only", "reference:zones"]);
    assert_eq!((&report["domains"][0]["runs"], &report["domains"][0]["tests"]), (&3.into(), &2.into()));
    let found: Vec<&Value> =
        report["findings"].as_array().unwrap().iter().map(|finding| &finding["property"]).collect();
    assert_eq!(found, [&Value::from(9), &Value::from(10)]);
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let place = Place::new();
    let run = test(&place, "reference:polyhedra", &["--checks", "5000", "--json", "-j", "2"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let summary: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(summary["summary"]["checks"].as_u64().unwrap() >= 5000, "{summary}");
    assert_eq!(summary["summary"]["S"], Value::Array(Vec::new()));
}

#[test]
fn the_same_seed_finds_the_same() {
    let place = Place::new();
    let once = || {
        let run = test(&place, "reference:intervals+interval-project-zero", &["--checks", "3000", "--json"]);
        let lines = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.map(|line| line["case"].to_string()).collect::<Vec<_>>()
    };
    let first = once();
    assert!(first.len() > 1);
    assert_eq!(first, once());
}

#[test]
fn a_library_that_dies_is_a_finding() {
    let place = Place::new();
    let run = test(&place, "fixture:dies", &["--for", "2s"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stdout.contains("the library dies: signal SIGABRT, while elements are made"),
        "{}",
        run.stdout
    );
    // Nothing but the step that kills it, and what that needs.
    assert!(run.stdout.contains("    box1 ← ⊤\n    box2 ← project(box1, x1)\n"), "{}", run.stdout);
}

#[test]
fn a_library_that_does_not_end_is_a_finding() {
    let place = Place::new();
    let run = test(&place, "fixture:loops", &["--for", "2s", "--patience", "200ms", "--property", "53"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("the library does not come to an end"), "{}", run.stdout);
}

/// Nearly all failures of this domain depend on earlier checks; the one that is told does not.
#[test]
fn a_case_that_fails_alone_is_looked_for_first() {
    let place = Place::new();
    let more = ["--checks", "20000", "--property", "3", "--campaign", "kept"];
    let run = test(&place, "fixture:remembers", &more);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&place.read("kept/report.json")).unwrap();
    let tested = &report["domains"][0]["properties"][0];
    assert!(tested["violated"].as_u64() > Some(15_000), "{tested}");
    assert_eq!(report["findings"][0]["property"], 3, "{}", run.stdout);
    assert_eq!(report["unconfirmed"], Value::Array(Vec::new()), "{}", run.stdout);
}

/// All failures of this property depend on earlier checks.
const DEPENDENT: [&str; 6] = ["--checks", "2000", "--property", "1", "--for", "10m"];

#[test]
fn what_does_not_fail_alone_is_no_finding() {
    let place = Place::new();
    let run = test(&place, "fixture:remembers", &[&DEPENDENT[..], &["--campaign", "kept"]].concat());
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let said = "fixture:remembers: not confirmed: property 1 [P] ⊥ ⊑ x did not hold in the run (after ";
    assert!(run.stdout.starts_with(said), "{}", run.stdout);
    assert!(run.stdout.contains(" s), but holds in a process of its own\n"), "{}", run.stdout);
    let note = "\nfixture:remembers: 1 failure is not confirmed, and not counted\n";
    assert!(run.stdout.contains(note), "{}", run.stdout);
    let report: Value = serde_json::from_str(&place.read("kept/report.json")).unwrap();
    assert!(report["domains"][0]["properties"][0]["violated"].as_u64() > Some(1000), "{report}");
    assert_eq!(
        (&report["domains"][0]["P"], &report["findings"]),
        (&Value::Array(vec![]), &Value::Array(vec![]))
    );
    let folder = "unconfirmed/fixture-remembers-1";
    let listed = report["unconfirmed"].as_array().unwrap();
    assert_eq!((listed.len(), &listed[0]["folder"]), (1, &folder.into()), "{report}");
    assert!(place.read(&format!("kept/{folder}/case.txt")).contains("did not hold in the run"));
    assert!(!place.path().join("kept/findings").exists());
    let markdown = place.read("kept/report.md");
    assert!(
        markdown.contains("\n## Not confirmed\n") && markdown.contains("| 1 | 0 | 0 | 0 | 0 |"),
        "{markdown}"
    );
    let page = place.read("kept/report.html");
    for part in
        ["No failure is confirmed.", "<h2 id=\"unconfirmed-title\">", "unconfirmed&#x2f;fixture-remembers-1"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let again = place.quis(&["domains", "replay", &format!("kept/{folder}/case.json")]);
    assert_eq!((again.code, again.stdout.contains("nothing is wrong")), (0, true), "{}", again.stdout);
    let json = test(&place, "fixture:remembers", &[&DEPENDENT[..], &["--json"]].concat());
    assert_eq!(json.code, 0, "{}{}", json.stdout, json.stderr);
    let line: Value = serde_json::from_str(&json.stdout).unwrap();
    let unconfirmed = &line["summary"]["unconfirmed"][0];
    assert_eq!((&unconfirmed["property"], &unconfirmed["ending"]), (&1.into(), &"violated".into()), "{line}");
    assert_eq!(unconfirmed["case"]["property"], 1, "{line}");
}

/// Writes a case again, as confirmed or not, to a folder of a campaign.
fn rewrite(place: &Place, from: &str, to: &str, is_confirmed: bool) {
    let mut kept: Value = serde_json::from_str(&place.read(&format!("kept/{from}/case.json"))).unwrap();
    assert_eq!(kept["replayed"], !is_confirmed, "{kept}");
    kept["replayed"] = is_confirmed.into();
    std::fs::remove_dir_all(place.path().join("kept").join(from)).unwrap();
    place.file(&format!("kept/{to}/case.json"), kept.to_string());
}

#[test]
fn a_failure_is_kept_in_one_place_and_a_finding_stays_one() {
    let place = Place::new();
    let is_there = |folder: &str| place.path().join("kept").join(folder).exists();
    let run = |more: &[&str]| {
        let run = test(&place, "fixture:remembers", &[more, &["--campaign", "kept"]].concat());
        let report: Value = serde_json::from_str(&place.read("kept/report.json")).unwrap();
        let count = |list: &str| report[list].as_array().unwrap().len();
        (run.code, count("findings"), count("unconfirmed"))
    };
    let (finding, unconfirmed) = ("findings/fixture-remembers-1", "unconfirmed/fixture-remembers-1");
    assert_eq!(run(&DEPENDENT), (0, 0, 1));
    // Earlier releases kept both together.
    std::fs::create_dir(place.path().join("kept/findings")).unwrap();
    std::fs::rename(place.path().join("kept").join(unconfirmed), place.path().join("kept").join(finding))
        .unwrap();
    place.file(&format!("kept/{finding}/program.c"), "int main(void) { return 0; }");
    assert_eq!(run(&["--property", "6", "--checks", "1"]), (0, 0, 1));
    assert_eq!((is_there(finding), is_there(unconfirmed)), (false, true));
    // What was confirmed once is not unconfirmed by another run.
    rewrite(&place, unconfirmed, finding, true);
    assert_eq!(run(&DEPENDENT), (0, 1, 0));
    assert_eq!((is_there(finding), is_there(unconfirmed)), (true, false));
    // A run confirms what another did not.
    let found = ["--checks", "20000", "--property", "3"];
    let (finding, unconfirmed) = ("findings/fixture-remembers-3", "unconfirmed/fixture-remembers-3");
    assert_eq!(run(&found), (1, 2, 0));
    rewrite(&place, finding, unconfirmed, false);
    assert_eq!(run(&found), (1, 2, 0));
    assert_eq!((is_there(finding), is_there(unconfirmed)), (true, false));
}

/// In the run this domain dies, after other questions; alone, the property does not hold.
#[test]
fn a_case_is_told_as_it_ends_alone() {
    let place = Place::new();
    let run = test(&place, "fixture:tires", &["--property", "3", "--first", "--json"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [found, summary] = &lines[..] else { panic!("{}", run.stdout) };
    assert_eq!((&found["property"], &found["ending"]), (&3.into(), &"violated".into()), "{found}");
    let summary = &summary["summary"];
    assert_eq!((&summary["P"], &summary["E"]), (&Value::from(vec![3]), &Value::Array(vec![])), "{summary}");
    assert_eq!(summary["unconfirmed"], Value::Array(Vec::new()), "{summary}");
    // It died, and did not merely fail.
    let tested = &summary["properties"][0];
    assert_eq!((&tested["violated"], &tested["failed"]), (&0.into(), &1.into()), "{summary}");
}

/// While the case is made smaller, one try spoils the next: what is told fails in a process of its own all the same.
#[test]
fn a_smaller_case_fails_alone_or_is_not_told() {
    let place = Place::new();
    let more = ["--checks", "2000", "--property", "3", "--campaign", "kept"];
    let run = test(&place, "fixture:spoils", &more);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("not confirmed"), "{}", run.stdout);
    let again = place.quis(&["domains", "replay", "kept/findings/fixture-spoils-3/case.json"]);
    assert_eq!(again.code, 1, "{}", again.stdout);
}

/// A terminal sends Ctrl-C to the workers, too: that they end of it is not told as the library's fault.
#[test]
fn workers_that_end_by_ctrl_c_are_no_failure() {
    let place = Place::new();
    let arguments = ["domains", "test", "--domain", "reference:octagons", "--for", "60s", "-j", "2"];
    let mut command = place.command(&arguments);
    let child = command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Long enough for workers to be there; if not, there is nothing that could go wrong.
    std::thread::sleep(Duration::from_secs(1));
    kill_process_group(Pid::from_child(&child), Signal::INT).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let told = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
    assert!(!told.contains("signal") && !told.contains("not confirmed"), "{told}");
}

#[test]
fn bad_arguments_are_told() {
    let place = Place::new();
    let unknown = test(&place, "apron:hexagons", &[]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("apron:hexagons") && unknown.stderr.contains("apron:oct-mpq"),
        "{}",
        unknown.stderr
    );
    let fault = test(&place, "reference:zones+interval-join-bottom", &[]);
    assert_eq!(
        (fault.code, fault.stderr.contains("no fault `interval-join-bottom`")),
        (2, true),
        "{}",
        fault.stderr
    );
    let property = test(&place, "reference:zones", &["--property", "77"]);
    assert_eq!((property.code, property.stderr.contains("--property 77")), (2, true), "{}", property.stderr);
    place.file("case.json", "{\n  \"domain\": 7\n}");
    let case = place.quis(&["domains", "replay", "case.json"]);
    assert_eq!((case.code, case.stderr.contains("case.json:2:13")), (2, true), "{}", case.stderr);
}
