//! E-matching: does a solver refute the problem with these terms?

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quis_solvers::{Dialogue, Interrupt, Limits, Solver};

use crate::candidate::{Candidate, Named};
use crate::problem::{Preamble, Problem};
use crate::text;

/// What E-matching came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matched {
    /// The problem is refuted.
    Refuted,
    /// It has run out of instances.
    Stuck,
    /// It did not come to an end in time: perhaps each instance makes another.
    Runaway,
    /// The solver complained or died.
    Failed,
}

/// A solver that does nothing but E-matching, and keeps the problem.
pub struct Matcher {
    solver: Solver,
    /// The problem.
    base: String,
    limits: Limits,
    interrupt: Option<Interrupt>,
    /// Whether each question goes to a process of its own. One process for all is faster, but does not always come to the same.
    alone: bool,
    dialogue: Option<Dialogue>,
    /// What the solver had to say against the problem itself.
    pub complaint: Option<String>,
    /// How often it was asked, perhaps together with others.
    asked: Arc<AtomicU64>,
    /// The CPU time of processes that have ended.
    used: Duration,
    /// How long the last question took.
    last: Duration,
}

/// The seeds of Z3, as the dissertation has them.
const SEEDS: [(&str, u32); 3] = [("sat.random_seed", 488), ("smt.random_seed", 599), ("nlsat.seed", 611)];

fn seed_option(name: &str, seed: u32) -> String {
    format!("(set-option :{name} {seed})\n")
}

/// E-matching alone, with fixed seeds, and what the user set. Solvers other than Z3 and cvc5 are taken as they are.
fn options(solver: &Solver, preamble: &Preamble) -> String {
    match solver.profile.name.as_str() {
        // It takes a logic seriously: nothing may be added that is not in it.
        "cvc5" => {
            // Instances that conflict at once are found without a look at patterns, too.
            "(set-option :e-matching true)\n(set-option :cbqi false)\n(set-option :enum-inst false)\n\
             (set-option :cegqi false)\n(set-option :mbqi false)\n(set-logic ALL)\n"
                .to_owned()
        }
        "z3" => {
            let seeds = SEEDS.map(|(name, seed)| seed_option(name, seed)).concat();
            let own = "(set-option :auto_config false)\n(set-option :smt.mbqi false)\n";
            format!("{own}{seeds}{}", text::preamble(preamble))
        }
        _ => format!("(set-logic {})\n", preamble.logic.as_deref().unwrap_or("ALL")),
    }
}

impl Matcher {
    /// For a problem.
    pub fn new(problem: &Problem, solver: &Solver, limits: Limits, interrupt: Option<Interrupt>) -> Matcher {
        let options = options(solver, &problem.preamble);
        let base = format!("{options}{}{}", text::declarations(problem), text::assertions(problem));
        Matcher::of_base(base, solver, limits, interrupt)
    }

    /// For a problem as its user wrote it. Nothing is known there of Skolem functions.
    pub fn as_written(
        problem: &Problem,
        solver: &Solver,
        limits: Limits,
        interrupt: Option<Interrupt>,
    ) -> Matcher {
        let base = format!("{}{}\n", options(solver, &problem.preamble), problem.original);
        Matcher::of_base(base, solver, limits, interrupt)
    }

    fn of_base(base: String, solver: &Solver, limits: Limits, interrupt: Option<Interrupt>) -> Matcher {
        Matcher {
            solver: solver.clone(),
            base,
            limits,
            interrupt,
            alone: false,
            dialogue: None,
            complaint: None,
            asked: Arc::default(),
            used: Duration::ZERO,
            last: Duration::ZERO,
        }
    }

    /// The same, but each question goes to a process of its own.
    #[must_use]
    pub fn alone(mut self) -> Matcher {
        self.alone = true;
        self
    }

    /// Whether each question goes to a process of its own.
    pub(crate) fn is_alone(&self) -> bool {
        self.alone
    }

    /// The same, but each question is counted there.
    pub(crate) fn counted_in(mut self, asked: &Arc<AtomicU64>) -> Matcher {
        self.asked = Arc::clone(asked);
        self
    }

    /// The same with another seed. Only Z3 has one.
    #[must_use]
    pub fn seeded(mut self, seed: u32) -> Matcher {
        for (name, own) in SEEDS {
            self.base = self.base.replacen(&seed_option(name, own), &seed_option(name, seed), 1);
        }
        self
    }

    /// How long the last question took, apart from the problem itself if that was known already.
    pub(crate) fn last(&self) -> Duration {
        self.last
    }

    /// Whether the problem is refuted with these terms.
    ///
    /// # Errors
    /// If the solver cannot be started.
    pub fn with(&mut self, candidate: &Candidate, time: Duration) -> io::Result<Matched> {
        self.ask(&candidate.text(), time)
    }

    /// Whether it is with some of the terms.
    ///
    /// # Errors
    /// If the solver cannot be started.
    pub(crate) fn with_terms(
        &mut self,
        candidate: &Candidate,
        terms: &[Named],
        time: Duration,
    ) -> io::Result<Matched> {
        self.ask(&candidate.text_of(terms), time)
    }

    /// Whether it is with further commands.
    ///
    /// # Errors
    /// If the solver cannot be started.
    pub(crate) fn with_commands(&mut self, commands: &str, time: Duration) -> io::Result<Matched> {
        self.ask(commands, time)
    }

    fn ask(&mut self, added: &str, time: Duration) -> io::Result<Matched> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.alone {
            let mut dialogue = Dialogue::open(&self.solver, self.limits, self.interrupt.clone())?;
            let started = Instant::now();
            let said = dialogue.say(&format!("{}{added}(check-sat)", self.base), time)?;
            self.last = started.elapsed();
            self.used += dialogue.cpu();
            return Ok(if said.ended.is_some() { Matched::Runaway } else { answer(&said.text, false) });
        }
        let mut dialogue = match self.dialogue.take() {
            Some(dialogue) => dialogue,
            None => {
                let mut dialogue = Dialogue::open(&self.solver, self.limits, self.interrupt.clone())?;
                let said = dialogue.say(&self.base, Duration::from_secs(30))?;
                if said.ended.is_some() || said.text.contains("(error") {
                    self.complaint = Some(said.text);
                    return Ok(Matched::Failed);
                }
                dialogue
            }
        };
        let started = Instant::now();
        let soft = format!("(set-option :timeout {})\n", time.as_millis());
        let soft = if self.solver.profile.name == "z3" { soft } else { String::new() };
        let said = dialogue.say(
            &format!("(push 1)\n{added}{soft}(check-sat)\n(pop 1)"),
            time + Duration::from_millis(500),
        )?;
        self.last = started.elapsed();
        if said.ended.is_some() {
            self.used += dialogue.cpu();
            return Ok(Matched::Runaway);
        }
        self.dialogue = Some(dialogue);
        Ok(answer(&said.text, self.last >= time))
    }

    /// Whether the problem is refuted with these terms by a new process, which gets nothing else.
    ///
    /// # Errors
    /// If the solver cannot be started.
    pub fn afresh(&self, candidate: &Candidate, time: Duration) -> io::Result<Matched> {
        self.check(candidate, time).map(|(matched, _)| matched)
    }

    /// The same, with what the solver said.
    ///
    /// # Errors
    /// If the solver cannot be started.
    pub fn check(&self, candidate: &Candidate, time: Duration) -> io::Result<(Matched, String)> {
        let mut dialogue = Dialogue::open(&self.solver, self.limits, self.interrupt.clone())?;
        let said = dialogue.say(&format!("{}{}(check-sat)", self.base, candidate.text()), time)?;
        let matched = if said.ended.is_some() { Matched::Runaway } else { answer(&said.text, false) };
        Ok((matched, said.text))
    }
}

/// An answer counts only if nothing was wrong with the question.
fn answer(said: &str, late: bool) -> Matched {
    if said.contains("(error") {
        return Matched::Failed;
    }
    match said.lines().map(str::trim).find(|line| ["sat", "unsat", "unknown", "timeout"].contains(line)) {
        Some("unsat") => Matched::Refuted,
        Some("timeout") => Matched::Runaway,
        Some("unknown") if late => Matched::Runaway,
        Some(_) => Matched::Stuck,
        None => Matched::Failed,
    }
}
