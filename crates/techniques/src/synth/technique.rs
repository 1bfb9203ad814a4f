//! Synthesis as a technique: its parameters, and its cases in order.

use std::fmt;

use quis_smtlib::Script;

use super::rules::{Rules, Source};
use super::sequence::{Cases, Parked};
use super::theory::Theory;
use super::{Step, walk};
use crate::case::TestCase;
use crate::material::Material;
use crate::registry::{Choice, Entry, Parameter, Parameters, Way};
use crate::stream::Stream;
use crate::technique::{Needs, Technique, TestCases, numbered};

/// Formulas by construction, simple ones first.
#[derive(Debug)]
pub struct Synth {
    /// Whose rules are used.
    pub theory: Theory,
    /// Which formulas are made.
    pub steps: Steps,
    /// Whether quantifiers have patterns.
    pub patterns: Patterns,
    /// How deep arguments of terms are.
    pub depth: usize,
    pub(super) parked: Parked,
}

/// Which formulas are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// All that can be listed.
    All,
    /// Those of one step. There is an end to them, unless they are walks.
    One(Step),
    /// All that can be listed, and then random walks.
    Endless,
}

impl Choice for Steps {
    const ALL: &'static [(&'static str, Self)] = &[
        ("all", Steps::All),
        ("simple", Steps::One(Step::Simple)),
        ("constants", Steps::One(Step::Constants)),
        ("terms", Steps::One(Step::Terms)),
        ("mixed", Steps::One(Step::Mixed)),
        ("contradictions", Steps::One(Step::Contradictions)),
        ("hybrid", Steps::One(Step::Hybrid)),
        ("equivalences", Steps::One(Step::Equivalences)),
        ("cores", Steps::One(Step::Cores)),
        ("redundancy", Steps::One(Step::Redundancy)),
        ("functions", Steps::One(Step::Functions)),
        ("quantified", Steps::One(Step::Quantified)),
        ("maxsmt", Steps::One(Step::MaxSmt)),
        ("walks", Steps::One(Step::Walks)),
        ("endless", Steps::Endless),
    ];
}

impl Steps {
    /// Whether formulas of a step are made.
    pub(super) fn has(self, step: Step) -> bool {
        match self {
            Steps::All => step != Step::Walks,
            Steps::One(one) => step == one,
            Steps::Endless => true,
        }
    }
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

impl Synth {
    /// Whether there are walks only.
    pub(super) fn starts_with_walks(&self) -> bool {
        self.steps == Steps::One(Step::Walks)
    }

    /// The n-th walk, over one of some rules.
    pub(super) fn walk(&self, rules: &[(&str, &Rules)], stream: &Stream, number: u64) -> Option<TestCase> {
        let mut stream = stream.fork("walks").nth(number);
        let &(theory, rules) = stream.choose(rules)?;
        let formula = walk::formula(rules, &stream, number)?;
        Some(formula.labelled(theory, false))
    }
}

impl fmt::Display for Synth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Synth { theory, steps, patterns, depth, .. } = self;
        write!(f, "theory={theory} step={} patterns={} depth={depth}", steps.word(), patterns.word())
    }
}

/// The line of the registry.
pub(crate) const ENTRY: Entry = Entry {
    name: "synth",
    help: "Make formulas with known truth from rules, simple ones first, with models and minimal cores; needs no seeds",
    good_for: "small formulas of every theory with known answers, cores and optima",
    in_campaigns: &[
        Way::any("theory=combined"),
        Way::of("arithmetic", "theory=ints"),
        Way::of("arithmetic", "theory=reals"),
        Way::of("bitvectors", "theory=bitvectors"),
        Way::of("floats", "theory=floats"),
        Way::of("arrays", "theory=arrays"),
        Way::of("strings", "theory=strings"),
        Way::of("regexes", "theory=regex"),
        Way::of("sequences", "theory=sequences"),
        Way::of("datatypes", "theory=datatypes"),
    ],
    share: 1,
    with_reference: "",
    for_suites: "step=all",
    parameters: &[
        Parameter::new(
            "theory",
            "all",
            "whose rules: strings, regex, bitvectors, arrays, ints, reals, floats, datatypes, sequences, combined, several as one as in \
                   strings+arrays, all of them, or seed: those that the seeds say",
        ),
        Parameter::new(
            "step",
            "endless",
            "simple, constants, terms, mixed (satisfiable), contradictions, hybrid, equivalences, cores, redundancy (unsatisfiable), \
                   functions, quantified (both), maxsmt (soft assertions), all of these, walks (random, without end), endless (all, then walks)",
        ),
        Parameter::new(
            "patterns",
            "both",
            "patterns of quantifiers: no, yes, both (without, and those that have some once more with them)",
        ),
        Parameter::new("depth", "1", "how deep the arguments of terms are, at most"),
    ],
    make: |parameters: &Parameters| {
        let theory = Theory::from_name(parameters.value("theory")).ok_or_else(|| {
            let known: Vec<&str> = Rules::theories().collect();
            parameters.bad_value(
                "theory",
                format!("{}, several with `+` between them, all or seed", known.join(", ")),
            )
        })?;
        Ok(Box::new(Synth {
            theory,
            steps: parameters.choice("step")?,
            patterns: parameters.choice("patterns")?,
            depth: parameters.count_up_to("depth", 8)?,
            parked: Parked::default(),
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

    fn needs(&self) -> Needs {
        if self.theory.needs_seed() { Needs::One } else { Needs::Nothing }
    }

    fn ends(&self) -> bool {
        !self.steps.has(Step::Walks)
    }

    fn starts_anywhere(&self) -> bool {
        self.starts_with_walks()
    }

    fn goes_on(&self) -> bool {
        // Lists are parked.
        !self.theory.needs_seed()
    }

    fn applies(&self, seed: &Script) -> bool {
        !self.theory.needs_seed() || Rules::are_in(seed)
    }

    fn objects(&self) -> bool {
        self.theory.needs_seed()
    }

    fn objection(&self, seed: &Script, name: &str, text: &str) -> Option<String> {
        if !self.theory.needs_seed() || !self.applies(seed) {
            return None;
        }
        Rules::read_checked(&[Source { name: name.to_owned(), text: text.to_owned() }])
            .err()
            .map(|error| error.to_string())
    }

    fn cases<'a>(&'a self, material: Material<'a>, stream: Stream) -> TestCases<'a> {
        match self.theory.rules(material.seed) {
            Ok(rules) => {
                let mut cases = Cases::new(self, rules, stream);
                Box::new(numbered(move |number| cases.case(number)))
            }
            Err(_) => Box::new(std::iter::empty()),
        }
    }
}
