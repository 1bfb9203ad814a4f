//! What was seen in a session, seen again in fresh processes.

use quis_judge::{Kind, Verdict};
use quis_solvers::{Answer, End, Mode, Observation};
use quis_techniques::TestCase;

use crate::error::Error;
use crate::participant::Examiner;

/// Verdicts that fresh processes confirm, and what the solvers did there. Where an answer changes with the history of a
/// process, that is a verdict of its own.
pub(crate) fn confirm(
    examiner: &mut Examiner<'_>,
    case: &TestCase,
    suspected: &[Verdict],
    seen: &[Observation],
) -> Result<(Vec<Observation>, Vec<Verdict>), Error> {
    let (observations, mut verdicts) = examiner.examine(case)?;
    // What only one fresh process does is not yet certain either.
    if verdicts.iter().any(|verdict| !suspected.iter().any(|other| is_same(other, verdict))) {
        let again = examiner.examine(case)?.1;
        verdicts.retain(|verdict| again.iter().any(|other| is_same(other, verdict)));
    }
    for before in seen.iter().filter(|before| before.mode == Mode::Session) {
        let Some(after) = observations.iter().find(|after| after.solver == before.solver) else { continue };
        let suspect = suspected.iter().any(|verdict| verdict.solver == before.solver);
        if suspect && let Some(verdict) = changed(before, after) {
            verdicts.push(verdict);
        }
    }
    Ok((observations, verdicts))
}

/// Whether two verdicts are about the same thing.
pub(crate) fn is_same(one: &Verdict, other: &Verdict) -> bool {
    one.kind == other.kind && one.solver == other.solver
}

/// What a session did that a fresh process does not do.
fn changed(before: &Observation, after: &Observation) -> Option<Verdict> {
    let verdict = |check, expected: String, actual: String| Verdict {
        kind: Kind::Unstable,
        solver: before.solver.clone(),
        check,
        expected,
        actual: actual.clone(),
        evidence:
            "It was seen in a process that had answered other cases before, with (reset) between them. \
            A fresh process does not show it."
                .to_owned(),
        fingerprint: format!("session: {actual}"),
    };
    let crashed = |observation: &Observation| matches!(observation.end, End::Signal(_));
    if crashed(before) && !crashed(after) {
        let actual = format!("{} in a session", crate::finding::describe_end(before.end));
        return Some(verdict(None, "no crash".to_owned(), actual));
    }
    before.replies.iter().zip(&after.replies).enumerate().find_map(|(check, (before, after))| {
        let definite = |answer: Option<Answer>| answer.filter(|answer| *answer != Answer::Unknown);
        let one = definite(before.answer.filter(|_| before.error.is_none()))?;
        let other = definite(after.answer.filter(|_| after.error.is_none()))?;
        (one != other).then(|| {
            let (one, other) = (one.name(), other.name());
            verdict(Some(check), format!("{other}, as in a fresh process"), format!("{one} in a session"))
        })
    })
}
