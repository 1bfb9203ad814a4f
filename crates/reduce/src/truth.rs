//! What is known of a case, kept while it is made smaller.

use std::sync::Arc;

use quis_smtlib::{Command, Script, commands};
use quis_techniques::{TestCase, Truth, witnesses};

use crate::translate::Translation;

/// What is known of a check.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    truth: Truth,
    /// Whether the witness was found to hold. If it was not, nothing is known of candidates.
    holds: bool,
    /// The definitions of the witness, with the names that they are for.
    witness: Vec<(String, String)>,
    /// The assertions of the core, or all of them.
    needed: Option<Arc<[Command]>>,
}

impl Known {
    /// What is known of the checks of a case.
    pub(crate) fn of_case(case: &TestCase, script: &Script) -> Vec<Known> {
        let holds = witnesses(case);
        let truths = case.checks.iter().map(|check| check.truth.clone());
        let known = truths.zip(holds).map(|(truth, holds)| Known {
            witness: match &truth {
                Truth::Sat { witness: Some(witness) } => definitions(witness),
                _ => Vec::new(),
            },
            needed: needed(&truth, script),
            holds: holds == Some(true),
            truth,
        });
        known.collect()
    }

    /// The truth for a candidate in which only these names are left, some of them changed.
    fn truth(&self, is_left: &dyn Fn(&str) -> bool, renamed: &[(String, String)]) -> Truth {
        match &self.truth {
            // Of a smaller case nobody knows it.
            Truth::Sat { .. } if !self.holds => Truth::Open,
            Truth::Sat { witness: Some(_) } => {
                let mut text = String::from("(");
                for (_, definition) in self.witness.iter().filter(|(name, _)| is_left(name)) {
                    text.push_str(&crate::names::rename(definition, renamed));
                    text.push('\n');
                }
                text.truncate(text.trim_end().len());
                text.push(')');
                Truth::Sat { witness: Some(text.into()) }
            }
            Truth::Unsat { core: Some(core) } => {
                let new = |name: &String| {
                    renamed
                        .iter()
                        .find(|(old, _)| old == name)
                        .map_or_else(|| name.clone(), |(_, new)| new.clone())
                };
                Truth::Unsat { core: Some(core.iter().map(new).collect()) }
            }
            other => other.clone(),
        }
    }

    /// Whether a candidate still has what a refutation needs.
    fn has_core(&self, commands: &[Command], renamed: &[(String, String)]) -> bool {
        let Some(needed) = &self.needed else { return true };
        // A core is named by its assertions: other names would have to be told to whoever knows it.
        renamed.is_empty() && needed.iter().all(|needed| commands.contains(needed))
    }
}

/// What is known of the checks of a script once it is translated. Whether the new witnesses hold must be seen.
pub(crate) fn translated(known: &[Known], script: &mut Script, translation: &mut Translation) -> Vec<Known> {
    let is_check = |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
    let commands = script.commands.iter().enumerate();
    let checks: Vec<usize> = commands.filter(|(_, command)| is_check(command)).map(|(at, _)| at).collect();
    let mut new = known.to_vec();
    for (known, check) in new.iter_mut().zip(checks) {
        if let Truth::Sat { witness: Some(witness) } = &known.truth {
            known.witness = translation.witness(script, check, witness);
            known.truth = known.truth(&|_| true, &[]);
        }
    }
    new
}

/// The truths of a candidate, by the checks that are left; `None` if one of them is lost.
pub(crate) fn truths(
    known: &[Known],
    places: &[usize],
    commands: &[Command],
    is_left: &dyn Fn(&str) -> bool,
    renamed: &[(String, String)],
) -> Option<Vec<Truth>> {
    let mut truths = Vec::with_capacity(places.len());
    for &place in places {
        let known = known.get(place)?;
        if !known.has_core(commands, renamed) {
            return None;
        }
        truths.push(known.truth(is_left, renamed));
    }
    Some(truths)
}

/// Whether every witness that held still does.
pub(crate) fn keeps(known: &[Known], places: &[usize], case: &TestCase) -> bool {
    if places
        .iter()
        .all(|&place| known.get(place).is_none_or(|known| known.witness.is_empty() && !known.holds))
    {
        return true;
    }
    let held = places.iter().map(|&place| known.get(place).is_some_and(|known| known.holds));
    witnesses(case).into_iter().zip(held).all(|(now, before)| now == Some(true) || (!before && now.is_none()))
}

/// Whether something is known of a check.
pub(crate) fn is_any(known: &[Known]) -> bool {
    known.iter().any(|known| known.truth != Truth::Open)
}

/// match: ((define-fun x () Int 4) (define-fun |y z| () Int 5)), result: x, y z with their definitions
fn definitions(witness: &str) -> Vec<(String, String)> {
    let trimmed = witness.trim();
    let Some(inside) = trimmed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return Vec::new();
    };
    let definition = |place| inside.get::<std::ops::Range<usize>>(place);
    let named = commands(inside).filter_map(|(_, place)| {
        let text = definition(place)?;
        Some((defined(text).unwrap_or_default().to_owned(), text.to_owned()))
    });
    named.collect()
}

/// match: (define-fun |x y| () Int 4), result: x y
fn defined(definition: &str) -> Option<&str> {
    let rest = definition.strip_prefix('(')?.trim_start().split_once(char::is_whitespace)?.1.trim_start();
    match rest.strip_prefix('|') {
        Some(quoted) => quoted.split_once('|').map(|(name, _)| name),
        None => rest.split(|c: char| c.is_whitespace() || "()".contains(c)).next(),
    }
}

/// The assertions that a refutation needs; `None` if there is none to keep.
fn needed(truth: &Truth, script: &Script) -> Option<Arc<[Command]>> {
    let Truth::Unsat { core } = truth else { return None };
    let is_needed = |command: &&Command| match (command, core) {
        (Command::Assert(_), None) => true,
        (Command::Assert(term), Some(core)) => {
            script.store.name_of(*term).is_some_and(|name| core.iter().any(|own| own == name))
        }
        // Whatever defines what they mean.
        (other, _) => !other.defines().is_empty(),
    };
    Some(script.commands.iter().filter(is_needed).cloned().collect())
}
