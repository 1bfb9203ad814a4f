//! Synthesis as a technique: its parameters, and its cases in order.

use std::fmt;
use std::sync::{Arc, OnceLock};

use quis_smtlib::Script;

use super::rules::Rules;
use super::{Formula, Step, formulas};
use crate::case::TestCase;
use crate::registry::{Choice, Entry, Parameter, Parameters};
use crate::stream::Stream;
use crate::technique::{Reply, Technique};

/// Formulas by construction, simple ones first. There is an end to them.
#[derive(Clone, Debug)]
pub struct Synth {
    /// The theory whose rules are used, or several: `strings+arrays`.
    pub theory: String,
    /// Their rules.
    rules: Arc<Rules>,
    /// The step whose formulas are made; `None` for all of them.
    pub step: Option<Step>,
    /// Whether quantifiers have patterns.
    pub patterns: Patterns,
    /// How deep arguments of terms are.
    pub depth: usize,
    /// How many formulas there are, once that is known.
    total: OnceLock<usize>,
}

/// Whether quantifiers have patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patterns {
    /// None have.
    No,
    /// All have.
    Yes,
    /// All formulas without patterns, and those with quantifiers once more with them.
    Both,
}

impl Choice for Patterns {
    const ALL: &'static [(&'static str, Self)] =
        &[("no", Patterns::No), ("yes", Patterns::Yes), ("both", Patterns::Both)];
}

impl Choice for Option<Step> {
    const ALL: &'static [(&'static str, Self)] = &[
        ("all", None),
        ("simple", Some(Step::Simple)),
        ("constants", Some(Step::Constants)),
        ("terms", Some(Step::Terms)),
        ("mixed", Some(Step::Mixed)),
        ("contradictions", Some(Step::Contradictions)),
        ("hybrid", Some(Step::Hybrid)),
        ("equivalences", Some(Step::Equivalences)),
        ("cores", Some(Step::Cores)),
        ("redundancy", Some(Step::Redundancy)),
        ("functions", Some(Step::Functions)),
        ("quantified", Some(Step::Quantified)),
        ("maxsmt", Some(Step::MaxSmt)),
    ];
}

impl Synth {
    /// All cases, in order. Those with patterns are called otherwise than those without.
    fn labelled(&self) -> impl Iterator<Item = TestCase> + Send + '_ {
        let steps = Step::ALL.iter().copied().filter(|step| self.step.is_none_or(|wanted| wanted == *step));
        let patterns = match self.patterns {
            Patterns::No => &[false][..],
            Patterns::Yes => &[true],
            Patterns::Both => &[false, true],
        };
        let rules = &*self.rules;
        steps.flat_map(move |step| {
            patterns.iter().flat_map(move |&patterns| {
                let folder = if patterns { "-patterns" } else { "" };
                formulas(rules, step, patterns, self.depth).map(move |Formula { step, name, case }| {
                    TestCase { label: Some(format!("{}{folder}/{name}", step.name()).into()), ..case }
                })
            })
        })
    }
}

impl fmt::Display for Synth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Synth { theory, step, patterns, depth, .. } = self;
        write!(f, "theory={theory} step={} patterns={} depth={depth}", step.word(), patterns.word())
    }
}

/// The line of the registry.
pub(crate) const ENTRY: Entry = Entry {
    name: "synth",
    help: "Make formulas with known truth from rules, simple ones first, with models and minimal cores; needs no seeds",
    parameters: &[
        Parameter {
            name: "theory",
            default: "strings",
            help: "whose rules: strings, regex, bitvectors, arrays, ints, reals, floats, datatypes, sequences, combined, or several as in strings+arrays",
        },
        Parameter {
            name: "step",
            default: "all",
            help: "simple, constants, terms, mixed (satisfiable), contradictions, hybrid, equivalences, cores, redundancy (unsatisfiable), functions, quantified (both), maxsmt (soft assertions), all",
        },
        Parameter {
            name: "patterns",
            default: "both",
            help: "patterns of quantifiers: no, yes, both (without, and those that have some once more with them)",
        },
        Parameter { name: "depth", default: "1", help: "how deep the arguments of terms are, at most" },
    ],
    make: |parameters: &Parameters| {
        let theory = parameters.value("theory").to_owned();
        let names: Vec<&str> = theory.split('+').collect();
        let rules = Rules::joined(&names).ok_or_else(|| {
            let known: Vec<&str> = Rules::theories().collect();
            parameters.bad_value("theory", format!("{}, or several with `+` between them", known.join(", ")))
        })?;
        Ok(Box::new(Synth {
            theory,
            rules: Arc::new(rules),
            step: parameters.choice("step")?,
            patterns: parameters.choice("patterns")?,
            depth: parameters.count_up_to("depth", 8)?,
            total: OnceLock::new(),
        }))
    },
};

impl Technique for Synth {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn parameters(&self) -> String {
        self.to_string()
    }

    fn needs_seed(&self) -> bool {
        false
    }

    fn ends(&self) -> bool {
        true
    }

    fn applies(&self, _: &Script) -> bool {
        true
    }

    fn cases<'a>(
        &'a self,
        _: &'a Script,
        _: &'a [Reply],
        _: Stream,
    ) -> Box<dyn Iterator<Item = TestCase> + Send + 'a> {
        Box::new(Cases { synth: self, cases: Box::new(self.labelled()), made: 0 })
    }
}

/// The cases, in order.
struct Cases<'a> {
    synth: &'a Synth,
    cases: Box<dyn Iterator<Item = TestCase> + Send + 'a>,
    made: usize,
}

impl Iterator for Cases<'_> {
    type Item = TestCase;

    fn next(&mut self) -> Option<TestCase> {
        let case = self.cases.next();
        match case {
            Some(_) => self.made += 1,
            // Whoever asks for what is behind the end is told so at once.
            None => drop(self.synth.total.set(self.made)),
        }
        case
    }

    fn nth(&mut self, count: usize) -> Option<TestCase> {
        if self.synth.total.get().is_some_and(|total| self.made.saturating_add(count) >= *total) {
            return None;
        }
        for _ in 0..count {
            self.next()?;
        }
        self.next()
    }
}
