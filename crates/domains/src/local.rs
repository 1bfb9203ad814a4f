//! Tests in this process: for domains written in Rust.

use std::fmt;
use std::time::{Duration, Instant};

use crate::case::Case;
use crate::domain::Domain;
use crate::engine::{Engine, EngineKind, Round, Tally};
use crate::inputs::Config;
use crate::property::{PROPERTIES, Property};
use crate::run::{Bench, Outcome};
use crate::shrink::shrink;
use crate::text::text;

/// Tries to make a case smaller.
const TRIES: usize = 4000;

/// How a domain is tested in this process.
///
/// ```
/// use quis_domains::{Settings, reference::Octagons, test};
///
/// let settings = Settings { rounds: 50, ..Settings::default() };
/// let report = test(&Octagons::new(3), &settings);
/// assert!(report.violations.is_empty());
/// assert!(report.checks() > 1000);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// How inputs are made.
    pub config: Config,
    /// Who makes them.
    pub engine: EngineKind,
    /// The seed: the same for the same tests.
    pub seed: u64,
    /// So many pools, at most.
    pub rounds: u64,
    /// So much time, at most.
    pub time: Option<Duration>,
    /// The numbers of the properties; all that apply if there are none.
    pub properties: Vec<u8>,
    /// Whether it ends with the first violation.
    pub first: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            config: Config::default(),
            engine: EngineKind::default(),
            seed: 1,
            rounds: 2_000,
            time: None,
            properties: Vec::new(),
            first: false,
        }
    }
}

impl Settings {
    /// The properties that are tested on a domain.
    #[must_use]
    pub fn selection(&self, profile: &crate::Profile) -> Vec<&'static Property> {
        let wanted = |p: &&Property| self.properties.is_empty() || self.properties.contains(&p.number);
        PROPERTIES.iter().filter(wanted).filter(|property| property.applies(profile)).collect()
    }
}

/// A property that does not hold.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Which.
    pub property: &'static Property,
    /// The smallest case that was found.
    pub case: Case,
    /// The same as text.
    pub text: String,
    /// After how many checks it was found.
    pub after: u64,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "property {} does not hold:\n{}", self.property, self.text)
    }
}

/// What came of testing a domain.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How often each property was checked.
    pub tallies: Vec<(u8, Tally)>,
    /// One for each property that does not hold.
    pub violations: Vec<Violation>,
    /// Kinds of behaviour that were seen.
    pub features: usize,
}

impl Report {
    /// Checks of all properties.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.tallies.iter().map(|(_, tally)| tally.checks).sum()
    }
}

/// Tests a domain in this process. What it does besides giving elements (a panic, a loop without end) is not contained: see `quis domains test` for libraries.
pub fn test<D: Domain>(domain: &D, settings: &Settings) -> Report {
    let properties = settings.selection(domain.profile());
    let mut round = Round::new(domain, settings.config, properties);
    let mut engine = Engine::new(settings.engine, settings.seed);
    let mut bytes = vec![0; round.length()];
    let mut failed: Vec<(u64, Case)> = Vec::new();
    let start = Instant::now();
    for number in 0..settings.rounds {
        if settings.time.is_some_and(|time| start.elapsed() > time) || (settings.first && !failed.is_empty())
        {
            break;
        }
        engine.fill(number, &mut bytes);
        let before: u64 = round.tallies.iter().map(|tally| tally.checks).sum();
        let is_new = round.run(
            &bytes,
            |_| {},
            |case, _| {
                if !failed.iter().any(|(_, known)| known.property == case.property) {
                    failed.push((before, case.clone()));
                }
            },
        );
        if is_new {
            engine.keep(&bytes);
        }
    }
    let violations = failed.into_iter().filter_map(|(after, case)| {
        let how = outcome(domain, &case);
        // A domain that is to be kept from widenings with ⊥ may not survive one.
        let guarded = case.guarded;
        let case = shrink(&case, TRIES, &mut |case| case.guarded == guarded && outcome(domain, case) == how);
        let property = case.property()?;
        Some(Violation { property, text: text(&case, domain.profile()), case, after })
    });
    let violations = violations.collect();
    let numbers = round.properties().iter().map(|property| property.number);
    Report {
        tallies: numbers.zip(round.tallies.iter().copied()).collect(),
        violations,
        features: round.features.count(),
    }
}

/// Runs one case. A case of another dimension than the domain's proves nothing.
pub fn outcome<D: Domain>(domain: &D, case: &Case) -> Outcome {
    if case.dimension != domain.dimension() || !case.is_sound() {
        return Outcome::Vacuous;
    }
    let mut bench = Bench::new(domain);
    bench.make(case);
    bench.check(case)
}

/// Tests a domain, for use in a test: the whole of it in one line.
///
/// ```should_panic
/// use quis_domains::reference::{Fault, Intervals};
///
/// let fault = Fault::parse("interval-meet-wrong-bound");
/// quis_domains::assert_domain(&Intervals::with_fault(2, fault));
/// ```
///
/// # Panics
/// If a property does not hold, with the smallest case that was found.
#[allow(clippy::panic, reason = "it is an assertion")]
pub fn assert_domain<D: Domain>(domain: &D) {
    let report = test(domain, &Settings { first: true, ..Settings::default() });
    if let Some(violation) = report.violations.first() {
        panic!("{}: {violation}", domain.profile().name);
    }
}
