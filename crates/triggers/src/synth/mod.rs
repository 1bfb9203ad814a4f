//! The dissertation's algorithm 4.1: triggering terms from clusters of similar formulas, rewritings and models.

mod clusters;
mod combinations;
mod config;
mod diverse;
mod learned;
mod models;
mod parts;
mod question;
mod unify;

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hashbrown::{HashMap, HashSet};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Command, CommandReader, Function, Role, Script, Term, TermKind};
use quis_solvers::{Interrupt, Limits, Solver};
use rustc_hash::FxBuildHasher;

use self::clusters::{Cluster, expanded};
use self::combinations::Combinations;
pub use self::config::{CONFIGS, Config, ConfigError};
use self::diverse::differences;
use self::learned::{Learned, Reason};
use self::models::{Modelled, Models};
use self::parts::Parts;
use self::question::{Declarations, Question};
use crate::candidate::Candidate;
use crate::front::nnf::fresh;
use crate::matcher::{Matched, Matcher};
use crate::minimize::declared;
use crate::problem::Problem;
use crate::text;

/// A model, or a validation, takes so long at most.
const TIME: Duration = Duration::from_secs(1);

/// A validation that takes longer is slow.
const SLOW: Duration = Duration::from_millis(200);

/// Batches are not halved below this: better to lose a few candidates than the time.
const SMALLEST: usize = 8;

/// So many combinations of disjuncts are looked at for each cluster, most of which may be known to have no model.
const COMBINATIONS: usize = 10_000;

/// The search ends when so many times the clusters of a configuration were looked at.
const MOST_EFFORT: usize = 64;

/// The search for triggering terms in one configuration. It can be left and taken up again.
pub struct Synthesis {
    config: Config,
    reader: CommandReader,
    parts: Parts,
    models: Models,
    /// The constants and functions of the problem.
    declared: HashSet<Function, FxBuildHasher>,
    /// The declarations of functions.
    texts: Declarations,
    fresh: HashMap<Term, Term, FxBuildHasher>,
    seen: HashSet<Vec<Term>, FxBuildHasher>,
    learned: Learned,
    /// What is validated next: candidates that are contradictions by themselves, and those that may be with help of others.
    sure: VecDeque<Candidate>,
    waiting: Vec<Candidate>,
    /// So many of the latter together.
    batch: usize,
    /// Where the search is: the depth, and the part.
    depth: usize,
    at: usize,
    order: Vec<usize>,
    /// So many times the clusters of the configuration are looked at.
    effort: usize,
    /// When it is left.
    until: Instant,
    /// How many quantifier-free formulas were tried, and how many candidates came of them.
    pub tried: u64,
    /// Candidates that were validated, or wait for it.
    pub candidates: u64,
}

impl Synthesis {
    /// Prepares the search.
    #[must_use]
    pub fn new(
        problem: &Problem,
        config: Config,
        solver: &Solver,
        limits: Limits,
        interrupt: Option<Interrupt>,
    ) -> Synthesis {
        let mut problem = problem.clone();
        let parts = Parts::of(&mut problem, config.copies);
        let declared = declared(&problem);
        let stem = fresh(&mut problem.store, "quis!wish");
        let stem = problem.store.text(stem).to_owned();
        let models = Models::new(text::sorts(&problem), stem, solver, limits, interrupt, TIME);
        // What solvers answer may name the constants of the parts.
        let mut commands = problem.declarations.clone();
        for part in &parts.all {
            for &constant in &part.constants {
                if let TermKind::Apply(function, _) = problem.store.kind(constant) {
                    commands.push(Command::DeclareConst(function));
                }
            }
        }
        let store = std::mem::take(&mut problem.store);
        let reader = CommandReader::after(Script { store, commands });
        let order = order(&parts);
        Synthesis {
            config,
            reader,
            parts,
            models,
            declared,
            texts: Declarations::default(),
            fresh: HashMap::default(),
            seen: HashSet::default(),
            learned: Learned::default(),
            sure: VecDeque::new(),
            waiting: Vec::new(),
            batch: config.batch,
            depth: 0,
            at: 0,
            order,
            effort: 1,
            until: Instant::now(),
            tried: 0,
            candidates: 0,
        }
    }

    /// Whether everything within the bounds was tried.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.depth > self.config.depth
    }

    /// Goes on looking until something was found or the time is over.
    ///
    /// # Errors
    /// If a solver cannot be started.
    pub fn run(
        &mut self,
        matcher: &mut Matcher,
        until: Instant,
        stop: &AtomicBool,
    ) -> io::Result<Option<Candidate>> {
        self.until = until;
        while !self.is_over() && !self.is_late() && !stop.load(Ordering::Relaxed) {
            let Some(&part) = self.order.get(self.at) else {
                if let Some(found) = self.validate(matcher)? {
                    return Ok(Some(found));
                }
                (self.depth, self.at) = (self.depth + 1, 0);
                if self.is_over() && self.effort < MOST_EFFORT {
                    // Once more, with more clusters of each formula.
                    (self.depth, self.effort) = (0, self.effort * 4);
                }
                continue;
            };
            self.at += 1;
            if let Some(found) = self.look_at(part, matcher)? {
                return Ok(Some(found));
            }
        }
        self.validate(matcher)
    }

    /// Whether its time is over, or somebody does not want to wait.
    fn is_late(&self) -> bool {
        Instant::now() >= self.until || self.models.is_interrupted()
    }

    /// All clusters of a part at the present depth.
    fn look_at(&mut self, part: usize, matcher: &mut Matcher) -> io::Result<Option<Candidate>> {
        let mut queue: VecDeque<Cluster> = VecDeque::new();
        queue.push_back(Cluster::of(part));
        let mut known: HashSet<_, FxBuildHasher> = HashSet::default();
        let mut budget = self.config.formulas * self.effort;
        while let Some(cluster) = queue.pop_front() {
            if budget == 0 || self.is_late() {
                break;
            }
            // More than that are never looked at.
            if queue.len() < budget {
                let more = expanded(&cluster, &self.parts, &self.reader.store, &self.config, self.depth);
                queue.extend(more.into_iter().filter(|cluster| known.insert(cluster.key())));
            }
            // What is nearer was looked at before.
            if cluster.distance() == self.depth {
                self.cover(&cluster, &mut budget)?;
                while let Some(candidate) = self.sure.pop_front() {
                    if matcher.with(&candidate, TIME)? == Matched::Refuted {
                        return Ok(Some(candidate));
                    }
                }
                // Alone, formulas are contradictory or they are not: help of others can wait until all were looked at.
                if self.depth > 0
                    && self.waiting.len() >= self.batch
                    && let Some(found) = self.validate(matcher)?
                {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Formulas in which each disjunct of each member holds once, and candidates of their models.
    fn cover(&mut self, cluster: &Cluster, budget: &mut usize) -> io::Result<()> {
        let question =
            Question::of(cluster, &self.parts, &self.reader.store, &self.declared, &mut self.texts);
        let Some(mut rewritten) = cluster.rewritings.solved(&mut self.reader.store) else { return Ok(()) };
        let patterns = self.patterns(cluster, &mut rewritten);
        let mut combinations = Combinations::of(cluster, &self.parts, &mut self.reader.store, &mut rewritten);
        for _ in 0..COMBINATIONS {
            if *budget == 0 || self.is_late() {
                return Ok(());
            }
            let Some((disjuncts, text)) = combinations.next() else { return Ok(()) };
            let reason = Reason::of(cluster, &disjuncts);
            // What is known to have no model costs nothing.
            if self.learned.is_refuted(&reason) {
                continue;
            }
            *budget -= 1;
            if !self.models_of(&question, &patterns, &question.formula(&text))? {
                self.learned.refuted(reason);
            }
        }
        Ok(())
    }

    /// The patterns of a cluster, with rewritings applied.
    fn patterns(&mut self, cluster: &Cluster, rewritten: &mut Replacement) -> Vec<Term> {
        let mut patterns: Vec<Term> = Vec::new();
        for member in cluster.all() {
            let own = self.parts.all[member].patterns.iter();
            patterns.extend(own.filter_map(|&pattern| rewritten.apply(&mut self.reader.store, pattern).ok()));
        }
        patterns.sort_unstable();
        patterns.dedup();
        patterns
    }

    /// Candidates of several models of a formula, each as different from the others, and from those that gave candidates of the same patterns
    /// before, as can be. False if there is no model.
    fn models_of(&mut self, question: &Question, patterns: &[Term], formula: &str) -> io::Result<bool> {
        let (variables, own) = (question.variables(), question.own);
        let mut wished = self.learned.tried(patterns);
        wished.retain(|(variable, _)| variables.contains(variable));
        // A formula alone has no other way to be contradicted.
        let alone = if self.depth == 0 { 2 * self.effort.min(4) } else { 1 };
        for number in 0..self.config.models * alone {
            self.tried += 1;
            let values = match self.models.of(&mut self.reader, formula, &wished, &question.names)? {
                Modelled::Values(values) if values.len() == question.terms.len() => values,
                Modelled::None => return Ok(false),
                _ => return Ok(true),
            };
            if let Some((terms, candidate)) = self.candidate(patterns, &question.terms, &values, own) {
                let together = question.of_values(&self.reader.store, &values);
                let is_sure = self.models.of(&mut self.reader, &together, &[], "")? == Modelled::None;
                // Of a formula alone, one model is as good as another. With others, the same terms may be worth a try.
                if is_sure || self.depth > 0 || number <= 1 {
                    self.candidates += 1;
                    self.seen.insert(terms);
                    if is_sure {
                        self.sure.push_back(candidate);
                    } else {
                        self.waiting.push(candidate);
                    }
                }
            }
            let known = wished.len();
            for difference in differences(&self.reader.store, variables, &values[..own]) {
                if !wished.contains(&difference) {
                    wished.push(difference);
                }
            }
            self.learned.has_tried(patterns, &wished[known..]);
            // The same again, because it cannot be otherwise.
            if wished.len() == known {
                break;
            }
        }
        Ok(true)
    }

    /// The dissertation's algorithm 4.3: patterns, in which rewritings are applied, with values put in. `None` if there was such a candidate.
    fn candidate(
        &mut self,
        patterns: &[Term],
        terms: &[Term],
        values: &[Term],
        own: usize,
    ) -> Option<(Vec<Term>, Candidate)> {
        let mut ground = Replacement::default();
        for (&constant, &value) in terms[..own].iter().zip(values) {
            // A constant of the user with the same value says more than one of ours.
            let users = terms[own..].iter().zip(&values[own..]).find(|(_, other)| **other == value);
            let value = match users {
                Some((&users, _)) if self.reader.store.sort(users) == self.reader.store.sort(constant) => {
                    users
                }
                _ => self.own(value)?,
            };
            ground.put(constant, value);
        }
        let store = &mut self.reader.store;
        let grounded: Option<Vec<Term>> =
            patterns.iter().map(|&pattern| ground.apply(store, pattern).ok()).collect();
        let mut grounded = grounded?;
        grounded.sort_unstable();
        grounded.dedup();
        if grounded.is_empty() || self.seen.contains(&grounded) {
            return None;
        }
        let candidate = Candidate::of(store, &grounded, &self.declared);
        (!self.learned.is_bad(&candidate)).then_some((grounded, candidate))
    }

    /// A value as a term of the problem: elements that the solver made up become constants.
    fn own(&mut self, value: Term) -> Option<Term> {
        let store = &mut self.reader.store;
        let mut made_up: Vec<Term> = Vec::new();
        let mut seen = quis_smtlib::TermSet::for_store(store);
        quis_smtlib::walk::post_order(store, &[value], &mut seen, |term| {
            if let TermKind::Apply(function, []) = store.kind(term)
                && matches!(store.function(function).role, Role::Declared)
                && !self.declared.contains(&function)
            {
                made_up.push(term);
            }
        });
        let mut replacement = Replacement::default();
        for element in made_up {
            let constant = match self.fresh.get(&element) {
                Some(&constant) => constant,
                None => {
                    let sort = store.sort(element);
                    let name = fresh(store, "v");
                    let function = store.declare_function(name, &[], sort);
                    let constant = store.apply(function, &[]).ok()?;
                    self.fresh.insert(element, constant);
                    constant
                }
            };
            replacement.put(element, constant);
        }
        replacement.apply(store, value).ok()
    }

    /// Validates what waits, as much at once as a batch has, and in halves if that runs away. What there is no time for goes on waiting.
    fn validate(&mut self, matcher: &mut Matcher) -> io::Result<Option<Candidate>> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut stack: Vec<Vec<Candidate>> =
            waiting.chunks(self.batch).rev().map(<[Candidate]>::to_vec).collect();
        let mut found = None;
        while found.is_none()
            && !self.is_late()
            && let Some(batch) = stack.pop()
        {
            let start = Instant::now();
            let union = Candidate::union(&batch);
            match matcher.with(&union, TIME)? {
                Matched::Refuted => found = Some(union),
                Matched::Runaway if batch.len() > SMALLEST => {
                    let (left, right) = batch.split_at(batch.len() / 2);
                    stack.push(right.to_vec());
                    stack.push(left.to_vec());
                }
                // Learned: with what runs away, nothing else is tried.
                Matched::Runaway => {
                    self.learned.runs_away(&batch);
                    self.batch = (self.batch / 2).max(SMALLEST.min(self.config.batch));
                }
                // Where E-matching takes its time without us, it is asked less often.
                _ if start.elapsed() > SLOW => self.batch = (self.batch * 2).min(16 * self.config.batch),
                _ => {}
            }
        }
        self.waiting = stack.into_iter().rev().flatten().collect();
        Ok(found)
    }
}

/// Formulas that share functions with the goal come first.
fn order(parts: &Parts) -> Vec<usize> {
    let mut goal: HashSet<Function, FxBuildHasher> = HashSet::default();
    for part in parts.all.iter().filter(|part| !part.is_quantified()) {
        goal.extend(part.symbols.iter().copied());
    }
    let mut quantified: Vec<usize> =
        (0..parts.all.len()).filter(|&at| parts.all[at].is_quantified() && parts.all[at].copy == 0).collect();
    quantified.sort_by_key(|&at| {
        let symbols = &parts.all[at].symbols;
        let shared = symbols.iter().filter(|symbol| goal.contains(*symbol)).count();
        // The larger the share, the sooner.
        1000 - 1000 * shared / symbols.len().max(1)
    });
    quantified
}
