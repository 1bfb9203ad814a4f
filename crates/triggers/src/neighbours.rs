//! Refutations of a few axioms at a time: an engine that goes astray among hundreds of axioms soon finishes with those that contradict each
//! other, if they are alone.

use std::io;
use std::time::{Duration, Instant};

use hashbrown::{HashMap, HashSet};
use quis_smtlib::Function;
use quis_solvers::Interrupt;
use rustc_hash::FxBuildHasher;

use crate::candidate::{Candidate, Named};
use crate::explored::Came;
use crate::facts::{Facts, Functions, functions};
use crate::instances::Leads;
use crate::matcher::Matcher;
use crate::portfolio::Settings;
use crate::problem::Problem;
use crate::refute::sexp::{tokens, unquoted};
use crate::refute::{Refuter, Reply, refutation};
use crate::time::within;

/// How many axioms besides one are asked about, and how long: in each round.
const ROUNDS: [(usize, Duration); 4] = [
    (2, Duration::from_millis(100)),
    (5, Duration::from_millis(150)),
    (14, Duration::from_millis(1000)),
    (30, Duration::from_millis(3000)),
];

/// A validation takes so long at most.
const VALIDATION: Duration = Duration::from_secs(2);

/// A search through the axioms and those that speak of the same functions. It can be left and taken up again.
pub(crate) struct Neighbours {
    /// The functions of each axiom.
    functions: Vec<Vec<Function>>,
    facts: Facts,
    /// The axioms of each function, but those that are facts.
    speakers: HashMap<Function, Vec<usize>, FxBuildHasher>,
    /// The axioms that groups begin with, in the order in which they are tried.
    order: Vec<usize>,
    round: usize,
    at: usize,
    seen: HashSet<Vec<usize>, FxBuildHasher>,
}

impl Neighbours {
    pub(crate) fn new(problem: &Problem) -> Neighbours {
        let functions: Vec<Vec<Function>> =
            problem.axioms.iter().map(|axiom| functions(&problem.store, axiom.normal)).collect();
        let facts = Facts::new(problem);
        let mut speakers: HashMap<Function, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (at, own) in functions.iter().enumerate().filter(|&(at, _)| !facts.cover(at)) {
            own.iter().for_each(|&function| speakers.entry(function).or_default().push(at));
        }
        let order = order(&functions, |at| !facts.cover(at));
        Neighbours { functions, facts, speakers, order, round: 0, at: 0, seen: HashSet::default() }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.round >= ROUNDS.len()
    }

    /// Goes on until something was found, the time is over, or others are to go first.
    pub(crate) fn run(
        &mut self,
        problem: &Problem,
        matchers: [&mut Matcher; 2],
        settings: &Settings,
        interrupt: &Interrupt,
        until: Instant,
        is_to_wait: &dyn Fn() -> bool,
    ) -> io::Result<Came> {
        let mut best = Came::Nothing;
        let Settings { z3, cvc5, limits, .. } = settings;
        let mut matchers = matchers;
        let leads = Leads { original: problem, settings, interrupt, core: VALIDATION, matching: VALIDATION };
        while Instant::now() < until && !interrupt.is_on() && !self.is_over() && !is_to_wait() {
            let (count, time) = ROUNDS[self.round];
            let Some(&axiom) = self.order.get(self.at) else {
                (self.round, self.at) = (self.round + 1, 0);
                continue;
            };
            self.at += 1;
            let group = self.group(axiom, count);
            let is_quantified = |&axiom: &usize| problem.is_quantified(axiom);
            if !group.iter().any(is_quantified) || !self.seen.insert(group.clone()) {
                continue;
            }
            let known: Functions = group.iter().flat_map(|&axiom| self.functions[axiom].clone()).collect();
            let (mut own, group) = self.facts.with(problem, &group, known);
            let limits = within(*limits, time);
            let mut found = refutation(&mut own, Refuter::Z3Mbqi, z3, limits, Some(interrupt), &|| {})?;
            if let (Some(cvc5), Reply::Nothing) = (cvc5, &found) {
                found =
                    refutation(&mut own, Refuter::Cvc5Enumerative, cvc5, limits, Some(interrupt), &|| {})?;
            }
            let Reply::Told(refutation) = found else { continue };
            let [one, other] = &mut matchers;
            match leads.from(&mut own, &group, refutation.instances, [one, other])? {
                lead @ Came::Lead(_) => return Ok(lead),
                contradiction @ Came::Contradiction(_) => best = contradiction,
                _ => {}
            }
        }
        Ok(best)
    }

    /// An axiom, and one by one those that share most with the ones that are there: functions of which few axioms speak count more, and those
    /// that none of these speaks of count against it. In order.
    fn group(&self, axiom: usize, count: usize) -> Vec<usize> {
        self.grown(vec![axiom], self.functions[axiom].clone(), 1 + count)
    }

    /// The axioms that have most to do with the functions of some terms. In order.
    pub(crate) fn about(&self, problem: &Problem, candidate: &Candidate, count: usize) -> Vec<usize> {
        let mut words: HashSet<&str, FxBuildHasher> = HashSet::default();
        for Named { text, .. } in &candidate.terms {
            words.extend(tokens(text).map(|place| unquoted(&text[place])));
        }
        let name = |function: Function| problem.store.text(problem.store.function(function).name);
        let functions = self.speakers.keys().copied();
        let mut functions: Vec<Function> = functions.filter(|&one| words.contains(name(one))).collect();
        functions.sort_unstable();
        self.grown(Vec::new(), functions, count)
    }

    fn grown(&self, mut group: Vec<usize>, mut functions: Vec<Function>, count: usize) -> Vec<usize> {
        let mut known: HashSet<Function, FxBuildHasher> = HashSet::default();
        let mut shared: HashMap<usize, (f64, usize), FxBuildHasher> = HashMap::default();
        while group.len() < count {
            for function in functions.into_iter().filter(|&function| known.insert(function)) {
                let speakers = self.speakers.get(&function).map_or(&[][..], Vec::as_slice);
                for &other in speakers.iter().filter(|other| !group.contains(other)) {
                    let (score, common) = shared.entry(other).or_default();
                    *score += 1.0 / speakers.len() as f64;
                    *common += 1;
                }
            }
            let value = |(&other, &(score, common)): (&usize, &(f64, usize))| {
                (score / (1 + self.functions[other].len() - common) as f64, other)
            };
            let best = shared.iter().map(value).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            let Some((_, best)) = best else { break };
            group.push(best);
            shared.remove(&best);
            functions = self.functions[best].clone();
        }
        group.sort_unstable();
        group
    }
}

/// By turns what comes last in a file, which is nearest to what its user changed, and what speaks of the fewest functions: there it takes
/// least to contradict others.
fn order(functions: &[Vec<Function>], is_wanted: impl Fn(usize) -> bool) -> Vec<usize> {
    let last: Vec<usize> = (0..functions.len()).rev().filter(|&at| is_wanted(at)).collect();
    let mut short = last.clone();
    short.sort_by_key(|&at| functions[at].len());
    let mut seen = HashSet::<usize, FxBuildHasher>::default();
    let both = last.into_iter().zip(short).flat_map(|(one, other)| [one, other]);
    both.filter(|&at| seen.insert(at)).collect()
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::{Selection, problem};

    #[test]
    fn what_few_speak_of_brings_axioms_together() {
        let source = "(declare-fun f (Int) Int) (declare-fun g (Int) Int) (declare-fun h (Int) Int)
            (assert (forall ((x Int)) (> (f x) (g x))))
            (assert (forall ((x Int)) (> (f x) 0)))
            (assert (forall ((x Int)) (> (f x) 1)))
            (assert (forall ((x Int)) (< (g x) 1)))
            (assert (forall ((x Int)) (< (h x) 1)))";
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let problem = problem(&script, source, &Selection::default()).unwrap();
        let neighbours = Neighbours::new(&problem);
        assert_eq!(neighbours.group(0, 1), [0, 3]);
        assert_eq!(neighbours.group(0, 2), [0, 1, 3]);
        // By way of the first, the second and the fourth have to do with each other.
        assert_eq!(neighbours.group(3, 2), [0, 1, 3]);
        assert_eq!(neighbours.group(4, 9), [4]);
        // The first speaks of two functions.
        assert_eq!(neighbours.order, [4, 3, 2, 1, 0]);
        let functions = |axiom: usize| neighbours.functions[axiom].clone();
        let last_is_long = [functions(1), functions(2), functions(0)];
        assert_eq!(order(&last_is_long, |_| true), [2, 1, 0]);
        assert_eq!(order(&last_is_long, |at| at != 1), [2, 0]);
    }
}
