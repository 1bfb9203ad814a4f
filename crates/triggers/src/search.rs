//! The workers of a portfolio: each tries one way after the other, and follows what it comes up with.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use quis_solvers::{Interrupt, Solver};

use crate::explored::{Came, Explored};
use crate::findings::{Alternative, Findings, Found, Lead};
use crate::front::clauses::clauses;
use crate::instances::Leads;
use crate::matcher::Matcher;
use crate::neighbours::Neighbours;
use crate::portfolio::{Event, Settings};
use crate::problem::Problem;
use crate::refute::{Refuter, Reply, refutation};
use crate::relax::Relaxation;
use crate::sessions::Sessions;
use crate::synth::{CONFIGS, Config, Synthesis};
use crate::time::within;
use crate::turns::{Turn, Turns};
use crate::validation::Validation;
use crate::ways::{WAYS, Way, round, share, varied};

/// So often is looked whether the user still wants to wait.
const GLANCE: Duration = Duration::from_millis(50);

/// While a lead is followed, no other way is begun: it is looked so often whether it is still.
const LEAD: Duration = Duration::from_millis(3);

/// A validation takes so long at most.
const VALIDATION: Duration = Duration::from_secs(2);

/// To find the instances that matter may take so many times as long as to refute.
const CORE: u32 = 4;

/// What the workers share.
pub(crate) struct Search<'s> {
    problem: &'s Problem,
    settings: &'s Settings,
    /// What is tried, in turn.
    ways: Vec<Way>,
    configs: Vec<Config>,
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
    synthesis: Vec<Mutex<Option<Synthesis>>>,
    relaxation: Mutex<Relaxation>,
    neighbours: Mutex<Neighbours>,
    found: Mutex<Findings>,
    turns: Turns,
    /// How often E-matching was asked.
    asked: Arc<AtomicU64>,
    explored: Mutex<Explored>,
    /// Whether an engine has a model of the axioms without the goal: then it is of no use to ask about them again.
    axioms_have_model: AtomicBool,
}

/// The present try of a way.
#[derive(Clone, Copy)]
struct Try<'t> {
    round: u32,
    /// So much time of the CPU it has.
    budget: Duration,
    turn: &'t Turn<'t>,
}

/// What came of following a way to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    /// Terms were right, or there were none.
    Well,
    /// There were terms that no new process finds enough.
    Astray,
    /// Somebody else had a lead: it is to be tried again.
    Cut,
}

impl<'s> Search<'s> {
    /// Prepares the search for so many sets of terms, which began some time ago.
    pub(crate) fn new(
        problem: &'s Problem,
        settings: &'s Settings,
        wanted: usize,
        halt: &'s Interrupt,
        start: Instant,
        tell: &'s (dyn Fn(Event) + Sync),
    ) -> Search<'s> {
        let (ways, configs) = match settings.synthesis {
            Some(config) => (vec![Way::Synthesis(0)], vec![config]),
            None => (WAYS.to_vec(), CONFIGS.to_vec()),
        };
        Search {
            problem,
            settings,
            ways,
            halt,
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
            synthesis: configs.iter().map(|_| Mutex::new(None)).collect(),
            configs,
            relaxation: Mutex::new(Relaxation::new(problem)),
            neighbours: Mutex::new(Neighbours::new(problem)),
            found: Mutex::new(Findings::new(wanted)),
            turns: Turns::default(),
            asked: Arc::default(),
            explored: Mutex::new(Explored::default()),
            axioms_have_model: AtomicBool::new(false),
        }
    }

    /// Searches until enough was found, the time is over, or the user does not want to wait.
    pub(crate) fn run(&self, interrupt: Option<&Interrupt>) -> io::Result<()> {
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| self.watch(interrupt));
            // More jobs than ways are of no use.
            let jobs = self.settings.jobs.clamp(1, self.ways.len());
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| self.work())).collect();
            let ended: Vec<_> = workers.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
            self.over.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            for ended in ended {
                ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            }
            Ok(())
        })
    }

    /// What was found, and what was tried.
    pub(crate) fn results(self) -> (Findings, Explored) {
        let asked = self.asked.load(Ordering::Relaxed);
        let explored = self.explored.into_inner().unwrap_or_else(PoisonError::into_inner);
        let found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        (found, Explored { asked, ..explored })
    }

    /// Tells how it goes, and ends everything when its time is over.
    fn watch(&self, interrupt: Option<&Interrupt>) {
        let mut told = 0;
        while !self.over.load(Ordering::Relaxed) {
            let asked = self.asked.load(Ordering::Relaxed);
            if std::mem::replace(&mut told, asked) != asked {
                (self.tell)(Event::Asked(asked));
            }
            // Whatever is still being asked has had its time.
            let is_late = Instant::now() >= self.deadline || self.is_enough_known();
            if interrupt.is_some_and(Interrupt::is_on) || is_late {
                self.end();
                return;
            }
            std::thread::park_timeout(GLANCE);
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    /// Whether a lead is followed, which may be the only one that it takes.
    fn is_to_wait(&self) -> bool {
        self.turns.has_lead() && self.wanted <= 1
    }

    fn found(&self) -> MutexGuard<'_, Findings> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.halt.trigger();
        self.turns.end();
    }

    fn note(&self, way: String, came: Came) {
        self.explored().note(way, came, self.start.elapsed());
    }

    /// Whether a contradiction is known for so long that it is the answer, without terms.
    fn is_enough_known(&self) -> bool {
        let Some(grace) = self.settings.grace else { return false };
        let since = self.explored().contradiction.as_ref().map(|known| known.after);
        since.is_some_and(|after| self.start.elapsed() > after + after.max(grace))
    }

    fn explored(&self) -> MutexGuard<'_, Explored> {
        self.explored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) -> io::Result<()> {
        let mut sessions = Sessions::new(self.problem, self.settings, self.halt, &self.asked);
        let mut again: Option<usize> = None;
        while !self.is_over() {
            if self.is_to_wait() {
                std::thread::sleep(LEAD);
                continue;
            }
            let number = again.take().unwrap_or_else(|| self.next.fetch_add(1, Ordering::Relaxed));
            let (round, budget) = round(number, self.ways.len());
            let budget = budget.min(self.deadline.saturating_duration_since(Instant::now()));
            let way = self.ways[number % self.ways.len()];
            if matches!(way, Way::Synthesis(_) | Way::Relaxation) {
                sessions.give_up_unfair()?;
            }
            match self.go(way, sessions.matchers(), round, budget)? {
                Gone::Astray if sessions.give_up_unfair()? => {
                    self.go(way, sessions.matchers(), round, budget)?;
                }
                Gone::Cut => again = Some(number),
                Gone::Well | Gone::Astray => {}
            }
        }
        Ok(())
    }

    /// Tries a way, and follows the lead that it gives.
    fn go(&self, way: Way, matchers: [&mut Matcher; 2], round: u32, budget: Duration) -> io::Result<Gone> {
        // In later rounds it takes long to begin again.
        let turn = self.turns.begin(round == 0 && self.wanted <= 1)?;
        let Some((name, came)) = self.try_way(way, matchers, Try { round, budget, turn: &turn })? else {
            return Ok(Gone::Well);
        };
        match came {
            Came::Lead(lead) => {
                turn.goes_first();
                let example = lead.example.clone();
                let is_right = self.follow(name.clone(), lead)?;
                if !is_right {
                    self.note(name, Came::of_example(example));
                }
                return Ok(if is_right { Gone::Well } else { Gone::Astray });
            }
            Came::Nothing if turn.interrupt().is_on() => return Ok(Gone::Cut),
            // Of the axioms alone it says nothing about the goal.
            Came::Model if matches!(way, Way::Axioms(_)) => {
                self.axioms_have_model.store(true, Ordering::Relaxed);
                self.note(name, Came::Nothing);
            }
            Came::Model => {
                self.note(name, Came::Model);
                self.end();
            }
            // Nothing is left to be tried if there is but one way.
            Came::Exhausted if self.ways.len() == 1 => {
                self.note(name, Came::Exhausted);
                self.end();
            }
            came => self.note(name, came),
        }
        Ok(Gone::Well)
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
        this: Try<'_>,
    ) -> io::Result<Option<(String, Came)>> {
        let Try { round, budget, .. } = this;
        let [matcher, written] = matchers;
        match way {
            Way::Refutation(refuter) | Way::Axioms(refuter) | Way::Clauses(refuter) => {
                let solver =
                    if refuter.is_z3() { Some(&self.settings.z3) } else { self.settings.cvc5.as_ref() };
                let (Some(solver), Some((what, problem))) = (solver, self.asked(way)) else {
                    return Ok(None);
                };
                // The same release was asked already, if not about the normal form.
                if refuter == Refuter::Z3Patterns
                    && round == 0
                    && solver.program == self.settings.matching.program
                {
                    return Ok(None);
                }
                let name = format!("{what} by {}", refuter.name());
                (self.tell)(Event::Trying(name.clone(), budget));
                let found = self.refutation(problem, refuter, solver, [matcher, written], this)?;
                Ok(Some((name, found)))
            }
            Way::Relaxation => {
                let Ok(mut relaxation) = self.relaxation.try_lock() else { return Ok(None) };
                let name = "patterns left out".to_owned();
                if relaxation.is_over() {
                    return Ok(Some((name, Came::Exhausted)));
                }
                (self.tell)(Event::Trying(name.clone(), budget));
                let until = Instant::now() + 2 * budget;
                let found = relaxation.run(self.problem, matcher, self.settings, self.halt, until)?;
                Ok(Some((name, found)))
            }
            Way::Neighbours => {
                let Ok(mut neighbours) = self.neighbours.try_lock() else { return Ok(None) };
                let name = "refutation of a few axioms".to_owned();
                if neighbours.is_over() {
                    return Ok(Some((name, Came::Exhausted)));
                }
                (self.tell)(Event::Trying(name.clone(), budget));
                let until = Instant::now() + budget;
                let matchers = [matcher, written];
                let wait = || self.is_to_wait();
                let found = neighbours.run(self.problem, matchers, self.settings, self.halt, until, &wait)?;
                Ok(Some((name, found)))
            }
            Way::Synthesis(at) => {
                let config = self.configs[at];
                let name = format!("synthesis ({})", config.name);
                let Ok(mut slot) = self.synthesis[at].try_lock() else { return Ok(None) };
                let synthesis = slot.get_or_insert_with(|| {
                    let interrupt = Some(self.halt.clone());
                    Synthesis::new(self.problem, config, &self.settings.z3, self.settings.limits, interrupt)
                });
                if synthesis.is_over() {
                    return Ok(Some((name, Came::Exhausted)));
                }
                (self.tell)(Event::Trying(name.clone(), budget));
                let found = synthesis.run(matcher, Instant::now() + 2 * budget, &self.stop)?;
                let lead = |candidate| Came::Lead(Lead { candidate, ..Lead::default() });
                Ok(Some((name, found.map_or(Came::Nothing, lead))))
            }
        }
    }

    /// What is to be refuted, and which axioms that has; `None` if another way asks the same.
    fn asked(&self, way: Way) -> Option<(&'static str, (&Problem, &[usize]))> {
        match way {
            Way::Axioms(_) if self.axioms_have_model.load(Ordering::Relaxed) => None,
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
        Try { round, budget, turn }: Try<'_>,
    ) -> io::Result<Came> {
        let limits = within(self.settings.limits, share(refuter, round, budget));
        let mut problem = asked.clone();
        let is_whole = axioms.len() == self.all.len();
        let solver = &varied(&mut problem, solver, round, is_whole);
        let refuted = || {
            // In later rounds it may take long to find out what matters, and come to nothing.
            if round == 0 {
                turn.holds_others();
            }
        };
        let reply = refutation(&mut problem, refuter, solver, limits, Some(turn.interrupt()), &refuted)?;
        let refutation = match reply {
            Reply::Told(refutation) if !self.is_over() => refutation,
            // One that does not make all instances has not looked at everything.
            Reply::Satisfiable if refuter != Refuter::Cvc5Shallow => return Ok(Came::Model),
            Reply::Told(_) | Reply::Satisfiable | Reply::Nothing => return Ok(Came::Nothing),
        };
        if round == 0 {
            turn.goes_first();
        }
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

/// A problem without its goal, and which of its axioms that leaves; `None` if it has none, or nothing else.
fn axioms(problem: &Problem) -> Option<(Problem, Vec<usize>)> {
    let is_goal = |problem: &Problem, axiom: usize| problem.axioms[axiom].is_goal;
    let left: Vec<usize> = (0..problem.axioms.len()).filter(|&axiom| !is_goal(problem, axiom)).collect();
    let is_of_use = !left.is_empty() && left.len() < problem.axioms.len();
    is_of_use.then(|| (problem.clone().without(is_goal), left))
}
