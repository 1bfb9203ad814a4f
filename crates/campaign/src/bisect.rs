//! Which releases of a solver fail on a finding.

use std::path::Path;

use quis_judge::Kind;
use quis_solvers::{Interrupt, Limits, SearchPath, Solver, Version};
use quis_techniques::{TestCase, Truth};

use crate::ask::{Crew, MODELS, examine};
use crate::error::Error;
use crate::finding::{Finding, Releases, describe_end};
use crate::participant::judge_of;
use crate::run::Campaign;

/// Runs every installed release of the family of the solver at fault on the case of a finding.
///
/// # Errors
/// If the case cannot be read, or a solver cannot be started.
pub fn bisect(finding: &Finding, limits: Limits, interrupt: Option<&Interrupt>) -> Result<Releases, Error> {
    let own = finding.records.iter().find(|record| record.solver == finding.verdict.solver);
    let family = own.map_or("", |record| &record.family);
    among(&installed(family, &SearchPath::of_user()?), finding, limits, interrupt)
}

/// Runs these releases on the case of a finding.
pub(crate) fn among(
    releases: &[Solver],
    finding: &Finding,
    limits: Limits,
    interrupt: Option<&Interrupt>,
) -> Result<Releases, Error> {
    let asked = |what: String| Error::Asked(format!("{}: {what}", finding.id));
    let verdict = &finding.verdict;
    let own = finding.records.iter().find(|record| record.solver == verdict.solver);
    let own = own.ok_or_else(|| asked("the solver at fault is not known".to_owned()))?;
    let mut case = finding.test_case()?;
    know_truth(&mut case, finding);
    // Some verdicts need a second opinion: that a script can be read, or how long it takes.
    let others = others(finding);
    let kinds = [verdict.kind];
    let opinions = Crew::fresh(others.iter().cloned(), limits, interrupt).observe(&case, MODELS)?;
    let mut found = Releases::default();
    for mut solver in releases.iter().cloned() {
        if interrupt.is_some_and(Interrupt::is_on) {
            break;
        }
        solver.arguments.clone_from(&own.options);
        solver.tactic.clone_from(&own.tactic);
        let name = solver.name.clone();
        let version = solver.version.clone().unwrap_or_else(|| name.clone());
        let judge = judge_of(std::iter::once(&solver).chain(&others));
        let (mut observations, own) =
            examine(&judge, &mut Crew::fresh([solver], limits, interrupt), &case, &kinds)?;
        if observations.is_empty() {
            found.tried.push((version, None, "it cannot read the case".to_owned()));
            continue;
        }
        observations.extend(opinions.iter().cloned());
        let verdicts = judge.judge(&case, &observations);
        let fails = verdicts
            .iter()
            .chain(&own)
            .any(|other| other.solver == name && is_as_bad(other.kind, verdict.kind));
        let seen = &observations[0];
        let answers: Vec<&str> = seen
            .replies
            .iter()
            .map(|reply| match (&reply.error, reply.answer) {
                (Some(_), _) => "error",
                (None, Some(answer)) => answer.name(),
                (None, None) => "no answer",
            })
            .collect();
        let said = format!("{} ({})", answers.join(", "), describe_end(seen.end));
        let answered = seen.replies.iter().all(|reply| reply.answer.is_some() && reply.error.is_none());
        if fails {
            found.bad.push(version.clone());
        }
        found.tried.push((version, (fails || answered).then_some(fails), said));
    }
    Ok(found)
}

/// The solvers of a finding that are of another family than the one at fault, as far as they are here.
pub(crate) fn others(finding: &Finding) -> Vec<Solver> {
    // A wrong table was told of when the finding was made or is replayed.
    let path = SearchPath::of_user().unwrap_or_else(|_| SearchPath::from_environment());
    let own = finding.records.iter().find(|record| record.solver == finding.verdict.solver);
    let family = own.map_or("", |record| &record.family);
    let others = finding.records.iter().filter(|record| record.family != family);
    others.filter_map(|record| record.solver(&path).ok()).collect()
}

/// What the verdict says of the check it is about is known now, if it was not known by construction. In a disagreement nobody knows; to fail is to answer as the
/// solver did that the finding names.
pub(crate) fn know_truth(case: &mut TestCase, finding: &Finding) {
    let verdict = &finding.verdict;
    let truth = match (verdict.kind, verdict.actual.as_str()) {
        (Kind::RefutationUnsound, _) | (Kind::Disagreement, "unsat") => Truth::Sat { witness: None },
        (Kind::SolutionUnsound, _) | (Kind::Disagreement, "sat") => Truth::Unsat { core: None },
        _ => return,
    };
    if let Some(check) = finding.verdict.check.and_then(|check| case.checks.get_mut(check))
        && check.truth == Truth::Open
    {
        check.truth = truth;
    }
}

/// Whether one kind of verdict shows the bug of another: a model of an unsatisfiable input is wrong, too.
pub(crate) fn is_as_bad(kind: Kind, wanted: Kind) -> bool {
    kind == wanted
        || matches!(
            (kind, wanted),
            (Kind::SolutionUnsound | Kind::InvalidModel, Kind::SolutionUnsound | Kind::InvalidModel)
                | (Kind::SolutionUnsound | Kind::RefutationUnsound, Kind::Disagreement)
        )
}

/// The releases of a family that are installed or on the PATH, the oldest first.
pub(crate) fn installed(family: &str, path: &SearchPath) -> Vec<Solver> {
    let mut solvers: Vec<(Option<Version>, Solver)> = Vec::new();
    for profile in path.table().all().iter().filter(|profile| profile.family == family) {
        let releases = path
            .installed(&profile.name)
            .iter()
            .map(|installed| Solver::of_installed(installed, path.table()))
            .collect::<Vec<_>>();
        let found = Solver::from_spec(&profile.name, path).ok();
        for solver in releases.into_iter().chain(found) {
            let version = solver.version.as_deref().and_then(Version::parse);
            let known = |(other, known): &(Option<Version>, Solver)| {
                known.profile.name == solver.profile.name && *other == version
            };
            if !solvers.iter().any(known) {
                solvers.push((version, solver));
            }
        }
    }
    solvers.sort_by(|(one, a), (other, b)| (&a.profile.name, one).cmp(&(&b.profile.name, other)));
    solvers.into_iter().map(|(_, solver)| solver).collect()
}

/// Keeps what was found out with the finding: in its folder, and in the store of its campaign, if it lies in one.
///
/// # Errors
/// If it cannot be written.
pub fn keep(given: &Path, finding: &Finding) -> Result<(), Error> {
    let folder = if given.is_file() { given.parent().unwrap_or(given) } else { given };
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let Some(campaign) = folder.parent().and_then(Path::parent) else { return Ok(()) };
    let Ok(campaign) = Campaign::read(campaign) else { return Ok(()) };
    campaign.store.update(finding)?;
    let count = campaign.store.finding(&finding.id)?.map_or(1, |(_, count)| count);
    finding.write(campaign.directory(), count)
}

#[cfg(test)]
mod tests {
    use quis_judge::Verdict;

    use super::*;

    /// A stand-in that knows its answer by heart.
    fn answering(answer: &str) -> Solver {
        let mut solver = Solver::from_spec("sh", &SearchPath::from_environment()).unwrap();
        // Not among the options: those are of the finding.
        solver.profile.arguments = vec!["-c".to_owned(), format!("echo quis: check 0; echo {answer}")];
        solver.name = format!("says {answer}");
        solver
    }

    fn finding(kind: Kind, actual: &str) -> Finding {
        let mut finding = crate::finding::tests::finding();
        let solver = answering(actual).name;
        finding.records[0].solver.clone_from(&solver);
        finding.verdict = Verdict { kind, solver, actual: actual.to_owned(), ..finding.verdict };
        finding
    }

    #[test]
    fn who_answers_alike_fails_alike() {
        let releases = ["sat", "unsat"].map(answering);
        for kind in [Kind::Disagreement, Kind::RefutationUnsound] {
            let tried = among(&releases, &finding(kind, "unsat"), Limits::default(), None).unwrap().tried;
            let fails: Vec<Option<bool>> = tried.iter().map(|(_, fails, _)| *fails).collect();
            assert_eq!(fails, [Some(false), Some(true)], "{kind:?}");
        }
        let tried = among(&releases, &finding(Kind::Disagreement, "sat"), Limits::default(), None).unwrap();
        assert_eq!(tried.bad.len(), 1, "{tried:?}");
    }
}
