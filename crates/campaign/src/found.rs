//! From a verdict to a finding: its case is made smaller, and its cause is told from others.

use quis_judge::{Kind, Verdict};
use quis_solvers::Observation;
use quis_techniques::{Technique, TestCase};

use crate::bisect;
use crate::case_text::truths;
use crate::confirm::is_same;
use crate::error::Error;
use crate::finding::{Finding, Origin};
use crate::participant::Examiner;
use crate::shrink::shrink;
use crate::worker::{Message, Place, Worker};

/// How many smaller cases are tried.
const ATTEMPTS: usize = 40;

impl Worker<'_> {
    /// Makes the case smaller and tells of the finding; its name.
    pub(crate) fn found(
        &self,
        examiner: &mut Examiner<'_>,
        case: &TestCase,
        verdict: Verdict,
        observations: &[Observation],
        at: u64,
        place: &Place<'_>,
    ) -> Result<String, Error> {
        let shared = self.shared;
        let cause = cause(&verdict);
        let mut best = (verdict.clone(), observations.to_vec());
        let mut failure = None;
        let smaller = if is_serious(&verdict) && verdict.kind != Kind::InvalidCore {
            shrink(case, ATTEMPTS, &mut |smaller| match examiner.examine(smaller) {
                Ok((seen, verdicts)) => match verdicts.into_iter().find(|other| is_same(other, &verdict)) {
                    Some(other) if !shared.interrupt.is_on() => {
                        best = (other, seen);
                        true
                    }
                    _ => false,
                },
                Err(error) => {
                    failure = Some(error);
                    false
                }
            })
        } else {
            None
        };
        if let Some(error) = failure {
            return Err(error);
        }
        let (verdict, observations) = best;
        let records = examiner.records(&observations);
        let own = shared.participants.iter().find(|participant| participant.solver.name == verdict.solver);
        let given = examiner.solvers.iter().find(|solver| solver.name == verdict.solver);
        let default_options = match (own, given) {
            (Some(own), Some(given)) => own.solver.arguments.is_empty() && given.arguments.is_empty(),
            _ => true,
        };
        let mut finding = Finding {
            id: String::new(),
            verdict,
            original: smaller.is_some().then(|| case.text.clone()),
            truths: truths(smaller.as_ref().unwrap_or(case)),
            tactic: case.tactic.clone(),
            case: smaller.map_or_else(|| case.text.clone(), |smaller| smaller.text),
            seed_text: place.seed.text.clone(),
            origin: Origin {
                technique: place.technique.map(|technique| technique.name().to_owned()),
                parameters: place.technique.map(Technique::parameters).unwrap_or_default(),
                seed: shared.seeds[place.unit.seed].file.path.clone(),
                seed_id: place.seed.id.clone(),
                stream: shared.description.seed,
                index: at,
                unit: place.unit.number,
                replies: place.replies.to_vec(),
            },
            records,
            found: shared.before + shared.started.elapsed().as_secs_f64(),
            default_options,
            releases: None,
        };
        if is_wrong(&finding.verdict) {
            self.try_releases(&mut finding)?;
        }
        finding.id = Finding::name(&finding.verdict);
        let id = finding.id.clone();
        self.send(Message::Finding(Box::new(finding), cause));
        Ok(id)
    }

    /// Which installed releases show a finding is part of its fingerprint: they tell causes apart.
    fn try_releases(&self, finding: &mut Finding) -> Result<(), Error> {
        let shared = self.shared;
        let own = finding.records.iter().find(|record| record.solver == finding.verdict.solver);
        let Some(installed) = own.and_then(|own| shared.releases.get(&own.family)) else { return Ok(()) };
        if installed.len() < 2 {
            return Ok(());
        }
        let limits = shared.description.limits();
        let releases = bisect::among(installed, finding, limits, Some(&shared.interrupt))?;
        finding.verdict.fingerprint =
            quis_judge::fingerprint::with_releases(&finding.verdict.fingerprint, &releases.bad);
        finding.releases = Some(releases);
        Ok(())
    }
}

/// Whether a verdict is about a wrong answer, which no message of the solver tells apart from others.
fn is_wrong(verdict: &Verdict) -> bool {
    verdict.kind <= Kind::Disagreement
}

/// Whether a verdict keeps a seed from being mutated, and its case is worth making smaller.
pub(crate) fn is_serious(verdict: &Verdict) -> bool {
    verdict.kind <= Kind::Crash
}

/// What a verdict looks like before its case is made smaller.
pub(crate) fn cause(verdict: &Verdict) -> String {
    format!("{} {} {}", verdict.kind.name(), verdict.solver, verdict.fingerprint)
}
