//! What a directory keeps of runs: a finding for each way to fail, and the figures of each domain.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::columns::Column;
use crate::case::Case;
use crate::domain::Profile;
use crate::engine::Tally;
use crate::isolation::{Ending, Found, Summary};
use crate::program::{Program, program};
use crate::property::Property;
use crate::text::text;

/// The folder of findings, within that of the campaign.
pub const FINDINGS: &str = "findings";

/// That of failures that are not confirmed.
pub const UNCONFIRMED: &str = "unconfirmed";

/// A failure as it is kept: `case.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The domain that fails.
    pub domain: String,
    /// How.
    pub ending: Ending,
    /// The smallest case.
    pub case: Case,
    /// What may be asked of the domain. Files of earlier releases do not say it; they can be run again, but not be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Whether the case failed again in a process of its own: what did not is no finding. Earlier releases kept both together.
    #[serde(rename = "replayed", default = "yes")]
    pub confirmed: bool,
    /// After how many seconds of a run it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Steps of the case as it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps_before: Option<usize>,
    /// In how many runs it failed.
    #[serde(default = "one")]
    pub seen: u64,
}

fn yes() -> bool {
    true
}

fn one() -> u64 {
    1
}

impl Kept {
    /// All that a run found, and then what it did not confirm.
    pub fn all(domain: &str, summary: &Summary) -> impl Iterator<Item = Kept> {
        let kept = |confirmed| move |found| Kept::new(domain, found, &summary.profile, confirmed);
        summary.found.iter().map(kept(true)).chain(summary.unconfirmed.iter().map(kept(false)))
    }

    fn new(domain: &str, found: &Found, profile: &Profile, confirmed: bool) -> Kept {
        Kept {
            domain: domain.to_owned(),
            ending: found.ending.clone(),
            case: found.case.clone(),
            profile: Some(profile.clone()),
            confirmed,
            seconds: Some(found.after.as_secs_f64()),
            steps_before: Some(found.steps_before),
            seen: 1,
        }
    }

    /// The name of its folder. Findings with the same name are one.
    ///
    /// match: apron:oct-d, property 17 and a signal, result: apron-oct-d-17-died-signal-sigsegv
    #[must_use]
    pub fn id(&self) -> String {
        let property = self.case.property.map_or("elements".to_owned(), |number| number.to_string());
        let ending = match &self.ending {
            Ending::Violated => String::new(),
            Ending::Failed => "-error".to_owned(),
            Ending::Died(how) => format!("-died-{}", plain(how).to_lowercase()),
            Ending::NoEnd => "-no-end".to_owned(),
        };
        format!("{}-{property}{ending}", plain(&self.domain))
    }

    /// The property, unless making the elements failed.
    #[must_use]
    pub fn property(&self) -> Option<&'static Property> {
        self.case.property()
    }

    /// Where the table counts it.
    #[must_use]
    pub fn column(&self) -> Column {
        Column::of(self.property(), &self.ending)
    }

    /// What failed, in a line.
    #[must_use]
    pub fn headline(&self) -> String {
        if self.confirmed {
            headline(self.property(), &self.ending)
        } else {
            unconfirmed(self.property(), &self.ending, "")
        }
    }

    /// The sequence of operations, if it is known how this domain's are called.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        Some(text(&self.case, self.profile.as_ref()?))
    }

    /// Its folder, within that of the campaign.
    #[must_use]
    pub fn folder(&self) -> String {
        let parent = if self.confirmed { FINDINGS } else { UNCONFIRMED };
        format!("{parent}/{}", self.id())
    }

    /// The program that shows it to others, if there is one. What is not confirmed has none.
    #[must_use]
    pub fn program(&self) -> Option<Program> {
        if !self.confirmed {
            return None;
        }
        program(&self.case, self.profile.as_ref()?, &self.domain)
    }

    /// The same failure of another run: the smaller case stays, and best is what is confirmed. What is kept stays if both are as good.
    #[must_use]
    pub fn or_smaller(self, other: Kept) -> Kept {
        let seen = self.seen.saturating_add(other.seen);
        let weight = |kept: &Kept| (!kept.confirmed, kept.case.size());
        let (best, worse) = if weight(&other) < weight(&self) { (other, self) } else { (self, other) };
        let profile = best.profile.clone().or(worse.profile);
        Kept { seen, profile, ..best }
    }
}

/// What failed, in a line.
#[must_use]
pub fn headline(property: Option<&Property>, ending: &Ending) -> String {
    match (property, ending) {
        (Some(property), Ending::Violated) => format!("property {property} does not hold"),
        (Some(property), ending) => format!("{ending}, with property {property}"),
        (None, ending) => format!("{ending}, while elements are made"),
    }
}

/// What failed in a run and not alone, in a line. When that was stands after the run.
///
/// match: property 9 and " (after 1.00 s)", result: `property 9 [S] y ⊑ x ⊔ y did not hold in the run (after 1.00 s), but holds in a process of its own`
#[must_use]
pub fn unconfirmed(property: Option<&Property>, ending: &Ending, when: &str) -> String {
    let with = match property {
        Some(property) => format!("with property {property}"),
        None => "while elements were made".to_owned(),
    };
    let how = match (ending, property) {
        (Ending::Violated, Some(property)) => {
            return format!(
                "property {property} did not hold in the run{when}, but holds in a process of its own"
            );
        }
        (Ending::Violated, None) => "something did not hold".to_owned(),
        (Ending::Failed, _) => "the library reported an error".to_owned(),
        (Ending::Died(how), _) => format!("the library died ({how})"),
        (Ending::NoEnd, _) => "the library did not come to an end".to_owned(),
    };
    format!("{how} in the run, {with}{when}, but not in a process of its own")
}

/// A name for a file: match: reference:octagons+fault, result: reference-octagons-fault
pub(super) fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// The figures of a domain, of all runs together: `domains/NAME.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// The domain.
    pub domain: String,
    /// How many runs there were.
    pub runs: u64,
    /// How long they took.
    pub seconds: f64,
    /// The numbers of the properties that were tested.
    pub tests: BTreeSet<u8>,
    /// How often, and what came of it.
    pub tallies: BTreeMap<u8, Tally>,
    /// Kinds of behaviour that were seen in one run, at most.
    pub behaviours: usize,
    /// Edges of the library's code that were seen in one run, at most; none if it is not instrumented.
    #[serde(default)]
    pub edges: usize,
}

impl Figures {
    /// Those of one run.
    #[must_use]
    pub fn new(domain: &str, summary: &Summary) -> Figures {
        Figures {
            domain: domain.to_owned(),
            runs: 1,
            seconds: summary.time.as_secs_f64(),
            tests: summary.properties.iter().map(|property| property.number).collect(),
            tallies: summary.tallies.clone(),
            behaviours: summary.features,
            edges: summary.edges,
        }
    }

    /// The name of its file, without the end.
    #[must_use]
    pub fn id(&self) -> String {
        plain(&self.domain)
    }

    /// Adds those of another run.
    pub fn add(&mut self, other: &Figures) {
        self.runs = self.runs.saturating_add(other.runs);
        self.seconds += other.seconds;
        self.tests.extend(&other.tests);
        for (&number, &tally) in &other.tallies {
            self.tallies.entry(number).or_default().add(tally);
        }
        self.behaviours = self.behaviours.max(other.behaviours);
        self.edges = self.edges.max(other.edges);
    }
}
