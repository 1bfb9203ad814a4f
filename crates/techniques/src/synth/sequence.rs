//! The cases of synthesis, in order: all that can be listed, and then walks.

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::rules::Rules;
use super::technique::{Patterns, Synth};
use super::theory::Chosen;
use super::{Step, formulas};
use crate::case::TestCase;
use crate::stream::Stream;

/// What is listed, and how much of it was passed.
struct List {
    made: u64,
    cases: Box<dyn Iterator<Item = TestCase> + Send>,
}

/// Lists that somebody stopped to go through: whoever goes on behind that place need not begin again. A campaign takes a slice at a time.
#[derive(Default)]
pub(super) struct Parked {
    lists: Mutex<Vec<List>>,
    /// How many there are, once that is known.
    total: OnceLock<u64>,
}

/// So many lists are kept: one for each thread, and some more.
const LISTS: usize = 64;

impl fmt::Debug for Parked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parked").field("total", &self.total).finish_non_exhaustive()
    }
}

impl Parked {
    fn lists(&self) -> std::sync::MutexGuard<'_, Vec<List>> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list that has come nearest to a place, and not past it.
    fn take(&self, place: u64) -> Option<List> {
        let mut lists = self.lists();
        let fitting = lists.iter().enumerate().filter(|(_, list)| list.made <= place);
        let (nearest, _) = fitting.max_by_key(|(_, list)| list.made)?;
        Some(lists.swap_remove(nearest))
    }

    fn keep(&self, list: List) {
        let mut lists = self.lists();
        if lists.len() < LISTS {
            lists.push(list);
        }
    }
}

/// The cases, in order.
pub(super) struct Cases<'a> {
    synth: &'a Synth,
    rules: Chosen,
    stream: Stream,
    list: Option<List>,
    /// The number of what is listed; rules of seeds have their own.
    total: Option<u64>,
}

impl<'a> Cases<'a> {
    pub(super) fn new(synth: &'a Synth, rules: Chosen, stream: Stream) -> Self {
        let total = if rules.are_ours { synth.parked.total.get().copied() } else { None };
        Cases { synth, rules, stream, list: None, total }
    }

    /// The case with a number: those that are listed come first, or walks alone.
    pub(super) fn case(&mut self, number: u64) -> Option<TestCase> {
        let has_walks = self.synth.steps.has(Step::Walks);
        if self.synth.starts_with_walks() {
            return self.synth.walk(&self.rules.by_theory, &self.stream, number);
        }
        if let Some(case) = self.listed_case(number) {
            return Some(case);
        }
        let total = self.total?;
        has_walks.then(|| self.synth.walk(&self.rules.by_theory, &self.stream, number - total)).flatten()
    }

    /// All that can be listed: of each step, those of all theories. Formulas with patterns are called otherwise than those without.
    fn listed(&self) -> List {
        let (steps, depth) = (self.synth.steps, self.synth.depth);
        let patterns = match self.synth.patterns {
            Patterns::No => &[false][..],
            Patterns::Yes => &[true],
            Patterns::Both => &[false, true],
        };
        let rules: Vec<(&'static str, &'static Rules)> = self.rules.by_theory.clone();
        let steps = Step::listed().filter(move |step| steps.has(*step));
        let cases = steps.flat_map(move |step| {
            rules.clone().into_iter().flat_map(move |(theory, rules)| {
                patterns.iter().flat_map(move |&patterns| {
                    formulas(rules, step, patterns, depth)
                        .map(move |formula| formula.labelled(theory, patterns))
                })
            })
        });
        List { made: 0, cases: Box::new(cases) }
    }

    /// The case of a number among those that are listed. Nothing behind the last.
    fn listed_case(&mut self, number: u64) -> Option<TestCase> {
        if self.total.is_some_and(|total| number >= total) {
            return None;
        }
        if self.list.as_ref().is_none_or(|list| list.made > number) {
            let parked = if self.rules.are_ours { self.synth.parked.take(number) } else { None };
            self.list = Some(parked.unwrap_or_else(|| self.listed()));
        }
        let list = self.list.as_mut()?;
        while list.made <= number {
            let Some(case) = list.cases.next() else {
                self.total = Some(list.made);
                if self.rules.are_ours {
                    let _ = self.synth.parked.total.set(list.made);
                }
                return None;
            };
            list.made += 1;
            if list.made > number {
                return Some(case);
            }
        }
        None
    }
}

impl Drop for Cases<'_> {
    fn drop(&mut self) {
        if let Some(list) = self.list.take().filter(|_| self.rules.are_ours && self.total.is_none()) {
            self.synth.parked.keep(list);
        }
    }
}
