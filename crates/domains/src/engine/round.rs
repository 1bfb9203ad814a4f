//! A round: a pool of elements, and checks on it.

use serde::{Deserialize, Serialize};

use super::features::Features;
use crate::case::Case;
use crate::coverage::Edges;
use crate::domain::{Domain, Profile};
use crate::inputs::{Config, Dealer, Dealt, Deck, Maker, Source};
use crate::property::Property;
use crate::run::{Bench, Outcome};

/// How often a property was checked, and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Checks in all.
    pub checks: u64,
    /// Those whose premise did not hold.
    pub vacuous: u64,
    /// Those that showed that it does not hold.
    pub violated: u64,
    /// Those in which the library reported an error, died or did not come to an end.
    #[serde(default)]
    pub failed: u64,
}

impl Tally {
    /// Adds another.
    pub fn add(&mut self, other: Tally) {
        self.checks += other.checks;
        self.vacuous += other.vacuous;
        self.violated += other.violated;
        self.failed += other.failed;
    }
}

/// Runs rounds on one domain.
pub(crate) struct Round<'d, D: Domain> {
    domain: &'d D,
    config: Config,
    properties: Vec<&'static Property>,
    deck: Deck,
    bench: Bench<'d, D>,
    case: Case,
    /// One for each of the properties.
    pub(crate) tallies: Vec<Tally>,
    pub(crate) features: Features,
    /// Those of the library's code, if it tells.
    pub(crate) edges: Edges,
}

impl<'d, D: Domain> Round<'d, D> {
    pub(crate) fn new(domain: &'d D, config: Config, properties: Vec<&'static Property>) -> Round<'d, D> {
        let tallies = vec![Tally::default(); properties.len()];
        let case = Case::default();
        let deck = Deck::new(&properties);
        let bench = Bench::new(domain);
        Round {
            domain,
            config,
            properties,
            deck,
            bench,
            case,
            tallies,
            features: Features::default(),
            edges: Edges::default(),
        }
    }

    pub(crate) fn properties(&self) -> &[&'static Property] {
        &self.properties
    }

    /// How many bytes a round reads at most.
    pub(crate) fn length(&self) -> usize {
        length(&self.config, self.domain.dimension())
    }

    /// Makes a pool of bytes and checks properties on it. `at` is told what comes next, before it is done: nothing but the pool, or a check; `found`
    /// is told of violations. Whether something was seen for the first time.
    pub(crate) fn run(
        &mut self,
        bytes: &[u8],
        at: impl Fn(Option<usize>),
        mut found: impl FnMut(&Case, Outcome),
    ) -> bool {
        let mut source = Source::new(bytes);
        let maker = Maker::new(self.domain.profile(), self.domain.dimension(), self.config);
        at(None);
        maker.pool(&mut source, &mut self.case);
        self.bench.make(&self.case);
        let mut dealer = Dealer::new(&self.deck);
        let (steps, conditions) = (self.case.steps.len(), self.case.conditions.len());
        let mut is_new = false;
        for number in 0..self.config.checks {
            at(Some(number));
            let Some(dealt) = dealer.next(&maker, &mut source, &self.case) else { break };
            let Dealt { property: which, hand, is_new: is_new_hand } = dealt;
            let property = self.properties[which];
            if is_new_hand {
                self.bench.forget();
            }
            maker.arguments(property, &hand, &mut source, &mut self.case);
            self.bench.derive(&self.case);
            let outcome = self.bench.check(&self.case);
            let tally = &mut self.tallies[which];
            tally.checks += 1;
            match outcome {
                Outcome::Holds => {}
                Outcome::Vacuous => tally.vacuous += 1,
                Outcome::Violated => {
                    tally.violated += 1;
                    found(&self.case, outcome);
                }
                Outcome::Failed => {
                    tally.failed += 1;
                    found(&self.case, outcome);
                }
            }
            is_new |= self.features.note(&self.case, outcome);
            self.case.steps.truncate(steps);
            self.case.conditions.truncate(conditions);
        }
        self.edges.harvest() || is_new
    }
}

/// How many bytes a round reads at most, nearly always.
pub(crate) fn length(config: &Config, dimension: usize) -> usize {
    let expression = 6 + 3 * dimension;
    let element = 8 + expression;
    config.expressions * expression + config.initial * element + config.operations * 8 + config.checks * 20
}

/// The case that a round comes to, without running it: its pool, or one of its checks.
pub(crate) fn case_of(
    profile: &Profile,
    dimension: usize,
    config: Config,
    properties: &[&'static Property],
    bytes: &[u8],
    check: Option<usize>,
) -> Case {
    let mut source = Source::new(bytes);
    let maker = Maker::new(profile, dimension, config);
    let mut case = Case::default();
    maker.pool(&mut source, &mut case);
    let (steps, conditions) = (case.steps.len(), case.conditions.len());
    let deck = Deck::new(properties);
    let mut dealer = Dealer::new(&deck);
    for _ in 0..check.map_or(0, |number| number + 1) {
        case.steps.truncate(steps);
        case.conditions.truncate(conditions);
        let Some(Dealt { property, hand, .. }) = dealer.next(&maker, &mut source, &case) else { break };
        maker.arguments(properties[property], &hand, &mut source, &mut case);
    }
    case
}
