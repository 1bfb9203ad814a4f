//! Instance generation (phase 3 of Alg. 1): scripts with one check.

use super::epoch::Epoch;
use super::equivalent::equivalent;
use super::formula::{Connective, Formula, Shape};
use super::header::Header;
use super::parameters::{Connectives, Storm};
use super::render::Renderer;
use crate::case::{CheckPoint, TestCase, Truth};
use crate::stream::Stream;

/// No further assertion is added to a longer text.
const MAX_BYTES: usize = 256 << 10;

/// Formulas whose text would be longer share their parts.
const SHARE_FROM: u32 = 2 << 10;

/// So often a formula is drawn until one with a value is found.
const DRAWS: usize = 16;

/// What instances are made with.
pub(super) struct Maker<'a> {
    pub(super) storm: Storm,
    pub(super) header: &'a Header,
    pub(super) epoch: &'a mut Epoch,
    pub(super) renderer: &'a mut Renderer,
}

impl Maker<'_> {
    /// match: formulas with their values under one assignment, result: each asserted, or its negation, whichever is true
    pub(super) fn satisfiable(&mut self, stream: &mut Stream) -> Option<TestCase> {
        let assignment = self.assignment(stream)?;
        let witness = self.epoch.witnesses[assignment].clone()?;
        let count = stream.below(self.storm.assertions) + 1;
        let lets = self.storm.profile == Connectives::Full && stream.chance(1, 4);
        let mut text = self.begin();
        let before = self.epoch.formulas.len();
        let mut asserted: usize = 0;
        for _ in 0..count {
            let Some(formula) = self.true_formula(assignment, stream) else { break };
            self.assert(formula, lets, &mut text);
            asserted += 1;
            if text.len() > MAX_BYTES {
                break;
            }
        }
        if asserted == 0 {
            // Most formulas have no value, but a predicate has.
            let formula = self.known_predicate(assignment)?;
            self.assert(formula, lets, &mut text);
        }
        self.epoch.formulas.truncate(before);
        Some(finish(text, Truth::Sat { witness: Some(witness) }, self.header))
    }

    /// match: a formula f, result: (assert f) (assert (not g)) where g is equivalent to f, among assertions that go with either
    pub(super) fn unsatisfiable(&mut self, stream: &mut Stream) -> Option<TestCase> {
        let before = self.epoch.formulas.len();
        let case = self.contradiction(stream);
        self.epoch.formulas.truncate(before);
        case
    }

    fn contradiction(&mut self, stream: &mut Stream) -> Option<TestCase> {
        let formula = self.contingent(stream)?;
        let other = equivalent(&mut self.epoch.formulas, formula, stream);
        let not = self.epoch.formulas.negate(other);
        let mut core = self.parts(formula, stream);
        core.push(not);
        let count = stream.below(self.storm.assertions) + 1;
        // The others have a model together with one side, so that nothing but the two sides contradicts.
        let assignment = self.assignment(stream);
        let mut all: Vec<(Formula, bool)> = core.into_iter().map(|part| (part, true)).collect();
        for _ in all.len()..count {
            let next = match assignment {
                Some(assignment) => self.true_formula(assignment, stream),
                None => self.epoch.pool.choose(stream),
            };
            all.extend(next.map(|formula| (formula, false)));
        }
        for last in (1..all.len()).rev() {
            all.swap(last, stream.below(last + 1));
        }
        let named = stream.chance(1, 2);
        let lets = self.storm.profile == Connectives::Full && stream.chance(1, 4);
        let mut text = self.begin();
        let mut names = Vec::new();
        for (at, (formula, is_core)) in all.into_iter().enumerate() {
            if text.len() > MAX_BYTES && !is_core {
                continue;
            }
            if named {
                let name = format!("{}a{at}", self.renderer.prefix);
                text.push_str("(assert (! ");
                self.formula(formula, lets, &mut text);
                text.push_str(" :named ");
                text.push_str(&name);
                text.push_str("))\n");
                if is_core {
                    names.push(name);
                }
            } else {
                self.assert(formula, lets, &mut text);
            }
        }
        Some(finish(text, Truth::Unsat { core: named.then_some(names) }, self.header))
    }

    /// A formula that is true under one assignment and false under another, if there is one: then neither side is unsatisfiable by
    /// itself. In the paper's pool as in the full one, any formula will do otherwise.
    fn contingent(&mut self, stream: &mut Stream) -> Option<Formula> {
        let mut last = None;
        for _ in 0..DRAWS {
            let formula = self.epoch.pool.choose(stream)?;
            let values = self.epoch.formulas.node(formula).values;
            if values.true_in != 0 && values.false_in != 0 {
                return Some(formula);
            }
            last = Some(formula);
        }
        last
    }

    /// match: (and a b), result: a, b, now and then
    fn parts(&self, formula: Formula, stream: &mut Stream) -> Vec<Formula> {
        match &self.epoch.formulas.node(formula).shape {
            Shape::Apply(Connective::And, args) if stream.chance(1, 2) => {
                let mut parts = args.to_vec();
                parts.sort_unstable();
                parts.dedup();
                parts
            }
            _ => vec![formula],
        }
    }

    /// An assignment that gives values.
    pub(super) fn assignment(&self, stream: &mut Stream) -> Option<usize> {
        nth_bit(self.epoch.usable, stream.below(self.epoch.usable.count_ones() as usize))
    }

    /// A formula, or its negation, that is true under an assignment.
    pub(super) fn true_formula(&mut self, assignment: usize, stream: &mut Stream) -> Option<Formula> {
        for _ in 0..DRAWS {
            let formula = self.epoch.pool.choose(stream)?;
            match self.epoch.formulas.node(formula).values.get(assignment) {
                Some(true) => return Some(formula),
                Some(false) if self.storm.profile == Connectives::Paper => {
                    return Some(self.epoch.formulas.apply(Connective::Not, &[formula]));
                }
                Some(false) => return Some(self.epoch.formulas.negate(formula)),
                None => {}
            }
        }
        None
    }

    /// A predicate, or its negation, that is true under an assignment.
    fn known_predicate(&mut self, assignment: usize) -> Option<Formula> {
        let Epoch { pool, formulas, .. } = &mut *self.epoch;
        let known = pool.initial.iter().find_map(|&formula| {
            let value = formulas.node(formula).values.get(assignment)?;
            Some((formula, value))
        });
        known.map(|(formula, value)| if value { formula } else { formulas.negate(formula) })
    }

    fn begin(&self) -> String {
        let mut text = String::with_capacity(self.header.prelude.len() + self.header.text.len() + (8 << 10));
        text.push_str(&self.header.prelude);
        text.push_str(&self.header.text);
        text
    }

    pub(super) fn assert(&mut self, formula: Formula, lets: bool, text: &mut String) {
        text.push_str("(assert ");
        self.formula(formula, lets, text);
        text.push_str(")\n");
    }

    /// The text of a formula.
    pub(super) fn formula(&mut self, formula: Formula, lets: bool, text: &mut String) {
        let Epoch { formulas, texts, .. } = &*self.epoch;
        if lets || formulas.node(formula).bytes > SHARE_FROM {
            self.renderer.shared(formulas, texts, formula, text);
        } else {
            self.renderer.plain(formulas, texts, formula, text);
        }
    }
}

/// The position of the n-th bit that is set.
pub(super) fn nth_bit(bits: u32, n: usize) -> Option<usize> {
    (0..32).filter(|at| bits >> at & 1 == 1).nth(n)
}

fn finish(mut text: String, truth: Truth, header: &Header) -> TestCase {
    let start = text.len();
    text.push_str("(check-sat)\n");
    let place = start..text.len() - 1;
    TestCase {
        text,
        checks: vec![CheckPoint { place, truth, optimum: Vec::new() }],
        tactic: header.tactic.clone(),
        ..TestCase::default()
    }
}
