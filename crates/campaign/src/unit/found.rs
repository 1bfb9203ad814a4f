//! From a verdict to a finding: makes its case smaller, and tells its cause from others.

use std::collections::BTreeMap;

use quis_judge::{FollowUp, Kind, Verdict};
use quis_solvers::{Observation, Solver};
use quis_techniques::{AskingPlan, Technique, TestCase};

use super::minimize::smaller;
use super::{Bench, Task};
use crate::ask::{Crew, look_into, tactic_for};
use crate::case_text::{optima, truths};
use crate::error::Error;
use crate::finding::{Finding, Minimized, Origin, Record, key};
use crate::size::Size;

/// Where a case comes from.
pub(super) struct Place<'a> {
    pub(super) task: &'a Task<'a>,
    /// None if the case is the seed itself.
    pub(super) technique: Option<&'a dyn Technique>,
    pub(super) case: &'a TestCase,
    /// How it is put to solvers.
    pub(super) asking: AskingPlan,
    /// Its place in the sequence of technique and seed.
    pub(super) at: u64,
}

/// The finding of a verdict that is certain, with a smaller case.
pub(super) fn found(
    place: &Place<'_>,
    bench: &Bench,
    crew: &mut Crew,
    verdict: Verdict,
    seen: &[Observation],
) -> Result<Finding, Error> {
    let case = place.case;
    let cause = cause(&verdict);
    let smaller = smaller(place, bench, crew, &verdict, seen)?;
    let (mut verdict, seen, shown) = match &smaller {
        Some(smaller) => (smaller.verdict.clone(), &*smaller.observations, &smaller.case),
        None => (verdict, seen, case),
    };
    let accused =
        seen.iter().find(|seen| seen.solver == verdict.solver).and_then(|seen| crew.solver_of(seen));
    let mut records = crew.records(shown, seen);
    let mut default_options =
        accused.as_ref().is_none_or(|accused| accused.is_plain() && tactic_for(accused, shown).is_none());
    if let Some(accused) = accused.as_ref().filter(|_| is_wrong(&verdict) && !default_options) {
        match without_options(bench, crew, shown, &verdict)? {
            Some((plain, without)) => {
                (verdict, records) = (plain, without);
                default_options = true;
            }
            None => name_options(accused, shown, &mut verdict),
        }
    }
    let family = accused.map(|accused| accused.profile.family).unwrap_or_default();
    let key = key(&verdict, &family);
    let texts = |number: &usize| place.task.material.pool.get(*number).cloned();
    Ok(Finding {
        id: Finding::name(verdict.kind, &key),
        key,
        cause,
        original: smaller.as_ref().map(|_| case.text.clone()),
        truths: truths(shown),
        optima: optima(shown),
        tactic: case.tactic.clone(),
        answers_only: case.answers_only,
        minimized: smaller.as_ref().map(|smaller| Minimized {
            by: smaller.by,
            before: Size::of(&case.text),
            after: Size::of(&smaller.case.text),
        }),
        verdict,
        case: shown.text.clone(),
        seed_text: place.task.material.seed.text.to_string(),
        origin: Origin {
            technique: place.technique.map(|technique| technique.name().to_owned()),
            parameters: place.technique.map(Technique::parameters).unwrap_or_default(),
            seed: String::new(),
            seed_id: place.task.material.seed.id.clone(),
            asking: place.asking,
            stream: place.task.description.seed,
            index: place.at,
            unit: place.task.unit.number,
            replies: place.task.material.replies.to_vec(),
            pool: place.task.material.pool.len(),
            seeds: case
                .seeds
                .iter()
                .filter_map(|number| Some((*number, texts(number)?)))
                .collect::<BTreeMap<_, _>>(),
        },
        records,
        found: 0.0,
        default_options,
        reduction: None,
        releases: None,
    })
}

/// The same verdict on solvers without the options and tactics that the campaign gives them, and what they did then, if it shows
/// without them, too: that is what developers want to see.
fn without_options(
    bench: &Bench,
    crew: &mut Crew,
    case: &TestCase,
    verdict: &Verdict,
) -> Result<Option<(Verdict, Vec<Record>)>, Error> {
    let case = TestCase { tactic: None, ..case.clone() };
    let seen = crew.follow_up(&case, &FollowUp::PLAIN)?;
    let (seen, verdicts) = look_into(&bench.judge, crew, &case, seen, &[verdict.kind])?;
    let same = verdicts.into_iter().find(|other| other.is_same(verdict));
    Ok(same.map(|same| (same, crew.records(&case, &seen))))
}

/// What only shows with a tactic has its cause there, whatever the case is about; with options, the case tells causes apart, too.
fn name_options(accused: &Solver, case: &TestCase, verdict: &mut Verdict) {
    if let Some(tactic) = tactic_for(accused, case) {
        let (kind, family) = (verdict.kind.name(), &accused.profile.family);
        verdict.fingerprint = format!("{kind} {family}: check-sat-using {tactic}");
    } else if !accused.extra.is_empty() {
        verdict.fingerprint = format!("{} {{{}}}", verdict.fingerprint, accused.extra.join(" "));
    }
}

/// Whether a verdict is about a wrong answer, which no message of the solver tells apart from others.
pub(crate) fn is_wrong(verdict: &Verdict) -> bool {
    verdict.kind <= Kind::Disagreement
}

/// Whether a verdict keeps a seed from being mutated, and its case is worth making smaller.
pub(crate) fn is_serious(verdict: &Verdict) -> bool {
    verdict.kind <= Kind::Crash
}

/// What a verdict looks like before its case is made smaller.
pub(super) fn cause(verdict: &Verdict) -> String {
    format!("{} {} {}", verdict.kind.name(), verdict.solver, verdict.fingerprint)
}
