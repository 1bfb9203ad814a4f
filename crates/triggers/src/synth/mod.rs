//! The dissertation's algorithm 4.1: triggering terms from clusters of similar formulas, rewritings and models.

mod clusters;
mod config;
mod diverse;
mod models;
mod parts;
mod unify;

use std::collections::VecDeque;
use std::fmt::Write;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hashbrown::{HashMap, HashSet};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Command, CommandReader, Function, Role, Script, Sort, Term, TermKind};
use quis_solvers::{Interrupt, Limits, Solver};
use rustc_hash::FxBuildHasher;

use self::clusters::{Cluster, expanded};
pub use self::config::{CONFIGS, Config};
use self::diverse::{covers, different, is_plain};
use self::models::{Modelled, Models};
use self::parts::Parts;
use crate::candidate::Candidate;
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
    texts: HashMap<Function, String, FxBuildHasher>,
    fresh: HashMap<Term, Term, FxBuildHasher>,
    seen: HashSet<Vec<Term>, FxBuildHasher>,
    /// Terms with which E-matching runs away.
    bad: HashSet<String, FxBuildHasher>,
    /// What is validated next: candidates that are contradictions by themselves, and those that may be with help of others.
    sure: Vec<Candidate>,
    waiting: Vec<Candidate>,
    /// So many of the latter together.
    batch: usize,
    /// Where the search is: the depth, and the part.
    depth: usize,
    at: usize,
    order: Vec<usize>,
    /// So many times the clusters of the configuration are looked at.
    effort: usize,
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
        let models = Models::new(text::sorts(&problem), solver, limits, interrupt, TIME);
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
            texts: HashMap::default(),
            fresh: HashMap::default(),
            seen: HashSet::default(),
            bad: HashSet::default(),
            sure: Vec::new(),
            waiting: Vec::new(),
            batch: config.batch,
            depth: 0,
            at: 0,
            order,
            effort: 1,
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
        while !self.is_over() && Instant::now() < until && !stop.load(Ordering::Relaxed) {
            let Some(&part) = self.order.get(self.at) else {
                if let Some(found) = self.validate(matcher, until)? {
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
            if let Some(found) = self.look_at(part, matcher, until)? {
                return Ok(Some(found));
            }
        }
        self.validate(matcher, until)
    }

    /// All clusters of a part at the present depth.
    fn look_at(
        &mut self,
        part: usize,
        matcher: &mut Matcher,
        until: Instant,
    ) -> io::Result<Option<Candidate>> {
        let mut queue: VecDeque<Cluster> = VecDeque::new();
        queue.push_back(Cluster::of(part));
        let mut known: HashSet<_, FxBuildHasher> = HashSet::default();
        let mut budget = self.config.formulas * self.effort;
        while let Some(cluster) = queue.pop_front() {
            if budget == 0 || Instant::now() >= until {
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
                for candidate in std::mem::take(&mut self.sure) {
                    if matcher.with(&candidate, TIME)? == Matched::Refuted {
                        return Ok(Some(candidate));
                    }
                }
                // Alone, formulas are contradictory or they are not: help of others can wait until all were looked at.
                if self.depth > 0
                    && self.waiting.len() >= self.batch
                    && let Some(found) = self.validate(matcher, until)?
                {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Formulas in which each disjunct of each member holds once, and candidates of their models.
    fn cover(&mut self, cluster: &Cluster, budget: &mut usize) -> io::Result<()> {
        let store = &self.reader.store;
        let mut declarations = String::new();
        let mut functions: HashSet<Function, FxBuildHasher> = HashSet::default();
        let mut asked: Vec<Term> = Vec::new();
        let mut known: Vec<Term> = Vec::new();
        for &member in std::iter::once(&cluster.target).chain(&cluster.members) {
            let part = &self.parts.all[member];
            // Only what is used: solvers take their time over thousands of functions.
            for &function in &part.symbols {
                if self.declared.contains(&function) && functions.insert(function) {
                    let declared = self.texts.entry(function);
                    declarations += declared.or_insert_with(|| text::declaration(store, function));
                }
            }
            for &constant in &part.constants {
                let _ = writeln!(
                    declarations,
                    "(declare-const {} {})",
                    text::term(store, constant),
                    text::sort(store, store.sort(constant))
                );
                asked.push(constant);
            }
            for &term in &part.ground {
                if !known.contains(&term) && sort_is_open(store, store.sort(term)) {
                    known.push(term);
                }
            }
        }
        let mut opening = declarations.clone();
        let target = &self.parts.all[cluster.target];
        let _ = writeln!(opening, "(assert {})", text::term(store, target.negated));
        for &(variable, value) in cluster.rewritings.pairs() {
            let _ = writeln!(
                opening,
                "(assert (= {} {}))",
                text::term(store, variable),
                text::term(store, value)
            );
        }
        let choices: Vec<Vec<String>> =
            cluster.members.iter().map(|&member| covers(store, &self.parts.all[member].disjuncts)).collect();
        let mut pick = vec![0_usize; choices.len()];
        let terms: Vec<Term> = asked.iter().chain(&known).copied().collect();
        let names: Vec<String> = terms.iter().map(|&term| text::term(store, term)).collect();
        let names = names.join(" ");
        loop {
            if *budget == 0 {
                return Ok(());
            }
            *budget -= 1;
            let mut formula = opening.clone();
            for (choice, &at) in choices.iter().zip(&pick) {
                formula += &choice[at];
            }
            self.models_of(cluster, &declarations, &formula, &names, &terms, asked.len())?;
            // The next of the product.
            let mut at = 0;
            while at < pick.len() {
                pick[at] += 1;
                if pick[at] < choices[at].len() {
                    break;
                }
                pick[at] = 0;
                at += 1;
            }
            if at == pick.len() {
                return Ok(());
            }
        }
    }

    /// Candidates of several models of a formula, each as different from the others as can be.
    fn models_of(
        &mut self,
        cluster: &Cluster,
        declarations: &str,
        formula: &str,
        names: &str,
        terms: &[Term],
        asked: usize,
    ) -> io::Result<()> {
        let mut formula = formula.to_owned();
        // A formula alone has no other way to be contradicted.
        let alone = if self.depth == 0 { 2 * self.effort.min(4) } else { 1 };
        for number in 0..self.config.models * alone {
            self.tried += 1;
            let values = match self.models.of(&mut self.reader, &formula, names)? {
                Modelled::Values(values) if values.len() == terms.len() => values,
                _ => return Ok(()),
            };
            let candidate = self.candidate(cluster, terms, &values, asked);
            if let Some(candidate) = candidate {
                self.candidates += 1;
                match self.is_contradiction(cluster, declarations, &terms[..asked], &values)? {
                    true => self.sure.push(candidate),
                    // Of a formula alone, one model is as good as another.
                    false if self.depth == 0 && number > 1 => {}
                    false => self.waiting.push(candidate),
                }
            }
            let different = different(&self.reader.store, &terms[..asked], &values[..asked]);
            if different.is_empty() {
                return Ok(());
            }
            formula += &different;
        }
        Ok(())
    }

    /// Whether the formulas of a cluster contradict each other for these values, whatever their functions are: then nothing but E-matching
    /// itself can be in the way.
    fn is_contradiction(
        &mut self,
        cluster: &Cluster,
        declarations: &str,
        terms: &[Term],
        values: &[Term],
    ) -> io::Result<bool> {
        let store = &self.reader.store;
        let mut formula = declarations.to_owned();
        for (&term, &value) in terms.iter().zip(values).filter(|(_, value)| is_plain(store, **value)) {
            let _ =
                writeln!(formula, "(assert (= {} {}))", text::term(store, term), text::term(store, value));
        }
        for &(variable, value) in cluster.rewritings.pairs() {
            let _ = writeln!(
                formula,
                "(assert (= {} {}))",
                text::term(store, variable),
                text::term(store, value)
            );
        }
        for &member in std::iter::once(&cluster.target).chain(&cluster.members) {
            let disjuncts = &self.parts.all[member].disjuncts;
            let disjuncts: Vec<String> = disjuncts.iter().map(|&term| text::term(store, term)).collect();
            let _ = writeln!(formula, "(assert (or {}))", disjuncts.join(" "));
        }
        Ok(self.models.of(&mut self.reader, &formula, "")? == Modelled::None)
    }

    /// The dissertation's algorithm 4.3: the patterns of the cluster, with rewritings applied and values put in.
    fn candidate(
        &mut self,
        cluster: &Cluster,
        terms: &[Term],
        values: &[Term],
        asked: usize,
    ) -> Option<Candidate> {
        let mut grounded: HashMap<Term, Term, FxBuildHasher> = HashMap::default();
        for (&constant, &value) in terms[..asked].iter().zip(values) {
            // A constant of the user with the same value says more than one of ours.
            let users = terms[asked..].iter().zip(&values[asked..]).find(|(_, other)| **other == value);
            let ground = match users {
                Some((&users, _)) if self.reader.store.sort(users) == self.reader.store.sort(constant) => {
                    users
                }
                _ => self.own(value)?,
            };
            grounded.insert(constant, ground);
        }
        let store = &mut self.reader.store;
        let solved = cluster.rewritings.solved(store)?;
        let mut last = Replacement::default();
        for (&constant, &ground) in &grounded {
            if !solved.contains_key(&constant) {
                last.put(constant, ground);
            }
        }
        let mut rewrite = Replacement::default();
        for (&variable, &value) in &solved {
            rewrite.put(variable, last.apply(store, value).ok()?);
        }
        for (&constant, &ground) in &grounded {
            if !solved.contains_key(&constant) {
                rewrite.put(constant, ground);
            }
        }
        let mut patterns = Vec::new();
        for &member in std::iter::once(&cluster.target).chain(&cluster.members) {
            for &pattern in &self.parts.all[member].patterns {
                let term = rewrite.apply(store, pattern).ok()?;
                if !patterns.contains(&term) {
                    patterns.push(term);
                }
            }
        }
        patterns.sort_unstable();
        if patterns.is_empty() || !self.seen.insert(patterns.clone()) {
            return None;
        }
        let candidate = Candidate::of(store, &patterns, &self.declared);
        (!candidate.terms.iter().any(|term| self.bad.contains(&term.text))).then_some(candidate)
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
                    let name = crate::front::nnf::fresh(store, "v");
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

    /// Validates what waits, all at once, and if that runs away in halves.
    fn validate(&mut self, matcher: &mut Matcher, until: Instant) -> io::Result<Option<Candidate>> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut stack: Vec<Vec<Candidate>> =
            waiting.chunks(self.batch).rev().map(<[Candidate]>::to_vec).collect();
        while let Some(batch) = stack.pop() {
            let start = Instant::now();
            if batch.is_empty() || start >= until {
                continue;
            }
            let union = Candidate::union(&batch);
            match matcher.with(&union, TIME)? {
                Matched::Refuted => return Ok(Some(union)),
                Matched::Runaway if batch.len() > SMALLEST => {
                    let (left, right) = batch.split_at(batch.len() / 2);
                    stack.push(right.to_vec());
                    stack.push(left.to_vec());
                }
                // Learned: with what runs away, nothing else is tried.
                Matched::Runaway => {
                    let terms = batch.iter().flat_map(|candidate| &candidate.terms);
                    self.bad.extend(terms.map(|term| term.text.clone()));
                    self.batch = (self.batch / 2).max(SMALLEST);
                }
                // Where E-matching takes its time without us, it is asked less often.
                _ if start.elapsed() > SLOW => self.batch = (self.batch * 2).min(16 * self.config.batch),
                _ => {}
            }
        }
        Ok(None)
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

/// Whether a sort has elements that only models name.
fn sort_is_open(store: &quis_smtlib::Store, sort: Sort) -> bool {
    !matches!(sort, Sort::BOOL | Sort::INT | Sort::REAL | Sort::STRING) && store.datatype(sort).is_none()
}
