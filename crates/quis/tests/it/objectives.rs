//! Objectives, through the whole program: found, reduced, shown and made again.

use quis_campaign::Finding;
use quis_smtlib::{Mode, parse};
use quis_solvers::SearchPath;
use serde_json::Value;

use super::{Place, Run};

/// The demonstration solver, with these arguments.
fn demo(arguments: &str) -> String {
    format!("'{}' demo-solver {arguments}", env!("CARGO_BIN_EXE_quis"))
}

fn fuzz(place: &Place, solver: &str, more: &[&str]) -> Run {
    let arguments = ["fuzz", "--campaign", "c", "--seed", "7", "--quiet", "--solver", solver];
    place.quis(&[&arguments, more].concat())
}

/// The findings of a campaign.
fn findings(place: &Place) -> Vec<Finding> {
    let report: Value = serde_json::from_str(&place.quis(&["report", "c", "--json"]).stdout).unwrap();
    let ids = report["findings"].as_array().unwrap().iter().map(|finding| finding["id"].as_str().unwrap());
    ids.map(|id| Finding::read(&place.path().join("c/findings").join(id)).unwrap()).collect()
}

/// The only finding is about the objective, its case is small, and a model that is better goes with it.
#[track_caller]
fn shown(place: &Place) -> Finding {
    let found = findings(place);
    let kinds: Vec<&str> = found.iter().map(|finding| finding.verdict.kind.name()).collect();
    assert_eq!(kinds, ["wrong-optimum"]);
    let finding = found.into_iter().next().unwrap();
    assert!(parse(&finding.case, Mode::Standard).into_result().is_ok(), "{}", finding.case);
    let replayed = place.quis(&["replay", &format!("c/findings/{}", finding.id)]);
    assert_eq!(replayed.code, 1, "{}{}", replayed.stdout, replayed.stderr);
    finding
}

const SEED: &str = "(set-logic QF_BV)\n(declare-const x (_ BitVec 4))\n(declare-const y (_ BitVec 2))\n\
    (assert (bvuge x #x2))\n(assert (or (= y #b01) (bvult x #xc)))\n(minimize (bvmul x #x3))\n(check-sat)\n";

#[test]
fn a_planted_wrong_objective_is_found_reduced_and_shown() {
    let place = Place::new();
    place.file("seeds/one.smt2", SEED);
    let solver = demo("--fault wrong-optimum");
    let run = fuzz(&place, &solver, &["seeds", "--technique", "opfuzz", "--count", "1"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let finding = shown(&place);
    assert!(finding.case.len() < SEED.len() && finding.case.contains("imize"), "{}", finding.case);
    let evidence = &finding.verdict.evidence;
    assert!(
        evidence.contains("satisfies all assertions and gives") && evidence.contains("a better model: (("),
        "{evidence}"
    );
    assert!(finding.verdict.actual.contains("prints "), "{:?}", finding.verdict);
    let folder = place.path().join("c/findings").join(&finding.id);
    let page = std::fs::read_to_string(place.path().join("c/report.html")).unwrap();
    assert!(page.contains("a better model"), "{}", folder.display());
}

#[test]
fn a_value_that_no_model_has_is_found() {
    let place = Place::new();
    place.file("seeds/one.smt2", SEED.replace("(bvmul x #x3)", "(bvadd x #x3)"));
    let run =
        fuzz(&place, &demo("--fault missed-optimum"), &["seeds", "--technique", "opfuzz", "--count", "1"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let evidence = shown(&place).verdict.evidence;
    let says = ["no model is better than", "its own model does not have the value"];
    assert!(says.iter().any(|says| evidence.contains(says)), "{evidence}");
}

#[test]
fn small_formulas_with_objectives_find_a_planted_fault_and_no_other() {
    let technique = "enumerate theories=optimisation quantifiers=no";
    for (fault, code) in [("", 0), ("--fault wrong-optimum:bvmul", 1)] {
        let place = Place::new();
        let more = ["--technique", technique, "--count", "1500", "--no-reduce", "-j", "2"];
        let run = fuzz(&place, &demo(fault), &more);
        assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        let kinds: Vec<&str> = findings(&place).iter().map(|finding| finding.verdict.kind.name()).collect();
        assert!(
            kinds.iter().all(|kind| *kind == "wrong-optimum") && kinds.is_empty() == (code == 0),
            "{kinds:?}"
        );
    }
}

/// A bug of a release: it says that the least value of a free real number is 0.
#[test]
fn an_objective_of_a_released_solver_is_found_and_reduced() {
    let path = SearchPath::of_user().unwrap();
    let installed = path.installed("z3").into_iter().any(|installed| installed.record.version == "5.4.0");
    if !installed {
        assert!(
            std::env::var_os("QUIS_REQUIRE_SOLVERS").is_none(),
            "z3@5.4.0 is not installed: run `make solvers`"
        );
        return;
    }
    let place = Place::new();
    let seed = "(declare-const i Int)\n(declare-const j Int)\n(declare-const r Real)\n\
        (assert (< j (mod (mod i 2) 3)))\n(minimize r)\n(check-sat)\n";
    place.file("seeds/free.smt2", seed);
    let run = fuzz(&place, "z3@5.4.0", &["seeds", "--technique", "opfuzz", "--count", "1"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let found = findings(&place);
    let finding = found.iter().find(|finding| finding.verdict.kind.name() == "wrong-optimum").unwrap();
    let verdict = &finding.verdict;
    assert_eq!(verdict.expected, "-oo", "{verdict:?}");
    assert!(verdict.actual.starts_with("minimize r: prints 0"), "{verdict:?}");
    assert!(verdict.evidence.contains("a better model: (("), "{verdict:?}");
    assert!(finding.case.len() <= seed.len(), "{}", finding.case);
}
