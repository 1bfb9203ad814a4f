//! Solvers that are asked: the one place where a case is put to a solver.

use std::borrow::Cow;
use std::time::Duration;

use quis_judge::{About, FollowUp, How};
use quis_solvers::{Ask, Channel, Dialect, End, Interrupt, Limits, Mode, Observation, Solver};
use quis_techniques::TestCase;

use super::learn::unknown_operator;
use super::question::{MODELS, ask_of, question, without_options};
use super::tactic::tactic_for;
use crate::error::Error;
use crate::finding::Record;
use crate::tally::Tally;

/// A solver, and how it is asked.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) solver: Solver,
    /// What it is asked for beside its answer.
    pub(crate) ask: Ask,
    /// Whether it is kept running between cases.
    pub(crate) mode: Mode,
    pub(crate) limits: Limits,
    /// Whether options that the case sets are left out: they are another solver's.
    pub(crate) bare: bool,
    /// Whether it shows models where others give answers alone: it is trusted, and its models say who is wrong.
    pub(crate) trusted: bool,
}

impl Way {
    /// A solver in a process for each case, asked for models.
    pub(crate) fn fresh(solver: Solver, limits: Limits) -> Way {
        Way { solver, ask: MODELS, mode: Mode::Fresh, limits, bare: false, trusted: false }
    }
}

/// A member of a crew.
#[derive(Debug)]
struct Member {
    way: Way,
    dialect: Dialect,
    channel: Channel,
    /// Whether it skips cases with operators that it did not know in an earlier case.
    learns: bool,
}

impl Member {
    fn new(way: Way, interrupt: Option<&Interrupt>) -> Member {
        let channel = Channel::open(&way.solver, way.mode, way.limits, interrupt.cloned());
        Member { dialect: way.solver.profile.dialect(), channel, way, learns: false }
    }

    /// What the solver does with a case; `None` if it cannot read it with the same meaning.
    fn ask(&mut self, case: &TestCase, ask: Ask) -> Result<Option<Observation>, Error> {
        let solver = &self.way.solver;
        let case = if self.way.bare { without_options(case) } else { Cow::Borrowed(case) };
        let ask = Ask { models: ask.models || self.way.trusted, ..ask };
        let Some(question) = question(solver, &self.dialect, &case, ask) else { return Ok(None) };
        let asked = self.channel.ask(&question);
        let mut observation = asked.map_err(|error| Error::Solver(solver.name.clone(), error))?;
        observation.variation.by_tactic = tactic_for(solver, &case).is_some();
        if self.learns
            && let Some(error) = observation.replies.first().and_then(|reply| reply.error.as_deref())
            && let Some(operator) = unknown_operator(error, &case.text)
        {
            self.dialect.refuse(operator);
        }
        Ok(Some(observation))
    }
}

/// Solvers that are asked.
#[derive(Debug)]
pub(crate) struct Crew {
    members: Vec<Member>,
    interrupt: Option<Interrupt>,
    /// What they used.
    pub(crate) spent: Tally,
    /// How often the time was over.
    pub(crate) timeouts: u64,
    /// Whether one of them was interrupted.
    pub(crate) interrupted: bool,
}

impl Crew {
    pub(crate) fn new(ways: impl IntoIterator<Item = Way>, interrupt: Option<&Interrupt>) -> Crew {
        Crew {
            members: ways.into_iter().map(|way| Member::new(way, interrupt)).collect(),
            interrupt: interrupt.cloned(),
            spent: Tally::default(),
            timeouts: 0,
            interrupted: false,
        }
    }

    /// Solvers in a process for each case: for what must be certain.
    pub(crate) fn fresh(
        solvers: impl IntoIterator<Item = Solver>,
        limits: Limits,
        interrupt: Option<&Interrupt>,
    ) -> Crew {
        Crew::new(solvers.into_iter().map(|solver| Way::fresh(solver, limits)), interrupt)
    }

    /// The name of one of them.
    pub(crate) fn name(&self, at: usize) -> &str {
        self.members.get(at).map_or("", |member| &member.way.solver.name)
    }

    /// The number of members.
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// The solvers.
    pub(crate) fn solvers(&self) -> impl Iterator<Item = &Solver> {
        self.members.iter().map(|member| &member.way.solver)
    }

    /// The solver of an observation, with the random seed and the options that it had.
    pub(crate) fn solver_of(&self, seen: &Observation) -> Option<Solver> {
        let named = |name: &str| self.solvers().find(|solver| solver.name == name);
        let solver = match (named(&seen.solver), &seen.variation.reseeded) {
            (None, Some(reseeded)) => named(&reseeded.of)?.reseeded(reseeded.seed)?,
            (own, _) => own?.clone(),
        };
        Some(if seen.variation.plain { solver.plain() } else { solver })
    }

    /// What one of them does with a case; `None` if it cannot read it with the same meaning.
    pub(crate) fn ask(&mut self, at: usize, case: &TestCase) -> Result<Option<Observation>, Error> {
        let ask = self.members.get(at).map_or(MODELS, |member| member.way.ask);
        self.ask_for(at, case, ask)
    }

    /// The same, asked for something else.
    pub(crate) fn ask_for(
        &mut self,
        at: usize,
        case: &TestCase,
        ask: Ask,
    ) -> Result<Option<Observation>, Error> {
        let Some(member) = self.members.get_mut(at) else { return Ok(None) };
        let seen = member.ask(case, ask)?;
        self.note(seen.as_ref());
        Ok(seen)
    }

    /// What all of them do with a case, as far as they can read it.
    pub(crate) fn observe(&mut self, case: &TestCase, ask: Ask) -> Result<Vec<Observation>, Error> {
        let mut seen = Vec::with_capacity(self.members.len());
        for at in 0..self.members.len() {
            seen.extend(self.ask_for(at, case, ask)?);
        }
        Ok(seen)
    }

    /// What all of them do with what a follow-up question is about.
    pub(crate) fn follow_up(
        &mut self,
        case: &TestCase,
        question: &FollowUp,
    ) -> Result<Vec<Observation>, Error> {
        let Some(case) = question.case(case) else { return Ok(Vec::new()) };
        let ask = if question.about == About::Case { ask_of(&case) } else { MODELS };
        let How { seed, plain } = question.how;
        if seed.is_none() && !plain {
            return self.observe(&case, ask);
        }
        let vary = |member: &Member| {
            let solver = &member.way.solver;
            let solver = if plain { solver.plain() } else { solver.clone() };
            let solver = seed.map_or(Some(solver.clone()), |seed| solver.reseeded(seed))?;
            Some(Way { solver, ..member.way.clone() })
        };
        let ways: Vec<Way> = self.members.iter().filter_map(vary).collect();
        let mut seen = Vec::new();
        for way in ways {
            seen.extend(self.once(way, &case, ask)?);
        }
        seen.iter_mut().for_each(|seen| seen.variation.plain = plain);
        Ok(seen)
    }

    /// Asks in a way that is not kept.
    fn once(&mut self, way: Way, case: &TestCase, ask: Ask) -> Result<Option<Observation>, Error> {
        let seen = Member::new(way, self.interrupt.as_ref()).ask(case, ask)?;
        self.note(seen.as_ref());
        Ok(seen)
    }

    fn note(&mut self, seen: Option<&Observation>) {
        let Some(seen) = seen else { return };
        self.spent.solver(seen.base()).spend(seen);
        self.timeouts += u64::from(seen.end == End::TimedOut);
        self.interrupted |= seen.end == End::Interrupted;
    }

    /// What of a text one of them does not have, if it cannot read it.
    pub(crate) fn obstacle(&self, at: usize, text: &str) -> Option<String> {
        Some(self.members.get(at)?.dialect.obstacle(text)?.to_owned())
    }

    /// Gives one of them so much CPU time for each case from now on.
    pub(crate) fn set_cpu(&mut self, at: usize, cpu: Duration) {
        if let Some(member) = self.members.get_mut(at) {
            member.channel.set_cpu(cpu);
        }
    }

    /// Whether solvers skip cases with operators that they did not know in an earlier case: what is run depends on the cases before then.
    pub(crate) fn set_learning(&mut self, learns: bool) {
        self.members.iter_mut().for_each(|member| member.learns = learns);
    }

    /// Lets all of them forget the cases before.
    pub(crate) fn restart(&mut self) {
        self.members.iter_mut().for_each(|member| member.channel.restart());
    }

    /// What is kept of what solvers did with a case.
    pub(crate) fn records(&self, case: &TestCase, seen: &[Observation]) -> Vec<Record> {
        seen.iter().map(|seen| Record::of(seen, self.solver_of(seen).as_ref(), case)).collect()
    }
}
