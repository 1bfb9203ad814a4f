//! Whose rules are used: those of theories that come with Quis, or those of a seed.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use quis_smtlib::{Command, PrintOptions, Script};

use super::rules::{Rules, Source};

/// Whose rules are used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Theory {
    /// Those of all theories, one behind the other.
    All,
    /// Those of one theory, or of several as one: `strings+arrays`.
    Named(String),
    /// Those that a seed says.
    Seed,
}

/// Rules with the names of their theories. They are kept as long as the program runs: there are few, and lists of formulas borrow them.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) by_theory: Vec<(&'static str, &'static Rules)>,
    /// Whether they come with Quis, so that they are always the same.
    pub(super) are_ours: bool,
}

impl Theory {
    /// The theory of a name: `all`, `seed`, `strings`, `strings+arrays`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Theory> {
        match name {
            "all" => Some(Theory::All),
            "seed" => Some(Theory::Seed),
            _ => {
                let is_known = |part| Rules::theories().any(|theory| theory == part);
                name.split('+').all(is_known).then(|| Theory::Named(name.to_owned()))
            }
        }
    }

    /// Whether the rules are those of seeds.
    #[must_use]
    pub fn needs_seed(&self) -> bool {
        *self == Theory::Seed
    }

    /// The rules; those of a seed are checked.
    pub(super) fn rules(&self, seed: &Script) -> Result<Chosen, String> {
        let ours = |by_theory| Chosen { by_theory, are_ours: true };
        match self {
            Theory::All => {
                let rules = Rules::theories().map(|theory| Some((theory, Rules::of(theory)?)));
                rules.collect::<Option<_>>().map(ours).ok_or_else(|| "a theory has no rules".to_owned())
            }
            Theory::Named(name) => {
                let joined = || Rules::joined(&name.split('+').collect::<Vec<_>>());
                let rules = kept(name, || joined().ok_or_else(|| "the theories cannot be joined".to_owned()));
                rules.map(|rules| ours(vec![("", rules)]))
            }
            Theory::Seed => {
                let text = quis_smtlib::print_script(seed, PrintOptions::plain())
                    .map_err(|error| error.to_string())?;
                let read = || {
                    let source = Source { name: "the rules".to_owned(), text: text.clone() };
                    Rules::read_checked(&[source]).map_err(|error| error.to_string())
                };
                Ok(Chosen { by_theory: vec![("", kept(&text, read)?)], are_ours: false })
            }
        }
    }
}

impl fmt::Display for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theory::All => "all",
            Theory::Named(name) => name,
            Theory::Seed => "seed",
        })
    }
}

/// Rules that were made before, or new ones.
fn kept(key: &str, make: impl FnOnce() -> Result<Rules, String>) -> Result<&'static Rules, String> {
    static KEPT: Mutex<BTreeMap<String, Result<&'static Rules, String>>> = Mutex::new(BTreeMap::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(key) {
        return known.clone();
    }
    let made = make().map(|rules| &*Box::leak(Box::new(rules)));
    kept.insert(key.to_owned(), made.clone());
    made
}

impl Rules {
    /// Whether a script says rules.
    #[must_use]
    pub fn are_in(script: &Script) -> bool {
        script
            .commands
            .iter()
            .any(|command| matches!(command, Command::SetInfo(keyword, _) if &**keyword == ":rules"))
    }
}
