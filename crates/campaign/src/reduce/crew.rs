//! Solvers that are asked one after the other, as far as somebody wants to know.

use std::borrow::Cow;
use std::time::Duration;

use quis_solvers::{Ask, Channel, Dialect, End, Interrupt, Limits, Mode, Observation, Solver};
use quis_techniques::TestCase;

use super::file::without_options;
use crate::error::Error;
use crate::participant::question;
use crate::tally::Tally;

/// A solver, and how it is asked.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) solver: Solver,
    /// What it is asked for beside its answer.
    pub(crate) ask: Ask,
    /// Whether it is kept running between cases.
    pub(crate) mode: Mode,
    /// The limits where it must be certain.
    pub(crate) limits: Limits,
    /// What it took for the case as it was given, on the clock …
    pub(crate) took: Duration,
    /// … and of the CPU.
    pub(crate) cpu: Duration,
}

/// Who waited for the CPU gets so many times the time.
const STARVED: u32 = 4;

impl Way {
    /// The limits where it must be quick: a little above what the case took, so that a candidate that became hard is dropped at once.
    fn quick(&self) -> Limits {
        let wall = self.took * 2 + Duration::from_millis(150);
        Limits { wall: wall.min(self.limits.wall), ..self.limits }
    }

    /// Whether a run was ended before it had what it needs: the machine may be busy.
    fn is_starved(&self, observation: &Observation) -> bool {
        observation.end == End::TimedOut
            && observation.wall < self.limits.wall
            && observation.cpu < self.cpu * 2 + Duration::from_millis(50)
    }

    /// The same with a fresh process, and more time.
    pub(crate) fn certain(&self) -> Way {
        let wall = self.took * 4 + Duration::from_secs(1);
        let limits = Limits { wall: wall.min(self.limits.wall), ..self.limits };
        Way { mode: Mode::Fresh, limits, took: limits.wall, ..self.clone() }
    }
}

/// Solvers that are asked.
#[derive(Debug)]
pub(crate) struct Crew {
    members: Vec<(Way, Dialect, Channel)>,
    /// What they used.
    pub(crate) spent: Tally,
    /// How often the time was over.
    pub(crate) timeouts: u64,
    /// Whether one of them was interrupted.
    pub(crate) interrupted: bool,
}

impl Crew {
    pub(crate) fn new(ways: &[Way], interrupt: Option<&Interrupt>) -> Crew {
        let member = |way: &Way| {
            let channel = Channel::open(&way.solver, way.mode, way.quick(), interrupt.cloned());
            (way.clone(), way.solver.profile.dialect(), channel)
        };
        Crew {
            members: ways.iter().map(member).collect(),
            spent: Tally::default(),
            timeouts: 0,
            interrupted: false,
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// What one of them does with a case; nothing if it cannot read it with the same meaning.
    pub(crate) fn ask(&mut self, at: usize, case: &TestCase) -> Result<Option<Observation>, Error> {
        let Some((way, ..)) = self.members.get(at) else { return Ok(None) };
        let ask = way.ask;
        self.ask_for(at, case, ask)
    }

    /// The same, and what it is asked for is something else.
    pub(crate) fn ask_for(
        &mut self,
        at: usize,
        case: &TestCase,
        ask: Ask,
    ) -> Result<Option<Observation>, Error> {
        let Some((way, dialect, channel)) = self.members.get_mut(at) else { return Ok(None) };
        // Options of the case are those of the solver at fault.
        let asked = if at == 0 { Cow::Borrowed(case) } else { without_options(case) };
        let Some(question) = question(&way.solver, dialect, &asked, ask) else { return Ok(None) };
        let name = &way.solver.name;
        let failed = |error| Error::Solver(name.clone(), error);
        let mut observation = channel.ask(&question).map_err(failed)?;
        if way.is_starved(&observation) {
            self.spent.solver(name).spend(&observation);
            let quick = way.quick().wall;
            channel.set_wall((quick * STARVED).min(way.limits.wall));
            observation = channel.ask(&question).map_err(failed)?;
            channel.set_wall(quick);
        }
        self.spent.solver(name).spend(&observation);
        self.timeouts += u64::from(observation.end == End::TimedOut);
        self.interrupted |= observation.end == End::Interrupted;
        Ok(Some(observation))
    }
}
