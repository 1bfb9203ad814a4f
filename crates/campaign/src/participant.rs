//! The solvers of a campaign, and how each is run.

use std::borrow::Cow;

use quis_judge::{Judge, SolverFacts, Verdict};
use quis_solvers::{
    Ask, Channel, Dialect, Interrupt, Limits, Mode, Observation, Question, SearchPath, Solver, cost,
};
use quis_techniques::TestCase;

use crate::case_text::has_softs;
use crate::description::{Description, Sessions};
use crate::error::Error;
use crate::finding::Record;
use crate::tactic::{keep_fair, tactic_for, with_tactic};
use crate::tally::Tally;

/// A solver that takes part in a campaign.
#[derive(Clone, Debug)]
pub(crate) struct Participant {
    pub(crate) solver: Solver,
    /// Whether it is kept running between cases.
    pub(crate) mode: Mode,
    /// The sets of options it is run with. The first is empty.
    pub(crate) options: Vec<Vec<String>>,
    /// The tactics it is run with, each without options.
    pub(crate) tactics: Vec<String>,
}

impl Participant {
    /// The solvers of a description.
    pub(crate) fn all(description: &Description, path: &SearchPath) -> Result<Vec<Participant>, Error> {
        let mut participants: Vec<Participant> = Vec::new();
        for spec in &description.solvers {
            let solver = Solver::from_spec(spec, path).map_err(|error| Error::Asked(error.to_string()))?;
            if participants.iter().any(|other| other.solver.name == solver.name) {
                continue;
            }
            let mode = match description.sessions {
                Sessions::Never => Mode::Fresh,
                choice => {
                    let costs = cost::measure(&solver, &description.limits())
                        .map_err(|error| Error::Solver(solver.name.clone(), error))?;
                    match choice {
                        Sessions::Always if costs.session.is_some() => Mode::Session,
                        _ => costs.cheaper(),
                    }
                }
            };
            let sets = description.options.iter().filter(|set| set.is_for(&solver.name));
            let mut options = vec![Vec::new()];
            options.extend(sets.map(|set| set.arguments.clone()));
            if description.variants {
                let profile = &solver.profile;
                options.extend(profile.variants.values().chain(profile.validate.values()).cloned());
            }
            let tactics = if description.variants { solver.profile.tactics.clone() } else { Vec::new() };
            participants.push(Participant { solver, mode, options, tactics });
        }
        Ok(participants)
    }

    /// The same solver with another random seed, if it has one.
    pub(crate) fn reseeded(&self, set: usize, seed: u32) -> Option<Solver> {
        reseeded(self.with_options(set), seed)
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
        solver.arguments.extend(self.options.get(set).into_iter().flatten().cloned());
        solver
    }
}

/// A solver with another random seed, if it has one.
pub(crate) fn reseeded(mut solver: Solver, seed: u32) -> Option<Solver> {
    let arguments = solver.profile.seed_arguments(seed);
    solver.name = format!("{} {}", solver.name, arguments.join(" "));
    solver.arguments.extend(arguments.iter().cloned());
    (!arguments.is_empty()).then_some(solver)
}

/// What the judge must know of a solver.
pub(crate) fn facts(solver: &Solver) -> SolverFacts {
    let profile = solver.profile.clone();
    let decides: Vec<&str> = profile.decides.iter().map(String::as_str).collect();
    let facts = SolverFacts::new(&solver.name).with_family(&profile.family).with_decides(&decides);
    let facts = facts.with_deviations(&profile.deviations);
    let rounding = profile.clone();
    let facts = facts.with_may_round(move |model| rounding.may_round(model));
    facts.with_classify(move |text| match profile.classify(text) {
        quis_solvers::Complaint::Limitation => quis_judge::Complaint::Limitation,
        quis_solvers::Complaint::Crash => quis_judge::Complaint::Crash,
        quis_solvers::Complaint::Other => quis_judge::Complaint::Other,
    })
}

/// The command by which people run a solver on a case.
pub(crate) fn command_line(solver: &Solver) -> String {
    let mut words = vec![solver.program.display().to_string()];
    words.extend(solver.profile.arguments.iter().cloned());
    words.extend(solver.arguments.iter().cloned());
    words.push("case.smt2".to_owned());
    words.join(" ")
}

/// What is asked at each check, most of the time.
pub(crate) const MODELS: Ask = Ask::MODELS;
/// What is asked where assertions have names.
pub(crate) const CORES: Ask = Ask { cores: true, ..Ask::MODELS };

/// A case as it is put to a solver; `None` if the solver cannot read it with the same meaning.
pub(crate) fn question(solver: &Solver, dialect: &Dialect, case: &TestCase, ask: Ask) -> Option<Question> {
    let tactic = tactic_for(solver, case);
    // Whether there are cores behind a tactic depends on the tactic.
    let ask = Ask { cores: ask.cores && tactic.is_none(), objectives: ask.models && has_softs(case), ..ask };
    let case = with_tactic(case, tactic);
    let places: Vec<_> = case.checks.iter().map(|check| check.place.clone()).collect();
    let mut question = Question::of_text(&case.text, &places, case.incremental, ask);
    if let Cow::Owned(text) = dialect.translate(&question.text)? {
        question.text = text;
    }
    Some(question)
}

/// Solvers in fresh processes, and the judge: for what must be certain.
#[derive(Debug)]
pub(crate) struct Examiner<'a> {
    pub(crate) judge: &'a Judge,
    pub(crate) solvers: Vec<Solver>,
    channels: Vec<(Dialect, Channel)>,
    /// What the solvers used.
    pub(crate) spent: Tally,
}

impl<'a> Examiner<'a> {
    pub(crate) fn new(
        judge: &'a Judge,
        solvers: Vec<Solver>,
        limits: Limits,
        interrupt: Option<&Interrupt>,
    ) -> Self {
        let open = |solver: &Solver| {
            (solver.profile.dialect(), Channel::open(solver, Mode::Fresh, limits, interrupt.cloned()))
        };
        let channels = solvers.iter().map(open).collect();
        Examiner { judge, solvers, channels, spent: Tally::default() }
    }

    /// Runs all solvers on a case.
    pub(crate) fn observe(&mut self, case: &TestCase, ask: Ask) -> Result<Vec<Observation>, Error> {
        let mut observations = Vec::with_capacity(self.solvers.len());
        for (solver, (dialect, channel)) in self.solvers.iter().zip(&mut self.channels) {
            let Some(question) = question(solver, dialect, case, ask) else { continue };
            let observation =
                channel.ask(&question).map_err(|error| Error::Solver(solver.name.clone(), error))?;
            self.spent.solver(&solver.name).spend(&observation);
            observations.push(observation);
        }
        Ok(observations)
    }

    /// Runs all solvers on a case and judges what they did.
    pub(crate) fn examine(&mut self, case: &TestCase) -> Result<(Vec<Observation>, Vec<Verdict>), Error> {
        let observations = self.observe(case, MODELS)?;
        let mut verdicts = self.judge.judge(case, &observations);
        keep_fair(&mut verdicts, &self.solvers, case);
        Ok((observations, verdicts))
    }

    /// What is kept of observations of a case.
    pub(crate) fn records(&self, case: &TestCase, observations: &[Observation]) -> Vec<Record> {
        observations.iter().map(|observation| record(&self.solvers, case, observation)).collect()
    }
}

fn record(solvers: &[Solver], case: &TestCase, observation: &Observation) -> Record {
    let mut record = Record::new(observation);
    if let Some(solver) = solvers.iter().find(|solver| solver.name == observation.solver) {
        record.version = solver.version.clone();
        record.product = solver.profile.name.clone();
        record.family = solver.profile.family.clone();
        record.command = vec![command_line(solver)];
        record.options = solver.arguments.clone();
        record.tactic = tactic_for(solver, case).map(str::to_owned);
    }
    record
}
