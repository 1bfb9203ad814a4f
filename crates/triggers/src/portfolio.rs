//! Several ways to look for triggering terms, side by side, until one of them finds some.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use quis_solvers::{Interrupt, Limits, Solver};

use crate::answer::{Answer, Known, explain};
use crate::candidate::Candidate;
use crate::findings::{Alternative, Findings, Found, Lead};
use crate::front::clauses::clauses;
use crate::instances::Leads;
use crate::matcher::{Matched, Matcher};
use crate::neighbours::Neighbours;
use crate::problem::{Preamble, Problem};
use crate::refute::{Refuter, refute};
use crate::relax::Relaxation;
use crate::sessions::Sessions;
use crate::synth::{CONFIGS, Config, Synthesis};
use crate::time::within;
use crate::validation::{PLAIN, Validation};

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
    /// Of the axioms without the goal: if they contradict each other, it is easier seen there.
    Axioms(Refuter),
    /// Of the clauses of the formulas, if they have conjunctions.
    Clauses(Refuter),
    Synthesis(usize),
    Relaxation,
    Neighbours,
}

/// The order in which ways are tried: those first that tell soonest.
const WAYS: [Way; 22] = [
    Way::Refutation(Refuter::Z3Patterns),
    Way::Refutation(Refuter::Z3Relaxed),
    Way::Axioms(Refuter::Z3Mbqi),
    Way::Refutation(Refuter::Cvc5Enumerative),
    Way::Refutation(Refuter::Z3Mbqi),
    Way::Neighbours,
    Way::Refutation(Refuter::Cvc5Mbqi),
    Way::Refutation(Refuter::Cvc5IgnorePatterns),
    Way::Refutation(Refuter::Cvc5Shallow),
    Way::Refutation(Refuter::Cvc5Interleaved),
    Way::Clauses(Refuter::Cvc5Interleaved),
    Way::Synthesis(0),
    Way::Relaxation,
    Way::Axioms(Refuter::Cvc5Enumerative),
    Way::Refutation(Refuter::Z3RelaxedSeeded),
    Way::Synthesis(1),
    Way::Axioms(Refuter::Z3Relaxed),
    Way::Clauses(Refuter::Z3Mbqi),
    Way::Refutation(Refuter::Z3MbqiAuto),
    Way::Synthesis(2),
    Way::Synthesis(3),
    Way::Synthesis(0),
];

/// How many ways there are: more jobs than that are of no use.
pub const MOST_JOBS: usize = WAYS.len();

/// A way gets so much time of the CPU in the first round, and this many times more in each that follows.
const FIRST: Duration = Duration::from_millis(500);
const GROWTH: u32 = 3;

/// The part of it that an engine gets to refute something. Z3 writes down how only after it has. Where it but matches patterns, it soon has, or
/// goes astray.
fn share(refuter: Refuter, round: u32, budget: Duration) -> Duration {
    match refuter {
        Refuter::Z3Patterns | Refuter::Z3Relaxed | Refuter::Z3RelaxedSeeded if round == 0 => budget / 4,
        _ if refuter.is_z3() => budget * 3 / 5,
        _ => budget,
    }
}

/// So often is looked whether the user still wants to wait.
const GLANCE: Duration = Duration::from_millis(50);

/// While a lead is followed, no other way is begun: it is looked so often whether it is still.
const LEAD: Duration = Duration::from_millis(3);

/// A validation takes so long at most.
const VALIDATION: Duration = Duration::from_secs(2);

/// To find the instances that matter may take so many times as long as to refute.
const CORE: u32 = 4;

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
    let Settings { matching, limits, .. } = settings;
    let none = Candidate::default();
    let matcher = Matcher::as_written(problem, matching, *limits, interrupt.cloned());
    let (plain, complaint) = matcher.check(&none, PLAIN)?;
    if plain == Matched::Refuted {
        return Ok(Outcome::Refuted);
    }
    let matcher = Matcher::new(problem, matching, *limits, interrupt.cloned());
    if plain == Matched::Failed && matcher.afresh(&none, PLAIN)? == Matched::Failed {
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
        wanted,
        all: (0..problem.axioms.len()).collect(),
        axioms: axioms(problem),
        clauses: OnceLock::new(),
        synthesis: CONFIGS.map(|_| Mutex::new(None)),
        relaxation: Mutex::new(Relaxation::new(problem)),
        neighbours: Mutex::new(Neighbours::new(problem)),
        found: Mutex::new(Findings::new(wanted)),
        leads: Count::default(),
        ways: Mutex::new(Vec::new()),
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !search.over.load(Ordering::Relaxed) {
                // Whatever is still being asked has had its time.
                if interrupt.is_some_and(Interrupt::is_on) || Instant::now() >= search.deadline {
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
    let Some(Found { alternative: Alternative { candidate, way, time }, seen, example }) = all.next() else {
        let ways = search.ways.into_inner().unwrap_or_else(PoisonError::into_inner);
        let explored = Explored { ways, time: start.elapsed(), ..Explored::default() };
        return Ok(Outcome::NotFound(explored));
    };
    let mut answer = match interrupt.is_some_and(Interrupt::is_on) {
        // Who does not want to wait is told what is known.
        true => Answer { candidate, way, ..Answer::default() },
        false => {
            let validation = Validation { problem, settings, interrupt };
            let (candidate, seen) = match wanted {
                0 | 1 => validation.small(candidate, seen)?,
                _ => (candidate, seen),
            };
            explain(problem, settings, interrupt, Known { candidate, way, seen: Some(seen), example })?
        }
    };
    (answer.time, answer.alternatives) = (time, all.map(|found| found.alternative).collect());
    Ok(Outcome::Found(Box::new(answer)))
}

/// A problem without its goal, and which of its axioms that leaves; `None` if it has none, or nothing else.
fn axioms(problem: &Problem) -> Option<(Problem, Vec<usize>)> {
    let is_goal = |problem: &Problem, axiom: usize| problem.axioms[axiom].is_goal;
    let left: Vec<usize> = (0..problem.axioms.len()).filter(|&axiom| !is_goal(problem, axiom)).collect();
    let is_of_use = !left.is_empty() && left.len() < problem.axioms.len();
    is_of_use.then(|| (problem.clone().without(is_goal), left))
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
    /// How many sets of terms are looked for.
    wanted: usize,
    /// The axioms of the problem, all of them.
    all: Vec<usize>,
    /// The problem without the goal, if there is one, and which axioms that leaves.
    axioms: Option<(Problem, Vec<usize>)>,
    /// The problem with a formula for each clause, if it has others, once it is asked for.
    clauses: OnceLock<Option<Problem>>,
    /// Searches that were left, to be taken up again.
    synthesis: [Mutex<Option<Synthesis>>; CONFIGS.len()],
    relaxation: Mutex<Relaxation>,
    neighbours: Mutex<Neighbours>,
    found: Mutex<Findings>,
    leads: Count,
    ways: Mutex<Vec<String>>,
}

/// How many workers do something.
#[derive(Default)]
struct Count(AtomicUsize);

/// One of those that are counted, as long as it lives.
struct Counted<'c>(&'c Count);

impl Count {
    fn any(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    fn one_more(&self) -> Counted<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Counted(self)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
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
        let mut sessions = Sessions::new(self.problem, self.settings, self.halt);
        while !self.is_over() {
            if self.leads.any() && self.wanted <= 1 {
                std::thread::sleep(LEAD);
                continue;
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let round = (number / WAYS.len()).min(8) as u32;
            let budget = FIRST * GROWTH.pow(round);
            let budget = budget.min(self.deadline.saturating_duration_since(Instant::now()));
            let way = WAYS[number % WAYS.len()];
            if matches!(way, Way::Synthesis(_) | Way::Relaxation) {
                sessions.give_up_unfair()?;
            }
            if !self.go(way, sessions.matchers(), round, budget)? && sessions.give_up_unfair()? {
                self.go(way, sessions.matchers(), round, budget)?;
            }
        }
        Ok(())
    }

    /// Tries a way, and follows the lead that it gives. False if that was none.
    fn go(&self, way: Way, matchers: [&mut Matcher; 2], round: u32, budget: Duration) -> io::Result<bool> {
        let Some((name, found)) = self.try_way(way, matchers, round, budget)? else { return Ok(true) };
        let mut ways = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        if !ways.contains(&name) {
            ways.push(name.clone());
        }
        drop(ways);
        let Some(lead) = found else { return Ok(true) };
        let _lead = self.leads.one_more();
        self.follow(name, lead)
    }

    /// What a way came up with counts if a new process sees it, too. False if none does.
    fn follow(&self, way: String, lead: Lead) -> io::Result<bool> {
        let Lead { candidate, example } = lead;
        if self.stop.load(Ordering::Relaxed) || self.found().has_seen(&candidate) {
            return Ok(true);
        }
        (self.tell)(Event::Found(way.clone(), candidate.terms.len()));
        let Search { problem, settings, wanted, .. } = *self;
        let validation = Validation { problem, settings, interrupt: Some(self.halt) };
        let Some(seen) = validation.seen(&candidate)? else { return Ok(false) };
        if self.stop.load(Ordering::Relaxed) {
            return Ok(true);
        }
        // A single one is made small when the others have ended.
        let (kept, seen) = match wanted {
            0 | 1 => (candidate.clone(), seen),
            _ => validation.small(candidate.clone(), seen)?,
        };
        let alternative = Alternative { candidate: kept, way, time: self.start.elapsed() };
        let mut found = self.found();
        found.add(&candidate, Found { alternative, seen, example });
        if found.is_enough() {
            self.end();
        }
        Ok(true)
    }

    fn try_way(
        &self,
        way: Way,
        matchers: [&mut Matcher; 2],
        round: u32,
        budget: Duration,
    ) -> io::Result<Option<(String, Option<Lead>)>> {
        let [matcher, written] = matchers;
        match way {
            Way::Refutation(refuter) | Way::Axioms(refuter) | Way::Clauses(refuter) => {
                let solver =
                    if refuter.is_z3() { Some(&self.settings.z3) } else { self.settings.cvc5.as_ref() };
                let (Some(solver), Some((what, problem))) = (solver, self.asked(way)) else {
                    return Ok(None);
                };
                let name = format!("{what} by {}", refuter.name());
                (self.tell)(Event::Trying(name.clone(), budget));
                let found = self.refutation(problem, refuter, solver, [matcher, written], round, budget)?;
                Ok(Some((name, found)))
            }
            Way::Relaxation => {
                let Ok(mut relaxation) = self.relaxation.try_lock() else { return Ok(None) };
                if relaxation.is_over() {
                    return Ok(None);
                }
                let name = "patterns left out".to_owned();
                (self.tell)(Event::Trying(name.clone(), budget));
                let until = Instant::now() + 2 * budget;
                let found = relaxation.run(self.problem, matcher, self.settings, self.halt, until)?;
                Ok(Some((name, found)))
            }
            Way::Neighbours => {
                let Ok(mut neighbours) = self.neighbours.try_lock() else { return Ok(None) };
                if neighbours.is_over() {
                    return Ok(None);
                }
                let name = "refutation of a few axioms".to_owned();
                (self.tell)(Event::Trying(name.clone(), budget));
                let until = Instant::now() + budget;
                let matchers = [matcher, written];
                let found = neighbours.run(self.problem, matchers, self.settings, self.halt, until)?;
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
                Ok(Some((name, found.map(|candidate| Lead { candidate, ..Lead::default() }))))
            }
        }
    }

    /// What is to be refuted, and which axioms that has; `None` if another way asks the same.
    fn asked(&self, way: Way) -> Option<(&'static str, (&Problem, &[usize]))> {
        match way {
            Way::Axioms(_) => {
                let (problem, left) = self.axioms.as_ref()?;
                Some(("refutation of the axioms alone", (problem, left)))
            }
            Way::Clauses(_) => {
                let problem = self.clauses.get_or_init(|| clauses(self.problem)).as_ref()?;
                Some(("refutation of the clauses", (problem, &self.all)))
            }
            _ => Some(("refutation", (self.problem, &self.all))),
        }
    }

    /// Terms that make E-matching instantiate what another engine did, when asked about these axioms.
    fn refutation(
        &self,
        (asked, axioms): (&Problem, &[usize]),
        refuter: Refuter,
        solver: &Solver,
        matchers: [&mut Matcher; 2],
        round: u32,
        budget: Duration,
    ) -> io::Result<Option<Lead>> {
        let limits = within(self.settings.limits, share(refuter, round, budget));
        let mut problem = asked.clone();
        let is_whole = axioms.len() == self.all.len();
        let solver = &varied(&mut problem, solver, round, is_whole);
        let found = refute(&mut problem, refuter, solver, limits, Some(self.halt), &[])?;
        let Some(refutation) = found.filter(|_| !self.is_over()) else { return Ok(None) };
        // In later rounds it may take long to find out what matters, and come to nothing.
        let _lead = (round == 0).then(|| self.leads.one_more());
        let leads = Leads {
            original: self.problem,
            settings: self.settings,
            interrupt: self.halt,
            // Of ten thousand instances it takes several times as long to find those that matter as to make them.
            core: VALIDATION.max(CORE * budget),
            // What took long to refute may take long to match.
            matching: VALIDATION.max(budget / 2),
        };
        leads.from(&mut problem, axioms, refutation.instances, matchers)
    }
}

/// Engines find a proof or do not for little reasons: in later rounds they begin with other seeds, and every other time do not heed what the
/// user set for the whole.
fn varied(problem: &mut Problem, solver: &Solver, round: u32, is_whole: bool) -> Solver {
    let mut solver = solver.clone();
    if round > 0 {
        let seed = solver.profile.seed_arguments(round);
        solver.arguments.extend(seed);
    }
    if round.is_multiple_of(2) != is_whole {
        problem.preamble = Preamble::default();
    }
    solver
}
