//! From a verdict to a finding: its case is made smaller, and its cause is told from others.

use quis_judge::{Kind, Verdict};
use quis_solvers::{Observation, Solver};
use quis_techniques::{Technique, TestCase};

use crate::bisect;
use crate::case_text::{optima, truths};
use crate::confirm::is_same;
use crate::error::Error;
use crate::finding::{Finding, Minimized, Origin, Record};
use crate::participant::Examiner;
use crate::size::Size;
use crate::tactic::tactic_for;
use crate::worker::{Message, Place, Worker};

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
        let smaller = self.smaller(examiner, case, &verdict, observations)?;
        let (mut verdict, observations, shown) = match &smaller {
            Some(smaller) => (smaller.verdict.clone(), &*smaller.observations, &smaller.case),
            None => (verdict, observations, case),
        };
        let mut records = examiner.records(shown, observations);
        let mut default_options = self.is_default(examiner, shown, &verdict);
        if is_wrong(&verdict) && !default_options {
            match self.without_options(examiner, shown, &verdict)? {
                Some((plain, without)) => {
                    (verdict, records) = (plain, without);
                    default_options = true;
                }
                None => name_options(examiner, shown, &mut verdict),
            }
        }
        let mut finding = Finding {
            id: String::new(),
            verdict,
            original: smaller.as_ref().map(|_| case.text.clone()),
            truths: truths(smaller.as_ref().map_or(case, |smaller| &smaller.case)),
            optima: optima(smaller.as_ref().map_or(case, |smaller| &smaller.case)),
            tactic: case.tactic.clone(),
            minimized: smaller.as_ref().map(|smaller| Minimized {
                by: smaller.by,
                before: Size::of(&case.text),
                after: Size::of(&smaller.case.text),
            }),
            case: smaller.map_or_else(|| case.text.clone(), |smaller| smaller.case.text),
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
            reduction: None,
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

    /// The solver at fault as it was run, and as the campaign knows it. One that has another random seed only is not known by its name.
    fn at_fault<'e>(
        &self,
        examiner: &'e Examiner<'_>,
        verdict: &Verdict,
    ) -> (Option<&'e Solver>, Option<&Solver>) {
        let is_own = |solver: &&Solver| solver.name == verdict.solver;
        let mut known = self.shared.participants.iter().map(|participant| &participant.solver);
        (examiner.solvers.iter().find(is_own), known.find(is_own))
    }

    /// Whether the solver at fault was run without unusual options.
    fn is_default(&self, examiner: &Examiner<'_>, case: &TestCase, verdict: &Verdict) -> bool {
        let (Some(given), known) = self.at_fault(examiner, verdict) else { return true };
        let no_options = |known: &Solver| known.arguments.is_empty() && given.arguments.is_empty();
        tactic_for(given, case).is_none() && known.is_none_or(no_options)
    }

    /// The same verdict on the solver without its options and tactics, and what the solvers did then, if it is wrong without them, too:
    /// that is what developers want to see.
    fn without_options(
        &self,
        examiner: &Examiner<'_>,
        case: &TestCase,
        verdict: &Verdict,
    ) -> Result<Option<(Verdict, Vec<Record>)>, Error> {
        let (Some(given), known) = self.at_fault(examiner, verdict) else { return Ok(None) };
        let plain = Solver { tactic: None, ..known.unwrap_or(given).clone() };
        let mut solvers = examiner.solvers.clone();
        solvers.retain(|solver| solver.name != plain.name);
        solvers.push(plain);
        let mut examiner = self.examiner(solvers);
        let case = TestCase { tactic: None, ..case.clone() };
        let (observations, verdicts) = examiner.examine(&case)?;
        let same = verdicts.into_iter().find(|other| is_same(other, verdict));
        Ok(same.map(|same| (same, examiner.records(&case, &observations))))
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

/// What only shows with a tactic has its cause there, whatever the case is about; with options, the case tells causes apart, too.
fn name_options(examiner: &Examiner<'_>, case: &TestCase, verdict: &mut Verdict) {
    let Some(solver) = examiner.solvers.iter().find(|solver| solver.name == verdict.solver) else { return };
    verdict.fingerprint = match tactic_for(solver, case) {
        Some(tactic) => {
            format!("{} {}: check-sat-using {tactic}", verdict.kind.name(), solver.profile.family)
        }
        None => format!("{} {{{}}}", verdict.fingerprint, solver.arguments.join(" ")),
    };
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
