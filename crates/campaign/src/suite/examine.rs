//! A test put to solvers, and what they did judged.

use std::collections::BTreeSet;

use quis_judge::{Judge, Kind, Trouble, Verdict, is_model};
use quis_solvers::{Ability, Answer, Ask, End, Interrupt, Limits, Mode, Observation, Solver};

use super::outcome::{CoreFault, Outcome, SolverResult, TestResult, differ};
use super::test::{Expected, Skip, SuiteFile, Test, read};
use crate::ask::{CORES, Crew, MODELS, Way, look_into};
use crate::error::Error;

/// What is asked where a core is expected. Some solvers are through after an error, so no model is asked for then.
const CORE: Ask = Ask { models: false, ..CORES };

/// What all threads share.
pub(crate) struct Shared<'a> {
    pub(crate) judge: &'a Judge,
    /// The solvers, and whether each is kept running between tests.
    pub(crate) solvers: &'a [(Solver, Mode)],
    pub(crate) seeds: &'a [u32],
    pub(crate) limits: Limits,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) old_escapes: bool,
}

/// What came of a file.
pub(crate) enum Came {
    /// It is a test, and was run.
    Result(Box<TestResult>),
    /// It is none.
    Skipped(Skip),
    /// The user does not want to wait for it.
    Interrupted,
}

/// Runs tests, one after the other.
pub(crate) struct Tester<'a> {
    shared: &'a Shared<'a>,
    /// For each solver, one member for each random seed …
    lanes: Vec<Crew>,
    /// … and the same in a process for each test.
    afresh: Vec<Crew>,
    /// Whether each solver can give cores.
    has_cores: Vec<bool>,
    /// All solvers, for second opinions on cores.
    others: Crew,
}

/// Why a test has no outcome on a solver.
enum Stop {
    Interrupted,
    /// The solver found a model of what should have none, or a better one than there should be.
    Disputed(Skip),
}

impl<'a> Tester<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Self {
        let crew = |solver: &Solver, mode: Mode| {
            let mut seeded: Vec<Solver> =
                shared.seeds.iter().filter_map(|&seed| solver.reseeded(seed)).collect();
            if seeded.is_empty() {
                seeded.push(solver.clone());
            }
            let way = |solver| Way { mode, ..Way::fresh(solver, shared.limits) };
            Crew::new(seeded.into_iter().map(way), Some(shared.interrupt))
        };
        let solvers = shared.solvers.iter().map(|(solver, _)| solver);
        Tester {
            shared,
            lanes: shared.solvers.iter().map(|(solver, mode)| crew(solver, *mode)).collect(),
            afresh: solvers.clone().map(|solver| crew(solver, Mode::Fresh)).collect(),
            has_cores: solvers.clone().map(|solver| solver.profile.can(Ability::Cores)).collect(),
            others: Crew::fresh(solvers.cloned(), shared.limits, Some(shared.interrupt)),
        }
    }

    /// Runs all solvers on a file.
    pub(crate) fn run(&mut self, file: &SuiteFile) -> Result<Came, Error> {
        let test = match read(file, self.shared.old_escapes) {
            Ok(test) => test,
            Err(skip) => return Ok(Came::Skipped(skip)),
        };
        let mut on = Vec::with_capacity(self.lanes.len());
        for solver in 0..self.lanes.len() {
            match self.on_solver(solver, &test)? {
                Ok(result) => on.push(result),
                Err(Stop::Interrupted) => return Ok(Came::Interrupted),
                Err(Stop::Disputed(skip)) => return Ok(Came::Skipped(skip)),
            }
        }
        Ok(Came::Result(Box::new(TestResult {
            name: file.name.clone(),
            category: file.category.clone(),
            expected: test.expected,
            optimum: test.case.checks.iter().any(|check| !check.optimum.is_empty()),
            bytes: test.case.text.len(),
            features: test.features,
            old_escapes: test.old_escapes,
            on,
        })))
    }

    /// A test on one solver, with each random seed.
    fn on_solver(&mut self, solver: usize, test: &Test) -> Result<Result<SolverResult, Stop>, Error> {
        let mut results = Vec::new();
        for lane in 0..self.lanes[solver].len() {
            match self.on_lane((solver, lane), test)? {
                Ok(result) => results.push(result),
                Err(stop) => return Ok(Err(stop)),
            }
        }
        let unstable = (results.len() > 1).then(|| differ(results.iter().map(|result| result.outcome)));
        let mut results = results.into_iter();
        let Some(first) = results.next() else { return Ok(Err(Stop::Interrupted)) };
        Ok(Ok(SolverResult { unstable, ..first }))
    }

    fn on_lane(&mut self, at: (usize, usize), test: &Test) -> Result<Result<SolverResult, Stop>, Error> {
        let (solver, member) = at;
        let with_core = !test.names.is_empty() && test.expected == Expected::Unsat && self.has_cores[solver];
        let ask = if with_core { CORE } else { MODELS };
        let Some(mut observation) = self.lanes[solver].ask_for(member, &test.case, ask)? else {
            let word = self.lanes[solver].obstacle(member, &test.case.text).unwrap_or_default();
            return Ok(Ok(left_out(format!("it has no {word}"))));
        };
        let judge = self.shared.judge;
        let is_suspect =
            !is_expected(&observation, test) || wrong_optimum(judge, test, &observation).is_some();
        let afresh = &mut self.afresh[solver];
        if observation.mode == Mode::Session && is_suspect {
            observation = afresh.ask_for(member, &test.case, ask)?.unwrap_or(observation);
        }
        // Whoever finds a model of what should have none is asked for it.
        if with_core
            && answer(&observation) == Some(Answer::Sat)
            && let Some(again) = afresh.ask_for(member, &test.case, MODELS)?
            && answer(&again) == Some(Answer::Sat)
        {
            observation = again;
        }
        if self.shared.interrupt.is_on() && observation.end == End::Interrupted {
            return Ok(Err(Stop::Interrupted));
        }
        if let Some(skip) = disputes(test, &observation).or_else(|| beats(judge, test, &observation)) {
            return Ok(Err(Stop::Disputed(skip)));
        }
        let Some((outcome, detail)) = self.outcome(test, &observation)? else {
            return Ok(Err(Stop::Interrupted));
        };
        let seconds = observation.wall.as_secs_f64();
        Ok(Ok(SolverResult { outcome, detail, seconds, unstable: None }))
    }

    /// What an observation is counted as, and why. Nothing if interrupted.
    fn outcome(
        &mut self,
        test: &Test,
        observation: &Observation,
    ) -> Result<Option<(Outcome, String)>, Error> {
        let judge = self.shared.judge;
        let trouble = judge.trouble(observation);
        let nothing = String::new;
        let told = match (answer(observation), test.expected, trouble) {
            (Some(answer @ Answer::Sat), Expected::Unsat, _)
            | (Some(answer @ Answer::Unsat), Expected::Sat, _) => match excuse(judge, test, observation) {
                Some(why) => (Outcome::LeftOut, why),
                None if answer == Answer::Sat => (Outcome::Sat, nothing()),
                None => (Outcome::Unsat, nothing()),
            },
            (_, _, Trouble::Crash(what)) => (Outcome::Crash, what),
            (Some(Answer::Sat), Expected::Sat, _) => match invalid_model(judge, test, observation) {
                Some(why) => (Outcome::InvalidModel, why),
                None => match wrong_optimum(judge, test, observation) {
                    Some(why) => (Outcome::WrongOptimum, why),
                    None => (Outcome::Sat, nothing()),
                },
            },
            (Some(Answer::Unsat), Expected::Unsat, Trouble::OwnWord(said)) => {
                (Outcome::WrongCore(CoreFault::Invalid), said)
            }
            (Some(Answer::Unsat), Expected::Unsat, _) => return self.core(test, observation),
            (Some(Answer::Unknown), ..) => (Outcome::Unknown, nothing()),
            (None, _, Trouble::Limit) => (Outcome::TimeOut, nothing()),
            // Z3 says what it does not know, and tries.
            (None, _, Trouble::Limitation(_)) if observation.end == End::TimedOut => {
                (Outcome::TimeOut, nothing())
            }
            (None, _, Trouble::Limitation(said)) => (Outcome::LeftOut, said),
            (None, _, Trouble::Error(said) | Trouble::OwnWord(said)) => (Outcome::Error, said),
            (None, _, Trouble::None) => match observation.end {
                End::TimedOut => (Outcome::TimeOut, nothing()),
                End::Interrupted => return Ok(None),
                End::Truncated => (Outcome::Error, "it printed too much".to_owned()),
                end => (Outcome::Error, format!("no answer, {}", crate::finding::describe_end(end))),
            },
        };
        Ok(Some(told))
    }

    /// What the core of an observation is worth, if there is one.
    fn core(&mut self, test: &Test, observation: &Observation) -> Result<Option<(Outcome, String)>, Error> {
        let fine = Ok(Some((Outcome::Unsat, String::new())));
        let Some(names) = observation.replies.first().and_then(|reply| reply.core_names()) else {
            return fine;
        };
        let given: BTreeSet<&String> = names.iter().collect();
        let is_all = |core: &Vec<String>| core.iter().collect::<BTreeSet<_>>() == given;
        if test.core.as_ref().map_or_else(|| is_all(&test.names), is_all) {
            return fine;
        }
        let (judge, kinds) = (self.shared.judge, [Kind::InvalidCore, Kind::LooseCore]);
        let seen = vec![observation.clone()];
        let (_, verdicts) = look_into(judge, &mut self.others, &test.case, seen, &kinds)?;
        if self.others.interrupted {
            return Ok(None);
        }
        let verdict = verdicts.into_iter().find(|verdict| kinds.contains(&verdict.kind));
        let said = format!("({})", names.join(" "));
        let expected = test.core.as_ref().map(|core| core.join(" "));
        Ok(Some(match (verdict, expected) {
            (Some(verdict), _) if verdict.kind == Kind::InvalidCore => {
                (Outcome::WrongCore(CoreFault::Invalid), format!("{said}: {}", verdict.evidence))
            }
            (Some(_), Some(expected)) => {
                (Outcome::WrongCore(CoreFault::Loose), format!("{said}, expected ({expected})"))
            }
            // What is needed for it to be unsatisfiable is another matter where the solver means something else.
            (None, Some(_)) if judge.deviation(&test.case, 0, observation).is_some() => {
                (Outcome::Unsat, String::new())
            }
            (None, Some(expected)) => {
                (Outcome::WrongCore(CoreFault::Other), format!("{said}, expected ({expected})"))
            }
            (_, None) => (Outcome::Unsat, String::new()),
        }))
    }
}

fn left_out(detail: String) -> SolverResult {
    SolverResult { outcome: Outcome::LeftOut, detail, seconds: 0.0, unstable: None }
}

/// The answer, if it means anything.
fn answer(observation: &Observation) -> Option<Answer> {
    observation.replies.first().filter(|reply| reply.error.is_none())?.answer
}

/// Whether the answer is the right one, whatever comes with it.
fn is_expected(observation: &Observation, test: &Test) -> bool {
    let expected = match test.expected {
        Expected::Sat => Answer::Sat,
        Expected::Unsat => Answer::Unsat,
    };
    answer(observation) == Some(expected)
}

/// Why the status of a test is wrong, if a model of what is said to be unsatisfiable holds.
fn disputes(test: &Test, observation: &Observation) -> Option<Skip> {
    let is_sat = test.expected == Expected::Unsat && answer(observation) == Some(Answer::Sat);
    let model = observation.replies.first().filter(|_| is_sat)?.model_text()?;
    (is_model(&test.case, 0, model) == Some(true)).then(|| {
        let why = format!("the model of {} satisfies all assertions", observation.solver);
        Skip::wrong_status(test.expected, &why)
    })
}

/// Why an answer that is not the expected one is no fault: by its own documents the solver means something else by the test, and
/// nothing is wrong with its answer by what it means.
fn excuse(judge: &Judge, test: &Test, observation: &Observation) -> Option<String> {
    let deviation = judge.deviation(&test.case, 0, observation)?;
    let verdicts = judge.judge(&test.case, std::slice::from_ref(observation));
    let is_wrong =
        |kind| matches!(kind, Kind::RefutationUnsound | Kind::SolutionUnsound | Kind::InvalidModel);
    let stands = verdicts.iter().any(|verdict| is_wrong(verdict.kind));
    (!stands).then(|| format!("it deviates from the standard: {deviation}"))
}

/// Why the model of an observation is none.
fn invalid_model(judge: &Judge, test: &Test, observation: &Observation) -> Option<String> {
    verdict(judge, test, observation, Kind::InvalidModel).map(|wrong| wrong.evidence)
}

/// Why an observation does not show the optimum, if the test has one.
fn wrong_optimum(judge: &Judge, test: &Test, observation: &Observation) -> Option<String> {
    let has_optimum = test.case.checks.iter().any(|check| !check.optimum.is_empty());
    let wrong = has_optimum.then(|| verdict(judge, test, observation, Kind::WrongOptimum))??;
    Some(format!("expected {}, but it {}", wrong.expected, wrong.actual))
}

/// Why the optimum of a test is wrong, if a model that holds is better.
fn beats(judge: &Judge, test: &Test, observation: &Observation) -> Option<Skip> {
    let has_optimum = test.case.checks.iter().any(|check| !check.optimum.is_empty());
    let doubt = has_optimum.then(|| verdict(judge, test, observation, Kind::Disagreement))??;
    Some(Skip::wrong_optimum(&doubt.evidence))
}

fn verdict(judge: &Judge, test: &Test, observation: &Observation, kind: Kind) -> Option<Verdict> {
    let verdicts = judge.judge(&test.case, std::slice::from_ref(observation));
    verdicts.into_iter().find(|verdict| verdict.kind == kind)
}
