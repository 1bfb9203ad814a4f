//! The same verdict on the same solver, as a predicate.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quis_judge::{Judge, Kind, is_model};
use quis_reduce::Predicate;
use quis_solvers::{Answer, Ask, Interrupt, Limits, Mode, Observation, Solver};
use quis_techniques::TestCase;

use super::aim::{Aim, Plan, Reason, definite, model};
use crate::ask::{Crew, MODELS, Way, look_into};
use crate::error::Error;
use crate::participant::judge_of;
use crate::tally::Tally;

/// Holds for the cases on which the solver at fault shows the same.
///
/// Solvers are kept running where the verdict shows so, too, and sooner. What is confirmed was seen in a fresh process.
#[derive(Debug)]
pub struct SameVerdict {
    aim: Aim,
    judge: Judge,
    ways: Vec<Way>,
    /// The limits of each where it must be certain.
    certain: Vec<Limits>,
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
            let took = seen.map_or(limits.time(), |seen| seen.cpu);
            // Those who are believed are believed without a model.
            let believed = matches!(plan.aim.reason, Reason::Trusted(_)) && *name != plan.aim.verdict.solver;
            let ask = if believed { Ask::default() } else { MODELS };
            // A little above what the case took, so that a candidate that became hard is dropped at once.
            let quick = limits.with_cpu((took * 2 + Duration::from_millis(100)).min(limits.time()));
            let certain = limits.with_cpu((took * 4 + Duration::from_secs(1)).min(limits.time()));
            let way = Way { ask, limits: quick, ..Way::fresh(solver, limits) };
            Some((way, certain))
        };
        let (mut ways, certain): (Vec<Way>, Vec<Limits>) = plan.solvers.iter().filter_map(way).unzip();
        // Options of the case are those of the solver at fault.
        ways.iter_mut().skip(1).for_each(|way| way.bare = true);
        SameVerdict {
            aim: plan.aim.clone(),
            judge: judge_of(ways.iter().map(|way| &way.solver)),
            ways,
            certain,
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

    /// Looks whether the case shows it in fresh processes, and keeps solvers running from now on if it shows then, too, and that is wanted:
    /// because it takes less time, unless a mode is given.
    pub(crate) fn settle(&mut self, case: &TestCase, mode: Option<Mode>) -> Result<bool, Error> {
        let took = |crew: &mut Crew| {
            let began = Instant::now();
            self.shows(crew, case).map(|shows| shows.then(|| began.elapsed()))
        };
        let Some(fresh) = took(&mut self.crew(&self.ways))? else { return Ok(false) };
        if mode == Some(Mode::Fresh) {
            return Ok(true);
        }
        let mut ways = self.ways.clone();
        for way in ways.iter_mut().filter(|way| way.solver.profile.session.is_some()) {
            way.mode = Mode::Session;
        }
        let mut kept = self.crew(&ways);
        // The first time it is started.
        let wanted = |session: Duration| mode.is_some() || session < fresh;
        if took(&mut kept)?.is_some() && took(&mut kept)?.is_some_and(wanted) {
            self.ways = ways;
            self.give_back(&self.quick, kept);
        }
        Ok(true)
    }

    fn crew(&self, ways: &[Way]) -> Crew {
        Crew::new(ways.iter().cloned(), self.interrupt.as_ref())
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
            // The judge asks for a model of its core.
            Reason::Core => {
                let (_, verdicts) = look_into(&self.judge, crew, case, vec![own], &[Kind::InvalidCore])?;
                Ok(!crew.interrupted && verdicts.iter().any(|verdict| self.aim.fits(verdict)))
            }
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
        self.judge.judge(case, observations).iter().any(|verdict| self.aim.fits(verdict))
    }

    /// Asks with solvers of a pool; whoever needs some at the same time has others.
    fn pooled(&self, pool: &Mutex<Vec<Crew>>, certain: bool, case: &TestCase) -> Result<bool, Error> {
        let crew = pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut crew = crew.unwrap_or_else(|| {
            let certainly =
                |(way, limits): (&Way, &Limits)| Way { mode: Mode::Fresh, limits: *limits, ..way.clone() };
            let ways = self.ways.iter().zip(&self.certain);
            if certain { self.crew(&ways.map(certainly).collect::<Vec<_>>()) } else { self.crew(&self.ways) }
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
        .filter(|&check| judge.deviation(case, check, &own).is_none())
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
