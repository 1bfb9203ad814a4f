//! What is known of a seed before cases are made of it.

use std::collections::BTreeMap;

use quis_judge::{Hearing, Verdict};
use quis_smtlib::{Diagnostic, Severity, line_and_column};
use quis_solvers::{Answer, End, Observation, Solver};
use quis_techniques::{AskingPlan, Stream, TestCase, Truth, claimed_sat, find_model};
use serde::{Deserialize, Serialize};

use super::found::{Place, found, is_serious};
use super::{Bench, Task, UnitResult};
use crate::ask::{ask_of, hear};
use crate::error::Error;

/// What came of running the solvers on a seed as it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedState {
    /// These solvers answer it.
    Usable {
        /// What identifies its contents.
        id: String,
        /// The solvers that take part.
        seconds: BTreeMap<String, f64>,
        /// The solvers that do not, and why.
        without: BTreeMap<String, String>,
    },
    /// It is left out.
    Skipped {
        /// Why, in a few words that are the same for many seeds.
        reason: String,
        /// More about it.
        detail: String,
    },
    /// A solver fails on the seed itself: that is a finding, and its mutants would show the same.
    Failing {
        /// The findings.
        findings: Vec<String>,
    },
}

/// Runs the solvers on a seed as it is.
pub(super) fn run(task: &Task<'_>, bench: &mut Bench) -> Result<UnitResult, Error> {
    let mut case = match TestCase::of_script(task.script) {
        Ok(case) if !case.checks.is_empty() => case,
        Ok(_) => return Ok(UnitResult::of_seed(skipped("it has no check", String::new()))),
        Err(error) => return Ok(UnitResult::of_seed(skipped("it is too large", error.to_string()))),
    };
    let interrupted = || Ok(UnitResult { rest: Some(*task.unit), ..UnitResult::default() });
    let solvers: Vec<Solver> = bench.under_test().cloned().collect();
    let lanes = bench.open_plain_lanes(task.unit);
    let mut seen = Vec::with_capacity(solvers.len());
    for at in 0..solvers.len() {
        seen.extend(lanes.ask_for(at, &case, ask_of(&case))?);
    }
    let state = usable(&task.material.seed.id, &solvers, &seen);
    let stream = Stream::new(task.description.seed).fork("probe").fork(&task.material.seed.id);
    let disputed = disputed(task, &case, &seen);
    for &check in &disputed {
        let model = find_model(task.script, &case, check, &stream.fork("status").nth(check as u64));
        if let Some(witness) = model {
            case.checks[check].truth = Truth::Sat { witness: Some(witness) };
        }
    }
    // Without a model of ours, the reference is asked: its model may decide.
    if disputed.iter().any(|&check| case.checks[check].truth == Truth::Open)
        && let Some(reference) = bench.second_opinion()
    {
        seen.extend(bench.lanes.ask_for(reference, &case, ask_of(&case))?);
    }
    let mut result = UnitResult { tally: std::mem::take(&mut bench.lanes.spent), ..UnitResult::default() };
    if bench.lanes.interrupted {
        return interrupted();
    }
    let judge = bench.judge.clone();
    let mut hearing = Hearing::new(&judge, &case, seen, stream);
    let mut pursue = |verdict: &Verdict| is_serious(verdict) && bench.wants(verdict);
    let questions = hearing.questions(&mut pursue);
    let mut crew = bench.fresh(solvers);
    hear(&mut hearing, questions, &mut crew, &mut pursue)?;
    if crew.interrupted {
        return interrupted();
    }
    let (certain, fresh) = hearing.certain();
    let place = Place { task, technique: None, case: &case, asking: AskingPlan::default(), at: 0 };
    for verdict in certain.into_iter().filter(|verdict| is_serious(verdict) && bench.wants(verdict)) {
        result.findings.push(found(&place, bench, &mut crew, verdict, &fresh)?);
    }
    if bench.interrupt.is_on() {
        return interrupted();
    }
    result.tally.add(&crew.spent);
    result.seed = Some(if result.findings.is_empty() {
        state
    } else {
        SeedState::Failing { findings: result.findings.iter().map(|finding| finding.id.clone()).collect() }
    });
    Ok(result)
}

/// The checks that a solver answers `unsat`, although the seed's `:status` says `sat`. Either may be wrong.
fn disputed(task: &Task<'_>, case: &TestCase, seen: &[Observation]) -> Vec<usize> {
    let claims = claimed_sat(task.script);
    let is_unsat = |check: usize| {
        seen.iter()
            .any(|seen| seen.replies.get(check).is_some_and(|reply| reply.answer == Some(Answer::Unsat)))
    };
    (0..case.checks.len()).filter(|&check| claims.get(check) == Some(&true) && is_unsat(check)).collect()
}

/// Where the first error of a seed is, and what it is: `3:14: unknown constant`.
pub(crate) fn first_error(text: &str, diagnostics: &[Diagnostic]) -> String {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    first.map_or_else(String::new, |first| {
        let (line, column) = line_and_column(text, first.span.start);
        format!("{line}:{column}: {}", first.message)
    })
}

/// A seed that is left out.
pub(crate) fn skipped(reason: &str, detail: String) -> SeedState {
    SeedState::Skipped { reason: reason.to_owned(), detail }
}

/// Which solvers take part in the tests of a seed: those that answer it.
fn usable(id: &str, solvers: &[Solver], observations: &[Observation]) -> SeedState {
    let mut seconds = BTreeMap::new();
    let mut without = BTreeMap::new();
    for solver in solvers {
        let name = &solver.name;
        let Some(seen) = observations.iter().find(|seen| seen.solver == *name) else {
            without.insert(name.clone(), "it cannot read it".to_owned());
            continue;
        };
        let error = seen.replies.iter().find_map(|reply| reply.error.clone());
        let answered = seen.replies.iter().any(|reply| reply.answer.is_some());
        match error {
            Some(error) => {
                without.insert(name.clone(), error);
            }
            None if answered && seen.end != End::TimedOut => {
                seconds.insert(name.clone(), seen.cpu.as_secs_f64());
            }
            None => {
                without.insert(name.clone(), crate::finding::describe_end(seen.end));
            }
        }
    }
    if seconds.is_empty() {
        let detail: Vec<String> = without.iter().map(|(name, why)| format!("{name}: {why}")).collect();
        return skipped("no solver answers it", detail.join("; "));
    }
    SeedState::Usable { id: id.to_owned(), seconds, without }
}
