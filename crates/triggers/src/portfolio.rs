//! Several ways to look for triggering terms, side by side, until one of them finds some.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quis_solvers::{Interrupt, Limits, Solver};

use crate::answer::{Answer, explain};
use crate::candidate::Candidate;
use crate::findings::{Alternative, Findings};
use crate::instances::terms;
use crate::matcher::{Matched, Matcher};
use crate::minimize::minimized;
use crate::problem::Problem;
use crate::refute::{Refuter, core, refute};
use crate::relax::Relaxation;
use crate::synth::{CONFIGS, Config, Synthesis};

/// Which solvers are used, and how much of everything.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The solver whose E-matching is to finish.
    pub matching: Solver,
    /// The Z3 that is asked for models and refutations.
    pub z3: Solver,
    /// A cvc5 that is asked for refutations.
    pub cvc5: Option<Solver>,
    /// For how long, all in all.
    pub time: Duration,
    /// How many ways are tried at the same time.
    pub jobs: usize,
    /// What a process may use.
    pub limits: Limits,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// E-matching needs no help.
    Refuted,
    /// With these terms it finishes.
    Found(Box<Answer>),
    /// Nothing was found.
    NotFound(Explored),
}

/// What was looked at.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// The ways that were tried, with what came of each.
    pub ways: Vec<String>,
    /// Whether the solver has a model, which means that there is nothing to be found.
    pub satisfiable: bool,
    /// Why E-matching could not even be asked.
    pub complaint: Option<String>,
    /// How long it took.
    pub time: Duration,
}

/// What is told while it runs.
#[derive(Clone, Debug)]
pub enum Event {
    /// A way is tried, for so long.
    Trying(String, Duration),
    /// Something was found, and is made smaller: the way, and how many terms there are.
    Found(String, usize),
}

/// One way to look for terms.
#[derive(Clone, Copy, Debug)]
enum Way {
    Refutation(Refuter),
    Synthesis(usize),
    Relaxation,
}

/// The order in which ways are tried: those first that tell soonest.
const WAYS: [Way; 13] = [
    Way::Refutation(Refuter::Z3Relaxed),
    Way::Refutation(Refuter::Cvc5Enumerative),
    Way::Refutation(Refuter::Z3Mbqi),
    Way::Synthesis(0),
    Way::Relaxation,
    Way::Refutation(Refuter::Cvc5IgnorePatterns),
    Way::Refutation(Refuter::Z3RelaxedSeeded),
    Way::Synthesis(1),
    Way::Refutation(Refuter::Z3MbqiAuto),
    Way::Synthesis(2),
    Way::Refutation(Refuter::Cvc5Mbqi),
    Way::Synthesis(3),
    Way::Synthesis(0),
];

/// A way gets so much time in the first round, and this many times more in each that follows.
const FIRST: Duration = Duration::from_millis(1500);
const GROWTH: u32 = 4;

/// So often is looked whether the user still wants to wait.
const GLANCE: Duration = Duration::from_millis(50);

/// A validation takes so long at most.
const VALIDATION: Duration = Duration::from_secs(2);

/// Looks for triggering terms.
///
/// # Errors
/// If a solver cannot be started.
pub fn solve(
    problem: &Problem,
    settings: &Settings,
    interrupt: Option<&Interrupt>,
    tell: &(dyn Fn(Event) + Sync),
) -> io::Result<Outcome> {
    solve_several(problem, settings, 1, interrupt, tell)
}

/// Looks for so many sets of triggering terms, and goes on until it has them or the time is over. The first found is the answer, the others are
/// its alternatives.
///
/// # Errors
/// If a solver cannot be started.
pub fn solve_several(
    problem: &Problem,
    settings: &Settings,
    wanted: usize,
    interrupt: Option<&Interrupt>,
    tell: &(dyn Fn(Event) + Sync),
) -> io::Result<Outcome> {
    let start = Instant::now();
    let matcher = Matcher::new(problem, &settings.matching, settings.limits, interrupt.cloned());
    let (first, complaint) = matcher.check(&Candidate::default(), Duration::from_secs(10))?;
    if first == Matched::Refuted {
        return Ok(Outcome::Refuted);
    }
    if first == Matched::Failed {
        let explored = Explored { complaint: Some(complaint), time: start.elapsed(), ..Explored::default() };
        return Ok(Outcome::NotFound(explored));
    }
    // The last answer ends all other processes, as a user does who does not want to wait.
    let halt = Interrupt::new()?;
    let search = Search {
        problem,
        settings,
        halt: &halt,
        tell,
        start,
        deadline: start + settings.time,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        over: AtomicBool::new(false),
        synthesis: CONFIGS.map(|_| Mutex::new(None)),
        relaxation: Mutex::new(Relaxation::new(problem)),
        found: Mutex::new(Findings::new(wanted)),
        ways: Mutex::new(Vec::new()),
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !search.over.load(Ordering::Relaxed) {
                if interrupt.is_some_and(Interrupt::is_on) {
                    search.end();
                    return;
                }
                std::thread::sleep(GLANCE);
            }
        });
        let workers: Vec<_> = (0..settings.jobs.max(1)).map(|_| scope.spawn(|| search.work())).collect();
        let ended: Vec<_> = workers.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        search.over.store(true, Ordering::Relaxed);
        for ended in ended {
            ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        io::Result::Ok(())
    })?;
    let found = search.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut all = found.all.into_iter();
    let Some(Alternative { candidate, way, time }) = all.next() else {
        let ways = search.ways.into_inner().unwrap_or_else(PoisonError::into_inner);
        let explored = Explored { ways, time: start.elapsed(), ..Explored::default() };
        return Ok(Outcome::NotFound(explored));
    };
    let mut answer = match interrupt.is_some_and(Interrupt::is_on) {
        // Who does not want to wait is told what is known.
        true => Answer { candidate, way, ..Answer::default() },
        false => explain(problem, settings, interrupt, candidate, way)?,
    };
    (answer.time, answer.alternatives) = (time, all.collect());
    Ok(Outcome::Found(Box::new(answer)))
}

/// What the workers share.
struct Search<'s> {
    problem: &'s Problem,
    settings: &'s Settings,
    halt: &'s Interrupt,
    tell: &'s (dyn Fn(Event) + Sync),
    start: Instant,
    deadline: Instant,
    /// The number of the next way, in all rounds.
    next: AtomicUsize,
    /// Whether workers are to end, and whether they have.
    stop: AtomicBool,
    over: AtomicBool,
    /// Searches that were left, to be taken up again.
    synthesis: [Mutex<Option<Synthesis>>; CONFIGS.len()],
    relaxation: Mutex<Relaxation>,
    found: Mutex<Findings>,
    ways: Mutex<Vec<String>>,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    fn found(&self) -> MutexGuard<'_, Findings> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.halt.trigger();
    }

    fn work(&self) -> io::Result<()> {
        let mut matcher = Matcher::new(
            self.problem,
            &self.settings.matching,
            self.settings.limits,
            Some(self.halt.clone()),
        );
        while !self.is_over() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let round = (number / WAYS.len()).min(8) as u32;
            let budget = FIRST * GROWTH.pow(round);
            let budget = budget.min(self.deadline.saturating_duration_since(Instant::now()));
            let way = WAYS[number % WAYS.len()];
            let Some((name, found)) = self.try_way(way, &mut matcher, budget)? else { continue };
            let mut ways = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
            if !ways.contains(&name) {
                ways.push(name.clone());
            }
            drop(ways);
            if let Some(candidate) = found
                && !self.stop.load(Ordering::Relaxed)
                && !self.found().has_seen(&candidate)
            {
                (self.tell)(Event::Found(name.clone(), candidate.terms.len()));
                let budget = Duration::from_secs(10);
                let small = minimized(self.problem, &mut matcher, candidate.clone(), VALIDATION, budget)?;
                // Nothing is told that a new process does not see.
                if matcher.afresh(&small, 5 * VALIDATION)? == Matched::Refuted {
                    let mut found = self.found();
                    found.add(&candidate, small, name, self.start.elapsed());
                    if found.is_enough() {
                        self.end();
                    }
                }
            }
        }
        Ok(())
    }

    fn try_way(
        &self,
        way: Way,
        matcher: &mut Matcher,
        budget: Duration,
    ) -> io::Result<Option<(String, Option<Candidate>)>> {
        match way {
            Way::Refutation(refuter) => {
                let solver =
                    if refuter.is_z3() { Some(&self.settings.z3) } else { self.settings.cvc5.as_ref() };
                let Some(solver) = solver else { return Ok(None) };
                let name = format!("refutation by {}", refuter.name());
                (self.tell)(Event::Trying(name.clone(), budget));
                let found = self.refutation(refuter, solver, matcher, budget)?;
                Ok(Some((name, found)))
            }
            Way::Relaxation => {
                let Ok(mut relaxation) = self.relaxation.try_lock() else { return Ok(None) };
                if relaxation.is_over() {
                    return Ok(None);
                }
                let name = "patterns left out".to_owned();
                (self.tell)(Event::Trying(name.clone(), budget));
                let Settings { z3, limits, .. } = self.settings;
                let until = Instant::now() + 2 * budget;
                let found = relaxation.run(self.problem, matcher, z3, *limits, self.halt, until)?;
                Ok(Some((name, found)))
            }
            Way::Synthesis(at) => {
                let config: Config = CONFIGS[at];
                let name = format!("synthesis ({})", config.name);
                (self.tell)(Event::Trying(name.clone(), budget));
                let Ok(mut slot) = self.synthesis[at].try_lock() else { return Ok(None) };
                let synthesis = slot.get_or_insert_with(|| {
                    let interrupt = Some(self.halt.clone());
                    Synthesis::new(self.problem, config, &self.settings.z3, self.settings.limits, interrupt)
                });
                if synthesis.is_over() {
                    return Ok(None);
                }
                let found = synthesis.run(matcher, Instant::now() + 2 * budget, &self.stop)?;
                Ok(Some((name, found)))
            }
        }
    }

    /// Terms that make E-matching instantiate what another engine did.
    fn refutation(
        &self,
        refuter: Refuter,
        solver: &Solver,
        matcher: &mut Matcher,
        budget: Duration,
    ) -> io::Result<Option<Candidate>> {
        let limits = Limits { wall: budget, ..self.settings.limits };
        let mut problem = self.problem.clone();
        let Some(refutation) = refute(&mut problem, refuter, solver, limits, Some(self.halt), &[])? else {
            return Ok(None);
        };
        if !refutation.refuted || self.is_over() {
            return Ok(None);
        }
        let limits = Limits { wall: budget.max(VALIDATION), ..limits };
        let core = core(&mut problem, &refutation.instances, &self.settings.z3, limits, Some(self.halt))?;
        let instances = core.map_or(refutation.instances, |core| core.instances);
        for generous in [false, true] {
            let candidate = terms(&mut problem, self.problem, &instances, generous);
            // What took long to refute may take long to match.
            let time = VALIDATION.max(budget / 2);
            if !candidate.terms.is_empty() && matcher.with(&candidate, time)? == Matched::Refuted {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }
}
