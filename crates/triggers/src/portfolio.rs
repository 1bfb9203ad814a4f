//! Several ways to look for triggering terms, side by side, until one of them finds some.

use std::io;
use std::time::{Duration, Instant};

use quis_solvers::{Interrupt, Limits, Solver};

use crate::answer::{Answer, Known, explain};
use crate::candidate::Candidate;
use crate::explored::Explored;
use crate::findings::{Alternative, Found};
use crate::matcher::{Matched, Matcher};
use crate::problem::Problem;
use crate::search::Search;
use crate::synth::Config;
use crate::validation::{PLAIN, Validation};
use crate::ways::WAYS;

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
    /// Terms are synthesized with these parameters, and nothing else is tried.
    pub synthesis: Option<Config>,
    /// Where a contradiction is known already, terms with which E-matching sees it are looked for as long again as it took to find it, and so long
    /// at least. `None`: as long as there is time.
    pub grace: Option<Duration>,
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

/// What is told while it runs.
#[derive(Clone, Debug)]
pub enum Event {
    /// A way is tried, for so long.
    Trying(String, Duration),
    /// E-matching was asked so many times so far whether some terms are enough.
    Asked(u64),
    /// Something was found, and is made smaller: the way, and how many terms there are.
    Found(String, usize),
}

/// How many ways there are: more jobs than that are of no use.
pub const MOST_JOBS: usize = WAYS.len();

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
    let search = Search::new(problem, settings, wanted, &halt, start, tell);
    search.run(interrupt)?;
    let (found, explored) = search.results();
    let mut all = found.all.into_iter();
    let Some(Found { alternative: Alternative { candidate, way, time }, seen, example }) = all.next() else {
        return Ok(Outcome::NotFound(Explored { time: start.elapsed(), ..explored }));
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
