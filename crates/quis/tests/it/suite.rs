//! `quis suite run`, with the demonstration solver and its planted faults.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::symlink;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Place, Run};

/// Tests of one operator each, so that a fault can be planted for each.
const SAT: [&str; 10] =
    ["bvadd", "bvsub", "bvmul", "bvor", "bvand", "bvxor", "bvudiv", "bvurem", "bvshl", "bvlshr"];

/// Operators of unsatisfiable tests.
const UNSAT: [&str; 5] = ["bvadd", "bvnand", "bvnor", "bvxnor", "bvashr"];

/// A suite of small tests, and the demonstration solver under a name that does not depend on the machine.
fn place() -> Place {
    let place = Place::new();
    for operator in SAT {
        let text = format!(
            "(set-info :status sat)\n(declare-const x (_ BitVec 4))\n(declare-const y (_ BitVec 4))\n\
             (assert (= ({operator} x y) #x1))\n(assert (not (= x y)))\n(check-sat)\n(get-value (x))\n"
        );
        place.file(&format!("suite/sat/{operator}.smt2"), text);
    }
    for operator in UNSAT {
        let text = format!(
            "(set-option :produce-unsat-cores true)\n(set-info :status unsat)\n(declare-const x (_ BitVec 3))\n\
             (assert (! (bvult x #b010) :named a0))\n(assert (! (bvugt x #b101) :named a1))\n\
             (assert (! (= ({operator} x x) ({operator} x x)) :named a2))\n(check-sat)\n(get-unsat-core)\n\
             ;unsat core: a0 a1 \n"
        );
        place.file(&format!("suite/unsat/core/{operator}.smt2"), text);
    }
    symlink(env!("CARGO_BIN_EXE_quis"), place.path().join("quis")).unwrap();
    place
}

fn run(place: &Place, faults: &[&str], more: &[&str]) -> Run {
    let faults: String = faults.iter().map(|fault| format!(" --fault {fault}")).collect();
    let solver = format!("./quis demo-solver{faults}");
    place.quis(&[&["suite", "run", "suite", "--timeout", "20", "--solver", &solver], more].concat())
}

/// The lines about tests, and the last.
fn lines(run: &Run) -> (Vec<Value>, Value) {
    let mut lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.pop().unwrap();
    (lines, last["summary"].clone())
}

/// What came of each test.
fn outcomes(run: &Run) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    lines(run).0.iter().map(|line| (text(&line["test"]), text(&line["outcome"]))).collect()
}

/// One fault for each column.
const FAULTS: [&str; 9] = [
    "wrong-unsat:bvsub",
    "invalid-model:bvmul",
    "unknown:bvor",
    "rejected:bvand",
    "abort:bvxor",
    "exit:bvudiv",
    "wrong-sat:bvnand",
    "loose-core:bvnor",
    "invalid-core:bvxnor",
];

#[test]
fn nothing_fails_where_nothing_is_wrong() {
    let run = run(&place(), &[], &[]);
    let text = run.good();
    assert!(text.contains("failed 0 (sat 0 of 10, unsat 0 of 5), of these unsound 0\n"), "{text}");
    assert!(!text.contains("clusters"), "{text}");
}

#[test]
fn planted_faults_are_in_their_columns() {
    let run = run(&place(), &FAULTS, &["--json"]);
    assert_eq!((run.code, &*run.stderr), (1, ""));
    let found = outcomes(&run);
    let expected = [
        ("sat/bvadd.smt2", "sat"),
        ("sat/bvsub.smt2", "unsat"),
        ("sat/bvmul.smt2", "invalid-model"),
        ("sat/bvor.smt2", "unknown"),
        ("sat/bvand.smt2", "error"),
        ("sat/bvxor.smt2", "crash"),
        ("unsat/core/bvadd.smt2", "unsat"),
        ("unsat/core/bvnand.smt2", "sat"),
        ("unsat/core/bvnor.smt2", "loose-core"),
        ("unsat/core/bvxnor.smt2", "invalid-core"),
    ];
    for (test, outcome) in expected {
        assert_eq!(found[test], outcome, "{test}");
    }
    let (tests, summary) = lines(&run);
    let table = &summary["solvers"][0];
    let counts = |name: &str| table["all"][name].as_u64().unwrap();
    assert_eq!((counts("tests"), counts("failed"), counts("unsound")), (15, 9, 4));
    let clusters = table["clusters"].as_array().unwrap();
    assert_eq!(clusters.iter().map(|cluster| cluster["failed"].as_u64().unwrap()).sum::<u64>(), 9);
    let unsound = tests.iter().filter(|line| line["unsound"] == true).count();
    assert_eq!(unsound, 4);
    let model = tests.iter().find(|line| line["outcome"] == "invalid-model").unwrap();
    assert!(model["detail"].as_str().unwrap().contains("is false"), "{model}");
}

/// What the tables of users say of the demonstration solver.
fn deviations(place: &Place, parts: &str) -> String {
    let entry = format!("[[solver]]\nname = \"demo\"\n[[solver.deviation]]\n{parts}\n");
    place.file("mine.toml", entry).display().to_string()
}

#[test]
fn a_fault_that_is_a_documented_deviation_is_left_out() {
    let place = place();
    let faults = ["wrong-unsat:bvsub", "wrong-unsat:bvmul", "invalid-model:bvor", "wrong-sat:bvnand"];
    let found = outcomes(&run(&place, &faults, &["--json"]));
    assert_eq!((&*found["sat/bvsub.smt2"], &*found["sat/bvmul.smt2"]), ("unsat", "unsat"));
    assert_eq!(found["sat/bvor.smt2"], "invalid-model");
    let file = deviations(
        &place,
        "operator = 'bvsub'\nbecause = 'page 3'\n[[solver.deviation]]\noperator = 'bvor'\nbecause = 'page 4'\n\
         [[solver.deviation]]\noperator = 'bvnand'\nbecause = 'page 5'",
    );
    let declared = run(&place, &faults, &["--json", "--profiles", &file]);
    assert_eq!((declared.code, &*declared.stderr), (1, ""));
    let found = outcomes(&declared);
    assert_eq!(found["sat/bvsub.smt2"], "left-out");
    let (tests, _) = lines(&declared);
    let told = tests.iter().find(|line| line["test"] == "sat/bvsub.smt2").unwrap();
    assert_eq!(told["detail"], "it deviates from the standard: bvsub is open: page 3");
    // Nothing is said of this one, and here the operator has nothing to do with what is unsatisfiable.
    assert_eq!((&*found["sat/bvmul.smt2"], &*found["unsat/core/bvnand.smt2"]), ("unsat", "sat"));
    assert_eq!(found["sat/bvor.smt2"], "sat");
}

#[test]
fn the_doctor_tells_of_deviations() {
    let place = place();
    let file = deviations(&place, "operator = 'bvsub'\nbecause = 'page 3'");
    let arguments = ["solvers", "doctor", "./quis demo-solver", "--profiles", &file];
    let told = place.quis(&arguments).stdout;
    let line = "./quis demo-solver deviates from the standard: bvsub is open: page 3\n";
    assert!(told.ends_with(line), "{told}");
    let told = place.quis(&[&arguments[..], &["--json"]].concat()).stdout;
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["deviations"], serde_json::json!(["bvsub is open: page 3"]));
}

#[test]
fn a_wrong_deviation_is_pointed_at() {
    let place = place();
    let file = deviations(&place, "operator = 'bvsub'\nwhen = 'true'\nbecause = 'page 3'");
    let told = run(&place, &[], &["--profiles", &file]).rejected();
    assert!(told.contains("mine.toml:5:8: `when` and `meaning` need `parameters`"), "{told}");
}

#[test]
fn the_table_reads_like_that_of_the_dissertation() {
    let place = place();
    let run = run(&place, &FAULTS, &["--html", "page.html"]);
    assert_eq!((run.code, &*run.stderr), (1, ""));
    insta::assert_snapshot!("suite-table", run.stdout);
    let page = place.read("page.html");
    assert!(page.contains("bvnor.smt2") && page.contains("</html>"));
}

#[test]
fn a_core_that_is_another_one_is_not_called_invalid() {
    let place = place();
    let text = "(set-info :status unsat)\n(declare-const x (_ BitVec 3))\n(declare-const y (_ BitVec 3))\n\
        (assert (! (bvult x #b010) :named a0))\n(assert (! (bvugt x #b101) :named a1))\n\
        (assert (! (bvult y #b010) :named a2))\n(assert (! (bvugt y #b101) :named |a 3|))\n(check-sat)\n";
    place.file("suite/two.smt2", format!("{text}; unsat core: a0 a1\n"));
    place.file("suite/same.smt2", format!("{text}; unsat core: |a 3| a2\n"));
    // Where no core is known, any that is unsatisfiable is good.
    place.file("suite/open.smt2", text);
    let run = run(&place, &[], &["--json"]);
    let found = outcomes(&run);
    assert_eq!((run.code, &*found["two.smt2"]), (1, "other-core"));
    assert_eq!((&*found["same.smt2"], &*found["open.smt2"]), ("unsat", "unsat"));
    let (tests, summary) = lines(&run);
    let two = tests.iter().find(|line| line["test"] == "two.smt2").unwrap();
    assert_eq!((&two["detail"], &two["unsound"]), (&"(a2 a 3), expected (a0 a1)".into(), &false.into()));
    assert_eq!(summary["solvers"][0]["all"]["other_core"], 1);
}

#[test]
fn a_solver_that_does_not_answer_is_a_time_out() {
    let place = place();
    let solver = "./quis demo-solver --fault hang";
    let test = "suite/sat/bvadd.smt2";
    let run = place.quis(&["suite", "run", test, "--timeout", "0.5", "--solver", solver, "--json"]);
    assert_eq!((run.code, &*outcomes(&run)["bvadd.smt2"]), (1, "time-out"));
}

#[test]
fn random_seeds_are_compared_and_what_cannot_be_read_is_left_out() {
    let place = place();
    symlink(env!("CARGO_BIN_EXE_quis"), place.path().join("seeded")).unwrap();
    place.file(
        "more.toml",
        "[[solver]]\nname = \"seeded\"\nseed = [\"--seed={}\"]\nlacks = [\"bvnand\", \"bvxnor\"]\n",
    );
    let solver = "./seeded demo-solver --fault unstable:bvadd";
    let more =
        ["--profiles", "more.toml", "--seeds", "0,1465", "--solver", solver, "--timeout", "20", "--json"];
    let run = place.quis(&[&["suite", "run", "suite"], &more[..]].concat());
    // With the first seed nothing fails.
    assert_eq!((run.code, &*run.stderr), (0, ""));
    let all = &lines(&run).1["solvers"][0]["all"];
    assert_eq!((&all["unstable"], &all["left_out"]), (&2.into(), &2.into()), "{all}");
    assert_eq!(all["unsat"], 3);
    let found = outcomes(&run);
    assert_eq!((&*found["sat/bvadd.smt2"], &*found["unsat/core/bvnand.smt2"]), ("sat", "left-out"));
}

#[test]
fn a_session_is_believed_where_a_fresh_process_says_the_same() {
    let always = ["--json", "--sessions", "always"];
    let run = run(&place(), &["session-state:bvadd", "wrong-unsat:bvsub"], &always);
    let found = outcomes(&run);
    assert_eq!((run.code, &*found["sat/bvadd.smt2"], &*found["sat/bvsub.smt2"]), (1, "sat", "unsat"));
    assert_eq!(found["unsat/core/bvadd.smt2"], "unsat");
}

#[test]
fn the_number_of_jobs_does_not_matter() {
    let place = place();
    let one = run(&place, &FAULTS, &["-j", "1"]);
    let many = run(&place, &FAULTS, &["-j", "7"]);
    assert_eq!((one.code, one.stdout), (many.code, many.stdout));
}

#[test]
fn what_is_no_test_is_counted() {
    let place = place();
    place.file("suite/none.smt2", "(check-sat)");
    place.file("suite/wrong.smt2", "(set-info :status sat)(assert (= 1 2))(check-sat)");
    let good = run(&place, &[], &[]).good();
    assert!(good.contains("1 file skipped, it says no status (none.smt2)\n"), "{good}");
    assert!(good.contains("1 file skipped, its status is wrong (wrong.smt2: it says sat, but"), "{good}");
    place.file("suite/bad.smt2", "(set-info :status sat)\n(assert x)(check-sat)");
    let rejected = run(&place, &[], &[]).rejected();
    assert!(rejected.contains("bad.smt2:2:9: "), "{rejected}");
}

#[test]
fn a_model_refutes_a_wrong_status() {
    let place = place();
    place.file(
        "suite/wrong.smt2",
        "(set-info :status unsat)(declare-const x (_ BitVec 2))(assert (= (bvmul x x) #b01))(check-sat)",
    );
    let good = run(&place, &[], &[]).good();
    assert!(good.contains("1 file skipped, its status is wrong (wrong.smt2: it says unsat, but"), "{good}");
}

#[test]
fn old_escapes_are_noted_and_read() {
    let place = place();
    let text = r#"(set-info :status sat)(declare-const x Int)(assert (= x (str.len "\x07")))(check-sat)"#;
    place.file("suite/old.smt2", text);
    let run_with = |more: &[&str]| run(&place, &[], more);
    assert!(run_with(&[]).stderr.contains("--old-escapes"));
    assert_eq!(run_with(&["--old-escapes"]).stderr, "");
}

#[test]
fn bad_arguments_are_refused_before_anything_runs() {
    let place = place();
    let refused = |arguments: &[&str]| place.quis(&[&["suite", "run"], arguments].concat()).rejected();
    assert!(refused(&["no", "--solver", "./quis"]).contains("no: no such file or directory"));
    assert!(refused(&["suite", "--solver", "./no"]).contains("--solver ./no: ./no is not a program"));
    assert!(refused(&["suite", "--solver", "./quis", "--html", "a/b.html"]).contains("there is no folder a"));
    assert!(refused(&["suite"]).contains("--solver"));
    std::fs::create_dir(place.path().join("empty")).unwrap();
    assert!(refused(&["empty", "--solver", "./quis"]).contains("there is no .smt2 file"));
}

#[test]
fn ctrl_c_ends_it_and_tells_what_is_known() {
    let place = place();
    let solver = "./quis demo-solver --fault hang:bvsub";
    let tests = ["suite/sat/bvadd.smt2", "suite/sat/bvsub.smt2"];
    let mut command = place.command(&["suite", "run", tests[0], tests[1], "--solver", solver]);
    command.args(["--timeout", "600", "--json", "-j", "1"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    assert!(first.contains("bvadd"), "{first}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let summary: Value = serde_json::from_str(rest.trim_end()).unwrap();
    let summary = &summary["summary"];
    assert_eq!((&summary["tests"], &summary["interrupted"]), (&1.into(), &true.into()), "{summary}");
}

/// A suite of soft assertions: the best value of each test is known.
fn softs() -> Place {
    let place = Place::new();
    let text = |operator: &str, optimum: &str| {
        format!(
            "(set-info :status sat)\n(declare-const x (_ BitVec 2))\n(assert (= ({operator} x x) ({operator} x x)))\n\
             (assert-soft (= x #b00) :weight 2 :id goal)\n(assert-soft (= x #b01) :weight 0.5 :id goal)\n\
             (assert-soft (= x #b11) :weight -1 :id goal)\n(check-sat)\n; optimum: goal {optimum}\n"
        )
    };
    place.file("suite/soft/bvadd.smt2", text("bvadd", "-1/2"));
    place.file("suite/soft/bvmul.smt2", text("bvmul", "-1/2"));
    // A file that says that more must be paid is not believed, nor is one that says something else.
    place.file("suite/soft/bvor.smt2", text("bvor", "0"));
    symlink(env!("CARGO_BIN_EXE_quis"), place.path().join("quis")).unwrap();
    place
}

#[test]
fn wrong_optima_have_a_column() {
    let place = softs();
    let right = run(&place, &[], &[]);
    assert_eq!(right.code, 0, "{}{}", right.stdout, right.stderr);
    assert!(right.stdout.contains("tests  IM  WO  IC"), "{}", right.stdout);
    assert!(right.stdout.contains("1 file skipped, its optimum is wrong"), "{}", right.stdout);
    let wrong = run(&place, &["wrong-optimum:bvmul"], &["--json"]);
    assert_eq!(wrong.code, 1, "{}", wrong.stderr);
    let found = outcomes(&wrong);
    assert_eq!((&*found["soft/bvadd.smt2"], &*found["soft/bvmul.smt2"]), ("sat", "wrong-optimum"));
    let (tests, summary) = lines(&wrong);
    let detail = tests.iter().find(|line| line["outcome"] == "wrong-optimum").unwrap()["detail"].clone();
    assert!(detail.as_str().unwrap().starts_with("expected goal -1/2, but it prints goal"), "{detail}");
    let all = &summary["solvers"][0]["all"];
    assert_eq!((&all["wrong_optimum"], &all["unsound"]), (&Value::from(1), &Value::from(1)));
}
