//! Known bugs of real solvers: on the releases that have them the judge must name the right kind, on the others it must be silent.
//!
//! `known-bugs/index.tsv` lists the bugs with their sources. Releases are looked for in the folder that `QUIS_RELEASES` names
//! (programs such as `z3-4.8.7`), as `z3@4.8.7`, and on the `PATH`. By default each bug is tried on one release; `--full` tries all that are
//! installed and prints a table.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a test program of its own: it prints a report and stops at any trouble"
)]

mod bug;
mod release;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use bug::{Bug, Expected};
use libtest_mimic::{Arguments, Failed, Trial};
use quis_judge::{Judge, Kind, SolverFacts, Verdict};
use quis_observations::SolverId;
use quis_solvers::{Answer, Observation};
use quis_techniques::{TestCase, Truth};
use release::{Release, Releases};

/// A verdict of these kinds on a right answer would be a false alarm.
const WRONG: [Kind; 5] = [
    Kind::RefutationUnsound,
    Kind::SolutionUnsound,
    Kind::InvalidModel,
    Kind::InvalidCore,
    Kind::Disagreement,
];

/// What came of each bug and release, for the table.
type Table = Arc<Mutex<BTreeMap<(String, String), String>>>;

fn main() {
    let full = std::env::args().any(|argument| argument == "--full");
    let arguments = Arguments::from_iter(std::env::args().filter(|argument| argument != "--full"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known-bugs");
    let bugs = bug::read_all(&folder);
    let releases = Arc::new(Releases::find(&bugs));
    let table = Table::default();
    let mut trials = Vec::new();
    for bug in bugs {
        let bug = Arc::new(bug);
        for release in releases.of_family(bug.family()) {
            let affected = bug.affected.contains(&release.name);
            let wanted = if affected { full || bug.target == release.name } else { full || release.newest };
            if !wanted || !(affected || bug.is_right_on(&release.name)) {
                continue;
            }
            let (bug, release, releases, table) =
                (Arc::clone(&bug), release.clone(), Arc::clone(&releases), Arc::clone(&table));
            let name =
                format!("{} {} {}", bug.id, if affected { "shows on" } else { "is mended in" }, release.name);
            trials.push(Trial::test(name, move || {
                let result = if affected { shows(&bug, &release, &releases) } else { mended(&bug, &release) };
                let cell = match &result {
                    Ok(text) => text.clone(),
                    Err(text) => format!("FAILED: {text}"),
                };
                table.lock().expect("no test panics").insert((bug.id.clone(), release.name.clone()), cell);
                result.map(|_| ()).map_err(Failed::from)
            }));
        }
    }
    if trials.is_empty() {
        println!("known bugs: no release is installed");
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if full && !arguments.list {
        for ((bug, release), cell) in &*table.lock().expect("no test panics") {
            println!("{bug}\t{release}\t{cell}");
        }
    }
    conclusion.exit();
}

/// The bug is there: the judge must say so, knowing the truth; and what it says, not knowing it, is told.
fn shows(bug: &Bug, release: &Release, releases: &Releases) -> Result<String, String> {
    let (case, question) = bug.case()?;
    let expected = match bug.expected()? {
        Expected::Verdict(kind) => kind,
        Expected::Unknown => return is_undecided(bug, release, false),
        Expected::OtherWithoutOptions => return is_undecided(bug, release, true),
    };
    let mut seen = release.observe(bug, &question)?;
    let mut known = kinds(&judged(&case, std::slice::from_ref(&seen)), &release.name);
    let mut how = "";
    if !known.contains(&expected) {
        seen = release.observe_plainly(bug, case.checks.len())?;
        known = kinds(&judged(&case, std::slice::from_ref(&seen)), &release.name);
        how = " (asked plainly)";
    }
    if !known.contains(&expected) {
        return Err(format!("expected {}, got {}; {}", expected.name(), names(&known), briefly(&seen)));
    }
    let mut open = case;
    for check in &mut open.checks {
        check.truth = Truth::Open;
    }
    let mut all = vec![seen];
    for opinion in releases.opinions(bug, &question)? {
        if opinion.solver != release.name {
            all.push(opinion);
        }
    }
    let found = judged(&open, &all);
    let accused = kinds(&found, &release.name);
    // Nobody else may be accused of a wrong answer.
    let innocent = found.iter().find(|verdict| {
        verdict.solver != release.name && WRONG.contains(&verdict.kind) && verdict.kind != Kind::Disagreement
    });
    if let Some(verdict) = innocent {
        return Err(format!("{} is accused: {}: {}", verdict.solver, verdict.kind.name(), verdict.evidence));
    }
    Ok(format!("{}{how}\twithout the truth: {}", names(&known), names(&accused)))
}

/// The answer is `unknown`; if so it should be, only with the options of the bug. Releases that give up knew operators by older names.
fn is_undecided(bug: &Bug, release: &Release, only_with_options: bool) -> Result<String, String> {
    let answer = |seen: &Observation| seen.replies.first().and_then(|reply| reply.answer);
    let seen = release.observe_plainly(bug, 1)?;
    if answer(&seen) != Some(Answer::Unknown) {
        return Err(format!("expected unknown, got {}", briefly(&seen)));
    }
    let plain = release.observe_plainly(&bug.without_options(), 1)?;
    if only_with_options && answer(&plain) != Some(Answer::Sat) {
        return Err(format!("expected sat without options, got {}", briefly(&plain)));
    }
    Ok("unknown".to_owned())
}

/// The bug is not there: the judge must not see it.
fn mended(bug: &Bug, release: &Release) -> Result<String, String> {
    let (case, question) = bug.case()?;
    let seen = release.observe(bug, &question)?;
    let verdicts = judged(&case, std::slice::from_ref(&seen));
    match verdicts.iter().find(|verdict| WRONG.contains(&verdict.kind) || verdict.kind == Kind::Crash) {
        Some(verdict) => Err(format!("{}: {}; {}", verdict.kind.name(), verdict.evidence, briefly(&seen))),
        None if seen.replies.iter().all(|reply| reply.answer.is_none()) => {
            Ok(format!("no answer\t{}", briefly(&seen)))
        }
        None => Ok(format!("mended\t{}", briefly(&seen))),
    }
}

fn judged(case: &TestCase, observations: &[Observation]) -> Vec<Verdict> {
    let facts = observations.iter().map(|seen| {
        let product = seen.solver.split('-').next().unwrap_or_default();
        let profile = quis_solvers::Table::ours().named(product);
        SolverFacts::new(
            &seen.solver,
            SolverId::of_family(profile.map_or(product, |profile| &profile.family)),
        )
    });
    Judge::new(facts.collect()).judge(case, observations)
}

fn kinds(verdicts: &[Verdict], solver: &str) -> BTreeSet<Kind> {
    verdicts.iter().filter(|verdict| verdict.solver == solver).map(|verdict| verdict.kind).collect()
}

fn names(kinds: &BTreeSet<Kind>) -> String {
    if kinds.is_empty() {
        return "nothing".to_owned();
    }
    kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ")
}

/// What a solver did, in one line.
fn briefly(seen: &Observation) -> String {
    let answers: Vec<&str> =
        seen.replies.iter().map(|reply| reply.answer.map_or("-", |answer| answer.name())).collect();
    let error = seen.replies.iter().find_map(|reply| reply.error.clone()).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&seen.stderr);
    let stderr: String = stderr.trim().chars().take(200).collect();
    let line = format!("{} {:?} {error} {stderr}", answers.join(" "), seen.end);
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
