//! The table of techniques. Help texts and documents are made from it.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use quis_smtlib::Logic;

use crate::technique::Technique;
use crate::{enumerate, fuzzsmt, mutate, opfuzz, storm, synth};

/// A technique, as far as it is known before it is made.
#[derive(Debug)]
pub struct Entry {
    /// One word for it.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// What it is good for, in one line.
    pub good_for: &'static str,
    /// The ways in which it takes part in a campaign that names no techniques: one for each group of theories where it can choose, so that
    /// each gets its share.
    pub in_campaigns: &'static [Way],
    /// The number of turns of each of these ways in a round of such a campaign.
    pub share: u64,
    /// The parameters that it gets where a reference solver is at hand, unless the user gives them.
    pub with_reference: &'static str,
    /// The parameters that it gets where files for a suite are written, unless the user gives them.
    pub for_suites: &'static str,
    /// What can be chosen.
    pub parameters: &'static [Parameter],
    pub(crate) make: fn(&Parameters) -> Result<Box<dyn Technique>, TechniqueError>,
}

/// A way in which a technique takes part in a campaign that names none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The group of theories that it is about, one of [`GROUPS`](crate::GROUPS); none if it is about whatever its seeds are about, or about all.
    pub group: Option<&'static str>,
    /// The parameters.
    pub parameters: &'static str,
}

impl Way {
    /// A way that is about a group of theories.
    pub(crate) const fn of(group: &'static str, parameters: &'static str) -> Way {
        Way { group: Some(group), parameters }
    }

    /// A way that is about whatever comes.
    pub(crate) const fn any(parameters: &'static str) -> Way {
        Way { group: None, parameters }
    }
}

/// A parameter of a technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value if none is given.
    pub default: &'static str,
    /// One line about it.
    pub help: &'static str,
}

impl Parameter {
    pub(crate) const fn new(name: &'static str, default: &'static str, help: &'static str) -> Parameter {
        Parameter { name, default, help }
    }
}

/// Why there is no such technique.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TechniqueError {
    /// No technique has this name.
    NoTechnique(String),
    /// The technique has no such parameter; it has these.
    NoParameter {
        /// What was written.
        name: String,
        /// The parameters that there are.
        known: String,
    },
    /// A word that is not `name=value`.
    NoValue(String),
    /// A value that the parameter cannot have.
    BadValue {
        /// The parameter.
        name: String,
        /// What was written.
        value: String,
        /// What can be written.
        expected: String,
    },
}

impl fmt::Display for TechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TechniqueError::NoTechnique(name) => {
                let known: Vec<&str> = techniques().iter().map(|entry| entry.name).collect();
                write!(f, "there is no technique `{name}`; there are: {}", known.join(", "))
            }
            TechniqueError::NoParameter { name, known } => {
                write!(f, "there is no parameter `{name}`; there are: {known}")
            }
            TechniqueError::NoValue(word) => write!(f, "`{word}` is not of the form name=value"),
            TechniqueError::BadValue { name, value, expected } => {
                write!(f, "`{value}` is no value of `{name}`; expected {expected}")
            }
        }
    }
}

impl std::error::Error for TechniqueError {}

/// All techniques.
#[must_use]
pub fn techniques() -> &'static [Entry] {
    const TECHNIQUES: &[Entry] =
        &[opfuzz::ENTRY, mutate::ENTRY, storm::ENTRY, fuzzsmt::ENTRY, synth::ENTRY, enumerate::ENTRY];
    TECHNIQUES
}

/// The techniques of a campaign that names none, with their parameters, and the share of each. Those that choose operators use the ones of a
/// dialect, if one is given: what all solvers of the campaign read. If groups are given, only what is about these takes part, and what is
/// about its seeds.
#[must_use]
pub fn for_campaigns(dialect: Option<&str>, only: &[String]) -> Vec<(String, u64)> {
    let is_wanted = |entry: &Entry, way: &&Way| match way.group {
        Some(group) => only.is_empty() || only.iter().any(|wanted| wanted == group),
        // One that has ways for groups has other ways for what is left.
        None => only.is_empty() || entry.in_campaigns.iter().all(|way| way.group.is_none()),
    };
    let ways = |entry: &'static Entry| {
        let has_dialect = entry.parameters.iter().any(|parameter| parameter.name == "dialect");
        let dialect =
            dialect.filter(|_| has_dialect).map(|word| format!("dialect={word}")).unwrap_or_default();
        let spec = move |way: &Way| {
            let words = [entry.name, way.parameters, &dialect].into_iter().filter(|word| !word.is_empty());
            (words.collect::<Vec<_>>().join(" "), entry.share)
        };
        entry.in_campaigns.iter().filter(|way| is_wanted(entry, way)).map(spec).collect::<VecDeque<_>>()
    };
    // The first way of each, then the second: so that all techniques take part in a short campaign.
    let mut left: Vec<_> = techniques().iter().map(ways).collect();
    let mut all = Vec::new();
    while left.iter().any(|ways| !ways.is_empty()) {
        all.extend(left.iter_mut().filter_map(VecDeque::pop_front));
    }
    all
}

/// The technique of a name, with parameters as [`Technique::parameters`] writes them: `rounds=100 profile=paper`.
///
/// # Errors
/// If there is no such technique, or a parameter is wrong.
///
/// ```
/// let technique = quis_techniques::technique("opfuzz", "rounds=100").expect("a technique");
/// assert_eq!(technique.parameters(), "profile=full rounds=100 logic=widen standard=2.7");
/// let error = quis_techniques::technique("opfuzz", "rounds=none").err().expect("no number");
/// assert_eq!(error.to_string(), "`none` is no value of `rounds`; expected a number from 1 on");
/// ```
pub fn technique(name: &str, parameters: &str) -> Result<Box<dyn Technique>, TechniqueError> {
    let entry = techniques().iter().find(|entry| entry.name == name);
    entry.ok_or_else(|| TechniqueError::NoTechnique(name.to_owned()))?.with(parameters)
}

/// The technique of a text as users write it: a name, and parameters behind it.
///
/// # Errors
/// If there is no such technique, or a parameter is wrong.
pub fn from_spec(spec: &str) -> Result<Box<dyn Technique>, TechniqueError> {
    let (name, parameters) = split(spec);
    technique(name, parameters)
}

/// A text as users write it, with the technique's parameters for a reference solver, which come after the user's own.
///
/// ```
/// assert_eq!(quis_techniques::with_reference("storm depth=8"), "storm depth=8 ask=all");
/// assert_eq!(quis_techniques::with_reference("storm ask=models"), "storm ask=models");
/// ```
#[must_use]
pub fn with_reference(spec: &str) -> String {
    let added = entry(spec).map_or("", |entry| entry.with_reference);
    let is_given = |name: &str| spec.split_whitespace().any(|word| word.split('=').next() == Some(name));
    let words = added.split_whitespace().filter(|word| !is_given(word.split('=').next().unwrap_or(word)));
    std::iter::once(spec.trim()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A text as users write it, with the technique's parameters for suites, and these behind it: the last one counts.
///
/// ```
/// let more = ["depth=8".to_owned()];
/// assert_eq!(quis_techniques::for_suites("storm", &more), "storm truth=sat incremental=no depth=8");
/// ```
#[must_use]
pub fn for_suites(spec: &str, more: &[String]) -> String {
    let (name, own) = split(spec);
    let words = [name, entry(spec).map_or("", |entry| entry.for_suites), own];
    words
        .into_iter()
        .chain(more.iter().map(|more| &**more))
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

fn entry(spec: &str) -> Option<&'static Entry> {
    techniques().iter().find(|entry| entry.name == split(spec).0)
}

/// match: opfuzz rounds=3, result: opfuzz and rounds=3
fn split(spec: &str) -> (&str, &str) {
    spec.trim().split_once(char::is_whitespace).unwrap_or((spec.trim(), ""))
}

impl Entry {
    /// The technique, with parameters separated by spaces; those that are not mentioned have their defaults.
    ///
    /// # Errors
    /// If a parameter is wrong.
    pub fn with(&self, parameters: &str) -> Result<Box<dyn Technique>, TechniqueError> {
        (self.make)(&Parameters::read(self, parameters)?)
    }
}

/// The values of the parameters of a technique.
pub(crate) struct Parameters {
    values: Vec<(&'static str, String)>,
}

impl Parameters {
    fn read(entry: &Entry, text: &str) -> Result<Parameters, TechniqueError> {
        let mut values: Vec<_> =
            entry.parameters.iter().map(|known| (known.name, known.default.to_owned())).collect();
        for word in text.split_whitespace() {
            let (name, value) =
                word.split_once('=').ok_or_else(|| TechniqueError::NoValue(word.to_owned()))?;
            let Some(slot) = values.iter_mut().find(|(known, _)| *known == name) else {
                let known: Vec<&str> = entry.parameters.iter().map(|known| known.name).collect();
                return Err(TechniqueError::NoParameter { name: name.to_owned(), known: known.join(", ") });
            };
            slot.1 = value.to_owned();
        }
        Ok(Parameters { values })
    }

    pub(crate) fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// A number from 1 on.
    pub(crate) fn count(&self, name: &str) -> Result<usize, TechniqueError> {
        let count = self.value(name).parse().ok().filter(|&count| count > 0);
        count.ok_or_else(|| self.bad_value(name, "a number from 1 on".to_owned()))
    }

    /// A number from 1 on, or `auto`.
    pub(crate) fn count_or_auto(&self, name: &str) -> Result<Option<usize>, TechniqueError> {
        if self.value(name) == "auto" {
            return Ok(None);
        }
        let count = self.value(name).parse().ok().filter(|&count| count > 0);
        count.map(Some).ok_or_else(|| self.bad_value(name, "a number from 1 on, or auto".to_owned()))
    }

    /// A number from 1 to a bound.
    pub(crate) fn count_up_to(&self, name: &str, most: usize) -> Result<usize, TechniqueError> {
        let count = self.value(name).parse().ok().filter(|count| (1..=most).contains(count));
        count.ok_or_else(|| self.bad_value(name, format!("a number from 1 to {most}")))
    }

    /// One of several words.
    pub(crate) fn choice<T: Choice>(&self, name: &str) -> Result<T, TechniqueError> {
        let chosen = T::ALL.iter().find(|(word, _)| *word == self.value(name));
        chosen.map(|(_, value)| *value).ok_or_else(|| {
            let words: Vec<&str> = T::ALL.iter().map(|(word, _)| *word).collect();
            self.bad_value(name, words.join(" or "))
        })
    }

    /// What a text says, if it can be read.
    pub(crate) fn parsed<T: FromStr>(&self, name: &str, expected: &str) -> Result<T, TechniqueError> {
        self.value(name).parse().map_err(|_| self.bad_value(name, expected.to_owned()))
    }

    /// The name of a logic, or `any`.
    pub(crate) fn logic(&self, name: &str) -> Result<Option<String>, TechniqueError> {
        let value = self.value(name);
        if value == "any" {
            return Ok(None);
        }
        let known = Logic::from_name(value).map(|_| Some(value.to_owned()));
        known.ok_or_else(|| self.bad_value(name, "the name of a logic, as in QF_AUFBV, or any".to_owned()))
    }

    pub(crate) fn bad_value(&self, name: &str, expected: String) -> TechniqueError {
        TechniqueError::BadValue { name: name.to_owned(), value: self.value(name).to_owned(), expected }
    }
}

/// What a parameter chooses among: words and what they mean.
pub(crate) trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [(&'static str, Self)];

    /// The word for it.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_technique_records_makes_it_again() {
        for entry in techniques() {
            let made = entry.with("").expect("the defaults are good");
            assert_eq!(made.name(), entry.name);
            let again = entry.with(&made.parameters()).expect("what is recorded can be read");
            assert_eq!(again.parameters(), made.parameters());
            for parameter in entry.parameters {
                let written = format!("{}={}", parameter.name, parameter.default);
                assert!(made.parameters().contains(&written), "{written}");
            }
        }
    }

    #[test]
    fn parameters_for_a_purpose_come_from_the_table() {
        for (spec, expected) in [("storm", "storm ask=all"), ("opfuzz", "opfuzz"), ("none x=1", "none x=1")] {
            assert_eq!(with_reference(spec), expected);
        }
        let more = ["depth=8".to_owned(), "incremental=yes".to_owned()];
        assert_eq!(for_suites("storm", &more), "storm truth=sat incremental=no depth=8 incremental=yes");
        assert_eq!(for_suites(" opfuzz rounds=3", &more[..1]), "opfuzz rounds=3 depth=8");
        for entry in techniques() {
            assert!(entry.with(entry.with_reference).is_ok() && entry.with(entry.for_suites).is_ok());
            assert!(!entry.good_for.is_empty() && !entry.good_for.ends_with('.'));
        }
    }

    #[test]
    fn campaigns_have_a_way_for_each_group_and_can_be_about_some_only() {
        let all = for_campaigns(None, &[]);
        assert!(all.iter().all(|(spec, share)| from_spec(spec).is_ok() && *share > 0), "{all:?}");
        assert!(all.iter().any(|(spec, _)| spec == "enumerate theories=floats quantifiers=no"));
        let only = for_campaigns(Some("z3"), &["strings".to_owned()]);
        let chooses = |spec: &&str| ["theories=", "theory=", "logic="].iter().any(|word| spec.contains(word));
        let specs: Vec<&str> = only.iter().map(|(spec, _)| &**spec).filter(chooses).collect();
        assert!(specs.contains(&"enumerate theories=strings quantifiers=no dialect=z3"), "{specs:?}");
        assert!(specs.iter().all(|spec| spec.contains("strings") || spec.contains("QF_SLIA")), "{specs:?}");
        assert!(only.iter().any(|(spec, _)| spec == "opfuzz"), "seeds are about strings, too");
    }

    #[test]
    fn mistakes_are_named() {
        let message = |name, parameters| technique(name, parameters).err().map(|error| error.to_string());
        let expected = [
            (
                ("opfuz", ""),
                "there is no technique `opfuz`; there are: opfuzz, mutate, storm, fuzzsmt, synth, enumerate",
            ),
            (
                ("opfuzz", "round=1"),
                "there is no parameter `round`; there are: profile, rounds, logic, standard",
            ),
            (("opfuzz", "rounds"), "`rounds` is not of the form name=value"),
            (("opfuzz", "rounds=0"), "`0` is no value of `rounds`; expected a number from 1 on"),
            (
                ("storm", "assignments=33"),
                "`33` is no value of `assignments`; expected a number from 1 to 32",
            ),
            (("storm", "formulas=0"), "`0` is no value of `formulas`; expected a number from 1 on, or auto"),
            (("opfuzz", "profile=x"), "`x` is no value of `profile`; expected full or paper"),
        ];
        for ((name, parameters), text) in expected {
            assert_eq!(message(name, parameters).as_deref(), Some(text));
        }
        assert_eq!(message("opfuzz", " rounds=7  profile=paper "), None);
    }
}
