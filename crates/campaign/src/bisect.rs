//! Which releases of a solver fail on a finding.

use std::path::Path;

use quis_judge::{Judge, Kind};
use quis_smtlib::{Mode, parse};
use quis_solvers::{Interrupt, Limits, SearchPath, Solver, Version};
use quis_techniques::{TestCase, Truth};

use crate::error::Error;
use crate::finding::{Finding, Releases, describe_end};
use crate::participant::{Examiner, facts};
use crate::run::Campaign;

/// Runs every installed release of the family of the solver at fault on the case of a finding.
///
/// # Errors
/// If the case cannot be read, or a solver cannot be started.
pub fn bisect(finding: &Finding, limits: Limits, interrupt: Option<&Interrupt>) -> Result<Releases, Error> {
    let own = finding.records.iter().find(|record| record.solver == finding.verdict.solver);
    let family = own.map_or("", |record| &record.family);
    among(&installed(family, &SearchPath::from_environment()), finding, limits, interrupt)
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
    let script = parse(&finding.case, Mode::Standard).into_result();
    let script = script.map_err(|_| asked("its case is rejected".to_owned()))?;
    let mut case = TestCase::of_script(&script).map_err(|error| asked(error.to_string()))?;
    know_truth(&mut case, finding);
    let mut found = Releases::default();
    for mut solver in releases.iter().cloned() {
        if interrupt.is_some_and(Interrupt::is_on) {
            break;
        }
        solver.arguments.clone_from(&own.options);
        let name = solver.name.clone();
        let version = solver.version.clone().unwrap_or_else(|| name.clone());
        let judge = Judge::new(vec![facts(&solver)]);
        let mut examiner = Examiner::new(&judge, vec![solver], limits, interrupt);
        let (observations, verdicts) = examiner.examine(&case)?;
        let Some(seen) = observations.first() else {
            found.tried.push((version, None, "it cannot read the case".to_owned()));
            continue;
        };
        let fails = verdicts.iter().any(|other| is_as_bad(other.kind, verdict.kind));
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

/// What the verdict says of the check it is about is known now.
fn know_truth(case: &mut TestCase, finding: &Finding) {
    let truth = match finding.verdict.kind {
        Kind::RefutationUnsound => Truth::Sat { witness: None },
        Kind::SolutionUnsound => Truth::Unsat { core: None },
        _ => return,
    };
    if let Some(check) = finding.verdict.check.and_then(|check| case.checks.get_mut(check)) {
        check.truth = truth;
    }
}

/// Whether one kind of verdict shows the bug of another: a model of an unsatisfiable input is wrong, too.
fn is_as_bad(kind: Kind, wanted: Kind) -> bool {
    kind == wanted
        || matches!(
            (kind, wanted),
            (Kind::SolutionUnsound | Kind::InvalidModel, Kind::SolutionUnsound | Kind::InvalidModel)
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
