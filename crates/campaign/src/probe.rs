//! What is known of a seed before it is mutated.

use std::collections::BTreeMap;

use quis_smtlib::{Diagnostic, Script, Severity, line_and_column};
use quis_solvers::{End, Observation, Solver};
use quis_techniques::TestCase;
use serde::{Deserialize, Serialize};

use crate::confirm::confirm;
use crate::error::Error;
use crate::found::is_serious;
use crate::participant::{Examiner, MODELS};
use crate::plan::WorkUnit;
use crate::seeds::SeedText;
use crate::tally::Tally;
use crate::worker::{Place, Shared, Worker};

/// What came of running the solvers on a seed as it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeedState {
    /// These solvers answer it, in so many seconds.
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

impl Worker<'_> {
    /// Runs the solvers on a seed as it is. `None` if interrupted.
    pub(crate) fn probe(
        &mut self,
        unit: &WorkUnit,
        seed: &SeedText,
        script: &Script,
        tally: &mut Tally,
    ) -> Result<Option<SeedState>, Error> {
        let shared = self.shared;
        let case = match TestCase::of_script(script) {
            Ok(case) if !case.checks.is_empty() => case,
            Ok(_) => return Ok(Some(skipped("it has no check", String::new()))),
            Err(error) => return Ok(Some(skipped("it is too large", error.to_string()))),
        };
        let solvers: Vec<Solver> =
            shared.participants.iter().map(|participant| participant.solver.clone()).collect();
        let limits = shared.description.limits();
        let mut examiner = Examiner::new(&shared.judge, solvers, limits, Some(&shared.interrupt));
        let observations = examiner.observe(&case, MODELS)?;
        if shared.interrupt.is_on() {
            return Ok(None);
        }
        let verdicts = shared.judge.judge(&case, &observations);
        let place = Place { unit, seed, technique: None, replies: &[] };
        let mut findings = Vec::new();
        if verdicts.iter().any(is_serious) {
            let (observations, confirmed) = confirm(&mut examiner, &case, &verdicts, &[])?;
            if shared.interrupt.is_on() {
                return Ok(None);
            }
            for verdict in confirmed.into_iter().filter(is_serious) {
                findings.push(self.found(&mut examiner, &case, verdict, &observations, 0, &place)?);
            }
        }
        tally.add(&examiner.spent);
        if !findings.is_empty() {
            return Ok(Some(SeedState::Failing { findings }));
        }
        Ok(Some(usable(&seed.id, shared, &observations)))
    }
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
fn usable(id: &str, shared: &Shared, observations: &[Observation]) -> SeedState {
    let mut seconds = BTreeMap::new();
    let mut without = BTreeMap::new();
    for participant in &shared.participants {
        let name = &participant.solver.name;
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
                seconds.insert(name.clone(), seen.wall.as_secs_f64());
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
