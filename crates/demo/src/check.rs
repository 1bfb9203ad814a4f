//! One check: the right answer, and what the faults make of it.

use quis_semantics::{Budget, Value};
use quis_smtlib::{Function, Store, Term};

use crate::Options;
use crate::core::minimal_core;
use crate::fault::{Active, FaultKind};
use crate::optimum::{Objective, optimize};
use crate::search::{Found, Outcome, search};
use crate::spoil::{defaults, spoiled};

/// The answer to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Sat,
    Unsat,
    Unknown,
}

impl Answer {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        }
    }

    fn swapped(self) -> Answer {
        match self {
            Answer::Sat => Answer::Unsat,
            Answer::Unsat => Answer::Sat,
            Answer::Unknown => Answer::Unknown,
        }
    }
}

/// What is to be checked.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The assertions, each with its name if it has one.
    pub(crate) assertions: Vec<(Term, Option<String>)>,
    pub(crate) assumptions: Vec<Term>,
    pub(crate) objectives: Vec<Objective>,
    /// The symbols in scope.
    pub(crate) declared: Vec<Function>,
}

impl Question {
    /// All terms that must hold.
    fn terms(&self) -> Vec<Term> {
        self.assertions.iter().map(|(term, _)| *term).chain(self.assumptions.iter().copied()).collect()
    }

    /// All terms.
    pub(crate) fn roots(&self) -> Vec<Term> {
        let mut roots = self.terms();
        roots.extend(self.objectives.iter().map(|objective| objective.term));
        roots
    }
}

/// A check that was answered.
#[derive(Clone, Debug)]
pub(crate) struct Checked<'o> {
    pub(crate) question: Question,
    pub(crate) answer: Answer,
    /// Whether `unsat` is right.
    refuted: bool,
    /// The model that is printed.
    pub(crate) found: Option<Found>,
    /// Why the answer is `unknown`.
    pub(crate) reason: &'static str,
    pub(crate) active: Active<'o>,
}

impl<'o> Checked<'o> {
    /// Answers a question; `after_reset` if the process had another input before, `odd` if the random seed is odd.
    pub(crate) fn new(
        store: &mut Store,
        question: Question,
        active: Active<'o>,
        options: &Options,
        after_reset: bool,
        odd: bool,
    ) -> Self {
        let (terms, declared) = (question.terms(), &question.declared);
        let outcome = if question.objectives.is_empty() {
            search(store, &terms, declared, &mut Budget::new(options.budget))
        } else {
            let wrong = active.has(FaultKind::WrongOptimum);
            optimize(store, &terms, declared, &question.objectives, options.budget, wrong)
        };
        let mut found = None;
        let (right, reason) = match outcome {
            Outcome::Sat(model) => {
                found = Some(*model);
                (Answer::Sat, "")
            }
            Outcome::Unsat => (Answer::Unsat, ""),
            Outcome::Incomplete => (Answer::Unknown, "incomplete"),
            Outcome::Exhausted => (Answer::Unknown, "resourceout"),
        };
        let mut answer = right;
        if active.has(FaultKind::WrongUnsat) {
            answer = Answer::Unsat;
        } else if active.has(FaultKind::WrongSat) {
            answer = Answer::Sat;
        }
        if active.has(FaultKind::SessionState) && after_reset {
            answer = answer.swapped();
        }
        if active.has(FaultKind::Unknown) || active.has(FaultKind::Unstable) && odd {
            answer = Answer::Unknown;
        }
        if answer == Answer::Sat && right != Answer::Sat {
            found = defaults(store, declared);
        }
        if active.has(FaultKind::InvalidModel)
            && let Some(wrong) = found.as_ref().and_then(|found| spoiled(store, found, &terms))
        {
            found = Some(wrong);
        }
        let reason = if reason.is_empty() { "incomplete" } else { reason };
        Checked { answer, refuted: right == Answer::Unsat, found, reason, active, question }
    }

    /// The names of an unsatisfiable core.
    pub(crate) fn core(&self, store: &Store, budget: u64) -> Vec<&str> {
        let named: Vec<(Term, &str)> = self
            .question
            .assertions
            .iter()
            .filter_map(|(term, name)| name.as_deref().map(|name| (*term, name)))
            .collect();
        let unnamed =
            self.question.assertions.iter().filter(|(_, name)| name.is_none()).map(|(term, _)| *term);
        let background: Vec<Term> = unnamed.chain(self.question.assumptions.iter().copied()).collect();
        let terms: Vec<Term> = named.iter().map(|(term, _)| *term).collect();
        let core = self.minimal(store, &background, &terms, budget);
        core.into_iter().map(|at| named[at].1).collect()
    }

    /// The assumptions of an unsatisfiable core.
    pub(crate) fn unsat_assumptions(&self, store: &Store, budget: u64) -> Vec<Term> {
        let background: Vec<Term> = self.question.assertions.iter().map(|(term, _)| *term).collect();
        let core = self.minimal(store, &background, &self.question.assumptions, budget);
        core.into_iter().map(|at| self.question.assumptions[at]).collect()
    }

    fn minimal(&self, store: &Store, background: &[Term], terms: &[Term], budget: u64) -> Vec<usize> {
        if !self.refuted || self.active.has(FaultKind::LooseCore) {
            return (0..terms.len()).collect();
        }
        let mut core = minimal_core(store, background, terms, &self.question.declared, budget);
        if self.active.has(FaultKind::InvalidCore) && !core.is_empty() {
            // Every one is needed.
            core.remove(0);
        }
        core
    }

    /// The values of the objectives.
    pub(crate) fn objective_values(&self, store: &Store) -> Option<Vec<(&Objective, Value)>> {
        let mut model = self.found.as_ref()?.model.clone();
        let mut evaluator = quis_semantics::Evaluator::new(store, &mut model);
        let missed = self.active.has(FaultKind::MissedOptimum);
        let value =
            |objective: &Objective, value: Value| if missed { objective.beyond(value) } else { value };
        let objectives = self.question.objectives.iter();
        objectives
            .map(|objective| Some((objective, value(objective, evaluator.evaluate(objective.term).ok()?))))
            .collect()
    }
}
