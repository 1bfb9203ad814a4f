//! The same verdict on the same solver, as a predicate.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use quis_judge::{Judge, Kind, core_case, is_model};
use quis_reduce::Predicate;
use quis_solvers::{Answer, Ask, Interrupt, Limits, Mode, Observation, Solver};
use quis_techniques::TestCase;

use super::aim::{Aim, Plan, Reason, definite, model};
use super::crew::{Crew, Way};
use crate::error::Error;
use crate::participant::{CORES, MODELS, facts};
use crate::tactic::keep_fair;
use crate::tally::Tally;

/// Holds for the cases on which the solver at fault shows the same.
///
/// Solvers are kept running where the verdict shows so, too, and sooner. What is confirmed was seen in a fresh process.
#[derive(Debug)]
pub struct SameVerdict {
    aim: Aim,
    judge: Judge,
    ways: Vec<Way>,
    interrupt: Option<Interrupt>,
    quick: Mutex<Vec<Crew>>,
    fresh: Mutex<Vec<Crew>>,
    spent: Mutex<Tally>,
}

impl SameVerdict {
    /// Asks those of these solvers whom the plan names. What they took for the case limits what they may take for smaller ones.
    pub(crate) fn new(
        plan: &Plan,
        solvers: &[Solver],
        observations: &[Observation],
        limits: Limits,
        interrupt: Option<&Interrupt>,
    ) -> SameVerdict {
        let way = |name: &String| {
            let solver = solvers.iter().find(|solver| solver.name == *name)?.clone();
            let seen = observations.iter().find(|seen| seen.solver == *name);
            let (took, cpu) = seen.map_or((limits.wall, limits.wall), |seen| (seen.wall, seen.cpu));
            // Those who are believed are believed without a model.
            let believed = matches!(plan.aim.reason, Reason::Trusted(_)) && *name != plan.aim.verdict.solver;
            let ask = if believed { Ask::default() } else { MODELS };
            Some(Way { solver, ask, mode: Mode::Fresh, limits, took, cpu })
        };
        let ways: Vec<Way> = plan.solvers.iter().filter_map(way).collect();
        SameVerdict {
            aim: plan.aim.clone(),
            judge: Judge::new(ways.iter().map(|way| facts(&way.solver)).collect()),
            ways,
            interrupt: interrupt.cloned(),
            quick: Mutex::default(),
            fresh: Mutex::default(),
            spent: Mutex::default(),
        }
    }

    /// What is kept.
    #[must_use]
    pub fn aim(&self) -> &Aim {
        &self.aim
    }

    /// Whether solvers are kept running between cases.
    #[must_use]
    pub fn mode(&self) -> Mode {
        let session = self.ways.iter().any(|way| way.mode == Mode::Session);
        if session { Mode::Session } else { Mode::Fresh }
    }

    /// How often a solver took too long.
    #[must_use]
    pub fn timeouts(&self) -> u64 {
        let count = |pool: &Mutex<Vec<Crew>>| {
            let crews = pool.lock().unwrap_or_else(PoisonError::into_inner);
            crews.iter().map(|crew| crew.timeouts).sum::<u64>()
        };
        count(&self.quick) + count(&self.fresh)
    }

    /// What the solvers used.
    pub(crate) fn spent(&self) -> Tally {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for pool in [&self.quick, &self.fresh] {
            let crews = pool.lock().unwrap_or_else(PoisonError::into_inner);
            crews.iter().for_each(|crew| spent.add(&crew.spent));
        }
        spent
    }

    /// What the solver at fault is asked for beside its answer.
    #[must_use]
    pub(crate) fn asking(mut self, ask: Ask) -> SameVerdict {
        self.ways.iter_mut().take(1).for_each(|way| way.ask = ask);
        self
    }

    /// Looks whether the case shows it in fresh processes, and keeps solvers running from now on if it shows then, too, and takes less
    /// time.
    pub(crate) fn settle(&mut self, case: &TestCase) -> Result<bool, Error> {
        let took = |crew: &mut Crew| {
            let began = Instant::now();
            self.shows(crew, case).map(|shows| shows.then(|| began.elapsed()))
        };
        let Some(fresh) = took(&mut Crew::new(&self.ways, self.interrupt.as_ref()))? else {
            return Ok(false);
        };
        let mut ways = self.ways.clone();
        for way in ways.iter_mut().filter(|way| way.solver.profile.session.is_some()) {
            way.mode = Mode::Session;
        }
        let mut kept = Crew::new(&ways, self.interrupt.as_ref());
        // The first time it is started.
        if took(&mut kept)?.is_some() && took(&mut kept)?.is_some_and(|session| session < fresh) {
            self.ways = ways;
            self.give_back(&self.quick, kept);
        }
        Ok(true)
    }

    /// Whether a case shows it.
    fn shows(&self, crew: &mut Crew, case: &TestCase) -> Result<bool, Error> {
        let Some(own) = crew.ask(0, case)? else { return Ok(false) };
        if crew.interrupted || !self.aim.is_possible(&own) {
            return Ok(false);
        }
        match self.aim.reason {
            Reason::Alone => Ok(self.judged(case, &[own])),
            Reason::Trusted(right) => Ok(match trusted(&self.judge, crew, case, own, right)? {
                Some(all) => !self.aim.is_exact() || self.judged(case, &all),
                None => false,
            }),
            Reason::Core => self.core(crew, case),
            Reason::Compared => {
                let mut all = vec![own];
                for at in 1..crew.len() {
                    all.extend(crew.ask(at, case)?);
                }
                Ok(!crew.interrupted && self.judged(case, &all))
            }
        }
    }

    fn judged(&self, case: &TestCase, observations: &[Observation]) -> bool {
        let mut verdicts = self.judge.judge(case, observations);
        let solvers: Vec<Solver> = self.ways.iter().map(|way| way.solver.clone()).collect();
        keep_fair(&mut verdicts, &solvers, case);
        verdicts.iter().any(|verdict| self.aim.fits(verdict))
    }

    /// Whether the solver at fault gives a core of which somebody finds a model.
    fn core(&self, crew: &mut Crew, case: &TestCase) -> Result<bool, Error> {
        let Some(own) = crew.ask_for(0, case, CORES)? else { return Ok(false) };
        for (check, names) in crate::cores::cores(&own) {
            let Some(core) = core_case(case, check, &names) else { continue };
            let mut seen = Vec::new();
            for at in 0..crew.len() {
                seen.extend(crew.ask(at, &core)?);
            }
            let verdict = self.judge.judge_core(case, check, &own, &names, &seen);
            if verdict.is_some_and(|verdict| verdict.kind == Kind::InvalidCore) {
                return Ok(!crew.interrupted);
            }
        }
        Ok(false)
    }

    /// Asks with solvers of a pool; whoever needs some at the same time has others.
    fn pooled(&self, pool: &Mutex<Vec<Crew>>, certain: bool, case: &TestCase) -> Result<bool, Error> {
        let crew = pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut crew = crew.unwrap_or_else(|| {
            let certainly = || self.ways.iter().map(Way::certain).collect::<Vec<_>>();
            let ways = if certain { certainly() } else { self.ways.clone() };
            Crew::new(&ways, self.interrupt.as_ref())
        });
        let shows = self.shows(&mut crew, case)?;
        self.give_back(pool, crew);
        Ok(shows)
    }

    fn give_back(&self, pool: &Mutex<Vec<Crew>>, crew: Crew) {
        if crew.interrupted {
            // Nobody asks it any more, but what it used counts.
            self.spent.lock().unwrap_or_else(PoisonError::into_inner).add(&crew.spent);
        } else {
            pool.lock().unwrap_or_else(PoisonError::into_inner).push(crew);
        }
    }
}

/// What all did if the solver at fault contradicts all others at a check that they answer alike.
fn trusted(
    judge: &Judge,
    crew: &mut Crew,
    case: &TestCase,
    own: Observation,
    right: Answer,
) -> Result<Option<Vec<Observation>>, Error> {
    let wrong = if right == Answer::Sat { Answer::Unsat } else { Answer::Sat };
    let mut checks: Vec<usize> = (0..case.checks.len())
        .filter(|&check| own.replies.get(check).and_then(definite) == Some(wrong))
        // Its model may prove that the others are wrong.
        .filter(|&check| model(&own, check).is_none_or(|model| is_model(case, check, model) != Some(true)))
        // What others answer says nothing against a solver that means something else by the check.
        .filter(|&check| judge.deviation(case, check, &own.solver).is_none())
        .collect();
    let mut all = vec![own];
    for at in 1..crew.len() {
        if checks.is_empty() {
            return Ok(None);
        }
        let Some(seen) = crew.ask(at, case)? else { return Ok(None) };
        checks.retain(|&check| seen.replies.get(check).and_then(definite) == Some(right));
        all.push(seen);
    }
    Ok(Some(all).filter(|all| !checks.is_empty() && all.len() > 1 && !crew.interrupted))
}

impl Predicate for SameVerdict {
    type Error = Error;

    fn holds(&self, case: &TestCase) -> Result<bool, Error> {
        self.pooled(&self.quick, false, case)
    }

    fn confirms(&self, case: &TestCase) -> Result<bool, Error> {
        // A fresh process has just shown it.
        if self.mode() == Mode::Fresh { Ok(true) } else { self.pooled(&self.fresh, true, case) }
    }
}
