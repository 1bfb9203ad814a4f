//! `quis fuzz` and what belongs to it, with the demonstration solver and its planted faults.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use quis_campaign::{Campaign, Finding};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Place, Run};

/// Small seeds: few operators, so that all mutants are soon made.
pub(super) const SEEDS: [(&str, &str); 3] = [
    (
        "seeds/bits.smt2",
        "(set-logic QF_BV)\n(declare-const x (_ BitVec 3))\n(declare-const y (_ BitVec 3))\n\
         (assert (bvult (bvadd x y) #b010))\n(assert (not (= x y)))\n(check-sat)\n",
    ),
    (
        "seeds/core.smt2",
        "(declare-const p Bool)\n(declare-const q Bool)\n(assert (and p (or q (not p))))\n(check-sat)\n",
    ),
    ("seeds/more/rm.smt2", "(declare-const b (_ BitVec 2))\n(assert (bvuge b #b10))\n(check-sat)\n"),
];

pub(super) fn place() -> Place {
    let place = Place::new();
    for (name, text) in SEEDS {
        place.file(name, text);
    }
    place
}

/// The demonstration solver, with these arguments.
fn demo(arguments: &str) -> String {
    format!("'{}' demo-solver {arguments}", env!("CARGO_BIN_EXE_quis"))
}

/// Runs a campaign; if no technique is named, by the one whose sequences of cases end.
pub(super) fn fuzz(place: &Place, solvers: &[&str], more: &[&str]) -> Run {
    let named: Vec<String> = solvers.iter().map(|arguments| demo(arguments)).collect();
    let mut arguments = vec!["fuzz", "seeds", "--campaign", "c", "--seed", "7", "--quiet"];
    named.iter().for_each(|solver| arguments.extend(["--solver", solver]));
    if !more.contains(&"--technique") {
        arguments.extend(["--technique", "opfuzz"]);
    }
    arguments.extend(more);
    place.quis(&arguments)
}

/// The findings of a campaign: names, kinds, and how many cases show each.
pub(super) fn findings(place: &Place) -> BTreeMap<String, (String, u64)> {
    let run = place.quis(&["report", "c", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let entry = |finding: &Value| {
        let text = |name: &str| finding[name].as_str().unwrap().to_owned();
        (text("id"), (text("kind"), finding["occurrences"].as_u64().unwrap()))
    };
    report["findings"].as_array().unwrap().iter().map(entry).collect()
}

fn kinds(place: &Place) -> Vec<String> {
    let mut kinds: Vec<String> = findings(place).into_values().map(|(kind, _)| kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let place = place();
    let run = fuzz(&place, &["", "--seed 3"], &["--count", "150"]);
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    assert!(findings(&place).is_empty());
    let report = place.read("c/report.html");
    assert!(report.contains("</html>"));
}

#[test]
fn planted_faults_are_found() {
    let faults = [
        ("wrong-unsat:bvsub", "refutation-unsound"),
        ("invalid-model:bvule", "invalid-model"),
        ("abort:xor", "crash"),
        ("segfault:xor", "crash"),
        ("half-model:xor", "crash"),
        ("internal-error:xor", "crash"),
    ];
    for (fault, kind) in faults {
        let place = place();
        let run = fuzz(&place, &["", &format!("--fault {fault}")], &["--count", "400"]);
        assert_eq!(run.code, 1, "{fault}: {}{}", run.stdout, run.stderr);
        assert_eq!(kinds(&place), [kind], "{fault}");
    }
}

#[test]
fn a_fault_that_is_a_documented_deviation_is_not_found() {
    let entry = |more: &str| {
        format!(
            "[[solver]]\nname = 'demo'\n[[solver.deviation]]\noperator = 'bvsub'\nbecause = 'page 3'\n{more}"
        )
    };
    let place = place();
    // By the second, it means what it means by the standard: the fault is one.
    let sort = "(_ BitVec 3)";
    let same = format!("parameters = '((x {sort}) (y {sort}))'\nmeaning = '(bvadd x (bvneg y))'\n");
    for (more, code, found) in [("", 0, &[][..]), (&same, 1, &["refutation-unsound"])] {
        place.file("settings/quis/solvers.toml", entry(more));
        let faulty = demo("--fault wrong-unsat:bvsub");
        let arguments =
            ["fuzz", "seeds", "--campaign", "c", "--seed", "7", "--quiet", "--technique", "opfuzz"];
        let mut command = place.command(&arguments);
        command.args(["--count", "400", "--solver", &demo(""), "--solver", &faulty]);
        let run: Run = command.env("XDG_CONFIG_HOME", place.path().join("settings")).output().unwrap().into();
        assert_eq!(run.code, code, "{more}: {}{}", run.stdout, run.stderr);
        assert_eq!(kinds(&place), found, "{more}");
        std::fs::remove_dir_all(place.path().join("c")).unwrap();
    }
    place.file("settings/quis/solvers.toml", entry("when = 'x'\n"));
    let mut command = place.command(&["fuzz", "seeds", "--campaign", "c", "--solver", &demo("")]);
    let run: Run = command.env("XDG_CONFIG_HOME", place.path().join("settings")).output().unwrap().into();
    let told = run.rejected();
    assert!(told.contains("solvers.toml:6:8: `when` and `meaning` need `parameters`"), "{told}");
}

#[test]
fn errors_that_another_family_does_not_report_are_found() {
    let place = place();
    // A program without a profile is a family of its own.
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_quis"), place.path().join("other")).unwrap();
    let other = ["--count", "400", "--solver", "./other demo-solver"];
    let run = fuzz(&place, &["--fault rejected:xor"], &other);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(kinds(&place), ["rejected"]);
}

#[test]
fn a_session_that_answers_otherwise_is_noted() {
    let place = place();
    let always = ["--count", "300", "--sessions", "always"];
    let run = fuzz(&place, &["", "--fault session-state:xor"], &always);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(kinds(&place), ["unstable"]);
}

#[test]
fn a_session_that_is_wrong_at_once_is_not_used() {
    let place = place();
    let run = fuzz(&place, &["", "--fault session-state"], &["--count", "60", "--sessions", "always"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn seeds_that_fail_by_themselves_are_reported_once() {
    let place = Place::new();
    let (name, text) = SEEDS[0];
    place.file(name, text);
    let run = fuzz(&place, &["", "--fault invalid-model:bvult"], &[]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let report: Value = serde_json::from_str(&place.quis(&["report", "c", "--json"]).stdout).unwrap();
    assert_eq!(report["summary"]["seeds"]["failing"], 1);
    let origins: Vec<&Value> =
        report["findings"].as_array().unwrap().iter().map(|finding| &finding["origin"]).collect();
    assert!(origins.iter().any(|origin| origin["technique"] == "the seed itself"), "{origins:?}");
}

#[test]
fn findings_can_be_made_again() {
    let place = place();
    fuzz(&place, &["", "--fault wrong-unsat:bvsub"], &["--count", "400"]);
    let found = findings(&place);
    assert!(!found.is_empty());
    for id in found.keys() {
        let folder = format!("c/findings/{id}");
        for name in ["case.smt2", "report.md", "observation.json", "replay.sh", "seed.smt2"] {
            assert!(place.path().join(&folder).join(name).is_file(), "{name}");
        }
        let run = place.quis(&["replay", &folder]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(
            run.stdout.contains("byte for byte") && run.stdout.contains("It still fails."),
            "{}",
            run.stdout
        );
        // Another solver, without the fault.
        let run = place.quis(&["replay", &folder, "--solver", &demo(""), "--json"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let replay: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((&replay["fails"], &replay["made"]), (&false.into(), &"same".into()));
        // Another build that still has it: the name of a solver does not matter.
        let other = demo("--seed 5 --fault wrong-unsat:bvsub");
        let run = place.quis(&["replay", &folder, "--solver", &other]);
        assert_eq!(run.code, 1, "{}", run.stdout);
        let programs = Path::new(env!("CARGO_BIN_EXE_quis")).parent().unwrap();
        let script = std::process::Command::new(place.path().join(&folder).join("replay.sh"))
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
            .output()
            .unwrap();
        assert_eq!(script.status.code(), Some(1), "{}", String::from_utf8_lossy(&script.stderr));
    }
}

#[test]
fn a_campaign_that_is_killed_loses_nothing_and_doubles_nothing() {
    let solvers = ["", "--fault wrong-unsat:bvsub", "--fault abort:xor"];
    let undisturbed = place();
    fuzz(&undisturbed, &solvers, &["-j", "1"]);
    let expected = findings(&undisturbed);
    assert!(expected.len() >= 2, "{expected:?}");

    let place = place();
    let named: Vec<String> = solvers.iter().map(|arguments| demo(arguments)).collect();
    let mut first = vec!["fuzz", "seeds", "--campaign", "c", "--seed", "7", "--quiet", "-j", "1"];
    first.extend(["--technique", "opfuzz"]);
    named.iter().for_each(|solver| first.extend(["--solver", solver]));
    let resume = ["fuzz", "--resume", "--campaign", "c", "--quiet", "-j", "1"];
    let mut stream = quis_techniques::Stream::new(11);
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    for kill in 0..50 {
        let whole = Campaign::read(&place.path().join("c")).is_ok();
        let arguments = if whole { &resume[..] } else { &first[..] };
        let mut child = place.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(5 + stream.below(250) as u64));
        let _ = child.kill();
        child.wait().unwrap();
        let Ok(campaign) = Campaign::read(&place.path().join("c")) else { continue };
        assert!(campaign.is_consistent(), "after kill {kill}");
        let now: BTreeMap<String, u64> =
            findings(&place).into_iter().map(|(id, (_, count))| (id, count)).collect();
        for (id, count) in &seen {
            assert!(now.get(id) >= Some(count), "{id} was lost by kill {kill}");
        }
        seen = now;
    }
    let run = place.quis(&resume);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(findings(&place), expected);
    for id in expected.keys() {
        Finding::read(&place.path().join("c/findings").join(id)).unwrap();
    }
    let folders = std::fs::read_dir(place.path().join("c/findings")).unwrap().count();
    assert_eq!(folders, expected.len());
}

#[test]
fn ctrl_c_keeps_what_was_found() {
    let place = place();
    let solver = demo("--fault wrong-unsat:bvsub");
    let good = demo("");
    let arguments =
        ["fuzz", "seeds", "--campaign", "c", "--solver", &good, "--solver", &solver, "--json", "--seed", "7"];
    let mut child = place.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let found = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("\"event\":\"finding\"")));
    assert!(found.is_some());
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), Signal::INT).unwrap();
    let last = lines.last().unwrap().unwrap();
    let event: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(event["event"], "ended");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!findings(&place).is_empty());
    // Two cannot work on one campaign, but one may go on.
    let run = place.quis(&["fuzz", "--resume", "--campaign", "c", "--count", "5", "--quiet"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
}

#[test]
fn events_are_told_as_json() {
    let place = place();
    place.file("seeds/wrong.smt2", "(assert\n");
    // So many that every seed has had its first turn.
    let count = ["--count", "100", "--seed", "7"];
    let solver = demo("");
    let run = place
        .quis(&[&["fuzz", "seeds", "--campaign", "c", "--solver", &solver, "--json"], &count[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let events: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!((names[0], *names.last().unwrap()), ("started", "ended"));
    let skipped = events.iter().find(|event| event["event"] == "skipped").unwrap();
    assert_eq!(skipped["reason"], "Quis rejects it");
    assert!(events.last().unwrap()["cases"].as_u64().unwrap() >= 100);
}

#[test]
fn mistakes_are_named() {
    let place = place();
    let message = |arguments: &[&str]| {
        let run = place.quis(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stdout);
        run.stderr
    };
    let solver = demo("");
    assert!(
        message(&["fuzz", "nowhere", "--solver", &solver]).contains("nowhere: no such file or directory")
    );
    assert!(message(&["fuzz", "seeds", "--solver", "no-such-solver"]).contains("no-such-solver"));
    let wrong = ["fuzz", "seeds", "--solver", &*solver, "--technique", "opfuz"];
    assert!(message(&wrong).contains("there is no technique `opfuz`"));
    assert!(message(&["fuzz", "--resume", "--campaign", "none"]).contains("none"));
    place.file("wrong.smt2", "(declare-const x Int)\n(assert (> x alpha))\n(check-sat)\n");
    let told = message(&["fuzz", "wrong.smt2", "--solver", &solver, "--campaign", "w"]);
    assert!(told.contains("wrong.smt2:2:14: "), "{told}");
    let told = message(&["fuzz", "--resume", "--campaign", "none"]);
    assert!(told.contains("none: there is no campaign"), "{told}");
    assert!(message(&["report", "seeds"]).contains("there is no campaign"));
    assert!(message(&["replay", "seeds"]).contains("observation.json"));
    let oracles = ["fuzz", "seeds", "--solver", &*solver, "--oracles", "crash,modle"];
    let told = message(&oracles);
    assert!(told.contains("modle") && told.contains("'model'"), "{told}");
    let units = ["fuzz", "seeds", "--solver", &*solver, "--units", "7..3"];
    assert!(message(&units).contains("expected two numbers, as in 0..200"));
    place.file("options.txt", "--check-models\n");
    let options = ["fuzz", "seeds", "--solver", &*solver, "--options-from", "options.txt"];
    assert!(message(&options).contains("options.txt:1:1: expected a solver's name"));
    place.quis(&["fuzz", "seeds", "--solver", &solver, "--campaign", "c", "--count", "1", "--quiet"]);
    let again = ["fuzz", "seeds", "--solver", &*solver, "--campaign", "c"];
    assert!(message(&again).contains("there is a campaign already"));
}

/// A finding of STORM comes from its origin again, with what the reference said; its witness is a file; and the bounds are lowered.
#[test]
fn findings_of_storm_have_witnesses_and_can_be_made_again() {
    let place = place();
    let faulty = "--fault wrong-unsat:distinct";
    let storm = ["--technique", "storm truth=sat incremental=no", "--count", "120", "--minimize", "bounds"];
    let reference = demo("");
    let run = fuzz(&place, &[faulty], &[&storm[..], &["--reference", &reference]].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(kinds(&place), ["refutation-unsound"]);
    let mut lowered = 0;
    for id in findings(&place).into_keys() {
        let folder = place.path().join("c/findings").join(&id);
        let finding = Finding::read(&folder).unwrap();
        assert!(finding.origin.parameters.contains("ask=all") && !finding.origin.replies.is_empty());
        let [case, witness] = ["case.smt2", "witness.smt2"].map(|name| format!("c/findings/{id}/{name}"));
        assert_eq!(place.quis(&["eval", &case, "--model", &witness]).code, 0, "{id}");
        assert!(place.read(&format!("c/findings/{id}/report.md")).contains("witness.smt2"), "{id}");
        let replayed = place.quis(&["replay", &format!("c/findings/{id}"), "--json"]);
        assert_eq!(replayed.code, 1, "{id}: {}{}", replayed.stdout, replayed.stderr);
        assert!(replayed.stdout.contains(r#""made":"same""#), "{}", replayed.stdout);
        if let Some(minimized) = finding.minimized {
            assert_eq!(minimized.after.bytes, finding.case.len() as u64);
            assert!(minimized.after.bytes < minimized.before.bytes, "{minimized:?}");
            lowered += usize::from(minimized.by == quis_campaign::Minimize::Bounds);
        }
    }
    assert!(lowered > 0);
}

fn only_finding(place: &Place) -> Finding {
    let found = findings(place);
    assert_eq!(found.len(), 1, "{found:?}");
    let id = found.into_keys().next().unwrap();
    Finding::read(&place.path().join("c/findings").join(id)).unwrap()
}

/// What is found is reduced in the background as far as it goes: the witness still is one, and the original is kept.
#[test]
fn findings_are_reduced_in_the_background() {
    let place = place();
    let storm = ["--technique", "storm truth=sat incremental=no", "--count", "60", "--reference", &demo("")];
    let run = fuzz(&place, &["--fault wrong-unsat:bvult"], &storm);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let mut reduced = 0;
    for id in findings(&place).into_keys() {
        let finding = Finding::read(&place.path().join("c/findings").join(&id)).unwrap();
        if finding.original.is_none() {
            continue;
        }
        reduced += 1;
        assert!(finding.reduction.unwrap().finished, "{id}: {:?}", finding.reduction);
        assert!(finding.case.len() < 130, "{id}: {}", finding.case);
        let minimized = finding.minimized.unwrap();
        let original = place.read(&format!("c/findings/{id}/original.smt2"));
        assert_eq!(
            (minimized.before.bytes, minimized.after.bytes),
            (original.len() as u64, finding.case.len() as u64)
        );
        let [case, witness] = ["case.smt2", "witness.smt2"].map(|name| format!("c/findings/{id}/{name}"));
        assert_eq!(place.quis(&["eval", &case, "--model", &witness]).code, 0, "{id}");
        let replayed = place.quis(&["replay", &format!("c/findings/{id}")]);
        assert_eq!(replayed.code, 1, "{id}: {}", replayed.stdout);
    }
    assert!(reduced > 0);
}

/// A core that has a model is reduced before it is told from others: most of what is in a case has nothing to do with it.
#[test]
fn invalid_cores_are_reduced_and_coalesce() {
    let place = Place::new();
    place.file(
        "seeds/named.smt2",
        "(set-logic QF_BV)\n(declare-const x (_ BitVec 3))\n(declare-const y (_ BitVec 3))\n\
         (assert (! (bvult (bvadd x y) #b010) :named a))\n(assert (! (bvult x #b000) :named b))\n\
         (assert (! (bvult y x) :named c))\n(assert (! (bvugt y (bvor x #b001)) :named d))\n(check-sat)\n",
    );
    let run = fuzz(&place, &["", "--fault invalid-core"], &["--count", "120"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let found = findings(&place);
    let most = found.values().map(|(_, count)| *count).max().unwrap();
    assert!(kinds(&place) == ["invalid-core"] && most > 5, "{found:?}");
    for id in found.keys() {
        let case = place.read(&format!("c/findings/{id}/case.smt2"));
        assert!(case.contains(":named") && case.len() < 80, "{case}");
    }
}

/// Without time for it, findings are reduced when the campaign goes on, or by hand.
#[test]
fn what_is_left_to_reduce_is_done_later() {
    // The seed itself fails, so there are no mutants of it.
    let campaign = || {
        let place = Place::new();
        place.file("seeds/large.smt2", format!("{LARGE}(check-sat)\n"));
        let run = fuzz(&place, &["--fault abort:bvmul"], &["--no-reduce"]);
        (place, run)
    };
    let (place, run) = campaign();
    assert_eq!(run.code, 1, "{}", run.stderr);
    let before = only_finding(&place);
    assert_eq!(before.reduction, None);
    let run = place.quis(&[
        "fuzz",
        "--resume",
        "--campaign",
        "c",
        "--count",
        "1",
        "--quiet",
        "--reduce-for",
        "50s",
    ]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let after = only_finding(&place);
    assert!(after.reduction.unwrap().finished && after.case.len() <= before.case.len(), "{}", after.case);
    assert_eq!((&after.id, &after.verdict.fingerprint), (&before.id, &before.verdict.fingerprint));
    assert!(after.case.len() < 60 && after.case.contains("bvmul"), "{}", after.case);
    // The same by hand gives the same; a file gets it, too.
    let (again, _) = campaign();
    let run = again.quis(&["reduce", &format!("c/{}", before.id), "-o", "small.smt2"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("what is kept: crash: "), "{}", run.stderr);
    let by_hand = only_finding(&again);
    assert_eq!((&by_hand.case, by_hand.original.as_ref()), (&after.case, after.original.as_ref()));
    assert_eq!(again.read("small.smt2"), by_hand.case);
    // Nothing is left to do.
    let run = again.quis(&["reduce", &format!("c/findings/{}", before.id), "--json"]);
    let told: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&told["ended"], &told["verdict"]["kind"]), (&"finished".into(), &"crash".into()));
}

/// A crash needs the product; nothing else of it.
const LARGE: &str = "(declare-const x (_ BitVec 4))\n(declare-const y (_ BitVec 4))\n(declare-const z (_ BitVec 4))\n\
    (assert (bvult (bvadd x y) (bvor z #x3)))\n(assert (distinct x y z))\n\
    (assert (=> (bvuge x #x2) (= (bvand (bvmul (bvadd x #x1) (bvsub y z)) #x7) (bvnot (bvxor x y)))))\n\
    (assert (or (= x #x0) (bvult y z) (= (bvudiv x y) (bvurem y z))))\n";

/// The reference is not asked again when a campaign goes on: its replies are in the store.
#[test]
fn replies_survive_an_interruption() {
    let place = place();
    let storm = ["--technique", "storm", "--count", "40", "--reference"];
    let run = fuzz(&place, &[""], &[&storm[..], &[&demo("")]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let cases = |place: &Place| {
        let run = place.quis(&["report", "c", "--json"]);
        serde_json::from_str::<Value>(&run.stdout).unwrap()["summary"]["cases"].as_u64().unwrap()
    };
    let before = cases(&place);
    let run = place.quis(&["fuzz", "--resume", "--campaign", "c", "--count", "40", "--quiet"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(cases(&place) > before);
    let named = ["fuzz", "--resume", "--campaign", "c", "--reference", "z3"];
    assert!(place.quis(&named).rejected().contains("cannot be used with"));
}

#[test]
fn nothing_is_left_behind() {
    let place = place();
    let run = fuzz(&place, &["", "--fault hang:xor"], &["--count", "60", "--timeout", "0.2"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mark = place.path().to_string_lossy().into_owned();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let directory = std::fs::read_link(entry.path().join("cwd")).unwrap_or_default();
        assert!(!directory.to_string_lossy().starts_with(&mark), "{} still runs", entry.path().display());
    }
}

/// The model of one solver is better than that of the other: that is seen by evaluation, also while the case is made smaller.
#[test]
fn wrong_optima_are_found_reduced_and_replayed() {
    let place = Place::new();
    place.file(
        "seeds/soft.smt2",
        "(set-logic QF_BV)\n(declare-const x (_ BitVec 2))\n(declare-const y (_ BitVec 2))\n(assert (bvule y #b10))\n\
         (assert-soft (= (bvmul x #b01) #b10) :weight 2 :id goal)\n(assert-soft (= x #b01) :weight 0.5 :id goal)\n\
         (assert-soft (= y #b11) :weight 3 :id goal)\n(check-sat)\n",
    );
    let run = fuzz(&place, &["", "--fault wrong-optimum"], &["--count", "1"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(kinds(&place), ["wrong-optimum"]);
    let finding = only_finding(&place);
    assert!(finding.verdict.evidence.contains("satisfies all assertions and pays"), "{:?}", finding.verdict);
    assert!(finding.case.contains("assert-soft"), "{}", finding.case);
    let replayed = place.quis(&["replay", &format!("c/findings/{}", finding.id)]);
    assert_eq!(replayed.code, 1, "{}{}", replayed.stdout, replayed.stderr);
}
