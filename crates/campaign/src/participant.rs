//! The solvers of a campaign, and how each is run.

use quis_judge::{Judge, SolverFacts};
use quis_solvers::{Mode, SearchPath, Solver, cost};

use crate::description::{Description, Sessions};
use crate::error::Error;

/// A solver that takes part in a campaign.
#[derive(Clone, Debug)]
pub struct Participant {
    pub(crate) solver: Solver,
    /// Whether it is kept running between cases.
    pub(crate) mode: Mode,
    /// The same for cases that stand in scopes of their own.
    pub(crate) mode_in_scopes: Mode,
    /// The sets of options it is run with. The first is empty.
    pub(crate) options: Vec<Vec<String>>,
    /// The tactics it is run with, each without options.
    pub(crate) tactics: Vec<String>,
}

impl Participant {
    /// The solvers of a description, as they are found on this machine.
    ///
    /// # Errors
    /// If one is not here or cannot be started.
    pub fn all(description: &Description, path: &SearchPath) -> Result<Vec<Participant>, Error> {
        let mut participants: Vec<Participant> = Vec::new();
        for spec in &description.solvers {
            let mut participant = Participant::of_spec(spec, description, path)?;
            let solver = &participant.solver;
            if participants.iter().any(|other| other.solver.name == solver.name) {
                continue;
            }
            let sets = description.options.iter().filter(|set| set.is_for(&solver.name));
            participant.options.extend(sets.map(|set| set.arguments.clone()));
            if description.variants {
                let profile = &solver.profile;
                participant
                    .options
                    .extend(profile.variants.values().chain(profile.validate.values()).cloned());
                participant.tactics.clone_from(&profile.tactics);
            }
            participants.push(participant);
        }
        Ok(participants)
    }

    /// A solver as it is found on this machine, without options.
    pub(crate) fn of_spec(
        spec: &str,
        description: &Description,
        path: &SearchPath,
    ) -> Result<Participant, Error> {
        let solver = Solver::from_spec(spec, path).map_err(|error| Error::Asked(error.to_string()))?;
        let [mode, mode_in_scopes] = modes(&solver, description.sessions, &description.limits())?;
        Ok(Participant { solver, mode, mode_in_scopes, options: vec![Vec::new()], tactics: Vec::new() })
    }

    /// The dialect that all of these solvers read beyond the standard, if they are found and have one in common.
    #[must_use]
    pub fn shared_dialect<'a>(specs: impl IntoIterator<Item = &'a String>) -> Option<String> {
        let path = SearchPath::of_user().ok()?;
        let mut shared = None;
        for spec in specs {
            let own = Solver::from_spec(spec, &path).ok()?.profile.dialect?;
            if shared.get_or_insert_with(|| own.clone()) != &own {
                return None;
            }
        }
        shared
    }

    /// Name, version, and whether it is kept running.
    pub(crate) fn describe(&self) -> (String, Option<String>, &'static str) {
        let mode = match self.mode {
            Mode::Fresh => "fresh",
            Mode::Session => "session",
        };
        (self.solver.name.clone(), self.solver.version.clone(), mode)
    }

    /// In how many ways it is run: its sets of options, then its tactics.
    pub(crate) fn ways(&self) -> usize {
        self.options.len() + self.tactics.len()
    }

    /// The solver with one of its sets of options, or one of its tactics.
    pub(crate) fn with_options(&self, set: usize) -> Solver {
        let mut solver = self.solver.clone();
        solver.tactic = set.checked_sub(self.options.len()).and_then(|at| self.tactics.get(at)).cloned();
        solver.extra = self.options.get(set).cloned().unwrap_or_default();
        solver
    }
}

/// How a solver is run between cases.
pub(crate) fn mode(solver: &Solver, choice: Sessions, limits: &quis_solvers::Limits) -> Result<Mode, Error> {
    modes(solver, choice, limits).map(|[mode, _]| mode)
}

/// How a solver is run between cases, and between cases that stand in scopes of their own.
fn modes(solver: &Solver, choice: Sessions, limits: &quis_solvers::Limits) -> Result<[Mode; 2], Error> {
    if choice == Sessions::Never {
        return Ok([Mode::Fresh; 2]);
    }
    let costs = cost::measure(solver, limits).map_err(|error| Error::Solver(solver.name.clone(), error))?;
    let always = |time: Option<_>| if time.is_some() { Mode::Session } else { Mode::Fresh };
    Ok(match choice {
        Sessions::Always => [always(costs.session), always(costs.scoped)],
        _ => [costs.cheaper(), costs.cheaper_scoped()],
    })
}

/// The judge of a campaign with these solvers.
pub(crate) fn judge<'a>(
    description: &Description,
    solvers: impl IntoIterator<Item = &'a Solver>,
) -> Result<Judge, Error> {
    let judge = judge_of(solvers);
    match &description.oracles {
        None => Ok(judge),
        Some(names) => judge.with_oracles(names).map_err(|name| {
            Error::Asked(format!("there is no oracle `{name}`; there are: {}", oracle_names()))
        }),
    }
}

/// The names of all oracles, in their order.
fn oracle_names() -> String {
    let names: Vec<&str> = quis_judge::ORACLES.iter().map(|oracle| oracle.name).collect();
    names.join(", ")
}

/// A judge who knows these solvers.
pub(crate) fn judge_of<'a>(solvers: impl IntoIterator<Item = &'a Solver>) -> Judge {
    Judge::new(solvers.into_iter().map(facts).collect())
}

/// What the judge must know of a solver.
pub(crate) fn facts(solver: &Solver) -> SolverFacts {
    let decides: Vec<&str> = solver.profile.decides.iter().map(String::as_str).collect();
    let facts = SolverFacts::new(&solver.name, solver.id()).with_decides(&decides);
    let (rounding, complaining) = (solver.profile.clone(), solver.profile.clone());
    facts
        .with_deviations(&solver.profile.deviations)
        .with_may_round(move |model| rounding.may_round(model))
        .with_classify(move |text| complaining.classify(text))
}

/// The command by which people run a solver on a case.
pub(crate) fn command_line(solver: &Solver) -> String {
    let mut words = vec![solver.program.display().to_string()];
    let arguments = [&solver.profile.arguments, &solver.arguments, &solver.extra];
    words.extend(arguments.into_iter().flatten().cloned());
    words.push("case.smt2".to_owned());
    words.join(" ")
}
